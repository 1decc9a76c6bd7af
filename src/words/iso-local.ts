// Formats an instant as local time with an offset, for other programs.
import { getOffsetMinutes, isKnownZone } from './zone-offsets.ts'

/** `2026-11-20T14:32-08:00`. Uses UTC if `zone` is null, or if this computer does not know it. */
export function formatIsoLocal(instant: string, zone: string | null): string {
  const atMs = Date.parse(instant)
  const minutes = zone === null || !isKnownZone(zone) ? 0 : getOffsetMinutes(atMs, zone)
  return `${new Date(atMs + minutes * 60_000).toISOString().slice(0, 16)}${formatOffset(minutes)}`
}

/** `2026-11-20`: the day of an instant in a zone; the UTC day if `zone` is null or unknown. */
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
