// Formats days and times for forwarders: always with the weekday, the place's own time first, 24 hours. A calendar date
// is a day at a place and is never shifted. An instant always needs a zone.
import { shallowRef } from 'vue'
import { formatIsoLocal, formatLocalDate } from '#words/iso-local.ts'
import type { Appearance } from '#contract/shell.ts'
import {
  createDayFormat,
  type NamedParts,
  readNamedParts,
  formatFullDay,
  formatDateParts,
  formatWeekdayAndDate,
} from '#words/day-format.ts'
import { findOwnOffset, getOffsetMinutes, isKnownZone, toWallClockMs } from '#words/zone-offsets.ts'
import { LANGUAGE_TAGS } from '#contract/rules/language.ts'
import { language } from './language.ts'
import { t } from './words.ts'

export { formatIsoLocal, formatLocalDate }

/** The date style of this computer. Components that use it are rendered again when it changes. */
export const dateStyle = shallowRef<Appearance['dateStyle']>('words')

/** Creating a formatter costs more than a hundred uses of it. */
const dayFormat = createDayFormat(language, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

function formatDayParts(atMs: number, zone: string): NamedParts {
  return readNamedParts(language, dayFormat, toWallClockMs(atMs, zone))
}

/** `2026-11-20T14:32` on a clock of the zone. */
function formatWallClock(atMs: number, zone: string): string {
  return new Date(toWallClockMs(atMs, zone)).toISOString().slice(0, 16)
}

/** `Fri 20 Nov`, or in the user's style, with the year if it is not the current one (`nowMs` null: never). */
function formatDayText(atMs: number, zone: string, nowMs: number | null): string {
  if (dateStyle.value === 'iso') return formatIsoDay(atMs, zone)
  const day = formatDayParts(atMs, zone)
  const isOtherYear = nowMs !== null && formatDayParts(nowMs, zone).year !== day.year
  return formatDateParts(language, { ...day, year: isOtherYear ? day.year : null })
}

/** `Fri 2026-11-20`: users plan by weekday, so it is always included. */
function formatIsoDay(atMs: number, zone: string): string {
  return formatWeekdayAndDate(language, formatDayParts(atMs, zone).weekday, formatWallClock(atMs, zone).slice(0, 10))
}

/** A zone unknown to this computer is treated as missing, as the engine does. */
export function toKnownZone(zone: string | null): string | null {
  return zone !== null && isKnownZone(zone) ? zone : null
}

export function formatDate(date: string, nowMs: number | null): string {
  return formatDayText(Date.parse(`${date}T00:00:00Z`), 'UTC', nowMs)
}

/** `2026-11-20`: the UTC day, for uses in which one day more or less does not matter. */
export function formatUtcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** `20 Nov` or `11-20`, for two dates side by side in a narrow cell. */
export function formatShortDate(date: string): string {
  if (dateStyle.value === 'iso') return date.slice(5)
  return formatDateParts(language, {
    ...formatDayParts(Date.parse(`${date}T00:00:00Z`), 'UTC'),
    weekday: null,
    year: null,
  })
}

const longDayFormat = createDayFormat(language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

/** `Friday 20 November`, for screen readers. */
export function describeDate(date: string): string {
  return formatFullDay(language, readNamedParts(language, longDayFormat, Date.parse(`${date}T00:00:00Z`)))
}

/** `Sunday`. */
export function describeWeekday(date: string): string {
  return (
    longDayFormat.formatToParts(Date.parse(`${date}T00:00:00Z`)).find(({ type }) => type === 'weekday')?.value ?? ''
  )
}

/** The day of an instant at a place. `zone` null: the service sent the time of a clock at the place as UTC. */
export function formatDay(instant: string, zone: string | null, nowMs: number | null): string {
  return formatDayText(Date.parse(instant), toKnownZone(zone) ?? 'UTC', nowMs)
}

/** Like `formatDay`, but beside a later day, which shows the year for both if it is the same. */
export function formatDayBeside(instant: string, later: string, zone: string | null, nowMs: number | null): string {
  const knownZone = toKnownZone(zone) ?? 'UTC'
  const isSameYear =
    formatDayParts(Date.parse(instant), knownZone).year === formatDayParts(Date.parse(later), knownZone).year
  return formatDay(instant, zone, isSameYear ? null : nowMs)
}

/** `14:32 PST`, or `14:32 local` without a zone, see `formatDay`. In a zone that this computer does not know: UTC. */
export function formatTime(at: string | number, zone: string | null): string {
  const [ms, knownZone] = [typeof at === 'number' ? at : Date.parse(at), toKnownZone(zone) ?? 'UTC']
  const letters = zone === null ? t('time.local') : readZoneLetters(ms, knownZone)
  return `${formatWallClock(ms, knownZone).slice(11)} ${letters}`
}

/** `PST`, or `PDT` in summer. */
export function formatZoneLetters(zone: string, atMs: number): string {
  return readZoneLetters(atMs, toKnownZone(zone) ?? 'UTC')
}

/** One formatter for each zone and language, see `dayFormat`. */
const letterFormats = new Map<string, Intl.DateTimeFormat>()

/** The abbreviation of a zone in a language; null if the language has none and Intl gives the offset. */
function findZoneLetters(atMs: number, zone: string, tag: string): string | null {
  const key = `${tag} ${zone}`
  let format = letterFormats.get(key)
  if (!format)
    letterFormats.set(key, (format = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'short' })))
  const letters = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /^(GMT|UTC)[+-]/.test(letters) ? null : letters
}

/**
 * A German reader knows `MEZ`, and for Los Angeles `PST` rather than `GMT-8`. Letters stand for an offset, so they are
 * not used if the zone data of this page has another offset than the engine.
 */
function readZoneLetters(atMs: number, zone: string): string {
  const minutes = getOffsetMinutes(atMs, zone)
  const letters =
    minutes === findOwnOffset(atMs, zone)
      ? (findZoneLetters(atMs, zone, LANGUAGE_TAGS[language]) ?? findZoneLetters(atMs, zone, 'en-US'))
      : null
  return letters ?? formatGmtOffset(minutes)
}

/** `GMT-7`, `GMT+5:30`. */
function formatGmtOffset(minutes: number): string {
  const [hours, restMinutes] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${restMinutes === 0 ? '' : `:${String(restMinutes).padStart(2, '0')}`}`
}

/** `Fri 20 Nov 14:32 PST`. */
export function formatDayTime(instant: string, zone: string | null, nowMs: number | null): string {
  return `${formatDay(instant, zone, nowMs)} ${formatTime(instant, zone)}`
}

/** The zone of this computer: for times of this app ("offline since"), never for a deadline. */
export function getComputerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** `14:05` on this computer today, `Thu 19 Nov 14:05` on another day. */
export function formatOwnTime(instant: string, nowMs: number | null): string {
  const zone = getComputerZone()
  const clock = formatWallClock(Date.parse(instant), zone).slice(11)
  const isToday = nowMs !== null && formatDayText(nowMs, zone, null) === formatDayText(Date.parse(instant), zone, null)
  return isToday ? clock : `${formatDay(instant, zone, nowMs)} ${clock}`
}

/** Times of this app for another program, in this computer's zone as on screen. */
export function formatIsoOwn(instant: string): string {
  return formatIsoLocal(instant, getComputerZone())
}

/** `2026-11-20 14:32 UTC`, for a tooltip beside the local time. */
export function formatUtc(instant: string): string {
  return t('time.utc', { date: instant.slice(0, 10), time: instant.slice(11, 16) })
}

/** `Los Angeles` of `America/Los_Angeles`: users name a zone by its place. */
export function formatPlaceOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
