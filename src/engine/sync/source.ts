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

const SOURCE_KEY = 'source'
/**
 * A second source of the same account, which the check or the user confirmed. Nothing was read with it yet.
 */
const ACCEPTED_SOURCE_KEY = 'accepted_source'

/** Hashes of the keys with which this folder was read before, as a JSON list. */
const EARLIER_KEYS_KEY = 'earlier_keys'

const serialize = ({ baseUrl, keyHash }: Source) => JSON.stringify([baseUrl, keyHash])

/** Null: nothing was read yet. Folders of older versions store it in the mirror only. */
function loadSource(db: ReadableDb): Source | null {
  const text = loadMeta(db, 'main', SOURCE_KEY) ?? loadMeta(db, 'mirror', SOURCE_KEY)
  if (text === null) return null
  const [baseUrl, keyHash] = JSON.parse(text) as [string, string]
  return { baseUrl, keyHash }
}

/**
 * `same`: the source may be used. `other-address`: it must not be used. `other-key`: it may belong to another account.
 */
export type SourceMatch = 'same' | 'other-address' | 'other-key'

/** Compares a source with the stored data, without a request to the service. */
export function matchSource(db: ReadableDb, source: Source): SourceMatch {
  const stored = loadSource(db)
  if (
    stored === null ||
    serialize(stored) === serialize(source) ||
    loadMeta(db, 'main', ACCEPTED_SOURCE_KEY) === serialize(source) ||
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
  write((db) => {
    tearSweeps(db)
    restartEventsDue(db)
    deletePosition(db)
  })
}

/** Hashes of the keys that this account had before the one in use. */
export const listEarlierKeys = (db: ReadableDb): string[] =>
  JSON.parse(loadMeta(db, 'main', EARLIER_KEYS_KEY) ?? '[]') as string[]

/** A folder without data says nothing about the account of its earlier keys, so it forgets them. */
function noteEarlierKey(db: ReadableDb, write: Write, { baseUrl, keyHash }: Source): void {
  const earlier = loadSource(db)
  if (earlier === null || earlier.baseUrl !== baseUrl || earlier.keyHash === keyHash) return
  const hashes = new Set(isUnused(db) ? [] : [...listEarlierKeys(db), earlier.keyHash])
  hashes.delete(keyHash)
  write((db) => saveMeta(db, 'main', EARLIER_KEYS_KEY, JSON.stringify([...hashes])))
}

/** Reads this folder with this source from now on. Stored in both files, because either may have to be rebuilt. */
export function adoptSource(db: ReadableDb, write: Write, source: Source): void {
  noteEarlierKey(db, write, source)
  for (const file of ['mirror', 'main'] as const) {
    if (loadMeta(db, file, SOURCE_KEY) !== serialize(source))
      write((db) => saveMeta(db, file, SOURCE_KEY, serialize(source)))
  }
  if (loadMeta(db, 'main', ACCEPTED_SOURCE_KEY) !== null)
    write((db) => db.run('DELETE FROM main.meta WHERE key = ?', ACCEPTED_SOURCE_KEY))
}

/** Stores that this source belongs to the same account, so that it may be used from its first request on. */
export function acceptSource(write: Write, source: Source): void {
  write((db) => saveMeta(db, 'main', ACCEPTED_SOURCE_KEY, serialize(source)))
}
