// The single reads the scheduler and the user ask for: one page of a sweep, one record, one container's events.
// Each is one request and one transaction, and leaves behind what is needed to go on after a crash.
import { AppError } from '#contract/errors.ts'
import { type ApiClient, isBadLink } from '../api/client.ts'
import { type DueEvents, dropEventsDue, hasEventsDue, loadEventsDue, nextEventsDue, postponeEvents, restartEventsDue } from '../containers/event-store.ts'
import { projectContainers } from '../containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { projectShipments } from '../shipments/store.ts'
import { type PageChain, createPageChain } from './page-chain.ts'
import { dropShipmentDue, isRequestPending, nextShipmentDue, postponeShipment } from '../tracking/store.ts'
import { applyEvents, applyRecords, sweepPaths, sweepTypes } from './apply.ts'
import { createPageWriter, type PageWriter } from './page-writer.ts'
import {
  type Missing,
  type Sweep,
  type SweepKind,
  forgetMissing,
  lastCompleteSweep,
  lastSweep,
  loadMeta,
  markGone,
  nextMissing,
  saveMeta,
  saveSweep,
  startSweep,
} from './store.ts'

type Answer = Awaited<ReturnType<ApiClient['read']>>

export type ReaderDeps = { client: ApiClient; db: ReadableDb; write: Write; clock: Clock; now: () => string }

type Deps = ReaderDeps & {
  /** Containers whose events are asked for now. However long that waits at the gate, nobody else takes them up. */
  readingEvents: Set<string>
  /** Containers whose events come next, and until when (`mono`) that order is good enough. */
  upcoming: { ids: string[]; untilMono: number }
  /** Requests are to be listed from the first to the last, not only what changed; and the sweep that does it. */
  whole: { isWanted: boolean; sweepId: number | null }
  chains: Record<SweepKind, PageChain>
  writePage: PageWriter
}

export type Reader = {
  /** The user asks for everything: the next sweep of every kind reads all there is, and nothing refused is put off any more. */
  readWhole(): void
  /** The next page of the sweep under way, or the first of a new one. Answers the sweep as it stands after it. */
  readPage(kind: SweepKind, signal: AbortSignal): Promise<Sweep>
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
  hasShipmentDue(): boolean
  /** A shipment that a request has just led to, with its containers. */
  readShipment(signal: AbortSignal): Promise<void>
  /** A box that must not wait for the next sweep. */
  readUrgent(id: string, signal: AbortSignal): Promise<void>
  areLinesDue(): boolean
  readLines(signal: AbortSignal): Promise<void>
  /** The user waits: the record and its events, ahead of everything else. */
  rereadContainer(id: string, signal: AbortSignal): Promise<void>
}

/** A sweep left lying longer than this since its last page is begun anew: rows have shifted under its next one. */
const STALE_SWEEP_MS = 10 * 60_000
/** A delta is asked for from a little before the last one began, for clocks and commits that lag. */
const OVERLAP_MS = 5 * 60_000
/** After a failure of the network, or a crash, a single read is not taken up again sooner. */
const RETRY_MS = 60_000
/** More than are read in a minute. */
const UPCOMING = 50
const UPCOMING_MS = 60_000
const EVENT_REFUSED_MS = 6 * 3_600_000
const WHOLE_EVERY_MS = 24 * 3_600_000
const LISTED_WHOLE = 'requests_listed_whole_at'
const LINES_DUE = 'lines_due_at'
const LINES_EVERY_MS = 24 * 3_600_000
const LINES_AGAIN_MS = 3_600_000
const MOST_LINE_PAGES = 10
const LINES_FAILURES: AppError['code'][] = ['api/malformed', 'api/server-error', 'api/too-large']
/** How long a person will wait for a slot before a plain "not now" is the better answer. */
const PATIENCE_MS = 15_000
const AROUND = 'include=shipment,pod_terminal,pickup_facility'
const EVENTS_AROUND = 'include=location,terminal,vessel'

/** Failures that say something about one record, not about the connection. */
export function isAboutRecord({ code }: AppError): boolean {
  return code === 'api/not-found' || code === 'api/forbidden' || code === 'api/refused'
}

