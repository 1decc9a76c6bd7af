// The address and key with which the records of this folder were read. The folder belongs to one account of one
// service: under another address none of its data is used; under another key only after the account is known to be the
// same (same-account.ts).
import { restartEventsDue } from '../mirror/containers/event-store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { countUnsentUploads } from '../outbox/uploads.ts'
import { countUnsent } from '../outbox/store.ts'
import { deletePosition } from './hints.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { tearSweeps } from '../mirror/records.ts'

export type Source = { baseUrl: string; keyHash: string }

const SOURCE = 'source'
/**
 * The key of a second source of the same account, which the check or the user confirmed. Nothing was read with it yet.
 */
const ACCEPTED = 'accepted_source'

const serialize = ({ baseUrl, keyHash }: Source) => JSON.stringify([baseUrl, keyHash])

/** Null: nothing was read yet. Folders of older versions store it in the mirror only. */
function loadSource(db: ReadableDb): Source | null {
  const text = loadMeta(db, 'main', SOURCE) ?? loadMeta(db, 'mirror', SOURCE)
  if (text === null) return null
  const [baseUrl, keyHash] = JSON.parse(text) as [string, string]
  return { baseUrl, keyHash }
}

/** `same`: may be used. `other-address`: must not be used. `other-key`: may belong to another account. */
export type SourceMatch = 'same' | 'other-address' | 'other-key'

/** Compares a source with the stored data, without a request to the service. */
export function matchSource(db: ReadableDb, source: Source): SourceMatch {
  const stored = loadSource(db)
  if (
    stored === null ||
    serialize(stored) === serialize(source) ||
    loadMeta(db, 'main', ACCEPTED) === serialize(source) ||
    isUnused(db)
  )
    return 'same'
  return stored.baseUrl === source.baseUrl ? 'other-key' : 'other-address'
}

/** Nothing can be mixed with data of another account: there are no records, and nothing waits to be sent. */
function isUnused(db: ReadableDb): boolean {
  const hasRecords =
    db.get(`SELECT 1 FROM res WHERE type IN ('container', 'shipment', 'document', 'tracking_request') LIMIT 1`) !==
    undefined
  return !hasRecords && countUnsent(db) === 0 && countUnsentUploads(db) === 0
}

/**
 * Runs before the first request with another source: stored links belong to the old one, and the new key may see other
 * lists.
 */
export function resetForSource(db: ReadableDb, write: Write, source: Source): void {
  const stored = loadSource(db)
  if (stored !== null && serialize(stored) === serialize(source)) return
  write((w) => {
    tearSweeps(w)
    restartEventsDue(w)
    deletePosition(w)
  })
}

/** Reads this folder with this source from now on. Stored in both files, because either may have to be rebuilt. */
export function adoptSource(db: ReadableDb, write: Write, source: Source): void {
  for (const file of ['mirror', 'main'] as const) {
    if (loadMeta(db, file, SOURCE) !== serialize(source)) write((w) => saveMeta(w, file, SOURCE, serialize(source)))
  }
  if (loadMeta(db, 'main', ACCEPTED) !== null) write((w) => w.run('DELETE FROM main.meta WHERE key = ?', ACCEPTED))
}

/** Stores that this source belongs to the same account, so that it may be used from its first request on. */
export function acceptSource(write: Write, source: Source): void {
  write((w) => saveMeta(w, 'main', ACCEPTED, serialize(source)))
}
