// The queue before the network: which requests wait for a slot, in which order, and the stored slots after a restart.
// The arithmetic is in budget.ts.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import type { Clock } from '../outside/clock.ts'
import {
  ABANDONED_MS,
  type Allowance,
  type Bucket,
  type BucketState,
  type Priority,
  type Slot,
  type SlotRequest,
  maxRequests,
  removeFreeSlots,
  newBucket,
  estimateOtherPrograms,
  recover,
  refuse,
  restoreSlot,
  waitMs,
} from './budget.ts'
import { deleteSlot, finishSlot, insertSlot, loadCaps, loadSlots, saveCap } from './store.ts'

export type Ticket = {
  /** The whole answer arrived, with any status except 429. */
  answered(): void
  /** A 429: wait as long as the service says. */
  refused(retryAfterMs: number): void
  /** There was no answer, or the caller stopped waiting: the request may still arrive later. */
  abandoned(): void
  /** Nothing was sent after all: the slot is free again at once. */
  unused(): void
}

export type Gate = {
  /**
   * Resolves when the request may be sent. Rejects with `api/rate-limited` if that will take longer than `patienceMs`,
   * with the signal's reason if it is aborted first, and with the database's error if the slot cannot be stored: a
   * request that a crash could forget is not sent.
   */
  enter(bucket: Bucket, priority: Priority, signal: AbortSignal, patienceMs?: number): Promise<Ticket>
  /** The user asks for an answer now: one general request is sent despite a pause, and ends it if it is answered. */
  askOnce(): void
  load(): GateLoad
  stop(): void
}

export type BucketLoad = {
  /** Requests sent in the last minute, and the most we allow ourselves now. */
  lastMinute: number
  allowed: number
  waiting: number
  pausedForMs: number
  /** The estimated requests a minute of another program with this key; null if none was noticed lately. */
  othersPerMinute: number | null
}

export type GateLoad = {
  buckets: Record<Bucket, BucketLoad>
  /** Of the last minute, over all buckets. Requests of an earlier run are counted only in their bucket. */
  classes: Record<Priority, number>
}

type Waiter = {
  priority: Priority
  order: number
  grant: (ticket: Ticket) => void
  fail: (error: unknown) => void
  signal: AbortSignal
}
/** `priority` is null for a slot of an earlier run, because it is not stored. */
type UsedSlot = Slot & { id: number; priority: Priority | null }
type LaneState = Omit<BucketState, 'slots'> & { slots: UsedSlot[] }
/**
 * `sentWhileBothWaited`: how many sweep and bulk requests were sent while one of each kind waited. `refusals`: since
 * the last answer. `isProbeRequested`: the next request is sent despite a pause.
 */
type Lane = {
  bucket: Bucket
  state: LaneState
  waiters: Waiter[]
  cancelTimer: (() => void) | null
  otherPrograms: { perMinute: number; seenUp: number } | null
  sentWhileBothWaited: { sweep: number; bulk: number }
  wasLastWrite: boolean
  refusals: { inRow: number; lastUp: number }
  isProbeRequested: boolean
}

export type GateDeps = {
  clock: Clock
  db: ReadableDb
  write: Write
  keyHash: string
  log: Log
  allowance: () => Allowance
}

/** The pause after a 429 without Retry-After. */
export const DEFAULT_RETRY_AFTER_MS = 10_000
/** The minimum pause after a refusal. It doubles with each further refusal in a row, up to the last. */
const FIRST_MIN_PAUSE_MS = 1_000
const LAST_MIN_PAUSE_MS = 60_000
/** A pause stored before a restart of the computer cannot be compared with its uptime. No service asks for more. */
const MAX_RESTORED_PAUSE_MS = 120_000
const MINUTE_MS = 60_000
/** If nothing was refused for this time, the other program counts as gone. */
const OTHER_PROGRAM_MS = 10 * 60_000

