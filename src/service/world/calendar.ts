// Calendar arithmetic in the zones of ports. A `day` is the number of days since 1970-01-01 in a local calendar. So a
// last free day remains a calendar day until it is formatted (specification 2.1, `import_deadlines`).

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const zoneFormats = new Map<string, Intl.DateTimeFormat>()
/**
 * The cached offsets of each zone, because the zone database is slow. `spans` has one offset for each span of eight
 * days, or null if the offset changes within the span. For such spans `hours` has one offset for each hour.
 */
const offsets = new Map<string, { spans: Map<number, number | null>; hours: Map<number, number> }>()

/** Longer spans would need fewer entries, but more of them would contain a change of the offset. */
const SPAN_MS = 8 * DAY_MS

/** Returns local time minus UTC at that instant. It is negative in America. */
export function getOffsetMs(zone: string, instantMs: number): number {
  let cached = offsets.get(zone)
  if (!cached)
    offsets.set(zone, (cached = { spans: new Map<number, number | null>(), hours: new Map<number, number>() }))
  const span = Math.floor(instantMs / SPAN_MS)
  let offset = cached.spans.get(span)
  if (offset === undefined) {
    const atStart = computeOffset(zone, span * SPAN_MS)
    offset = atStart === computeOffset(zone, (span + 1) * SPAN_MS) ? atStart : null
    cached.spans.set(span, offset)
  }
  if (offset !== null) return offset
  // The offset changes within this span. The zones of the ports change it on a full hour of UTC.
  const hour = Math.floor(instantMs / HOUR_MS)
  const inHour = cached.hours.get(hour) ?? computeOffset(zone, instantMs)
  cached.hours.set(hour, inHour)
  return inHour
}

/** Returns the local day of this instant. */
export function getLocalDay(zone: string, instantMs: number): number {
  return Math.floor((instantMs + getOffsetMs(zone, instantMs)) / DAY_MS)
}

/**
 * Returns the instant of this local day and time. If the clocks skip that time in spring, the result is one hour
 * earlier west of UTC, and one hour later east of UTC.
 */
export function toInstant(zone: string, day: number, timeOfDayMs: number): number {
  const wallMs = day * DAY_MS + timeOfDayMs
  const guessMs = wallMs - getOffsetMs(zone, wallMs)
  return wallMs - getOffsetMs(zone, guessMs)
}

/** Rounds to the minute, which is the precision of all events. */
export function roundToMinute(instantMs: number): number {
  return Math.round(instantMs / MINUTE_MS) * MINUTE_MS
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function getWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/**
 * Formats an instant in whole seconds with `Z`. It does not use `Date`, because one answer has thousands of instants.
 */
export function formatIso(instantMs: number): string {
  const day = Math.floor(instantMs / DAY_MS)
  const second = Math.floor((instantMs - day * DAY_MS) / 1000)
  const padTwo = (value: number) => (value < 10 ? `0${value}` : String(value))
  return `${formatDay(day)}T${padTwo(Math.floor(second / 3600))}:${padTwo(Math.floor(second / 60) % 60)}:${padTwo(second % 60)}Z`
}

const dates = new Map<number, string>()

/** Formats a day as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  let date = dates.get(day)
  if (date === undefined) dates.set(day, (date = new Date(day * DAY_MS).toISOString().slice(0, 10)))
  return date
}

/**
 * Formats an instant as the live service does. If the service does not know the zone, it writes the local time with a
 * `Z`.
 */
export function formatInstant(instantMs: number, zone: string, isZoneKnown: boolean): string {
  return formatIso(isZoneKnown ? instantMs : instantMs + getOffsetMs(zone, instantMs))
}

/** Returns `formatInstant` for one zone. The function returns null for null. */
export function createInstantFormatter(
  zone: string,
  isZoneKnown: boolean,
): (instantMs: number | null) => string | null {
  return (instantMs) => (instantMs === null ? null : formatInstant(instantMs, zone, isZoneKnown))
}

export function formatIsoOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : formatIso(instantMs)
}

/** Reads the offset from the zone database, without the cache. */
function computeOffset(zone: string, instantMs: number): number {
  let format = zoneFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
    zoneFormats.set(zone, format)
  }
  const name = format.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}
