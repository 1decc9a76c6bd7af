// When the gates of terminals are open, as the user entered it. It helps to plan a truck; no deadline is computed from
// it.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { CalendarDate, ClockTime } from './values.ts'

export const TerminalCalendar = z.object({
  /** Name of the place of pickup, as rows have it. */
  place: z.string().trim().min(1).max(200),
  /** Weekdays the gate works, 1 for Monday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  /** Single days on which it does not: holidays. */
  closed: z.array(CalendarDate).max(400),
  /** Local at the terminal. */
  opens: ClockTime.nullable(),
  closes: ClockTime.nullable(),
})

/** Of one last free day at such a place. */
export const GateDay = z.object({
  /** The last day not after it on which the gate works; null where that is more than a month before. */
  date: CalendarDate.nullable(),
  opens: ClockTime.nullable(),
  closes: ClockTime.nullable(),
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
  events: {},
} satisfies Contract

export type TerminalCalendar = z.infer<typeof TerminalCalendar>
export type GateDay = z.infer<typeof GateDay>
