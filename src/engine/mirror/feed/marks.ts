// Marks: what this mirror wrote and the other desktops of its office do not have yet. A mark is written in the
// transaction of what it names, so a crash loses both or neither. Without an office nothing is written.
import { loadMeta, saveMeta } from '../../db/meta.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'

/** Types of marks that are not records of `res`: the events of one container, and the last complete sweep of a list. */
export const EVENTS = 'transport_events'
export const SWEEP = 'complete_sweep'

const MIRROR_ID_KEY = 'mirror_id'

/**
 * From now on writes leave marks. A mirror keeps its id; one that was built anew gets `newId`, because it numbers its
 * changes from 1 again.
 */
export function startMarking(db: WritableDb, newId: string, onMark: () => void): void {
  const mirrorId = loadMeta(db, 'mirror', MIRROR_ID_KEY) ?? newId
  saveMeta(db, 'mirror', MIRROR_ID_KEY, mirrorId)
  db.outgoing = { mirrorId, onMark }
}

export function stopMarking(db: WritableDb): void {
  db.outgoing = null
}

/** `isChecked`: only times of a check changed. A mark of the whole record remains one of the whole record. */
export function markRecord(db: WritableDb, type: string, id: string, isChecked = false): void {
  if (db.outgoing === null) return
  db.run(
    `INSERT OR REPLACE INTO office_out (type, id, is_checked) SELECT ?, ?, ? AND NOT EXISTS (
       SELECT 1 FROM office_out WHERE type = ? AND id = ? AND is_checked = 0)`,
    type,
    id,
    Number(isChecked),
    type,
    id,
  )
  db.outgoing.onMark()
}

/** `keys`: of records in `res`. */
export function markRecords(db: WritableDb, keys: readonly number[]): void {
  if (db.outgoing === null) return
  const records = db.all<{ type: string; id: string }>(
    'SELECT type, id FROM res WHERE key IN (SELECT value FROM json_each(?))',
    JSON.stringify(keys),
  )
  for (const { type, id } of records) markRecord(db, type, id)
}

/** Returns the uid of the change; null without an office. */
export function markChange(db: WritableDb, changeId: number): string | null {
  if (db.outgoing === null) return null
  const n = db.run('INSERT INTO office_change_out (change_id) VALUES (?)', changeId)
  db.outgoing.onMark()
  return `${db.outgoing.mirrorId}:${n}`
}

/** Whether this mirror has a version of the record that it has not sent. */
export function isMarked(db: ReadableDb, type: string, id: string): boolean {
  return db.get('SELECT 1 FROM office_out WHERE type = ? AND id = ?', type, id) !== undefined
}

/** The version that this mirror had is replaced by the office's. */
export function unmarkRecord(db: WritableDb, type: string, id: string): void {
  db.run('DELETE FROM office_out WHERE type = ? AND id = ?', type, id)
}

export function hasRecordMarks(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM office_out LIMIT 1') !== undefined
}

export function hasMarks(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM office_out UNION ALL SELECT 1 FROM office_change_out LIMIT 1') !== undefined
}

/**
 * Marks the next 2,000 records after this key, with the events of containers. Returns the key of the last one; null if
 * there are no more.
 */
export function markStoredRecords(db: WritableDb, afterKey: number): number | null {
  const last = db.value<number | null>(
    'SELECT max(key) FROM (SELECT key FROM res WHERE key > ? ORDER BY key LIMIT 2000)',
    afterKey,
  )
  if (last === undefined || last === null) return null
  db.run(
    'INSERT OR REPLACE INTO office_out (type, id, is_checked) SELECT type, id, 0 FROM res WHERE key > ? AND key <= ?',
    afterKey,
    last,
  )
  db.run(
    `INSERT OR REPLACE INTO office_out (type, id, is_checked) SELECT ?, id, 0 FROM res
     WHERE key > ? AND key <= ? AND type = 'container' AND id IN (SELECT container_id FROM event)`,
    EVENTS,
    afterKey,
    last,
  )
  return last
}
