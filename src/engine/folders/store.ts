// Watched folders as rows, and counts of the files seen in them.
import type { AfterUpload, FolderSettings } from '#contract/folders.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { DROP } from '../outbox/sightings.ts'

export type FolderState = 'OK' | 'MISSING' | 'DENIED'

export type FolderRow = FolderSettings & {
  id: string
  path: string
  state: FolderState
  stateSince: string
  lastScanAt: string | null
}

type StoredFolder = {
  id: string
  path: string
  after: AfterUpload
  always_polls: number
  is_recursive: number
  state: FolderState
  state_since: string
  last_scan_at: string | null
}

export function loadFolders(db: ReadableDb): FolderRow[] {
  return db
    .all<StoredFolder>(
      'SELECT id, path, after, always_polls, is_recursive, state, state_since, last_scan_at FROM folder ORDER BY created_at, id',
    )
    .map(toFolderRow)
}

export function loadFolder(db: ReadableDb, id: string): FolderRow | null {
  const row = db.get<StoredFolder>(
    'SELECT id, path, after, always_polls, is_recursive, state, state_since, last_scan_at FROM folder WHERE id = ?',
    id,
  )
  return row ? toFolderRow(row) : null
}

function toFolderRow({ id, path, after, state, ...row }: StoredFolder): FolderRow {
  return {
    id,
    path,
    after,
    alwaysPolls: row.always_polls === 1,
    isRecursive: row.is_recursive === 1,
    state,
    stateSince: row.state_since,
    lastScanAt: row.last_scan_at,
  }
}

export function insertFolder(
  db: WritableDb,
  id: string,
  path: string,
  { after, alwaysPolls, isRecursive }: FolderSettings,
  at: string,
): void {
  db.run(
    `INSERT INTO folder (id, path, after, always_polls, is_recursive, state, state_since, created_at) VALUES (?, ?, ?, ?, ?, 'OK', ?, ?)`,
    id,
    path,
    after,
    Number(alwaysPolls),
    Number(isRecursive),
    at,
    at,
  )
}

/** If the folder was watched before, links its old sightings to it, so that its files do not count as new. */
export function adoptSightings(db: WritableDb, id: string, root: string): void {
  db.run(
    `UPDATE OR IGNORE sighting SET folder_id = ? WHERE folder_id <> ? AND folder_id NOT IN (SELECT id FROM folder)
       AND substr(path, 1, length(?)) = ? AND substr(path, length(?) + 1, 1) IN ('/', '\\')`,
    id,
    DROP,
    root,
    root,
    root,
  )
}

export function changeFolder(db: WritableDb, id: string, { after, alwaysPolls, isRecursive }: FolderSettings): void {
  db.run(
    'UPDATE folder SET after = ?, always_polls = ?, is_recursive = ? WHERE id = ?',
    after,
    Number(alwaysPolls),
    Number(isRecursive),
    id,
  )
}

/** Files that were not copied yet are ignored from now on. Files that should be moved stay where they are. */
export function deleteFolder(db: WritableDb, id: string): void {
  db.run(
    `UPDATE sighting SET state = 'VANISHED', error = NULL, next_at = NULL WHERE folder_id = ? AND state <> 'SPOOLED'`,
    id,
  )
  db.run(`UPDATE sighting SET post = 'SKIPPED' WHERE folder_id = ? AND post = 'NONE'`, id)
  db.run('DELETE FROM folder WHERE id = ?', id)
}

export function saveFolderState(db: WritableDb, id: string, state: FolderState, at: string): void {
  db.run('UPDATE folder SET state = ?, state_since = ? WHERE id = ?', state, at, id)
}

export function saveScanTime(db: WritableDb, id: string, at: string): void {
  db.run('UPDATE folder SET last_scan_at = ? WHERE id = ?', at, id)
}

export type FolderCounts = {
  settling: number
  underWay: number
  failed: number
  done: number
  unmoved: number
  lastFileAt: string | null
}

/** Counting this many rows takes about 2 ms. */
const COUNTED_PER_STEP = 2_000

const COUNTS_SQL = `SELECT s.folder_id AS folderId, coalesce(sum(s.state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY')), 0) AS settling,
    coalesce(sum(s.state = 'IGNORED' OR (s.state = 'SPOOLED' AND u.state = 'REJECTED')), 0) AS failed,
    coalesce(sum(s.state = 'SPOOLED' AND (u.state IN ('EXTRACTED', 'NO_RESULT') OR (u.is_duplicate = 1 AND u.document_id IS NOT NULL))), 0) AS done,
    coalesce(sum(s.state = 'SPOOLED' AND u.state NOT IN ('EXTRACTED', 'NO_RESULT', 'REJECTED') AND NOT (u.is_duplicate = 1 AND u.document_id IS NOT NULL)), 0) AS underWay,
    coalesce(sum(s.state = 'SPOOLED' AND s.error IS NOT NULL), 0) AS unmoved, max(s.first_seen_at) AS lastFileAt
  FROM sighting s LEFT JOIN upload u ON u.sha256 = s.sha256 AND u.gen = s.gen
  WHERE s.id > ? AND s.id <= ? AND s.state <> 'VANISHED' GROUP BY s.folder_id`

/** Counts the files of each folder, by its id. A folder without files has no entry. */
export function* countSightings(db: ReadableDb): Generator<void, Map<string, FolderCounts>> {
  const counts = new Map<string, FolderCounts>()
  const newestId = db.value<number | null>('SELECT max(id) AS id FROM sighting') ?? 0
  for (let from = 0; from < newestId; from += COUNTED_PER_STEP) {
    for (const { folderId, ...stepCounts } of db.all<FolderCounts & { folderId: string }>(
      COUNTS_SQL,
      from,
      from + COUNTED_PER_STEP,
    ))
      counts.set(folderId, addCounts(counts.get(folderId), stepCounts))
    yield
  }
  return counts
}

function addCounts(one: FolderCounts | undefined, other: FolderCounts): FolderCounts {
  if (!one) return other
  const lastFileAt = [one.lastFileAt ?? '', other.lastFileAt ?? ''].toSorted()[1] ?? null
  return {
    settling: one.settling + other.settling,
    failed: one.failed + other.failed,
    done: one.done + other.done,
    underWay: one.underWay + other.underWay,
    unmoved: one.unmoved + other.unmoved,
    lastFileAt,
  }
}
