// Lists the holds and fees of all containers that are not picked up, one row for each.
import { describe, expect, test } from 'vitest'
import {
  type ChargeFilter,
  type ChargeRow,
  type ChargeSort,
  type ChargeSortColumn,
  ChargeSortColumn as SortColumns,
} from '#contract/charges.ts'
import { chargeHandlers } from '#engine/charges/handlers.ts'
import { loadFacets, orderCharges } from '#engine/charges/list.ts'
import { countOpenCharges, loadOpenChargeIds } from '#engine/mirror/charges.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { loadRows, projectContainers } from '#engine/mirror/containers/store.ts'
import { createLists } from '#engine/table/lists.ts'
import { raiseOwnRevision, saveNote } from '#engine/settings/own.ts'
import { markGone } from '#engine/mirror/records.ts'
import { alterJson, repeatFirstAnswers } from '#support/network.ts'
import { MIRROR_NOW, type Mirror, container, shipment, startMirror } from '#support/mirror.ts'
import { startOneContainer } from '#support/one-container.ts'
import { type SyncedEngine, loadAllRows, waitForNewSweep, startSyncedEngine } from '#support/synced-engine.ts'

const ALL = { offset: 0, limit: 500 }
const list = ({ client }: SyncedEngine, filter: ChargeFilter = {}, sort: ChargeSort = [], listId?: string) =>
  client.call('charges.list', { filter, sort, window: ALL, ...(listId === undefined ? {} : { listId }) })

const createHold = (name: string, status = 'hold', description: string | null = null) => ({ name, status, description })
const createFee = (type: string, amount: number, currency: string | null = 'USD') => ({
  type,
  amount,
  currency_code: currency,
})
const createContainer = (id: string, holds: unknown[], fees: unknown[] = [], more: Record<string, unknown> = {}) =>
  container(id, `MSCU000000${id}`, null, { holds_at_pod_terminal: holds, fees_at_pod_terminal: fees, ...more })
const createChargeList = ({ db }: Mirror) => {
  let n = 0
  const lists = createLists({ next: () => 0, id: () => `list-${++n}` })
  const handlers = chargeHandlers({ db, lists })
  return async (filter: ChargeFilter = {}, listId?: string) => {
    // Each announcement of a write does the same.
    lists.touch()
    return handlers['charges.list']({ filter, sort: [], window: ALL, ...(listId === undefined ? {} : { listId }) })
  }
}

