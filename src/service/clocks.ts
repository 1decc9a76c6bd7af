// The two clocks of the running service. Process time may run faster than real time (`--clock-rate`), the world faster
// still (`--speed`).

import type { Now } from './service.ts'

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
