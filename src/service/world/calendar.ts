// Calendar arithmetic in the zones of ports. A day is the number of days since 1970-01-01 in a local calendar, so that
// a last free day remains a day until it is formatted (specification 2.1, `import_deadlines`).

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Cached offsets of each zone, because the zone database is slow. `spans`: by span of eight days; null if the offset
 * changes within the span. `hours`: by hour, only in such spans.
 */
const offsets = new Map<string, { spans: Map<number, number | null>; hours: Map<number, number> }>()

/** Long, so that there are few entries; short, so that few spans contain a change. */
const SPAN_MS = 8 * DAY_MS

/** The offset of the zone's local time from UTC at that instant. */
export function offsetMs(zone: string, instantMs: number): number {
  let known = offsets.get(zone)
  if (!known) offsets.set(zone, (known = { spans: new Map<number, number | null>(), hours: new Map<number, number>() }))
  const span = Math.floor(instantMs / SPAN_MS)
  let offset = known.spans.get(span)
  if (offset === undefined) {
    const atStart = readOffset(zone, span * SPAN_MS)
    offset = atStart === readOffset(zone, (span + 1) * SPAN_MS) ? atStart : null
    known.spans.set(span, offset)
  }
  if (offset !== null) return offset
  // The offset changes within this span. The zones of the ports change it on a full hour of UTC.
  const hour = Math.floor(instantMs / HOUR_MS)
  const inHour = known.hours.get(hour) ?? readOffset(zone, instantMs)
  known.hours.set(hour, inHour)
  return inHour
}

/** The number of the local day of this instant. */
export function localDay(zone: string, instantMs: number): number {
  return Math.floor((instantMs + offsetMs(zone, instantMs)) / DAY_MS)
}

/**
 * The instant of this local day and time. A time that the clocks skip gives the hour before it west of UTC, and the
 * hour after it east of UTC.
 */
export function instantAt(zone: string, day: number, timeOfDayMs: number): number {
  const wallMs = day * DAY_MS + timeOfDayMs
  const guessMs = wallMs - offsetMs(zone, wallMs)
  return wallMs - offsetMs(zone, guessMs)
}

/** Events have a precision of one minute. */
export function toMinute(instantMs: number): number {
  return Math.round(instantMs / MINUTE_MS) * MINUTE_MS
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The service's format of instants: whole seconds and `Z`. Written without `Date`, because an answer has thousands. */
export function isoOf(instantMs: number): string {
  const day = Math.floor(instantMs / DAY_MS)
  const second = Math.floor((instantMs - day * DAY_MS) / 1000)
  const pair = (value: number) => (value < 10 ? `0${value}` : String(value))
  return `${dateOf(day)}T${pair(Math.floor(second / 3600))}:${pair(Math.floor(second / 60) % 60)}:${pair(second % 60)}Z`
}

const dates = new Map<number, string>()

export function dateOf(day: number): string {
  let date = dates.get(day)
  if (date === undefined) dates.set(day, (date = new Date(day * DAY_MS).toISOString().slice(0, 10)))
  return date
}

/**
 * The service's format of an instant. If the zone is unknown, the service writes the local time with a `Z`; this does
 * the same.
 */
export function writtenAt(instantMs: number, zone: string, isZoneKnown: boolean): string {
  return isoOf(isZoneKnown ? instantMs : instantMs + offsetMs(zone, instantMs))
}

/** Returns `writtenAt` for one zone. The function gives null for null. */
export function stampsIn(zone: string, isZoneKnown: boolean): (instantMs: number | null) => string | null {
  return (instantMs) => (instantMs === null ? null : writtenAt(instantMs, zone, isZoneKnown))
}

export function isoOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : isoOf(instantMs)
}

/** Without the cache. */
function readOffset(zone: string, instantMs: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}
