// About once a day another container takes a place of the world, and a mirror then has one container more than the
// list. Tests that count begin at a time without such an arrival, so that the counts are equal at any hour.
import { arrangeSlots, createdAt, generationAt } from '#service/world/slots.ts'

/** Longer than any file of tests, in real time. */
const STILL_FOR_MS = 10 * 60_000
/** A world with thousands of containers is never still for so long, so an earlier time would be no better. */
const MAX_ARRIVALS = 100

/**
 * The last instant up to `nowMs` after which no container arrives while the tests run; `nowMs` if none is near. Never
 * later than `nowMs`, so that no event of the world is in the future.
 */
export function lastQuietInstant(
  {
    seed,
    containers,
    rate,
  }: { seed: string; containers: number; /** So many times faster than the wall clock. */ rate: number },
  nowMs: number,
): number {
  const slots = arrangeSlots(seed, containers)
  let fromMs = nowMs
  for (let arrivals = 0; arrivals < MAX_ARRIVALS; arrivals += 1) {
    const nextMs = Math.min(...slots.map((slot) => createdAt(slot, generationAt(slot, fromMs) + 1)))
    if (nextMs - fromMs > STILL_FOR_MS * rate) return fromMs
    fromMs = nextMs - STILL_FOR_MS * rate - 1
  }
  return nowMs
}
