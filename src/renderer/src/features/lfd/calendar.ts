// Calendar days on screen: pure arithmetic on calendar dates, and their texts. The engine decides which day is today at
// each place.
import { LANGUAGE, joinList, t } from '../../words/words.ts'
import { formatDate, formatPlaceOfZone } from '../../words/dates.ts'

const DAY_MS = 86_400_000
export const DAYS_OF_WEEK = 7

const toMs = (date: string) => Date.parse(`${date}T00:00:00Z`)
const toDate = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

export function addDays(date: string, days: number): string {
  return toDate(toMs(date) + days * DAY_MS)
}

/** The same day of another month, or its last day: 31 January plus a month is 28 February. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDate(Date.UTC(year, month - 1 + months, Math.min(day, last)))
}

/** Weeks begin on Monday, so that the days on which gates are usually closed are together at the end. */
export function getWeekStart(date: string): string {
  return addDays(date, -((new Date(toMs(date)).getUTCDay() + 6) % DAYS_OF_WEEK))
}

export type Span = 'month' | 'week'

/** The weeks to show for a date: its whole month, or its own week. */
export function listWeeks(date: string, span: Span): string[][] {
  const begin = getWeekStart(span === 'week' ? date : `${date.slice(0, 7)}-01`)
  const end = span === 'week' ? begin : getWeekStart(addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1))
  const weeks = []
  for (let week = begin; week <= end; week = addDays(week, DAYS_OF_WEEK))
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, day) => addDays(week, day)))
  return weeks
}

const monthAndYear = new Intl.DateTimeFormat(LANGUAGE, { timeZone: 'UTC', month: 'long', year: 'numeric' })
const weekday = new Intl.DateTimeFormat(LANGUAGE, { timeZone: 'UTC', weekday: 'short' })

/** `November 2026`, `Mon 16 Nov – Sun 22 Nov`. */
export function formatSpanTitle(date: string, span: Span, nowMs: number | null): string {
  if (span === 'month') return monthAndYear.format(toMs(date))
  const begin = getWeekStart(date)
  return t('calendar.weekOf', {
    from: formatDate(begin, nowMs),
    to: formatDate(addDays(begin, DAYS_OF_WEEK - 1), nowMs),
  })
}

export function formatWeekday(date: string): string {
  return weekday.format(toMs(date))
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(toMs(date)).getUTCDay())
}

export type ZoneDay = { zone: string; today: string; count: number }

/** Places to name before the rest is counted. */
const MAX_PLACES = 3

function formatPlaces(zones: readonly ZoneDay[]): string {
  const names = [...new Set(zones.map(({ zone }) => formatPlaceOfZone(zone)))]
  const named = joinList(names.slice(0, MAX_PLACES))
  return names.length > MAX_PLACES ? t('calendar.zoneMore', { zones: named, n: names.length - MAX_PLACES }) : named
}

/** Groups the zones by their current day, the latest day first. */
function groupZonesByDay(zones: readonly ZoneDay[]): [string, ZoneDay[]][] {
  const days = new Map<string, ZoneDay[]>()
  for (const zone of zones) days.set(zone.today, [...(days.get(zone.today) ?? []), zone])
  return [...days].toSorted(([a], [b]) => (a < b ? 1 : -1))
}

/** The mark for today: at all places, or at some. Null if the date is today nowhere. */
export function formatTodayMark(zones: readonly ZoneDay[], date: string): string | null {
  const here = zones.filter(({ today }) => today === date)
  if (here.length === 0) return null
  return here.length === zones.length ? t('calendar.todayHere') : t('calendar.todayIn', { zones: formatPlaces(here) })
}

/** `The date differs: Sat 21 Nov in Shanghai · Fri 20 Nov in Los Angeles, New York.` */
export function describeToday(zones: readonly ZoneDay[], nowMs: number | null): string {
  const days = groupZonesByDay(zones)
  const [only] = days
  if (only === undefined) return ''
  if (days.length === 1) return t('calendar.todayEverywhere', { date: formatDate(only[0], nowMs) })
  return t('calendar.todayDiffers', {
    days: days
      .map(([date, own]) => t('calendar.todayPart', { date: formatDate(date, nowMs), zones: formatPlaces(own) }))
      .join(' · '),
  })
}
