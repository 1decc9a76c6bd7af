// What waiting costs by the user's own tables: demurrage in the terminal, detention (per diem) outside. Estimates,
// never mixed with what a terminal reports. Amounts are whole numbers of the currency's smallest part.
import { z } from 'zod'
import { ContainerFilter } from './containers.ts'
import { RateTable } from './rate-table.ts'
import type { Contract } from './rpc.ts'
import { CalendarDate, Instant } from './values.ts'

/** Containers a day of pickup can be weighed for at once. */
export const MOST_PLANNED = 500
export const MOST_PLAN_DAYS = 15
export const MOST_TABLES = 1_000

/** Per currency and never across. */
export const MoneyTotal = z.object({ currency: z.string(), minor: z.int() })

export const ExposureDay = z.object({
  /** Today at each box's own place is 0. */
  inDays: z.int().min(0),
  /** The same day by the calendar of the user's home. */
  date: CalendarDate,
  totals: z.array(MoneyTotal),
})

export const Exposure = z.object({
  /** Running totals should nothing be picked up until then, that day included. */
  days: z.array(ExposureDay),
  /** Boxes that could be costed, whether or not anything is due yet, and those that could not. */
  costed: z.int(),
  uncosted: z.int(),
  /** A table of demurrage with rates in it is there at all: without one nothing was ever to be costed. */
  hasRates: z.boolean(),
  asOf: Instant,
})

/** One box on one day of a plan; null: could not be costed. */
export const PlannedContainer = z.object({
  id: z.string(),
  number: z.string(),
  lastFreeDay: CalendarDate.nullable(),
  currency: z.string().nullable(),
  /** By day of the plan: what is due when it is picked up then. */
  minor: z.array(z.int()).nullable(),
  /** Why it has none. */
  reason: z.enum(['no-rate', 'no-date', 'out']).nullable(),
})

export const PickupPlan = z.object({
  dates: z.array(CalendarDate),
  /** By day. */
  totals: z.array(z.array(MoneyTotal)),
  boxes: z.array(PlannedContainer),
  uncosted: z.int(),
})

export const rates = {
  queries: {
    /** By name. */
    'rates.list': { input: z.object({}), output: z.array(RateTable) },
    /** Demurrage of what passes the filter and is not out, today and on the days after. */
    'rates.exposure': { input: z.object({ filter: ContainerFilter, days: z.int().min(0).max(60) }), output: Exposure },
    /** What these boxes cost by the day they are picked up, the first of them today where the user is. */
    'rates.plan': {
      input: z.object({ ids: z.array(z.string()).min(1).max(MOST_PLANNED), days: z.int().min(1).max(MOST_PLAN_DAYS) }),
      output: PickupPlan,
    },
  },
  commands: {
    /** A new one, or one of that id anew. `rates/same-terms` where another table is for the very same boxes. */
    'rates.save': { input: RateTable, output: z.void() },
    /**
     * All of them or none. One for the very same boxes as a table that is there takes its place; both are answered, for
     * a way back.
     */
    'rates.import': {
      input: z.object({
        tables: z
          .array(RateTable.omit({ id: true }))
          .min(1)
          .max(MOST_TABLES),
      }),
      output: z.object({ added: z.array(z.string()), replaced: z.array(RateTable) }),
    },
    'rates.remove': { input: z.object({ id: z.string() }), output: z.void() },
    /** All tables as CSV in the spool, for the host to hand over; no cell of it begins a formula. */
    'rates.export': { input: z.object({}), output: z.object({ file: z.string(), name: z.string() }) },
  },
  events: {},
} satisfies Contract

export type MoneyTotal = z.infer<typeof MoneyTotal>
export type Exposure = z.infer<typeof Exposure>
export type PickupPlan = z.infer<typeof PickupPlan>
export type PlannedContainer = z.infer<typeof PlannedContainer>
