// A table of rates, and the cost of one container computed with it.
import { z } from 'zod'
import { CalendarDate } from './values.ts'

export const RateKind = z.enum(['demurrage', 'detention'])

/** `working`: Monday to Friday without the days the user marked as closed at that terminal. */
export const DayCounting = z.enum(['calendar', 'working'])

/** The rate per day from this chargeable day on. */
export const RateTier = z.object({ fromDay: z.int().min(1).max(999), rate: z.int().min(0).max(1_000_000_000) })

export const RateTable = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  kind: RateKind,
  /** In this field and the next three, null means that the table applies to all. */
  scac: z.string().trim().min(1).max(10).nullable(),
  place: z.string().trim().min(1).max(200).nullable(),
  lengthFt: z.int().min(1).max(60).nullable(),
  equipmentType: z.string().trim().min(1).max(40).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  counting: DayCounting,
  /** Only for detention, counted from the day after the container left; null: unknown. */
  freeDays: z.int().min(0).max(365).nullable(),
  /** Empty: the rates are unknown, so there is no estimate. */
  tiers: z
    .array(RateTier)
    .max(20)
    .refine(
      (tiers) => tiers.every(({ fromDay }, i) => (i === 0 ? fromDay === 1 : fromDay > (tiers[i - 1]?.fromDay ?? 0))),
      'the first tier begins on day 1 and each later one later',
    ),
})

/** A number of days at one rate. */
export const EstimatePart = z.object({ fromDay: z.int(), days: z.int(), rate: z.int(), minor: z.int() })

export const Estimate = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('costed'),
    table: z.object({ id: z.string(), name: z.string() }),
    currency: z.string(),
    minor: z.int(),
    /** Chargeable days, as the table counts them. */
    days: z.int(),
    counting: DayCounting,
    parts: z.array(EstimatePart),
  }),
  /** No table applies, or it has no rates; or there is no date to count from. Never shown as 0. */
  z.object({ state: z.enum(['no-rate', 'no-date']) }),
])

/**
 * The detention of a container that was picked up and not returned, by the user's rate tables. The line reports none.
 */
export const Detention = z.object({
  freeDays: z.int().nullable(),
  /** The last free day of detention. */
  returnBy: CalendarDate.nullable(),
  estimate: Estimate,
})

export type RateKind = z.infer<typeof RateKind>
export type DayCounting = z.infer<typeof DayCounting>
export type RateTier = z.infer<typeof RateTier>
export type RateTable = z.infer<typeof RateTable>
export type Estimate = z.infer<typeof Estimate>
export type EstimatePart = z.infer<typeof EstimatePart>
export type Detention = z.infer<typeof Detention>
