// Snapshots, in state.db, with how their last run ended.
import type { ErrorCode, ErrorDetails } from '#contract/errors.ts'
import type { Snapshot, SnapshotPlan } from '#contract/snapshots.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'

export type SnapshotRow = Snapshot & {
  changedAt: string
  ranAt: string | null
  written: { at: string; file: string; rows: number } | null
  failure: Failure | null
}

type Stored = {
  id: string
  name: string
  plan: string
  folder: string
  changedAt: string
  ranAt: string | null
  writtenAt: string | null
  file: string | null
  rows: number | null
  errorCode: ErrorCode | null
  errorDetails: string | null
}

const COLUMNS =
  'id, name, plan, folder, changed_at AS changedAt, ran_at AS ranAt, written_at AS writtenAt, file, rows, error_code AS errorCode, error_details AS errorDetails'

export function loadSnapshots(db: ReadableDb): SnapshotRow[] {
  return db.all<Stored>(`SELECT ${COLUMNS} FROM snapshot ORDER BY name COLLATE NOCASE, id`).map(toRow)
}

export function loadSnapshot(db: ReadableDb, id: string): SnapshotRow | null {
  const row = db.get<Stored>(`SELECT ${COLUMNS} FROM snapshot WHERE id = ?`, id)
  return row ? toRow(row) : null
}

function toRow({ plan, writtenAt, file, rows, errorCode, errorDetails, ...row }: Stored): SnapshotRow {
  return {
    ...row,
    plan: JSON.parse(plan) as SnapshotPlan,
    written: writtenAt === null || file === null ? null : { at: writtenAt, file, rows: rows ?? 0 },
    failure: errorCode === null ? null : { code: errorCode, details: JSON.parse(errorDetails ?? '{}') as ErrorDetails },
  }
}

/** What went wrong before may be what was just changed: it begins anew. In another folder no file is its own yet. */
export function saveSnapshot(db: WritableDb, { id, name, folder, plan }: Snapshot, at: string): void {
  forgetNotice(db, id)
  db.run(
    `INSERT INTO snapshot (id, name, plan, folder, changed_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, plan = excluded.plan, folder = excluded.folder, changed_at = excluded.changed_at, ran_at = NULL, error_code = NULL, error_details = NULL,
       file = CASE WHEN folder = excluded.folder THEN file END`,
    id,
    name,
    JSON.stringify(plan),
    folder,
    at,
  )
}

export function deleteSnapshot(db: WritableDb, id: string): void {
  forgetNotice(db, id)
  db.run('DELETE FROM snapshot WHERE id = ?', id)
}

/** Of the plan it was begun with: one that was changed meanwhile was not written yet. */
export function saveWritten(
  db: WritableDb,
  { id, changedAt }: SnapshotRow,
  { at, file, rows }: { at: string; file: string; rows: number },
): void {
  if (
    db.rowsChangedBy(
      'UPDATE snapshot SET ran_at = ?, written_at = ?, file = ?, rows = ?, error_code = NULL, error_details = NULL WHERE id = ? AND changed_at = ?',
      at,
      at,
      file,
      rows,
      id,
      changedAt,
    ) > 0
  )
    forgetNotice(db, id)
}

/**
 * Told in a note as well, once for the same trouble: one that was put away does not come back every quarter of an hour.
 */
export function saveFailed(
  db: WritableDb,
  { id, name, changedAt, failure: before }: SnapshotRow,
  at: string,
  { code, details }: Failure,
): void {
  const isThere =
    db.rowsChangedBy(
      'UPDATE snapshot SET ran_at = ?, error_code = ?, error_details = ? WHERE id = ? AND changed_at = ?',
      at,
      code,
      JSON.stringify(details),
      id,
      changedAt,
    ) > 0
  // Of one that was removed or changed meanwhile nobody would ever take the note away.
  if (!isThere || before?.code === code) return
  forgetNotice(db, id)
  db.run(
    'INSERT INTO notice (code, details, at) VALUES (?, ?, ?)',
    code,
    JSON.stringify({ snapshot: name, ...details }),
    at,
  )
}

/**
 * Once it was written, or is no more, the note about it is not true any longer. Asked for while it has the name the
 * note says.
 */
function forgetNotice(db: WritableDb, id: string): void {
  db.run(`DELETE FROM notice WHERE json_extract(details, '$.snapshot') = (SELECT name FROM snapshot WHERE id = ?)`, id)
}
