// The last day on which a box can be fetched before its last free day has gone by. Said as information:
// the count of days never asks it. Pure.
import type { GateDay, TerminalCalendar } from '#contract/terminals.ts'
import { addDays, julianDayOf } from '../outside/calendar.ts'

/** A gate that is closed for longer is no calendar but a mistake, or a place that has been given up. */
const LOOKED_BACK_DAYS = 31

export function gateDayOf(
  { days, closed, opens, closes }: Omit<TerminalCalendar, 'place'>,
  lastFreeDay: string,
): GateDay {
  for (let back = 0; back <= LOOKED_BACK_DAYS; back++) {
    const date = addDays(lastFreeDay, -back)
    if (days.includes(weekdayOf(date)) && !closed.includes(date)) return { date, opens, closes }
  }
  return { date: null, opens, closes }
}

/** 1 for Monday. A Julian day begins at noon, and the first of them was a Monday. */
function weekdayOf(date: string): number {
  return ((julianDayOf(date) + 0.5) % 7) + 1
}
