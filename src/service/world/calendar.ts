// Calendar arithmetic in the zones of ports. A day is a number: days since 1970-01-01 of some local calendar, so that
// a last free day stays a day until it is written down (specification 2.1, `import_deadlines`).

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const formats = new Map<string, Intl.DateTimeFormat>()
/** Per zone: asking the zone database is slow, and clocks change twice a year. */
const offsets = new Map<string, { spans: Map<number, number | null>; hours: Map<number, number> }>()

const SPAN_MS = 8 * DAY_MS

/** How far the zone's wall clock is ahead of UTC at that instant. */
export function offsetMs(zone: string, instantMs: number): number {
  let known = offsets.get(zone)
  if (!known) offsets.set(zone, (known = { spans: new Map<number, number | null>(), hours: new Map<number, number>() }))
  const span = Math.floor(instantMs / SPAN_MS)
  let offset = known.spans.get(span)
  if (offset === undefined) {
    const atStart = askOffset(zone, span * SPAN_MS)
    offset = atStart === askOffset(zone, (span + 1) * SPAN_MS) ? atStart : null
    known.spans.set(span, offset)
  }
  if (offset !== null) return offset
  // The clocks change in this span; no zone of ours changes within an hour.
  const hour = Math.floor(instantMs / HOUR_MS)
  const inHour = known.hours.get(hour) ?? askOffset(zone, instantMs)
  known.hours.set(hour, inHour)
  return inHour
}

export function localDay(zone: string, instantMs: number): number {
  return Math.floor((instantMs + offsetMs(zone, instantMs)) / DAY_MS)
}

/** The instant at which that zone's clocks show the time of day on that day. A time they skip gives the hour before. */
export function instantAt(zone: string, day: number, timeOfDayMs: number): number {
  const wallMs = day * DAY_MS + timeOfDayMs
  const guessMs = wallMs - offsetMs(zone, wallMs)
  return wallMs - offsetMs(zone, guessMs)
}

/** Events are reported to the minute. */
export function toMinute(instantMs: number): number {
  return Math.round(instantMs / MINUTE_MS) * MINUTE_MS
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Whole seconds, `Z`: the form the service writes every instant in. Written by hand: an answer holds thousands. */
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
 * An instant as the service writes it where its zone is known; where it is not, the digits of the local clock with a
 * `Z` behind them, because that is how a source without a zone is read.
 */
export function writtenAt(instantMs: number, zone: string, isZoneKnown: boolean): string {
  return isoOf(isZoneKnown ? instantMs : instantMs + offsetMs(zone, instantMs))
}

/** The same for one place, and null for what has not happened. */
export function stampsIn(zone: string, isZoneKnown: boolean): (instantMs: number | null) => string | null {
  return (instantMs) => (instantMs === null ? null : writtenAt(instantMs, zone, isZoneKnown))
}

export function isoOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : isoOf(instantMs)
}

function askOffset(zone: string, instantMs: number): number {
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
