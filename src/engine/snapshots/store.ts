// Stores snapshots in state.db, with the result of their last run.
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

type StoredSnapshot = {
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
  return db.all<StoredSnapshot>(`SELECT ${COLUMNS} FROM snapshot ORDER BY name COLLATE NOCASE, id`).map(toRow)
}

export function loadSnapshot(db: ReadableDb, id: string): SnapshotRow | null {
  const row = db.get<StoredSnapshot>(`SELECT ${COLUMNS} FROM snapshot WHERE id = ?`, id)
  return row ? toRow(row) : null
}

function toRow({ plan, writtenAt, file, rows, errorCode, errorDetails, ...row }: StoredSnapshot): SnapshotRow {
  return {
    ...row,
    plan: JSON.parse(plan) as SnapshotPlan,
    written: writtenAt === null || file === null ? null : { at: writtenAt, file, rows: rows ?? 0 },
    failure: errorCode === null ? null : { code: errorCode, details: JSON.parse(errorDetails ?? '{}') as ErrorDetails },
  }
}

/**
 * The change may have fixed the last failure, so the run state is reset. In another folder the snapshot has no file of
 * its own yet.
 */
export function saveSnapshot(db: WritableDb, { id, name, folder, plan }: Snapshot, at: string): void {
  deleteNotice(db, id)
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
  deleteNotice(db, id)
  db.run('DELETE FROM snapshot WHERE id = ?', id)
}

/** Stores nothing if the snapshot was changed during the run. */
export function saveWritten(
  db: WritableDb,
  { id, changedAt }: SnapshotRow,
  { at, file, rows }: { at: string; file: string; rows: number },
): void {
  if (
    db.runAndCount(
      'UPDATE snapshot SET ran_at = ?, written_at = ?, file = ?, rows = ?, error_code = NULL, error_details = NULL WHERE id = ? AND changed_at = ?',
      at,
      at,
      file,
      rows,
      id,
      changedAt,
    ) > 0
  )
    deleteNotice(db, id)
}

/** Also adds a notice, once for each failure code, so that a dismissed notice does not return with every retry. */
export function saveFailed(
  db: WritableDb,
  { id, name, changedAt, failure: previousFailure }: SnapshotRow,
  at: string,
  { code, details }: Failure,
): void {
  const isStored =
    db.runAndCount(
      'UPDATE snapshot SET ran_at = ?, error_code = ?, error_details = ? WHERE id = ? AND changed_at = ?',
      at,
      code,
      JSON.stringify(details),
      id,
      changedAt,
    ) > 0
  // If the snapshot was removed or changed meanwhile, nothing would delete the notice.
  if (!isStored || previousFailure?.code === code) return
  deleteNotice(db, id)
  db.run(
    'INSERT INTO notice (code, details, at) VALUES (?, ?, ?)',
    code,
    JSON.stringify({ snapshot: name, ...details }),
    at,
  )
}

/** Deletes the notice of a snapshot that was written or removed. Call it before the snapshot gets another name. */
function deleteNotice(db: WritableDb, id: string): void {
  db.run(`DELETE FROM notice WHERE json_extract(details, '$.snapshot') = (SELECT name FROM snapshot WHERE id = ?)`, id)
}
