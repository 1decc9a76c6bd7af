// For how many days a container has been out; detention is counted by this until the empty return. Computed from two
// calendar days at one place, the day of the pickup and today, never from hours: a container that left at 23:50 has
// been out for a day ten minutes later, as the line counts it. Pure.
import { dateInZone, daysBetween, instantMs } from '../../outside/calendar.ts'

/** The place of the pickup: the zone of the pickup, else the zone of the last free day. As SQL over a row. */
export const OUT_ZONE = 'coalesce(pickup_zone, today_zone)'

export type OutInput = { fullOutAt: string | null; zone: string; now: string }

/** Null if the time of the pickup is unknown or in the future. 0 on the day itself. */
export function daysOutAt({ fullOutAt, zone, now }: OutInput): number | null {
  const [outDay, today] = [dayAt(fullOutAt, zone), dayAt(now, zone)]
  if (outDay === null || today === null) return null
  const days = daysBetween(outDay, today)
  return days < 0 ? null : days
}

/** The calendar day of an instant at a place. */
export function dayAt(at: string | null, zone: string): string | null {
  const ms = at === null ? null : instantMs(at)
  return ms === null ? null : dateInZone(ms, zone)
}
