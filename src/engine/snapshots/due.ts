// Computes when a snapshot is written next. Pure: computed from the last run, so runs missed during sleep or while the
// app was closed become one run, and a change of schedule, zone or clock needs no correction.
import type { SnapshotTimes } from '#contract/snapshots.ts'
import { MS_PER_DAY, addDays, dateInZone, instantInZone, instantOf, julianDayOf } from '../outside/calendar.ts'

const MS_PER_HOUR = 3_600_000
/** A failed run, for example because of a missing share, a lock or a full disk, is retried after this time. */
const RETRY_MS = 15 * 60_000

/** `lastRun`: the end of the last run, or the time of saving if it never ran. */
export function computeNextRunMs(
  times: SnapshotTimes,
  zone: string,
  lastRun: { ms: number; hasFailed: boolean; nowMs: number },
): number {
  // A time in the future comes from a clock that was wrong. Runs do not wait for it.
  const lastMs = lastRun.ms - lastRun.nowMs > MS_PER_DAY ? lastRun.nowMs - MS_PER_DAY : lastRun.ms
  const scheduledMs = computeScheduledRunMs(times, zone, lastMs)
  return lastRun.hasFailed ? Math.min(scheduledMs, lastMs + RETRY_MS) : scheduledMs
}

function computeScheduledRunMs(times: SnapshotTimes, zone: string, afterMs: number): number {
  if (times.every === 'hours') return afterMs + times.hours * MS_PER_HOUR
  const knownZone = dateInZone(afterMs, zone) === null ? 'UTC' : zone
  let date = dateInZone(afterMs, knownZone) ?? instantOf(afterMs).slice(0, 10)
  for (;;) {
    const ms = instantInZone(date, times.at, knownZone)
    if (ms !== null && ms > afterMs && (times.every === 'day' || isWeekday(date))) return ms
    date = addDays(date, 1)
  }
}

/** Monday to Friday. SQLite's day numbers begin at noon of a Monday. */
function isWeekday(date: string): boolean {
  return (julianDayOf(date) + 0.5) % 7 < 5
}
