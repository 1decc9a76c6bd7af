// The log of requests, which tests read to check a client. It has the newest entries, and totals for each bucket. Every
// request is counted at its arrival, also if it is refused.
import { BUCKETS, LIMITS, createWindows, type Bucket } from './rate-buckets.ts'

export type LogEntry = {
  processMs: number
  worldAt: string
  method: string
  path: string
  query: string
  /** The HTTP status. 0 until the request is answered. */
  status: number
  /** Null for an upload or download, which no limit counts. */
  bucket: Bucket | null
  /** The number of requests of the bucket in the 60 s up to this arrival, this one included. */
  count: number
}

export type BucketTotals = { limit: number; requests: number; refused: number; largest: number }

export type LogDocument = { requests: readonly LogEntry[]; buckets: Record<Bucket, BucketTotals> }

export type RequestLog = {
  logArrival(
    request: { method: string; path: string; query: string; bucket: Bucket | null },
    now: { processMs: number; worldMs: number },
  ): LogEntry
  logAnswer(entry: LogEntry, status: number): void
  toDocument(): LogDocument
}

const MAX_ENTRIES = 20_000
/** Longer paths and queries are cut, so that the log remains small. */
const MAX_CHARACTERS = 300

export function createRequestLog(): RequestLog {
  const arrivals = createWindows()
  const totals = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, { limit: LIMITS[bucket], requests: 0, refused: 0, largest: 0 }]),
  ) as Record<Bucket, BucketTotals>
  const entries: LogEntry[] = []
  let oldestIndex = 0
  const countArrival = (bucket: Bucket, processMs: number) => {
    const window = arrivals[bucket]
    window.add(processMs)
    const count = window.countAt(processMs)
    const total = totals[bucket]
    total.requests += 1
    total.largest = Math.max(total.largest, count)
    return count
  }
  return {
    logArrival: ({ method, path, query, bucket }, now) => {
      const count = bucket === null ? 0 : countArrival(bucket, now.processMs)
      const worldAt = new Date(now.worldMs).toISOString()
      const entry = {
        processMs: now.processMs,
        worldAt,
        method,
        path: path.slice(0, MAX_CHARACTERS),
        query: query.slice(0, MAX_CHARACTERS),
        status: 0,
        bucket,
        count,
      }
      if (entries.length < MAX_ENTRIES) entries.push(entry)
      else {
        entries[oldestIndex] = entry
        oldestIndex = (oldestIndex + 1) % MAX_ENTRIES
      }
      return entry
    },
    logAnswer: (entry, status) => {
      entry.status = status
      if (status === 429 && entry.bucket !== null) totals[entry.bucket].refused += 1
    },
    toDocument: () => ({
      requests: [...entries.slice(oldestIndex), ...entries.slice(0, oldestIndex)],
      buckets: totals,
    }),
  }
}
