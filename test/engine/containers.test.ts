// The lists of containers, the details of one container and the summary agree while the service changes.
import { describe, expect, test } from 'vitest'
import type { ContainerFilter, ContainerRow, ContainerSort, ContainerSortColumn } from '#contract/containers.ts'
import { ContainerSortColumn as SortColumns } from '#contract/containers.ts'
import { mapSortableColumns } from '#contract/rules/container-columns.ts'
import { Band } from '#contract/deadlines.ts'
import { repeatFirstAnswers } from '#support/network.ts'
import { type SyncedEngine, loadAllRows, waitForNewSweep, startSyncedEngine } from '#support/synced-engine.ts'

const list = (
  { client }: SyncedEngine,
  filter: Partial<ContainerFilter> = {},
  sort: ContainerSort = [],
  window = { offset: 0, limit: 500 },
  listId?: string,
) =>
  client.call('containers.list', {
    filter: { scope: 'all', ...filter },
    sort,
    window,
    ...(listId === undefined ? {} : { listId }),
  })

describe('a list', () => {
  test('has on the board each container whose free time is running or will start with a known last free day', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const all = await loadAllRows(engine)
    const board = await list(engine, { scope: 'board' })
    const isOnBoard = ({ lastFreeDay: { clock, date } }: ContainerRow) =>
      clock === 'running' || (clock === 'not-started' && date !== null)
    expect(new Set(board.rows.map(({ id }) => id))).toEqual(new Set(all.filter(isOnBoard).map(({ id }) => id)))
    expect([board.total, board.outOf]).toEqual([board.rows.length, 150])
    expect(board.total).toBeGreaterThan(20)
  })

  test.each(SortColumns.options)(
    'has the same rows when sorted by %s in both directions, with missing values last',
    async (column: ContainerSortColumn) => {
      const engine = await startSyncedEngine({ containers: 80 })
      const [ascending, descending] = await Promise.all(
        (['asc', 'desc'] as const).map(async (direction) => (await list(engine, {}, [{ column, direction }])).rows),
      )
      expect(new Set(ascending!.map(({ id }) => id))).toEqual(new Set(descending!.map(({ id }) => id)))
      const value = valueOf[column]
      if (!value) return
      const values = (rows: ContainerRow[]) => rows.map(value)
      const present = values(ascending!).filter((entry) => entry !== null)
      expect(present.toSorted(compare)).toEqual(present)
      expect(
        values(ascending!)
          .slice(present.length)
          .every((entry) => entry === null),
      ).toBe(true)
      expect(values(descending!).slice(0, present.length)).toEqual(present.toReversed())
    },
  )

  test('is sorted by several columns in turn', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { rows } = await list(engine, { scope: 'board' }, [
      { column: 'band', direction: 'asc' },
      { column: 'customer', direction: 'desc' },
      { column: 'number', direction: 'asc' },
    ])
    rows.slice(1).forEach((row, i) => {
      const previous = rows[i]!
      const bands = Band.options.indexOf(previous.lastFreeDay.band) - Band.options.indexOf(row.lastFreeDay.band)
      expect(bands).toBeLessThanOrEqual(0)
      if (bands !== 0 || previous.customer === null || row.customer === null) return
      const customers = previous.customer.localeCompare(row.customer, 'en')
      expect(customers).toBeGreaterThanOrEqual(0)
      if (customers === 0) expect(previous.number <= row.number).toBe(true)
    })
  })

  test('is filtered by each common part of the filter, also combined', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const all = await loadAllRows(engine)
    const count = (matches: (row: ContainerRow) => boolean) => all.filter(matches).length
    const customer = all.find((row) => row.customer !== null)!.customer!
    const holdName = all.find(({ activeHolds }) => activeHolds.length > 0)!.activeHolds[0]!
    const cases: [Partial<ContainerFilter>, number][] = [
      [{ bands: ['past', 'today'] }, count(({ lastFreeDay }) => ['past', 'today'].includes(lastFreeDay.band))],
      [{ verdicts: ['ready'] }, count(({ verdict }) => verdict === 'ready')],
      [{ statuses: ['on_ship'] }, count(({ status }) => status === 'on_ship')],
      [{ lines: ['MSCU', 'MAEU'] }, count(({ scac }) => scac === 'MSCU' || scac === 'MAEU')],
      [{ customers: [customer] }, count((row) => row.customer === customer)],
      [{ holds: [holdName.toUpperCase()] }, count(({ activeHolds }) => activeHolds.includes(holdName))],
      [{ hasFees: true }, count(({ feesDue }) => feesDue.length > 0)],
      [{ isDisputed: true }, count(({ lastFreeDay }) => lastFreeDay.isDisputed)],
      [
        { withinDays: 3 },
        count(
          ({ lastFreeDay }) =>
            lastFreeDay.clock !== 'stopped' && lastFreeDay.daysLeft !== null && lastFreeDay.daysLeft <= 3,
        ),
      ],
      [
        { scope: 'open' },
        count(({ status, emptyReturnedAt }) => status !== 'empty_returned' && emptyReturnedAt === null),
      ],
      [
        { hasFees: true, bands: ['past'], customers: [customer] },
        count((row) => row.feesDue.length > 0 && row.lastFreeDay.band === 'past' && row.customer === customer),
      ],
      [{ bands: [] }, 300],
    ]
    const singleFilters = cases.slice(0, 10)
    for (const [filter, expected] of cases)
      expect([filter, (await list(engine, filter)).total]).toEqual([filter, expected])
    expect(singleFilters.every(([, expected]) => expected > 0 && expected < 300)).toBe(true)
  })

  test('is searched by the text that users type, with or without spaces and dashes', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    const row = (await loadAllRows(engine)).find(({ customer, vessel }) => customer !== null && vessel !== null)!
    const { number } = row
    const spellings = [
      number,
      number.toLowerCase(),
      `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`,
      `${number.slice(0, 4)}-${number.slice(4)}`,
      number.slice(2, 8),
      row.masterBill!,
      row.vessel!,
      row.customer!.toUpperCase(),
    ]
    for (const text of spellings)
      expect([text, (await list(engine, { text })).rows.map(({ id }) => id)]).toEqual([
        text,
        expect.arrayContaining([row.id]),
      ])
    // Words are stored as JSON. The search must not match that syntax, and it has no wildcards.
    for (const text of ['no such thing', '%', '_', '100%', '"', '[', '","'])
      expect((await list(engine, { text })).total).toBe(0)
    expect((await list(engine, { text: '   ' })).total).toBe(60)
  })

  test('has facets that count their rows under the rest of the filter', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const facets = await engine.client.call('containers.facets', { filter: { scope: 'board', lines: ['MSCU'] } })
    for (const { value, count } of facets.statuses)
      expect((await list(engine, { scope: 'board', lines: ['MSCU'], statuses: [value] })).total).toBe(count)
    for (const { value, count } of facets.lines)
      expect((await list(engine, { scope: 'board', lines: [value] })).total).toBe(count)
    for (const { value, count } of facets.bands)
      expect((await list(engine, { scope: 'board', lines: ['MSCU'], bands: [Band.parse(value)] })).total).toBe(count)
    for (const { value, count } of facets.holds)
      expect((await list(engine, { scope: 'board', lines: ['MSCU'], holds: [value] })).total).toBe(count)
    expect(facets.lines.length).toBeGreaterThan(5)
    expect(facets.places.every(({ label }) => label.length > 0)).toBe(true)
  })

  test('keeps its order while values change, and counts the rows that a new sort would move', async () => {
    const engine = await startSyncedEngine({ containers: 150, speed: 120 })
    const sort: ContainerSort = [
      { column: 'band', direction: 'asc' },
      { column: 'daysLeft', direction: 'asc' },
    ]
    const first = await list(engine, { scope: 'open' }, sort)
    await engine.clock.advance(10 * 60_000)
    const later = await list(engine, { scope: 'open' }, sort, { offset: 0, limit: 500 }, first.listId)
    expect(later.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
    expect(later.reordered).toBeGreaterThan(0)
    expect(later.rows.some((row, i) => row.lastFreeDay.band !== first.rows[i]?.lastFreeDay.band)).toBe(true)
    const newList = await list(engine, { scope: 'open' }, sort)
    expect([newList.reordered, newList.listId === first.listId]).toEqual([0, false])
    const window = await list(engine, { scope: 'open' }, sort, { offset: 20, limit: 10 }, newList.listId)
    expect(window.rows.map(({ id }) => id)).toEqual(newList.rows.slice(20, 30).map(({ id }) => id))
  })
})

