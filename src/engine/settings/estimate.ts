// The estimate for one container by the user's tables: demurrage while it is at the terminal, detention after it left.
// Pure.
import type { Detention, Estimate, RateTable } from '#contract/rate-table.ts'
import { dateOfJulianDay } from '../outside/calendar.ts'
import { type Closed, chargeableDays, costOf, lastFreeAfter, partsOf } from './cost.ts'

/** The table for a container, and the days on which its terminal is closed. */
export type Terms = { table: RateTable | null; closed: Closed }

/** A table without rates means that the cost is unknown, not zero. */
export function hasRates(table: RateTable | null): table is RateTable {
  return table !== null && table.tiers.length > 0
}

/** The cost if the container is still there, or picked up, on the day `through`. `lastFree` NaN: not known. */
export function estimateOf({ table, closed }: Terms, lastFree: number, through: number): Estimate {
  if (!hasRates(table)) return { state: 'no-rate' }
  if (Number.isNaN(lastFree) || Number.isNaN(through)) return { state: 'no-date' }
  const days = chargeableDays(lastFree, through, table.counting, closed)
  const { id, name, currency, counting, tiers } = table
  return {
    state: 'costed',
    table: { id, name },
    currency,
    minor: costOf(tiers, days),
    days,
    counting,
    parts: partsOf(tiers, days),
  }
}

/** `out`: the day of pickup; NaN: not known. */
export function detentionOf(terms: Terms, out: number, today: number): Detention {
  const lastFree = returnDay(terms, out)
  const freeDays = terms.table?.freeDays ?? null
  const isUnknown = terms.table === null || freeDays === null
  return {
    freeDays,
    returnBy: Number.isNaN(lastFree) ? null : dateOfJulianDay(lastFree),
    estimate: isUnknown ? { state: 'no-rate' } : estimateOf(terms, lastFree, today),
  }
}

/** The last day for a return without detention; NaN: not known. */
export function returnDay({ table, closed }: Terms, out: number): number {
  const freeDays = table?.freeDays ?? null
  return table === null || freeDays === null || Number.isNaN(out)
    ? Number.NaN
    : lastFreeAfter(out, freeDays, table.counting, closed)
}
