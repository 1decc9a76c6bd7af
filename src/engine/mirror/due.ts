// Records that are to be read by themselves: those somebody waits for or news was heard of ahead of the sweeps, and those
// that something leads to and no list has. What is under way is put off, so that a crash does not lose it.
import type { Linkage } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'

/** As requests have it: 2 ahead of the sweeps, 4 with what they leave. */
export type DuePriority = 2 | 4

/** `type` is one of `recordKinds`. One that is being read is read once more: the answer may be from before. */
export function markDue(db: WritableDb, { type, id }: Linkage, priority: DuePriority): void {
  db.run(
    `INSERT INTO record_due (type, id, priority) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET priority = min(priority, excluded.priority), not_before_at = NULL`,
    type,
    id,
    priority,
  )
}

/** Where something leads to a record nobody has read. */
export function markUnknown(db: WritableDb, linkages: Iterable<Linkage>): void {
  for (const { type, id } of linkages) if (!isKnown(db, { type, id })) db.run('INSERT OR IGNORE INTO record_due (type, id, priority) VALUES (?, ?, 4)', type, id)
}

export function isKnown(db: ReadableDb, { type, id }: Linkage): boolean {
  return db.get('SELECT 1 FROM res WHERE type = ? AND id = ?', type, id) !== undefined
}

export function nextDue(db: ReadableDb, priority: DuePriority, now: string): Linkage | null {
  const sql = 'SELECT type, id FROM record_due WHERE priority = ? AND (not_before_at IS NULL OR not_before_at <= ?) LIMIT 1'
  return db.get<Linkage>(sql, priority, now) ?? null
}

export function postponeDue(db: WritableDb, { type, id }: Linkage, until: string): void {
  db.run('UPDATE record_due SET not_before_at = ? WHERE type = ? AND id = ?', until, type, id)
}

/** Read but for what could not be; unless it was asked for anew since the reading began. */
export function readDueAgain(db: WritableDb, { type, id }: Linkage, at: string): void {
  db.run('UPDATE record_due SET not_before_at = ? WHERE type = ? AND id = ? AND not_before_at IS NOT NULL', at, type, id)
}

/** Read, or not to be had; unless it was asked for anew since the reading began. */
export function dropDue(db: WritableDb, { type, id }: Linkage): void {
  db.run('DELETE FROM record_due WHERE type = ? AND id = ? AND not_before_at IS NOT NULL', type, id)
}

/** Everything is due at once. What is being read is read once more: its answer may be from before. */
export function restartDue(db: WritableDb): void {
  db.run('UPDATE record_due SET not_before_at = NULL')
}
