// The position of a sweep, and of a container's list of events, after a stored page.
import { dropEventsDue, readEventsAgain, saveEventsPage } from './containers/event-store.ts'
import type { WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { idsWithOptions } from './fields/store.ts'
import { markDue } from './due.ts'
import { sweepLists } from './kinds.ts'
import type { PageFacts } from './page-cache.ts'
import { beginCounting } from './history/begin.ts'
import { type Reading, type Sweep, countSwept, forgetMissing, noteWholeSweep, saveSweep } from './records.ts'

/**
 * `next`: the first page that is not stored yet; null at the end of the list, undefined if that page is before this
 * one. `leftOut`: unreadable records in all pages of this sweep so far. `isOverrun`: the list continued beyond its
 * own count, either far or to an empty page.
 */
export type PageReading = Omit<Reading, 'sweepId'> & {
  next: string | null | undefined
  leftOut: LeftOut
  isOverrun: boolean
}

/** `ids` of those records that have one. */
export type LeftOut = { count: number; ids: readonly string[] }

/** The reading for records of a page. If the sweep was restarted meanwhile, its records are stored but do not count. */
export function pageReading(reading: PageReading, { id, state }: Sweep): Reading {
  return { ...reading, sweepId: state === 'RUNNING' ? id : null }
}

/** Stores the position of the sweep after the last record of a page. `nextUrl` is null once the sweep has ended. */
export function savePagePosition(
  db: WritableDb,
  announce: Announce,
  sweep: Sweep,
  { rows, total }: PageFacts,
  reading: PageReading,
): Sweep {
  const { next, readAt } = reading
  if (sweep.state !== 'RUNNING') return sweep
  const after: Sweep = {
    ...sweep,
    nextUrl: next === undefined ? sweep.nextUrl : next,
    rows: sweep.rows + rows,
    totalStart: sweep.totalStart ?? total,
    totalEnd: total,
    pageAt: readAt,
  }
  if (next === null) endSweep(db, announce, after, reading)
  saveSweep(db, after)
  announce('sync')
  return after
}

/**
 * A sweep is complete only if it saw as many different records as the service counted at its start and at its end:
 * rows shift between pages during the sweep. A torn sweep never removes anything. Listed records that
 * cannot be read count as seen, and are not gone.
 */
function endSweep(
  db: WritableDb,
  announce: Announce,
  sweep: Sweep,
  { readAt: endedAt, leftOut, isOverrun }: PageReading,
): void {
  const swept = countSwept(db, sweep.id) + leftOut.count
  const isComplete = !isOverrun && swept >= Math.max(sweep.totalStart ?? 0, sweep.totalEnd ?? 0)
  sweep.state = isComplete ? 'COMPLETE' : 'TORN'
  sweep.endedAt = endedAt
  for (const id of leftOut.ids) forgetMissing(db, sweepLists[sweep.kind].type, id)
  if (isComplete && sweep.kind === 'containers') {
    beginCounting(db, announce, endedAt)
    noteWholeSweep(db, endedAt)
  }
  // Options can change without a change of their definition.
  if (sweep.kind === 'custom_field_definitions')
    for (const id of idsWithOptions(db)) markDue(db, { type: 'options_of', id }, 4)
}

/**
 * Stores the position after the last event of a page. `next`: the next page; null: all are stored, and due again at
 * `againAt` if set.
 */
export function saveEventsPosition(
  db: WritableDb,
  announce: Announce,
  containerId: string,
  { next, againAt }: { next: string | null; againAt: string | null },
): void {
  if (next !== null) saveEventsPage(db, containerId, next)
  else if (againAt !== null) readEventsAgain(db, containerId, againAt)
  else dropEventsDue(db, containerId)
  announce('containers', containerId)
}
