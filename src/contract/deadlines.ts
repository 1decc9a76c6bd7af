// Last free day and readiness as the screens show them. The rules are in engine/mirror/containers.
import { z } from 'zod'
import { CalendarDate, Instant, Zone } from './values.ts'

/** Who reported a last free day. `service`: its own `pickup_lfd`, which is used if no other source reports a date. */
export const DeadlineSource = z.enum(['line', 'terminal', 'rail', 'service', 'manual'])

/** Why a date is not certain. Each flag is shown beside the date. */
export const DeadlineFlag = z.enum([
  'zone-unknown',
  'may-be-later',
  'port-date-inland-move',
  'deprecated-field',
  'today-from-shipment-zone',
  'today-from-place-zone',
  'today-from-home-zone',
  'reported-since-manual',
])

/**
 * Groups of urgency, most urgent first; `none` has no date. `confirm`: long past, without a recent check; counted
 * separately. `not-discharged` and `out` have no running deadline.
 */
export const Band = z.enum([
  'past',
  'today',
  'tomorrow',
  'soon',
  'week',
  'later',
  'none',
  'confirm',
  'not-discharged',
  'out',
])

/** Whether free time has not begun, is running, or has stopped because the container was picked up. */
export const Clock = z.enum(['not-started', 'running', 'stopped'])

/** Which reported date governs, by the user's setting. */
export const GoverningRule = z.enum(['earliest', 'line-first', 'terminal-first'])

/** One source's last free day, as reported and as we read it. */
export const Deadline = z.object({
  source: DeadlineSource,
  /** The date as the service or the user wrote it. */
  reported: z.string(),
  date: CalendarDate,
  /** The zone in which the date was read; null if the service gave none. */
  zone: Zone.nullable(),
  /** Days from today at that place to the date; negative when past. */
  daysLeft: z.int(),
  /** Whether this source may govern for this kind of move (port or inland). */
  isRelevant: z.boolean(),
  isGoverning: z.boolean(),
  flags: z.array(DeadlineFlag),
})

/** The last free day as lists show it. */
export const LastFreeDay = z.object({
  band: Band,
  clock: Clock,
  /** The governing date; null if there is none. */
  date: CalendarDate.nullable(),
  daysLeft: z.int().nullable(),
  /** The zone that decides which day is today. */
  zone: Zone.nullable(),
  source: DeadlineSource.nullable(),
  flags: z.array(DeadlineFlag),
  /** Every source with its date, the governing one first, so that the row shows a disagreement. */
  sources: z.array(z.object({ source: DeadlineSource, date: CalendarDate, isRelevant: z.boolean() })),
  /** Whether relevant sources report different days. */
  isDisputed: z.boolean(),
  /** Days since discharge at the place of pickup, for "no LFD reported"; null before it. */
  daysSinceDischarge: z.int().nullable(),
})

/**
 * Whether the container can be picked up, and if not, why. `conflict`: the terminal reports it as available although it
 * has an active hold. `unknown`: availability is not reported. `ready-unverified`: it is ready, but the terminal was
 * checked too long ago to rely on it, or never.
 */
export const Verdict = z.enum([
  'out',
  'not-arrived',
  'conflict',
  'held',
  'unknown',
  'not-released',
  'ready',
  'ready-unverified',
])

export const Hold = z.object({
  /** As spelled by the service; compare without case. */
  name: z.string(),
  /** `hold` blocks, `pending` warns; other words are shown as they are. */
  status: z.string(),
  description: z.string().nullable(),
  /** When we first read it; null if it existed at our first reading. */
  firstSeenAt: Instant.nullable(),
})

export const Fee = z.object({
  type: z.string(),
  /** 0 if the fee is posted without a price. */
  amount: z.number(),
  /** ISO 4217 code; null if the terminal reports none. */
  currency: z.string().nullable(),
  firstSeenAt: Instant.nullable(),
})

/** What must be paid before pickup, one total for each currency. */
export const FeeTotal = z.object({
  currency: z.string().nullable(),
  amount: z.number(),
  /** A fee is posted without a price: the amount is not final. */
  isPending: z.boolean(),
})

/** `author`: the member of the office who set it; null without an office, and before the office has it. */
export const ManualLastFreeDay = z.object({
  date: CalendarDate,
  reason: z.string(),
  setAt: Instant,
  author: z.string().nullable(),
})

export type Deadline = z.infer<typeof Deadline>
export type DeadlineSource = z.infer<typeof DeadlineSource>
export type DeadlineFlag = z.infer<typeof DeadlineFlag>
export type Band = z.infer<typeof Band>
export type Clock = z.infer<typeof Clock>
export type GoverningRule = z.infer<typeof GoverningRule>
export type LastFreeDay = z.infer<typeof LastFreeDay>
export type Verdict = z.infer<typeof Verdict>
export type Hold = z.infer<typeof Hold>
export type Fee = z.infer<typeof Fee>
export type FeeTotal = z.infer<typeof FeeTotal>
export type ManualLastFreeDay = z.infer<typeof ManualLastFreeDay>
