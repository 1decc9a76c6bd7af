// The zone this computer is set to: asked for seldom, because asking is dear, and often enough for whoever travels.
import { afterEach, expect, test, vi } from 'vitest'
import { homeZone } from '#engine/outside/calendar.ts'

const MINUTE = 60_000
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('is asked for once a minute, and another one is noticed then', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(60 * MINUTE)
  const own = new Intl.DateTimeFormat().resolvedOptions()
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  expect([homeZone(), homeZone(), asked.mock.calls.length]).toEqual([own.timeZone, own.timeZone, 1])
  asked.mockReturnValue({ ...own, timeZone: 'Asia/Tokyo' })
  vi.advanceTimersByTime(MINUTE - 1)
  expect(homeZone()).toBe(own.timeZone)
  vi.advanceTimersByTime(1)
  expect(homeZone()).toBe('Asia/Tokyo')
})
