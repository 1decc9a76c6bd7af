// Calendar days on screen: pure arithmetic on calendar dates, and their texts. The engine decides which day is today at
// each place.
import { LANGUAGE, joinList, t, tn } from '../../words/words.ts'
import { formatDate, formatPlaceOfZone } from '../../words/dates.ts'

const DAY_MS = 86_400_000
export const DAYS_OF_WEEK = 7

const toMs = (date: string) => Date.parse(`${date}T00:00:00Z`)
const toDate = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

export function addDays(date: string, days: number): string {
  return toDate(toMs(date) + days * DAY_MS)
}

/** Returns the same day of another month, or its last day: 31 January plus a month is 28 February. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDate(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

/** Weeks begin on Monday, so that the days on which gates are usually closed are together at the end. */
export function getWeekStart(date: string): string {
  return addDays(date, -((new Date(toMs(date)).getUTCDay() + 6) % DAYS_OF_WEEK))
}

export type Span = 'month' | 'week'

/** Lists the weeks to show for a date: all weeks of its month, or its own week. */
export function listWeeks(date: string, span: Span): string[][] {
  const start = getWeekStart(span === 'week' ? date : `${date.slice(0, 7)}-01`)
  const end = span === 'week' ? start : getWeekStart(addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1))
  const weeks = []
  for (let monday = start; monday <= end; monday = addDays(monday, DAYS_OF_WEEK))
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(monday, index)))
  return weeks
}

const monthAndYear = new Intl.DateTimeFormat(LANGUAGE, { timeZone: 'UTC', month: 'long', year: 'numeric' })
const weekday = new Intl.DateTimeFormat(LANGUAGE, { timeZone: 'UTC', weekday: 'short' })

/** Formats the title of the shown days: `November 2026` or `Mon 16 Nov – Sun 22 Nov`. */
export function formatSpanTitle(date: string, span: Span, nowMs: number | null): string {
  if (span === 'month') return monthAndYear.format(toMs(date))
  const start = getWeekStart(date)
  return t('calendar.weekOf', {
    from: formatDate(start, nowMs),
    to: formatDate(addDays(start, DAYS_OF_WEEK - 1), nowMs),
  })
}

export function formatWeekday(date: string): string {
  return weekday.format(toMs(date))
}

export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(toMs(date)).getUTCDay())
}

export type ZoneDay = { zone: string; today: string; count: number }

/** Further places are only counted. */
const MAX_PLACES = 3

const listPlaces = (zones: readonly ZoneDay[]) => [...new Set(zones.map(({ zone }) => formatPlaceOfZone(zone)))]

function formatPlaces(zones: readonly ZoneDay[]): string {
  const names = listPlaces(zones)
  const listedNames = joinList(names.slice(0, MAX_PLACES))
  return names.length > MAX_PLACES
    ? t('calendar.zoneMore', { zones: listedNames, n: names.length - MAX_PLACES })
    : listedNames
}

/** Groups the zones by their current day, the latest day first. */
function groupZonesByDay(zones: readonly ZoneDay[]): [string, ZoneDay[]][] {
  const days = new Map<string, ZoneDay[]>()
  for (const zone of zones) days.set(zone.today, [...(days.get(zone.today) ?? []), zone])
  return [...days].toSorted(([a], [b]) => (a < b ? 1 : -1))
}

/** Formats the mark of a date that is today at all places, or at some. Null if it is today at no place. */
export function formatTodayMark(zones: readonly ZoneDay[], date: string): string | null {
  const zonesToday = zones.filter(({ today }) => today === date)
  if (zonesToday.length === 0) return null
  return zonesToday.length === zones.length
    ? t('calendar.todayHere')
    : t('calendar.todayIn', { zones: formatPlaces(zonesToday) })
}

/** The mark for a cell, in which the names of several places would be cut: `Today, 3 places`. */
export function formatShortTodayMark(zones: readonly ZoneDay[], date: string): string | null {
  const zonesToday = zones.filter(({ today }) => today === date)
  const placeCount = listPlaces(zonesToday).length
  return zonesToday.length === zones.length || placeCount < 2
    ? formatTodayMark(zones, date)
    : tn('calendar.todayAt', placeCount)
}

/** Describes today: `The date differs: Sat 21 Nov in Shanghai · Fri 20 Nov in Los Angeles, New York.` */
export function describeToday(zones: readonly ZoneDay[], nowMs: number | null): string {
  const days = groupZonesByDay(zones)
  const [onlyDay] = days
  if (onlyDay === undefined) return ''
  if (days.length === 1) return t('calendar.todayEverywhere', { date: formatDate(onlyDay[0], nowMs) })
  return t('calendar.todayDiffers', {
    days: days
      .map(([date, dayZones]) =>
        t('calendar.todayPart', { date: formatDate(date, nowMs), zones: formatPlaces(dayZones) }),
      )
      .join(' · '),
  })
}
