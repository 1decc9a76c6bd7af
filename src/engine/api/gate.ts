// The queue before the network: which requests wait for a permit and in which order. Permits are stored, so that they
// still count after a restart. The arithmetic is in budget.ts.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import type { Clock } from '../outside/clock.ts'
import {
  ABANDONED_MS,
  type Allowance,
  type Bucket,
  type Priority,
  type PermitRequest,
  type Spent,
  maxRequests,
  removeFreePermits,
  estimateOtherPrograms,
  raiseCap,
  applyRefusal,
  computeWaitMs,
} from './budget.ts'
import {
  type BucketQueue,
  type Ticket,
  type UsedPermit,
  type Waiter,
  chooseNext,
  getSpent,
  listSentInLastMinute,
  removeFromQueue,
  replaceSpent,
  restoreQueues,
} from './bucket-queue.ts'
import { deletePermit, finishPermit, insertPermit, saveCap } from './store.ts'

export type Gate = {
  /**
   * Resolves when the request may be sent. Rejects with `api/rate-limited` if that will take longer than `patienceMs`,
   * with the signal's reason if it is aborted first, with `office/…` if the user waits and another computer sends the
   * office's requests, and with the database's error if the permit cannot be stored: a request that a crash could
   * forget is not sent.
   */
  enter(bucket: Bucket, priority: Priority, signal: AbortSignal, patienceMs?: number): Promise<Ticket>
  /** The user asks for an answer now: sends one general request despite a pause. Its answer ends the pause. */
  askOnce(): void
  getLoad(): GateLoad
  /** Call this when a request may be sent that had no right to be sent. */
  recheck(): void
  /** The requests of the last minute, by this uptime. */
  getSpent(): { spent: Record<Bucket, Spent>; uptimeMs: number }
  /** Continues where another computer with this key ended, which knew the requests of this one. */
  continueFrom(computeSpent: (uptimeMs: number) => Record<Bucket, Spent>): void
  stop(): void
}

/** In an office only the leader may send requests. */
export type SendRight = {
  /** Asked before each permit. */
  maySend(bucket: Bucket): boolean
  onPermit(bucket: Bucket): void
  /** Why a request for which the user waits is declined; null if it can wait for the right. */
  refusal(): AppError | null
}

export type BucketLoad = {
  /** The requests that were sent in the last minute, and the most that the gate allows in a minute now. */
  lastMinute: number
  allowed: number
  waiting: number
  pausedForMs: number
  /** The estimated requests a minute of another program with this key; null if none was noticed in ten minutes. */
  othersPerMinute: number | null
}

export type GateLoad = {
  buckets: Record<Bucket, BucketLoad>
  /** Requests of the last minute, over all buckets. Those of an earlier run are counted only in their bucket. */
  classes: Record<Priority, number>
}

export type GateDeps = {
  clock: Clock
  db: ReadableDb
  write: Write
  keyHash: string
  log: Log
  allowance: () => Allowance
  /** Without it, this computer has no office. */
  sendRight?: SendRight | undefined
}

/** The pause after a 429 without Retry-After. */
export const DEFAULT_RETRY_AFTER_MS = 10_000
/** The minimum pause after a refusal. It doubles with each further refusal in a row, up to `LONGEST_MIN_PAUSE_MS`. */
const FIRST_MIN_PAUSE_MS = 1_000
const LONGEST_MIN_PAUSE_MS = 60_000
/** If nothing was refused for this time, the other program counts as gone. */
const OTHER_PROGRAM_MS = 10 * 60_000

type GateContext = GateDeps & {
  /** Monotonic like `mono`, but counted from the computer's start. All arithmetic here uses it. */
  uptimeMs: () => number
  /**
   * Converts an uptime to the value that is stored for the next start. During sleep the computer's uptime advances, but
   * `mono` does not. Without this correction, a new permit would seem to be as old as the sleep was long.
   */
  toStoredUptime: (uptimeMs: number) => number
  /** Uptime in ms when the last background request was sent. */
  paceUp: number
  /**
   * Ends of permits that are not stored yet; null: the permit is free. They are stored with the next permit that is
   * taken. A commit for each would be most of the work of an idle engine, and after a crash the permits only count as
   * younger.
   */
  ends: Map<number, number | null>
}

