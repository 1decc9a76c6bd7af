// Days and instants as text, by pure arithmetic. Only this folder may use `Date` and the zones of `Intl`: elsewhere,
// `new Date('2026-11-20')` would be a day early in Los Angeles.

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** A date with a day from 1 to 28, which every month has. */
const USUAL_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/
/** An instant on such a day, in the usual format of the service or in our own. */
const USUAL_INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/
/** The length of an instant from `instantOf`. */
const OWN_INSTANT_LENGTH = 24
const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/
export const MS_PER_DAY = 86_400_000
const dateFormats = new Map<string, Intl.DateTimeFormat | null>()

/**
 * Epoch milliseconds of any ISO 8601 instant (any offset, with or without fractions); null when it is not one. Without
 * an offset it is UTC, because the service stores times without a known zone like this.
 */
export function instantMs(text: string): number | null {
  if (USUAL_INSTANT.test(text)) return Date.parse(text)
  const [, dateAndTime = '', offset] = INSTANT.exec(text) ?? []
  // Parsing alone would read 30 February as 2 March.
  if (!isCalendarDate(dateAndTime.slice(0, 10))) return null
  // Without this, Date.parse would use the zone of this computer.
  const ms = Date.parse(`${dateAndTime}${offset ?? 'Z'}`)
  return Number.isNaN(ms) ? null : ms
}

/** Converts an ISO 8601 instant to the format of `instantOf`; null if it is none. A page of a sweep has thousands. */
export function normalInstant(text: string): string | null {
  if (USUAL_INSTANT.test(text)) return text.length === OWN_INSTANT_LENGTH ? text : `${text.slice(0, -1)}.000Z`
  const ms = instantMs(text)
  return ms === null ? null : instantOf(ms)
}

/** Epoch milliseconds of an HTTP `Date` header; null when it is none. */
export function httpDateMs(text: string): number | null {
  const ms = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** `2026-11-20T08:00:00.000Z`: the one spelling stored and sent, so that text order is time order. */
export function instantOf(ms: number): string {
  return new Date(ms).toISOString()
}

export function isCalendarDate(text: string): boolean {
  if (USUAL_DATE.test(text)) return true
  const ms = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && instantOf(ms).startsWith(text)
}

/** The calendar day of an instant in a zone, `YYYY-MM-DD`; null when this machine does not know the zone. */
export function dateInZone(ms: number, zone: string): string | null {
  const format = getDateFormat(zone)
  if (!format) return null
  const quarter = Math.floor(ms / QUARTER_MS)
  const days = getDayCache(zone)
  let day = days.get(quarter)
  if (day === undefined) {
    day = format.format(quarter * QUARTER_MS)
    days.set(quarter, day)
  }
  return day
}

/** The longest day has two hours more, because clocks go back on it. */
const MAX_QUARTERS_PER_DAY = (MS_PER_DAY + 2 * 3_600_000) / 900_000

/**
 * Epoch milliseconds at which the day after this one begins in a zone; in UTC where this machine does not know the
 * zone.
 */
export function nextDayMs(ms: number, zone: string): number {
  const today = dateInZone(ms, zone)
  if (today === null) return (Math.floor(ms / MS_PER_DAY) + 1) * MS_PER_DAY
  const firstQuarter = Math.floor(ms / QUARTER_MS)
  let [lowQuarter, highQuarter] = [firstQuarter, firstQuarter + MAX_QUARTERS_PER_DAY]
  while (highQuarter - lowQuarter > 1) {
    const middleQuarter = Math.floor((lowQuarter + highQuarter) / 2)
    if (dateInZone(middleQuarter * QUARTER_MS, zone) === today) lowQuarter = middleQuarter
    else highQuarter = middleQuarter
  }
  return highQuarter * QUARTER_MS
}

/** Days of a zone begin on a quarter of an hour of UTC (since 1972 everywhere): within one the day is the same. */
const QUARTER_MS = 900_000
/** The most entries of the cache for one zone. */
const MAX_QUARTERS = 20_000
const dayCaches = new Map<string, Map<number, string>>()

/**
 * The dates of a zone by quarter of an hour. Cached, because formatting takes 15 µs and the same hours are often read.
 */
function getDayCache(zone: string): Map<number, string> {
  let days = dayCaches.get(zone)
  if (days === undefined || days.size >= MAX_QUARTERS) {
    days = new Map()
    dayCaches.set(zone, days)
  }
  return days
}

/** The present name of a zone, which may have older names (`US/Pacific`); the name itself if it is unknown here. */
export function canonicalZone(zone: string): string {
  return getDateFormat(zone)?.resolvedOptions().timeZone ?? zone
}

export function isZone(zone: string): boolean {
  return getDateFormat(zone) !== null
}

/** How long the zone of this computer is cached: a change of zone during travel is noticed within a minute. */
const HOME_CACHE_MS = 60_000
let cachedHomeZone: { zone: string; untilMs: number } | null = null

/** The zone of this computer. Reading it takes 40 µs, and every read of the settings needs it. */
export function homeZone(): string {
  const nowMs = performance.now()
  if (cachedHomeZone === null || nowMs >= cachedHomeZone.untilMs)
    cachedHomeZone = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, untilMs: nowMs + HOME_CACHE_MS }
  return cachedHomeZone.zone
}

