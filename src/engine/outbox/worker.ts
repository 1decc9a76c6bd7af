// Sends the entries of the outbox on a few lanes in parallel, and never gives up by itself. Each step is stored before
// the next one starts, so that after a crash the worst case is an entry that is sent again.
import { AppError } from '#contract/errors.ts'
import { requestedWaitMs, wasNotSent } from '../api/failures.ts'
import { BACK_OFF_MS, type QueuePause, backOffMs, createQueuePause } from '../api/queue-pause.ts'
import type { WritableDb } from '../db/open.ts'
import type { Announce, DataDeps } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { outcomeOf, rowBackOffMs, Conflict, KindPaused } from './states.ts'
import {
  type EntryChange,
  LATE_COMMIT_MS,
  type OutboxEntry,
  advance,
  loadEntry,
  makeDue,
  findNextDueAt,
  findNextEntry,
  saveKindPause,
} from './store.ts'

export type Acknowledgement = {
  remoteId: string | null
  answer?: unknown
  /** Stores the answer in the mirror, in its own transaction: no transaction spans both files. */
  store?: (db: WritableDb, announce: Announce) => void
}

/** How entries of one kind are sent. Sending an entry twice must do no harm. */
export type OutboxKind = {
  send(entry: OutboxEntry, context: { signal: AbortSignal; beforeSend: () => void }): Promise<Acknowledgement>
  /** Finds the resulting record, also after a crash between the answer and its storing in the mirror. */
  findResult(entry: OutboxEntry, signal: AbortSignal): Promise<Pick<Acknowledgement, 'remoteId' | 'answer'>>
  announce(announce: Announce, opId: string): void
  /** Called after each step of an entry, to update rows in the other file that depend on it. */
  onStep?(entry: Pick<OutboxEntry, 'payload' | 'base'>): void
}

export type OutboxDeps = DataDeps & {
  clock: Clock
  log: Log
  kinds: Record<string, OutboxKind>
  /** Called after a result was stored in the mirror. */
  onStored: () => void
  /** The service refused the key. Nothing is sent until the user changes it. */
  onKeyRefused: (failure: AppError) => void
}

export type Outbox = {
  /** Call this when a new entry was saved. */
  wake(): void
  /** Call this when the service answered another request: entries that waited for the network may be sent. */
  onUsableAnswer(): void
  /** The user asked for a retry: ends every pause of the queue. Requests in progress continue. */
  retry(): void
  /** Call this when the computer woke up. Does the same as `retry`, and drops requests in progress. */
  resume(): void
  /** The reason why nothing is sent now, if any. */
  block: QueuePause['current']
  stop(): Promise<void>
}

type State = OutboxDeps & {
  busyLanes: Set<string>
  /** Members of the office whose entries were sent, the last one at the end; null for the user of this computer. */
  served: (string | null)[]
  failures: number
  queuePause: QueuePause
  worker: Worker
}

const LANES = 4
/**
 * The pause after an error that concerns one entry, for each failure so far. The other entries are still sent, but more
 * slowly.
 */
const PAUSE_PER_FAILURE_MS = 5_000
/** The longest wait of a lane that is not woken. */
const RECHECK_MS = 10 * 60_000

class EntryWithdrawn extends Error {}

export function startOutbox(deps: OutboxDeps): Outbox {
  const worker = createWorker({ ...deps, name: 'outbox', lanes: LANES })
  const queuePause = createQueuePause(deps.clock)
  const state: State = { ...deps, busyLanes: new Set(), served: [], failures: 0, queuePause, worker }
  worker.start(() => runOnce(state))
  return {
    wake: worker.wake,
    onUsableAnswer: () => {
      if (state.queuePause.onAnswer()) worker.wake()
    },
    retry: () => retry(state),
    resume: () => {
      worker.dropRequests(new AppError('api/timeout'))
      retry(state)
    },
    block: state.queuePause.current,
    stop: () => worker.stop(new AppError('engine/disconnected')),
  }
}

/** Ends every pause first, because marking entries as due can fail on a full disk. */
function retry(state: State): void {
  unblock(state)
  makeAllDue(state)
}

