// Beats: a stamp that the leader stores in the office each minute. If the office lacks one that this desktop knows, it
// was restored from an older copy, although its numbers may be higher again than this desktop's cursor.
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { newestChangeId } from '../history/store.ts'
import { loadCursor, saveCursor } from './cursor.ts'
import { forgetWitness } from './witness.ts'

/** `seq`: the last row of the mirror feed when the stamp was stored. */
export type Beat = { stamp: string; seq: number }
type StoredBeat = Beat & { n: number }

/** A day. A desktop that shares no beat with its office follows it from the beginning, which compares all rows. */
const MAX_BEATS = 1_440

export function loadLastBeat(db: ReadableDb): string | null {
  return db.value<string>('SELECT stamp FROM office_beat ORDER BY n DESC LIMIT 1') ?? null
}

/** Newest first. */
export function loadBeats(db: ReadableDb): StoredBeat[] {
  return db.all<StoredBeat>('SELECT n, stamp, seq FROM office_beat ORDER BY n DESC')
}

/** Call it when every row up to the beat is stored. A leader makes beats only when it has sent everything. */
export function saveBeat(db: WritableDb, { stamp, seq }: Beat): void {
  const sql = 'INSERT INTO office_beat (stamp, seq, change_id) VALUES (?, ?, ?)'
  const n = db.run(sql, stamp, seq, newestChangeId(db))
  db.run('DELETE FROM office_beat WHERE n <= ?', n - MAX_BEATS)
}

export const isSetBack = (db: ReadableDb) => loadCursor(db, 'set-back') > 0

/** A leader has sent what the restored office lacked. A beat of the copy from which it was restored does not count. */
export function isCompleteAgain(db: ReadableDb): boolean {
  return isSetBack(db) && (loadBeats(db)[0]?.seq ?? 0) >= loadCursor(db, 'set-back')
}

/**
 * Returns to this beat of the past; null: to the beginning. Marks the changes since then, which the office may lack.
 * Rows after a beat can be stored before the beat is known, so the changes count from the beat before it. `lastSeq`:
 * the last row of the restored office.
 */
export function returnToBeat(db: WritableDb, beat: StoredBeat | null, lastSeq: number): void {
  const n = beat?.n ?? 0
  const changeId = db.value<number>('SELECT change_id FROM office_beat WHERE n < ? ORDER BY n DESC LIMIT 1', n) ?? 0
  db.run(
    `INSERT INTO office_change_out (change_id, was_sent) SELECT id, 1 FROM change
     WHERE id > ? AND uid IS NOT NULL AND id NOT IN (SELECT change_id FROM office_change_out) ORDER BY id`,
    changeId,
  )
  db.run('DELETE FROM office_beat WHERE n > ?', n)
  forgetWitness(db)
  saveCursor(db, 'feed', beat?.seq ?? 0)
  // These rows are read again, or no longer exist.
  if (loadCursor(db, 'skipped') > (beat?.seq ?? 0)) saveCursor(db, 'skipped', 0)
  saveCursor(db, 'fence', 0)
  if (loadCursor(db, 'alone') > 0) saveCursor(db, 'alone', Math.min(loadCursor(db, 'alone'), lastSeq + 1))
  saveCursor(db, 'set-back', lastSeq + 1)
}
