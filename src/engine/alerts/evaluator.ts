// Finds what to alert about. After commits, each minute, at the start and after sleep it compares rows with episodes, a
// few records at a time, and writes the differences as alerts. Delivery (delivery.ts) decides who is notified and when.
// After a crash the difference still exists and is found again.
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { MS_PER_DAY, instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { loadSettings } from '../settings/store.ts'
import { inSlices } from '../db/slices.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import type { TrustedClock } from '../mirror/trusted.ts'
import {
  type EpisodePosition,
  listContainersWithAlerts,
  trimAlerts,
  trimEpisodes,
  trimQuieted,
  listUnconfirmedContainers,
} from './episode-store.ts'
import { type ChangedObject, deleteAllChanged, deleteChanged, hasChanges, listChangedIds } from './changed.ts'
import {
  type Context,
  type LoadedDocument,
  type Outcome,
  computeContainerOutcomes,
  computeDocumentOutcomes,
  isEmptyOutcome,
  computeRequestOutcomes,
  saveOutcome,
  computeShipmentOutcomes,
} from './outcome.ts'
import {
  filterClosed,
  listContainersNearDeadline,
  listDocumentRows,
  listFileRows,
  hasBeenRead,
  listOpenContainers,
  listRecentDocuments,
  listRequestsAfter,
  listSailingShipments,
} from './records.ts'
import { type Batching, MIN_BATCH_SIZE, runBatch, runInBatches, runInPages } from './batches.ts'
import { checkReading } from './reading.ts'
import { loadRules } from './store.ts'

export type EvaluatorDeps = {
  clock: Clock
  db: ReadableDb
  write: Write
  trusted: Pick<TrustedClock, 'nowMs' | 'skewS'>
  log: Log
  /** Whether there is a key. Without one the engine reads nothing, and a missing reading is no reason for an alert. */
  isOnline: boolean
  /** Loads rows of the documents list. */
  loadDocuments: (ids: readonly string[]) => LoadedDocument[]
  /** Called after alerts were written. */
  onAlerts: () => void
  /** The first check starts after this promise, because the user waits for the lists. Never rejects. */
  startAfter?: Promise<void>
}

export type Evaluator = {
  /** Call this after rows were written. */
  wake: () => void
  onMinute: () => void
  /** Monotonic time at which the last complete check began; minus infinity until the first one has ended. */
  getLastCheckMono: () => number
  /** The computer slept or its clock was set. The work is done at the next minute. */
  resume: () => void
  stop: () => Promise<void>
}

type State = EvaluatorDeps &
  Batching & {
    /** Whether all records must be checked. */
    mustCheckAll: boolean
    isMinute: boolean
    /** When a step may be due next. It may be too early if the time is not known. */
    stepsDueMs: number
    lastCheckMs: number
    lastRules: string
    startedMono: number
    allCheckedMono: number
    awakeMono: number
    trimmedMono: number
    trimPosition: EpisodePosition
    running: Promise<void> | null
    /** Whether it was woken while it was running. */
    mustRunAgain: boolean
    cancel: (() => void) | null
    stopped: AbortController
  }

/** Several commits within this time cause one check. */
const PAUSE_MS = 200
/** How long to wait for the service's time. This computer's clock may be a year off; without an answer it is used. */
const SERVICE_TIME_WAIT_MS = 2 * 60_000
/** The interval of a check even if no step is due: some values change only with time, such as an announced pickup. */
const MAX_CHECK_INTERVAL_MS = 60 * 60_000
/** How often old data is deleted. */
const TRIM_MS = 60 * 60_000
/** How long alerts are stored. */
const RETENTION_MS = 90 * MS_PER_DAY
const SINCE = 'alerts_since'

export function startEvaluator(deps: EvaluatorDeps): Evaluator {
  const mono = deps.clock.mono()
  const state: State = {
    ...deps,
    mustCheckAll: true,
    isMinute: true,
    stepsDueMs: Number.NEGATIVE_INFINITY,
    lastCheckMs: 0,
    lastRules: '',
    startedMono: mono,
    allCheckedMono: Number.NEGATIVE_INFINITY,
    awakeMono: mono,
    trimmedMono: mono,
    trimPosition: { object: '', id: '' },
    batchSize: MIN_BATCH_SIZE,
    running: null,
    mustRunAgain: false,
    cancel: null,
    stopped: new AbortController(),
  }
  run(state)
  return {
    wake: () => {
      state.cancel ??= deps.clock.after(PAUSE_MS, () => {
        state.cancel = null
        run(state)
      })
    },
    onMinute: () => {
      state.isMinute = true
      run(state)
    },
    getLastCheckMono: () => state.allCheckedMono,
    resume: () => {
      state.mustCheckAll = true
      state.awakeMono = deps.clock.mono()
    },
    stop: async () => {
      state.stopped.abort()
      state.cancel?.()
      await state.running
    },
  }
}

function run(state: State): void {
  if (state.stopped.signal.aborted) return
  state.mustRunAgain = state.running !== null
  if (state.running) return
  state.running = (state.startAfter ?? Promise.resolve())
    // Not in the timer callback that woke it, because a page may be written later in the same event loop turn.
    .then(() => state.clock.sleep(0, state.stopped.signal))
    .then(() =>
      state.stopped.signal.aborted ? undefined : inSlices(state.clock, runRound(state), state.stopped.signal),
    )
    .catch((error: unknown) => {
      // A difference that was not written still exists, so the next minute finds it.
      if (!state.stopped.signal.aborted) state.log('warn', 'alerts delayed', { error: String(error) })
    })
    .finally(() => {
      state.running = null
      if (state.mustRunAgain) run(state)
    })
}

function* runRound(state: State): Generator<void> {
  const { isMinute } = state
  state.isMinute = false
  if (isMinute) checkReading(state)
  if (!isTimeKnown(state) || !hasBeenRead(state.db)) return
  const context = createContext(state)
  if (state.mustCheckAll) yield* checkEverything(state, context)
  else if (isMinute) yield* checkDueRecords(state, context)
  if (hasChanges(state.db)) yield* checkChangedRecords(state, context)
  if (isMinute) trim(state, context.nowMs)
}

function isTimeKnown({ isOnline, trusted, clock, startedMono }: State): boolean {
  return !isOnline || trusted.skewS() !== null || clock.mono() - startedMono >= SERVICE_TIME_WAIT_MS
}

function createContext({ db, write, trusted, clock, awakeMono }: State): Context {
  const nowMs = trusted.nowMs()
  const now = instantOf(nowMs)
  let since = loadMeta(db, 'main', SINCE)
  if (since === null) {
    since = now
    write((db) => saveMeta(db, 'main', SINCE, now))
  }
  const { leadDays, dayStart } = loadRules(db)
  return {
    nowMs,
    now,
    since,
    rules: { leadDays, dayStart, homeZone: loadSettings(db).homeZone },
    awakeSinceMs: nowMs - (clock.mono() - awakeMono),
  }
}

/** Checks containers near their last free day first, because after a weekend they must not wait for the others. */
function* checkEverything(state: State, context: Context): Generator<void> {
  const { db, write } = state
  const begunMono = state.clock.mono()
  state.mustCheckAll = false
  try {
    // These notes are about records that are checked anyway. Later writes add new notes.
    write((db) => deleteAllChanged(db))
    yield* checkNearDeadline(state, context)
    yield* checkAllOpen(state, context)
    // Alerts of containers that were closed while the program did not run are withdrawn.
    yield* runInPages(
      state,
      (after, limit) => listContainersWithAlerts(db, after, limit),
      (ids) => save(state, computeOutcomesAndNextStep(state, filterClosed(db, ids), context), context),
    )
    yield* runInPages(
      state,
      (after, limit) => listSailingShipments(db, after, context.now, limit),
      (ids) => save(state, computeShipmentOutcomes(db, ids, context), context),
    )
    yield* runInPages(
      state,
      (after, limit) => listRequestsAfter(db, after, limit),
      (ids) => save(state, computeRequestOutcomes(db, ids, context), context),
    )
    yield* runInBatches(state, listRecentDocuments(db, context.nowMs), (ids) =>
      save(state, computeDocumentOutcomes(db, state.loadDocuments(ids), context), context),
    )
  } catch (error) {
    state.mustCheckAll = true
    throw error
  }
  state.allCheckedMono = begunMono
  state.onAlerts()
}

function* checkAllOpen(state: State, context: Context): Generator<void> {
  for (let lastKey = -1; ;) {
    const page = listOpenContainers(state.db, lastKey, state.batchSize)
    const lastRow = page.at(-1)
    if (!lastRow) return
    runBatch(state, page.length, () =>
      save(
        state,
        computeOutcomesAndNextStep(
          state,
          page.map(({ id }) => id),
          context,
        ),
        context,
      ),
    )
    lastKey = lastRow.key
    yield
  }
}

function* checkDueRecords(state: State, context: Context): Generator<void> {
  const rulesText = JSON.stringify(context.rules)
  const isSetBack = context.nowMs < state.lastCheckMs
  if (context.nowMs >= state.stepsDueMs || isSetBack || rulesText !== state.lastRules)
    yield* checkNearDeadline(state, context)
  const unconfirmedIds = listUnconfirmedContainers(state.db)
  if (unconfirmedIds.length > 0) yield* checkContainers(state, unconfirmedIds, context)
}

function* checkNearDeadline(state: State, context: Context): Generator<void> {
  state.stepsDueMs = context.nowMs + MAX_CHECK_INTERVAL_MS
  try {
    yield* checkContainers(state, listContainersNearDeadline(state.db, context.nowMs, context.rules.leadDays), context)
  } catch (error) {
    // Steps that were not written are still due.
    state.stepsDueMs = Number.NEGATIVE_INFINITY
    throw error
  }
  state.lastCheckMs = context.nowMs
  state.lastRules = JSON.stringify(context.rules)
}

function* checkContainers(state: State, ids: readonly string[], context: Context): Generator<void> {
  yield* runInBatches(state, ids, (batch) => save(state, computeOutcomesAndNextStep(state, batch, context), context))
}

function computeOutcomesAndNextStep(state: State, ids: readonly string[], context: Context): Outcome[] {
  const { outcomes, nextMs } = computeContainerOutcomes(state.db, ids, context)
  state.stepsDueMs = Math.min(state.stepsDueMs, nextMs)
  return outcomes
}

/** The order matters: notes of a container are deleted together with those of its shipment. */
const CHANGED_OBJECTS: readonly ChangedObject[] = ['container', 'shipment', 'request', 'document', 'upload', 'sighting']

function* checkChangedRecords(state: State, context: Context): Generator<void> {
  const { db, loadDocuments: documentsOf } = state
  const computeForDocuments = (ids: string[]) => computeDocumentOutcomes(db, documentsOf(ids), context)
  const computeOutcomes: Record<ChangedObject, (ids: string[]) => Outcome[]> = {
    container: (ids) => computeOutcomesAndNextStep(state, ids, context),
    shipment: (ids) => computeShipmentOutcomes(db, ids, context),
    request: (ids) => computeRequestOutcomes(db, ids, context),
    document: (ids) => computeForDocuments(listDocumentRows(db, ids)),
    upload: (ids) => computeForDocuments(listFileRows(db, ids)),
    sighting: (ids) => computeForDocuments(ids.map((id) => `f${id}`)),
  }
  for (const object of CHANGED_OBJECTS) {
    for (;;) {
      const ids = listChangedIds(db, object, state.batchSize)
      if (ids.length === 0) break
      runBatch(state, ids.length, () =>
        save(state, computeOutcomes[object](ids), context, (db) => deleteChanged(db, object, ids)),
      )
      yield
    }
  }
}

/** One commit, or none if there is nothing to write. */
function save(
  { write, onAlerts }: State,
  outcomes: readonly Outcome[],
  { now }: Context,
  alsoWrite?: (db: WritableDb) => void,
): void {
  const changedOutcomes = outcomes.filter((outcome) => !isEmptyOutcome(outcome))
  if (changedOutcomes.length === 0 && !alsoWrite) return
  const hasChanged = write((db, announce) => {
    alsoWrite?.(db)
    const isCentreChanged = changedOutcomes.filter((outcome) => saveOutcome(db, outcome, now)).length > 0
    if (isCentreChanged) announce('alerts')
    return isCentreChanged
  })
  if (hasChanged) onAlerts()
}

/** Deletes nothing while the clock is not confirmed: a clock that is a year ahead would delete everything. */
function trim(state: State, nowMs: number): void {
  const { clock, write, trusted } = state
  if (trusted.skewS() === null || clock.mono() - state.trimmedMono < TRIM_MS) return
  const olderThan = instantOf(nowMs - RETENTION_MS)
  const hasMore = write((db) => {
    state.trimPosition = trimEpisodes(db, state.trimPosition, olderThan) ?? { object: '', id: '' }
    trimQuieted(db, instantOf(nowMs), olderThan)
    return trimAlerts(db, olderThan)
  })
  if (!hasMore) state.trimmedMono = clock.mono()
}
