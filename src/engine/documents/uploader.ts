// Uploads content to the service, a few files at a time, the oldest first, and never gives up by itself. Waits use the
// monotonic clock. After a restart nothing waits for an earlier failure, unless a document may already exist.
import { AppError } from '#contract/errors.ts'
import { requestedWaitMs } from '../api/failures.ts'
import { BACK_OFF_MS, type QueuePause, backOffMs, createQueuePause } from '../api/queue-pause.ts'
import type { Log } from '../outside/log.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type FailureTracker, type Channel, createFailureTracker } from './failure-tracker.ts'
import { type SendingDeps, RetryNeeded, restartUpload, performStep } from './sending.ts'
import { SENDING_STATES, UNSURE_MS, BETWEEN_SEARCHES_MS, uploadBackOffMs } from '../outbox/upload-states.ts'
import {
  type Upload,
  advanceUpload,
  areUploadsPaused,
  countQueue,
  keyText,
  loadUpload,
  findNextUpload,
  loadUnsureUploads,
} from '../outbox/uploads.ts'

export type UploaderDeps = SendingDeps & {
  log: Log
  random: { next(): number }
  /** Called when the service refused the key. */
  onKeyRefused: (failure: AppError) => void
  /** Called after each upload whose document exists now. */
  onCreated: () => void
}

export type Uploader = {
  /** Call this when there is more to send, or when sending is possible again. */
  wake(): void
  /** Call this when the service answered another request: a pause after a connection failure ends. */
  onUsableAnswer(): void
  /** The user asked for a retry of one upload, or of all. */
  retry(key?: string): void
  /** Call this when the computer woke up: drops requests in progress. */
  resume(): void
  /** The reason why nothing is sent now; null if uploads are sent. */
  block: QueuePause['current']
  stop(): Promise<void>
}

type State = UploaderDeps & {
  /** The keys of the uploads that are running. */
  busyKeys: Set<string>
  /** Until when (`mono`) each failed upload waits. */
  waits: Map<string, { untilMono: number; isForSearch: boolean }>
  failureTracker: FailureTracker
  queuePause: QueuePause
  worker: Worker
}

const LANES = 4
/** The pause after the service denied uploads to this account or key. */
const DENIED_MS = 10 * 60_000
/** The longest wait of a lane that is not woken. */
const RECHECK_MS = 10 * 60_000

export function startUploader(deps: UploaderDeps): Uploader {
  const { clock } = deps.outside
  const worker = createWorker({ clock, log: deps.log, name: 'uploader', lanes: LANES })
  const state: State = {
    ...deps,
    busyKeys: new Set(),
    waits: new Map(),
    failureTracker: createFailureTracker(),
    queuePause: createQueuePause(clock),
    worker,
  }
  for (const upload of loadUnsureUploads(deps.db)) setWait(state, upload, UNSURE_MS, true)
  worker.start(() => runOnce(state))
  const retryAll = () => {
    state.waits = new Map([...state.waits].filter(([, { isForSearch }]) => isForSearch))
    state.failureTracker.clearAll()
    state.queuePause.end()
    state.worker.wake()
  }
  return {
    wake: worker.wake,
    onUsableAnswer: () => {
      if (state.queuePause.onAnswer()) state.worker.wake()
    },
    retry: (key) => {
      if (key === undefined) retryAll()
      else if (state.waits.get(key)?.isForSearch !== true) {
        state.waits.delete(key)
        state.failureTracker.clear(key)
      }
      if (!Number.isFinite(state.queuePause.leftMs())) return
      state.queuePause.end()
      state.worker.wake()
    },
    resume: () => {
      worker.dropRequests(new AppError('api/timeout'))
      retryAll()
    },
    block: state.queuePause.current,
    stop: () => worker.stop(new AppError('engine/disconnected')),
  }
}

async function runOnce(state: State): Promise<number> {
  const next = findNext(state)
  if (!('upload' in next)) return next.waitMs
  await runUpload(state, next.upload)
  state.worker.wake()
  return 0
}

/** If the database cannot be read, it is tried again later. */
function findNext(state: State): { upload: Upload } | { waitMs: number } {
  const mono = state.outside.clock.mono()
  const pauseMs = state.queuePause.leftMs()
  if (pauseMs > 0) return { waitMs: Math.min(pauseMs, RECHECK_MS) }
  // After a failure, sends one upload at a time.
  if (state.failureTracker.hasFailures() && state.busyKeys.size > 0) return { waitMs: RECHECK_MS }
  for (const [key, { untilMono }] of state.waits) if (untilMono <= mono) state.waits.delete(key)
  try {
    const upload = pickUpload(state)
    if (upload) return { upload }
    endRunIfIdle(state)
    const untilMono = Math.min(...[...state.waits.values()].map((entry) => entry.untilMono), mono + RECHECK_MS)
    return { waitMs: Math.max(1, untilMono - mono) }
  } catch (error) {
    state.log('error', 'uploads cannot be read', { error: String(error) })
    return { waitMs: BACK_OFF_MS }
  }
}

/**
 * The oldest waiting upload. Those that failed since the last success come after all others, so one bad file cannot
 * block the queue.
 */
function pickUpload({ db, busyKeys, waits, failureTracker }: State): Upload | null {
  const excludedKeys = [...busyKeys, ...waits.keys()]
  const isPaused = areUploadsPaused(db)
  const suspects = failureTracker.getSuspects()
  const upload = findNextUpload(db, [...excludedKeys, ...suspects], isPaused)
  if (upload || suspects.length === 0) return upload
  failureTracker.clearSuspects()
  return findNextUpload(db, excludedKeys, isPaused)
}

