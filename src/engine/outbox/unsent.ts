// Counts the entries that wait to be sent, for a user who has another account open.
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { countUnsent } from './store.ts'

/** Answers what looks again, and tells where it is another number. */
export function reportUnsent(
  db: ReadableDb,
  log: Log,
  countFiles: () => number,
  tell: (count: number) => void,
): () => void {
  let told: number | null = null
  return () => {
    try {
      const count = countUnsent(db) + countFiles()
      if (count !== told) tell(count)
      told = count
    } catch (error) {
      // An error in a timer callback is not caught by a caller, and this is only a count.
      log('warn', 'unsent not counted', { error: String(error) })
    }
  }
}
