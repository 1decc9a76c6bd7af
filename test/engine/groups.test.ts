// Lists of containers in groups. Each group has the right rows and subtotals, also while values change.
import { describe, expect, test } from 'vitest'
import { ContainerGrouping, type ContainerRow, type ContainerSort } from '#contract/containers.ts'
import { createDice } from '#service/world/chance.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'

const SORT: ContainerSort = [
  { column: 'band', direction: 'asc' },
  { column: 'lastFreeDay', direction: 'asc' },
  { column: 'number', direction: 'asc' },
]

const valueOf: Record<ContainerGrouping, (row: ContainerRow) => string> = {
  pickupPlace: ({ pickupPlace }) => pickupPlace ?? '',
  customer: ({ customer }) => customer ?? '',
  vessel: ({ vessel, voyage }) => [vessel, voyage].filter((text) => text !== null).join(' '),
  line: ({ lineName, scac }) => lineName ?? scac ?? '',
  assignee: ({ own }) => own.assignee ?? '',
}

const loadList = ({ client }: SyncedEngine, grouping?: ContainerGrouping, listId?: string, sort = SORT) =>
  client.call('containers.list', {
    filter: { scope: 'all' },
    sort,
    window: { offset: 0, limit: 500 },
    ...(grouping === undefined ? {} : { grouping }),
    ...(listId === undefined ? {} : { listId }),
  })

const isPickedUp = ({ lastFreeDay }: ContainerRow) => lastFreeDay.clock === 'stopped'

/** Computes the subtotals of these rows from the values that they show. */
function computeTotals(rows: ContainerRow[]) {
  const due = new Map<string | null, number>()
  for (const { currency, amount } of rows.flatMap(({ feesDue }) => feesDue))
    due.set(currency, (due.get(currency) ?? 0) + Math.round(amount * 100))
  const days = rows.flatMap(({ lastFreeDay: { date, clock } }) => (date === null || clock === 'stopped' ? [] : [date]))
  return {
    count: rows.length,
    due: Object.fromEntries([...due].map(([currency, cents]) => [String(currency), cents / 100])),
    earliestLfd: days.toSorted()[0] ?? null,
  }
}

