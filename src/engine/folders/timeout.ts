// A timeout for calls to a share that may not answer for minutes. The call continues, and its late answer is ignored.
import type { Clock } from '../outside/clock.ts'

const TIMEOUT_MS = 5_000

/** Resolves to null if the work does not end within TIMEOUT_MS. */
export async function withTimeout<Result>(clock: Clock, work: Promise<Result>): Promise<Result | null> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(TIMEOUT_MS, timer.signal).then(() => null)])
  } finally {
    timer.abort()
  }
}
