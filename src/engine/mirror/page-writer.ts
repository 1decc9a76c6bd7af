// Stores answers without blocking other work: a page of 100 new containers takes 50 ms and more, an unchanged one takes
// 5. So each answer is stored in as few transactions as keep each turn of the event loop short. The last one stores the
// position of the sweep, or of a container's list of events.
import type { Document } from '../api/decode.ts'
import { saveMeta } from '../db/meta.ts'
import type { WritableDb } from '../db/open.ts'
import type { WalGuard } from '../db/wal-guard.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import { type IsEnough, applySome, newProgress } from './apply.ts'
import { dropEventsDue, readEventsAgain, saveEventsPage } from './containers/event-store.ts'
import { markDue } from './due.ts'
import { idsWithOptions } from './fields/store.ts'
import { insertStartMark, loadReadMark } from './history/read-marks.ts'
import { newestChangeId } from './history/store.ts'
import { sweepLists } from './kinds.ts'
import { type KnownPage, type PageFacts, type PlacedPage, markPageRead } from './page-cache.ts'
import {
  type Reading,
  type Sweep,
  countSwept,
  forgetMissing,
  loadReadTimes,
  loadSweep,
  noteWholeSweep,
  saveSweep,
} from './records.ts'

/**
 * `known`: the page did not change since it was last read. `readOut` decodes it; this is needed if the page is new, or
 * if the mirror changed since.
 */
export type Page = { facts: PageFacts; known: KnownPage | null; readOut: () => Promise<Document> }
/** `placed`: the places of its records in the mirror; `known`: unchanged; null: a later answer updated one of them. */
export type WrittenPage = { after: Sweep; placed: PlacedPage | 'known' | null }

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

/**
 * With the commit and an answer to a screen in the same turn, this stays below 40 ms, the limit for a turn of the event
 * loop.
 */
const TURN_MS = 10
/** Fewer records are too few for a measurement. */
const MIN_MEASURED = 8
/** The time to rebuild the rows of one usual record: the value until it is measured, and the lower limit. */
const USUAL_REBUILD_MS = 0.5
const MIN_REBUILD_MS = 0.1

export type WriterDeps = {
  write: Write
  clock: Clock
  /** Null: no other connection reads while this one writes. */
  walGuard: Pick<WalGuard, 'whenIdle'> | null
}

/** Pages are written in the given order: a page may depend on those before it (sync/page-chain.ts). */
export function createPageWriter(deps: WriterDeps): PageWriter {
  const writeParts = createPartWriter(deps)
  let before: Promise<unknown> = Promise.resolve()
  const writePage: PageWriter = async (sweepId, { facts, known, readOut }, reading, signal) => {
    // Another page of the sweep may have been stored meanwhile.
    const readingNow = (db: WritableDb) => pageReading(reading, loadSweep(db, sweepId))
    const end = (db: WritableDb, announce: Announce) =>
      savePagePosition(db, announce, loadSweep(db, sweepId), facts, reading)
    // Writes nothing if the mirror differs from the page.
    const unchanged =
      known && deps.write((db, announce) => (markPageRead(db, known, readingNow(db)) ? end(db, announce) : null))
    if (unchanged) return { after: unchanged, placed: 'known' }
    const { value: after, placed } = await writeParts(await readOut(), { reading: readingNow, end, signal })
    return { after, placed }
  }
  return (...page) => {
    const own = before.then(() => writePage(...page))
    before = own.catch(() => undefined)
    return own
  }
}

type Parts<Value> = {
  /** Called in each transaction, because the sweep may have changed. */
  reading: (db: WritableDb) => Reading
  /** Runs in the transaction of the last part. */
  end: (db: WritableDb, announce: Announce) => Value
  /** Checked between two parts. Stored parts stay. */
  signal: AbortSignal
}

export type PartWriter = <Value>(
  records: Pick<Document, 'data' | 'included'>,
  parts: Parts<Value>,
) => Promise<{ value: Value; placed: PlacedPage | null }>

/**
 * Stores the records of one answer in as many transactions as needed. Each of them waits while the write-ahead log is
 * written back: these are the large writes. The wait ends at the latest when a silent reader thread is replaced.
 */
