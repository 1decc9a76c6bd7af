// Adds waiting entries to the full text, a few at a time, between the pages of a sweep.
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import type { Clock } from '../outside/clock.ts'
import { indexWaiting, hasWaiting } from '../mirror/search/store.ts'

export type IndexerDeps = { clock: Clock; db: ReadableDb; write: Write; log: Log }

export type Indexer = {
  /** Rows were written, and some of their entries may wait. */
  wake: () => void
  stop: () => void
}

/** About one page of a sweep. Smaller steps would make the full text write and merge more often. */
const ENTRIES_PER_STEP = 150
/** Shorter than the time between two pages, so that rarely more than one page of entries waits. */
const PAUSE_MS = 200

export function startIndexer({ clock, db, write, log }: IndexerDeps): Indexer {
  let cancel: (() => void) | null = null
  const wake = () => {
    cancel ??= clock.after(PAUSE_MS, indexStep)
  }
  const indexStep = () => {
    cancel = null
    // An error in a timer callback is not caught by a caller. Waiting entries are still stored, and the next page
    // retries.
    try {
      if (!hasWaiting(db)) return
      write((db) => indexWaiting(db, ENTRIES_PER_STEP))
      wake()
    } catch (error) {
      log('warn', 'search entries delayed', { error: String(error) })
    }
  }
  wake()
  return { wake, stop: () => cancel?.() }
}
