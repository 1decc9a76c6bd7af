// Measures how long calls take, and how long they block the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type Latency = { p50: number; p95: number; max: number }

/** Computes median, 95th percentile and maximum of times, all in milliseconds. */
export function computeLatency(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const getPercentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: getPercentile(0.5), p95: getPercentile(0.95), max: getPercentile(1) }
}

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Measures the 99th percentile and the maximum of the event loop's delays while `work` runs, in milliseconds. */
export async function measureLoopDelay(work: () => Promise<void>): Promise<{ p99: number; max: number }> {
  const monitor = monitorEventLoopDelay({ resolution: 1 })
  monitor.enable()
  await work()
  await waitForNextTurn()
  monitor.disable()
  return { p99: monitor.percentile(99) / 1e6, max: monitor.max / 1e6 }
}

/** Lets waiting callbacks run. */
export function waitForNextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
}
