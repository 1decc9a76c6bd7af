// The loops that use the request budget: ask the planner, send, apply, and back off while the service is unreachable.
// Crash and sleep need no recovery: the rows always say what is due.
import { AppError } from '#contract/errors.ts'
import type { EngineStatus } from '#contract/status.ts'
import type { PaceReason } from '#contract/sync.ts'
import type { ApiClient } from '../api/client.ts'
import { requestedWaitMs } from '../api/failures.ts'
import { type QueuePause, backOffMs, createQueuePause } from '../api/queue-pause.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Log } from '../outside/log.ts'
import { instantMs } from '../outside/calendar.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type PostponedJobs, createPostponedJobs } from './postponed-jobs.ts'
import { type PeriodInput, URGENT_MS, periodMs } from './pace.ts'
import { type Job, type Plan, type PlanInput, type Single, type SweepPlan, isBoardPage, planNext } from './planner.ts'
import {
  type Reader,
  createReader,
  readAhead,
  readPage,
  readUrgentContainer,
  requestFullRead,
  rereadContainer,
} from './reader.ts'
import type { WriterDeps } from '../mirror/slice-writer.ts'
import { nextDue } from '../mirror/due.ts'
import { isAboutRecord, readDue, verifyMissing } from '../mirror/record-reader.ts'
import { isRequestPending } from '../mirror/tracking/store.ts'
import { type HealthMonitor, syncStateOf } from './health.ts'
import { type SweepKind, sweepKinds, sweepLists, mapSweepKinds } from '../mirror/kinds.ts'
import type { SweepFault } from './board-state.ts'
import { type SweepWatch, createSweepWatch } from './sweep-watch.ts'
import { isFirstSweep, lastSweep, nextMissing } from '../mirror/records.ts'
import { type UrgentContainers, createUrgent } from './urgent.ts'

export type SchedulerDeps = WriterDeps & {
  client: ApiClient
  db: ReadableDb
  now: () => string
  health: HealthMonitor
  log: Log
  /** Counts the usable answers so far. */
  countAnswers: () => number
  /** Called when the state of the board may have changed. */
  onBoardChange: () => void
  /** Whether a screen is open and the computer is not locked. */
  isWatched: () => boolean
  pace: () => PaceReason
}

export type Scheduler = {
  /** The user asks to read everything now. Also allows one more try after a rejected key or during a pause. */
  refresh(): Promise<void>
  /** The computer slept or its clock was set: drops requests in progress. */
  resume(): void
  /** Must be called when a screen opens or closes. */
  wake(): void
  /** Call it after any answer of the service. Ends the pause after a failure of the connection. */
  onServerAnswer(): void
  /** Reads a container and its events now, because the user asked. */
  reread(containerId: string): Promise<void>
  /** Milliseconds until the next try after a failure: 0 without a pause, null if only the user can end the pause. */
  blockedForMs(): number | null
  /** The period of the container sweep in milliseconds; Infinity: only on request of the user. */
  containersEveryMs(): number
  /** Listed records that cannot be read. */
  leftOut(): EngineStatus['leftOut']
  /** The reason why no container sweep was completed since the last complete one; null if nothing failed. */
  sweepFault(): SweepFault | null
  stop(): Promise<void>
}

type State = SchedulerDeps & {
  reader: Reader
  sweeps: Record<SweepKind, SweepPlan>
  failures: number
  pause: QueuePause
  inFlight: number
  eventsInFlight: number
  isVerifying: boolean
  /** A request for a later page of containers, sent ahead of a slow one, is in progress. */
  isReadingAhead: boolean
  pageRequestedMono: number
  singlesInFlight: Set<Single>
  urgent: UrgentContainers
  postponed: PostponedJobs
  watch: SweepWatch
  /** A usable answer came since the last failure of the container list. */
  hasUsableAnswer: boolean
  worker: Worker
}

/** Enough lanes to keep the pace if answers take longer than the 0.75 s between two background requests. */
const LANES = 3
/** A page is slow after this time: half a second for the answer, plus the wait of a background request at the gate. */
const SLOW_MS = 1_500

