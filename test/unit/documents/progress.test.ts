// The remaining time of the uploads is estimated from the speed of the last ones. It is unknown without a speed.
import { beforeEach, expect, test } from 'vitest'
import { type Progress, createProgress } from '#engine/documents/progress.ts'
import { createFakeClock, type FakeClock } from '#support/fake-clock.ts'

let clock: FakeClock
let progress: Progress
beforeEach(() => {
  clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  progress = createProgress(clock, () => undefined)
})

/** Uploads small files, one each second. */
async function upload(files: number): Promise<void> {
  for (let n = 0; n < files; n++) {
    const file = progress.begin({ sha256: `x${n}`, gen: 1 })
    file.addBytes(1_000)
    await clock.advance(1_000)
    file.end()
    progress.countFinished()
  }
}
const estimateSeconds = () => progress.estimateSeconds(180_000, 180)
/** 180 files remain, and each takes one second. The first second is not measured. */
const isPlausible = (seconds: number | null) => seconds !== null && seconds > 120 && seconds <= 180

test('a single small file gives no estimate', async () => {
  await upload(1)
  await clock.advance(14_000)
  expect(estimateSeconds()).toBe(null)
})

test('ten files give an estimate', async () => {
  await upload(10)
  expect(isPlausible(estimateSeconds())).toBe(true)
})

test('an interruption does not count', async () => {
  await upload(10)
  await clock.advance(100_000)
  await upload(10)
  expect(isPlausible(estimateSeconds())).toBe(true)
})

test('a pause does not count, even if it is short', async () => {
  await upload(10)
  progress.resetSpeed()
  expect(estimateSeconds()).toBe(null)
  await clock.advance(20_000)
  progress.resetSpeed()
  await upload(10)
  expect(isPlausible(estimateSeconds())).toBe(true)
})

test('there is no estimate while nothing is uploaded', async () => {
  await upload(10)
  await clock.advance(60_000)
  expect(estimateSeconds()).toBe(null)
})
