// Reports how much waits to be sent, so that the user sees it also while another account is open.
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { countUnsent } from './store.ts'

/** Returns a function that counts entries and files again, and reports the sum if it changed. */
export function createUnsentReporter(
  db: ReadableDb,
  log: Log,
  countFiles: () => number,
  report: (count: number) => void,
): () => void {
  let lastCount: number | null = null
  return () => {
    try {
      const count = countUnsent(db) + countFiles()
      if (count !== lastCount) report(count)
      lastCount = count
    } catch (error) {
      // An error in a timer callback is not caught by a caller, and this is only a count.
      log('warn', 'unsent not counted', { error: String(error) })
    }
  }
}