describe('the list', () => {
  test('has a row for each hold and each fee of every container that is not picked up, with values of the container', async () => {
    const engine = await startSyncedEngine({ containers: 200 })
    engine.network.fault(repeatFirstAnswers())
    await waitForNewSweep(engine)
    const openRows = (await loadAllRows(engine)).filter(({ lastFreeDay }) => lastFreeDay.clock !== 'stopped')
    const { rows, total, outOf } = await list(engine)
    expect(rows.length).toBeGreaterThan(20)
    expect([total, outOf, new Set(rows.map(({ id }) => id)).size]).toEqual([rows.length, rows.length, rows.length])
    for (const row of openRows) {
      const { holds, fees } = await engine.client.call('containers.get', { id: row.id })
      const listedFees = fees.filter(({ type }) => type !== 'total')
      const ownRows = rows.filter(({ containerId }) => containerId === row.id)
      const valuesOf = (charge: ChargeRow) => [
        charge.kind,
        charge.name,
        charge.state,
        charge.description,
        charge.amount,
        charge.currency,
        charge.firstSeenAt,
      ]
      expect(ownRows.map(valuesOf).toSorted()).toEqual(
        [
          ...holds.map((hold) => ['hold', hold.name, hold.status, hold.description, null, null, hold.firstSeenAt]),
          // A total beside its own lines would show the amount twice.
          ...(listedFees.length > 0 ? listedFees : fees).map((charge) => [
            'fee',
            charge.type,
            null,
            null,
            charge.amount,
            charge.currency,
            charge.firstSeenAt,
          ]),
        ].toSorted(),
      )
      for (const charge of ownRows)
        expect(charge).toMatchObject({
          number: row.number,
          shipmentId: row.shipmentId,
          masterBill: row.masterBill,
          customer: row.customer,
          lastFreeDay: row.lastFreeDay,
        })
    }
    const ids = new Set(openRows.map(({ id }) => id))
    expect(rows.filter(({ containerId }) => !ids.has(containerId))).toEqual([])
  })

  test('is sorted by days left and then by first seen, the initial order of the screen, with missing values last', async () => {
    const engine = await startSyncedEngine({ containers: 200, speed: 120 })
    await engine.clock.advance(10 * 60_000)
    const { rows } = await list(engine, {}, [
      { column: 'daysLeft', direction: 'asc' },
      { column: 'firstSeen', direction: 'asc' },
    ])
    const key = ({ lastFreeDay, firstSeenAt }: ChargeRow) =>
      `${lastFreeDay.daysLeft === null ? 9999 : lastFreeDay.daysLeft + 5000} ${firstSeenAt ?? 'never'}`
    expect(rows.map(key)).toEqual(rows.map(key).toSorted())
    expect(new Set(rows.map(({ firstSeenAt }) => firstSeenAt === null)).size).toBe(2)
  })

  const valueOf: Record<ChargeSortColumn, (row: ChargeRow) => string | number | null> = {
    number: ({ number }) => number,
    name: ({ name }) => name.toLowerCase(),
    state: ({ state }) => state && state.toLowerCase(),
    amount: ({ amount }) => amount,
    firstSeen: ({ firstSeenAt }) => firstSeenAt,
    daysLeft: ({ lastFreeDay }) => lastFreeDay.daysLeft,
    lastFreeDay: ({ lastFreeDay }) => lastFreeDay.date,
    masterBill: ({ masterBill }) => masterBill,
    customer: ({ customer }) => customer && customer.toLowerCase(),
    assignee: ({ own }) => own.assignee && own.assignee.toLowerCase(),
  }
  test('is sorted by each column in both directions, with missing values last', async () => {
    const engine = await startSyncedEngine({ containers: 120 })
    for (const [column, direction] of SortColumns.options.flatMap(
      (name) =>
        [
          [name, 'asc'],
          [name, 'desc'],
        ] as const,
    )) {
      const values = (await list(engine, {}, [{ column, direction }])).rows.map(valueOf[column])
      const present = values.filter((value) => value !== null)
      const compare = (a: string | number, b: string | number) =>
        (a < b ? -1 : a > b ? 1 : 0) * (direction === 'asc' ? 1 : -1)
      expect([column, direction, values]).toEqual([
        column,
        direction,
        [...present.toSorted(compare), ...values.filter((value) => value === null)],
      ])
    }
  })

  test('is filtered by every part of the filter, and the counts of the facets are right', async () => {
    const engine = await startSyncedEngine({ containers: 200 })
    const { rows } = await list(engine)
    const { customer, number, name } = rows.find((row) => row.kind === 'hold' && row.customer !== null)!
    const cases: [ChargeFilter, (row: ChargeRow) => boolean][] = [
      [{ kind: 'hold' }, ({ kind }) => kind === 'hold'],
      [{ kind: 'fee' }, ({ kind }) => kind === 'fee'],
      [{ names: [name.toUpperCase()] }, (row) => row.name.toLowerCase() === name.toLowerCase()],
      [{ customers: [customer!] }, (row) => row.customer === customer],
      [{ text: number.toLowerCase() }, (row) => row.number === number],
      [{ text: `${number.slice(0, 4)} ${number.slice(4)}` }, (row) => row.number === number],
      [{ text: 'no such thing' }, () => false],
    ]
    for (const [filter, keep] of cases)
      expect([filter, (await list(engine, filter)).rows.map(({ id }) => id).toSorted()]).toEqual([
        filter,
        rows
          .filter(keep)
          .map(({ id }) => id)
          .toSorted(),
      ])
    const facets = await engine.client.call('charges.facets', { filter: { kind: 'hold', customers: [customer!] } })
    expect(facets.names.length).toBeGreaterThan(0)
    for (const { value, count } of facets.names)
      expect((await list(engine, { kind: 'hold', customers: [customer!], names: [value] })).total).toBe(count)
    for (const { value, count } of facets.customers)
      expect((await list(engine, { kind: 'hold', customers: [value] })).total).toBe(count)
  })

  test('shows when a charge was first seen and how many whole days ago', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    engine.network.fault(repeatFirstAnswers())
    await waitForNewSweep(engine)
    const { id } = (await loadAllRows(engine)).find(
      ({ lastFreeDay, activeHolds }) => lastFreeDay.clock === 'running' && activeHolds.length === 0,
    )!
    type Json = { data: { id: string; attributes: Record<string, unknown> }[] }
    engine.network.fault(({ url }) =>
      url.includes('/containers?')
        ? alterJson((json) => {
            for (const record of (json as unknown as Json).data)
              if (record.id === id)
                record.attributes['holds_at_pod_terminal'] = [
                  createHold('customs', 'hold', 'CBP HOLD'),
                  createHold('customs', 'pending'),
                ]
            return json
          })
        : null,
    )
    await waitForNewSweep(engine)
    const seenAt = (await list(engine)).rows.find(({ containerId }) => containerId === id)!.firstSeenAt!
    engine.network.unplug()
    const loadHolds = async () =>
      (await list(engine)).rows.filter((row) => row.containerId === id && row.kind === 'hold')
    expect(await loadHolds()).toMatchObject([
      { state: 'hold', description: 'CBP HOLD', firstSeenAt: seenAt, ageDays: 0, clearedBy: 'broker' },
      { state: 'pending', firstSeenAt: seenAt, ageDays: 0 },
    ])
    engine.clock.sleepMachine(3 * 86_400_000)
    await engine.clock.advance(60_000)
    expect((await loadHolds()).map(({ ageDays }) => ageDays)).toEqual([3, 3])
  })

  test('keeps its order while it is open, without charges that were cleared', async () => {
    const mirror = startMirror()
    const ids = ({ rows }: { rows: ChargeRow[] }) => rows.map(({ id }) => id)
    mirror.read(
      createContainer('1', [createHold('customs'), createHold('customs', 'pending')]),
      createContainer('2', [createHold('freight')]),
    )
    const charges = createChargeList(mirror)
    const first = await charges()
    expect(ids(first)).toEqual(['1/hold/customs', '1/hold/customs#2', '2/hold/freight'])
    mirror.read(createContainer('1', [createHold('customs')]), createContainer('2', [createHold('freight')]))
    const later = await charges({}, first.listId)
    expect([ids(later), later.total, later.outOf, later.reordered]).toEqual([
      ['1/hold/customs', '2/hold/freight'],
      2,
      2,
      1,
    ])
  })

  test('drops the charges of a container when it is picked up, and when the container is gone', async () => {
    const mirror = startMirror()
    mirror.read(
      createContainer('1', [createHold('customs')], [], { pod_full_out_at: '2026-11-20T18:00:00Z' }),
      createContainer('2', [createHold('freight')]),
    )
    expect(loadOpenChargeIds(mirror.db)).toEqual(new Set(['1/hold/customs', '2/hold/freight']))
    mirror.write((db) => setMoment(db, Date.parse('2026-11-20T18:00:00Z'), { tomorrow: 1, soon: 3, week: 7 }))
    expect(orderCharges(mirror.db, {}, [])).toEqual(['2/hold/freight'])
    expect(
      loadRows(mirror.db, ['1', '2'])
        .filter(({ lastFreeDay }) => lastFreeDay.clock === 'stopped')
        .map(({ id }) => id),
    ).toEqual(['1'])
    mirror.write((db) => {
      markGone(db, 'container', '2', MIRROR_NOW)
      projectContainers(db, ['2'])
    })
    expect((await createChargeList(mirror)()).rows).toEqual([])
  })

  test('is searched by the words of the charge and of its container', async () => {
    const mirror = startMirror()
    mirror.read(
      shipment('s'),
      createContainer('1', [createHold('other', 'hold', 'GENERAL EXAM HOLD')]),
      createContainer('2', [createHold('freight')], [createFee('exam', 5)]),
    )
    const charges = createChargeList(mirror)
    const findIds = async (text: string) => (await charges({ text })).rows.map(({ id }) => id)
    expect([await findIds('exam'), await findIds('general 0001'), await findIds('mscu freight')]).toEqual([
      ['1/hold/other', '2/fee/exam'],
      ['1/hold/other'],
      ['2/hold/freight'],
    ])
  })

  test('is searched by the user’s notes, and each word may be in another field', async () => {
    const mirror = startMirror()
    mirror.read(createContainer('1', [createHold('customs')]), createContainer('2', [createHold('customs')]))
    mirror.write((db) => {
      saveNote(db, 'n1', '1', { id: 'n1', text: 'Überfällig, call Ines', at: MIRROR_NOW, editedAt: null }, MIRROR_NOW)
      raiseOwnRevision(db)
    })
    const charges = createChargeList(mirror)
    const findIds = async (text: string) => (await charges({ text })).rows.map(({ id }) => id)
    expect([
      await findIds('überfällig'),
      await findIds('customs ines'),
      await findIds('ines 0002'),
      await findIds('ines nobody'),
    ]).toEqual([['1/hold/customs'], ['1/hold/customs'], [], []])
  })

  test('finds the container of each charge by index, and does not scan the containers', () => {
    const mirror = startMirror()
    mirror.read(createContainer('1', [createHold('customs')]))
    const plans = mirror.listQueryPlans((db) => {
      orderCharges(db, { kind: 'hold', text: 'x' }, [{ column: 'daysLeft', direction: 'asc' }])
      loadFacets(db, {})
      loadOpenChargeIds(db)
    })
    expect(plans.filter((step) => /SCAN (c|container|container_row)\b|MATERIALIZE|CO-ROUTINE/.test(step))).toEqual([])
    expect(plans.filter((step) => step.startsWith('SEARCH container '))).toEqual(
      Array(5).fill('SEARCH container USING INDEX sqlite_autoindex_container_row_1 (id=?)'),
    )
  })
})

