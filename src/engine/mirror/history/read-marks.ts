// Read marks: what the user has read. Each mark stores the last change that was read, and the open containers of that
// moment. The start mark is stored at the end of the first complete sweep, so that changes count before the user marks
// anything. The table is named `look`.
import type { ReadableDb, WritableDb } from '../../db/open.ts'

/** What the user saw at the last "mark as read". `tiles` are counts by name. */
type StoredReadMark = { id: number; at: string; throughId: number; tiles: Record<string, number> }

/** The id of the start mark; those of the user begin at 1. */
export const START_MARK = 0

export function loadReadMark(db: ReadableDb): StoredReadMark | null {
  const row = db.get<Omit<StoredReadMark, 'tiles'> & { tiles: string }>(
    'SELECT id, at, through_id AS throughId, tiles FROM main.look ORDER BY id DESC LIMIT 1',
  )
  return row ? { ...row, tiles: JSON.parse(row.tiles) as StoredReadMark['tiles'] } : null
}

/** Changes after this one are new to the user. */
export const loadSeenThrough = (db: ReadableDb): number => db.value<number>(`SELECT ${SEEN_THROUGH}`) ?? 0

/**
 * The user has read every change up to this one; 0 before the first mark. For the ids of new changes, and for the
 * changes that a new one may revert.
 */
export function loadLastSeenChange(db: ReadableDb): number {
  return loadReadMark(db)?.throughId ?? 0
}

/**
 * The last read change as SQL, for conditions on rows. During the first sync of an account, which ends with the start
 * mark, no change is new. SEEN_CONTAINERS: the containers at that moment.
 */
export const SEEN_THROUGH = `coalesce((SELECT through_id FROM main.look ORDER BY id DESC LIMIT 1),
  CASE WHEN EXISTS (SELECT 1 FROM mirror.meta WHERE key = 'read_times') THEN 0 ELSE ${Number.MAX_SAFE_INTEGER} END)`
export const SEEN_CONTAINERS = 'main.look_container'
export const LAST_READ_MARK = '(SELECT max(id) FROM main.look)'

const MAX_READ_MARKS = 5

/**
 * For an account without any mark. `throughId`: changes up to this one are part of the first reading. No tiles are
 * stored with it, because there was no visit to compare with. 100,000 open containers take 0.2 s, once for an account.
 */
export function insertStartMark(db: WritableDb, at: string, throughId: number): void {
  insertMark(db, START_MARK, at, throughId)
}

/** Returns the id of the mark. The open containers are stored with it; old marks are deleted. */
export function insertReadMark(db: WritableDb, at: string, throughId: number): number {
  const id = (loadReadMark(db)?.id ?? START_MARK) + 1
  insertMark(db, id, at, throughId)
  // The start mark stays for as long as mark 1, because undoing mark 1 returns to it.
  const oldest = id - MAX_READ_MARKS + 1
  if (oldest > 1) db.run('DELETE FROM main.look WHERE id < ?', oldest)
  return id
}

function insertMark(db: WritableDb, id: number, at: string, throughId: number): void {
  db.run(`INSERT INTO main.look (id, at, through_id, tiles) VALUES (?, ?, ?, '{}')`, id, at, throughId)
  db.run(
    `INSERT INTO main.look_container (look_id, container_id, lfd_date, eta_at)
     SELECT ?, id, lfd_date, eta_at FROM container_row
     WHERE is_open = 1 AND (stopped_at IS NULL OR stopped_at > ?) AND (lfd_date IS NOT NULL OR eta_at IS NOT NULL)`,
    id,
    at,
  )
}

export function saveReadMarkTiles(db: WritableDb, markId: number, tiles: StoredReadMark['tiles']): void {
  db.run('UPDATE main.look SET tiles = ? WHERE id = ?', JSON.stringify(tiles), markId)
}

/**
 * Whether the user can return to the mark before. Before mark 1 is the start mark, or none if the user marked earlier
 * than that; before a later mark there may be none because it was deleted.
 */
export function canUndoReadMark(db: ReadableDb): boolean {
  const marks = db.get<{ n: number; last: number | null }>('SELECT count(*) AS n, max(id) AS last FROM main.look')
  return marks !== undefined && (marks.n > 1 || marks.last === 1)
}

export function deleteReadMark(db: WritableDb): void {
  db.run(`DELETE FROM main.look WHERE id = ${LAST_READ_MARK}`)
}