export function createReader(given: ReaderDeps): Reader {
  const deps: Deps = {
    ...given,
    readingEvents: new Set(),
    upcoming: { ids: [], untilMono: 0 },
    whole: { isWanted: false, sweepId: null },
    chains: { containers: createPageChain(), shipments: createPageChain(), tracking_requests: createPageChain() },
    writePage: createPageWriter(given),
  }
  return {
    readWhole: () => {
      deps.whole.isWanted = true
      deps.write(restartEventsDue)
    },
    readPage: (kind, signal) => readPage(deps, kind, signal),
    hasAhead: () => deps.chains.containers.ahead() !== null,
    readAhead: (signal) => readAhead(deps, signal),
    verifyMissing: (signal) => verifyMissing(deps, signal),
    hasEventsDue: () => hasEventsDue(deps.db, deps.now(), deps.readingEvents),
    readEvents: async (signal) => {
      const due = nextDue(deps)
      if (due) await readEvents(deps, due, 4, signal)
    },
    isRequestPending: () => isRequestPending(deps.db, deps.now()),
    hasShipmentDue: () => nextShipmentDue(deps.db, deps.now()) !== null,
    readShipment: (signal) => readShipment(deps, signal),
    readUrgent: (id, signal) => readUrgent(deps, id, signal),
    areLinesDue: () => deps.now() >= (loadMeta(deps.db, 'mirror', LINES_DUE) ?? ''),
    readLines: (signal) => readLines(deps, signal),
    rereadContainer: async (id, signal) => {
      apply(deps, await deps.client.read({ path: containerPath(id), priority: 0, signal, patienceMs: PATIENCE_MS }, 'container'))
      await readEvents(deps, { containerId: id, nextUrl: null }, 0, signal)
    },
  }
}

function containerPath(id: string): string {
  return `/containers/${encodeURIComponent(id)}?${AROUND}`
}

async function readUrgent(deps: ReaderDeps, id: string, signal: AbortSignal): Promise<void> {
  try {
    apply(deps, await deps.client.read({ path: containerPath(id), priority: 2, signal }, 'container'))
  } catch (error) {
    // Whether it is gone the sweeps will tell.
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
  }
}

function apply(deps: ReaderDeps, { requestSeq, isOlderThan, document }: Omit<Answer, 'status' | 'bytes'>): void {
  deps.write((db, announce) => {
    applyRecords(db, announce, document, { requestSeq, isOlderThan, readAt: deps.now(), sweepId: null })
  })
}

async function readPage(deps: Deps, kind: SweepKind, signal: AbortSignal): Promise<Sweep> {
  const sweep = openSweep(deps, kind)
  const path = sweep.nextUrl ?? firstPath(deps, sweep)
  deps.chains[kind].begin(path)
  try {
    const isAwaited = kind === 'tracking_requests' && isRequestPending(deps.db, deps.now())
    const answer = await deps.client.read({ path, priority: isAwaited ? 2 : 3, signal }, sweepTypes[kind])
    return await applyPageOf(deps, sweep, path, answer)
  } catch (error) {
    if (error instanceof AppError && isAboutPage(error)) {
      deps.write((db) => {
        saveSweep(db, { ...sweep, nextUrl: null, state: 'TORN' })
      })
    }
    throw error
  }
}

async function applyPageOf(deps: Deps, { id, kind }: Sweep, path: string, { document, requestSeq, isOlderThan }: Answer): Promise<Sweep> {
  const next = deps.chains[kind].answered(path, document.data.length === 0 ? null : document.next)
  try {
    return await deps.writePage(id, document, { requestSeq, isOlderThan, readAt: deps.now(), next }, (db, after) => {
      if (after.state === 'COMPLETE' && after.id === deps.whole.sweepId) saveMeta(db, 'mirror', LISTED_WHOLE, deps.now())
    })
  } catch (error) {
    // It is not in after all, and neither is to be believed of what was in early.
    deps.chains[kind].restart()
    throw error
  }
}