/** Checks that the groups of a list are those of its rows, by the order of the same list without groups. */
async function expectGroups(engine: SyncedEngine, grouping: ContainerGrouping): Promise<number> {
  const { groups, rows, total } = await loadList(engine, grouping)
  const ungrouped = (await loadList(engine)).rows
  const byValue = Map.groupBy(ungrouped, valueOf[grouping])
  const openRowsFirst = [false, true].flatMap((isStopped) => ungrouped.filter((row) => isPickedUp(row) === isStopped))
  const values = [...new Set(openRowsFirst.map(valueOf[grouping]))]
  const expectedRows = values.map((value) => byValue.get(value) ?? [])
  expect(groups!.map(({ label }) => label)).toEqual(values)
  expect(rows.map(({ id }) => id)).toEqual(expectedRows.flat().map(({ id }) => id))
  expect(
    groups!.map(({ count, feesDue, earliestLfd }) => ({
      count,
      due: Object.fromEntries(feesDue.map(({ currency, amount }) => [String(currency), amount])),
      earliestLfd,
    })),
  ).toEqual(expectedRows.map(computeTotals))
  expect(groups!.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  expect(new Set(groups!.map(({ key }) => key)).size).toBe(groups!.length)
  return groups!.length
}

describe('a list in groups', () => {
  test.each(ContainerGrouping.options)('by %s has each row in its group, with subtotals', async (grouping) => {
    const engine = await startSyncedEngine({ containers: 300 })
    const { rows } = await loadList(engine)
    const ids = (every: number) => rows.filter((_, index) => index % every === 0).map(({ id }) => id)
    await engine.client.call('own.assign', { ids: ids(3), assignee: 'Kim' })
    await engine.client.call('own.assign', { ids: ids(7), assignee: 'Noor' })
    expect(await expectGroups(engine, grouping)).toBeGreaterThan(2)
  })

  test('sorted by last free day has its groups in the order of the days in their headings', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const byDay: ContainerSort = [{ column: 'lastFreeDay', direction: 'asc' }]
    const { groups, rows } = await loadList(engine, 'pickupPlace', undefined, byDay)
    const days = groups!.map(({ earliestLfd }) => earliestLfd ?? '9999')
    expect(days).toEqual(days.toSorted())
    // Without the picked-up rows, whose days are past, the order would be another.
    const firstDays = [...Map.groupBy(rows, valueOf.pickupPlace).values()].map(
      ([row]) => row!.lastFreeDay.date ?? '9999',
    )
    expect(firstDays).not.toEqual(firstDays.toSorted())
  })

  test.each(ContainerGrouping.options)('by %s and sorted by it has its groups in that order', async (grouping) => {
    const engine = await startSyncedEngine({ containers: 300 })
    const sort: ContainerSort = [{ column: grouping, direction: 'desc' }]
    const { groups } = await loadList(engine, grouping, undefined, sort)
    const ungrouped = await loadList(engine, undefined, undefined, sort)
    expect(groups!.map(({ label }) => label)).toEqual([...new Set(ungrouped.rows.map(valueOf[grouping]))])
  })

  test('has the subtotals of its rows on random boards', async () => {
    const engine = await startStillEngine({ containers: 120 })
    const dice = createDice('boards in groups')
    const { rows } = await loadList(engine)
    for (let board = 0; board < 4; board++) {
      const patch = () => ({
        import_deadlines: { pickup_lfd_terminal: dice.drawBoolean(0.3) ? null : `2026-11-${dice.drawInteger(10, 28)}` },
        fees_at_pod_terminal: dice.drawBoolean(0.6)
          ? []
          : [
              {
                type: 'demurrage',
                amount: dice.drawInteger(1, 99_999) / 100,
                currency_code: dice.drawBoolean(0.5) ? 'USD' : 'CAD',
              },
            ],
      })
      await engine.patch(Object.fromEntries(rows.map(({ id }) => [id, patch()])))
      await expectGroups(engine, 'pickupPlace')
      await expectGroups(engine, 'customer')
    }
  })

  test('keeps its rows in their groups while values change, with current subtotals', async () => {
    const engine = await startStillEngine({ containers: 60 })
    const { listId, groups, rows } = await loadList(engine, 'pickupPlace')
    const fees = [{ type: 'demurrage', amount: 12_345.67, currency_code: 'USD' }]
    await engine.patch({ [rows[0]!.id]: { fees_at_pod_terminal: fees } })
    const later = await loadList(engine, 'pickupPlace', listId)
    expect(later.listId).toBe(listId)
    expect(later.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(later.groups!.map(({ count }) => count)).toEqual(groups!.map(({ count }) => count))
    const [first] = later.groups!
    const { due } = computeTotals(later.rows.slice(0, first!.count))
    expect(due['USD']).toBeGreaterThanOrEqual(12_345.67)
    expect(first!.feesDue.find(({ currency }) => currency === 'USD')?.amount).toBe(due['USD'])
  })

  test('counts a row that changed its group and kept its place', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const byNumber: ContainerSort = [{ column: 'number', direction: 'asc' }]
    const first = await loadList(engine, 'assignee', undefined, byNumber)
    expect(first.groups!.map(({ count }) => count)).toEqual([20])
    await engine.client.call('own.assign', { ids: [first.rows.at(-1)!.id], assignee: 'Kim' })
    const later = await loadList(engine, 'assignee', first.listId, byNumber)
    expect([later.reordered, later.groups!.map(({ count }) => count)]).toEqual([1, [20]])
    // The heading belongs to the frozen order, also if the first row changed its group.
    await engine.client.call('own.assign', { ids: [first.rows[0]!.id], assignee: 'Kim' })
    const frozen = await loadList(engine, 'assignee', first.listId, byNumber)
    expect(frozen.groups!.map(({ key, label }) => [key, label])).toEqual([[first.groups![0]!.key, '']])
    await engine.client.call('own.assign', { ids: [first.rows[0]!.id], assignee: null })
    const newList = await loadList(engine, 'assignee', undefined, byNumber)
    expect([newList.reordered, newList.groups!.map(({ label, count }) => [label, count])]).toEqual([
      0,
      [
        ['', 19],
        ['Kim', 1],
      ],
    ])
  })

  test('without a grouping has no groups', async () => {
    const engine = await startSyncedEngine({ containers: 20 })
    expect((await loadList(engine)).groups).toBeNull()
  })
})
