// The reads of the scheduler and the user: one page of a sweep, one record, or the events of one container. Each answer
// is stored in short transactions, with what is needed to continue after a crash.
import { AppError } from '#contract/errors.ts'
import type { ApiAnswer, ApiClient } from '../api/client.ts'
import { isBadLink } from '../api/addresses.ts'
import { restartEventsDue } from '../mirror/containers/event-store.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadEntityNames } from '../mirror/fields/store.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { inSlices } from '../db/slices.ts'
import { isRequestPending } from '../mirror/tracking/store.ts'
import { type EndlessListDetector, createEndlessListDetector } from './endless.ts'
import { type EventReader, createEventReader } from './event-reader.ts'
import { type LeftOutRecords, createLeftOut } from './left-out.ts'
import { restartDue } from '../mirror/due.ts'
import { type Hints, createHints } from './hints.ts'
import { type SweepKind, sweepLists, mapSweepKinds } from '../mirror/kinds.ts'
import { countMissing } from './missing.ts'
import { type PageChain, createPageChain } from './page-chain.ts'
import { type PageFacts, type PageCache, createPageCache, factsOf } from '../mirror/page-cache.ts'
import { ALL_LISTED_AT, type PageWriter, createPageWriter } from '../mirror/page-writer.ts'
import type { WriterDeps } from '../mirror/slice-writer.ts'
import { isUnusableAnswer } from './postponed-jobs.ts'
import { isAboutRecord, readRecord } from '../mirror/record-reader.ts'
import { createIncompleteListError, hasChangedMeanwhile } from './sweep-watch.ts'
import { loadMeta } from '../db/meta.ts'
import { type Sweep, lastCompleteSweep, lastSweep, saveSweep, startSweep } from '../mirror/records.ts'

export type ReaderDeps = WriterDeps & {
  client: ApiClient
  db: ReadableDb
  now: () => string
  /** The last page was read: the sweep is complete, or torn for this cause. */
  onSweepEnded: (sweep: Sweep, cause: AppError) => void
}

/** `ReaderDeps`, and the state between two reads. */
export type Reader = ReaderDeps & {
  /**
   * `isRequested`: the next sweep of the tracking requests must list all of them, not only the changed ones. `sweepId`:
   * the sweep that does this.
   */
  fullRead: { isRequested: boolean; sweepId: number | null }
  chains: Record<SweepKind, PageChain>
  endless: Record<SweepKind, EndlessListDetector>
  leftOut: LeftOutRecords
  /** The page whose last answer was unusable, by list. If the next answer is unusable too, the sweep restarts. */
  stuckUrls: Map<SweepKind, string>
  cache: PageCache
  writePage: PageWriter
  events: EventReader
  hints: Hints
  /** Whether the account may have records of this list. */
  isListed(kind: SweepKind): boolean
}

/** A sweep whose last page is older than this restarts, because the rows behind its next link have shifted. */
const STALE_SWEEP_MS = 10 * 60_000
/** A list of changes begins a little before the start of the last sweep, because clocks and commits can lag. */
const OVERLAP_MS = 5 * 60_000
/** How long the names of entities with custom fields are cached. */
const NAMES_MS = 1_000
const FULL_READ_EVERY_MS = 24 * 3_600_000
/** How long a call of the user waits for a permit of the request budget before it fails. */
const USER_TIMEOUT_MS = 15_000

export function createReader(deps: ReaderDeps): Reader {
  return {
    ...deps,
    fullRead: { isRequested: false, sweepId: null },
    chains: mapSweepKinds(createPageChain),
    endless: mapSweepKinds(createEndlessListDetector),
    leftOut: createLeftOut(),
    stuckUrls: new Map(),
    cache: createPageCache(),
    writePage: createPageWriter(deps),
    events: createEventReader(deps),
    hints: createHints(deps),
    isListed: createListCheck(deps),
  }
}

/**
 * The user asks for everything: the next sweep of every kind reads all records, and refused lists are no longer
 * postponed.
 */
export function requestFullRead({ fullRead, write }: Reader): void {
  fullRead.isRequested = true
  write((db) => {
    restartEventsDue(db)
    restartDue(db)
  })
}

/** Reads the record and its events ahead of everything else, because the user waits. */
export async function rereadContainer(reader: Reader, id: string, signal: AbortSignal): Promise<void> {
  const options = { priority: 0, signal, patienceMs: USER_TIMEOUT_MS } as const
  await readRecord(reader, { type: 'container', id }, options)
  if (loadEntityNames(reader.db).container !== undefined)
    await readRecord(reader, { type: 'fields_of_container', id }, options)
  await reader.events.readFor(id, { signal, patienceMs: USER_TIMEOUT_MS })
}

