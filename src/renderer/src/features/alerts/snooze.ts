// The times until which a container can be snoozed: an hour, the start of a day in the user's zone, three days. Pure.
import { getOffsetMinutes } from '#words/zone-offsets.ts'
import { formatLocalDate } from '../../words/dates.ts'

export type SnoozeChoice = { key: 'hour' | 'tomorrow' | 'monday' | 'days'; until: string }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MONDAY = 1

/**
 * The earliest first. `dayStart`: a time in `zone`, `08:00`. On a Sunday, tomorrow is Monday, so Monday is offered only
 * once.
 */
export function listSnoozeChoices(nowMs: number, zone: string, dayStart: string): SnoozeChoice[] {
  const today = formatLocalDate(new Date(nowMs).toISOString(), zone)
  const tomorrow = addDays(today, 1)
  const monday = addDays(today, countDaysToMonday(today))
  const choices: SnoozeChoice[] = [
    { key: 'hour', until: new Date(nowMs + HOUR_MS).toISOString() },
    { key: 'tomorrow', until: toInstant(tomorrow, dayStart, zone) },
    ...(monday === tomorrow ? [] : [{ key: 'monday' as const, until: toInstant(monday, dayStart, zone) }]),
    { key: 'days', until: new Date(nowMs + 3 * DAY_MS).toISOString() },
  ]
  return choices.toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until))
}

export type DayAhead = { date: string; zone: string | null }

/** The last free days that end before the snooze ends. */
export function listPassedDays<Day extends DayAhead>(days: readonly Day[], until: string): Day[] {
  return days.filter(({ date, zone }) => formatLocalDate(until, zone ?? 'UTC') > date)
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days until the next Monday, 1 to 7. */
function countDaysToMonday(date: string): number {
  return (MONDAY + 7 - new Date(`${date}T00:00:00Z`).getUTCDay()) % 7 || 7
}

/** The instant at which clocks in `zone` show that time. A time that is skipped in spring becomes an hour later. */
function toInstant(date: string, time: string, zone: string): string {
  const wallClockMs = Date.parse(`${date}T${time}:00Z`)
  const approximateMs = wallClockMs - getOffsetMinutes(wallClockMs, zone) * MINUTE_MS
  // Uses the offset at the result, in case clocks change between `wallClockMs` and `approximateMs`.
  return new Date(wallClockMs - getOffsetMinutes(approximateMs, zone) * MINUTE_MS).toISOString()
}
