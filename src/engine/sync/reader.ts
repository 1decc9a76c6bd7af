// The single reads the scheduler and the user ask for: one page of a sweep, one record, one container's events.
// Each is one request and one transaction, and leaves behind what is needed to go on after a crash.
import { AppError } from '#contract/errors.ts'
import type { ApiAnswer, ApiClient } from '../api/client.ts'
import { isBadLink } from '../api/addresses.ts'
import { restartEventsDue } from '../mirror/containers/event-store.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { entityNames } from '../mirror/fields/store.ts'
import type { Clock } from '../outside/clock.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { inSlices } from '../db/slices.ts'
import { isRequestPending } from '../mirror/tracking/store.ts'
import { type Endless, createEndless } from './endless.ts'
import { createEventReader } from './event-reader.ts'
import { type LeftOutRecords, createLeftOut } from './left-out.ts'
import { type DuePriority, nextDue as nextRecordDue, restartDue } from '../mirror/due.ts'
import { type Hints, createHints } from './hints.ts'
import { type SweepKind, sweepLists, sweepsOf } from '../mirror/kinds.ts'
import { countMissing } from './missing.ts'
import { type PageChain, createPageChain } from './page-chain.ts'
import { type PageFacts, type PageMemory, createPageMemory, factsOf } from '../mirror/page-memory.ts'
import { type PageWriter, createPageWriter } from '../mirror/page-writer.ts'
import { isAnswered } from './aside.ts'
import { isAboutRecord, readDue, readRecord, verifyMissing } from '../mirror/record-reader.ts'
import { shortList } from './sweep-watch.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { type Sweep, lastCompleteSweep, lastSweep, saveSweep, startSweep } from '../mirror/records.ts'

export type ReaderDeps = {
  client: ApiClient
  db: ReadableDb
  write: Write
  clock: Clock
  now: () => string
  /** Its last page was read: it is complete, or torn for this cause. */
  onSweepEnded: (sweep: Sweep, cause: AppError) => void
}

type Deps = ReaderDeps & {
  /** Requests are to be listed from the first to the last, not only what changed; and the sweep that does it. */
  whole: { isWanted: boolean; sweepId: number | null }
  chains: Record<SweepKind, PageChain>
  endless: Record<SweepKind, Endless>
  leftOut: LeftOutRecords
  /** Pages behind the first that were answered with what cannot be used: the second time the sweep begins anew. */
  stuckAt: Map<SweepKind, string>
  memory: PageMemory
  writePage: PageWriter
}

export type Reader = {
  /**
   * The user asks for everything: the next sweep of every kind reads all there is, and nothing refused is put off any
   * more.
   */
  readWhole(): void
  /** The next page of the sweep under way, or the first of a new one. Answers the sweep as it stands after it. */
  readPage(kind: SweepKind, signal: AbortSignal): Promise<Sweep>
  leftOut: LeftOutRecords['get']
  /** Whether a page of containers is known behind the one under way; and reads it, overtaking. */
  hasAhead(): boolean
  readAhead(signal: AbortSignal): Promise<Sweep | null>
  /** Asks for one record that sweeps no longer list; only a 404 of its own makes it gone. */
  verifyMissing(signal: AbortSignal): Promise<void>
  /** Whether `readEvents` has something to do. */
  hasEventsDue(): boolean
  readEvents(signal: AbortSignal): Promise<void>
  /** Whether a request made lately has not been decided yet. */
  isRequestPending(): boolean
  /** Whether the account has what this list lists, as far as is known. */
  isListed(kind: SweepKind): boolean
  hasDue(priority: DuePriority): boolean
  /** One record that is due by itself. */
  readDue(priority: DuePriority, signal: AbortSignal): Promise<void>
  hints: Hints
  /** A box that must not wait for the next sweep. */
  readUrgent(id: string, signal: AbortSignal): Promise<void>
  /** The user waits: the record and its events, ahead of everything else. */
  rereadContainer(id: string, signal: AbortSignal): Promise<void>
}

