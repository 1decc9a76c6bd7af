// Computes how many requests may be sent, and when: arithmetic over permits, without a clock or a queue. A permit is
// used until a minute after its answer. Counting from the sending instead caused thousands of refusals a day in trials:
// a slow request arrives late and counts in the service's next window.

/** Rolling 60 s limits per key. */
export type Bucket = 'general' | 'tracking-requests' | 'infer' | 'refresh'

/**
 * What a request is for: 0 the user waits · 1 sends or confirms a change of the user · 2 is due now · 3 sweeps · 4 bulk
 * reads.
 */
export type Priority = 0 | 1 | 2 | 3 | 4

export type Permit = {
  /** Uptime in ms (`Clock.up`) when it was sent. */
  sentUp: number
  /** Uptime in ms when its minute began; null while the answer is pending: such a permit is never free. */
  doneUp: number | null
}

/** 98 of the 100 that the service allows: two are reserved for requests of other programs. Other buckets likewise. */
export const bucketCaps: Record<Bucket, number> = { general: 98, 'tracking-requests': 98, infer: 196, refresh: 9 }

/** What the service itself allows. */
const serviceLimits: Record<Bucket, number> = { general: 100, 'tracking-requests': 100, infer: 200, refresh: 10 }

/** The share of the cap that requests of a priority may fill, so that the user never waits behind a sweep. */
const priorityShare: Record<Priority, number> = { 0: 98 / 98, 1: 94 / 98, 2: 88 / 98, 3: 80 / 98, 4: 80 / 98 }

/** How long a permit stays used after the answer. */
const USED_AFTER_ANSWER_MS = 60_000
/** Margin for clocks that run at slightly different rates. */
const MARGIN_MS = 300
/** An abandoned request may still arrive: its minute starts this much later. */
export const ABANDONED_MS = 30_000
/** Background requests (priorities 2 to 4) are spread evenly rather than sent in bursts. */
const PACE_MS = 60_300 / 80
/** Refusals never lower the cap below this number of requests a minute. */
const LOWEST_CAP = 8
/** The cap rises by one after this time without a refusal. */
const CAP_STEP_MS = 60_000
/** Refusals within this time count as one: they lower the cap once. */
const ONE_REFUSAL_MS = 5_000
const CUT_FACTOR = 0.7

export type BucketState = {
  permits: Permit[]
  /** The most permits that may be used now. Refusals lower it. */
  cap: number
  /** Uptime in ms of the last decrease or increase. */
  capChangedUp: number
  /** Nothing is sent before this uptime. */
  pausedUntilUp: number
  /** Uptime in ms of the refusal that last lowered the cap. */
  refusedUp: number | null
}

/** What the next leader of an office must know about a bucket. */
export type Spent = Pick<BucketState, 'permits' | 'cap' | 'pausedUntilUp'>

export function createBucketState(bucket: Bucket, uptimeMs: number): BucketState {
  return { permits: [], cap: bucketCaps[bucket], capChangedUp: uptimeMs, pausedUntilUp: 0, refusedUp: null }
}

/** A permit that was stored before a restart. If `uptimeMs` is below the stored one, the computer itself restarted. */
export function restorePermit(permit: Permit, uptimeMs: number): Permit {
  if (permit.doneUp === null) return { sentUp: Math.min(permit.sentUp, uptimeMs), doneUp: uptimeMs + ABANDONED_MS }
  return permit.doneUp - ABANDONED_MS <= uptimeMs ? permit : { sentUp: 0, doneUp: 0 }
}

function isUsed(permit: Permit, uptimeMs: number): boolean {
  return permit.doneUp === null || permit.doneUp + USED_AFTER_ANSWER_MS + MARGIN_MS > uptimeMs
}

/** Deletes permits whose minute is over, and returns them so that their rows can be deleted too. */
export function removeFreePermits<Kind extends Permit>(state: { permits: Kind[] }, uptimeMs: number): Kind[] {
  const free = state.permits.filter((permit) => !isUsed(permit, uptimeMs))
  if (free.length > 0) state.permits = state.permits.filter((permit) => isUsed(permit, uptimeMs))
  return free
}

