// The zone of this computer. Reading it is slow, so it is cached for a minute.
import { afterEach, expect, test, vi } from 'vitest'
import { homeZone } from '#engine/outside/calendar.ts'

const MINUTE = 60_000
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('the home zone is read once a minute, and a change is noticed then', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(60 * MINUTE)
  const own = new Intl.DateTimeFormat().resolvedOptions()
  const resolvedOptions = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  expect([homeZone(), homeZone(), resolvedOptions.mock.calls.length]).toEqual([own.timeZone, own.timeZone, 1])
  resolvedOptions.mockReturnValue({ ...own, timeZone: 'Asia/Tokyo' })
  vi.advanceTimersByTime(MINUTE - 1)
  expect(homeZone()).toBe(own.timeZone)
  vi.advanceTimersByTime(1)
  expect(homeZone()).toBe('Asia/Tokyo')
})
