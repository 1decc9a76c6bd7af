// Computes how long to wait before a process that ended is started again, and when to stop trying.
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000
/** If a process ran for this long, the next wait is the first one again. */
const STABLE_AFTER_MS = 60_000

export type BackOff = {
  /** Call it when the process that started at `startedMs` ended. Returns the wait; null: it ended too often. */
  waitMs(startedMs: number, nowMs: number): number | null
}

/** `limit`: after this number of ends within this time, the process is not started again. Null: there is no limit. */
export function createBackOff(limit: { ends: number; withinMs: number } | null): BackOff {
  let recent: number[] = []
  let attempt = 0
  return {
    waitMs: (startedMs, nowMs) => {
      if (limit) {
        recent = [...recent.filter((endedMs) => nowMs - endedMs < limit.withinMs), nowMs]
        if (recent.length >= limit.ends) return null
      }
      if (nowMs - startedMs >= STABLE_AFTER_MS) attempt = 0
      return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt++)
    },
  }
}