/**
 * Epoch milliseconds of a wall clock, `08:00`, on a calendar day at a place; null when this machine does not know the
 * zone. If clocks go forward and skip this time, the later reading is used. If they go back and it occurs twice, the
 * first is used.
 */
export function instantInZone(date: string, clockTime: string, zone: string): number | null {
  const format = getClockFormat(zone)
  if (!format) return null
  const wallMs = Date.parse(`${date}T${clockTime}:00Z`)
  // No zone changes its clocks twice within two days.
  const offsetBefore = computeOffset(format, wallMs - MS_PER_DAY)
  const offsetAfter = computeOffset(format, wallMs + MS_PER_DAY)
  if (offsetBefore === offsetAfter) return wallMs - offsetBefore
  const candidates = [wallMs - offsetBefore, wallMs - offsetAfter].filter(
    (ms) => ms + computeOffset(format, ms) === wallMs,
  )
  return candidates.length === 0 ? wallMs - offsetBefore : Math.min(...candidates)
}

/** Computes the difference of the wall clock to UTC, in milliseconds. */
function computeOffset(format: Intl.DateTimeFormat, ms: number): number {
  return Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) - ms
}

const clockFormats = new Map<string, Intl.DateTimeFormat | null>()

function getClockFormat(zone: string): Intl.DateTimeFormat | null {
  const cached = clockFormats.get(zone)
  if (cached !== undefined) return cached
  const format = isZone(zone)
    ? new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      })
    : null
  clockFormats.set(zone, format)
  return format
}

/** Outside of this range a year has more than four digits, and its date has another format. */
const [EARLIEST_DAY_MS, LATEST_DAY_MS] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

/** Calendar arithmetic on UTC midnights; ends with the years that have four digits. */
export function addDays(date: string, days: number): string {
  const ms = Date.parse(`${date}T00:00:00Z`) + days * MS_PER_DAY
  return instantOf(Math.min(LATEST_DAY_MS, Math.max(EARLIEST_DAY_MS, ms))).slice(0, 10)
}

/** Whole days between two calendar dates, counted between UTC midnights, so that clock changes have no effect. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY)
}

/**
 * The date format of a zone; null if this computer does not know the zone: the name comes from outside and may be any
 * text. Cached, because creating a format takes 50 times as long as using it.
 */
function getDateFormat(zone: string): Intl.DateTimeFormat | null {
  const cached = dateFormats.get(zone)
  if (cached !== undefined) return cached
  let format: Intl.DateTimeFormat | null = null
  try {
    // sv-SE writes dates as YYYY-MM-DD.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    // Null: this computer does not know the zone.
  }
  dateFormats.set(zone, format)
  return format
}

/** SQLite's `julianday` of a calendar date. */
export function julianDayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY + JULIAN_DAY_OF_EPOCH
}

/** The inverse of `julianday`. */
export function dateOfJulianDay(day: number): string {
  return instantOf((day - JULIAN_DAY_OF_EPOCH) * MS_PER_DAY).slice(0, 10)
}

const JULIAN_DAY_OF_EPOCH = 2_440_587.5
