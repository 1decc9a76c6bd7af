// The single reads for the scheduler and the user: one page of a sweep, one record, or the events of one container.
// Each is one request. It is stored in short transactions, with what is needed to continue after a crash.
import { AppError } from '#contract/errors.ts'
import type { ApiAnswer, ApiClient } from '../api/client.ts'
import { isBadLink } from '../api/addresses.ts'
import { restartEventsDue } from '../mirror/containers/event-store.ts'
import type { ReadableDb } from '../db/open.ts'
import { entityNames } from '../mirror/fields/store.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { inSlices } from '../db/slices.ts'
import { isRequestPending } from '../mirror/tracking/store.ts'
import { type EndlessListDetector, createEndlessListDetector } from './endless.ts'
import { createEventReader } from './event-reader.ts'
import { type LeftOutRecords, createLeftOut } from './left-out.ts'
import { type DuePriority, nextDue as nextRecordDue, restartDue } from '../mirror/due.ts'
import { type Hints, createHints } from './hints.ts'
import { type SweepKind, sweepLists, sweepsOf } from '../mirror/kinds.ts'
import { countMissing } from './missing.ts'
import { type PageChain, createPageChain } from './page-chain.ts'
import { type PageFacts, type PageCache, createPageCache, factsOf } from '../mirror/page-cache.ts'
import { LISTED_WHOLE, type PageWriter, type WriterDeps, createPageWriter } from '../mirror/page-writer.ts'
import { isAnswered } from './aside.ts'
import { isAboutRecord, readDue, readRecord, verifyMissing } from '../mirror/record-reader.ts'
import { incompleteList } from './sweep-watch.ts'
import { loadMeta } from '../db/meta.ts'
import { type Sweep, lastCompleteSweep, lastSweep, saveSweep, startSweep } from '../mirror/records.ts'

export type ReaderDeps = WriterDeps & {
  client: ApiClient
  db: ReadableDb
  now: () => string
  /** The last page was read: the sweep is complete, or torn for this cause. */
  onSweepEnded: (sweep: Sweep, cause: AppError) => void
}

type Deps = ReaderDeps & {
  /** Requests must be listed completely, not only the changed ones; and the sweep that does it. */
  whole: { isWanted: boolean; sweepId: number | null }
  chains: Record<SweepKind, PageChain>
  endless: Record<SweepKind, EndlessListDetector>
  leftOut: LeftOutRecords
  /** Unusable answers for pages after the first: after the second one, the sweep restarts. */
  stuckAt: Map<SweepKind, string>
  cache: PageCache
  writePage: PageWriter
}

export type Reader = {
  /**
   * The user asks for everything: the next sweep of every kind reads all records, and refused lists are no longer
   * postponed.
   */
  readWhole(): void
  /** Reads the next page of the current sweep, or the first page of a new one. Returns the sweep after it. */
  readPage(kind: SweepKind, signal: AbortSignal): Promise<Sweep>
  leftOut: LeftOutRecords['get']
  /** Whether the page after the container page in progress is known; and reads it ahead of that page. */
  hasAhead(): boolean
  readAhead(signal: AbortSignal): Promise<Sweep | null>
  /** Reads one record that sweeps no longer list. Only a 404 for the record itself marks it as gone. */
  verifyMissing(signal: AbortSignal): Promise<void>
  /** Whether `readEvents` has something to do. */
  hasEventsDue(): boolean
  readEvents(signal: AbortSignal): Promise<void>
  /** Whether a recent tracking request has no result yet. */
  isRequestPending(): boolean
  /** Whether the account has records of this list, as far as is known. */
  isListed(kind: SweepKind): boolean
  hasDue(priority: DuePriority): boolean
  /** Reads one due record. */
  readDue(priority: DuePriority, signal: AbortSignal): Promise<void>
  hints: Hints
  /** Reads a container that must not wait for the next sweep. */
  readUrgent(id: string, signal: AbortSignal): Promise<void>
  /** Reads the record and its events ahead of everything else, because the user waits. */
  rereadContainer(id: string, signal: AbortSignal): Promise<void>
}

/** A sweep whose last page is older than this restarts, because the rows behind its next link have shifted. */
const STALE_SWEEP_MS = 10 * 60_000
/** A delta begins a little before the start of the last one, because clocks and commits can lag. */
const OVERLAP_MS = 5 * 60_000
const NAMES_MS = 1_000
const WHOLE_EVERY_MS = 24 * 3_600_000
/** How long a user waits for a slot before the answer "not now" is better. */
const PATIENCE_MS = 15_000