export function createGate(deps: GateDeps): Gate {
  const { clock } = deps
  const offset = clock.up() - clock.mono()
  const uptimeMs = () => clock.mono() + offset
  // Never less: some systems count uptime in whole seconds.
  const toStoredUptime = (value: number) => value + Math.max(0, clock.up() - uptimeMs())
  const context: GateContext = { ...deps, uptimeMs, toStoredUptime, paceUp: Number.NEGATIVE_INFINITY, ends: new Map() }
  const queues = restoreQueues(deps.db, deps.keyHash, context.uptimeMs())
  let order = 0
  return {
    enter: async (bucket, priority, signal, patienceMs) => {
      signal.throwIfAborted()
      const refusal = priority === 0 ? deps.sendRight?.refusal() : null
      if (refusal) throw refusal
      return new Promise((resolve, reject) => {
        const queue = queues[bucket]
        const aheadCount =
          patienceMs === undefined ? 0 : queue.waiters.filter((waiter) => waiter.priority <= priority).length
        const waitMs = computeWaitMs(queue.state, { ...createPermitRequest(context, bucket, priority), aheadCount })
        if (patienceMs !== undefined && waitMs > patienceMs) {
          reject(new AppError('api/rate-limited', { retryAfterS: Math.ceil(waitMs / 1000) }))
          return
        }
        const waiter: Waiter = { priority, order: order++, grant: resolve, fail: reject, signal }
        rejectOnAbort(queue, waiter)
        queue.waiters.push(waiter)
        admit(context, queue)
      })
    },
    askOnce: () => {
      queues.general.isProbeRequested = true
      admit(context, queues.general)
    },
    recheck: () => {
      for (const queue of Object.values(queues)) admit(context, queue)
    },
    getSpent: () => ({ spent: getSpent(queues), uptimeMs: context.uptimeMs() }),
    continueFrom: (computeSpent) => {
      const uptimeMs = context.uptimeMs()
      const spent = computeSpent(uptimeMs)
      for (const queue of Object.values(queues))
        forgetPermits(context, replaceSpent(queue, spent[queue.bucket], uptimeMs))
    },
    getLoad: () => getLoad(queues, context.uptimeMs(), context.allowance().share),
    stop: () => {
      for (const queue of Object.values(queues)) queue.cancelTimer?.()
      if (context.ends.size > 0) tryStore(context)
    },
  }
}

function createPermitRequest(context: GateContext, bucket: Bucket, priority: Priority): PermitRequest {
  return { bucket, priority, uptimeMs: context.uptimeMs(), paceUp: context.paceUp, allowance: context.allowance() }
}

/** Permits are stored longer than a minute after sending, so none of the last minute is missing. */
function getLoad(queues: Record<Bucket, BucketQueue>, uptimeMs: number, share: number): GateLoad {
  const classes: GateLoad['classes'] = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 }
  const getBucketLoad = ({ bucket, state, waiters, otherPrograms }: BucketQueue): BucketLoad => {
    const recent = listSentInLastMinute(state, uptimeMs)
    const othersPerMinute =
      otherPrograms && uptimeMs - otherPrograms.seenUp < OTHER_PROGRAM_MS ? otherPrograms.perMinute : null
    for (const { priority } of recent) if (priority !== null) classes[priority]++
    return {
      lastMinute: recent.length,
      allowed: maxRequests(state, bucket, share),
      waiting: waiters.length,
      pausedForMs: Math.max(0, state.pausedUntilUp - uptimeMs),
      othersPerMinute,
    }
  }
  const buckets = {
    general: getBucketLoad(queues.general),
    'tracking-requests': getBucketLoad(queues['tracking-requests']),
    infer: getBucketLoad(queues.infer),
    refresh: getBucketLoad(queues.refresh),
  }
  return { buckets, classes }
}

/** Grants permits to all requests that may be sent. The next check is when the first of the others may be sent. */
function admit(context: GateContext, queue: BucketQueue): void {
  queue.cancelTimer?.()
  queue.cancelTimer = null
  raiseCap(queue.state, queue.bucket, context.uptimeMs())
  forgetPermits(context, removeFreePermits(queue.state, context.uptimeMs()))
  if (queue.waiters.length === 0) return
  const allowance = context.allowance()
  for (;;) {
    const waiter = chooseNext(queue, allowance)
    if (!waiter || !hasSendRight(context, queue)) return
    const isProbe = queue.isProbeRequested && context.uptimeMs() < queue.state.pausedUntilUp
    const state = isProbe ? { ...queue.state, pausedUntilUp: 0 } : queue.state
    const waitMs = computeWaitMs(state, createPermitRequest(context, queue.bucket, waiter.priority))
    if (waitMs > 0) {
      // Requests behind it are no more urgent and may fill no more permits.
      queue.cancelTimer = context.clock.after(waitMs, () => admit(context, queue))
      return
    }
    removeFromQueue(queue, waiter)
    queue.isProbeRequested = false
    // This may run in a timer callback, where an error would end the process. It is passed to the waiting caller.
    try {
      waiter.grant(takePermit(context, queue, waiter.priority, isProbe))
    } catch (error) {
      waiter.fail(error)
    }
  }
}

/**
 * Stores the ends of permits, and what `work` stores. An error here must not lose the answer that has arrived. A permit
 * whose end could not be stored counts as younger than it is after a restart.
 */
