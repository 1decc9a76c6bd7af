// How long to wait before a process that ended is started again, and when to stop trying.
const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 30_000
/** Who ran this long is well again: the next wait is a short one. */
const WELL_AFTER_MS = 60_000

export type BackOff = {
  /** The process that was started at `startedMs` ended now. Null: it ended too often. */
  waitMs(startedMs: number, nowMs: number): number | null
}

/** `limit`: that many ends within that time are too many. */
export function createBackOff(limit: { ends: number; withinMs: number } | null): BackOff {
  let recent: number[] = []
  let attempt = 0
  return {
    waitMs: (startedMs, nowMs) => {
      if (limit) {
        recent = [...recent.filter((endedMs) => nowMs - endedMs < limit.withinMs), nowMs]
        if (recent.length >= limit.ends) return null
      }
      if (nowMs - startedMs >= WELL_AFTER_MS) attempt = 0
      return Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt++)
    },
  }
}
