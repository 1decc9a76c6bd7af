// Polls for the results that the service extracts from documents. No call reports progress, so this lists the newest
// documents repeatedly while a result is expected: often at first, then less often. One list serves all waiting
// documents.
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { requestedWaitMs } from '../api/failures.ts'
import { instant, text } from '../api/attributes.ts'
import { isRecord, parseJson } from '../api/decode.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { MS_PER_DAY, instantMs, instantOf } from '../outside/calendar.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import type { WriterDeps } from '../mirror/slice-writer.ts'
import { isAboutRecord, readRecord, storeRecords } from '../mirror/record-reader.ts'
import { isFirstSweep } from '../mirror/records.ts'
import {
  announceDocument,
  forgetNotExtracted,
  HISTORY_MS,
  loadReviewSince,
  saveReviewSince,
  saveTypes,
  loadTypesReadAt,
} from '../mirror/documents/store.ts'
import type { UploadStep } from '../outbox/upload-states.ts'
import { type AwaitedUpload, advanceUpload, awaitAgain, loadAwaitedUploads } from '../outbox/uploads.ts'

export type ResultsDeps = WriterDeps & {
  client: ApiClient
  db: ReadableDb
  now: () => string
  log: Log
  /**
   * The service is unreachable, refuses the key, or answered the sync with another failure than a 429. Only the sync
   * tests whether it works again.
   */
  isServiceFailing: () => boolean
  /** A follower of an office reads only the types: the results come with the feed. */
  isFollower?: () => boolean
}

export type Results = {
  /** Call this when another result is expected. */
  wake(): void
  /** Call this when the service answered another request: it is reachable again. */
  onUsableAnswer(): void
  /** Polls for this document, because the user asked the service to read it again. */
  expectResult(documentId: string): void
  /** Call this when the computer woke up, or when the user asked for a retry. */
  retry(): void
  stop(): Promise<void>
}

