// Whose records these are: the address and the key (its hash) they were read with. The account's folder stays when the
// user changes either, so what the mirror remembers of the conversation must be forgotten then; the records are kept.
import { restartEventsDue } from '../containers/event-store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { forgetHints } from './hints.ts'
import { loadMeta, saveMeta, tearSweeps } from './store.ts'

export type Source = { baseUrl: string; keyHash: string }

const SOURCE = 'source'

/** Before the first request of this run. */
export function adoptSource(db: ReadableDb, write: Write, { baseUrl, keyHash }: Source): void {
  const source = JSON.stringify([baseUrl, keyHash])
  if (loadMeta(db, 'mirror', SOURCE) === source) return
  write((w) => {
    // Links lead to the other address, and another account's older records were never listed here.
    tearSweeps(w)
    restartEventsDue(w)
    forgetHints(w)
    saveMeta(w, 'mirror', SOURCE, source)
  })
}