export function startScheduler(deps: SchedulerDeps): Scheduler {
  const worker = createWorker({ ...deps, name: 'sync', lanes: LANES })
  const state: State = {
    ...deps,
    reader: createReader({
      ...deps,
      onSweepEnded: (sweep, cause) => {
        if (sweep.kind === 'containers') state.watch.onEnd(sweep, cause)
      },
    }),
    sweeps: mapSweepKinds((kind) => createSweepPlan(deps, kind)),
    failures: 0,
    pause: createQueuePause(deps.clock, (code) => syncStateOf(code) === 'offline'),
    inFlight: 0,
    eventsInFlight: 0,
    isVerifying: false,
    isReadingAhead: false,
    pageRequestedMono: 0,
    singlesInFlight: new Set(),
    urgent: createUrgent(deps),
    postponed: createPostponedJobs(),
    watch: createSweepWatch({
      ...deps,
      everyMs: () => periodMs(createPeriodInput(state), 'containers'),
      onChange: deps.onBoardChange,
    }),
    hasUsableAnswer: false,
    worker,
  }
  worker.start(() => runOnce(state))
  return {
    refresh: () => {
      requestFullRead(state.reader)
      unblock(state)
      return Promise.resolve()
    },
    resume: () => {
      state.watch.check()
      worker.dropRequests(new AppError('api/timeout'))
      unblock(state)
    },
    wake: () => {
      state.watch.check()
      state.worker.wake()
    },
    // The failures are still counted: one request at a time is sent until one succeeds.
    onServerAnswer: () => {
      if (state.pause.onAnswer()) worker.wake()
    },
    reread: (containerId) => reread(state, containerId),
    blockedForMs: () => blockedForMs(state),
    containersEveryMs: () => periodMs(createPeriodInput(state), 'containers'),
    leftOut: () => state.reader.leftOut.get(),
    sweepFault: () => state.watch.fault(),
    stop: async () => {
      await worker.stop(new AppError('engine/disconnected'))
      state.watch.stop()
    },
  }
}

/** Background lists continue with the schedule of the last run. The other lists are read at every start. */
function createSweepPlan({ db, clock, now }: SchedulerDeps, kind: SweepKind): SweepPlan {
  const last = lastSweep(db, kind)
  const ageMs = (instantMs(now()) ?? 0) - (instantMs(last?.startedAt ?? '') ?? 0)
  const isFresh =
    sweepLists[kind].isBackground && last?.state === 'COMPLETE' && ageMs >= 0 && ageMs < sweepLists[kind].periodMs
  return {
    isBusy: false,
    isRunning: last?.state === 'RUNNING',
    startedMono: isFresh ? clock.mono() - ageMs : null,
    pages: 0,
  }
}

function blockedForMs({ pause, postponed, clock }: State): number | null {
  const leftMs = pause.leftMs()
  if (leftMs === Number.POSITIVE_INFINITY) return null
  return Math.max(leftMs, postponed.leftMs(clock.mono(), { kind: 'page', sweep: 'containers' }))
}

async function runOnce(state: State): Promise<number> {
  const plan = nextPlan(state)
  if (!('job' in plan)) return plan.waitMs
  await runJob(state, plan.job)
  state.worker.wake()
  return 0
}

/** An unreadable database is handled like any other failure. */
function nextPlan(state: State): Plan {
  // During a pause nothing is sent, so this does not query what is due. A further failure would not help either.
  const blockedMs = state.pause.leftMs()
  if (blockedMs > 0) return { waitMs: blockedMs }
  try {
    const input = createPlanInput(state)
    const plan = planNext(input)
    if ('job' in plan) return plan
    const postponedMs = state.postponed.leftMs(input.mono)
    const otherWaitsMs = [
      ...(isSlowPace(input) ? [state.urgent.reloadInMs()] : []),
      ...(postponedMs > 0 ? [postponedMs] : []),
    ]
    return { waitMs: Math.max(1, Math.min(plan.waitMs, ...otherWaitsMs)) }
  } catch (error) {
    recordFailure(state, 'plan', error)
    return { waitMs: state.pause.leftMs() }
  }
}

