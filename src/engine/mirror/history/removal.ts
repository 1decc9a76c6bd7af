// Removes the history of finished containers: those that were returned empty or are gone.
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'

/** `changes`: how many rows of history it has. */
export type FinishedContainer = { id: string; changes: number }

/** Reading this many rows takes about 2 ms. */
const ROWS_PER_STEP = 500

/** Lists containers that were returned empty or gone before this instant, and have history; in steps, by id. */
export function* listFinishedBefore(db: ReadableDb, before: string): Generator<FinishedContainer[], void> {
  let lastId = ''
  for (;;) {
    const rows = db.all<{ id: string; finishedAt: string | null; isOpen: number }>(
      `SELECT id, is_open AS isOpen, coalesce(empty_returned_at, gone_since) AS finishedAt FROM container_row WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_STEP}`,
      lastId,
    )
    const finished = rows
      .filter(({ isOpen, finishedAt }) => isOpen === 0 && finishedAt !== null && finishedAt < before)
      .map(({ id }) => id)
    yield db.all<FinishedContainer>(
      `SELECT rid AS id, count(*) AS changes FROM change WHERE type = 'container' AND rid IN (SELECT value FROM json_each(?)) GROUP BY rid`,
      JSON.stringify(finished),
    )
    if (rows.length < ROWS_PER_STEP) return
    lastId = rows.at(-1)?.id ?? ''
  }
}

const REMOVED_KEY = 'changes_removed'

/**
 * Deletes the history of these containers, and stores how many rows that were: ids are never reused, so the first and
 * last id no longer show how many rows there are.
 */
export function removeChangesOf(db: WritableDb, containerIds: readonly string[]): void {
  removeWhere(db, `type = 'container' AND rid IN (SELECT value FROM json_each(?))`, containerIds)
}

/** Deletes single changes, by their uids. Their names remain until they are deleted from the copy in `backups/` too. */
export function removeChanges(db: WritableDb, uids: readonly string[]): void {
  db.run(
    'INSERT INTO change_withdrawn (id, uid) SELECT id, uid FROM change WHERE uid IN (SELECT value FROM json_each(?))',
    JSON.stringify(uids),
  )
  removeWhere(db, 'uid IN (SELECT value FROM json_each(?))', uids)
}

export type WithdrawnChange = { id: number; uid: string }

export function loadWithdrawn(db: ReadableDb): WithdrawnChange[] {
  return db.all<WithdrawnChange>('SELECT id, uid FROM change_withdrawn')
}

export function forgetWithdrawn(db: WritableDb, changes: readonly WithdrawnChange[]): void {
  const ids = JSON.stringify(changes.map(({ id }) => id))
  db.run('DELETE FROM change_withdrawn WHERE id IN (SELECT value FROM json_each(?))', ids)
}

const LAST_ID_KEY = 'last_change_id'

/** The highest id that was ever given; 0 before the first change. */
export function loadLastId(db: ReadableDb): number {
  const stored = db.value<number | null>('SELECT max(id) AS id FROM change') ?? 0
  return Math.max(stored, Number(loadMeta(db, 'mirror', LAST_ID_KEY) ?? 0))
}

function removeWhere(db: WritableDb, condition: string, values: readonly string[]): void {
  const lastId = loadLastId(db)
  const first = db.value<number | null>('SELECT min(id) AS id FROM change') ?? 1
  const removedBefore = loadRemoved(db) ?? { first, count: 0 }
  const count = db.runAndCount(`DELETE FROM change WHERE ${condition}`, JSON.stringify(values))
  if (count === 0) return
  const removed = { first: removedBefore.first, count: removedBefore.count + count }
  saveMeta(db, 'mirror', REMOVED_KEY, JSON.stringify(removed))
  saveMeta(db, 'mirror', LAST_ID_KEY, String(lastId))
}

const DELETED_KEY = 'history_deleted'

export type HistoryDeleted = { before: string; months: number }

/** Stored in state.db before the deletion: a later setting does not bring the data back. */
export function saveHistoryDeleted(db: WritableDb, deleted: HistoryDeleted): void {
  if (deleted.before > (loadHistoryDeleted(db)?.before ?? ''))
    saveMeta(db, 'main', DELETED_KEY, JSON.stringify(deleted))
}

/** The history of containers that finished before this time may be deleted; null: nothing was ever deleted. */
export function loadHistoryDeleted(db: ReadableDb): HistoryDeleted | null {
  const text = loadMeta(db, 'main', DELETED_KEY)
  return text === null ? null : (JSON.parse(text) as HistoryDeleted)
}

/** `first`: the lowest id before the first removal. `count`: the rows that were removed since. */
function loadRemoved(db: ReadableDb): { first: number; count: number } | null {
  const text = loadMeta(db, 'mirror', REMOVED_KEY)
  return text === null ? null : (JSON.parse(text) as { first: number; count: number })
}

/** The number of rows, computed from the first and last id, because counting a million rows takes too long. */
export function countChanges(db: ReadableDb): number {
  // Two queries: for both ends in one query, SQLite scans the table.
  const ends = db.get<{ low: number | null; high: number | null }>(
    'SELECT (SELECT min(id) FROM change) AS low, (SELECT max(id) FROM change) AS high',
  )
  const { low, high } = ends ?? { low: null, high: null }
  if (low === null || high === null) return 0
  const removed = loadRemoved(db)
  return removed ? Math.max(0, loadLastId(db) - removed.first + 1 - removed.count) : high - low + 1
}
