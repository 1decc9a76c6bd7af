// The time of the service, carried on by this computer's uptime.
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

test('a slow answer that others overtook does not set the clock back', async () => {
  const { clock, trusted } = start()
  trusted.onServerTime(START, 100)
  await clock.advance(20_000)
  trusted.onServerTime(START + 3_000, 17_000)
  expect(trusted.nowMs()).toBe(START + 20_000)
})

test('an answer moves the clock where no moment of its way agrees with it', async () => {
  const { clock, trusted } = start()
  trusted.onServerTime(START, 100)
  await clock.advance(20_000)
  trusted.onServerTime(START - 60_000, 17_000)
  expect(trusted.nowMs()).toBe(START - 60_000)
  trusted.onServerTime(START + 60_000, 17_000)
  expect(trusted.nowMs()).toBe(START + 60_000)
})
