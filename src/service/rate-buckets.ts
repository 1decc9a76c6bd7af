// The four budgets of a key, each over a rolling 60 s of process time. By default a refused request takes no slot; it
// is unknown how the live service counts it, so this can be changed.

import { createRollingWindow } from './rolling-window.ts'

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

export function windowPerBucket(): Record<Bucket, ReturnType<typeof createRollingWindow>> {
  return {
    general: createRollingWindow(),
    tracking_requests: createRollingWindow(),
    infer_number: createRollingWindow(),
    refresh: createRollingWindow(),
  }
}
