// The requests of the last minute pass from leader to leader. Two computers have different uptimes.
import { expect, test } from 'vitest'
import { type Spent, bucketCaps, computeWaitMs, createBucketState } from '#engine/api/budget.ts'
import { RESERVES, fromLeaseBudget, toLeaseBudget } from '#engine/office/spent.ts'

const OLD_UP = 5_000_000
const NEW_UP = 70_000
const readBudget = (budget: unknown, idleMs = 0) => fromLeaseBudget(budget, idleMs, NEW_UP)
const unused = (cap = 98): Spent => ({ permits: [], cap, pausedUntilUp: 0 })
const nothing = { general: unused(), 'tracking-requests': unused(), infer: unused(196), refresh: unused(9) }
const send = (...doneUp: (number | null)[]) => ({
  ...nothing,
  general: { permits: doneUp.map((done) => ({ sentUp: OLD_UP - 40_000, doneUp: done })), cap: 70, pausedUntilUp: 0 },
})
/** The report of a leader that sends nothing more. */
const report = (spent: Record<keyof typeof nothing, Spent>) => toLeaseBudget(spent, OLD_UP, true)

test('each permit is as old for the next leader as it was for the last one', () => {
  const budget = report(send(OLD_UP - 30_000, OLD_UP))
  expect(readBudget(budget).general.permits.map(({ doneUp }) => doneUp)).toEqual([NEW_UP - 30_000, NEW_UP])
})

test('permits grow older between the last renewal and the next leader', () => {
  const budget = report(send(OLD_UP - 30_000))
  expect(readBudget(budget, 600).general.permits[0]?.doneUp).toBe(NEW_UP - 30_600)
})

test('the minute of a request without an answer begins half a minute from now', () => {
  expect(readBudget(report(send(null))).general.permits).toEqual([{ sentUp: NEW_UP, doneUp: NEW_UP + 30_000 }])
})

test('a request that may still arrive keeps its later minute', () => {
  expect(readBudget(report(send(OLD_UP + 25_000)), 5_000).general.permits[0]?.doneUp).toBe(NEW_UP + 20_000)
})

test('permits that are free are left out', () => {
  const budget = report(send(OLD_UP - 61_000, Number.NEGATIVE_INFINITY, OLD_UP - 60_999))
  expect(budget.general?.ages).toEqual([60_999])
})

test.each(['general', 'tracking-requests', 'infer', 'refresh'] as const)(
  'a leader that died may have sent its whole reserve of %s after its last report',
  (bucket) => {
    const { permits } = readBudget(toLeaseBudget(nothing, OLD_UP, false), 2_000)[bucket]
    expect(permits).toHaveLength(RESERVES[bucket])
    // They left before the end of its lease, and the last arrived half a minute later.
    expect(permits[0]?.doneUp).toBe(NEW_UP + 34_000)
  },
)

test('a leader that stopped, and an office without an earlier leader, used no reserve', () => {
  expect([report(nothing), {}].map((budget) => readBudget(budget).general.permits)).toEqual([[], []])
})

test('a lowered cap and a pause pass on, and the pause ends when it would have ended', () => {
  const general = { permits: [], cap: 40, pausedUntilUp: OLD_UP + 20_000 }
  const passed = readBudget(report({ ...nothing, general }), 5_000).general
  expect([passed.cap, passed.pausedUntilUp]).toEqual([40, NEW_UP + 15_000])
})

test('a pause that is over does not pass on', () =>
  expect(report({ ...nothing, general: { ...unused(), pausedUntilUp: 10 } }).general?.pauseMs).toBe(0))

test.each([[null], ['text'], [{ general: { ages: ['x'], reserve: 0, cap: 98, pauseMs: 0 } }], [{ other: {} }]])(
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
    ...readBudget(toLeaseBudget(send(...used), OLD_UP, false), 2_000).general,
  }
  state.cap = bucketCaps.general
  let sent = 0
  while (computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: NEW_UP, paceUp: 0 }) === 0) {
    state.permits.push({ sentUp: NEW_UP, doneUp: NEW_UP })
    sent++
  }
  // 60 were reported, and the reserve may have left after the report.
  expect(sent).toBe(bucketCaps.general - 60 - RESERVES.general)
})