const valueOf: Partial<Record<ContainerSortColumn, (row: ContainerRow) => string | number | null>> = {
  number: ({ number }) => number,
  status: ({ status }) => status,
  band: ({ lastFreeDay }) => Band.options.indexOf(lastFreeDay.band),
  lastFreeDay: ({ lastFreeDay }) => lastFreeDay.date,
  daysLeft: ({ lastFreeDay }) => lastFreeDay.daysLeft,
  appointment: ({ appointmentAt }) => appointmentAt,
  pickupPlace: ({ pickupPlace }) => pickupPlace,
  masterBill: ({ masterBill }) => masterBill,
  line: ({ scac }) => scac,
  vessel: ({ vessel }) => vessel,
  eta: ({ etaAt, ataAt }) => ataAt ?? etaAt,
  discharged: ({ dischargedAt }) => dischargedAt,
  fullOut: ({ fullOutAt }) => fullOutAt,
  emptyReturned: ({ emptyReturnedAt }) => emptyReturnedAt,
  weight: ({ weightLb }) => weightLb,
  ...mapSortableColumns((_, key) => (row: ContainerRow) => row[key]),
  terminalChecked: ({ ages }) => ages.terminal,
  lineChecked: ({ ages }) => ages.line,
}

/** The engine ignores case when it sorts names. Without this, "BNSF" would come before "Bayport". */
const sortKeyOf = (value: string | number | null) => (typeof value === 'string' ? value.toLowerCase() : (value ?? ''))

