// The requests of the last minute, which pass with the lease: the service counts them by key, whichever computer sends.
// The clocks of two computers differ, so the lease has ages and not times.
import { z } from 'zod'
import { ABANDONED_MS, type Bucket, type BucketState, type Permit, bucketCaps } from '../api/budget.ts'
import { LEASE_MS } from './lease.ts'

/** `ages`: ms since the minute of each used permit began; null while its answer is pending. */
const bucketBudget = z.object({
  ages: z.array(z.number().nonnegative().nullable()).max(1_000),
  cap: z.number().int().positive(),
  pauseMs: z.number().nonnegative(),
})
const leaseBudget = z.partialRecord(z.enum(['general', 'tracking-requests', 'infer', 'refresh']), bucketBudget)
export type LeaseBudget = z.infer<typeof leaseBudget>

/** What a gate knows about one bucket. */
export type Spent = Pick<BucketState, 'permits' | 'cap' | 'pausedUntilUp'>

export function toLeaseBudget(spent: Partial<Record<Bucket, Spent>>, uptimeMs: number): LeaseBudget {
  return Object.fromEntries(
    Object.entries(spent).map(([bucket, { permits, cap, pausedUntilUp }]) => [
      bucket,
      {
        ages: permits.map(({ doneUp }) => (doneUp === null ? null : Math.max(0, Math.round(uptimeMs - doneUp)))),
        cap,
        pauseMs: Math.max(0, Math.round(pausedUntilUp - uptimeMs)),
      },
    ]),
  )
}

/**
 * What the next leader starts with. `idleMs`: the time since the last renewal. In it the earlier leader may have sent
 * requests at its whole rate. If the budget cannot be read, every request of the minute counts as sent now.
 */
export function fromLeaseBudget(budget: unknown, idleMs: number, uptimeMs: number): Record<Bucket, Spent> {
  const { success, data } = leaseBudget.safeParse(budget)
  const restore = (bucket: Bucket): Spent => {
    if (!success)
      return { permits: countAsSent(bucketCaps[bucket], uptimeMs), cap: bucketCaps[bucket], pausedUntilUp: 0 }
    const { ages, cap, pauseMs } = data[bucket] ?? { ages: [], cap: bucketCaps[bucket], pauseMs: 0 }
    const unseen = Math.ceil((bucketCaps[bucket] * Math.min(idleMs, LEASE_MS)) / 60_000)
    return {
      permits: [...ages.map((age) => toPermit(age, idleMs, uptimeMs)), ...countAsSent(unseen, uptimeMs)],
      cap: Math.min(cap, bucketCaps[bucket]),
      pausedUntilUp: Math.max(0, uptimeMs + pauseMs - idleMs),
    }
  }
  return {
    general: restore('general'),
    'tracking-requests': restore('tracking-requests'),
    infer: restore('infer'),
    refresh: restore('refresh'),
  }
}

/** A request without an answer may still arrive, so its minute begins later. */
function toPermit(age: number | null, idleMs: number, uptimeMs: number): Permit {
  const doneUp = age === null ? uptimeMs + ABANDONED_MS : uptimeMs - age - idleMs
  return { sentUp: Math.min(doneUp, uptimeMs), doneUp }
}

const countAsSent = (count: number, uptimeMs: number): Permit[] =>
  Array.from({ length: count }, () => ({ sentUp: uptimeMs, doneUp: uptimeMs }))
