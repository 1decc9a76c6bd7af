// The two clocks of the running service: process time may run faster than real time (`--clock-rate`), and world time
// faster than process time (`--speed`).

/**
 * `processMs` is a monotonic clock for rate limits and delays; `worldMs` is the epoch time of the world and the `Date`
 * header.
 */
export type Now = { processMs: number; worldMs: number }

/** Returns a function that reads both clocks. World time begins at `startMs`, process time at 0. */
export function createClocks({
  startMs,
  clockRate,
  speed,
}: {
  startMs: number
  clockRate: number
  speed: number
}): () => Now {
  const startedMs = performance.now()
  return () => {
    const processMs = (performance.now() - startedMs) * clockRate
    return { processMs, worldMs: startMs + processMs * speed }
  }
}

/** Long enough for four sweeps of the client, which each find some changes. */
const CATCH_UP_MS = 60_000

/** Records that are `ageMs` old at `startMs`, and current after a minute or after `end`. */
export function createCatchUp(
  ageMs: number,
  startMs: number,
): { getWorldMs: (worldMs: number) => number; end: () => void } {
  let hasEnded = false
  return {
    getWorldMs: (worldMs) => {
      const lag = hasEnded ? 0 : Math.max(0, 1 - (worldMs - startMs) / CATCH_UP_MS)
      return worldMs - Math.round(ageMs * lag)
    },
    end: () => {
      hasEnded = true
    },
  }
}