type GateContext = GateDeps & {
  /** Monotonic like `mono`, but counted from the uptime at the start. All arithmetic here uses it. */
  uptimeMs: () => number
  /**
   * Converts it to the value stored for the next start. During sleep the computer's uptime advances, but `mono` does
   * not. Without this correction, a new slot would seem to be as old as the sleep was long.
   */
  asStored: (uptimeMs: number) => number
  /** When the background last sent something. */
  paceUp: number
  /**
   * Ends of slots that are not stored yet; null: the slot is free. They are stored with the next slot that is taken. A
   * commit for each would be most of the work of an idle engine, and after a crash the slots only count as younger.
   */
  unwritten: Map<number, number | null>
}

export function createGate(deps: GateDeps): Gate {
  const { clock } = deps
  const offset = clock.up() - clock.mono()
  const uptimeMs = () => clock.mono() + offset
  // Never less: some systems count uptime in whole seconds.
  const asStored = (value: number) => value + Math.max(0, clock.up() - uptimeMs())
  const context: GateContext = { ...deps, uptimeMs, asStored, paceUp: Number.NEGATIVE_INFINITY, unwritten: new Map() }
  const lanes = restoreLanes(deps.db, deps.keyHash, context.uptimeMs())
  let order = 0
  return {
    enter: async (bucket, priority, signal, patienceMs) => {
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        const lane = lanes[bucket]
        const ahead = patienceMs === undefined ? 0 : lane.waiters.filter((waiter) => waiter.priority <= priority).length
        const wait = waitMs(lane.state, { ...slotRequest(context, bucket, priority), ahead })
        if (patienceMs !== undefined && wait > patienceMs) {
          reject(new AppError('api/rate-limited', { retryAfterS: Math.ceil(wait / 1000) }))
          return
        }
        const waiter: Waiter = { priority, order: order++, grant: resolve, fail: reject, signal }
        rejectOnAbort(lane, waiter)
        lane.waiters.push(waiter)
        admit(context, lane)
      })
    },
    askOnce: () => {
      lanes.general.isProbeRequested = true
      admit(context, lanes.general)
    },
    load: () => getLoad(lanes, context.uptimeMs(), context.allowance().share),
    stop: () => {
      for (const lane of Object.values(lanes)) lane.cancelTimer?.()
      if (context.unwritten.size > 0) tryWrite(context)
    },
  }
}

function slotRequest(context: GateContext, bucket: Bucket, priority: Priority): SlotRequest {
  return { bucket, priority, uptimeMs: context.uptimeMs(), paceUp: context.paceUp, allowance: context.allowance() }
}

/** Slots are stored longer than a minute after sending, so none of the last minute is missing. */
function getLoad(lanes: Record<Bucket, Lane>, uptimeMs: number, share: number): GateLoad {
  const classes: GateLoad['classes'] = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0 }
  const ofLane = ({ bucket, state, waiters, otherPrograms }: Lane): BucketLoad => {
    const recent = sentInLastMinute(state, uptimeMs)
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
    general: ofLane(lanes.general),
    'tracking-requests': ofLane(lanes['tracking-requests']),
    infer: ofLane(lanes.infer),
    refresh: ofLane(lanes.refresh),
  }
  return { buckets, classes }
}

function sentInLastMinute(state: LaneState, uptimeMs: number): UsedSlot[] {
  return state.slots.filter(
    ({ sentUp, doneUp }) => sentUp > uptimeMs - MINUTE_MS && doneUp !== Number.NEGATIVE_INFINITY,
  )
}

