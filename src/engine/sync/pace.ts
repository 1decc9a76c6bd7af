// How often each list is read without a request of the user: computed from the user's setting and from what the
// computer runs on. Pure. Faster reading is useless, because the service reads the terminals at its own pace.
import type { Pace } from '#contract/engine-process.ts'
import type { PaceReason } from '#contract/sync.ts'
import { type SweepKind, sweepLists } from '../mirror/kinds.ts'

export const USUAL_PACE: Pace = { isOnBattery: false, isLocked: false, metered: 'no' }

export type PeriodInput = {
  pace: PaceReason
  /** A screen is open and visible. */
  isWatched: boolean
  /** A recent tracking request has no result yet, and the user waits for it. */
  isRequestPending: boolean
  /** So many containers are close to their last free day that reading each by its id costs more than the list. */
  hasManyUrgent: boolean
}

const MINUTE_MS = 60_000
const SLOW_MS = 5 * MINUTE_MS
/** Containers close to their last free day are read at least this often, at every pace. */
export const URGENT_MS = MINUTE_MS
/** A background page is read every 0.75 s. Of these, each list without the containers takes at most one in forty. */
const OTHER_PAGE_MS = 40 * 750

const { containers, tracking_requests: requests } = sweepLists
const watchedMs: Record<PaceReason, number> = {
  usual: containers.periodMs,
  battery: MINUTE_MS,
  metered: SLOW_MS,
  paused: Number.POSITIVE_INFINITY,
}
const backgroundMs: Record<PaceReason, number> = { ...watchedMs, usual: MINUTE_MS, battery: SLOW_MS }
const requestMs: Record<PaceReason, number> = {
  usual: requests.periodMs,
  battery: requests.periodMs,
  metered: 15 * MINUTE_MS,
  paused: Number.POSITIVE_INFINITY,
}
const pendingMs: Record<PaceReason, number> = { usual: 20_000, battery: 20_000, metered: MINUTE_MS, paused: MINUTE_MS }
/** The factor by which everything else is read less often. */
const periodFactor: Record<PaceReason, number> = { usual: 1, battery: 1, metered: 2, paused: Number.POSITIVE_INFINITY }

/** Costs matter more than battery charge. */
export function sweepPace({ isOnBattery, metered }: Pace): PaceReason {
  if (metered === 'pause') return 'paused'
  if (metered === 'seldom') return 'metered'
  return isOnBattery ? 'battery' : 'usual'
}

/**
 * The time between two sweeps of a list. Infinity: only at the start and when the user asks. `pages`: the number of
 * pages of the last sweep; a long list is read less often.
 */
export function periodMs(
  { pace, isWatched, isRequestPending, hasManyUrgent }: PeriodInput,
  kind: SweepKind,
  pages = 0,
): number {
  if (kind === 'tracking_requests') return isRequestPending ? pendingMs[pace] : requestMs[pace]
  if (kind !== 'containers') return Math.max(sweepLists[kind].periodMs * periodFactor[pace], pages * OTHER_PAGE_MS)
  const period = isWatched ? watchedMs[pace] : backgroundMs[pace]
  return hasManyUrgent && pace !== 'paused' ? Math.min(period, URGENT_MS) : period
}