function compare(a: string | number | null, b: string | number | null): number {
  return sortKeyOf(a) < sortKeyOf(b) ? -1 : sortKeyOf(a) > sortKeyOf(b) ? 1 : 0
}

describe('days left', () => {
  test('change at midnight of the place, without a network', async () => {
    // 22:50 in Los Angeles, an hour and ten minutes before midnight. In New York it is past midnight already.
    const engine = await startSyncedEngine({ containers: 200, start: '2026-11-21T06:50:00Z' })
    engine.network.unplug()
    const rowsBefore = await loadAllRows(engine)
    await engine.clock.advance(75 * 60_000)
    const daysAfter = new Map((await loadAllRows(engine)).map((row) => [row.id, row.lastFreeDay]))
    const dayDifferences = (zone: string) =>
      rowsBefore
        .filter(({ lastFreeDay }) => lastFreeDay.zone === zone && lastFreeDay.daysLeft !== null)
        .map(({ id, lastFreeDay }) => daysAfter.get(id)!.daysLeft! - lastFreeDay.daysLeft!)
    expect(new Set(dayDifferences('America/Los_Angeles'))).toEqual(new Set([-1]))
    expect(new Set(dayDifferences('America/New_York'))).toEqual(new Set([0]))
  })
  test('are right within a minute after the computer slept for days', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    engine.network.unplug()
    const loadDays = async () =>
      new Map((await loadAllRows(engine)).map(({ id, lastFreeDay }) => [id, lastFreeDay.daysLeft]))
    const daysBefore = await loadDays()
    engine.clock.sleepMachine(3 * 86_400_000)
    await engine.clock.advance(60_000)
    for (const [id, left] of await loadDays())
      expect(left).toBe(daysBefore.get(id) === null ? null : daysBefore.get(id)! - 3)
  })
  test('are announced each minute, under the topic of the clock', async () => {
    const engine = await startSyncedEngine({ containers: 20 })
    const topics: string[] = []
    engine.client.on('changed', ({ topic }) => topics.push(topic))
    const ticks: string[] = []
    engine.client.on('sync.ticked', ({ now }) => ticks.push(now))
    await engine.clock.advance(125_000)
    expect(topics).toContain('clock')
    expect(ticks).toHaveLength(2)
  })
})

