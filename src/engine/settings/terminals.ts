// Loads and saves the gate hours of terminals in state.db, and finds the last day on which a gate works.
import { isDayOnly } from '#contract/rules/appointment.ts'
import { isOpenOvernight } from '#contract/rules/gate-hours.ts'
import type { GateDay, TerminalCalendar } from '#contract/terminals.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { markOwn } from './own-marks.ts'
import { addDays, dateInZone, instantInZone, instantMs, instantOf, julianDayOf } from '../outside/calendar.ts'

type StoredCalendar = { place: string; days: string; closed: string; opens: string | null; closes: string | null }

export function loadCalendars(db: ReadableDb): TerminalCalendar[] {
  return db
    .all<StoredCalendar>('SELECT place, days, closed, opens, closes FROM terminal_calendar ORDER BY place')
    .map(({ days, closed, ...calendar }) => ({
      ...calendar,
      days: JSON.parse(days) as number[],
      closed: JSON.parse(closed) as string[],
    }))
}

export function saveCalendar(
  db: WritableDb,
  { place, days, closed, opens, closes }: TerminalCalendar,
  at: string,
): void {
  markOwn(db, 'terminals', [place], at)
  db.run(
    'INSERT OR REPLACE INTO terminal_calendar (place, days, closed, opens, closes, changed_at) VALUES (?, ?, ?, ?, ?, ?)',
    place,
    JSON.stringify([...new Set(days)].toSorted()),
    JSON.stringify([...new Set(closed)].toSorted()),
    opens,
    closes,
    at,
  )
}

export function deleteCalendar(db: WritableDb, place: string, at: string): void {
  markOwn(db, 'terminals', [place], at)
  db.run('DELETE FROM terminal_calendar WHERE place = ?', place)
}

/** The gates of the places for which the user has a calendar, by name and zone of the place. */
export type Gates = {
  /** Null without a calendar or a last free day. */
  findDay: (place: string | null, zone: string | null, lastFreeDay: string | null) => GateDay | null
  /** Whether the gate is closed at an appointment. False without a calendar. */
  isClosedAt: (place: string | null, zone: string | null, appointmentAt: string) => boolean
}

/** Loaded once for many rows: most users have no calendar, some have a dozen. */
export function loadGates(db: ReadableDb, nowMs: number): Gates {
  const calendars = new Map(loadCalendars(db).map((calendar) => [calendar.place, calendar]))
  // Most rows of a terminal share zone and day, and reading a clock in a zone takes 30 µs.
  const gateDays = new Map<string, GateDay>()
  return {
    findDay: (place, zone, lastFreeDay) => {
      const calendar = place === null ? undefined : calendars.get(place)
      if (!calendar || lastFreeDay === null) return null
      const key = `${calendar.place} ${zone ?? ''} ${lastFreeDay}`
      const gateDay = gateDays.get(key) ?? computeGateDay(calendar, zone ?? 'UTC', lastFreeDay, nowMs)
      gateDays.set(key, gateDay)
      return gateDay
    },
    isClosedAt: (place, zone, appointmentAt) => {
      const calendar = place === null ? undefined : calendars.get(place)
      return calendar !== undefined && isClosedAtAppointment(calendar, zone, appointmentAt)
    },
  }
}

/** A day without a time has no zone, so the whole day counts. At a time, nothing is known without the zone. */
export function isClosedAtAppointment(
  calendar: Omit<TerminalCalendar, 'place'>,
  zone: string | null,
  appointmentAt: string,
): boolean {
  if (isDayOnly(appointmentAt, zone)) return !isGateDay(calendar, appointmentAt.slice(0, 10))
  const atMs = instantMs(appointmentAt)
  return zone !== null && atMs !== null && computeGateNow(calendar, zone, atMs).isClosedNow
}

// The last day on which a container can be picked up before its last free day ends. For display; the count of charged
// days does not use it.

/** A gate that is closed for longer is a mistake in the calendar, or a closed terminal. */
const MAX_CLOSED_DAYS = 31