/** Reads a container that must not wait for the next sweep. */
export async function readUrgentContainer(reader: Reader, id: string, signal: AbortSignal): Promise<void> {
  try {
    await readRecord(reader, { type: 'container', id }, { priority: 2, signal })
  } catch (error) {
    // The sweeps find out whether it is gone.
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
  }
}

/**
 * Returns `Reader.isListed`. It is called before every request, but computed once a second, because definitions of
 * custom fields change rarely.
 */
function createListCheck({ db, clock }: ReaderDeps): (kind: SweepKind) => boolean {
  let names: ReturnType<typeof loadEntityNames> = {}
  let untilMono = Number.NEGATIVE_INFINITY
  return (kind) => {
    const { fieldsOf } = sweepLists[kind]
    if (fieldsOf === undefined) return true
    if (clock.mono() >= untilMono) {
      names = loadEntityNames(db)
      untilMono = clock.mono() + NAMES_MS
    }
    return names[fieldsOf] !== undefined
  }
}

/** Reads the next page of the current sweep, or the first page of a new one. Returns the sweep after it. */
export async function readPage(reader: Reader, kind: SweepKind, signal: AbortSignal): Promise<Sweep> {
  const sweep = continueOrStartSweep(reader, kind)
  const path = sweep.nextUrl ?? createFirstPath(reader, sweep)
  reader.chains[kind].begin(path)
  try {
    const isAwaited = kind === 'tracking_requests' && isRequestPending(reader.db, reader.now())
    const sweepAfter = await applyPage(
      reader,
      sweep,
      path,
      await reader.client.request({ path, priority: isAwaited ? 2 : sweepLists[kind].priority, signal }),
      signal,
    )
    reader.stuckUrls.delete(kind)
    return sweepAfter
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isListDenied = sweepLists[kind].isBackground && isAboutRecord(error) && error.code !== 'api/malformed'
    if (!isListDenied && !isAboutPage(error) && !isStuck(reader, sweep, error)) throw error
    const torn: Sweep = { ...sweep, nextUrl: null, state: 'TORN', endedAt: reader.now() }
    reader.write((db) => saveSweep(db, torn))
    // Lists that the account is not entitled to are requested again when they are due; a refusal says nothing about the
    // key.
    if (isListDenied) return torn
    throw error
  }
}

async function applyPage(
  reader: Reader,
  sweep: Sweep,
  path: string,
  answer: ApiAnswer,
  signal: AbortSignal,
): Promise<Sweep> {
  const { writePage, now, fullRead } = reader
  const { id, kind } = sweep
  const decode = () => reader.client.decode({ path, signal }, answer, sweepLists[kind].type)
  const { cached, store } = reader.cache.lookup(path, answer.bytes)
  if (cached) reader.client.accept()
  const document = cached ? null : await decode()
  const facts = document ? factsOf(document) : cached
  if (!facts) throw new Error('a page that is not cached was not decoded')
  const { requestSeq, isOlderThan } = answer
  const { next, isEndless, isOverrun } = findNextPage(reader, sweep, path, facts)
  const reading = {
    requestSeq,
    isOlderThan,
    readAt: now(),
    next,
    isOverrun,
    isCompleteList: id === fullRead.sweepId,
    leftOut: reader.leftOut.recordPage(sweep, path, facts.unreadable),
  }
  try {
    const page = { facts, cached, decode: async () => document ?? decode() }
    const { after, placed } = await writePage(id, page, reading, signal)
    if (placed !== 'unchanged') store(facts, placed)
    if (after.state !== 'RUNNING' && after.endedAt === reading.readAt) {
      reportSweepEnd(reader, after, isEndless)
      if (after.state === 'COMPLETE')
        await inSlices(reader.clock, countMissing(reader.db, reader.write, after, reading.leftOut.ids), signal)
    }
    return after
  } catch (error) {
    // The page is not stored after all, and neither its records nor those of the page read ahead are used.
    restartList(reader, kind)
    throw error
  }
}

/**
 * The first page that is not stored yet (page-chain.ts). A list that would continue forever ends here. The last page of
 * a list has no link. If a link leads from as many records as the list counts to an empty page, the records were not
 * the whole list.
 */
function findNextPage(
  { chains, endless }: Reader,
  { kind, rows }: Sweep,
  path: string,
  facts: PageFacts,
): { next: string | null | undefined; isEndless: boolean; isOverrun: boolean } {
  const chain = chains[kind]
  const isEmpty = facts.rows === 0
  const fault = facts.next === null ? null : endless[kind].check(facts)
  const next = chain.onPage(path, isEmpty || fault !== null ? null : facts.next, isEmpty)
  const isPastCount = isEmpty && next === null && facts.total !== null && facts.total > 0 && rows >= facts.total
  return {
    next,
    isEndless: fault !== null || isPastCount || chain.isCircle(),
    isOverrun: fault === 'overrun' || isPastCount,
  }
}

