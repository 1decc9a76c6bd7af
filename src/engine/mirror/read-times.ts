// When complete container sweeps were read, and the long gaps between them. The list of sweeps itself is short.
import { loadMeta, saveMeta } from '../db/meta.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { READ_TIMES, markRecord } from './feed/marks.ts'
import { instantMs } from '../outside/calendar.ts'

/** A longer gap between complete container sweeps is stored as a time without reading. */
const UNREAD_GAP_MS = 3_600_000
/** Enough for two years on a computer that is switched off every night. */
const MAX_UNREAD_GAPS = 800

/** Since when complete sweeps are recorded, when the last one ended, and the long gaps between them, oldest first. */
export type ReadTimes = { since: string; lastAt: string; unread: { from: string; until: string }[] }

/** Runs after a complete container sweep. Old sweeps are deleted, so this keeps the gaps between them. */
export function noteCompleteSweep(db: WritableDb, at: string): void {
  const before = loadReadTimes(db)
  const isLate = before !== null && (instantMs(at) ?? 0) - (instantMs(before.lastAt) ?? 0) > UNREAD_GAP_MS
  const unread = [...(before?.unread ?? []), ...(isLate ? [{ from: before.lastAt, until: at }] : [])]
  // If a gap is dropped, the record can begin only after it: earlier times can no longer be shown as read.
  const lastDropped = unread.slice(0, -MAX_UNREAD_GAPS).at(-1)
  saveMeta(db, 'mirror', 'read_times', JSON.stringify({ since: lastDropped?.until ?? before?.since ?? at, lastAt: at }))
  if (isLate) saveMeta(db, 'mirror', 'unread_times', JSON.stringify(unread.slice(-MAX_UNREAD_GAPS)))
  if (isLate || before === null) markRecord(db, READ_TIMES, 'containers')
}

/**
 * For a desktop that follows an office: the leader completed a sweep. Only the leader knows whether there was a gap,
 * because a follower gets the last sweep only.
 */
export function noteFollowedSweep(db: WritableDb, at: string): void {
  const since = loadReadTimes(db)?.since ?? at
  saveMeta(db, 'mirror', 'read_times', JSON.stringify({ since, lastAt: at }))
}

/** Replaces the times by those of the leader. The last sweep arrives separately. */
export function replaceReadTimes(db: WritableDb, { since, lastAt, unread }: ReadTimes): void {
  const known = loadReadTimes(db)?.lastAt ?? ''
  saveMeta(db, 'mirror', 'read_times', JSON.stringify({ since, lastAt: known > lastAt ? known : lastAt }))
  saveMeta(db, 'mirror', 'unread_times', JSON.stringify(unread))
}

/** Null before the first complete sweep. */
export function loadReadTimes(db: ReadableDb): ReadTimes | null {
  const times = loadMeta(db, 'mirror', 'read_times')
  if (times === null) return null
  return {
    ...(JSON.parse(times) as Pick<ReadTimes, 'since' | 'lastAt'>),
    unread: JSON.parse(loadMeta(db, 'mirror', 'unread_times') ?? '[]') as ReadTimes['unread'],
  }
}
