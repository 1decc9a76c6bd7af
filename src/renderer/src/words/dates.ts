// Formats days and times for forwarders: always with the weekday, the place's own time first, 24 hours. A calendar date
// is a day at a place and is never shifted. An instant always needs a zone.
import { shallowRef } from 'vue'
import { isoLocal } from '#words/iso-local.ts'
import type { Appearance } from '#contract/shell.ts'
import { dayFormat, type NamedParts, namedParts, spokenDay, writtenDay, writtenIso } from '#words/written-days.ts'
import { language } from './language.ts'
import { t } from './words.ts'

export { isoLocal }

/** The date style of this computer. Components that use it are rendered again when it changes. */
export const dateStyle = shallowRef<Appearance['dateStyle']>('words')

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** Creating a formatter costs more than a hundred uses of it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

/** Always in English: figures, and the abbreviations of zones that the language has no own for. */
const kinds = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  iso: {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  },
} as const

function formatterOf(key: string, make: () => Intl.DateTimeFormat): Intl.DateTimeFormat {
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = make()
    formatters.set(key, formatter)
  }
  return formatter
}

function parts(atMs: number, zone: string, kind: keyof typeof kinds): Parts {
  const formatter = formatterOf(
    `${kind} ${zone}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone: zone, ...kinds[kind] }),
  )
  return Object.fromEntries(formatter.formatToParts(atMs).map((part) => [part.type, part.value]))
}

function dayParts(atMs: number, zone: string): NamedParts {
  return namedParts(
    language,
    formatterOf(`day ${zone}`, () => dayFormat(language, { timeZone: zone, ...DAY })),
    atMs,
  )
}

/** `Fri 20 Nov`, or in the user's style, with the year if it is not the current one (`nowMs` null: never). */
function dayText(atMs: number, zone: string, nowMs: number | null): string {
  if (dateStyle.value === 'iso') return isoDay(atMs, zone)
  const day = dayParts(atMs, zone)
  const isOtherYear = nowMs !== null && dayParts(nowMs, zone).year !== day.year
  return writtenDay(language, { ...day, year: isOtherYear ? day.year : null })
}

/** `Fri 2026-11-20`: users plan by weekday, so it is always included. */
function isoDay(atMs: number, zone: string): string {
  const { year, month, day } = parts(atMs, zone, 'iso')
  return writtenIso(language, dayParts(atMs, zone).weekday, `${year ?? ''}-${month ?? ''}-${day ?? ''}`)
}

/** A zone unknown to this computer is treated as missing, as the engine does. */
export function knownZone(zone: string | null): string | null {
  if (zone === null) return null
  try {
    parts(0, zone, 'time')
    return zone
  } catch {
    return null
  }
}

export function formatDate(date: string, nowMs: number | null): string {
  return dayText(Date.parse(`${date}T00:00:00Z`), 'UTC', nowMs)
}

/** `2026-11-20`: the UTC day, for uses in which one day more or less does not matter. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** `20 Nov` or `11-20`, for two dates side by side in a narrow cell. */
export function formatShortDate(date: string): string {
  if (dateStyle.value === 'iso') return date.slice(5)
  return writtenDay(language, { ...dayParts(Date.parse(`${date}T00:00:00Z`), 'UTC'), weekday: null, year: null })
}

const longDay = dayFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

/** `Friday 20 November`, for screen readers. */
export function spokenDate(date: string): string {
  return spokenDay(language, namedParts(language, longDay, Date.parse(`${date}T00:00:00Z`)))
}

/** `Sunday`. */
export function spokenWeekday(date: string): string {
  return longDay.formatToParts(Date.parse(`${date}T00:00:00Z`)).find(({ type }) => type === 'weekday')?.value ?? ''
}

/** The day of an instant at a place. Without a zone: the UTC day, as the service means it then. */
export function formatDay(instant: string, zone: string | null, nowMs: number | null): string {
  return dayText(Date.parse(instant), knownZone(zone) ?? 'UTC', nowMs)
}

/** As `formatDay`, but beside a later day, which shows the year for both if it is the same. */
export function formatDayBeside(instant: string, later: string, zone: string | null, nowMs: number | null): string {
  const known = knownZone(zone) ?? 'UTC'
  const isSameYear = dayParts(Date.parse(instant), known).year === dayParts(Date.parse(later), known).year
  return formatDay(instant, zone, isSameYear ? null : nowMs)
}

/** `14:32 PST`; without a zone the time is UTC and is marked as such. */
export function formatTime(at: string | number, zone: string | null): string {
  const [ms, known] = [typeof at === 'number' ? at : Date.parse(at), knownZone(zone) ?? 'UTC']
  const time = parts(ms, known, 'time')
  return `${time.hour ?? ''}:${time.minute ?? ''} ${lettersOf(ms, known)}`
}

/** `PST`, or `PDT` in summer. */
export function zoneLetters(zone: string, atMs: number): string {
  return lettersOf(atMs, knownZone(zone) ?? 'UTC')
}

/** A German reader knows `MEZ`, and for Los Angeles `PST` rather than `GMT-8`. */
function lettersOf(atMs: number, zone: string): string {
  const format = formatterOf(`letters ${zone}`, () => dayFormat(language, { timeZone: zone, timeZoneName: 'short' }))
  const own = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /^(GMT|UTC)[+-]/.test(own) ? (parts(atMs, zone, 'time').timeZoneName ?? '') : own
}

/** `Fri 20 Nov 14:32 PST`. */
export function formatDayTime(instant: string, zone: string | null, nowMs: number | null): string {
  return `${formatDay(instant, zone, nowMs)} ${formatTime(instant, zone)}`
}

/** The zone of this computer: for times of this app ("offline since"), never for a deadline. */
export function computerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** `14:05` on this computer today, `Thu 19 Nov 14:05` on another day. */
export function formatOwnTime(instant: string, nowMs: number | null): string {
  const zone = computerZone()
  const time = parts(Date.parse(instant), zone, 'time')
  const clock = `${time.hour ?? ''}:${time.minute ?? ''}`
  const isToday = nowMs !== null && dayText(nowMs, zone, null) === dayText(Date.parse(instant), zone, null)
  return isToday ? clock : `${formatDay(instant, zone, nowMs)} ${clock}`
}

/** Times of this app for another program, in this computer's zone as on screen. */
export function isoOwn(instant: string): string {
  return isoLocal(instant, computerZone())
}

/** `2026-11-20 14:32 UTC`, for a tooltip beside the local time. */
export function formatUtc(instant: string): string {
  return t('time.utc', { date: instant.slice(0, 10), time: instant.slice(11, 16) })
}

/** `Los Angeles` of `America/Los_Angeles`: users name a zone by its place. */
export function zonePlace(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
