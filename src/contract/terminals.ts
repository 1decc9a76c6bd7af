// Gate hours of terminals, entered by the user. They help to plan a truck; no deadline is computed from them.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { CalendarDate, ClockTime } from './values.ts'

export const TerminalCalendar = z.object({
  /** Name of the place of pickup, as in rows. */
  place: z.string().trim().min(1).max(200),
  /** Weekdays on which the gate works, 1 for Monday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  /** Holidays: single days on which it is closed. */
  closed: z.array(CalendarDate).max(400),
  /** Local time at the terminal. */
  opens: ClockTime.nullable(),
  closes: ClockTime.nullable(),
})

/** The gate hours of a terminal for one last free day. */
export const GateDay = z.object({
  /**
   * The last day of the gate on or before it; null if that is more than a month before. A gate that is open overnight
   * has the day on which it opens, and the next one if it is open for most of its hours then.
   */
  date: CalendarDate.nullable(),
  opens: ClockTime.nullable(),
  closes: ClockTime.nullable(),
  /** Whether the gate has closed for the last time on or before the last free day by now; true if `date` is null. */
  isOver: z.boolean(),
  /** Whether the gate is closed now. */
  isClosedNow: z.boolean(),
  /** The day on which a gate that is closed now opens next; null if it is open, or closed for the next month. */
  opensNext: CalendarDate.nullable(),
})

export const terminals = {
  queries: {
    /** By name. */
    'terminals.list': { input: z.object({}), output: z.array(TerminalCalendar) },
  },
  commands: {
    'terminals.set': { input: TerminalCalendar, output: z.void() },
    'terminals.remove': { input: TerminalCalendar.pick({ place: true }), output: z.void() },
  },
} satisfies Partial<Contract>

export type TerminalCalendar = z.infer<typeof TerminalCalendar>
export type GateDay = z.infer<typeof GateDay>
