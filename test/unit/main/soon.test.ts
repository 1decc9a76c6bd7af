// A question with a time limit, with time as the test wants it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { soon } from '../../../src/main/soon.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is answered in time is had at once, an answer of null as well, and nothing is left waiting', async () => {
  expect([await soon(Promise.resolve('a'), 2000), await soon(Promise.resolve(null), 2000), vi.getTimerCount()]).toEqual(
    [{ answer: 'a' }, { answer: null }, 0],
  )
})

test('what is not is told of as not yet', async () => {
  const known = soon(new Promise(() => undefined), 2000)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await known).toBeNull()
})

test('what fails in time fails here, and nothing is left waiting', async () => {
  await expect(soon(Promise.reject(new Error('no')), 2000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})