/** A sweep left lying longer than this since its last page is begun anew: rows have shifted under its next one. */
const STALE_SWEEP_MS = 10 * 60_000
/** A delta is asked for from a little before the last one began, for clocks and commits that lag. */
const OVERLAP_MS = 5 * 60_000
const NAMES_MS = 1_000
const WHOLE_EVERY_MS = 24 * 3_600_000
const LISTED_WHOLE = 'requests_listed_whole_at'
/** How long a person will wait for a slot before a plain "not now" is the better answer. */
const PATIENCE_MS = 15_000

export function createReader(given: ReaderDeps): Reader {
  const deps: Deps = {
    ...given,
    whole: { isWanted: false, sweepId: null },
    chains: sweepsOf(createPageChain),
    endless: sweepsOf(createEndless),
    leftOut: createLeftOut(),
    stuckAt: new Map(),
    memory: createPageMemory(),
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
    // Whether it is gone the sweeps will tell.
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
  }
}

/** Asked before every request, and answered once a second: definitions come and go seldom. */
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
    deps.write((db) => {
      saveSweep(db, torn)
    })
    // What an account is not entitled to is asked for again when its turn comes, and says nothing about the key.
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
  const { known, keep } = deps.memory.look(path, answer.bytes)
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
    leftOut: deps.leftOut.note(sweep, path, facts.unreadable),
  }
  const last = (db: WritableDb, after: Sweep) => {
    if (after.state === 'COMPLETE' && after.id === whole.sweepId) saveMeta(db, 'mirror', LISTED_WHOLE, now())
  }
  try {
    const { after, placed } = await writePage(
      id,
      { known, readOut: async () => document ?? decode() },
      reading,
      last,
      signal,
    )
    if (placed !== 'known') keep(facts, placed)
    if (after.state !== 'RUNNING' && after.endedAt === reading.readAt) {
      sweepEnded(deps, after, isEndless)
      if (after.state === 'COMPLETE')
        await inSlices(deps.clock, countMissing(deps.db, deps.write, after, reading.leftOut.ids), signal)
    }
    return after
  } catch (error) {
    // It is not in after all, and neither is to be believed of what was in early.
    restartList(deps, kind)
    throw error
  }
}

/**
 * The first page that is not in yet (page-chain.ts). The list ends where it would go on for ever. The last page of a
 * list has no link: where one leads from as many records as the list counts to an empty page, they were not the list.
 */
function whereNext(
  { chains, endless }: Deps,
  { kind, rows }: Sweep,
  path: string,
  facts: PageFacts,
): { next: string | null | undefined; isEndless: boolean; isOverrun: boolean } {
  const chain = chains[kind]
  const isEmpty = facts.rows === 0
  const end = facts.next === null ? null : endless[kind].page(facts)
  const next = chain.answered(path, isEmpty || end !== null ? null : facts.next, isEmpty)
  const isBeyond = isEmpty && next === null && facts.total !== null && facts.total > 0 && rows >= facts.total
  return { next, isEndless: end !== null || isBeyond || chain.isCircle(), isOverrun: end === 'overrun' || isBeyond }
}

function restartList({ chains, endless }: Deps, kind: SweepKind): void {
  chains[kind].restart()
  endless[kind].restart()
}

function sweepEnded({ client, db, leftOut, onSweepEnded }: Deps, sweep: Sweep, isEndless: boolean): void {
  const cause = isEndless ? new AppError('api/list-endless') : shortList(db, sweep)
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
    // Where it was last time there is nothing now: the one before it will say where the list goes on.
    if (!(error instanceof AppError) || !isAboutPage(error)) throw error
    return null
  }
}

/**
 * A page that is no more, that the service will not give, or whose link leads elsewhere, will not come by asking again:
 * the sweep has to begin anew. An answer that was cut short may well come whole the next time.
 */
function isAboutPage(error: AppError): boolean {
  return error.code === 'api/not-found' || error.code === 'api/refused' || isBadLink(error)
}

/** Asked for again and again, one page would keep those before it from being read. */
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
  const lyingMs = (instantMs(startedAt) ?? 0) - (instantMs(last?.pageAt ?? last?.startedAt ?? '') ?? 0)
  if (last?.state === 'RUNNING' && lyingMs < STALE_SWEEP_MS) return last
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
 * Only tracking requests can be asked for what changed; everything else is listed whole. A delta goes on from
 * the last one that came to its end whole, and what an answer once kept back no delta brings: so they are listed whole
 * once a day, when the user asks, and after one of them could not be read.
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