export type Allowance = {
  /** The share of the key's requests that the user allows this app, between 0.2 and 1. */
  share: number
  /** Many outbox entries wait to be sent: they may fill no larger share of the cap than sweeps. */
  isCrowded: boolean
}

export const FULL_ALLOWANCE: Allowance = { share: 1, isCrowded: false }

/** The most requests that a bucket may send in a minute, of any priority. */
export function maxRequests(state: Pick<BucketState, 'cap'>, bucket: Bucket, share: number): number {
  return Math.min(state.cap, Math.max(1, Math.floor(bucketCaps[bucket] * share)))
}

export type PermitRequest = {
  bucket: Bucket
  priority: Priority
  uptimeMs: number
  /** Uptime in ms when the last background request was sent. */
  paceUp: number
  /** How many requests are sent before this one; 0 by default. */
  aheadCount?: number
  allowance?: Allowance
}

/** Milliseconds until the request may be sent; 0 if it may be sent now. */
export function computeWaitMs(state: BucketState, request: PermitRequest): number {
  const { bucket, priority, uptimeMs, paceUp, aheadCount = 0 } = request
  const { share, isCrowded } = request.allowance ?? FULL_ALLOWANCE
  if (uptimeMs < state.pausedUntilUp) return state.pausedUntilUp - uptimeMs
  const used = state.permits.filter((permit) => isUsed(permit, uptimeMs))
  const shareOfPriority = priorityShare[isCrowded && priority === 1 ? 3 : priority]
  const limit = Math.min(state.cap, Math.max(1, Math.floor(bucketCaps[bucket] * shareOfPriority * share)))
  const permitWaitMs =
    used.length + aheadCount < limit ? 0 : computePermitWaitMs(used, used.length + aheadCount - limit, uptimeMs)
  const paceWaitMs = priority >= 2 && bucket === 'general' ? Math.max(0, paceUp + PACE_MS / share - uptimeMs) : 0
  return Math.max(permitWaitMs, paceWaitMs)
}

/**
 * Milliseconds until the used permit that is free after `count` others. A permit whose request is in flight has no end
 * yet, so it is checked again in 1 s.
 */
function computePermitWaitMs(used: Permit[], count: number, uptimeMs: number): number {
  const endUptimesMs = used.flatMap((permit) =>
    permit.doneUp === null ? [] : [permit.doneUp + USED_AFTER_ANSWER_MS + MARGIN_MS],
  )
  const endUptimeMs = endUptimesMs.toSorted((one, other) => one - other)[count]
  // More than all permits: the requests ahead will use them for a minute.
  if (endUptimeMs === undefined && count >= used.length) return USED_AFTER_ANSWER_MS
  return endUptimeMs === undefined ? 1_000 : Math.max(1, endUptimeMs - uptimeMs)
}

/** If less than this share of the allowed requests is ours at a refusal, another program caused it. */
const OWN_SHARE = 0.7

/** The estimated requests a minute of another program with this key, at a refusal; null if ours may be the cause. */
export function estimateOtherPrograms(bucket: Bucket, ownLastMinute: number): number | null {
  const limit = serviceLimits[bucket]
  return ownLastMinute < limit * OWN_SHARE ? limit - ownLastMinute : null
}

/** Waits as long as the refusal says, and lowers the cap, because another program may use the key. */
export function applyRefusal(state: BucketState, uptimeMs: number, retryAfterMs: number): void {
  state.pausedUntilUp = Math.max(state.pausedUntilUp, uptimeMs + retryAfterMs)
  // Requests that were in flight together are refused together: they count once.
  if (state.refusedUp !== null && uptimeMs - state.refusedUp < ONE_REFUSAL_MS) return
  state.refusedUp = uptimeMs
  state.cap = Math.max(LOWEST_CAP, Math.floor(state.cap * CUT_FACTOR))
  state.capChangedUp = uptimeMs
}

/** Raises the cap by one after each minute without a refusal. */
export function raiseCap(state: BucketState, bucket: Bucket, uptimeMs: number): void {
  while (state.cap < bucketCaps[bucket] && uptimeMs - state.capChangedUp >= CAP_STEP_MS) {
    state.cap += 1
    state.capChangedUp += CAP_STEP_MS
  }
}