function createPlanInput(state: State): PlanInput {
  const mono = state.clock.mono()
  const isPostponed = (job: Job) => state.postponed.isPostponed(job, mono)
  // After the slow page is stored, the page sent ahead is the next one. Requesting it again would cost a second
  // request.
  const isOvertaken = (sweep: SweepKind) => sweep === 'containers' && state.isReadingAhead
  const isBackgroundBusy = sweepKinds.some((kind) => sweepLists[kind].isBackground && state.sweeps[kind].isBusy)
  const isDelayed = (sweep: SweepKind) =>
    sweepLists[sweep].isBackground && (isBackgroundBusy || !state.reader.isListed(sweep))
  const createCurrentPlan = (sweep: SweepKind): SweepPlan => ({
    ...state.sweeps[sweep],
    isBusy:
      state.sweeps[sweep].isBusy || isOvertaken(sweep) || isDelayed(sweep) || isPostponed({ kind: 'page', sweep }),
  })
  const isFree = (kind: Single) => !state.singlesInFlight.has(kind) && !isPostponed({ kind })
  const period = createPeriodInput(state)
  return {
    mono,
    sweeps: mapSweepKinds(createCurrentPlan),
    ...period,
    isFirstReading: isFirstSweep(state.db, 'containers') && !isPostponed({ kind: 'page', sweep: 'containers' }),
    hasMissing: !isPostponed({ kind: 'verify' }) && nextMissing(state.db) !== null,
    hasEventsDue: !isPostponed({ kind: 'events' }) && state.reader.events.hasDue(),
    isVerifying: state.isVerifying,
    aheadAtMono:
      state.sweeps.containers.isBusy &&
      !state.isReadingAhead &&
      !isPostponed({ kind: 'ahead' }) &&
      state.reader.chains.containers.nextAhead() !== null
        ? state.pageRequestedMono + SLOW_MS
        : null,
    singles: {
      awaited: isFree('awaited') && nextDue(state.db, 2, state.now()) !== null,
      urgent: isFree('urgent') && isSlowPace(period) && state.urgent.isDue(),
      hints: isFree('hints') && state.reader.hints.isDue(period.isWatched),
      reference: isFree('reference') && nextDue(state.db, 4, state.now()) !== null,
    },
    eventsInFlight: state.eventsInFlight,
    inFlight: state.inFlight,
    blockedUntilMono: mono + state.pause.leftMs(),
    failures: state.failures,
  }
}

function createPeriodInput({ db, now, pace, isWatched, urgent }: State): PeriodInput {
  const input = {
    pace: pace(),
    isWatched: isWatched(),
    isRequestPending: isRequestPending(db, now()),
    hasManyUrgent: false,
  }
  // At the usual pace the number of urgent containers does not matter.
  return periodMs(input, 'containers') > URGENT_MS ? { ...input, hasManyUrgent: urgent.hasTooMany() } : input
}

/** Whether container sweeps are so rare that urgent containers must be read by id. */
function isSlowPace(period: PeriodInput): boolean {
  return periodMs(period, 'containers') > URGENT_MS
}

async function runJob(state: State, job: Job): Promise<void> {
  const release = markInProgress(state, job)
  const signal = state.worker.requests
  const answersBefore = state.countAnswers()
  try {
    if (job.kind === 'page') {
      const sweep = await readPage(state.reader, job.sweep, signal)
      state.sweeps[job.sweep].isRunning = sweep.state === 'RUNNING'
    } else if (job.kind === 'ahead') {
      const sweep = await readAhead(state.reader, signal)
      if (sweep) state.sweeps.containers.isRunning = sweep.state === 'RUNNING'
    } else if (job.kind === 'verify') await verifyMissing(state.reader, signal)
    else if (job.kind === 'awaited') await readDue(state.reader, 2, signal)
    else if (job.kind === 'urgent') await readUrgent(state, signal)
    else if (job.kind === 'reference') await readDue(state.reader, 4, signal)
    else if (job.kind === 'hints')
      for (const kind of await state.reader.hints.read(signal)) state.sweeps[kind].startedMono = null
    else await state.reader.events.readNext(signal)
    // If the requests were dropped meanwhile, for example because the key was refused, this answer is outdated.
    if (!signal.aborted) {
      state.postponed.onSuccess(job)
      // A job can also end with a refusal of its record. That is not a usable answer.
      if (state.countAnswers() > answersBefore) recordSuccess(state)
    }
  } catch (error) {
    if (!signal.aborted) recordFailure(state, job, error)
  } finally {
    release()
  }
}

