import { expect, test } from 'vitest'
import { createWorld } from '#service/world/world.ts'
import { findQuietStart } from '#support/still-world.ts'

const MINUTE_MS = 60_000
// One of the 20 containers is replaced at 08:13 on that day.
const ARRIVAL_MS = Date.parse('2026-11-23T08:13:00Z')
const WORLD = { seed: '1', containers: 20 }
const world = createWorld({ ...WORLD, writtenRequests: () => [] })
const listIdsAt = (nowMs: number) =>
  world
    .getRecords(nowMs)
    .list('container')
    .slice(0, 100)
    .map(({ id }) => id)
    .sort()

test('a world does not change for ten minutes of real time, at any rate and near any arrival', () => {
  expect(listIdsAt(ARRIVAL_MS)).not.toEqual(listIdsAt(ARRIVAL_MS - 1))
  for (const rate of [1, 20, 60]) {
    for (const minutesBefore of [-1, 0, 1, 4, 99, 300, 2000]) {
      const nowMs = ARRIVAL_MS - minutesBefore * MINUTE_MS
      const fromMs = findQuietStart({ ...WORLD, rate }, nowMs)
      expect(fromMs).toBeLessThanOrEqual(nowMs)
      expect(listIdsAt(fromMs + 10 * MINUTE_MS * rate)).toEqual(listIdsAt(fromMs))
    }
  }
})

test('a world begins now if no arrival is near, or if there is no time without arrivals', () => {
  expect(findQuietStart({ ...WORLD, rate: 20 }, ARRIVAL_MS)).toBe(ARRIVAL_MS)
  expect(findQuietStart({ seed: '1', containers: 20_000, rate: 60 }, ARRIVAL_MS)).toBe(ARRIVAL_MS)
})
