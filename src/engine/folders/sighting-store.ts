// Files that were seen in watched folders, as rows. `error` is a Failure as JSON. `path` is the whole path of the file,
// because a sighting outlives the row of its folder. Files dropped onto the window have the folder DROP, which has no
// row.
import type { ErrorCode, ErrorDetails } from '#contract/errors.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { DROP } from '../outbox/sightings.ts'
import { type Content, enqueueContent } from '../outbox/uploads.ts'
import { type Mark, isSameFile } from '../outside/user-files.ts'
import {
  type PostState,
  type PostStep,
  type SightingState,
  type SightingStep,
  postAfter,
  stateAfter,
} from './states.ts'

export type Sighting = Mark & { id: number; path: string; state: SightingState; sha256: string | null; isRacy: number }

const COLUMNS = 'id, path, ident, size, mtime_ns AS mtimeNs, state, sha256, is_racy AS isRacy'

/** Sightings of a folder, in the order in which the files were seen. The last one of a path is the current file. */
export function loadSightings(db: ReadableDb, folderId: string): Sighting[] {
  return db.all<Sighting>(
    `SELECT ${COLUMNS} FROM sighting WHERE folder_id = ? AND state <> 'VANISHED' ORDER BY id`,
    folderId,
  )
}

export function loadSighting(db: ReadableDb, id: number): Sighting | null {
  return db.get<Sighting>(`SELECT ${COLUMNS} FROM sighting WHERE id = ?`, id) ?? null
}

export function loadFolderId(db: ReadableDb, id: number): string | null {
  return db.value<string>('SELECT folder_id AS folderId FROM sighting WHERE id = ?', id) ?? null
}

export type SeenFile = { folderId: string; path: string; mark: Mark; at: string }

/**
 * Stores a new or changed file. `openId`: the sighting of this path whose content is not copied yet; its row is
 * updated, not duplicated. If the file is back in a state that already has a row, that row is used again.
 */
export function saveSighting(
  db: WritableDb,
  { folderId, path, mark, at }: SeenFile,
  openId: number | null,
): Sighting | null {
  const { ident, size, mtimeNs } = mark
  const storedSighting = db.get<Sighting>(
    `SELECT ${COLUMNS} FROM sighting WHERE folder_id = ? AND path = ? AND ident = ? AND size = ? AND mtime_ns = ?`,
    folderId,
    path,
    ident,
    size,
    mtimeNs,
  )
  if (storedSighting) {
    if (openId !== null && openId !== storedSighting.id) advanceSighting(db, openId, 'vanish')
    if (storedSighting.state === 'VANISHED') advanceSighting(db, storedSighting.id, 'change')
    return loadSighting(db, storedSighting.id)
  }
  if (openId !== null && advanceSighting(db, openId, 'change')) {
    db.run('UPDATE sighting SET ident = ?, size = ?, mtime_ns = ? WHERE id = ?', ident, size, mtimeNs, openId)
    return loadSighting(db, openId)
  }
  const id = db.run(
    `INSERT INTO sighting (folder_id, path, ident, size, mtime_ns, first_seen_at, state) VALUES (?, ?, ?, ?, ?, ?, 'WAITING')`,
    folderId,
    path,
    ident,
    size,
    mtimeNs,
    at,
  )
  return loadSighting(db, id)
}

/** Stores the new name of a file. If it already had this name and was not copied then, that older row is deleted. */
export function saveNewPath(db: WritableDb, id: number, path: string): void {
  db.run(
    `DELETE FROM sighting WHERE state = 'VANISHED' AND sha256 IS NULL AND (folder_id, path, ident, size, mtime_ns) =
      (SELECT folder_id, ?, ident, size, mtime_ns FROM sighting WHERE id = ?)`,
    path,
    id,
  )
  db.run('UPDATE OR IGNORE sighting SET path = ? WHERE id = ?', path, id)
}