/** Ends the run of the progress when no upload is left. The next upload then begins a new run. */
function endRunIfIdle(state: State): void {
  if (state.busyKeys.size > 0 || state.waits.size > 0) return
  const { queued, uploading } = countQueue(state.db)
  if (queued + uploading === 0) state.progress.endRun()
}

/** Performs as many steps as are possible without waiting. */
async function runUpload(state: State, initialUpload: Upload): Promise<void> {
  const signal = state.worker.requests
  const key = keyText(initialUpload)
  state.busyKeys.add(key)
  let upload = initialUpload
  try {
    while (SENDING_STATES.includes(upload.state) && !signal.aborted) {
      const startedMono = state.outside.clock.mono()
      if (await performStep(state, upload, signal)) recordSuccess(state, upload, startedMono)
      const loaded = loadUpload(state.db, upload)
      if (!loaded) return
      upload = loaded
      if (loaded.state !== 'UNSURE') continue
      setWait(state, loaded, loaded.searches === 0 ? UNSURE_MS : BETWEEN_SEARCHES_MS, true)
      return
    }
    countIfFinished(state, upload)
  } catch (error) {
    // The engine stopped: the next start continues from the stored state.
    if (!state.worker.stopped.aborted && !signal.aborted) postponeOrLog(state, upload, error)
  } finally {
    state.busyKeys.delete(key)
  }
}

/** Counts the upload if its document exists or was rejected. */
function countIfFinished(state: State, upload: Upload): void {
  if (upload.state === 'CREATED') state.onCreated()
  if (upload.state !== 'CREATED' && upload.state !== 'REJECTED') return
  state.failureTracker.clear(keyText(upload))
  state.progress.countFinished()
}

const getChannel = ({ state }: Upload): Channel => (state === 'BLOB' ? 'storage' : 'service')

function recordSuccess(state: State, upload: Upload, startedMono: number): void {
  if (state.queuePause.onArrival(startedMono)) state.failureTracker.recordSuccess(keyText(upload), getChannel(upload))
}

function postponeOrLog(state: State, upload: Upload, error: unknown): void {
  try {
    if (error instanceof RetryNeeded) {
      postponeUpload(state, upload, error)
      return
    }
    state.log('error', 'upload failed', { error: String(error), stack: error instanceof Error ? error.stack : null })
    postponeUpload(
      state,
      upload,
      new RetryNeeded(
        { step: 'retry', waits: 'row' },
        error instanceof AppError ? error : new AppError('internal', {}, error),
        false,
      ),
    )
  } catch (failure) {
    // The stored state is unchanged, and the next run continues from it.
    state.queuePause.begin(new AppError('internal'), BACK_OFF_MS)
    state.log('error', 'uploads cannot be written', { error: String(failure) })
  }
}

function postponeUpload(state: State, triedUpload: Upload, { verdict, failure, hadNoEffect }: RetryNeeded): void {
  const { isAddressSuspect = false } = verdict
  // On a follower of an office, the leader uses its key, and reports its refusal. Nothing here ends an infinite pause.
  const waits = verdict.waits === 'key' && state.isFollower?.() === true ? 'denied' : verdict.waits
  const waitMs = beginPauseOrGetWaitMs(state, triedUpload, waits, failure)
  if (isAddressSuspect && waitMs > 0) restartUpload(state, triedUpload)
  // Loads the row again, because the failed step may have changed it.
  const upload = loadUpload(state.db, triedUpload)
  if (!upload || upload.state === 'REJECTED') {
    countIfFinished(state, upload ?? triedUpload)
    return
  }
  const nextAt = waitMs > 0 ? instantOf((instantMs(state.now()) ?? 0) + waitMs) : null
  if (waitMs > 0) setWait(state, upload, waitMs, false)
  if (waits === 'key') state.onKeyRefused(failure)
  state.write((db, announce) => {
    // If the request had no effect, the next run must not search for its document.
    const change = upload.state === 'PUT_OK' && hadNoEffect ? { postSentAt: null } : {}
    advanceUpload(db, announce, upload, 'retry', { ...change, at: state.now(), failed: { error: failure, nextAt } })
  })
}

/** Returns how long only this upload waits. If all uploads must wait instead, begins their pause and returns 0. */
function beginPauseOrGetWaitMs(
  state: State,
  upload: Upload,
  waits: RetryNeeded['verdict']['waits'],
  failure: AppError,
): number {
  const key = keyText(upload)
  const { isOwnFault, failureCount } =
    waits === 'row'
      ? { isOwnFault: true, failureCount: state.failureTracker.recordOwnFailure(key) }
      : state.failureTracker.recordFailure(key, getChannel(upload))
  if (waits === 'row' || (waits !== 'key' && isOwnFault))
    return Math.max(
      uploadBackOffMs(Math.max(failureCount, upload.tries + 1), state.random.next()),
      requestedWaitMs(failure),
    )
  state.queuePause.begin(
    failure,
    Math.max(pauseMsFor(state.failureTracker.getFailureCount(getChannel(upload)), waits), requestedWaitMs(failure)),
  )
  return 0
}

function setWait(state: State, upload: Upload, ms: number, isForSearch: boolean): void {
  state.waits.set(keyText(upload), { untilMono: state.outside.clock.mono() + ms, isForSearch })
}

function pauseMsFor(failures: number, waits: 'all' | 'key' | 'denied'): number {
  if (waits === 'key') return Number.POSITIVE_INFINITY
  if (waits === 'denied') return DENIED_MS
  return backOffMs(failures)
}
