// Every day or so one of a world's places is taken by another container, and whoever mirrors the world then has one
// more than it lists. Tests that count begin where nothing of the kind is near, so that they count alike at any hour.
import { arrangeSlots, createdAt, generationAt } from '#service/world/slots.ts'

/** Longer than any file of tests, by the wall clock. */
const STILL_FOR_MS = 10 * 60_000
/** A world of thousands is never still for so long: nothing is gained by looking further back. */
const ARRIVALS_AT_MOST = 100

/**
 * The last instant up to `nowMs` that no container is entered after for as long as tests take; `nowMs` where
 * there is none near. Up to and not from: nothing that such a world tells has yet to happen.
 */
export function stillBefore(
  {
    seed,
    containers,
    rate,
  }: { seed: string; containers: number; /** So many times faster than the wall clock. */ rate: number },
  nowMs: number,
): number {
  const slots = arrangeSlots(seed, containers)
  let fromMs = nowMs
  for (let arrivals = 0; arrivals < ARRIVALS_AT_MOST; arrivals += 1) {
    const nextMs = Math.min(...slots.map((slot) => createdAt(slot, generationAt(slot, fromMs) + 1)))
    if (nextMs - fromMs > STILL_FOR_MS * rate) return fromMs
    fromMs = nextMs - STILL_FOR_MS * rate - 1
  }
  return nowMs
}