type State = ResultsDeps & {
  /**
   * Documents that the user asked to be read again, and since when (`mono`). In memory only, because the list is polled
   * anyway.
   */
  watched: Map<string, number>
  /** When the list was last read. */
  listedMono: number
  listedAt: string
  /** The number of pages of that read. */
  listedPages: number
  blockedUntilMono: number
  /** Stopped until the service works again. */
  isStoppedByFailure: boolean
  worker: Worker
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The ages of a document at its first polls. */
const FIRST_POLLS_MS = [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS] as const
/** The service is assumed to have no result after this time. */
export const RESULT_TIMEOUT_MS = MS_PER_DAY
/** Older documents are not polled any more. */
const MAX_AGE_MS = 8 * MS_PER_DAY
/** How long a document that the user asked to be read again is polled often. */
const WATCHED_MS = 10 * MINUTE_MS
const RETRY_MS = MINUTE_MS
const RECHECK_MS = MINUTE_MS
/** The wait after the service refused the list to this key. */
const DENIED_MS = HOUR_MS
const MAX_PAGES = 20
/** The most documents that are read one by one after the list. Each counts as a page. */
const MAX_SINGLES = 8
/** Four pages a minute: these reads come before the sweeps and must leave budget for them. */
const PAGE_MS = 15 * SECOND_MS

/** The age of a document at its next poll, if the last one was at age `ageMs`; null: not polled again. */
export function nextPollMs(ageMs: number): number | null {
  const first = FIRST_POLLS_MS.find((pollMs) => pollMs > ageMs)
  if (first !== undefined) return first
  const period = ageMs < HOUR_MS ? 5 * MINUTE_MS : ageMs < RESULT_TIMEOUT_MS ? HOUR_MS : MS_PER_DAY
  const next = (Math.floor(ageMs / period) + 1) * period
  return next > MAX_AGE_MS ? null : next
}

export function startResults(deps: ResultsDeps): Results {
  const never = Number.NEGATIVE_INFINITY
  const worker = createWorker({ ...deps, name: 'results' })
  const state: State = {
    ...deps,
    watched: new Map(),
    listedMono: never,
    listedAt: '',
    listedPages: 1,
    blockedUntilMono: never,
    isStoppedByFailure: false,
    worker,
  }
  worker.start((signal) => runOnce(state, signal))
  return {
    wake: worker.wake,
    onUsableAnswer: () => {
      if (state.isStoppedByFailure) worker.wake()
    },
    expectResult: (documentId) => {
      state.watched.set(documentId, deps.clock.mono())
      awaitNewResult(state, documentId)
      worker.wake()
    },
    retry: () => {
      worker.dropRequests(new AppError('api/timeout'))
      state.blockedUntilMono = never
      worker.wake()
    },
    stop: () => worker.stop(new AppError('engine/disconnected')),
  }
}

/** Marks the document as waiting. Does not throw on a full disk: then it shows its old failure until a result comes. */
function awaitNewResult({ write, log, now }: State, documentId: string): void {
  try {
    write((db, announce) => {
      if (forgetNotExtracted(db, documentId)) announceDocument(db, announce, documentId)
      awaitAgain(db, announce, documentId, now())
    })
  } catch (error) {
    log('warn', 'old failure of a document not deleted', { error: String(error) })
  }
}

/** After a failure, nothing is read for a time that depends on the error. */
async function runOnce(state: State, signal: AbortSignal): Promise<number> {
  try {
    advanceAwaitedUploads(state)
    state.isStoppedByFailure = state.isServiceFailing()
    const blockedMs = state.isStoppedByFailure ? RECHECK_MS : state.blockedUntilMono - state.clock.mono()
    if (blockedMs > 0) return Math.min(RECHECK_MS, blockedMs)
    if (areTypesDue(state)) {
      await readTypes(state, signal)
      return 0
    }
    if (state.isFollower?.() === true) return RECHECK_MS
    const dueMs = dueInMs(state)
    if (dueMs > 0) return Math.min(RECHECK_MS, dueMs)
    await readList(state, signal)
    return 0
  } catch (error) {
    if (state.worker.stopped.aborted || signal.aborted) return 1
    const code = error instanceof AppError ? error.code : 'internal'
    if (code === 'internal')
      state.log('error', 'results not read', {
        error: String(error),
        stack: error instanceof Error ? error.stack : null,
      })
    const waitMs =
      code === 'api/unauthorized'
        ? Number.POSITIVE_INFINITY
        : code === 'api/forbidden' || code === 'api/not-found'
          ? DENIED_MS
          : RETRY_MS
    state.blockedUntilMono =
      state.clock.mono() + Math.max(waitMs, error instanceof AppError ? requestedWaitMs(error) : 0)
    return RETRY_MS
  }
}

function toMs(at: string): number {
  return instantMs(at) ?? 0
}

export function dueInMs({
  db,
  watched,
  clock,
  listedMono,
  listedAt,
  listedPages,
  now,
}: Pick<State, 'db' | 'watched' | 'clock' | 'listedMono' | 'listedAt' | 'listedPages' | 'now'>): number {
  const mono = clock.mono()
  let earliestMs = Number.POSITIVE_INFINITY
  for (const [id, sinceMono] of watched) {
    if (mono - sinceMono > WATCHED_MS) watched.delete(id)
    else earliestMs = Math.min(earliestMs, computePollMono(sinceMono, listedMono) - mono)
  }
  const nowMs = toMs(now())
  for (const upload of loadAwaitedResults(db))
    earliestMs = Math.min(earliestMs, computePollMs(upload, listedAt) - nowMs)
  // One list serves all waiting documents. Without this limit, the list would be read all the time for a thousand of
  // them.
  return Math.max(earliestMs, listedMono + listedPages * PAGE_MS - mono)
}

function computePollMono(sinceMono: number, listedMono: number): number {
  return sinceMono + (nextPollMs(Math.max(0, listedMono - sinceMono)) ?? Number.POSITIVE_INFINITY)
}

/** Uses the trusted clock. If it is wrong, a poll is only too early or too late. */
function computePollMs({ sinceAt }: AwaitedUpload, listedAt: string): number {
  const sinceMs = toMs(sinceAt)
  const next = nextPollMs(listedAt === '' ? 0 : Math.max(0, toMs(listedAt) - sinceMs))
  return next === null ? Number.POSITIVE_INFINITY : sinceMs + next
}

/** A document deleted at the service gets no result. */
function loadAwaitedResults(db: ReadableDb): AwaitedUpload[] {
  return loadAwaitedUploads(db).filter(({ goneSince }) => goneSince === null)
}

/**
 * Reads the newest documents first, down to the oldest that is due itself, so that an old document without a result
 * does not cost pages at each poll. An old document that the user asked to be read again may be many pages away, so it
 * is read alone.
 */
async function readList(state: State, signal: AbortSignal): Promise<void> {
  const { client, db, clock, now, listedMono, listedAt } = state
  const nowMs = toMs(now())
  const dueUploads = loadAwaitedResults(db).filter((upload) => computePollMs(upload, listedAt) <= nowMs)
  const dueWatched = [...state.watched].filter(
    ([, sinceMono]) => computePollMono(sinceMono, listedMono) <= clock.mono(),
  )
  Object.assign(state, { listedMono: clock.mono(), listedAt: now() })
  const oldestMs = Math.min(nowMs - WATCHED_MS, ...dueUploads.map(({ sinceAt }) => toMs(sinceAt))) - 5 * MINUTE_MS
  const missingIds = new Set([...dueWatched.map(([id]) => id), ...dueUploads.map(({ documentId }) => documentId)])
  let path: string | null = '/documents?sort=-created_at&page[size]=100&include=last_document_representation'
  for (let page = 0; path !== null && page < MAX_PAGES; page++) {
    const { document, ...answer } = await client.read({ path, priority: 2, signal }, 'document')
    state.listedPages = page + 1
    await storeRecords(state, document, answer, signal)
    for (const { id } of document.data) missingIds.delete(id)
    const oldest = document.data.at(-1)
    const isPast = oldest === undefined || toMs(instant(oldest.attributes, 'created_at') ?? '') < oldestMs
    path = isPast || missingIds.size === 0 || document.next === path ? null : document.next
  }
  for (const id of [...missingIds].slice(0, MAX_SINGLES)) await readSingle(state, id, signal)
}

/**
 * Puts the document at the end of the watched documents, so that all are read in turn if they are too many for one
 * poll.
 */
async function readSingle(state: State, id: string, signal: AbortSignal): Promise<void> {
  const sinceMono = state.watched.get(id)
  state.watched.delete(id)
  state.listedPages++
  try {
    await readRecord(state, { type: 'document', id }, { priority: 2, signal })
    if (sinceMono !== undefined) state.watched.set(id, sinceMono)
  } catch (error) {
    if (error instanceof AppError && isAboutRecord(error)) return
    if (sinceMono !== undefined) state.watched.set(id, sinceMono)
    throw error
  }
}

/** Advances the waiting uploads whose result arrived by any read, or whose time is over. */
function advanceAwaitedUploads({ db, write, now }: State): void {
  for (const upload of loadAwaitedUploads(db)) {
    const step = findNextStep(upload, toMs(now()) - toMs(upload.sinceAt))
    if (step === null) continue
    write((db, announce) => {
      advanceUpload(db, announce, upload, step, { at: now() })
    })
  }
}

function findNextStep({ state, hasResult, type }: AwaitedUpload, ageMs: number): UploadStep | null {
  if (hasResult === 1) return 'extract'
  if (state !== 'NO_RESULT' && ageMs >= RESULT_TIMEOUT_MS) return 'give-up-waiting'
  if (state === 'NO_RESULT' && ageMs > MAX_AGE_MS) return 'end'
  return state === 'CREATED' && type !== null ? 'classify' : null
}

/** Types are read only after the first container sweep, which is more important. */
function areTypesDue({ db, now }: State): boolean {
  if (isFirstSweep(db, 'containers')) return false
  const at = loadTypesReadAt(db)
  return at === null || Math.abs(toMs(now()) - toMs(at)) > MS_PER_DAY
}

/** An account without types is asked again after a day. */
async function fetchTypes(client: ApiClient, signal: AbortSignal): Promise<unknown> {
  try {
    return parseJson((await client.request({ path: '/documents/types', priority: 4, signal })).bytes)
  } catch (error) {
    if (error instanceof AppError && ['api/not-found', 'api/forbidden', 'api/refused'].includes(error.code)) return null
    throw error
  }
}

/** The answer is plain JSON and differs between accounts. */
async function readTypes({ client, write, now }: State, signal: AbortSignal): Promise<void> {
  const answer = await fetchTypes(client, signal)
  const list =
    isRecord(answer) && Array.isArray(answer['document_types']) ? answer['document_types'].filter(isRecord) : []
  const types = list.flatMap((type) => {
    const code = text(type, 'code')
    return code === null ? [] : [{ code, label: text(type, 'label') ?? code }]
  })
  write((db, announce) => {
    saveTypes(db, types, now())
    if (loadReviewSince(db) === null) saveReviewSince(db, instantOf(toMs(now()) - HISTORY_MS))
    announce('documents')
  })
}