export function createReader(given: ReaderDeps): Reader {
  const deps: Deps = {
    ...given,
    whole: { isWanted: false, sweepId: null },
    chains: sweepsOf(createPageChain),
    endless: sweepsOf(createEndlessListDetector),
    leftOut: createLeftOut(),
    stuckAt: new Map(),
    cache: createPageCache(),
    writePage: createPageWriter(given),
  }
  const events = createEventReader(given)
  return {
    readWhole: () => {
      deps.whole.isWanted = true
      deps.write((db) => {
        restartEventsDue(db)
        restartDue(db)
      })
    },
    readPage: (kind, signal) => readPage(deps, kind, signal),
    leftOut: () => deps.leftOut.get(),
    hasAhead: () => deps.chains.containers.ahead() !== null,
    readAhead: (signal) => readAhead(deps, signal),
    verifyMissing: (signal) => verifyMissing(deps, signal),
    hasEventsDue: () => events.hasDue(),
    readEvents: (signal) => events.readNext(signal),
    isRequestPending: () => isRequestPending(deps.db, deps.now()),
    isListed: listedAs(deps),
    hasDue: (priority) => nextRecordDue(deps.db, priority, deps.now()) !== null,
    readDue: (priority, signal) => readDue(deps, priority, signal),
    hints: createHints(deps),
    readUrgent: (id, signal) => readUrgent(deps, id, signal),
    rereadContainer: async (id, signal) => {
      const asked = { priority: 0, signal, patienceMs: PATIENCE_MS } as const
      await readRecord(deps, { type: 'container', id }, asked)
      if (entityNames(deps.db).container !== undefined)
        await readRecord(deps, { type: 'fields_of_container', id }, asked)
      await events.readFor(id, { signal, patienceMs: PATIENCE_MS })
    },
  }
}

async function readUrgent(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  try {
    await readRecord(deps, { type: 'container', id }, { priority: 2, signal })
  } catch (error) {
    // The sweeps find out whether it is gone.
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
  }
}

/** Checked before every request, but computed once a second: definitions change rarely. */
function listedAs({ db, clock }: Deps): (kind: SweepKind) => boolean {
  let names: ReturnType<typeof entityNames> = {}
  let untilMono = Number.NEGATIVE_INFINITY
  return (kind) => {
    const { fieldsOf } = sweepLists[kind]
    if (fieldsOf === undefined) return true
    if (clock.mono() >= untilMono) {
      names = entityNames(db)
      untilMono = clock.mono() + NAMES_MS
    }
    return names[fieldsOf] !== undefined
  }
}

async function readPage(deps: Deps, kind: SweepKind, signal: AbortSignal): Promise<Sweep> {
  const sweep = openSweep(deps, kind)
  const path = sweep.nextUrl ?? firstPath(deps, sweep)
  deps.chains[kind].begin(path)
  try {
    const isAwaited = kind === 'tracking_requests' && isRequestPending(deps.db, deps.now())
    const after = await applyPageOf(
      deps,
      sweep,
      path,
      await deps.client.request({ path, priority: isAwaited ? 2 : sweepLists[kind].priority, signal }),
      signal,
    )
    deps.stuckAt.delete(kind)
    return after
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isDenied = sweepLists[kind].isBackground && isAboutRecord(error) && error.code !== 'api/malformed'
    if (!isDenied && !isAboutPage(error) && !isStuck(deps, sweep, error)) throw error
    const torn: Sweep = { ...sweep, nextUrl: null, state: 'TORN', endedAt: deps.now() }
    deps.write((db) => saveSweep(db, torn))
    // Lists that the account is not entitled to are requested again when they are due; a refusal says nothing about the
    // key.
    if (isDenied) return torn
    throw error
  }
}

async function applyPageOf(
  deps: Deps,
  sweep: Sweep,
  path: string,
  answer: ApiAnswer,
  signal: AbortSignal,
): Promise<Sweep> {
  const { writePage, now, whole } = deps
  const { id, kind } = sweep
  const decode = () => deps.client.decode({ path, signal }, answer, sweepLists[kind].type)
  const { known, store } = deps.cache.lookup(path, answer.bytes)
  if (known) deps.client.accept()
  const document = known ? null : await decode()
  const facts = document ? factsOf(document) : known
  if (!facts) throw new Error('a page that is not known was decoded')
  const { requestSeq, isOlderThan } = answer
  const { next, isEndless, isOverrun } = whereNext(deps, sweep, path, facts)
  const reading = {
    requestSeq,
    isOlderThan,
    readAt: now(),
    next,
    isOverrun,
    isWholeList: id === whole.sweepId,
    leftOut: deps.leftOut.note(sweep, path, facts.unreadable),
  }
  try {
    const page = { facts, known, readOut: async () => document ?? decode() }
    const { after, placed } = await writePage(id, page, reading, signal)
    if (placed !== 'known') store(facts, placed)
    if (after.state !== 'RUNNING' && after.endedAt === reading.readAt) {
      sweepEnded(deps, after, isEndless)
      if (after.state === 'COMPLETE')
        await inSlices(deps.clock, countMissing(deps.db, deps.write, after, reading.leftOut.ids), signal)
    }
    return after
  } catch (error) {
    // The page is not stored after all, and neither its records nor those of the page read ahead are used.
    restartList(deps, kind)
    throw error
  }
}

