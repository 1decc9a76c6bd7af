// The last day on which a container can be picked up before its last free day ends. For display; the count of charged
// days does not use it. Pure.
import type { GateDay, TerminalCalendar } from '#contract/terminals.ts'
import { addDays, julianDayOf } from '../outside/calendar.ts'

/** A gate that is closed for longer is a mistake in the calendar, or a closed terminal. */
const MOST_DAYS_BACK = 31

export function gateDayOf(
  { days, closed, opens, closes }: Omit<TerminalCalendar, 'place'>,
  lastFreeDay: string,
): GateDay {
  for (let back = 0; back <= MOST_DAYS_BACK; back++) {
    const date = addDays(lastFreeDay, -back)
    if (days.includes(weekdayOf(date)) && !closed.includes(date)) return { date, opens, closes }
  }
  return { date: null, opens, closes }
}

/** 1 for Monday. A Julian day begins at noon, and the first of them was a Monday. */
function weekdayOf(date: string): number {
  return ((julianDayOf(date) + 0.5) % 7) + 1
}
