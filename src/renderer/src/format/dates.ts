// Days and times as a forwarder reads them: the weekday always, the place's own time first, 24 hours.
// A calendar date is a day at a place and is never shifted; an instant always needs a zone to be read in.
import { shallowRef } from 'vue'
import { isoLocal } from '#contract/iso-local.ts'
import type { Looks } from '#contract/shell.ts'
import { LANGUAGE, t } from '../words.ts'

export { isoLocal }

/** Of this computer; whatever was drawn with it is drawn anew when it is another one. */
export const dateStyle = shallowRef<Looks['dateStyle']>('words')

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>

/** Building a formatter costs more than a hundred uses of it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const kinds = {
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
  iso: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' },
} as const

function parts(at: number, zone: string, kind: keyof typeof kinds): Parts {
  const key = `${kind} ${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(LANGUAGE, { timeZone: zone, ...kinds[kind] })
    formatters.set(key, formatter)
  }
  return Object.fromEntries(formatter.formatToParts(at).map((part) => [part.type, part.value]))
}

/** `Fri 20 Nov`, or as the user wants it, with the year when it is not the current one (`nowMs` null: never). */
function dayText(at: number, zone: string, nowMs: number | null): string {
  if (dateStyle.value === 'iso') return isoDay(at, zone)
  const day = parts(at, zone, 'day')
  const isOtherYear = nowMs !== null && parts(nowMs, zone, 'day').year !== day.year
  return [day.weekday, day.day, day.month, ...(isOtherYear ? [day.year] : [])].join(' ')
}

/** `Fri 2026-11-20`: nobody plans by a date without its weekday. */
function isoDay(at: number, zone: string): string {
  const { year, month, day } = parts(at, zone, 'iso')
  return `${parts(at, zone, 'day').weekday ?? ''} ${year ?? ''}-${month ?? ''}-${day ?? ''}`
}

/** A zone this computer does not know is treated as none, as the engine does. */
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

/** `2026-11-20`: the UTC day, where a day more or less does not matter. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** `20 Nov` or `11-20`, where two dates stand side by side in one narrow cell. */
export function formatShortDate(date: string): string {
  if (dateStyle.value === 'iso') return date.slice(5)
  const { day, month } = parts(Date.parse(`${date}T00:00:00Z`), 'UTC', 'day')
  return `${day ?? ''} ${month ?? ''}`
}

const longDay = new Intl.DateTimeFormat(LANGUAGE, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })

/** `Friday 20 November`, for being read aloud. */
export function spokenDate(date: string): string {
  const day: Parts = Object.fromEntries(longDay.formatToParts(Date.parse(`${date}T00:00:00Z`)).map((part) => [part.type, part.value]))
  return [day.weekday, day.day, day.month].join(' ')
}

/** `Sunday`. */
export function spokenWeekday(date: string): string {
  return longDay.formatToParts(Date.parse(`${date}T00:00:00Z`)).find(({ type }) => type === 'weekday')?.value ?? ''
}

/** The day an instant falls on at a place. Without a zone: the UTC day, as the service means it then. */
export function formatDay(instant: string, zone: string | null, nowMs: number | null): string {
  return dayText(Date.parse(instant), knownZone(zone) ?? 'UTC', nowMs)
}

/** `14:32 PST`; without a zone the time is UTC and says so. */
export function formatTime(at: string | number, zone: string | null): string {
  const time = parts(typeof at === 'number' ? at : Date.parse(at), knownZone(zone) ?? 'UTC', 'time')
  return `${time.hour ?? ''}:${time.minute ?? ''} ${time.timeZoneName ?? ''}`
}

/** `PST`, or `PDT` in summer. */
export function zoneLetters(zone: string, at: number): string {
  return parts(at, knownZone(zone) ?? 'UTC', 'time').timeZoneName ?? ''
}

/** `Fri 20 Nov 14:32 PST`. */
export function formatDayTime(instant: string, zone: string | null, nowMs: number | null): string {
  return `${formatDay(instant, zone, nowMs)} ${formatTime(instant, zone)}`
}

/** The zone this computer is set to: for our own moments ("offline since"), never for a deadline. */
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

/** For another program, of our own moments, which stand on screen in this computer's zone. */
export function isoOwn(instant: string): string {
  return isoLocal(instant, computerZone())
}

/** `2026-11-20 14:32 UTC`, for a tooltip beside the local time. */
export function formatUtc(instant: string): string {
  return t('time.utc', { date: instant.slice(0, 10), time: instant.slice(11, 16) })
}

/** `Los Angeles` of `America/Los_Angeles`: the place people say when they mean the zone. */
export function zonePlace(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
