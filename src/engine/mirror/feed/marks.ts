// Marks: what this mirror wrote and the other desktops of its office do not have yet. A mark is written in the
// transaction of what it names, so a crash loses both or neither. Without an office nothing is written.
import { loadMeta, saveMeta } from '../../db/meta.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { saveCursor } from './cursor.ts'

/**
 * Types of marks that are not records of `res`: the events of one container, the last complete sweep of a list, the
 * gaps between sweeps of containers, the time zone of a place, and the corrections of a document that the service has.
 */
export const EVENTS = 'transport_events'
export const SWEEP = 'complete_sweep'
export const READ_TIMES = 'read_times'
export const PLACE_ZONE = 'place_zone'
export const CORRECTIONS = 'corrections'

const MIRROR_ID_KEY = 'mirror_id'

/**
 * From now on writes leave marks. A mirror keeps its id; one that was built anew gets `newId`, because it numbers its
 * changes from 1 again.
 */
export function startMarking(db: WritableDb, newId: string, onMark: () => void): void {
  const mirrorId = loadMeta(db, 'mirror', MIRROR_ID_KEY) ?? newId
  saveMeta(db, 'mirror', MIRROR_ID_KEY, mirrorId)
  // An empty mirror has nothing to bring.
  if (isMirrorEmpty(db)) saveCursor(db, 'joined', 1)
  db.outgoing = { mirrorId, onMark }
}

export function isMirrorEmpty(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM res UNION ALL SELECT 1 FROM change LIMIT 1') === undefined
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

export function hasChangeMarks(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM office_change_out LIMIT 1') !== undefined
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
  // A container without events is marked too if they were read.
  db.run(
    `INSERT OR REPLACE INTO office_out (type, id, is_checked) SELECT ?, id, 0 FROM res
     WHERE key > ? AND key <= ? AND type = 'container' AND (EXISTS (SELECT 1 FROM event e WHERE e.container_id = res.id)
       OR NOT EXISTS (SELECT 1 FROM event_due d WHERE d.container_id = res.id))`,
    EVENTS,
    afterKey,
    last,
  )
  return last
}

export function markPlaceZones(db: WritableDb): void {
  db.run('INSERT OR REPLACE INTO office_out (type, id, is_checked) SELECT ?, place, 0 FROM place_zone', PLACE_ZONE)
}

export function markCorrections(db: WritableDb): void {
  db.run(
    'INSERT OR REPLACE INTO office_out (type, id, is_checked) SELECT DISTINCT ?, document_id, 0 FROM correction',
    CORRECTIONS,
  )
}

/** The number of the newest mark of a record; 0 without one. */
export function loadLastMark(db: ReadableDb): number {
  return db.value<number | null>('SELECT max(n) FROM office_out') ?? 0
}

export function deleteChangeMarks(db: WritableDb): void {
  db.run('DELETE FROM office_change_out')
}

const CHANGES_PER_SLICE = 500

/**
 * Marks the next changes after this id, which have no mark, and gives a uid to those that have none. Returns the id of
 * the last one; null if there are no more.
 */
export function markStoredChanges(db: WritableDb, afterId: number): number | null {
  const changes = db.all<{ id: number; uid: string | null }>(
    `SELECT id, uid FROM change WHERE id > ? ORDER BY id LIMIT ${CHANGES_PER_SLICE}`,
    afterId,
  )
  for (const { id, uid } of changes) {
    const newUid = markChange(db, id)
    if (uid === null) db.run('UPDATE change SET uid = ? WHERE id = ?', newUid, id)
  }
  return changes.at(-1)?.id ?? null
}