async function runOnce(state: State): Promise<number> {
  const next = findNext(state)
  if (!('entry' in next)) return next.waitMs
  await sendEntry(state, next.entry)
  state.worker.wake()
  return 0
}

/** If the database cannot be read, it is tried again later. */
function findNext(state: State): { entry: OutboxEntry } | { waitMs: number } {
  const pauseMs = state.queuePause.leftMs()
  if (pauseMs > 0) return { waitMs: Math.min(pauseMs, RECHECK_MS) }
  // After a failure, send one entry at a time until one succeeds.
  if (state.failures > 0 && state.busyLanes.size > 0) return { waitMs: RECHECK_MS }
  try {
    const now = state.now()
    const entry = findNextEntry(state.db, now, state.busyLanes, state.served)
    if (entry) return { entry }
    const dueAt = findNextDueAt(state.db)
    const waitMs = dueAt === null ? RECHECK_MS : (instantMs(dueAt) ?? 0) - (instantMs(now) ?? 0)
    return { waitMs: Math.min(RECHECK_MS, Math.max(1_000, waitMs)) }
  } catch (error) {
    state.log('error', 'outbox cannot be read', { error: String(error) })
    return { waitMs: BACK_OFF_MS }
  }
}

async function sendEntry(state: State, initialEntry: OutboxEntry): Promise<void> {
  const signal = state.worker.requests
  /** Whether the request was sent and its result is not stored yet. */
  let isSent = false
  let sentMono = state.clock.mono()
  state.busyLanes.add(initialEntry.lane)
  state.served = [...state.served.filter((member) => member !== initialEntry.member), initialEntry.member]
  let entry = initialEntry
  try {
    const kind = getKind(state, entry)
    if (entry.state === 'SENDING') entry = restartEntry(state, entry)
    if (entry.state !== 'ACKED') {
      const markSent = () => {
        // The user may have withdrawn or changed the entry while it waited at the gate.
        if (!isUnchanged(state, entry) || !advanceEntry(state, entry, 'send', {})) throw new EntryWithdrawn()
        isSent = true
        sentMono = state.clock.mono()
      }
      const { store, ...acknowledged } = await kind.send(entry, { signal, beforeSend: markSent })
      if (!isUnchanged(state, entry)) throw new EntryWithdrawn()
      advanceEntry(state, entry, 'acknowledge', acknowledged)
      isSent = false
      if (store) state.write(store)
    }
    advanceEntry(state, entry, 'settle', await kind.findResult(loadEntry(state.db, entry.opId) ?? entry, signal))
    if (state.queuePause.onArrival(sentMono)) state.failures = 0
    state.onStored()
  } catch (error) {
    // The worker was stopped: the entry remains as it is for the next start.
    if (!state.worker.stopped.aborted && !(error instanceof EntryWithdrawn))
      handleFailureOrLog(state, entry, error, isSent, signal.aborted)
  } finally {
    state.busyLanes.delete(entry.lane)
  }
}

/**
 * For an entry whose result could not be stored: marks it as possibly sent, so that its record is searched for first.
 */
function restartEntry(state: State, entry: OutboxEntry): OutboxEntry {
  advanceEntry(state, entry, 'restart', { maybeSent: true })
  return loadEntry(state.db, entry.opId) ?? entry
}

/** Whether the entry is unchanged: until it is sent, the user may change it in place. */
function isUnchanged({ db }: State, { opId, payload }: OutboxEntry): boolean {
  return loadEntry(db, opId)?.payload === payload
}

function getKind(state: State, entry: OutboxEntry): OutboxKind {
  const kind = state.kinds[entry.kind]
  if (!kind) throw new Error(`no sender for ${entry.kind}`)
  return kind
}

/** `kinds`: what the steps of an entry change besides the outbox. */
export type StepDeps = Pick<OutboxDeps, 'write' | 'now'> & {
  kinds: Record<string, Pick<OutboxKind, 'announce' | 'onStep'>>
}

