// Containers that must not wait for a slow pace: the last free day is today, tomorrow or just past, and the container
// was not picked up. A few are read by id. Many are cheaper as whole pages: the planner then requests the list more
// often, or, during a pause, when it is due.
import type { ReadableDb } from '../db/open.ts'
import type { Clock } from '../outside/clock.ts'
import { URGENT_MS } from './pace.ts'

export type UrgentContainers = {
  /** Whether an urgent container must be read by its id now. */
  isDue(): boolean
  /** Milliseconds until the list of urgent containers is queried again. */
  reloadInMs(): number
  /** Removes the next container from the queue and returns its id; null if there is none. */
  removeNext(): string | null
  /** Whether there are more than are read by id. */
  hasTooMany(): boolean
}

/** The cost of a page of containers, in single reads. */
const PAGE_AS_SINGLES = 10
const PAGE_SIZE = 100
/** The upper limit for a list of any length: as many as the background can read in a minute. */
const MAX_SINGLE_READS = 60
/** A smaller number is never worth a sweep. */
const MIN_SINGLE_READS = 20

export function createUrgent({ db, clock }: { db: ReadableDb; clock: Clock }): UrgentContainers {
  let loadedMono = Number.NEGATIVE_INFINITY
  let queue: string[] = []
  let areTooMany = false
  const reload = () => {
    if (clock.mono() - loadedMono < URGENT_MS) return
    loadedMono = clock.mono()
    const ids = loadUrgent(db, MAX_SINGLE_READS + 1)
    areTooMany = ids.length > maxSingleReads(db)
    queue = ids.slice(0, MAX_SINGLE_READS)
  }
  return {
    isDue: () => {
      reload()
      return queue.length > 0
    },
    reloadInMs: () => Math.max(0, loadedMono + URGENT_MS - clock.mono()),
    removeNext: () => queue.shift() ?? null,
    hasTooMany: () => {
      reload()
      return areTooMany
    },
  }
}

/** Reading up to this many by id costs less than reading all pages of the list. */
function maxSingleReads(db: ReadableDb): number {
  const containerCount = db.value<number>('SELECT count(*) AS n FROM container_row') ?? 0
  return Math.min(MAX_SINGLE_READS, Math.max(MIN_SINGLE_READS, Math.ceil(containerCount / PAGE_SIZE) * PAGE_AS_SINGLES))
}

/**
 * The containers that were read least recently come first, so that all are read in turn, even if they are too many for
 * one minute. Among those that were read at the same time, the order is: today, tomorrow, just past.
 */
function loadUrgent(db: ReadableDb, limit: number): string[] {
  return db.column<string>(
    `SELECT c.id FROM temp.container_at c LEFT JOIN mirror.seen s ON s.key = c.key
       WHERE c.is_open = 1 AND c.full_out_at IS NULL AND c.gone_since IS NULL AND c.tracking_stopped_at IS NULL
         AND c.days_left BETWEEN ? AND 1
       ORDER BY s.verified_at, c.days_left < 0, abs(c.days_left), c.id LIMIT ?`,
    -JUST_PAST_DAYS,
    limit,
  )
}

/**
 * If the last free day passed earlier than this, the container is not urgent: its pickup is not expected within
 * minutes.
 */
const JUST_PAST_DAYS = 3
