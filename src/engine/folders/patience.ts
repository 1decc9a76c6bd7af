// A timeout for a share that may not answer for minutes. A late answer is ignored.
import type { Clock } from '../outside/clock.ts'

const PATIENCE_MS = 5_000

/** Null: no answer in time. */
export async function withPatience<T>(clock: Clock, work: Promise<T>): Promise<T | null> {
  const isEnded = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(PATIENCE_MS, isEnded.signal).then(() => null)])
  } finally {
    isEnded.abort()
  }
}
