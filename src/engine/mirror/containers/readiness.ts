// Decides whether a container can be picked up (the verdict), and sums up its fees. Pure.
import type { Clock, FeeTotal, Verdict } from '#contract/deadlines.ts'

export type ReadinessInput = {
  clock: Clock
  /** Discharged at the place of pickup: the terminal, or the ramp for an inland move. */
  hasArrived: boolean
  /** Null if the service did not report it. */
  isAvailabilityKnown: boolean | null
  isAvailable: boolean | null
  hasActiveHold: boolean
  /** Hours since the terminal was checked; null: never. */
  hoursSinceCheck: number | null
}

/** An answer of the terminal is valid for a day. */
const FRESH_HOURS = 24

/** The first matching rule decides. */
export function verdictOf(input: ReadinessInput): Verdict {
  const isAvailable = input.isAvailable === true
  if (input.clock === 'stopped') return 'out'
  if (!input.hasArrived && !isAvailable) return 'not-arrived'
  if (input.isAvailabilityKnown === true && isAvailable && input.hasActiveHold) return 'conflict'
  if (input.hasActiveHold) return 'held'
  // A missing value counts as unknown: it must be shown neither as "not available" nor as ready.
  if (input.isAvailabilityKnown !== true) return 'unknown'
  if (!isAvailable) return 'not-released'
  return input.hoursSinceCheck !== null && input.hoursSinceCheck <= FRESH_HOURS ? 'ready' : 'ready-unverified'
}

export type ReportedHold = { name: string; status: string; description: string | null }
export type ReportedFee = { type: string; amount: number; currency: string | null }

/** Whether the hold blocks the pickup: only the status `hold` does. Sources write the status in different cases. */
export function isActive(hold: ReportedHold): boolean {
  return hold.status.toLowerCase() === 'hold'
}

/**
 * Whether the fee is charged for each further day. `type` may be spelled `extended_dwell_time`, or with spaces and
 * capitals.
 */
export function isRunningFee({ type }: ReportedFee): boolean {
  return /demurrage|extended_dwell/.test(type.toLowerCase().replaceAll(/[\s-]+/g, '_'))
}

/**
 * The amounts due, for each currency separately. A fee of type `total` repeats the other fees, so it counts only if
 * there are no others. An amount of 0 is a fee without a price yet.
 */
export function feeTotals(fees: ReportedFee[]): FeeTotal[] {
  const singleFees = fees.filter((fee) => fee.type.toLowerCase() !== 'total')
  const totals = new Map<string | null, FeeTotal>()
  for (const fee of singleFees.length > 0 ? singleFees : fees) {
    const total = totals.get(fee.currency) ?? { currency: fee.currency, amount: 0, isPending: false }
    // Cents are added as whole numbers, because 0.1 + 0.2 is not 0.3 in floating point.
    total.amount = (Math.round(total.amount * 100) + Math.round(fee.amount * 100)) / 100
    total.isPending ||= fee.amount === 0
    totals.set(fee.currency, total)
  }
  return [...totals.values()]
}

/** By currency: the amount due for many containers, and how many containers have such an amount. */
export type DueTotals = Map<string | null, FeeTotal & { containers: number }>

/** Adds the totals of `containerCount` containers for which the same amounts are due. */
export function addDue(due: DueTotals, totals: FeeTotal[], containerCount = 1): void {
  for (const { currency, amount, isPending } of totals) {
    const sum = due.get(currency) ?? { currency, amount: 0, isPending: false, containers: 0 }
    sum.amount = (Math.round(sum.amount * 100) + Math.round(amount * 100) * containerCount) / 100
    sum.isPending ||= isPending
    sum.containers += containerCount
    due.set(currency, sum)
  }
}

/** The order of totals in every list: the largest first, an unknown currency last. */
export function sortTotals<Total extends FeeTotal>(totals: readonly Total[]): Total[] {
  return totals.toSorted(
    (one, other) => Number(one.currency === null) - Number(other.currency === null) || other.amount - one.amount,
  )
}