/** Grants slots to all requests that may be sent. The next check is when the first of the others may be sent. */
function admit(context: GateContext, lane: Lane): void {
  lane.cancelTimer?.()
  lane.cancelTimer = null
  recover(lane.state, lane.bucket, context.uptimeMs())
  for (const { id } of removeFreeSlots(lane.state, context.uptimeMs())) context.unwritten.set(id, null)
  const allowance = context.allowance()
  for (;;) {
    const waiter = chooseNext(lane, allowance)
    if (!waiter) return
    const isProbe = lane.isProbeRequested && context.uptimeMs() < lane.state.pausedUntilUp
    const state = isProbe ? { ...lane.state, pausedUntilUp: 0 } : lane.state
    const wait = waitMs(state, slotRequest(context, lane.bucket, waiter.priority))
    if (wait > 0) {
      // Requests behind it are no more urgent and may fill no more slots.
      lane.cancelTimer = context.clock.after(wait, () => admit(context, lane))
      return
    }
    removeFromQueue(lane, waiter)
    lane.isProbeRequested = false
    // This may run in a timer callback, where an error would end the process. It is passed to the waiting caller.
    try {
      waiter.grant(takeSlot(context, lane, waiter.priority, isProbe))
    } catch (error) {
      waiter.fail(error)
    }
  }
}

/** Of seven slots that both want, sweeps get four and bulk three: neither starves the other. */
const SWEEP_SHARE = 4
const BULK_SHARE = 3

/** The most urgent request; among equals, the oldest. */
function chooseNext(
  { waiters, sentWhileBothWaited, wasLastWrite }: Lane,
  { isCrowded }: Allowance,
): Waiter | undefined {
  const sorted = waiters.toSorted((a, b) => a.priority - b.priority || a.order - b.order)
  // If hundreds of writes wait, only every other request is a write, so that half of the requests keep the board
  // current. Counts only the last request: otherwise the many writes of a quiet hour would have to be balanced later.
  const isBackgroundNext = isCrowded && sorted[0]?.priority === 1 && wasLastWrite
  const first = (isBackgroundNext ? sorted.find(({ priority }) => priority > 1) : undefined) ?? sorted[0]
  if (first?.priority !== 3 || sentWhileBothWaited.bulk * SWEEP_SHARE >= sentWhileBothWaited.sweep * BULK_SHARE)
    return first
  return waiters.find(({ priority }) => priority === 4) ?? first
}

function removeFromQueue(lane: Lane, waiter: Waiter): void {
  const { waiters, sentWhileBothWaited } = lane
  waiters.splice(waiters.indexOf(waiter), 1)
  if (waiter.priority > 0) lane.wasLastWrite = waiter.priority === 1
  // Sweeps have priority 3 and bulk requests 4, so only these two add up to 7.
  const isOtherWaiting = waiters.some(({ priority }) => priority + waiter.priority === 7)
  if (isOtherWaiting) sentWhileBothWaited[waiter.priority === 3 ? 'sweep' : 'bulk']++
}

/**
 * An error while tidying up, or while storing for the next start, must not lose the answer that has arrived. A slot
 * that could not be finished or deleted counts as younger than it is after a restart.
 */
function tryWrite(context: GateContext, work: (db: WritableDb) => void = () => undefined): void {
  try {
    context.write((db) => {
      work(db)
      writeEnds(context, db)
    })
    context.unwritten.clear()
  } catch (error) {
    context.log('warn', 'slot not written', { error: String(error) })
  }
}

function writeEnds({ unwritten, asStored }: GateContext, db: WritableDb): void {
  for (const [id, doneUp] of unwritten) {
    if (doneUp === null) deleteSlot(db, id)
    else finishSlot(db, id, asStored(doneUp))
  }
}

/** If slot ends cannot be stored, requests are still sent; if a slot cannot be stored, its request is not. */
function storeSlot(context: GateContext, insert: (db: WritableDb) => number): number {
  try {
    const id = context.write((db) => {
      writeEnds(context, db)
      return insert(db)
    })
    context.unwritten.clear()
    return id
  } catch {
    return context.write(insert)
  }
}

