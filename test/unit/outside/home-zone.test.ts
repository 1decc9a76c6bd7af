// The time zone of this computer. Reading it is slow, and every read of the settings needs it, so it is cached for a
// minute.
import { afterEach, expect, test, vi } from 'vitest'
import { homeZone } from '#engine/outside/calendar.ts'

const MINUTE_MS = 60_000
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('the home zone is read at most once a minute, so a change is noticed within a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // The cache belongs to the module, so an earlier test may have filled it.
  vi.advanceTimersByTime(60 * MINUTE_MS)
  const realOptions = new Intl.DateTimeFormat().resolvedOptions()
  const resolvedOptions = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  expect([homeZone(), homeZone(), resolvedOptions.mock.calls.length]).toEqual([
    realOptions.timeZone,
    realOptions.timeZone,
    1,
  ])
  resolvedOptions.mockReturnValue({ ...realOptions, timeZone: 'Asia/Tokyo' })
  vi.advanceTimersByTime(MINUTE_MS - 1)
  expect(homeZone()).toBe(realOptions.timeZone)
  vi.advanceTimersByTime(1)
  expect(homeZone()).toBe('Asia/Tokyo')
})
