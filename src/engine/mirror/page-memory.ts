// Pages as they were when they were last read. A minute later two of three have not moved by a byte: what they say
// stands in the mirror, and need not be read out of them again. In memory only, so after a start each is read as if it
// were new.
import { hash } from 'node:crypto'
import type { Document } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { type Reading, isOvertaken, markAllSeen, saveLastSuccess } from './records.ts'

/** What a sweep must know of a page beside its records. */
export type PageFacts = Pick<Document, 'next' | 'total' | 'unreadable'> & {
  /** Listed, whether or not they can be read. */
  rows: number
  /** Digest of the ids of the records that can be read; null where there are none. */
  ids: string | null
}

/** Where a record of the page stands in the mirror, and as what. */
export type Placed = { key: number; type: string; id: string; hash: string }
export type PlacedPage = { included: Placed[]; data: Placed[] }

export type KnownPage = PageFacts & {
  /** Keys of the records as JSON, for SQLite to go through: those included, and those listed. */
  included: string
  data: string
  /** Digest of what stands under these keys. */
  standing: string
}

export type Look = {
  /** Null where the page is new or not as it was. */
  known: KnownPage | null
  /** It is in the mirror now. Null: not all of it, for somebody has told a later word. */
  keep: (facts: PageFacts, placed: PlacedPage | null) => void
}

/** With a hundred records each, of as many containers as there will ever be. */
const MOST_PAGES = 5_000

export type PageMemory = { look(path: string, bytes: Uint8Array): Look }

export function createPageMemory(): PageMemory {
  const pages = new Map<string, KnownPage & { bytes: string }>()
  return {
    look: (path, bytes) => {
      const digest = hash('sha1', bytes, 'base64')
      const last = pages.get(path)
      return {
        known: last?.bytes === digest ? last : null,
        keep: (facts, placed) => {
          pages.delete(path)
          if (!placed) return
          // Requests are asked for by another path each time: such pages never come again.
          for (const oldest of pages.keys()) {
            if (pages.size < MOST_PAGES) break
            pages.delete(oldest)
          }
          pages.set(path, {
            ...facts,
            bytes: digest,
            included: keysOf(placed.included),
            data: keysOf(placed.data),
            standing: standing([...placed.included, ...placed.data]),
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
    ids: data.length === 0 ? null : hash('sha1', data.map(({ id }) => id).join('\n'), 'base64'),
  }
}

/**
 * The page has come once more: its records were seen. False, and nothing is written, where one does not stand as the
 * page says: it is gone, or something else has been read of it since.
 */
export function seeAgain(db: WritableDb, { included, data, standing: expected }: KnownPage, reading: Reading): boolean {
  const records = [...loadPlaced(db, included), ...loadPlaced(db, data)]
  if (
    standing(records) !== expected ||
    records.some(({ requestSeq, goneSince }) => goneSince !== null || isOvertaken(reading, requestSeq))
  )
    return false
  markAllSeen(db, included, { ...reading, sweepId: null })
  markAllSeen(db, data, reading)
  saveLastSuccess(db, reading.readAt)
  return true
}

function loadPlaced(db: ReadableDb, keys: string): (Placed & { requestSeq: number; goneSince: string | null })[] {
  return db.all(
    `SELECT r.key, r.type, r.id, r.hash, s.req_seq AS requestSeq, s.gone_since AS goneSince
     FROM json_each(?) k CROSS JOIN res r ON r.key = k.value CROSS JOIN seen s ON s.key = r.key`,
    keys,
  )
}

function keysOf(placed: readonly Placed[]): string {
  return JSON.stringify(placed.map(({ key }) => key))
}

function standing(placed: readonly Placed[]): string {
  return hash('sha1', placed.map((record) => `${record.type} ${record.id} ${record.hash}`).join('\n'), 'base64')
}