async function readUrgent({ urgent, reader }: State, signal: AbortSignal): Promise<void> {
  const id = urgent.removeNext()
  if (id !== null) await readUrgentContainer(reader, id, signal)
}

async function reread(state: State, containerId: string): Promise<void> {
  const signal = state.worker.requests
  try {
    await rereadContainer(state.reader, containerId, signal)
  } catch (error) {
    if (error instanceof AppError && isAboutConnection(error) && !signal.aborted)
      state.health.failed(error, state.now())
    throw error
  }
  if (signal.aborted) return
  // The service accepted this key, so the pause of the other requests ends.
  state.pause.end()
  recordSuccess(state)
  state.worker.wake()
}

/** Whether a reread failed because of the connection. With `api/rate-limited` nothing was sent. */
function isAboutConnection(error: AppError): boolean {
  return error.code.startsWith('api/') && error.code !== 'api/rate-limited' && !isAboutRecord(error)
}

function recordSuccess(state: State): void {
  state.failures = 0
  state.hasUsableAnswer = true
  state.health.answered(state.now())
}

/** Marks a job as in progress, so that no other lane starts it. The returned function removes the mark. */
function markInProgress(state: State, job: Job): () => void {
  state.inFlight++
  if (job.kind === 'page') {
    const sweep = state.sweeps[job.sweep]
    if (!sweep.isRunning) Object.assign(sweep, { startedMono: state.clock.mono(), pages: 0 })
    sweep.pages++
    sweep.isRunning = true
    sweep.isBusy = true
    if (job.sweep === 'containers') state.pageRequestedMono = state.clock.mono()
  } else if (job.kind === 'ahead') state.isReadingAhead = true
  else if (job.kind === 'verify') state.isVerifying = true
  else if (job.kind === 'events') state.eventsInFlight++
  else state.singlesInFlight.add(job.kind)
  return () => {
    state.inFlight--
    if (job.kind === 'page') state.sweeps[job.sweep].isBusy = false
    else if (job.kind === 'ahead') state.isReadingAhead = false
    else if (job.kind === 'verify') state.isVerifying = false
    else if (job.kind === 'events') state.eventsInFlight--
    else state.singlesInFlight.delete(job.kind)
  }
}

/** A refused key is not retried automatically. Everything else is retried slowly, with one request at a time. */
function recordFailure(state: State, job: Job | 'plan', error: unknown): void {
  const failure = error instanceof AppError ? error : new AppError('internal', {}, error)
  if (failure.code === 'internal')
    state.log('error', 'sync job failed', {
      job,
      error: String(error),
      stack: error instanceof Error ? error.stack : null,
    })
  if (job !== 'plan' && isBoardPage(job)) state.watch.onFailure(failure)
  if (job !== 'plan' && state.postponed.onFailure(job, failure, state.clock.mono())) {
    onUnusableAnswer(state, job, failure)
    return
  }
  state.failures++
  const isRejected = failure.code === 'api/unauthorized' || failure.code === 'api/forbidden'
  const waitMs = Math.max(backOffMs(state.failures), requestedWaitMs(failure))
  state.pause.begin(failure, isRejected ? Number.POSITIVE_INFINITY : waitMs)
  // Requests that other lanes queued with the refused key would fail as well.
  if (isRejected) state.worker.dropRequests(failure)
  state.health.failed(failure, state.now())
}

/**
 * The service answered, but the answer is not usable. If it was the list of containers, another list is requested at
 * once, even if that failed before: the result shows whether only the container list is broken, or the whole service.
 */
function onUnusableAnswer(state: State, job: Job, failure: AppError): void {
  if (isBoardPage(job)) {
    state.hasUsableAnswer = false
    state.postponed.release({ kind: 'page', sweep: 'tracking_requests' })
    state.sweeps.tracking_requests.startedMono = null
  } else if (job.kind !== 'ahead' && state.watch.fault() !== null && !state.hasUsableAnswer)
    state.health.failed(failure, state.now())
}

function unblock(state: State): void {
  state.failures = 0
  state.postponed.release()
  state.pause.end()
  for (const sweep of Object.values(state.sweeps)) sweep.startedMono = null
  state.worker.wake()
}
