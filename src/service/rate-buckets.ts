// The four budgets of a key, each over a rolling 60 s of process time. By default a refused request takes no slot; it
// is unknown how the live service counts it, so this can be changed.

export type Bucket = 'general' | 'tracking_requests' | 'infer_number' | 'refresh'

export const LIMITS: Readonly<Record<Bucket, number>> = {
  general: 100,
  tracking_requests: 100,
  infer_number: 200,
  refresh: 10,
}
export const BUCKETS: readonly Bucket[] = ['general', 'tracking_requests', 'infer_number', 'refresh']

/** `path` is relative to the service's address. */
export function bucketOf(method: string, path: string): Bucket {
  const plain = path.replace(/\/$/, '')
  if (method === 'POST' && plain === '/tracking_requests') return 'tracking_requests'
  if (method === 'POST' && plain === '/tracking_requests/infer_number') return 'infer_number'
  return method === 'PATCH' && /^\/containers\/[^/]+\/refresh$/.test(plain) ? 'refresh' : 'general'
}

/** Upload and download addresses with a signed token: on the live service they are on another host, and need no key. */
export function isStorage(path: string): boolean {
  return /^\/rails\/active_storage\/(disk|blobs)\//.test(path)
}

export type RateBuckets = {
  /** Takes a slot. If there is none, answers the seconds to wait. */
  take(bucket: Bucket, processMs: number): { isAdmitted: true } | { isAdmitted: false; retryAfterSeconds: number }
}

export function createRateBuckets({ refusalHoldsSlot }: { refusalHoldsSlot: boolean }): RateBuckets {
  const slots = windowPerBucket()
  return {
    take: (bucket, processMs) => {
      const window = slots[bucket]
      const limit = LIMITS[bucket]
      const isAdmitted = window.countAt(processMs) < limit
      if (isAdmitted || refusalHoldsSlot) window.add(processMs)
      if (isAdmitted) return { isAdmitted }
      return {
        isAdmitted,
        retryAfterSeconds: Math.max(1, Math.ceil((window.fewerThanAt(limit, processMs) - processMs) / 1000)),
      }
    },
  }
}

export function windowPerBucket(): Record<Bucket, RollingWindow> {
  return {
    general: createRollingWindow(),
    tracking_requests: createRollingWindow(),
    infer_number: createRollingWindow(),
    refresh: createRollingWindow(),
  }
}

const WINDOW_MS = 60_000

/** Counts instants within the last 60 seconds (specification 8). */
type RollingWindow = {
  add(atMs: number): void
  /** Instants after `nowMs` minus 60 s, up to `nowMs`. */
  countAt(nowMs: number): number
  /** When the window will contain fewer instants than `limit`, if none is added. */
  fewerThanAt(limit: number, nowMs: number): number
}

function createRollingWindow(): RollingWindow {
  let instants: number[] = []
  let expired = 0
  const countAt = (nowMs: number) => {
    while (expired < instants.length && (instants[expired] ?? 0) <= nowMs - WINDOW_MS) expired += 1
    if (expired > 1000) {
      instants = instants.slice(expired)
      expired = 0
    }
    return instants.length - expired
  }
  return {
    add: (atMs) => {
      instants.push(atMs)
    },
    countAt,
    fewerThanAt: (limit, nowMs) => {
      const surplus = countAt(nowMs) - limit
      return surplus < 0 ? nowMs : (instants[expired + surplus] ?? nowMs) + WINDOW_MS
    },
  }
}
