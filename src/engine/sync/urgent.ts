// Boxes that must not wait for a sparing pace: last free day today or tomorrow, or just past, and not picked up. A few
// are asked for one by one; many are cheaper as whole pages, which the planner then asks for as often.
import type { ReadableDb } from '../db/open.ts'
import type { Clock } from '../outside/clock.ts'
import { URGENT_MS } from './pace.ts'

export type Urgent = {
  /** One of them has not been asked for in the last minute. */
  isDue(): boolean
  /** Until they are looked for again. */
  lookInMs(): number
  /** Takes the next one; null when there is none. */
  next(): string | null
  /** There are more than are asked for one by one. */
  isMany(): boolean
}

/** As many requests as two pages of containers weigh. */
export const MOST_SINGLE = 20

export function createUrgent({ db, clock }: { db: ReadableDb; clock: Clock }): Urgent {
  let loadedMono = Number.NEGATIVE_INFINITY
  let queue: string[] = []
  let isMany = false
  const look = () => {
    if (clock.mono() - loadedMono < URGENT_MS) return
    loadedMono = clock.mono()
    const ids = loadUrgent(db, MOST_SINGLE + 1)
    isMany = ids.length > MOST_SINGLE
    queue = ids.slice(0, MOST_SINGLE)
  }
  return {
    isDue: () => {
      look()
      return queue.length > 0
    },
    lookInMs: () => Math.max(0, loadedMono + URGENT_MS - clock.mono()),
    next: () => queue.shift() ?? null,
    isMany: () => {
      look()
      return isMany
    },
  }
}

/** Today first, then tomorrow, then those just past. */
function loadUrgent(db: ReadableDb, limit: number): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM temp.container_at
       WHERE is_open = 1 AND full_out_at IS NULL AND gone_since IS NULL AND tracking_stopped_at IS NULL AND days_left <= 1
       ORDER BY days_left < 0, abs(days_left), id LIMIT ?`,
      limit,
    )
    .map(({ id }) => id)
}
