// The records that the last complete sweep of each list did not list. In an office the followers get them with the end
// of the sweep, because the sweep confirms every other record.
import { loadMeta, saveMeta } from '../db/meta.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { SWEEP, markRecord } from './feed/marks.ts'
import { type SweepKind, sweepLists } from './kinds.ts'

/** The name of the value in the mirror's meta. */
export const createMissedKey = (kind: SweepKind) => `missed_${kind}`

/** Ids of the records. */
export function loadMissed(db: ReadableDb, kind: SweepKind): string[] {
  return JSON.parse(loadMeta(db, 'mirror', createMissedKey(kind)) ?? '[]') as string[]
}

/** Runs after every record that the sweep did not list was counted. `keys`: of those that were counted now. */
export function saveMissed(db: WritableDb, kind: SweepKind, keys: ArrayLike<number>): void {
  const ids = db.column<string>(
    `SELECT id FROM res WHERE key IN (SELECT value FROM json_each(?))
     UNION SELECT id FROM seen CROSS JOIN res USING (key) WHERE missing_count >= 2 AND gone_since IS NULL AND type = ?`,
    JSON.stringify(Array.from(keys)),
    sweepLists[kind].type,
  )
  saveMeta(db, 'mirror', createMissedKey(kind), JSON.stringify(ids))
  markRecord(db, SWEEP, kind)
}

/** Those of the sweep of another desktop. */
export function replaceMissed(db: WritableDb, kind: SweepKind, ids: readonly string[]): void {
  const { type, fieldsOf } = sweepLists[kind]
  // Several lists have values of custom fields, whose age is not shown.
  if (fieldsOf !== undefined) return
  const before = loadMissed(db, kind)
  if (before.length === 0 && ids.length === 0) return
  const setCount = (count: number, names: readonly string[]) =>
    db.run(
      `UPDATE seen SET missing_count = ? WHERE gone_since IS NULL AND key IN (
         SELECT key FROM res WHERE type = ? AND id IN (SELECT value FROM json_each(?)))`,
      count,
      type,
      JSON.stringify(names),
    )
  setCount(0, before)
  setCount(1, ids)
  saveMeta(db, 'mirror', createMissedKey(kind), JSON.stringify(ids))
}
