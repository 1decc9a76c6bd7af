// About once a day a new container replaces another one in the list of the service. The mirror then has one container
// more than the list. Tests that count begin at a time without such a change, so that the counts are the same at any
// hour.
import { arrangeSlots, getCreatedMs, getGeneration } from '#service/world/slots.ts'

/** The time without a new container, in real time. No test file takes longer. */
const QUIET_MS = 10 * 60_000
/** A world with thousands of containers has no quiet time, so the search ends after this many attempts. */
const MAX_ARRIVALS = 100

/**
 * Returns the last instant up to `nowMs` after which no new container appears while the tests run. Returns `nowMs` if
 * it finds none. The instant is not after `nowMs`, so that no event of the world is in the future.
 */
export function findQuietStart(
  {
    seed,
    containers,
    rate,
  }: { seed: string; containers: number; /** The speed of the world relative to the wall clock. */ rate: number },
  nowMs: number,
): number {
  const slots = arrangeSlots(seed, containers)
  let fromMs = nowMs
  for (let attempt = 0; attempt < MAX_ARRIVALS; attempt += 1) {
    const nextMs = Math.min(...slots.map((slot) => getCreatedMs(slot, getGeneration(slot, fromMs) + 1)))
    if (nextMs - fromMs > QUIET_MS * rate) return fromMs
    fromMs = nextMs - QUIET_MS * rate - 1
  }
  return nowMs
}
