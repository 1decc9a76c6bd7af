// Changes of numbers that were ordered in one list share a row of the changes, which unfolds.
import { expect, test } from 'vitest'
import type { ChangeFilter } from '#contract/changes.ts'
import type { SyncedEngine } from '#support/synced-engine.ts'
import { startWithTwelveContainers } from '#support/tracking-requests.ts'

/** The service cannot track the last one. */
const NUMBERS = ['260000001', '260000002', '260000003', 'TEST-TR-FAILED']

async function startWithList(): Promise<{ engine: SyncedEngine; bulkId: string }> {
  const engine = await startWithTwelveContainers()
  await engine.client.call('changes.markSeen', { throughId: Number.MAX_SAFE_INTEGER })
  const { id } = await engine.client.call('batches.create', {
    name: 'week 47.xlsx',
    lines: NUMBERS.map((number) => ({
      text: number,
      request: { number, type: 'bill_of_lading', scac: number.startsWith('TEST') ? 'TEST' : 'MAEU', refs: [] },
      left: null,
    })),
  })
  await engine.clock.advanceUntil(async () => {
    const { rows } = await engine.client.call('batches.get', { id })
    return rows.every(({ request }) => request?.state === 'created' || request?.state === 'failed')
  }, 1_800_000)
  return { engine, bulkId: id }
}

const groups = ({ client }: SyncedEngine, unfolded: string[] = [], filter: Partial<ChangeFilter> = {}) =>
  client.call('changes.groups', {
    filter: { scope: 'unseen', kinds: ['tracking'], ...filter },
    unfolded,
    window: { offset: 0, limit: 50 },
  })

test('numbers of one list are one row, with how many are in each state', async () => {
  const { engine, bulkId } = await startWithList()
  const { rows, total } = await groups(engine)
  expect([rows.map(({ bulk }) => bulk), total]).toEqual([
    [
      {
        id: bulkId,
        name: 'week 47.xlsx',
        states: [
          { state: 'created', count: 3 },
          { state: 'failed', count: 1 },
        ],
        isUnfolded: false,
      },
    ],
    1,
  ])
  expect(rows[0]?.changes[0]?.severity, 'a number that cannot be tracked needs an answer').toBe(2)
  expect(rows[0]?.id).toBe((await engine.client.call('changes.list', listOfAll)).rows[0]?.id)
})

const listOfAll = {
  filter: { scope: 'unseen' as const, kinds: ['tracking' as const] },
  window: { offset: 0, limit: 1 },
}

test('the row unfolds into a row for each number', async () => {
  const { engine, bulkId } = await startWithList()
  const { rows, total } = await groups(engine, [bulkId])
  expect(total).toBe(1 + NUMBERS.length)
  expect(rows.map(({ bulk, isInBulk }) => [bulk?.isUnfolded ?? null, isInBulk])).toEqual([
    [true, false],
    ...NUMBERS.map(() => [null, true]),
  ])
  expect(
    rows
      .slice(1)
      .map(({ changes }) => changes[0]?.number)
      .toSorted(),
  ).toEqual(NUMBERS)
})

test('the row counts only the numbers that pass the filter', async () => {
  const { engine } = await startWithList()
  const { rows } = await groups(engine, [], { severities: [4] })
  expect(rows[0]?.bulk?.states.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
  expect(rows.flatMap(({ changes }) => changes.map(({ severity }) => severity))).not.toContain(2)
})

test('the row of a text filter has only the numbers that match it', async () => {
  const { engine, bulkId } = await startWithList()
  const listNumbers = async (text: string) => {
    const { rows } = await groups(engine, [bulkId], { text })
    return rows.map(({ bulk, isInBulk, count }) => [
      bulk?.states.reduce((sum, state) => sum + state.count, 0) ?? null,
      isInBulk,
      count,
    ])
  }
  const counted = await listNumbers(NUMBERS[0]!)
  expect(counted, 'one number is a row of its own').toEqual([[null, false, expect.any(Number)]])
  const commonStart = NUMBERS[0]!.slice(0, 6)
  const matching = NUMBERS.filter((number) => number.startsWith(commonStart))
  expect([matching.length > 1, matching.length < NUMBERS.length]).toEqual([true, true])
  expect((await listNumbers(commonStart)).map(([listed, isInBulk]) => [listed, isInBulk])).toEqual([
    [matching.length, false],
    ...matching.map(() => [null, true]),
  ])
})