/** Returns null if the gate is closed for more than a month before. */
export function findGateDay(calendar: Omit<TerminalCalendar, 'place'>, lastFreeDay: string): string | null {
  for (let daysBack = 0; daysBack <= MAX_CLOSED_DAYS; daysBack++) {
    const date = addDays(lastFreeDay, -daysBack)
    if (isGateDay(calendar, date)) return date
  }
  return null
}

/** Whether the gate opens on a day, or opened on the day before and is open for most of its hours on this one. */
function isGateDay(calendar: Omit<TerminalCalendar, 'place'>, date: string): boolean {
  if (isGateWorking(calendar, date)) return true
  const isOpenFromEve = isMostlyAfterMidnight(calendar) && !calendar.closed.includes(date)
  return isOpenFromEve && isGateWorking(calendar, addDays(date, -1))
}

const MINUTES_PER_DAY = 1_440

/** False for a night shift such as 18:00 to 03:00: the day after it is no day to plan a truck for. */
function isMostlyAfterMidnight(hours: Pick<TerminalCalendar, 'opens' | 'closes'>): boolean {
  const { opens, closes } = hours
  if (opens === null || closes === null || !isOpenOvernight(hours)) return false
  return toMinutes(closes) > MINUTES_PER_DAY - toMinutes(opens)
}

function toMinutes(clockTime: string): number {
  return Number(clockTime.slice(0, 2)) * 60 + Number(clockTime.slice(3))
}

/** Whether the gate opens on a day. */
function isGateWorking({ days, closed }: Pick<TerminalCalendar, 'days' | 'closed'>, date: string): boolean {
  return days.includes(getWeekday(date)) && !closed.includes(date)
}

function computeGateDay(calendar: TerminalCalendar, zone: string, lastFreeDay: string, nowMs: number): GateDay {
  const { opens, closes } = calendar
  const date = findGateDay(calendar, lastFreeDay)
  const opensOn = date === null || isGateWorking(calendar, date) ? date : addDays(date, -1)
  const isOver = opensOn === null || isGateOver(calendar, opensOn, zone, nowMs)
  return { date, opens, closes, isOver, ...computeGateNow(calendar, zone, nowMs) }
}

/** Whether the gate is closed at a moment, and the day on which it opens next. */
export function computeGateNow(
  calendar: Omit<TerminalCalendar, 'place'>,
  zone: string,
  nowMs: number,
): Pick<GateDay, 'isClosedNow' | 'opensNext'> {
  const today = getToday(zone, nowMs)
  const hasOpened = (date: string) => {
    const opensMs = calendar.opens === null ? null : instantInZone(date, calendar.opens, zone)
    return opensMs === null ? date <= today : opensMs <= nowMs
  }
  // A gate that is open overnight opened yesterday.
  const isOpen = [addDays(today, -1), today].some(
    (date) => isGateWorking(calendar, date) && hasOpened(date) && !isGateOver(calendar, date, zone, nowMs),
  )
  if (isOpen) return { isClosedNow: false, opensNext: null }
  for (let daysAhead = 0; daysAhead <= MAX_CLOSED_DAYS; daysAhead++) {
    const date = addDays(today, daysAhead)
    if (isGateWorking(calendar, date) && !hasOpened(date)) return { isClosedNow: true, opensNext: date }
  }
  return { isClosedNow: true, opensNext: null }
}

/** Whether the gate that opens on this day has closed. */
export function isGateOver(
  hours: Pick<TerminalCalendar, 'opens' | 'closes'>,
  date: string,
  zone: string,
  nowMs: number,
): boolean {
  const closingDate = isOpenOvernight(hours) ? addDays(date, 1) : date
  const closesMs = hours.closes === null ? null : instantInZone(closingDate, hours.closes, zone)
  if (closesMs !== null) return closesMs <= nowMs
  return date < getToday(zone, nowMs)
}

function getToday(zone: string, nowMs: number): string {
  return dateInZone(nowMs, zone) ?? instantOf(nowMs).slice(0, 10)
}

/** 1 for Monday. A Julian day begins at noon, and the first of them was a Monday. */
function getWeekday(date: string): number {
  return ((julianDayOf(date) + 0.5) % 7) + 1
}
