// The arithmetic of the rate limiter, checked by the number of requests that arrive at the service.
import { describe, expect, test } from 'vitest'
import {
  ABANDONED_MS,
  type BucketState,
  type Priority,
  bucketCaps,
  removeFreePermits,
  createBucketState,
  raiseCap,
  applyRefusal,
  restorePermit,
  computeWaitMs,
} from '#engine/api/budget.ts'

const NEVER = Number.NEGATIVE_INFINITY
const bucketWith = (n: number, doneUp: number | null = 0): BucketState => ({
  ...createBucketState('general', 0),
  permits: Array.from({ length: n }, () => ({ sentUp: 0, doneUp })),
})

describe('a permit', () => {
  test('is used for a minute and 0.3 s after the answer, not after the send', () => {
    const state = bucketWith(98, 5_000)
    expect(computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: 65_299, paceUp: NEVER })).toBe(1)
    expect(computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: 65_300, paceUp: NEVER })).toBe(0)
  })
  test('is never free while its answer is missing', () =>
    expect(computeWaitMs(bucketWith(98, null), { bucket: 'general', priority: 0, uptimeMs: 1e9, paceUp: NEVER })).toBe(
      1_000,
    ))
  test('is removed when it is free', () => {
    const state = bucketWith(3, 0)
    state.permits.push({ sentUp: 0, doneUp: null })
    expect(removeFreePermits(state, 61_000)).toHaveLength(3)
    expect(state.permits).toHaveLength(1)
  })
})

describe('priorities', () => {
  test.each<[Priority, number]>([
    [0, 98],
    [1, 94],
    [2, 88],
    [3, 80],
    [4, 80],
  ])('priority %i can use %i permits', (priority, maxPermits) => {
    expect(
      computeWaitMs(bucketWith(maxPermits - 1), { bucket: 'general', priority, uptimeMs: 1_000, paceUp: NEVER }),
    ).toBe(0)
    expect(
      computeWaitMs(bucketWith(maxPermits), { bucket: 'general', priority, uptimeMs: 1_000, paceUp: NEVER }),
    ).toBeGreaterThan(0)
  })
  test('background requests are spread evenly, and those of the user are sent at once', () => {
    const state = bucketWith(0)
    const sentUp = 10_000
    expect(
      computeWaitMs(state, { bucket: 'general', priority: 3, uptimeMs: sentUp + 100, paceUp: sentUp }),
    ).toBeCloseTo(60_300 / 80 - 100)
    expect(computeWaitMs(state, { bucket: 'general', priority: 1, uptimeMs: sentUp + 100, paceUp: sentUp })).toBe(0)
  })
})

describe('a refusal', () => {
  test('pauses the bucket and reduces the cap once for all refusals at the same time', () => {
    const state = bucketWith(0)
    for (const up of [1_000, 1_100, 5_900]) applyRefusal(state, up, 20_000)
    expect(state.cap).toBe(68)
    expect(computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: 6_000, paceUp: NEVER })).toBe(19_900)
    applyRefusal(state, 30_000, 1_000)
    expect(state.cap).toBe(47)
  })
  test('never reduces the cap below 8', () => {
    const state = bucketWith(0)
    for (let up = 0; up < 600_000; up += 10_000) applyRefusal(state, up, 0)
    expect(state.cap).toBe(8)
  })
  test('is reverted by one permit a minute up to the full cap', () => {
    const state = bucketWith(0)
    applyRefusal(state, 0, 0)
    raiseCap(state, 'general', 59_999)
    expect(state.cap).toBe(68)
    raiseCap(state, 'general', 180_000)
    expect(state.cap).toBe(71)
    raiseCap(state, 'general', 1e9)
    expect(state.cap).toBe(bucketCaps.general)
  })
})

describe('a restart', () => {
  test('of the program does not change a permit', () =>
    expect(restorePermit({ sentUp: 900_000, doneUp: 901_000 }, 950_000)).toEqual({ sentUp: 900_000, doneUp: 901_000 }))
  test('treats a request without an answer as still in flight', () =>
    expect(restorePermit({ sentUp: 900_000, doneUp: null }, 950_000)).toEqual({
      sentUp: 900_000,
      doneUp: 950_000 + ABANDONED_MS,
    }))
  test('does not change an abandoned permit, whose minute begins in the future', () =>
    expect(restorePermit({ sentUp: 900_000, doneUp: 960_000 }, 940_000)).toMatchObject({ doneUp: 960_000 }))
  test('of the computer frees a permit after a minute, because the time before it is unknown', () => {
    const permit = restorePermit({ sentUp: 900_000, doneUp: 901_000 }, 20_000)
    const state = { ...createBucketState('general', 20_000), permits: [permit] }
    expect(removeFreePermits(state, 60_000)).toEqual([])
    expect(removeFreePermits(state, 60_300)).toEqual([permit])
  })
})

// Counts arrivals as the service does, in a rolling minute. Requests and answers take a random time.
describe('at the service', () =>
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'an hour of full load with seed %i has at most 98 arrivals in any 60 s',
    (seed) => {
      const next = createRandom(seed)
      const state = createBucketState('general', 0)
      const arrivals: number[] = []
      const answers: { at: number; permit: { sentUp: number; doneUp: number | null } }[] = []
      let up = 0
      while (up < 3_600_000) {
        for (const answer of answers.filter(({ at }) => at <= up)) {
          answer.permit.doneUp = answer.at
          answers.splice(answers.indexOf(answer), 1)
        }
        removeFreePermits(state, up)
        const waitMs = computeWaitMs(state, { bucket: 'general', priority: 0, uptimeMs: up, paceUp: NEVER })
        if (waitMs > 0) {
          up += Math.min(waitMs, ...answers.map(({ at }) => Math.max(1, at - up)))
          continue
        }
        const permit = { sentUp: up, doneUp: null as number | null }
        state.permits.push(permit)
        // One request in a hundred takes up to ten seconds to arrive.
        const travel = next() < 0.01 ? next() * 10_000 : next() * 200
        arrivals.push(up + travel)
        answers.push({ at: up + travel + next() * 200, permit })
      }
      // The load was full: nearly all of the 98 permits of each of the 60 minutes were used.
      expect(arrivals.length).toBeGreaterThan(95 * 60)
      expect(countMostInAMinute(arrivals)).toBeLessThanOrEqual(98)
    },
  ))

function countMostInAMinute(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let most = 0
  let first = 0
  sorted.forEach((time, last) => {
    while ((sorted[first] ?? 0) <= time - 60_000) first++
    most = Math.max(most, last - first + 1)
  })
  return most
}

/** A small repeatable generator (Park and Miller). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
