// How long calls take, and how long the event loop is blocked meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type Latency = { p50: number; p95: number; max: number }

/** In milliseconds. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** The 99th percentile and the maximum of the event loop's delays while `work` runs, in milliseconds. */
export async function loopDelayOf(work: () => Promise<void>): Promise<{ p99: number; max: number }> {
  const monitor = monitorEventLoopDelay({ resolution: 1 })
  monitor.enable()
  await work()
  await nextTurn()
  monitor.disable()
  return { p99: monitor.percentile(99) / 1e6, max: monitor.max / 1e6 }
}

/** Lets waiting callbacks run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
}