function tryStore(context: GateContext, work: (db: WritableDb) => void = () => undefined): void {
  try {
    context.write((db) => {
      work(db)
      storeEnds(context, db)
    })
    context.ends.clear()
  } catch (error) {
    context.log('warn', 'permit not stored', { error: String(error) })
  }
}

function storeEnds({ ends, toStoredUptime }: GateContext, db: WritableDb): void {
  for (const [id, doneUp] of ends) {
    if (doneUp === null) deletePermit(db, id)
    else finishPermit(db, id, toStoredUptime(doneUp))
  }
}

/** Returns the id of the stored permit. If only ends of other permits cannot be stored, the request is still sent. */
function storePermit(context: GateContext, insert: (db: WritableDb) => number): number {
  try {
    const id = context.write((db) => {
      storeEnds(context, db)
      return insert(db)
    })
    context.ends.clear()
    return id
  } catch {
    return context.write(insert)
  }
}

/** `isProbe`: the request is sent despite a pause. Throws if the permit cannot be stored. */
function takePermit(context: GateContext, queue: BucketQueue, priority: Priority, isProbe: boolean): Ticket {
  const { keyHash, uptimeMs, toStoredUptime } = context
  const sentUp = uptimeMs()
  const id = storePermit(context, (db) => insertPermit(db, keyHash, queue.bucket, toStoredUptime(sentUp)))
  const permit: UsedPermit = { id, sentUp, doneUp: null, priority }
  if (priority >= 2 && queue.bucket === 'general') context.paceUp = sentUp
  queue.state.permits.push(permit)
  context.sendRight?.onPermit(queue.bucket)
  const finish = (doneUp: number) => {
    permit.doneUp = doneUp
    context.ends.set(id, doneUp)
    admit(context, queue)
  }
  return {
    answered: () => {
      queue.refusals.inRow = 0
      if (isProbe) queue.state.pausedUntilUp = uptimeMs()
      finish(uptimeMs())
    },
    refused: (retryAfterMs) => {
      const perMinute = estimateOtherPrograms(queue.bucket, listSentInLastMinute(queue.state, uptimeMs()).length)
      if (perMinute !== null) queue.otherPrograms = { perMinute, seenUp: uptimeMs() }
      applyRefusal(queue.state, uptimeMs(), Math.max(retryAfterMs, minPauseMs(queue, sentUp, uptimeMs())))
      const { cap, capChangedUp, pausedUntilUp } = queue.state
      tryStore(context, (db) =>
        saveCap(db, keyHash, {
          bucket: queue.bucket,
          cap,
          capChangedUp: toStoredUptime(capChangedUp),
          pausedUntilUp: toStoredUptime(pausedUntilUp),
        }),
      )
      finish(uptimeMs())
    },
    abandoned: () => finish(uptimeMs() + ABANDONED_MS),
    unused: () => {
      // With this end the permit is free, so the next check of the queue deletes it.
      permit.doneUp = Number.NEGATIVE_INFINITY
      admit(context, queue)
    },
  }
}

/** Requests that were in flight together are refused together: they count once. */
function minPauseMs({ refusals }: BucketQueue, sentUp: number, uptimeMs: number): number {
  if (sentUp > refusals.lastUp) refusals.inRow++
  refusals.lastUp = uptimeMs
  return Math.min(LONGEST_MIN_PAUSE_MS, FIRST_MIN_PAUSE_MS * 2 ** (refusals.inRow - 1))
}

/** Without the right, requests wait. Those for which the user waits are declined if another computer has it. */
function hasSendRight({ sendRight }: GateContext, queue: BucketQueue): boolean {
  if (!sendRight || sendRight.maySend(queue.bucket)) return true
  const refusal = sendRight.refusal()
  if (!refusal) return false
  const declined = queue.waiters.filter(({ priority }) => priority === 0)
  queue.waiters = queue.waiters.filter(({ priority }) => priority > 0)
  for (const waiter of declined) waiter.fail(refusal)
  return false
}

function forgetPermits({ ends }: GateContext, permits: UsedPermit[]): void {
  for (const { id } of permits) if (id !== null) ends.set(id, null)
}

function rejectOnAbort(queue: BucketQueue, waiter: Waiter): void {
  const { signal } = waiter
  const rejectWaiter = () => {
    const index = queue.waiters.indexOf(waiter)
    if (index >= 0) queue.waiters.splice(index, 1)
    waiter.fail(signal.reason)
  }
  signal.addEventListener('abort', rejectWaiter, { once: true })
  const { grant, fail } = waiter
  waiter.grant = (ticket) => {
    signal.removeEventListener('abort', rejectWaiter)
    grant(ticket)
  }
  waiter.fail = (error) => {
    signal.removeEventListener('abort', rejectWaiter)
    fail(error)
  }
}
