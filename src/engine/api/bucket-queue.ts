// The queue of one bucket: the requests that wait, and the permits that are used.
import type { ReadableDb } from '../db/open.ts'
import {
  type Allowance,
  type Bucket,
  type BucketState,
  type Permit,
  type Priority,
  type Spent,
  createBucketState,
  restorePermit,
} from './budget.ts'
import { loadCaps, loadPermits } from './store.ts'

/** A granted permit. The caller must report how its request ended. */
export type Ticket = {
  /** The whole answer arrived, with any status except 429. */
  answered(): void
  /** A 429: wait as long as the service says. */
  refused(retryAfterMs: number): void
  /** There was no answer, or the caller stopped waiting: the request may still arrive later. */
  abandoned(): void
  /** Nothing was sent after all: the permit is free again at once. */
  unused(): void
}

export type Waiter = {
  priority: Priority
  order: number
  grant: (ticket: Ticket) => void
  fail: (error: unknown) => void
  signal: AbortSignal
}

/** `priority` is null for a permit of an earlier run, because it is not stored; `id` for one of another computer. */
export type UsedPermit = Permit & { id: number | null; priority: Priority | null }
type QueueState = Omit<BucketState, 'permits'> & { permits: UsedPermit[] }

/**
 * The requests of one bucket. `sentWhileBothWaited`: how many sweep and bulk requests were sent while one of each kind
 * waited. `refusals.inRow`: refusals since the last answer. `isProbeRequested`: the next request is sent despite a
 * pause.
 */
export type BucketQueue = {
  bucket: Bucket
  state: QueueState
  waiters: Waiter[]
  cancelTimer: (() => void) | null
  otherPrograms: { perMinute: number; seenUp: number } | null
  sentWhileBothWaited: { sweep: number; bulk: number }
  wasLastFromOutbox: boolean
  refusals: { inRow: number; lastUp: number }
  isProbeRequested: boolean
}

/** A pause stored before a restart of the computer cannot be compared with its uptime. No service asks for more. */
const MAX_RESTORED_PAUSE_MS = 120_000
const MINUTE_MS = 60_000

/** While sweep and bulk requests wait, sweeps get four of seven permits and bulk requests three: neither starves. */
const SWEEP_SHARE = 4
const BULK_SHARE = 3

/** The most urgent request; among equals, the oldest. */
export function chooseNext(
  { waiters, sentWhileBothWaited, wasLastFromOutbox }: BucketQueue,
  { isCrowded }: Allowance,
): Waiter | undefined {
  const sorted = waiters.toSorted((one, other) => one.priority - other.priority || one.order - other.order)
  // If many outbox entries (priority 1) wait, only every other request is one of them, so that half of the requests
  // keep the board current. Only the last request counts: the many entries of a quiet hour are not balanced later.
  const isBackgroundNext = isCrowded && sorted[0]?.priority === 1 && wasLastFromOutbox
  const next = (isBackgroundNext ? sorted.find(({ priority }) => priority > 1) : undefined) ?? sorted[0]
  if (next?.priority !== 3 || sentWhileBothWaited.bulk * SWEEP_SHARE >= sentWhileBothWaited.sweep * BULK_SHARE)
    return next
  return waiters.find(({ priority }) => priority === 4) ?? next
}

export function removeFromQueue(queue: BucketQueue, waiter: Waiter): void {
  const { waiters, sentWhileBothWaited } = queue
  waiters.splice(waiters.indexOf(waiter), 1)
  if (waiter.priority > 0) queue.wasLastFromOutbox = waiter.priority === 1
  // Sweeps have priority 3 and bulk requests 4, so only these two add up to 7.
  const isOtherWaiting = waiters.some(({ priority }) => priority + waiter.priority === 7)
  if (isOtherWaiting) sentWhileBothWaited[waiter.priority === 3 ? 'sweep' : 'bulk']++
}

export function restoreQueues(db: ReadableDb, keyHash: string, uptimeMs: number): Record<Bucket, BucketQueue> {
  const createQueue = (bucket: Bucket): BucketQueue => ({
    bucket,
    state: { ...createBucketState(bucket, uptimeMs), permits: [] },
    waiters: [],
    cancelTimer: null,
    otherPrograms: null,
    sentWhileBothWaited: { sweep: 0, bulk: 0 },
    wasLastFromOutbox: false,
    refusals: { inRow: 0, lastUp: Number.NEGATIVE_INFINITY },
    isProbeRequested: false,
  })
  const queues: Record<Bucket, BucketQueue> = {
    general: createQueue('general'),
    'tracking-requests': createQueue('tracking-requests'),
    infer: createQueue('infer'),
    refresh: createQueue('refresh'),
  }
  for (const { bucket, ...permit } of loadPermits(db, keyHash))
    queues[bucket].state.permits.push({ ...permit, ...restorePermit(permit, uptimeMs), priority: null })
  for (const { bucket, cap, capChangedUp, pausedUntilUp } of loadCaps(db, keyHash)) {
    Object.assign(queues[bucket].state, {
      cap,
      capChangedUp: Math.min(capChangedUp, uptimeMs),
      pausedUntilUp: Math.min(pausedUntilUp, uptimeMs + MAX_RESTORED_PAUSE_MS),
    })
  }
  return queues
}

export function listSentInLastMinute(state: QueueState, uptimeMs: number): UsedPermit[] {
  return state.permits.filter(
    ({ sentUp, doneUp }) => sentUp > uptimeMs - MINUTE_MS && doneUp !== Number.NEGATIVE_INFINITY,
  )
}

export function getSpent(queues: Record<Bucket, BucketQueue>): Record<Bucket, Spent> {
  return {
    general: queues.general.state,
    'tracking-requests': queues['tracking-requests'].state,
    infer: queues.infer.state,
    refresh: queues.refresh.state,
  }
}

/** Continues with the permits, the cap and the pause of another computer. Returns the permits until now. */
export function replaceSpent({ state }: BucketQueue, spent: Spent, uptimeMs: number): UsedPermit[] {
  const { permits: replaced } = state
  const permits = spent.permits.map((permit) => ({ ...permit, id: null, priority: null }))
  Object.assign(state, { ...spent, permits, capChangedUp: uptimeMs })
  return replaced
}