describe('a manual last free day', () => {
  const setUp = async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    engine.network.fault(repeatFirstAnswers())
    await waitForNewSweep(engine)
    const row = (await loadAllRows(engine)).find(
      ({ lastFreeDay }) => lastFreeDay.clock === 'running' && lastFreeDay.source === 'terminal',
    )!
    await engine.client.call('containers.setManualLastFreeDay', {
      id: row.id,
      manual: { date: '2026-11-18', reason: 'Terminal extended by phone' },
    })
    return { engine, row, get: () => engine.client.call('containers.get', { id: row.id }) }
  }
  test('governs at once, and the reported dates remain in the list of deadlines', async () => {
    const { row, get } = await setUp()
    const detail = await get()
    expect(detail.row.lastFreeDay).toMatchObject({
      date: '2026-11-18',
      source: 'manual',
      daysLeft: -2,
      band: 'past',
      flags: [],
    })
    expect(detail.manual).toMatchObject({ date: '2026-11-18', reason: 'Terminal extended by phone' })
    const sources = (deadlines: { source: string }[]) => deadlines.map(({ source }) => source).toSorted()
    expect(detail.deadlines[0]).toMatchObject({ source: 'manual', isGoverning: true })
    expect(sources(detail.deadlines)).toEqual(['manual', ...sources(row.lastFreeDay.sources)].toSorted())
  })
  test('survives a sweep and a restart', async () => {
    const { engine, get } = await setUp()
    await waitForNewSweep(engine)
    await engine.restart()
    expect((await get()).row.lastFreeDay.source).toBe('manual')
  })
  test('remains but is flagged when a reported date changes later', async () => {
    const { engine, row, get } = await setUp()
    engine.network.fault(({ url }) =>
      /\/containers\?/.test(url)
        ? {
            kind: 'alter',
            alter: (response) => ({
              ...response,
              bytes: new TextEncoder().encode(
                new TextDecoder()
                  .decode(response.bytes)
                  .replaceAll(/"pickup_lfd_terminal":"[^"]+"/g, '"pickup_lfd_terminal":"2026-12-01T08:00:00Z"'),
              ),
            }),
          }
        : null,
    )
    await waitForNewSweep(engine)
    const { lastFreeDay } = (await get()).row
    expect(lastFreeDay).toMatchObject({ date: '2026-11-18', source: 'manual', flags: ['reported-since-manual'] })
    expect(row.lastFreeDay.date).not.toBe('2026-11-18')
  })
  test('can be removed, which restores the reported date', async () => {
    const { engine, row, get } = await setUp()
    await engine.client.call('containers.setManualLastFreeDay', { id: row.id, manual: null })
    const detail = await get()
    expect([detail.row.lastFreeDay, detail.manual]).toEqual([row.lastFreeDay, null])
  })
  test.each([
    ['a day that does not exist', { date: '2026-02-30', reason: 'x' }],
    ['no reason', { date: '2026-11-18', reason: '   ' }],
  ])('with %s is refused', async (_name, manual) => {
    const { engine, row } = await setUp()
    await expect(engine.client.call('containers.setManualLastFreeDay', { id: row.id, manual })).rejects.toMatchObject({
      code: 'contract/invalid-input',
    })
  })
  test.each(['0001-01-01', '0026-11-18', '2025-11-18', '2028-11-22'])(
    'on %s is refused as too far from the current date',
    async (date) => {
      const { engine, row, get } = await setUp()
      await expect(
        engine.client.call('containers.setManualLastFreeDay', { id: row.id, manual: { date, reason: 'typed short' } }),
      ).rejects.toMatchObject({ code: 'containers/date-not-meant', details: { date } })
      expect((await get()).manual?.date).toBe('2026-11-18')
    },
  )
})

