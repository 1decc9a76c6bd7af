// Counts the entries that wait to be sent, for a user who has another account open.
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { countUnsent } from './store.ts'

/** Returns a function that counts again and reports a changed number. */
export function reportUnsent(
  db: ReadableDb,
  log: Log,
  countFiles: () => number,
  report: (count: number) => void,
): () => void {
  let reported: number | null = null
  return () => {
    try {
      const count = countUnsent(db) + countFiles()
      if (count !== reported) report(count)
      reported = count
    } catch (error) {
      // An error in a timer callback is not caught by a caller, and this is only a count.
      log('warn', 'unsent not counted', { error: String(error) })
    }
  }
}
