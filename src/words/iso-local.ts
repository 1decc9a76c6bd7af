// Formats an instant as local time with an offset, for other programs.
import { getOffsetMinutes, isKnownZone } from './zone-offsets.ts'

/**
 * `2026-11-20T14:32-08:00`; in UTC if this computer does not know the zone. `zone` null: the service sent the time of a
 * clock at the place as if it were UTC, so it has no offset: `2026-11-20T14:32`.
 */
export function formatIsoLocal(instant: string, zone: string | null): string {
  if (zone === null) return new Date(instant).toISOString().slice(0, 16)
  const atMs = Date.parse(instant)
  const minutes = isKnownZone(zone) ? getOffsetMinutes(atMs, zone) : 0
  return `${new Date(atMs + minutes * 60_000).toISOString().slice(0, 16)}${formatOffset(minutes)}`
}

/** `2026-11-20`: the day of an instant in a zone; as sent if `zone` is null, and in UTC if it is unknown. */
export function formatLocalDate(instant: string, zone: string | null): string {
  return formatIsoLocal(instant, zone).slice(0, 10)
}

/** `-08:00`; `Z` for UTC. */
function formatOffset(minutes: number): string {
  if (minutes === 0) return 'Z'
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${padTwoDigits(hours)}:${padTwoDigits(rest)}`
}

function padTwoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