/**
 * The first page that is not stored yet (page-chain.ts). A list that would continue forever ends here. The last page of
 * a list has no link. If a link leads from as many records as the list counts to an empty page, the records were not
 * the whole list.
 */
function whereNext(
  { chains, endless }: Deps,
  { kind, rows }: Sweep,
  path: string,
  facts: PageFacts,
): { next: string | null | undefined; isEndless: boolean; isOverrun: boolean } {
  const chain = chains[kind]
  const isEmpty = facts.rows === 0
  const end = facts.next === null ? null : endless[kind].check(facts)
  const next = chain.answered(path, isEmpty || end !== null ? null : facts.next, isEmpty)
  const isBeyond = isEmpty && next === null && facts.total !== null && facts.total > 0 && rows >= facts.total
  return { next, isEndless: end !== null || isBeyond || chain.isCircle(), isOverrun: end === 'overrun' || isBeyond }
}

function restartList({ chains, endless }: Deps, kind: SweepKind): void {
  chains[kind].restart()
  endless[kind].restart()
}

function sweepEnded({ client, db, leftOut, onSweepEnded }: Deps, sweep: Sweep, isEndless: boolean): void {
  const cause = isEndless ? new AppError('api/list-endless') : incompleteList(db, sweep)
  if (isEndless || sweep.state === 'TORN') client.report({ path: sweepLists[sweep.kind].path }, cause)
  leftOut.ended(sweep)
  onSweepEnded(sweep, cause)
}

async function readAhead(deps: Deps, signal: AbortSignal): Promise<Sweep | null> {
  const path = deps.chains.containers.ahead()
  const sweep = lastSweep(deps.db, 'containers')
  if (path === null || sweep?.state !== 'RUNNING') return null
  try {
    return await applyPageOf(deps, sweep, path, await deps.client.request({ path, priority: 3, signal }), signal)
  } catch (error) {
    deps.chains.containers.failed(path)
    // The place of this page from the last sweep is empty now: the page before it names the next one.
    if (!(error instanceof AppError) || !isAboutPage(error)) throw error
    return null
  }
}

/**
 * A page that is gone, that the service refuses, or whose link leads elsewhere does not come with a retry: the sweep
 * restarts. A truncated answer may be complete the next time.
 */
function isAboutPage(error: AppError): boolean {
  return error.code === 'api/not-found' || error.code === 'api/refused' || isBadLink(error)
}

/** If one page were retried forever, the pages before it would not be read. */
function isStuck({ stuckAt }: Deps, { kind, nextUrl }: Sweep, error: AppError): boolean {
  if (nextUrl === null || !isAnswered(error)) return false
  if (stuckAt.get(kind) === nextUrl) return stuckAt.delete(kind)
  stuckAt.set(kind, nextUrl)
  return false
}

function openSweep(deps: Deps, kind: SweepKind): Sweep {
  const { db, write, now } = deps
  const last = lastSweep(db, kind)
  const startedAt = now()
  const ageMs = (instantMs(startedAt) ?? 0) - (instantMs(last?.pageAt ?? last?.startedAt ?? '') ?? 0)
  if (last?.state === 'RUNNING' && ageMs < STALE_SWEEP_MS) return last
  return write((w) => {
    if (last?.state === 'RUNNING') saveSweep(w, { ...last, nextUrl: null, state: 'TORN' })
    restartList(deps, kind)
    const id = startSweep(w, kind, startedAt)
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
 * Only for tracking requests can the service list changes alone; all other lists are read completely. A delta continues
 * from the last complete one, and records that were missing in an answer are in no delta. So requests are listed
 * completely once a day, when the user asks, and after one of them could not be read.
 */
function firstPath({ db, now, whole, leftOut }: Deps, { id, kind }: Sweep): string {
  const { path, fieldsOf } = sweepLists[kind]
  if (fieldsOf !== undefined) return path + encodeURIComponent(entityNames(db)[fieldsOf] ?? '')
  if (kind !== 'tracking_requests') return path
  const since = lastCompleteSweep(db, kind)
  const listedMs = instantMs(loadMeta(db, 'mirror', LISTED_WHOLE) ?? '') ?? 0
  if (
    !since ||
    whole.isWanted ||
    whole.sweepId === id ||
    leftOut.has(kind) ||
    Math.abs((instantMs(now()) ?? 0) - listedMs) > WHOLE_EVERY_MS
  ) {
    Object.assign(whole, { isWanted: false, sweepId: id })
    return path
  }
  const start = instantOf((instantMs(since.startedAt) ?? 0) - OVERLAP_MS)
  return `${path}&filter[updated_at][start]=${encodeURIComponent(start)}`
}