export function createPartWriter({ write, clock, walGuard }: WriterDeps): PartWriter {
  // The last part shows how long the next one takes: neighbouring records are of the same kind.
  let rebuildMs = USUAL_REBUILD_MS
  return async (records, { reading, end, signal }) => {
    const count = records.data.length + records.included.length
    const progress = newProgress()
    const placed: (PlacedPage | null)[] = []
    for (;;) {
      if (walGuard) {
        await walGuard.whenIdle()
        signal.throwIfAborted()
      }
      const startedMs = clock.mono()
      let stored = { atMs: startedMs, rebuilt: 0 }
      const isEnough: IsEnough = (done, rebuilt) => {
        stored = { atMs: clock.mono(), rebuilt }
        return done > 0 && stored.atMs - startedMs + rebuilt * rebuildMs >= TURN_MS
      }
      const last = write((db, announce) => {
        placed.push(applySome(db, announce, records, reading(db), progress, isEnough))
        return progress.next < count ? null : { value: end(db, announce) }
      })
      if (stored.rebuilt >= MIN_MEASURED)
        rebuildMs = Math.max(MIN_REBUILD_MS, (clock.mono() - stored.atMs) / stored.rebuilt)
      if (last) return { value: last.value, placed: joinPlaced(placed) }
      await clock.sleep(0, signal)
      signal.throwIfAborted()
    }
  }
}

function joinPlaced(parts: readonly (PlacedPage | null)[]): PlacedPage | null {
  const whole = parts.filter((part) => part !== null)
  return whole.length < parts.length
    ? null
    : { included: whole.flatMap(({ included }) => included), data: whole.flatMap(({ data }) => data) }
}

/**
 * `next`: the first page that is not stored yet; null at the end of the list, undefined if that page is before this
 * one. `leftOut`: unreadable records in all pages of this sweep so far. `isOverrun`: the list continued beyond its
 * own count, either far or to an empty page. `isWholeList`: the sweep lists all tracking requests, also unchanged ones.
 */
export type PageReading = Omit<Reading, 'sweepId'> & {
  next: string | null | undefined
  leftOut: LeftOut
  isOverrun: boolean
  isWholeList: boolean
}

/** When all tracking requests were last listed. */
export const LISTED_WHOLE = 'requests_listed_whole_at'

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
  { readAt: endedAt, leftOut, isOverrun, isWholeList }: PageReading,
): void {
  const swept = countSwept(db, sweep.id) + leftOut.count
  const isComplete = !isOverrun && swept >= Math.max(sweep.totalStart ?? 0, sweep.totalEnd ?? 0)
  sweep.state = isComplete ? 'COMPLETE' : 'TORN'
  sweep.endedAt = endedAt
  for (const id of leftOut.ids) forgetMissing(db, sweepLists[sweep.kind].type, id)
  if (isComplete && isWholeList) saveMeta(db, 'mirror', LISTED_WHOLE, endedAt)
  if (isComplete && sweep.kind === 'containers') {
    beginCounting(db, announce, endedAt)
    noteWholeSweep(db, endedAt)
  }
  // Options can change without a change of their definition.
  if (sweep.kind === 'custom_field_definitions')
    for (const id of idsWithOptions(db)) markDue(db, { type: 'options_of', id }, 4)
}

/**
 * From which moment changes count as new before the user marks any as seen: the end of the first complete reading. Runs
 * at the end of each complete container sweep, before its time is noted. An account that was read before there
 * were start marks counts from the first change it has: no change becomes seen without the user.
 */
function beginCounting(db: WritableDb, announce: Announce, endedAt: string): void {
  if (loadReadMark(db) !== null) return
  if (loadReadTimes(db) === null) insertStartMark(db, endedAt, newestChangeId(db))
  else insertStartMark(db, firstChangeAt(db) ?? endedAt, 0)
  announce('changes')
  announce('containers')
}

function firstChangeAt(db: WritableDb): string | null {
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
  else if (againAt !== null) readEventsAgain(db, containerId, againAt)
  else dropEventsDue(db, containerId)
  announce('containers', containerId)
}
