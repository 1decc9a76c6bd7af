// What shows that the office was restored from a copy that has the last beat of this desktop: the last rows that this
// desktop has of the office, with their numbers. A change has one number for good, and a new version of a record has a
// higher one. A restored office gets the same rows again, and nearly always with other numbers.
import { z } from 'zod'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { loadCursor, saveCursor } from './cursor.ts'

const KEY = 'office_witness'

const WitnessRecord = z.object({
  type: z.string(),
  id: z.string(),
  seq: z.int(),
  readAt: z.string().nullable(),
  /** When the office saw it first. Null for a record that this desktop sent: it may have seen it later than others. */
  firstSeenAt: z.string().nullable(),
})
const Witness = z.object({
  /**
   * `count`: the number of changes with this number, if all of them were read. After a second restoration from the
   * same copy, the office may have more changes with this number than this desktop has read.
   */
  change: z.object({ uid: z.string().nullable(), seq: z.int(), count: z.int().optional() }).optional(),
  record: WitnessRecord.optional(),
})
export type Witness = z.infer<typeof Witness>
const Stored = Witness.extend({ cursor: z.int() })

/** Nothing if an earlier version of this program, which does not store it, has moved the cursor. */
export function loadWitness(db: ReadableDb): Witness {
  const text = loadMeta(db, 'mirror', KEY)
  const stored = text === null ? null : Stored.parse(JSON.parse(text))
  return stored?.cursor === loadCursor(db, 'feed') ? stored : {}
}

/** These rows are of a past that the office no longer has. */
export function forgetWitness(db: WritableDb): void {
  db.run('DELETE FROM mirror.meta WHERE key = ?', KEY)
}

/**
 * Moves the cursor of the mirror feed. Parts of `newest` are undefined if no later one was read or sent. A change that
 * was added late has a higher number than the rows that are read next.
 */
export function moveFeedCursor(db: WritableDb, cursor: number, newest: Witness): void {
  const before = loadWitness(db)
  saveCursor(db, 'feed', cursor)
  const { record = before.record } = newest
  const change = (newest.change?.seq ?? 0) >= (before.change?.seq ?? 0) ? newest.change : before.change
  saveMeta(db, 'mirror', KEY, JSON.stringify({ change, record, cursor } satisfies z.infer<typeof Stored>))
}
