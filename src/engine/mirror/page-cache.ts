// Remembers which records each page had when it was last read. A minute later, two of three pages are equal byte for
// byte, and the mirror has their records, so they are not decoded again. Stored in memory only: after a start, each
// page is read as a new one.
import { hash } from 'node:crypto'
import type { Document } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { type Reading, isOvertaken, markAllSeen, saveLastSuccess } from './records.ts'

/** What a sweep needs of a page besides its records. */
export type PageFacts = Pick<Document, 'next' | 'total' | 'unreadable'> & {
  /** The number of listed records, including unreadable ones. */
  rows: number
  /** Digest of the ids of the readable records; null if there are none. */
  idsDigest: string | null
}

/** A record of the page as stored in the mirror: its key in `res`, its type and id, and its hash. */
export type PlacedRecord = { key: number; type: string; id: string; hash: string }
export type PlacedPage = { included: PlacedRecord[]; data: PlacedRecord[] }

export type CachedPage = PageFacts & {
  /** JSON arrays of keys in `res`, for use in SQL: of the included records, and of the listed ones. */
  included: string
  data: string
  /** Digest of the records with these keys. */
  recordsDigest: string
}

export type PageLookup = {
  /** Null if the page is new or changed. */
  cached: CachedPage | null
  /** Call it after the page was stored in the mirror. `placed` is null if a later answer updated one of its records. */
  store: (facts: PageFacts, placed: PlacedPage | null) => void
}

/** A page has 100 records, so this is enough for every account. */
const MAX_PAGES = 5_000

export type PageCache = { lookup(path: string, bytes: Uint8Array): PageLookup }

export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage & { bytesDigest: string }>()
  return {
    lookup: (path, bytes) => {
      const digest = hash('sha1', bytes, 'base64')
      const lastPage = pages.get(path)
      return {
        cached: lastPage?.bytesDigest === digest ? lastPage : null,
        store: (facts, placed) => {
          pages.delete(path)
          if (!placed) return
          // Each delta of tracking requests has a new path, so its pages would remain forever. The oldest are removed.
          for (const oldestPath of pages.keys()) {
            if (pages.size < MAX_PAGES) break
            pages.delete(oldestPath)
          }
          pages.set(path, {
            ...facts,
            bytesDigest: digest,
            included: keysOf(placed.included),
            data: keysOf(placed.data),
            recordsDigest: digestOf([...placed.included, ...placed.data]),
          })
        },
      }
    },
  }
}

export function factsOf({ data, next, total, unreadable }: Document): PageFacts {
  return {
    rows: data.length + unreadable.length,
    next,
    total,
    unreadable,
    idsDigest: data.length === 0 ? null : hash('sha1', data.map(({ id }) => id).join('\n'), 'base64'),
  }
}

/**
 * Marks the records of an unchanged page as read. Returns false and writes nothing if a record in the mirror differs
 * from the page: it is gone, or another answer updated it since.
 */
export function markPageRead(db: WritableDb, { included, data, recordsDigest }: CachedPage, reading: Reading): boolean {
  const records = [...loadPlacedRecords(db, included), ...loadPlacedRecords(db, data)]
  if (
    digestOf(records) !== recordsDigest ||
    records.some(({ requestSeq, goneSince }) => goneSince !== null || isOvertaken(reading, requestSeq))
  )
    return false
  markAllSeen(db, included, { ...reading, sweepId: null })
  markAllSeen(db, data, reading)
  saveLastSuccess(db, reading.readAt)
  return true
}

function loadPlacedRecords(
  db: ReadableDb,
  keys: string,
): (PlacedRecord & { requestSeq: number; goneSince: string | null })[] {
  return db.all(
    `SELECT r.key, r.type, r.id, r.hash, s.req_seq AS requestSeq, s.gone_since AS goneSince
     FROM json_each(?) k CROSS JOIN res r ON r.key = k.value CROSS JOIN seen s ON s.key = r.key`,
    keys,
  )
}

function keysOf(placed: readonly PlacedRecord[]): string {
  return JSON.stringify(placed.map(({ key }) => key))
}

function digestOf(placed: readonly PlacedRecord[]): string {
  return hash('sha1', placed.map((record) => `${record.type} ${record.id} ${record.hash}`).join('\n'), 'base64')
}
