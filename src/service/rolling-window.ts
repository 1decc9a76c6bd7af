// Counts instants within the last 60 seconds; every rate limit uses it (specification 8).

export const WINDOW_MS = 60_000

export type RollingWindow = {
  add(atMs: number): void
  /** Instants after `nowMs` minus 60 s, up to `nowMs`. */
  countAt(nowMs: number): number
  /** When the window will contain fewer instants than `limit`, if none is added. */
  fewerThanAt(limit: number, nowMs: number): number
}

export function createRollingWindow(): RollingWindow {
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
