// Waits for a promise with a time limit. The time is fake.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitWithTimeout } from '../../../src/main/wait-with-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer in time is returned at once, also null, and no timer remains', async () =>
  expect([
    await waitWithTimeout(Promise.resolve('a'), 2000),
    await waitWithTimeout(Promise.resolve(null), 2000),
    vi.getTimerCount(),
  ]).toEqual([{ answer: 'a' }, { answer: null }, 0]))

test('an answer that is too late gives null', async () => {
  const waiting = waitWithTimeout(new Promise(() => undefined), 2000)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await waiting).toBeNull()
})

test('a failure in time is thrown, and no timer remains', async () => {
  await expect(waitWithTimeout(Promise.reject(new Error('no')), 2000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})
