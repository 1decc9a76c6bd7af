// How often each list is read by itself: what the user said and what the computer runs on, put into periods. Pure.
// Faster than these is waste: the service reads the terminals at its own pace.
import type { Pace } from '#contract/engine-process.ts'
import type { PaceWord } from '#contract/sync.ts'
import { type SweepKind, sweepLists } from '../mirror/kinds.ts'

export const USUAL_PACE: Pace = { isOnBattery: false, isLocked: false, metered: 'no' }

export type PeriodInput = {
  pace: PaceWord
  /** A screen is open, and somebody can see it. */
  isWatched: boolean
  /** A request made lately has not been decided yet: somebody waits for it. */
  isRequestPending: boolean
  /** More boxes are close to their last free day than are worth asking for one by one. */
  hasManyUrgent: boolean
}

const MINUTE_MS = 60_000
const SPARING_MS = 5 * MINUTE_MS
/** Boxes close to their last free day are read at least this often, whatever is spared. */
export const URGENT_MS = MINUTE_MS
/** A page of the background every 0.75 s; of these a list beside containers and requests takes one in forty. */
const PAGE_OF_OTHERS_MS = 40 * 750

const { containers, tracking_requests: requests } = sweepLists
const watchedMs: Record<PaceWord, number> = {
  usual: containers.periodMs,
  battery: MINUTE_MS,
  metered: SPARING_MS,
  paused: Number.POSITIVE_INFINITY,
}
const trayMs: Record<PaceWord, number> = { ...watchedMs, usual: MINUTE_MS, battery: SPARING_MS }
const requestMs: Record<PaceWord, number> = {
  usual: requests.periodMs,
  battery: requests.periodMs,
  metered: 15 * MINUTE_MS,
  paused: Number.POSITIVE_INFINITY,
}
const pendingMs: Record<PaceWord, number> = { usual: 20_000, battery: 20_000, metered: MINUTE_MS, paused: MINUTE_MS }
/** How much less often everything else is read. */
const stretch: Record<PaceWord, number> = { usual: 1, battery: 1, metered: 2, paused: Number.POSITIVE_INFINITY }

/** What costs money counts before what costs charge. */
export function paceWord({ isOnBattery, metered }: Pace): PaceWord {
  if (metered === 'pause') return 'paused'
  if (metered === 'seldom') return 'metered'
  return isOnBattery ? 'battery' : 'usual'
}

/** `pages`: of its last sweep, where that counts. Infinity: only at the start and when the user asks. */
export function periodMs(
  { pace, isWatched, isRequestPending, hasManyUrgent }: PeriodInput,
  kind: SweepKind,
  pages = 0,
): number {
  if (kind === 'tracking_requests') return isRequestPending ? pendingMs[pace] : requestMs[pace]
  if (kind !== 'containers') return Math.max(sweepLists[kind].periodMs * stretch[pace], pages * PAGE_OF_OTHERS_MS)
  const period = isWatched ? watchedMs[pace] : trayMs[pace]
  return hasManyUrgent && pace !== 'paused' ? Math.min(period, URGENT_MS) : period
}
