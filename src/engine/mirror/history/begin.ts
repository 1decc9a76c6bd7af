// From which moment changes count as new before the user marks any as seen: the end of the first complete reading.
import type { WritableDb } from '../../db/open.ts'
import type { Announce } from '../../db/write.ts'
import { loadReadTimes } from '../records.ts'
import { insertStartMark, loadReadMark } from './read-marks.ts'
import { newestChangeId } from './store.ts'

/**
 * Runs at the end of each complete container sweep, before its time is noted. An account that was read before there
 * were start marks counts from the first change it has: no change becomes seen without the user.
 */
export function beginCounting(db: WritableDb, announce: Announce, endedAt: string): void {
  if (loadReadMark(db) !== null) return
  if (loadReadTimes(db) === null) insertStartMark(db, endedAt, newestChangeId(db))
  else insertStartMark(db, firstChangeAt(db) ?? endedAt, 0)
  announce('changes')
  announce('containers')
}

function firstChangeAt(db: WritableDb): string | null {
  return db.value<string>('SELECT seen_at AS at FROM change ORDER BY id LIMIT 1') ?? null
}
