// Boxes that must not wait for a sparing pace: last free day today or tomorrow, or just past, and not picked up. A few
// are asked for one by one; many are cheaper as whole pages, which the planner then asks for as often, or, paused, in
// turn.
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

/** What a page of containers weighs in single ones. */
const PAGE_AS_SINGLES = 10
const PAGE_SIZE = 100
/** However many pages the others would be: what a minute of the background can do. */
const MOST_SINGLE = 60
/** Fewer are never worth a sweep. */
const FEW_SINGLE = 20

export function createUrgent({ db, clock }: { db: ReadableDb; clock: Clock }): Urgent {
  let loadedMono = Number.NEGATIVE_INFINITY
  let queue: string[] = []
  let isMany = false
  const look = () => {
    if (clock.mono() - loadedMono < URGENT_MS) return
    loadedMono = clock.mono()
    const ids = loadUrgent(db, MOST_SINGLE + 1)
    isMany = ids.length > worthAsking(db)
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

/** Up to so many weigh less than all pages do. */
function worthAsking(db: ReadableDb): number {
  const all = db.get<{ n: number }>('SELECT count(*) AS n FROM container_row')?.n ?? 0
  return Math.min(MOST_SINGLE, Math.max(FEW_SINGLE, Math.ceil(all / PAGE_SIZE) * PAGE_AS_SINGLES))
}

/**
 * Those not read for longest first, so that more than a minute's worth take turns; of one age today, tomorrow, just
 * past.
 */
function loadUrgent(db: ReadableDb, limit: number): string[] {
  return db
    .all<{ id: string }>(
      `SELECT c.id FROM temp.container_at c LEFT JOIN mirror.seen s ON s.key = c.key
       WHERE c.is_open = 1 AND c.full_out_at IS NULL AND c.gone_since IS NULL AND c.tracking_stopped_at IS NULL
         AND c.days_left BETWEEN ? AND 1
       ORDER BY s.verified_at, c.days_left < 0, abs(c.days_left), c.id LIMIT ?`,
      -JUST_PAST_DAYS,
      limit,
    )
    .map(({ id }) => id)
}

/** Who has let it lie for longer does not fetch it this minute either. */
const JUST_PAST_DAYS = 3
