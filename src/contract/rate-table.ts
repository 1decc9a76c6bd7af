// One table of rates, and what is worked out by one for one box.
import { z } from 'zod'
import { CalendarDate } from './values.ts'

export const RateKind = z.enum(['demurrage', 'detention'])

/** `working`: Monday to Friday without the days the user marked as closed at that terminal. */
export const DayCounting = z.enum(['calendar', 'working'])

/** From this chargeable day on, per day. */
export const RateTier = z.object({ fromDay: z.int().min(1).max(999), rate: z.int().min(0).max(1_000_000_000) })

export const RateTable = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  kind: RateKind,
  /** Null in these four: any. */
  scac: z.string().trim().min(1).max(10).nullable(),
  place: z.string().trim().min(1).max(200).nullable(),
  lengthFt: z.int().min(1).max(60).nullable(),
  equipmentType: z.string().trim().min(1).max(40).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  counting: DayCounting,
  /** Of detention only, counted from the day after it left; null: not known. */
  freeDays: z.int().min(0).max(365).nullable(),
  /** None at all: the rates are not known, which is not the same as costing nothing. */
  tiers: z
    .array(RateTier)
    .max(20)
    .refine(
      (tiers) => tiers.every(({ fromDay }, i) => (i === 0 ? fromDay === 1 : fromDay > (tiers[i - 1]?.fromDay ?? 0))),
      'the first tier begins on day 1 and each later one later',
    ),
})

/** So many days at one rate. */
export const EstimatePart = z.object({ fromDay: z.int(), days: z.int(), rate: z.int(), minor: z.int() })

export const Estimate = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('costed'),
    table: z.object({ id: z.string(), name: z.string() }),
    currency: z.string(),
    minor: z.int(),
    /** Chargeable ones, as the table counts them. */
    days: z.int(),
    counting: DayCounting,
    parts: z.array(EstimatePart),
  }),
  /** No table for such a box, or one without rates; no date to count from. Never 0. */
  z.object({ state: z.enum(['no-rate', 'no-date']) }),
])

/** Of a box that is out and not returned: from the user's own terms, not from the line. */
export const Detention = z.object({
  freeDays: z.int().nullable(),
  /** The last of them. */
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
