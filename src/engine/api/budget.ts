// Computes how many requests may be sent, and when: arithmetic over slots, without a clock or a queue. A slot is used
// until a minute after its answer. Counting from the send instead caused thousands of refusals a day in trials: a slow
// request arrives late and counts in the service's next window.

/** Rolling 60 s limits per key. */
export type Bucket = 'general' | 'tracking-requests' | 'infer' | 'refresh'

/** What a request is for: 0 the user waits · 1 finish and write · 2 due now · 3 sweeps · 4 bulk. */
export type Priority = 0 | 1 | 2 | 3 | 4

export type Slot = {
  /** Uptime in ms (`Clock.up`) when it was sent. */
  sentUp: number
  /** Uptime in ms when its minute began; null while the answer is pending: such a slot is never free. */
  doneUp: number | null
}

/** 98 of 100: two are reserved for requests that we cannot see. The other buckets likewise. */
export const bucketCaps: Record<Bucket, number> = { general: 98, 'tracking-requests': 98, infer: 196, refresh: 9 }

/** What the service itself allows. */
const serviceLimits: Record<Bucket, number> = { general: 100, 'tracking-requests': 100, infer: 200, refresh: 10 }

/** The share of the cap that requests of a class may fill, so that the user never waits behind a sweep. */
const classShare: Record<Priority, number> = { 0: 98 / 98, 1: 94 / 98, 2: 88 / 98, 3: 80 / 98, 4: 80 / 98 }

/** How long a slot stays used after the answer. */
const HOLD_MS = 60_000
/** Margin for clocks that run at slightly different rates. */
const MARGIN_MS = 300
/** An abandoned request may still arrive: its minute starts this much later. */
export const ABANDONED_MS = 30_000
/** Background classes are spread evenly rather than sent in bursts. */
const PACE_MS = 60_300 / 80
/** Refusals never lower the cap below this number of requests a minute. */
const LOWEST_CAP = 8
/** The cap rises by one after this time without a refusal. */
const CAP_STEP_MS = 60_000
/** Refusals within this time lower the cap only once. */
const CUT_ONCE_MS = 5_000
const CUT_FACTOR = 0.7

export type BucketState = {
  slots: Slot[]
  /** The most slots that may be used now. Refusals lower it. */
  cap: number
  /** Uptime in ms of the last decrease or increase. */
  capChangedUp: number
  /** Nothing is sent before this uptime. */
  pausedUntilUp: number
  /** Uptime in ms of the refusal that last lowered the cap. */
  refusedUp: number | null
}

export function newBucket(bucket: Bucket, uptimeMs: number): BucketState {
  return { slots: [], cap: bucketCaps[bucket], capChangedUp: uptimeMs, pausedUntilUp: 0, refusedUp: null }
}

/** A slot that was stored before a restart. If `uptimeMs` is below the stored one, the computer itself restarted. */
export function restoreSlot(slot: Slot, uptimeMs: number): Slot {
  if (slot.doneUp === null) return { sentUp: Math.min(slot.sentUp, uptimeMs), doneUp: uptimeMs + ABANDONED_MS }
  return slot.doneUp - ABANDONED_MS <= uptimeMs ? slot : { sentUp: 0, doneUp: 0 }
}

function isUsed(slot: Slot, uptimeMs: number): boolean {
  return slot.doneUp === null || slot.doneUp + HOLD_MS + MARGIN_MS > uptimeMs
}

/** Deletes slots whose minute is over, and returns them so that their rows can be deleted too. */
export function removeFreeSlots<S extends Slot>(state: { slots: S[] }, uptimeMs: number): S[] {
  const free = state.slots.filter((slot) => !isUsed(slot, uptimeMs))
  if (free.length > 0) state.slots = state.slots.filter((slot) => isUsed(slot, uptimeMs))
  return free
}

