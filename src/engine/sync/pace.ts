// How often each list is read by itself: what the user said and what the computer runs on, put into periods. Pure.
// Faster than these is waste: the service reads the terminals at its own pace (rel 3.3).
import type { Pace } from '#contract/engine-process.ts'
import type { PaceWord } from '#contract/sync.ts'
import type { SweepKind } from './store.ts'

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
/** A page of the background every 0.75 s; of these the list of shipments takes one in forty: the pages of containers bring them too. */
const SHIPMENTS_A_PAGE_MS = 40 * 750

const watchedMs: Record<PaceWord, number> = { usual: 15_000, battery: MINUTE_MS, metered: SPARING_MS, paused: Number.POSITIVE_INFINITY }
const trayMs: Record<PaceWord, number> = { ...watchedMs, usual: MINUTE_MS, battery: SPARING_MS }
const shipmentMs: Record<PaceWord, number> = { usual: 30 * MINUTE_MS, battery: 30 * MINUTE_MS, metered: 60 * MINUTE_MS, paused: Number.POSITIVE_INFINITY }
const requestMs: Record<PaceWord, number> = { usual: 5 * MINUTE_MS, battery: 5 * MINUTE_MS, metered: 15 * MINUTE_MS, paused: Number.POSITIVE_INFINITY }
const pendingMs: Record<PaceWord, number> = { usual: 20_000, battery: 20_000, metered: MINUTE_MS, paused: MINUTE_MS }

/** What costs money counts before what costs charge. */
export function paceWord({ isOnBattery, metered }: Pace): PaceWord {
  if (metered === 'pause') return 'paused'
  if (metered === 'seldom') return 'metered'
  return isOnBattery ? 'battery' : 'usual'
}

/** `pages`: of its last sweep, where that counts. Infinity: only at the start and when the user asks. */
export function periodMs({ pace, isWatched, isRequestPending, hasManyUrgent }: PeriodInput, kind: SweepKind, pages = 0): number {
  if (kind === 'shipments') return Math.max(shipmentMs[pace], pages * SHIPMENTS_A_PAGE_MS)
  if (kind === 'tracking_requests') return isRequestPending ? pendingMs[pace] : requestMs[pace]
  const period = isWatched ? watchedMs[pace] : trayMs[pace]
  return hasManyUrgent && pace !== 'paused' ? Math.min(period, URGENT_MS) : period
}
