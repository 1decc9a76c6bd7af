// The four request limits of a key, each over a rolling window of 60 s of process time. By default a refused request
// does not count. It is unknown whether it counts in the live service, so `refusalHoldsSlot` can change this.

export type Bucket = 'general' | 'tracking_requests' | 'infer_number' | 'refresh'

export const LIMITS: Readonly<Record<Bucket, number>> = {
  general: 100,
  tracking_requests: 100,
  infer_number: 200,
  refresh: 10,
}
export const BUCKETS: readonly Bucket[] = ['general', 'tracking_requests', 'infer_number', 'refresh']

/** Returns the bucket that counts the request. `path` is relative to the service's address. */
export function findBucket(method: string, path: string): Bucket {
  const plain = path.replace(/\/$/, '')
  if (method === 'POST' && plain === '/tracking_requests') return 'tracking_requests'
  if (method === 'POST' && plain === '/tracking_requests/infer_number') return 'infer_number'
  return method === 'PATCH' && /^\/containers\/[^/]+\/refresh$/.test(plain) ? 'refresh' : 'general'
}

/**
 * Whether the path is an upload or download address with a signed token. The live service has them on another host and
 * asks for no key, so no limit counts them.
 */
export function isStoragePath(path: string): boolean {
  return /^\/rails\/active_storage\/(disk|blobs)\//.test(path)
}

export type RateBuckets = {
  /** Counts the request if the limit allows it. Otherwise returns the seconds to wait. */
  admit(bucket: Bucket, processMs: number): { isAdmitted: true } | { isAdmitted: false; retryAfterSeconds: number }
}

export function createRateBuckets({ refusalHoldsSlot }: { refusalHoldsSlot: boolean }): RateBuckets {
  const windows = createWindows()
  return {
    admit: (bucket, processMs) => {
      const window = windows[bucket]
      const limit = LIMITS[bucket]
      const isAdmitted = window.countAt(processMs) < limit
      if (isAdmitted || refusalHoldsSlot) window.add(processMs)
      if (isAdmitted) return { isAdmitted }
      return {
        isAdmitted,
        retryAfterSeconds: Math.max(1, Math.ceil((window.findFreeMs(limit, processMs) - processMs) / 1000)),
      }
    },
  }
}

export function createWindows(): Record<Bucket, RollingWindow> {
  return {
    general: createRollingWindow(),
    tracking_requests: createRollingWindow(),
    infer_number: createRollingWindow(),
    refresh: createRollingWindow(),
  }
}

const WINDOW_MS = 60_000

/** Counts instants in the last 60 seconds (specification 8). The times of successive calls must not decrease. */
type RollingWindow = {
  add(atMs: number): void
  /** Returns the number of instants in the 60 s up to `nowMs`. */
  countAt(nowMs: number): number
  /** Returns when the window will contain fewer instants than `limit`, if none is added. */
  findFreeMs(limit: number, nowMs: number): number
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
    findFreeMs: (limit, nowMs) => {
      const surplus = countAt(nowMs) - limit
      return surplus < 0 ? nowMs : (instants[expired + surplus] ?? nowMs) + WINDOW_MS
    },
  }
}
