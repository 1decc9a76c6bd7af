// Stores answers without blocking other work: a page of 100 new containers takes 50 ms and more, an unchanged page
// takes 5 ms. So an answer is divided into transactions, and the event loop runs other work between them. The last
// transaction stores the position of the sweep, or of a container's list of events.
import type { Document } from '../api/decode.ts'
import { saveMeta } from '../db/meta.ts'
import type { WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { applyPart, createApplyProgress } from './apply.ts'
import { dropEventsDue, rescheduleEvents, saveEventsPage } from './containers/event-store.ts'
import { markDue } from './due.ts'
import { loadDefinitionIdsWithOptions } from './fields/store.ts'
import { insertStartMark, loadReadMark } from './history/read-marks.ts'
import { newestChangeId } from './history/store.ts'
import { sweepLists } from './kinds.ts'
import { type CachedPage, type PageFacts, type PlacedPage, markPageRead } from './page-cache.ts'
import { loadReadTimes, noteCompleteSweep } from './read-times.ts'
import { type Reading, type Sweep, countSwept, forgetMissing, loadSweep, saveSweep } from './records.ts'
import { type WriterDeps, createSliceWriter } from './slice-writer.ts'

/**
 * `cached`: set if the page did not change since it was last read. `decode` reads the records; this is needed if the
 * page is new, or if the mirror changed since.
 */
export type Page = { facts: PageFacts; cached: CachedPage | null; decode: () => Promise<Document> }
/** `placed`: the keys of its records; `unchanged`: nothing was written; null: a later answer updated one of them. */
export type WrittenPage = { after: Sweep; placed: PlacedPage | 'unchanged' | null }

/**
 * Returns the sweep after the page. If the program ends before the last transaction, or the signal is aborted, the page
 * is read again; its first records are then unchanged.
 */
export type PageWriter = (
  sweepId: number,
  page: Page,
  reading: PageReading,
  signal: AbortSignal,
) => Promise<WrittenPage>

/** Pages are written in the given order: a page may depend on those before it (sync/page-chain.ts). */
export function createPageWriter(deps: WriterDeps): PageWriter {
  const writeParts = createPartWriter(deps)
  let lastWrite: Promise<unknown> = Promise.resolve()
  const writePage: PageWriter = async (sweepId, { facts, cached, decode }, reading, signal) => {
    // Another page of the sweep may have been stored meanwhile.
    const readingNow = (db: WritableDb) => toReading(reading, loadSweep(db, sweepId))
    const savePosition = (db: WritableDb, announce: Announce) =>
      savePagePosition(db, announce, loadSweep(db, sweepId), facts, reading)
    // Writes nothing if the mirror differs from the page.
    const unchanged =
      cached &&
      deps.write((db, announce) => (markPageRead(db, cached, readingNow(db)) ? savePosition(db, announce) : null))
    if (unchanged) return { after: unchanged, placed: 'unchanged' }
    const { value: after, placed } = await writeParts(await decode(), {
      reading: readingNow,
      end: savePosition,
      signal,
    })
    return { after, placed }
  }
  return (...page) => {
    const written = lastWrite.then(() => writePage(...page))
    lastWrite = written.catch(() => undefined)
    return written
  }
}

type PartOptions<Value> = {
  /** Called in each transaction, because the sweep may have changed. */
  reading: (db: WritableDb) => Reading
  /** Runs in the transaction of the last part. */
  end: (db: WritableDb, announce: Announce) => Value
  /** Checked between two parts. Stored parts stay. */
  signal: AbortSignal
}

export type PartWriter = <Value>(
  records: Pick<Document, 'data' | 'included'>,
  parts: PartOptions<Value>,
) => Promise<{ value: Value; placed: PlacedPage | null }>

/** Stores the records of one answer in as many transactions as needed. */
export function createPartWriter(deps: WriterDeps): PartWriter {
  const writeSlices = createSliceWriter(deps)
  return async (records, { reading, end, signal }) => {
    const count = records.data.length + records.included.length
    const progress = createApplyProgress()
    const placed: (PlacedPage | null)[] = []
    const value = await writeSlices((db, announce, isEnough) => {
      placed.push(applyPart(db, announce, records, reading(db), progress, isEnough))
      return progress.next < count ? null : { value: end(db, announce) }
    }, signal)
    return { value, placed: joinPlaced(placed) }
  }
}

function joinPlaced(parts: readonly (PlacedPage | null)[]): PlacedPage | null {
  const complete = parts.filter((part) => part !== null)
  return complete.length < parts.length
    ? null
    : { included: complete.flatMap(({ included }) => included), data: complete.flatMap(({ data }) => data) }
}

/**
 * `next`: the first page that is not stored yet; null at the end of the list, undefined if that page is before this
 * one. `leftOut`: unreadable records in all pages of this sweep so far. `isOverrun`: the list continued beyond its
 * own count, either far or to an empty page. `isCompleteList`: the sweep lists all tracking requests, also unchanged
 * ones.
 */
export type PageReading = Omit<Reading, 'sweepId'> & {
  next: string | null | undefined
  leftOut: LeftOut
  isOverrun: boolean
  isCompleteList: boolean
}

/** When all tracking requests were last listed. */
export const ALL_LISTED_AT = 'requests_listed_whole_at'

/** Records that could not be read. `count` includes those without an id; `ids` has the others. */
export type LeftOut = { count: number; ids: readonly string[] }

/** The reading for records of a page. If the sweep was restarted meanwhile, its records are stored but do not count. */
export function toReading(reading: PageReading, { id, state }: Sweep): Reading {
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
  { readAt: endedAt, leftOut, isOverrun, isCompleteList }: PageReading,
): void {
  const swept = countSwept(db, sweep.id) + leftOut.count
  const isComplete = !isOverrun && swept >= Math.max(sweep.totalStart ?? 0, sweep.totalEnd ?? 0)
  sweep.state = isComplete ? 'COMPLETE' : 'TORN'
  sweep.endedAt = endedAt
  for (const id of leftOut.ids) forgetMissing(db, sweepLists[sweep.kind].type, id)
  if (isComplete && isCompleteList) saveMeta(db, 'mirror', ALL_LISTED_AT, endedAt)
  if (isComplete && sweep.kind === 'containers') {
    setStartMark(db, announce, endedAt)
    noteCompleteSweep(db, endedAt)
  }
  // Options can change without a change of their definition.
  if (sweep.kind === 'custom_field_definitions')
    for (const id of loadDefinitionIdsWithOptions(db)) markDue(db, { type: 'options_of', id }, 4)
}

/**
 * Stores the moment from which changes count as new before the user marks any as seen: the end of the first complete
 * sweep. Runs at the end of each complete container sweep, before its time is noted. An account that was read before
 * start marks existed counts from its first change: no change becomes seen without the user.
 */
export function setStartMark(db: WritableDb, announce: Announce, endedAt: string): void {
  if (loadReadMark(db) !== null) return
  if (loadReadTimes(db) === null) insertStartMark(db, endedAt, newestChangeId(db))
  else insertStartMark(db, loadFirstChangeTime(db) ?? endedAt, 0)
  announce('changes')
  announce('containers')
}

function loadFirstChangeTime(db: WritableDb): string | null {
  return db.value<string>('SELECT seen_at AS at FROM change ORDER BY id LIMIT 1') ?? null
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
  else if (againAt !== null) rescheduleEvents(db, containerId, againAt)
  else dropEventsDue(db, containerId)
  announce('containers', containerId)
}
