// Counts the days since a container was picked up ("days out"). The detention until the empty return depends on them.
// They are computed from two calendar days at one place, the day of the pickup and today, and never from hours: ten
// minutes after a pickup at 23:50 the container has been out for one day, as the line counts it. Pure.
import { dateInZone, daysBetween, instantMs } from '../../outside/calendar.ts'

/** The zone in which days out are counted, as SQL over a row: that of the pickup, else that of the last free day. */
export const DAYS_OUT_ZONE = 'coalesce(pickup_zone, today_zone)'

/** `pickupZone`: the zone that the service sent with the pickup. */
export type DaysOutInput = { fullOutAt: string | null; pickupZone: string | null; todayZone: string; now: string }

/** Null if the time of the pickup is unknown or in the future. 0 on the day itself. */
export function daysOutAt({ fullOutAt, pickupZone, todayZone, now }: DaysOutInput): number | null {
  const [pickupDay, today] = [dayAt(fullOutAt, pickupZone), dayAt(now, pickupZone ?? todayZone)]
  if (pickupDay === null || today === null) return null
  const days = daysBetween(pickupDay, today)
  return days < 0 ? null : days
}

/**
 * The calendar day of an instant at a place. `zone` null: the service sent the time of a clock at the place as if it
 * were UTC, so its day is the day as sent.
 */
export function dayAt(at: string | null, zone: string | null): string | null {
  const ms = at === null ? null : instantMs(at)
  return ms === null ? null : dateInZone(ms, zone ?? 'UTC')
}
