// The requests of the last minute, which pass with the lease: the service counts them by key, whichever computer sends.
// The clocks of two computers differ, so the lease has ages and not times.
import { z } from 'zod'
import { ABANDONED_MS, type Bucket, type Permit, type Spent, bucketCaps } from '../api/budget.ts'
import { LEASE_MS } from './lease.ts'

/**
 * How many requests a leader may send after its last report, so that the next leader can count those of a leader that
 * died. A leader that needs more reports earlier.
 */
export const RESERVES: Record<Bucket, number> = { general: 10, 'tracking-requests': 10, infer: 20, refresh: 1 }

/**
 * `ages`: ms since the minute of each used permit began, negative if it begins later; null while its answer is pending.
 * `reserve`: at most this many requests may have been sent after the report.
 */
const bucketBudget = z.object({
  ages: z.array(z.number().nullable()).max(1_000),
  reserve: z.number().int().nonnegative().max(1_000),
  cap: z.number().int().positive(),
  pauseMs: z.number().nonnegative(),
})
const leaseBudget = z.partialRecord(z.enum(['general', 'tracking-requests', 'infer', 'refresh']), bucketBudget)
export type LeaseBudget = z.infer<typeof leaseBudget>

/** A permit is free after this time. */
const OLDEST_MS = 61_000

/** `isFinal`: this computer sends nothing more. */
export function toLeaseBudget(spent: Record<Bucket, Spent>, uptimeMs: number, isFinal: boolean): LeaseBudget {
  const report = (bucket: Bucket) => {
    const { permits, cap, pausedUntilUp } = spent[bucket]
    const ages = permits.map(({ doneUp }) => (doneUp === null ? null : Math.round(uptimeMs - doneUp)))
    return {
      ages: ages.filter((age) => age === null || age < OLDEST_MS),
      reserve: isFinal ? 0 : RESERVES[bucket],
      cap,
      pauseMs: Math.max(0, Math.round(pausedUntilUp - uptimeMs)),
    }
  }
  return mapBuckets(report)
}

/**
 * What the next leader starts with. `idleMs`: the time since the last report. If the budget cannot be read, every
 * request of the minute counts as sent now.
 */
export function fromLeaseBudget(budget: unknown, idleMs: number, uptimeMs: number): Record<Bucket, Spent> {
  const { success, data } = leaseBudget.safeParse(budget)
  const restore = (bucket: Bucket): Spent => {
    if (!success)
      return { permits: countAsSent(bucketCaps[bucket], uptimeMs), cap: bucketCaps[bucket], pausedUntilUp: 0 }
    const { ages, cap, pauseMs, reserve } = data[bucket] ?? {
      ages: [],
      cap: bucketCaps[bucket],
      pauseMs: 0,
      reserve: 0,
    }
    // The last request left before the end of the lease, and without its answer it may arrive later.
    const lastUp = uptimeMs - idleMs + LEASE_MS + ABANDONED_MS
    return {
      permits: [...ages.map((age) => toPermit(age, idleMs, uptimeMs)), ...countAsSent(reserve, lastUp)],
      cap: Math.min(cap, bucketCaps[bucket]),
      pausedUntilUp: Math.max(0, uptimeMs + pauseMs - idleMs),
    }
  }
  return mapBuckets(restore)
}

function mapBuckets<Value>(compute: (bucket: Bucket) => Value): Record<Bucket, Value> {
  return {
    general: compute('general'),
    'tracking-requests': compute('tracking-requests'),
    infer: compute('infer'),
    refresh: compute('refresh'),
  }
}

/** A request without an answer may still arrive, so its minute begins later. */
function toPermit(age: number | null, idleMs: number, uptimeMs: number): Permit {
  const doneUp = uptimeMs - idleMs + (age === null ? ABANDONED_MS : -age)
  return { sentUp: Math.min(doneUp, uptimeMs), doneUp }
}

const countAsSent = (count: number, doneUp: number): Permit[] =>
  Array.from({ length: count }, () => ({ sentUp: doneUp, doneUp }))
