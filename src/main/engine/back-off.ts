// How long to wait before a process that ended is started again, and when to stop trying.
const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 30_000
/** A process that ran this long counts as stable: the next wait is short. */
const WELL_AFTER_MS = 60_000

export type BackOff = {
  /** Call it when the process that started at `startedMs` ended. Returns the wait; null: it ended too often. */
  waitMs(startedMs: number, nowMs: number): number | null
}

/** `limit`: this number of ends within this time is too many. */
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
