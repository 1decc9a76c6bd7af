// Trusted time: the time of the service, continued by the uptime of this computer.
import { expect, test } from 'vitest'
import { createTrustedClock } from '#engine/mirror/trusted.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { startMirror } from '#support/mirror.ts'

const START = Date.parse('2026-11-20T17:00:00Z')

function start() {
  const { db, write } = startMirror()
  const clock = createFakeClock(START)
  return { clock, trusted: createTrustedClock(clock, db, write) }
}

test('a slow answer does not set the clock back', async () => {
  const { clock, trusted } = start()
  trusted.onServerTime(START, 100)
  await clock.advance(20_000)
  trusted.onServerTime(START + 3_000, 17_000)
  expect(trusted.nowMs()).toBe(START + 20_000)
})

test('an answer sets the clock if its time disagrees with the whole period of the request', async () => {
  const { clock, trusted } = start()
  trusted.onServerTime(START, 100)
  await clock.advance(20_000)
  trusted.onServerTime(START - 60_000, 17_000)
  expect(trusted.nowMs()).toBe(START - 60_000)
  trusted.onServerTime(START + 60_000, 17_000)
  expect(trusted.nowMs()).toBe(START + 60_000)
})
