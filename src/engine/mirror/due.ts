// Records to read by id. Before the sweeps: those that the user waits for or a hint names. After them: those that
// another record references but no list contains. A record that is being read stays in the table, postponed, so that a
// crash does not lose it.
import type { Linkage } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'

/** The priority of the request: 2 is before the sweeps, 4 uses what the sweeps leave. */
export type DuePriority = 2 | 4

/** `type` is a key of `recordKinds`. A record that is being read is read again, because its answer may be older. */
export function markDue(db: WritableDb, { type, id }: Linkage, priority: DuePriority): void {
  db.run(
    `INSERT INTO record_due (type, id, priority) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET priority = min(priority, excluded.priority), not_before_at = NULL`,
    type,
    id,
    priority,
  )
}

/** Marks referenced records that were never read. */
export function markUnknown(db: WritableDb, linkages: Iterable<Linkage>): void {
  for (const { type, id } of linkages)
    if (!isStored(db, { type, id }))
      db.run('INSERT OR IGNORE INTO record_due (type, id, priority) VALUES (?, ?, 4)', type, id)
}

export function isStored(db: ReadableDb, { type, id }: Linkage): boolean {
  return db.get('SELECT 1 FROM res WHERE type = ? AND id = ?', type, id) !== undefined
}

export function nextDue(db: ReadableDb, priority: DuePriority, now: string): Linkage | null {
  const sql =
    'SELECT type, id FROM record_due WHERE priority = ? AND (not_before_at IS NULL OR not_before_at <= ?) LIMIT 1'
  return db.get<Linkage>(sql, priority, now) ?? null
}

export function postponeDue(db: WritableDb, { type, id }: Linkage, until: string): void {
  db.run('UPDATE record_due SET not_before_at = ? WHERE type = ? AND id = ?', until, type, id)
}

/** Makes an incomplete record due again at `dueAt`, unless it was marked as due again since its reading began. */
export function rescheduleDue(db: WritableDb, { type, id }: Linkage, dueAt: string): void {
  db.run(
    'UPDATE record_due SET not_before_at = ? WHERE type = ? AND id = ? AND not_before_at IS NOT NULL',
    dueAt,
    type,
    id,
  )
}

/** Removes a record that was read or is not available, unless it was marked as due again since its reading began. */
export function dropDue(db: WritableDb, { type, id }: Linkage): void {
  db.run('DELETE FROM record_due WHERE type = ? AND id = ? AND not_before_at IS NOT NULL', type, id)
}

/** Makes every record due now. A record that is being read is read again, because its answer may be older. */
export function restartDue(db: WritableDb): void {
  db.run('UPDATE record_due SET not_before_at = NULL')
}