/** Stores a step, announces it, and updates rows that depend on the entry. False if another step came first. */
export function advanceEntry(
  { kinds, write, now }: StepDeps,
  entry: Pick<OutboxEntry, 'opId' | 'kind' | 'payload' | 'base'>,
  step: Parameters<typeof advance>[2],
  details: Omit<EntryChange, 'at'>,
): boolean {
  const { opId } = entry
  const kind = kinds[entry.kind]
  const isChanged = write((db, announce) => {
    kind?.announce(announce, opId)
    return advance(db, opId, step, { ...details, at: now() })
  })
  if (isChanged) kind?.onStep?.(entry)
  return isChanged
}

function handleFailureOrLog(
  state: State,
  entry: OutboxEntry,
  error: unknown,
  isSent: boolean,
  isAborted: boolean,
): void {
  try {
    handleFailure(state, entry, error, isSent, isAborted)
  } catch (failure) {
    // The entry keeps its stored state and continues from there.
    state.queuePause.begin(new AppError('internal'), BACK_OFF_MS)
    state.log('error', 'outbox cannot be written', { error: String(failure) })
  }
}

function handleFailure(state: State, entry: OutboxEntry, error: unknown, isSent: boolean, isAborted: boolean): void {
  if (error instanceof Conflict) {
    if (isUnchanged(state, entry)) advanceEntry(state, entry, 'conflict', { answer: error.answer })
    return
  }
  if (error instanceof KindPaused) {
    // Only the user of this computer can end a pause, so a member gets the refusal.
    if (entry.member === null) pauseKind(state, entry, error.failure)
    else advanceEntry(state, entry, 'reject', { failed: { error: error.failure, nextAt: null } })
    return
  }
  const failure = error instanceof AppError ? error : new AppError('internal', {}, error)
  const mayHaveArrived = isSent && !wasNotSent(failure)
  if (isAborted) {
    advanceEntry(state, entry, 'retry', mayHaveArrived ? { maybeSent: true } : {})
    makeAllDue(state)
    return
  }
  if (failure.code === 'internal')
    state.log('error', 'sending failed', {
      kind: entry.kind,
      error: String(error),
      stack: error instanceof Error ? error.stack : null,
    })
  const outcome = outcomeOf(failure)
  if (outcome.step === 'reject') {
    advanceEntry(state, entry, 'reject', { failed: { error: failure, nextAt: null } })
    return
  }
  state.failures++
  const isResultUnknown = mayHaveArrived && isWithoutAnswer(failure)
  const waitMs = Math.max(
    outcome.waits === 'row' ? rowBackOffMs(entry.tries + 1) : 0,
    isResultUnknown ? LATE_COMMIT_MS : 0,
  )
  const nextAt = waitMs > 0 ? instantOf((instantMs(state.now()) ?? 0) + waitMs) : null
  advanceEntry(state, entry, 'retry', {
    failed: { error: failure, nextAt },
    ...(isResultUnknown ? { maybeSent: true } : {}),
  })
  state.queuePause.begin(failure, Math.max(pauseMsAfter(state, outcome.waits), requestedWaitMs(failure)))
  if (outcome.waits === 'key') state.onKeyRefused(failure)
}

/**
 * Pauses all entries of this kind. Saves the pause first: between the two transactions the entry still has the state
 * `SENDING`, and no other entry of its kind is sent any more. A result of an earlier request was searched for before
 * this. If the entry still counted as possibly sent, the search would repeat forever.
 */
function pauseKind(state: State, entry: OutboxEntry, failure: AppError): void {
  state.write((db) => saveKindPause(db, entry.kind, failure, state.now()))
  advanceEntry(state, entry, 'retry', { maybeSent: false, failed: { error: failure, nextAt: null } })
}

function makeAllDue({ write, now }: State): void {
  write((db) => makeDue(db, now()))
}

/** Whether no answer came. A refusal is an answer: a refused request changed nothing at the service. */
function isWithoutAnswer({ code }: AppError): boolean {
  return code !== 'api/unauthorized' && code !== 'api/rate-limited'
}

function pauseMsAfter({ failures }: State, waits: 'row' | 'all' | 'key'): number {
  if (waits === 'key') return Number.POSITIVE_INFINITY
  if (waits === 'row') return Math.min(BACK_OFF_MS, failures * PAUSE_PER_FAILURE_MS)
  return backOffMs(failures)
}

function unblock(state: State): void {
  state.failures = 0
  state.queuePause.end()
  state.worker.wake()
}