export type Allowance = {
  /** The share of the key's requests that the user allows this app, between 0.2 and 1. */
  share: number
  /** More entries wait to be written than a minute can take: they may not use the share reserved for sweeps. */
  isCrowded: boolean
}

export const FULL_ALLOWANCE: Allowance = { share: 1, isCrowded: false }

/** The most requests a bucket may hold, for any class. */
export function maxRequests(state: Pick<BucketState, 'cap'>, bucket: Bucket, share: number): number {
  return Math.min(state.cap, Math.max(1, Math.floor(bucketCaps[bucket] * share)))
}

export type SlotRequest = {
  bucket: Bucket
  priority: Priority
  uptimeMs: number
  /** Uptime in ms when the last background request was sent. */
  paceUp: number
  /** How many requests are sent before this one; 0 by default. */
  ahead?: number
  allowance?: Allowance
}

/** Milliseconds until the request may be sent; 0 if it may be sent now. */
export function waitMs(state: BucketState, request: SlotRequest): number {
  const { bucket, priority, uptimeMs, paceUp, ahead = 0 } = request
  const { share, isCrowded } = request.allowance ?? FULL_ALLOWANCE
  if (uptimeMs < state.pausedUntilUp) return state.pausedUntilUp - uptimeMs
  const used = state.slots.filter((slot) => isUsed(slot, uptimeMs))
  const shareOfClass = classShare[isCrowded && priority === 1 ? 3 : priority]
  const limit = Math.min(state.cap, Math.max(1, Math.floor(bucketCaps[bucket] * shareOfClass * share)))
  const slotWait = used.length + ahead < limit ? 0 : waitForSlotMs(used, used.length + ahead - limit, uptimeMs)
  const paceWait = priority >= 2 && bucket === 'general' ? Math.max(0, paceUp + PACE_MS / share - uptimeMs) : 0
  return Math.max(slotWait, paceWait)
}

/** Milliseconds until the (n+1)-th of the used slots is free. Slots in flight have no end yet: checked again in 1 s. */
function waitForSlotMs(used: Slot[], n: number, uptimeMs: number): number {
  const endUptimesMs = used.flatMap((slot) => (slot.doneUp === null ? [] : [slot.doneUp + HOLD_MS + MARGIN_MS]))
  const end = endUptimesMs.toSorted((a, b) => a - b)[n]
  // More than all slots: the requests ahead will use them for a minute.
  if (end === undefined && n >= used.length) return HOLD_MS
  return end === undefined ? 1_000 : Math.max(1, end - uptimeMs)
}

/** If fewer requests than this are ours at a refusal, another program caused it. */
const OWN_SHARE = 0.7

/** The estimated requests a minute of another program with this key, at a refusal; null if ours may be the cause. */
export function estimateOtherPrograms(bucket: Bucket, ownLastMinute: number): number | null {
  const limit = serviceLimits[bucket]
  return ownLastMinute < limit * OWN_SHARE ? limit - ownLastMinute : null
}

/** Waits as long as the refusal says, and lowers the cap, because another program may use the key. */
export function refuse(state: BucketState, uptimeMs: number, retryAfterMs: number): void {
  state.pausedUntilUp = Math.max(state.pausedUntilUp, uptimeMs + retryAfterMs)
  // Requests that were in flight together are refused together: they count once.
  if (state.refusedUp !== null && uptimeMs - state.refusedUp < CUT_ONCE_MS) return
  state.refusedUp = uptimeMs
  state.cap = Math.max(LOWEST_CAP, Math.floor(state.cap * CUT_FACTOR))
  state.capChangedUp = uptimeMs
}

/** Raises the cap by one after each minute without a refusal. */
export function recover(state: BucketState, bucket: Bucket, uptimeMs: number): void {
  while (state.cap < bucketCaps[bucket] && uptimeMs - state.capChangedUp >= CAP_STEP_MS) {
    state.cap += 1
    state.capChangedUp += CAP_STEP_MS
  }
}
