// What shows that the office was restored from a copy that has the last beat of this desktop: the last rows that this
// desktop has of the office, with their numbers. A change has one number for good, and a new version of a record has a
// higher one. A restored office gets the same rows again, and nearly always with other numbers.
import { z } from 'zod'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'

const KEY = 'office_witness'

const Witness = z.object({
  change: z.object({ uid: z.string().nullable(), seq: z.int() }).optional(),
  record: z.object({ type: z.string(), id: z.string(), seq: z.int(), readAt: z.string().nullable() }).optional(),
})
export type Witness = z.infer<typeof Witness>

export function loadWitness(db: ReadableDb): Witness {
  const stored = loadMeta(db, 'mirror', KEY)
  return stored === null ? {} : Witness.parse(JSON.parse(stored))
}

/** Call it in the transaction that moves the cursor past these rows. Undefined: no newer one than before. */
export function saveWitness(db: WritableDb, { change, record }: Witness): void {
  if (!change && !record) return
  const before = loadWitness(db)
  saveMeta(db, 'mirror', KEY, JSON.stringify({ change: change ?? before.change, record: record ?? before.record }))
}

/** These rows are of a past that the office no longer has. */
export function forgetWitness(db: WritableDb): void {
  saveMeta(db, 'mirror', KEY, JSON.stringify({}))
}
