// The cost of waiting by the user's own rate tables: demurrage at the terminal, detention (per diem) outside. Estimates
// are never added to amounts that a terminal reports. Amounts are whole numbers of the currency's smallest unit.
import { z } from 'zod'
import { ContainerFilter } from './containers.ts'
import { RateTable } from './rate-table.ts'
import type { Contract } from './rpc.ts'
import { MAX_SELECTED } from './rules/selection-size.ts'
import { CalendarDate, Instant } from './values.ts'

/** The largest number of containers in one pickup plan. */
export const MAX_PLANNED = 500
export const MAX_PLAN_DAYS = 15
export const MAX_TABLES = 1_000

/** One total for each currency. */
export const MoneyTotal = z.object({ currency: z.string(), minor: z.int() })

export const ExposureDay = z.object({
  /** 0 is the earliest today at the places of the containers. */
  inDays: z.int().min(0),
  /** Each cost is that of this date at the container's own place, or of today there if the date has ended there. */
  date: CalendarDate,
  totals: z.array(MoneyTotal),
})

export const Exposure = z.object({
  /** Totals up to and including each day, if nothing is picked up. */
  days: z.array(ExposureDay),
  /**
   * Containers with an estimate, even if it is zero, containers without one, and those that have no demurrage: they
   * were picked up, or their last free day passed before free time began.
   */
  costed: z.int(),
  uncosted: z.int(),
  /** Of `costed`: those in the band `confirm`, which probably left. Today does not count them. */
  toConfirm: z.int(),
  /** Of `uncosted`: those without a last free day. The others have no rate. */
  undated: z.int(),
  notDue: z.int(),
  /** The number of all containers, whether or not they pass the filter. */
  outOf: z.int(),
  /** A demurrage table with rates exists; without one there are no estimates. */
  hasRates: z.boolean(),
  asOf: Instant,
})

/** How many containers are in the scope of a table. A more specific table may apply to some of them. */
export const RateFit = z.object({ id: z.string(), count: z.int(), outOf: z.int() })

/** The cost of one container for each pickup day of a plan; null: no estimate. */
export const PlannedContainer = z.object({
  id: z.string(),
  number: z.string(),
  lastFreeDay: CalendarDate.nullable(),
  currency: z.string().nullable(),
  /** For each day of the plan: the cost if it is picked up on that day. */
  minor: z.array(z.int()).nullable(),
  /** Why there is no estimate. */
  reason: z.enum(['no-rate', 'no-date', 'out']).nullable(),
})

export const PickupPlan = z.object({
  dates: z.array(CalendarDate),
  /** For each day of the plan. */
  totals: z.array(z.array(MoneyTotal)),
  containers: z.array(PlannedContainer),
  uncosted: z.int(),
})

export const rates = {
  queries: {
    /** By name. */
    'rates.list': { input: z.object({}), output: z.array(RateTable) },
    /**
     * Demurrage of containers that pass the filter and were not picked up, today and on the following days. `only` and
     * `except` limit it to the rows that the user selected.
     */
    'rates.exposure': {
      input: z.object({
        filter: ContainerFilter,
        only: z.array(z.string()).max(MAX_SELECTED).optional(),
        except: z.array(z.string()).max(MAX_SELECTED).optional(),
        days: z.int().min(0).max(60),
      }),
      output: Exposure,
    },
    /** The cost of these containers by pickup day, counted as in `rates.exposure`. */
    'rates.plan': {
      input: z.object({ ids: z.array(z.string()).min(1).max(MAX_PLANNED), days: z.int().min(1).max(MAX_PLAN_DAYS) }),
      output: PickupPlan,
    },
    /**
     * For each table of `rates.list`. A demurrage table counts containers that were not picked up, a detention table
     * those that were not returned.
     */
    'rates.fit': { input: z.object({}), output: z.array(RateFit) },
  },
  commands: {
    /**
     * Creates a table, or replaces the one with that id. `rates/same-terms` if another table applies to the same
     * containers.
     */
    'rates.save': { input: RateTable, output: z.void() },
    /**
     * Imports all tables or none. An imported table replaces the one for the same containers. Answers the ids of
     * new tables and the former version of each replaced one, so that the import can be undone.
     */
    'rates.import': {
      input: z.object({
        tables: z
          .array(RateTable.omit({ id: true }))
          .min(1)
          .max(MAX_TABLES),
      }),
      output: z.object({ added: z.array(z.string()), replaced: z.array(RateTable) }),
    },
    'rates.remove': { input: z.object({ id: z.string() }), output: z.void() },
    /** Writes all tables as CSV into the spool, for the host to serve. No cell begins a formula. */
    'rates.export': { input: z.object({}), output: z.object({ file: z.string(), name: z.string() }) },
  },
} satisfies Partial<Contract>

export type MoneyTotal = z.infer<typeof MoneyTotal>
export type RateFit = z.infer<typeof RateFit>
export type Exposure = z.infer<typeof Exposure>
export type PickupPlan = z.infer<typeof PickupPlan>
export type PlannedContainer = z.infer<typeof PlannedContainer>
