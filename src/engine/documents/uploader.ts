// Uploads content to the service, a few files at a time, the oldest first, and never gives up by itself. Waits use the
// monotonic clock. After a restart nothing waits for an earlier failure, unless a document may already exist.
import { AppError } from '#contract/errors.ts'
import { requestedWaitMs } from '../api/failures.ts'
import { BACK_OFF_MS, type QueuePause, backOffMs, createQueuePause } from '../api/queue-pause.ts'
import type { Log } from '../outside/log.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type Blame, type Channel, createBlame } from './blame.ts'
import { type SendingDeps, Setback, restartUpload, takeStep } from './sending.ts'
import { SENDING_STATES, UNSURE_MS, BETWEEN_SEARCHES_MS, uploadBackOffMs } from '../outbox/upload-states.ts'
import {
  type Upload,
  advanceUpload,
  areUploadsPaused,
  countQueue,
  keyText,
  loadUpload,
  nextUpload,
  unsureUploads,
} from '../outbox/uploads.ts'

export type UploaderDeps = SendingDeps & {
  log: Log
  random: { next(): number }
  /** The service refused the key. */
  onKeyRefused: (failure: AppError) => void
  /** The service has one more document. */
  onCreated: () => void
}

export type Uploader = {
  /** There is more to send, or sending is possible again. */
  wake(): void
  /** The service answered another request. */
  onAnswer(): void
  /** The user asked for a retry of one upload, or of all. */
  retry(key?: string): void
  /** The computer woke up: requests in progress are dropped. */
  resume(): void
  block: QueuePause['current']
  stop(): Promise<void>
}

type State = UploaderDeps & {
  busy: Set<string>
  /** Until when (`mono`) each failed upload waits. */
  waits: Map<string, { untilMono: number; isForSearch: boolean }>
  blame: Blame
  queuePause: QueuePause
  worker: Worker
}

const LANES = 4
const DENIED_MS = 10 * 60_000
const CHECK_AGAIN_MS = 10 * 60_000

