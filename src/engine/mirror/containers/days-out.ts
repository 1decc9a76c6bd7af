// For how long a box has been out: what detention is counted by until it comes back empty.
// Two calendar days at one place, the day it left and the day it is there now; never hours, so that a box that left at
// 23:50 has been out for a day ten minutes later, as the line will count it. Pure.
import { dateInZone, daysBetween, instantMs } from '../../outside/calendar.ts'

/**
 * The place it left from: the calendar of its pickup, else the one its last free day is counted in. As SQL over a row.
 */
export const OUT_ZONE = 'coalesce(pickup_zone, today_zone)'

export type Out = { fullOutAt: string | null; zone: string; now: string }

/** Null where nobody told when it left, or it is still to leave. 0 on the day itself. */
export function daysOutAt({ fullOutAt, zone, now }: Out): number | null {
  const [left, today] = [dayAt(fullOutAt, zone), dayAt(now, zone)]
  if (left === null || today === null) return null
  const days = daysBetween(left, today)
  return days < 0 ? null : days
}

/** The calendar day of an instant at a place. */
export function dayAt(at: string | null, zone: string): string | null {
  const ms = at === null ? null : instantMs(at)
  return ms === null ? null : dateInZone(ms, zone)
}