/** `isProbe`: the request is sent despite a pause. */
function takeSlot(context: GateContext, lane: Lane, priority: Priority, isProbe: boolean): Ticket {
  const { keyHash, uptimeMs, asStored } = context
  const sentUp = uptimeMs()
  const id = storeSlot(context, (db) => insertSlot(db, keyHash, lane.bucket, asStored(sentUp)))
  const slot: UsedSlot = { id, sentUp, doneUp: null, priority }
  if (priority >= 2 && lane.bucket === 'general') context.paceUp = sentUp
  lane.state.slots.push(slot)
  const finish = (doneUp: number) => {
    slot.doneUp = doneUp
    context.unwritten.set(id, doneUp)
    admit(context, lane)
  }
  return {
    answered: () => {
      lane.refusals.inRow = 0
      if (isProbe) lane.state.pausedUntilUp = uptimeMs()
      finish(uptimeMs())
    },
    refused: (retryAfterMs) => {
      const perMinute = estimateOtherPrograms(lane.bucket, sentInLastMinute(lane.state, uptimeMs()).length)
      if (perMinute !== null) lane.otherPrograms = { perMinute, seenUp: uptimeMs() }
      refuse(lane.state, uptimeMs(), Math.max(retryAfterMs, minPauseMs(lane, sentUp, uptimeMs())))
      const { cap, capChangedUp, pausedUntilUp } = lane.state
      tryWrite(context, (db) =>
        saveCap(db, keyHash, {
          bucket: lane.bucket,
          cap,
          capChangedUp: asStored(capChangedUp),
          pausedUntilUp: asStored(pausedUntilUp),
        }),
      )
      finish(uptimeMs())
    },
    abandoned: () => finish(uptimeMs() + ABANDONED_MS),
    unused: () => {
      // It is so old that it is free: the next check of the queue drops it.
      slot.doneUp = Number.NEGATIVE_INFINITY
      admit(context, lane)
    },
  }
}

/** Requests that were in flight together are refused together: they count once. */
function minPauseMs({ refusals }: Lane, sentUp: number, uptimeMs: number): number {
  if (sentUp > refusals.lastUp) refusals.inRow++
  refusals.lastUp = uptimeMs
  return Math.min(LAST_MIN_PAUSE_MS, FIRST_MIN_PAUSE_MS * 2 ** (refusals.inRow - 1))
}

function rejectOnAbort(lane: Lane, waiter: Waiter): void {
  const { signal } = waiter
  const rejectWaiter = () => {
    const index = lane.waiters.indexOf(waiter)
    if (index >= 0) lane.waiters.splice(index, 1)
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

function restoreLanes(db: ReadableDb, keyHash: string, uptimeMs: number): Record<Bucket, Lane> {
  const newLane = (bucket: Bucket): Lane => ({
    bucket,
    state: { ...newBucket(bucket, uptimeMs), slots: [] },
    waiters: [],
    cancelTimer: null,
    otherPrograms: null,
    sentWhileBothWaited: { sweep: 0, bulk: 0 },
    wasLastWrite: false,
    refusals: { inRow: 0, lastUp: Number.NEGATIVE_INFINITY },
    isProbeRequested: false,
  })
  const lanes: Record<Bucket, Lane> = {
    general: newLane('general'),
    'tracking-requests': newLane('tracking-requests'),
    infer: newLane('infer'),
    refresh: newLane('refresh'),
  }
  for (const { bucket, ...slot } of loadSlots(db, keyHash))
    lanes[bucket].state.slots.push({ ...slot, ...restoreSlot(slot, uptimeMs), priority: null })
  for (const { bucket, cap, capChangedUp, pausedUntilUp } of loadCaps(db, keyHash)) {
    Object.assign(lanes[bucket].state, {
      cap,
      capChangedUp: Math.min(capChangedUp, uptimeMs),
      pausedUntilUp: Math.min(pausedUntilUp, uptimeMs + MAX_RESTORED_PAUSE_MS),
    })
  }
  return lanes
}
