// The requests of the last minute pass from leader to leader. Two computers have different uptimes.
import { expect, test } from 'vitest'
import { bucketCaps, computeWaitMs, createBucketState } from '#engine/api/budget.ts'
import { fromLeaseBudget, toLeaseBudget } from '#engine/office/spent.ts'

const OLD_UP = 5_000_000
const NEW_UP = 70_000
const readBudget = (budget: unknown, idleMs = 0) => fromLeaseBudget(budget, idleMs, NEW_UP)
const send = (...doneUp: (number | null)[]) => ({
  general: { permits: doneUp.map((done) => ({ sentUp: OLD_UP - 40_000, doneUp: done })), cap: 70, pausedUntilUp: 0 },
})

test('each permit is as old for the next leader as it was for the last one', () => {
  const budget = toLeaseBudget(send(OLD_UP - 30_000, OLD_UP), OLD_UP)
  expect(readBudget(budget).general.permits.map(({ doneUp }) => doneUp)).toEqual([NEW_UP - 30_000, NEW_UP])
})

test('permits grow older between the last renewal and the next leader', () => {
  const budget = toLeaseBudget(send(OLD_UP - 30_000), OLD_UP)
  expect(readBudget(budget, 600).general.permits[0]?.doneUp).toBe(NEW_UP - 30_600)
})

test('the minute of a request without an answer begins half a minute from now', () => {
  const budget = toLeaseBudget(send(null), OLD_UP)
  expect(readBudget(budget).general.permits).toEqual([{ sentUp: NEW_UP, doneUp: NEW_UP + 30_000 }])
})

test.each([
  [0, 0],
  [1, 1],
  [3_000, 5],
  [6_000, 10],
  [600_000, 10],
])('a leader that was silent for %i ms may have sent %i requests unseen', (idleMs, count) =>
  expect(readBudget({}, idleMs).general.permits).toHaveLength(count),
)

test('a lowered cap and a pause pass on, and the pause ends when it would have ended', () => {
  const general = { permits: [], cap: 40, pausedUntilUp: OLD_UP + 20_000 }
  const passed = readBudget(toLeaseBudget({ general }, OLD_UP), 5_000).general
  expect([passed.cap, passed.pausedUntilUp]).toEqual([40, NEW_UP + 15_000])
})

test('a pause that is over does not pass on', () =>
  expect(toLeaseBudget({ general: { permits: [], cap: 98, pausedUntilUp: 10 } }, OLD_UP).general?.pauseMs).toBe(0))

test.each([[null], ['text'], [{ general: { ages: ['x'], cap: 98, pauseMs: 0 } }], [{ other: {} }]])(
  'with the budget %j, which cannot be read, the next leader waits a minute',
  (budget) => {
    const state = { ...createBucketState('general', NEW_UP), ...readBudget(budget).general }
    expect(state.permits).toHaveLength(bucketCaps.general)
    expect(computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: NEW_UP, paceUp: 0 })).toBeGreaterThan(
      59_000,
    )
  },
)

test('two leaders one after the other send no more than the limit in any minute', () => {
  const used = Array.from({ length: 60 }, (_, index) => OLD_UP - index * 900)
  const state = {
    ...createBucketState('general', NEW_UP),
    ...readBudget(toLeaseBudget(send(...used), OLD_UP), 2_000).general,
  }
  state.cap = bucketCaps.general
  let sent = 0
  while (computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: NEW_UP, paceUp: 0 }) === 0) {
    state.permits.push({ sentUp: NEW_UP, doneUp: NEW_UP })
    sent++
  }
  // 60 were seen, and up to 4 more may have left in the 2 s since the last renewal.
  expect(sent).toBe(bucketCaps.general - 60 - 4)
})