async function readAhead(deps: Deps, signal: AbortSignal): Promise<Sweep | null> {
  const path = deps.chains.containers.ahead()
  const sweep = lastSweep(deps.db, 'containers')
  if (path === null || sweep?.state !== 'RUNNING') return null
  try {
    return await applyPageOf(deps, sweep, path, await deps.client.read({ path, priority: 3, signal }, sweepTypes.containers))
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

function openSweep({ db, write, now, chains }: Deps, kind: SweepKind): Sweep {
  const last = lastSweep(db, kind)
  const startedAt = now()
  const lyingMs = (instantMs(startedAt) ?? 0) - (instantMs(last?.pageAt ?? last?.startedAt ?? '') ?? 0)
  if (last?.state === 'RUNNING' && lyingMs < STALE_SWEEP_MS) return last
  return write((w) => {
    if (last?.state === 'RUNNING') saveSweep(w, { ...last, nextUrl: null, state: 'TORN' })
    chains[kind].restart()
    const id = startSweep(w, kind, startedAt)
    return { id, kind, startedAt, nextUrl: null, rows: 0, totalStart: null, totalEnd: null, state: 'RUNNING', endedAt: null, pageAt: null }
  })
}

/**
 * Only tracking requests can be asked for what changed; everything else is listed whole (facts 1.3). A delta goes on from
 * the last one that came to its end whole, and what an answer once kept back no delta brings: so they are listed whole
 * once a day, and when the user asks.
 */
function firstPath({ db, now, whole }: Deps, { id, kind }: Sweep): string {
  if (kind !== 'tracking_requests') return sweepPaths[kind]
  const since = lastCompleteSweep(db, kind)
  const listedMs = instantMs(loadMeta(db, 'mirror', LISTED_WHOLE) ?? '') ?? 0
  if (!since || whole.isWanted || whole.sweepId === id || Math.abs((instantMs(now()) ?? 0) - listedMs) > WHOLE_EVERY_MS) {
    Object.assign(whole, { isWanted: false, sweepId: id })
    return sweepPaths[kind]
  }
  const start = instantOf((instantMs(since.startedAt) ?? 0) - OVERLAP_MS)
  return `${sweepPaths[kind]}&filter[updated_at][start]=${encodeURIComponent(start)}`
}

async function verifyMissing(deps: ReaderDeps, signal: AbortSignal): Promise<void> {
  const missing = nextMissing(deps.db)
  if (!missing) return
  const path = `/${missing.type}s/${encodeURIComponent(missing.id)}`
  try {
    apply(deps, await deps.client.read({ path, priority: 3, signal }, missing.type))
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    settleMissing(deps, missing, error.code === 'api/not-found')
  }
}

/** Refused for another reason than "not found", it stays as it is and counts as seen. */
function settleMissing(deps: ReaderDeps, { type, id }: Missing, isGone: boolean): void {
  deps.write((db, announce) => {
    if (isGone) markGone(db, type, id, deps.now())
    else forgetMissing(db, type, id)
    if (type === 'container') projectContainers(db, [id])
    else projectShipments(db, [id])
    announce(type === 'container' ? 'containers' : 'shipments', id)
  })
}

async function readShipment(deps: ReaderDeps, signal: AbortSignal): Promise<void> {
  const id = nextShipmentDue(deps.db, deps.now())
  if (id === null) return
  deps.write((db) => {
    postponeShipment(db, id, later(deps, RETRY_MS))
  })
  try {
    apply(deps, await deps.client.read({ path: `/shipments/${encodeURIComponent(id)}?include=containers,pod_terminal`, priority: 2, signal }, 'shipment'))
  } catch (error) {
    // The sweeps will bring it, or not.
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
  }
  deps.write((db) => {
    dropShipmentDue(db, id)
  })
}

/** Names of lines are worth having, and nothing stops for want of them: only the network's failures are passed on. */
async function readLines(deps: ReaderDeps, signal: AbortSignal): Promise<void> {
  let path: string | null = '/shipping_lines?page[size]=100'
  let dueAt = later(deps, LINES_EVERY_MS)
  try {
    for (let page = 0; path !== null && page < MOST_LINE_PAGES; page++) {
      const answer = await deps.client.read({ path, priority: 3, signal }, 'shipping_line')
      apply(deps, answer)
      path = answer.document.next === path ? null : answer.document.next
    }
  } catch (error) {
    const isAboutLines = error instanceof AppError && (isAboutRecord(error) || LINES_FAILURES.includes(error.code))
    if (!isAboutLines) throw error
    dueAt = later(deps, LINES_AGAIN_MS)
  }
  deps.write((db) => {
    saveMeta(db, 'mirror', LINES_DUE, dueAt)
  })
}

function later({ now }: ReaderDeps, ms: number): string {
  return instantOf((instantMs(now()) ?? 0) + ms)
}

/**
 * Where few are due they are put in order each time. After a large first reading all are, and that takes a fifth of a
 * second of 100,000: once a minute then.
 */
function nextDue({ db, clock, now, readingEvents, upcoming }: Deps): DueEvents | null {
  for (;;) {
    if (upcoming.ids.length === 0 || clock.mono() >= upcoming.untilMono) {
      upcoming.ids = nextEventsDue(db, now(), readingEvents, UPCOMING)
      upcoming.untilMono = upcoming.ids.length < UPCOMING ? 0 : clock.mono() + UPCOMING_MS
    }
    const id = upcoming.ids.shift()
    if (id === undefined) return null
    const due = loadEventsDue(db, id, now(), readingEvents)
    if (due) return due
  }
}

async function readEvents(deps: Deps, due: DueEvents, priority: 0 | 4, signal: AbortSignal): Promise<void> {
  const { containerId } = due
  const { readingEvents } = deps
  // The user does not wait for a reading that stands in the queue, and does not take its mark off.
  const isFirst = !readingEvents.has(containerId)
  const postpone = (ms: number) => {
    deps.write((db) => {
      postponeEvents(db, containerId, later(deps, ms))
    })
  }
  readingEvents.add(containerId)
  const first = `/containers/${encodeURIComponent(containerId)}/transport_events?${EVENTS_AROUND}`
  try {
    postpone(RETRY_MS)
    const patience = priority === 0 ? { patienceMs: PATIENCE_MS } : {}
    const { document } = await deps.client.read({ path: due.nextUrl ?? first, priority, signal, ...patience }, 'transport_event')
    deps.write((db, announce) => {
      applyEvents(db, announce, due, document, deps.now())
    })
  } catch (error) {
    if (!(error instanceof AppError) || !isAboutRecord(error)) throw error
    if (error.code === 'api/not-found') deps.write((db) => { dropEventsDue(db, containerId) })
    else postpone(EVENT_REFUSED_MS)
  } finally {
    if (isFirst) readingEvents.delete(containerId)
  }
}