function restartList({ chains, endless }: Reader, kind: SweepKind): void {
  chains[kind].restart()
  endless[kind].restart()
}

function reportSweepEnd({ client, db, leftOut, now, onSweepEnded }: Reader, sweep: Sweep, isEndless: boolean): void {
  const cause = isEndless ? new AppError('api/list-endless') : createIncompleteListError(db, sweep)
  const isTorn = sweep.state === 'TORN' && !hasChangedMeanwhile(db, sweep, cause, now())
  if (isEndless || isTorn) client.report({ path: sweepLists[sweep.kind].path }, cause)
  leftOut.removeOlderPages(sweep)
  onSweepEnded(sweep, cause)
}

/** Reads the page after the container page in progress ahead of it, if that page is known. */
export async function readAhead(reader: Reader, signal: AbortSignal): Promise<Sweep | null> {
  const path = reader.chains.containers.nextAhead()
  const sweep = lastSweep(reader.db, 'containers')
  if (path === null || sweep?.state !== 'RUNNING') return null
  try {
    return await applyPage(reader, sweep, path, await reader.client.request({ path, priority: 3, signal }), signal)
  } catch (error) {
    reader.chains.containers.onFailure(path)
    // The list has no such page any more. The page before it links to the one that follows now.
    if (!(error instanceof AppError) || !isAboutPage(error)) throw error
    return null
  }
}

/**
 * If a page is gone, the service refuses it, or its link leads elsewhere, a retry does not help: the sweep restarts. A
 * truncated answer may be complete the next time.
 */
function isAboutPage(error: AppError): boolean {
  return error.code === 'api/not-found' || error.code === 'api/refused' || isBadLink(error)
}

/**
 * Whether this page was unusable twice in a row, so that the sweep must restart: while one page is retried, the pages
 * before it are not read again. Remembers the page.
 */
function isStuck({ stuckUrls }: Reader, { kind, nextUrl }: Sweep, error: AppError): boolean {
  if (nextUrl === null || !isUnusableAnswer(error)) return false
  if (stuckUrls.get(kind) === nextUrl) return stuckUrls.delete(kind)
  stuckUrls.set(kind, nextUrl)
  return false
}

function continueOrStartSweep(reader: Reader, kind: SweepKind): Sweep {
  const { db, write, now } = reader
  const last = lastSweep(db, kind)
  const startedAt = now()
  const ageMs = (instantMs(startedAt) ?? 0) - (instantMs(last?.pageAt ?? last?.startedAt ?? '') ?? 0)
  if (last?.state === 'RUNNING' && ageMs < STALE_SWEEP_MS) return last
  return write((db) => {
    if (last?.state === 'RUNNING') saveSweep(db, { ...last, nextUrl: null, state: 'TORN' })
    restartList(reader, kind)
    const id = startSweep(db, kind, startedAt)
    return {
      id,
      kind,
      startedAt,
      nextUrl: null,
      rows: 0,
      totalStart: null,
      totalEnd: null,
      state: 'RUNNING',
      endedAt: null,
      pageAt: null,
    }
  })
}

/**
 * Only of the tracking requests can the service list the changes alone. All other lists are read completely. A list of
 * changes continues from the last complete sweep, so it lacks records that were missing in an earlier answer. So all
 * requests are listed once a day, when the user asks, and after one of them could not be read.
 */
function createFirstPath({ db, now, fullRead, leftOut }: Reader, { id, kind }: Sweep): string {
  const { path, fieldsOf } = sweepLists[kind]
  if (fieldsOf !== undefined) return path + encodeURIComponent(loadEntityNames(db)[fieldsOf] ?? '')
  if (kind !== 'tracking_requests') return path
  const lastComplete = lastCompleteSweep(db, kind)
  const listedMs = instantMs(loadMeta(db, 'mirror', ALL_LISTED_AT) ?? '') ?? 0
  if (
    !lastComplete ||
    fullRead.isRequested ||
    fullRead.sweepId === id ||
    leftOut.has(kind) ||
    Math.abs((instantMs(now()) ?? 0) - listedMs) > FULL_READ_EVERY_MS
  ) {
    Object.assign(fullRead, { isRequested: false, sweepId: id })
    return path
  }
  const start = instantOf((instantMs(lastComplete.startedAt) ?? 0) - OVERLAP_MS)
  return `${path}&filter[updated_at][start]=${encodeURIComponent(start)}`
}