describe('settings', () => {
  test('another governing rule changes the last free days at once', async () => {
    const engine = await startSyncedEngine({ containers: 200 })
    const disputed = (await list(engine, { isDisputed: true })).rows
    expect(disputed.length).toBeGreaterThan(3)
    const settings = await engine.client.call('settings.get', {})
    await engine.client.call('settings.set', { ...settings, governingRule: 'line-first' })
    const rowsAfter = (await list(engine, { isDisputed: true })).rows
    for (const { lastFreeDay } of rowsAfter) {
      const line = lastFreeDay.sources.find(({ source, isRelevant }) => source === 'line' && isRelevant)
      if (line) expect(lastFreeDay).toMatchObject({ source: 'line', date: line.date })
    }
    expect(rowsAfter.map(({ lastFreeDay }) => lastFreeDay.date)).not.toEqual(
      disputed.map(({ lastFreeDay }) => lastFreeDay.date),
    )
  })
  test('other thresholds change the bands at once', async () => {
    const engine = await startSyncedEngine({ containers: 200 })
    const settings = await engine.client.call('settings.get', {})
    await engine.client.call('settings.set', { ...settings, bandDays: { tomorrow: 5, soon: 10, week: 20 } })
    for (const { lastFreeDay } of await loadAllRows(engine)) {
      if (
        lastFreeDay.clock !== 'stopped' &&
        lastFreeDay.daysLeft !== null &&
        lastFreeDay.daysLeft >= 1 &&
        lastFreeDay.daysLeft <= 5
      )
        expect(lastFreeDay.band).toBe('tomorrow')
    }
  })
  test.each([{ homeZone: 'Mars/Olympus' }, { bandDays: { tomorrow: 3, soon: 2, week: 7 } }])(
    '%j is refused and nothing is stored',
    async (change) => {
      const engine = await startSyncedEngine({ containers: 5 })
      const settings = await engine.client.call('settings.get', {})
      await expect(engine.client.call('settings.set', { ...settings, ...change })).rejects.toMatchObject({
        code: 'contract/invalid-input',
      })
      expect(await engine.client.call('settings.get', {})).toEqual(settings)
    },
  )
})

describe('the summary', () =>
  test('equals the totals of the lists', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const summary = await engine.client.call('containers.summary', {})
    for (const band of Band.options)
      expect([band, summary.bands[band]]).toEqual([band, (await list(engine, { scope: 'open', bands: [band] })).total])
    expect(summary.ready).toBe((await list(engine, { scope: 'open', verdicts: ['ready', 'ready-unverified'] })).total)
    expect(summary.held).toBe((await list(engine, { scope: 'open', verdicts: ['held', 'conflict'] })).total)
    expect(summary.notAssessed).toBe((await list(engine, { scope: 'open', isNotAssessed: true })).total)
    expect(summary.notAssessed).toBeGreaterThan(0)
    expect(summary.total).toBe((await list(engine, { scope: 'open' })).total)
    const withFees = await list(engine, { scope: 'board', hasFees: true })
    expect(summary.feesDueCount).toBe(withFees.total)
    expect((await engine.client.call('today.get', {})).money.dueCount).toBe(withFees.total)
    const due = withFees.rows.flatMap(({ feesDue }) => feesDue)
    for (const { currency, amount } of summary.feesDue) {
      expect(amount).toBeCloseTo(
        due.filter((fee) => fee.currency === currency).reduce((sum, fee) => sum + fee.amount, 0),
        2,
      )
    }
    expect(summary.feesDue.length).toBeGreaterThan(0)
  }))

test('an unknown container or shipment is refused with its own code', async () => {
  const { client } = await startSyncedEngine({ containers: 5 })
  for (const call of [
    client.call('containers.get', { id: 'unknown' }),
    client.call('containers.reread', { id: 'unknown' }),
    client.call('containers.setManualLastFreeDay', { id: 'unknown', manual: null }),
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'containers/unknown' })
  }
  await expect(client.call('shipments.get', { id: 'unknown' })).rejects.toMatchObject({ code: 'shipments/unknown' })
})