describe('totals', () => {
  const loadTotals = (mirror: Mirror, filter: ChargeFilter = {}) => loadFacets(mirror.db, filter).totals

  test('are sums for each currency, added in whole cents', () => {
    const mirror = startMirror()
    mirror.read(
      createContainer('1', [], [createFee('demurrage', 0.1), createFee('exam', 0.2)]),
      createContainer('2', [], [createFee('demurrage', 100, 'CAD'), createFee('other', 7, null)]),
      createContainer('3', [], [createFee('exam', 50, 'CAD')]),
    )
    expect(loadTotals(mirror)).toEqual([
      { currency: 'CAD', amount: 150, isPending: false, containers: 2 },
      { currency: 'USD', amount: 0.3, isPending: false, containers: 1 },
      { currency: null, amount: 7, isPending: false, containers: 1 },
    ])
  })
  test('include a fee named total only if its container has no other fee, even if the filter hides the other fee', () => {
    const mirror = startMirror()
    mirror.read(
      createContainer('1', [], [createFee('demurrage', 80), createFee('Total', 80)]),
      createContainer('2', [], [createFee('TOTAL', 30)]),
    )
    expect(loadTotals(mirror)).toEqual([{ currency: 'USD', amount: 110, isPending: false, containers: 2 }])
    expect(orderCharges(mirror.db, {}, []).map((id) => id.replace(/^.*\/fee/, 'fee'))).toEqual([
      'fee/demurrage',
      'fee/TOTAL',
    ])
    expect(countOpenCharges(mirror.db)).toBe(2)
    expect(loadTotals(mirror, { names: ['total'] })).toEqual([
      { currency: 'USD', amount: 30, isPending: false, containers: 1 },
    ])
  })
  test('are pending while the amount of a fee is 0', () => {
    const mirror = startMirror()
    mirror.read(
      createContainer('1', [], [createFee('exam', 0), createFee('demurrage', 20)]),
      createContainer('2', [], [createFee('exam', 0, 'CAD')]),
    )
    expect(loadTotals(mirror)).toEqual([
      { currency: 'USD', amount: 20, isPending: true, containers: 1 },
      { currency: 'CAD', amount: 0, isPending: true, containers: 1 },
    ])
  })
  test('include only the fees that pass the filter', () => {
    const mirror = startMirror()
    mirror.read(createContainer('1', [createHold('customs')], [createFee('exam', 10), createFee('demurrage', 20)]))
    expect([
      loadTotals(mirror, { names: ['exam'] }),
      loadTotals(mirror, { kind: 'hold' }),
      loadTotals(mirror, { text: 'unknown' }),
    ]).toEqual([[{ currency: 'USD', amount: 10, isPending: false, containers: 1 }], [], []])
  })
  test('equal the fees due in the summary', async () => {
    const engine = await startSyncedEngine({ containers: 200 })
    engine.network.fault(repeatFirstAnswers())
    await waitForNewSweep(engine)
    const [{ totals }, { feesDue }] = await Promise.all([
      engine.client.call('charges.facets', { filter: {} }),
      engine.client.call('containers.summary', {}),
    ])
    const byCurrency = <Total extends { currency: string | null }>(all: Total[]) =>
      all.toSorted((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1))
    expect(byCurrency(totals)).toEqual(byCurrency(feesDue))
    expect(totals.length).toBeGreaterThan(0)
  })
})

test('a second hold and a second fee of one name have their own first time', async () => {
  const hold = { name: 'customs', status: 'hold', description: null }
  const fee = { type: 'demurrage', amount: 100, currency_code: 'USD' }
  const { engine, row } = await startOneContainer()
  for (const count of [1, 2]) {
    await engine.patch({
      [row.id]: { holds_at_pod_terminal: Array(count).fill(hold), fees_at_pod_terminal: Array(count).fill(fee) },
    })
    await engine.clock.advance(20 * 60_000)
  }
  const { holds, fees } = await engine.client.call('containers.get', { id: row.id })
  for (const [first, second] of [holds, fees]) {
    expect(first!.firstSeenAt).not.toBeNull()
    expect(second!.firstSeenAt! > first!.firstSeenAt!).toBe(true)
  }
})