/** Returns false if the current state does not allow this step. */
export function advanceSighting(
  db: WritableDb,
  id: number,
  step: SightingStep,
  failed: { error: Failure | null; nextAt: string | null } = { error: null, nextAt: null },
): boolean {
  const state = db.value<SightingState>('SELECT state FROM sighting WHERE id = ?', id)
  const nextState = state && stateAfter(state, step)
  if (!nextState) return false
  db.run(
    'UPDATE sighting SET state = ?, error = ?, next_at = ? WHERE id = ?',
    nextState,
    failed.error && JSON.stringify(failed.error),
    failed.nextAt,
    id,
  )
  return true
}

export type CopiedFile = {
  content: Content
  isRacy: boolean
  /** The end of the file was missing. */
  isTruncated: boolean
  /** The file stays where it is. */
  isLeftInPlace: boolean
  /** The sighting of this path that had this content before. */
  olderId: number | null
}

/**
 * Adds the content to the queue and links the file to it, in one transaction. Returns the id of the sighting that
 * represents the file now.
 */
export function linkContent(
  db: WritableDb,
  id: number,
  { content, isRacy, isTruncated, isLeftInPlace, olderId }: CopiedFile,
  at: string,
): number {
  if (!advanceSighting(db, id, 'spool')) return id
  const { gen, isNew } = enqueueContent(db, content, at)
  if (olderId !== null && isSameFileRewritten(db, { id, olderId, gen, isLeftInPlace })) {
    keepOlderRow(db, id, olderId)
    return olderId
  }
  db.run(
    `UPDATE sighting SET sha256 = ?, gen = ?, is_racy = ?, post = CASE WHEN post = 'NONE' AND ? THEN 'SKIPPED' ELSE post END WHERE id = ?`,
    content.sha256,
    gen,
    Number(isRacy),
    Number(isLeftInPlace),
    id,
  )
  if (isTruncated && isNew)
    db.run(
      'UPDATE upload SET warning = ? WHERE sha256 = ? AND gen = ?',
      JSON.stringify(createFailure('documents/not-finished')),
      content.sha256,
      gen,
    )
  return id
}

type RewrittenFile = { id: number; olderId: number; gen: number; isLeftInPlace: boolean }

/**
 * Whether the file was saved again with the same content, so that its older row is enough. False if another file has
 * this content, if the content is sent again, or if the file must be moved as the older one was. A disk that renumbers
 * its files at each mount keeps their times, so the time can replace the identity.
 */
function isSameFileRewritten(db: ReadableDb, { id, olderId, gen, isLeftInPlace }: RewrittenFile): boolean {
  const loadMark = (sightingId: number) =>
    db.get<Mark & { gen: number; post: PostState }>(
      'SELECT ident, size, mtime_ns AS mtimeNs, gen, post FROM sighting WHERE id = ?',
      sightingId,
    )
  const [mark, older] = [loadMark(id), loadMark(olderId)]
  if (!mark || older?.gen !== gen || !(isSameFile(mark, older) || mark.mtimeNs === older.mtimeNs)) return false
  return isLeftInPlace || older.post === 'NONE' || older.post === 'PLANNED'
}

/** Deletes the newer row, and stores the current name and state of the file in the older row. */
function keepOlderRow(db: WritableDb, id: number, olderId: number): void {
  const newer = loadSighting(db, id)
  db.run('DELETE FROM sighting WHERE id = ?', id)
  if (newer)
    db.run(
      'UPDATE sighting SET path = ?, ident = ?, size = ?, mtime_ns = ? WHERE id = ?',
      newer.path,
      newer.ident,
      newer.size,
      newer.mtimeNs,
      olderId,
    )
}

/**
 * Call this after the second read of a racy file. If the content differs, the old row gets an identity that matches no
 * file, because its content is no longer on the disk.
 */
export function endRacy(db: WritableDb, id: number, isReplaced: boolean): void {
  db.run('UPDATE sighting SET is_racy = 0 WHERE id = ?', id)
  if (isReplaced) db.run(`UPDATE sighting SET ident = ident || '#' || id WHERE id = ?`, id)
}

export type Move = Mark & {
  id: number
  folderId: string
  path: string
  sha256: string
  post: PostState
  dest: string | null
  /** 1 if the row already has the reason why the file cannot be moved. */
  hasMoveError: number
}

