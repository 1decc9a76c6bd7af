// Containers that are finished, and what is kept of their past.
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'

export type Finished = { id: string; changes: number }

/** Read in about two milliseconds. */
const ROWS_PER_STEP = 500

/** Returned empty or gone from the service before this instant, with history that is kept; in steps, by id. */
export function* finishedBefore(db: ReadableDb, before: string): Generator<Finished[], void> {
  let last = ''
  for (;;) {
    const rows = db.all<{ id: string; finishedAt: string | null; isOpen: number }>(
      `SELECT id, is_open AS isOpen, coalesce(empty_returned_at, gone_since) AS finishedAt FROM container_row WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_STEP}`,
      last,
    )
    const finished = rows
      .filter(({ isOpen, finishedAt }) => isOpen === 0 && finishedAt !== null && finishedAt < before)
      .map(({ id }) => id)
    yield db.all<Finished>(
      `SELECT rid AS id, count(*) AS changes FROM change WHERE type = 'container' AND rid IN (SELECT value FROM json_each(?)) GROUP BY rid`,
      JSON.stringify(finished),
    )
    if (rows.length < ROWS_PER_STEP) return
    last = rows.at(-1)?.id ?? ''
  }
}

const REMOVED = 'changes_removed'

/**
 * All that is kept of these containers' past. Numbers are not given again, so the ends of them no longer tell how many
 * there are.
 */
export function removeChangesOf(db: WritableDb, containerIds: readonly string[]): void {
  const first = db.get<{ id: number | null }>('SELECT min(id) AS id FROM change')?.id ?? 1
  const before = loadRemoved(db) ?? { first, count: 0 }
  const count = db.rowsChangedBy(
    `DELETE FROM change WHERE type = 'container' AND rid IN (SELECT value FROM json_each(?))`,
    JSON.stringify(containerIds),
  )
  if (count > 0) saveMeta(db, 'mirror', REMOVED, JSON.stringify({ first: before.first, count: before.count + count }))
}

const DELETED = 'history_deleted'

export type HistoryDeleted = { before: string; months: number }

/** Noted before any of it goes, in state.db: what was deleted stays deleted, whatever the setting says later. */
export function noteDeleted(db: WritableDb, deleted: HistoryDeleted): void {
  if (deleted.before > (loadDeleted(db)?.before ?? '')) saveMeta(db, 'main', DELETED, JSON.stringify(deleted))
}

/** Of containers that were finished before then nothing of their past may be left; null: none ever was deleted. */
export function loadDeleted(db: ReadableDb): HistoryDeleted | null {
  const text = loadMeta(db, 'main', DELETED)
  return text === null ? null : (JSON.parse(text) as HistoryDeleted)
}

function loadRemoved(db: ReadableDb): { first: number; count: number } | null {
  const text = loadMeta(db, 'mirror', REMOVED)
  return text === null ? null : (JSON.parse(text) as { first: number; count: number })
}

/** Rows there are: by the ends of their numbers, because counting a million takes too long. */
export function countChanges(db: ReadableDb): number {
  // Asked for apart: together the two ends are a scan to SQLite.
  const ends = db.get<{ low: number | null; high: number | null }>(
    'SELECT (SELECT min(id) FROM change) AS low, (SELECT max(id) FROM change) AS high',
  )
  const { low, high } = ends ?? { low: null, high: null }
  if (low === null || high === null) return 0
  const removed = loadRemoved(db)
  return removed ? Math.max(0, high - removed.first + 1 - removed.count) : high - low + 1
}