export function startUploader(deps: UploaderDeps): Uploader {
  const { clock } = deps.outside
  const worker = createWorker({ clock, log: deps.log, name: 'uploader', lanes: LANES })
  const state: State = {
    ...deps,
    busy: new Set(),
    waits: new Map(),
    blame: createBlame(),
    queuePause: createQueuePause(clock),
    worker,
  }
  for (const upload of unsureUploads(deps.db)) wait(state, upload, UNSURE_MS, true)
  worker.start(() => runOnce(state))
  const retryAll = () => {
    state.waits = new Map([...state.waits].filter(([, { isForSearch }]) => isForSearch))
    state.blame.forgetAll()
    state.queuePause.end()
    state.worker.wake()
  }
  return {
    wake: worker.wake,
    onAnswer: () => {
      if (state.queuePause.onAnswer()) state.worker.wake()
    },
    retry: (key) => {
      if (key === undefined) retryAll()
      else if (state.waits.get(key)?.isForSearch !== true) {
        state.waits.delete(key)
        state.blame.forget(key)
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
  const next = nextTurn(state)
  if (!('upload' in next)) return next.waitMs
  await run(state, next.upload)
  state.worker.wake()
  return 0
}

/** If the database cannot be read, it is tried again later. */
function nextTurn(state: State): { upload: Upload } | { waitMs: number } {
  const mono = state.outside.clock.mono()
  const pauseMs = state.queuePause.leftMs()
  if (pauseMs > 0) return { waitMs: Math.min(pauseMs, CHECK_AGAIN_MS) }
  // After a failure, sends one upload at a time.
  if (state.blame.isTroubled() && state.busy.size > 0) return { waitMs: CHECK_AGAIN_MS }
  for (const [key, { untilMono }] of state.waits) if (untilMono <= mono) state.waits.delete(key)
  try {
    const upload = pickUpload(state)
    if (upload) return { upload }
    endRunIfIdle(state)
    const untilMono = Math.min(...[...state.waits.values()].map((one) => one.untilMono), mono + CHECK_AGAIN_MS)
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
function pickUpload({ db, busy, waits, blame }: State): Upload | null {
  const taken = [...busy, ...waits.keys()]
  const isPaused = areUploadsPaused(db)
  const suspects = blame.suspects()
  const upload = nextUpload(db, [...taken, ...suspects], isPaused)
  if (upload || suspects.length === 0) return upload
  blame.forgetSuspects()
  return nextUpload(db, taken, isPaused)
}

/** When nothing is left, the next upload begins a new run. */
function endRunIfIdle(state: State): void {
  if (state.busy.size > 0 || state.waits.size > 0) return
  const { queued, uploading } = countQueue(state.db)
  if (queued + uploading === 0) state.progress.rest()
}

/** Performs as many steps as are possible without waiting. */
async function run(state: State, first: Upload): Promise<void> {
  const signal = state.worker.requests
  const key = keyText(first)
  state.busy.add(key)
  let upload = first
  try {
    while (SENDING_STATES.includes(upload.state) && !signal.aborted) {
      const startedMono = state.outside.clock.mono()
      if (await takeStep(state, upload, signal)) succeed(state, upload, startedMono)
      const after = loadUpload(state.db, upload)
      if (!after) return
      upload = after
      if (after.state !== 'UNSURE') continue
      wait(state, after, after.searches === 0 ? UNSURE_MS : BETWEEN_SEARCHES_MS, true)
      return
    }
    finish(state, upload)
  } catch (error) {
    // The engine stopped: the next start continues from the stored state.
    if (!state.worker.stopped.aborted && !signal.aborted) giveUpOrLog(state, upload, error)
  } finally {
    state.busy.delete(key)
  }
}

function finish(state: State, upload: Upload): void {
  const { state: reached } = upload
  if (reached === 'CREATED') state.onCreated()
  if (reached !== 'CREATED' && reached !== 'REJECTED') return
  state.blame.forget(keyText(upload))
  state.progress.finished()
}

const channelOf = ({ state }: Upload): Channel => (state === 'BLOB' ? 'storage' : 'service')

function succeed(state: State, upload: Upload, startedMono: number): void {
  if (state.queuePause.onArrival(startedMono)) state.blame.passed(keyText(upload), channelOf(upload))
}

function giveUpOrLog(state: State, upload: Upload, error: unknown): void {
  try {
    if (error instanceof Setback) {
      giveUp(state, upload, error)
      return
    }
    state.log('error', 'upload failed', { error: String(error), stack: error instanceof Error ? error.stack : null })
    giveUp(
      state,
      upload,
      new Setback(
        { step: 'retry', waits: 'row' },
        error instanceof AppError ? error : new AppError('internal', {}, error),
        false,
      ),
    )
  } catch (failure) {
    // The stored state is unchanged, and the upload continues from it.
    state.queuePause.begin(new AppError('internal'), BACK_OFF_MS)
    state.log('error', 'uploads cannot be written', { error: String(failure) })
  }
}

function giveUp(
  state: State,
  tried: Upload,
  { verdict: { waits, isOfPlace = false }, failure, isClear }: Setback,
): void {
  const waitMs = waitOf(state, tried, waits, failure)
  if (isOfPlace && waitMs > 0) restartUpload(state, tried)
  // Loads the row again, because the failed step may have changed it.
  const upload = loadUpload(state.db, tried)
  if (!upload || upload.state === 'REJECTED') {
    finish(state, upload ?? tried)
    return
  }
  const nextAt = waitMs > 0 ? instantOf((instantMs(state.now()) ?? 0) + waitMs) : null
  if (waitMs > 0) wait(state, upload, waitMs, false)
  if (waits === 'key') state.onKeyRefused(failure)
  state.write((db, announce) => {
    // The request had no effect. Without this the next turn would search for its document.
    const change = upload.state === 'PUT_OK' && isClear ? { postSentAt: null } : {}
    advanceUpload(db, announce, upload, 'retry', { ...change, at: state.now(), failed: { error: failure, nextAt } })
  })
}

/** How long this upload waits alone; 0: all uploads wait. */
function waitOf(state: State, upload: Upload, waits: Setback['verdict']['waits'], failure: AppError): number {
  const key = keyText(upload)
  const { isItsOwn, times } =
    waits === 'row'
      ? { isItsOwn: true, times: state.blame.failedAlone(key) }
      : state.blame.failed(key, channelOf(upload))
  if (waits === 'row' || (waits !== 'key' && isItsOwn))
    return Math.max(uploadBackOffMs(Math.max(times, upload.tries + 1), state.random.next()), requestedWaitMs(failure))
  state.queuePause.begin(
    failure,
    Math.max(holdMs(state.blame.failures(channelOf(upload)), waits), requestedWaitMs(failure)),
  )
  return 0
}

function wait(state: State, upload: Upload, ms: number, isForSearch: boolean): void {
  state.waits.set(keyText(upload), { untilMono: state.outside.clock.mono() + ms, isForSearch })
}

function holdMs(failures: number, waits: 'all' | 'key' | 'denied'): number {
  if (waits === 'key') return Number.POSITIVE_INFINITY
  if (waits === 'denied') return DENIED_MS
  return backOffMs(failures)
}