/** Loads the files whose content the service has, and that are neither moved nor skipped yet. */
export function loadMoves(db: ReadableDb): Move[] {
  return db.all<Move>(
    `SELECT s.id, s.folder_id AS folderId, s.path, s.ident, s.size, s.mtime_ns AS mtimeNs, s.sha256, s.post, s.post_dest AS dest, s.error IS NOT NULL AS hasMoveError
     FROM sighting s JOIN upload u ON u.sha256 = s.sha256 AND u.gen = s.gen
     WHERE s.sha256 IS NOT NULL AND s.post IN ('NONE', 'PLANNED') AND s.folder_id <> '${DROP}' AND s.is_racy = 0 AND s.state = 'SPOOLED' AND u.document_id IS NOT NULL
     ORDER BY s.id`,
  )
}

export function advancePost(db: WritableDb, id: number, step: PostStep, dest: string | null = null): boolean {
  const post = db.value<PostState>('SELECT post FROM sighting WHERE id = ?', id)
  const nextPost = post && postAfter(post, step)
  if (!nextPost) return false
  db.run(
    'UPDATE sighting SET post = ?, post_dest = coalesce(?, post_dest), error = CASE WHEN ? THEN error END WHERE id = ?',
    nextPost,
    dest,
    Number(nextPost === 'PLANNED'),
    id,
  )
  return true
}

/** Stores why a copied file cannot be moved. Returns whether this reason is new. */
export function saveMoveError(db: WritableDb, id: number, reason: string): boolean {
  const error = JSON.stringify(createFailure('folders/not-writable', { reason }))
  return (
    db.runAndCount(
      `UPDATE sighting SET error = ? WHERE id = ? AND state = 'SPOOLED' AND error IS NOT ?`,
      error,
      id,
      error,
    ) > 0
  )
}

/** Whether the copy of this content must stay, because its upload is unfinished or ended only recently. */
export function isCopyNeeded(db: ReadableDb, sha256: string, finishedAfter: string): boolean {
  return (
    db.get(
      'SELECT 1 FROM upload WHERE sha256 = ? AND (finished_at IS NULL OR finished_at > ?)',
      sha256,
      finishedAfter,
    ) !== undefined
  )
}

export function hasUpload(db: ReadableDb, sha256: string): boolean {
  return db.get('SELECT 1 FROM upload WHERE sha256 = ?', sha256) !== undefined
}

/** Lists content that must still be sent, by its hashes. */
export function listUnsentContent(db: ReadableDb): string[] {
  return db.column<string>(`SELECT DISTINCT sha256 FROM upload WHERE document_id IS NULL AND state <> 'REJECTED'`)
}

/**
 * Marks the files of lost content, so that they are read again. If another file was seen later at the same path, the
 * older file no longer exists and is not read. Returns how many files will be read.
 */
export function markContentLost(db: WritableDb, sha256: string): number {
  const rows = db.all<{ id: number; isNewest: number }>(
    `SELECT s.id, NOT EXISTS (SELECT 1 FROM sighting later WHERE later.folder_id = s.folder_id AND later.path = s.path AND later.id > s.id AND later.state <> 'VANISHED') AS isNewest
     FROM sighting s WHERE s.sha256 = ? AND s.state = 'SPOOLED' AND s.folder_id <> '${DROP}'`,
    sha256,
  )
  for (const { id, isNewest } of rows) {
    advanceSighting(db, id, 'lose')
    if (isNewest === 0) advanceSighting(db, id, 'vanish')
  }
  return rows.filter(({ isNewest }) => isNewest === 1).length
}

/** Marks one file to be read again, because the user asked. */
export function markFileLost(db: WritableDb, id: number): void {
  if (advanceSighting(db, id, 'lose') || advanceSighting(db, id, 'change'))
    db.run('UPDATE sighting SET settled_at = NULL WHERE id = ?', id)
}

/** Deletes old rows of vanished files. If such a file comes back, it gets a new row. */
export function deleteVanished(db: WritableDb, seenBefore: string): void {
  db.run(`DELETE FROM sighting WHERE state = 'VANISHED' AND sha256 IS NULL AND first_seen_at < ?`, seenBefore)
}

export function createFailure(code: ErrorCode, details: ErrorDetails = {}): Failure {
  return { code, details }
}
