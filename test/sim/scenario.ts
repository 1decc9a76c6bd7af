// Runs one world. Faults occur for the duration of the plan and then end. The program gets time to become idle, and
// then the oracles check the final state.
import { rmSync } from 'node:fs'
import { AppError } from '#contract/errors.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { RequestRow } from '#contract/tracking.ts'
import { sweepKinds } from '#engine/mirror/kinds.ts'
import { createRandom } from './random.ts'
import type { Desktop, View } from './desktop.ts'
import { startEvents } from './events.ts'
import { databasesAreIntact, rowsMatchRecords } from './oracles/files.ts'
import { ORACLES } from './oracles/index.ts'
import { type FinalState, type ServiceState, readRows } from './oracles/oracle.ts'
import { type Plan, createPlan } from './plan.ts'
import type { TestName } from './recipes.ts'
import type { User } from './user.ts'
import { type SimService, type World, createWorld } from './world.ts'

export type Violation = { oracle: string; seed: string; what: string }

export type Result = {
  seed: string
  test: TestName
  hash: string
  violations: Violation[]
  refusals: number
  maxRolling: number
  /** The number of events of the timeline, and of requests with a fault. */
  events: number
  faults: number
  simulatedMs: number
  cpuMs: number
  trace: string[]
}

export type ScenarioOptions = { workFolder: string; templateFolder: string; hasFullTrace?: boolean }

export function runScenario(test: TestName, seed: string, options: ScenarioOptions): Promise<Result> {
  return runPlan(createPlan(test, seed, createRandom(`${seed}/plan`)), seed, options)
}

/** `script` schedules actions in addition to the plan. It is called once, after the first start of the program. */
export async function runPlan(
  plan: Plan,
  seed: string,
  options: ScenarioOptions,
  script: (world: World) => void = () => undefined,
): Promise<Result> {
  const startedAt = process.threadCpuUsage()
  const world = createWorld({ seed, plan, ...options })
  const { violations, addViolations, stop } = superviseWorld(seed, world.bugs)
  try {
    const outcome = await playScenario(world, script)
    if ('failure' in outcome) addViolations('7-rest', outcome.failure)
    else {
      for (const oracle of ORACLES) addViolations(oracle.id, ...oracle.check(outcome))
      await world.desktop.quit()
      addViolations('8-files', ...databasesAreIntact(world.desktop.getFolder()))
      addViolations('9-rows', ...rowsMatchRecords(world.desktop.getFolder()))
    }
    addViolations('9-current', ...[...world.staleLiveReports])
    addViolations('9-hidden', ...[...world.goneIds].map((id) => `${id} was marked as gone for a while`))
    addViolations('9-order', ...[...world.outdatedRows].map((id) => `${id} went back to an older answer`))
    addViolations('0-bugs', ...world.bugs)
    return createResult(world, violations, startedAt)
  } finally {
    stop()
    removeFiles(world.desktop)
    world.close()
  }
}

export type AddViolations = (oracle: string, ...problems: string[]) => void

/** Collects violations, at most three of a kind at once. Until `stop`, rejections without a handler are bugs. */
export function superviseWorld(seed: string, bugs: string[]) {
  const violations: Violation[] = []
  const addViolations: AddViolations = (oracle, ...problems) => {
    for (const what of problems.slice(0, 3)) violations.push({ oracle, seed, what })
  }
  const onUnhandled = (error: unknown) => {
    bugs.push(`unhandled: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  process.on('unhandledRejection', onUnhandled)
  return { violations, addViolations, stop: () => void process.off('unhandledRejection', onUnhandled) }
}

export function removeFiles(desktop: Pick<Desktop, 'getVolume' | 'getFolder'>): void {
  desktop.getVolume()?.delete()
  rmSync(desktop.getFolder(), { recursive: true, force: true })
}

function createResult(world: World, violations: Violation[], startedAt: NodeJS.CpuUsage): Result {
  const { buckets } = world.service.loadLog()
  const { seed, plan, trace, timeline, networkFaults } = world
  const { user, system } = process.threadCpuUsage(startedAt)
  const faults = [...networkFaults.counts.values()].reduce((sum, n) => sum + n, 0)
  return {
    seed,
    test: plan.test,
    simulatedMs: timeline.now(),
    cpuMs: (user + system) / 1000,
    hash: trace.hash(),
    violations,
    refusals: buckets.general.refused,
    maxRolling: buckets.general.largest,
    events: timeline.events(),
    faults,
    trace: trace.lines(),
  }
}

const RECOVERY_MS = 10 * 60_000
const FOLDER_CHECK_MS = 90_000
/** The engine waits for a file that disappeared from a share, and for an incomplete file. */
const FILE_WAIT_MS = 15 * 60_000
/** The number of pages of the lists that the engine reads after the others. */
const LATE_LIST_PAGES = 5
/** The number of records in those lists. */
const LATE_LIST_RECORDS = 20
/** The longest `Retry-After` that the engine accepts. */
const MAX_RETRY_AFTER_MS = 602_000
/** The longest backoff, and the time of a request that times out after it. */
const BACKOFF_MS = 150_000
/** Two sweeps need each page twice, and the engine sends two other requests between two pages. */
const REQUESTS_PER_PAGE = 2 * 3

async function playScenario(world: World, script: (world: World) => void): Promise<FinalState | { failure: string }> {
  const { plan, desktop, timeline } = world
  desktop.start()
  script(world)
  const stopEvents = startEvents(world)
  checkContinuously(world)
  await timeline.run(plan.durationMs)
  stopEvents()
  endFaults(world)
  const isUp = await timeline.runUntil(() => desktop.getView() !== null, RECOVERY_MS)
  const view = desktop.getView()
  if (!isUp || !view) return { failure: 'the program did not start again' }
  const idleProblems = await waitUntilIdle(world, view)
  return readFinalState(world, view, idleProblems)
}

const CHECK_INTERVAL_MS = 5_000

/** Checks the database every 5 s while the world runs, because a later sweep could hide a violation. */
function checkContinuously(world: World): void {
  const { desktop, timeline, goneIds } = world
  const raw = desktop.getDatabase()
  if (raw) checkOrder(world, raw)
  if (raw) checkLiveState(world, raw)
  if (raw)
    for (const { id } of readRows<{ id: string }>(
      raw,
      `SELECT id FROM mirror.seen JOIN mirror.res USING (key) WHERE gone_since IS NOT NULL AND type <> 'custom_field'`,
    ))
      goneIds.add(id)
  timeline.after(CHECK_INTERVAL_MS, () => checkContinuously(world))
}

/** The time that the answer of `sync.status` may take. */
const ANSWER_MS = 1_000

/** The state may be `live` only if the last complete sweep ended at most two periods ago. */
function checkLiveState({ desktop, staleLiveReports }: World, raw: Raw): void {
  const view = desktop.getView()
  if (!view) return
  const completeSweeps = readRows<{ startedAt: string; endedAt: string }>(
    raw,
    `SELECT started_at AS startedAt, ended_at AS endedAt FROM mirror.sweep WHERE kind = 'containers' AND state = 'COMPLETE' ORDER BY id DESC LIMIT 3`,
  )
  view.call('sync.status', {}).then(
    ({ state, now, pace }) => {
      const [lastSweep] = completeSweeps
      if (state !== 'live' || pace.everyS === null) return
      const tookMs = Math.min(
        ...completeSweeps.map(({ startedAt, endedAt }) => Date.parse(endedAt) - Date.parse(startedAt)),
      )
      const ageMs = Date.parse(now) - Date.parse(lastSweep?.endedAt ?? '')
      if (!(ageMs <= 2 * Math.max(pace.everyS * 1_000, tookMs) + ANSWER_MS))
        staleLiveReports.add(
          `live at ${now}, and every container was last read ${lastSweep?.endedAt ?? 'never'}; a sweep is due every ${pace.everyS} s and takes ${Math.round(tookMs / 1_000)} s`,
        )
    },
    () => undefined,
  )
}

type CheckedRow = { id: string; terminal: string | null; line: string | null }

/** The time of the last check of a source only increases. If it decreases, the row comes from an older answer. */
function checkOrder({ checkTimes, outdatedRows }: World, raw: Raw): void {
  for (const { id, terminal, line } of readRows<CheckedRow>(
    raw,
    'SELECT id, terminal_checked_at AS terminal, line_checked_at AS line FROM mirror.container_row',
  )) {
    const checkTimesNow = [terminal ?? '', line ?? '']
    const checkTimesBefore = checkTimes.get(id) ?? checkTimesNow
    if (checkTimesNow.some((time, i) => time < (checkTimesBefore[i] ?? ''))) outdatedRows.add(id)
    checkTimes.set(id, checkTimesNow)
  }
}

/** Ends all faults and stops user, clerk and terminals. The records of the service no longer change. */
function endFaults({ desktop, networkFaults, user, service, watchedFolder, terminalFaults, logEvent }: World): void {
  logEvent('all faults end')
  user.stop()
  watchedFolder?.clerk.stop()
  terminalFaults?.stop()
  networkFaults.stop()
  desktop.preventCrashes()
  desktop.setOffline(false)
  desktop.setDiskFull(false)
  desktop.setWindowOpen(true)
  service.freeze()
  desktop.start()
}

/**
 * Estimates the duration of two sweeps with the allowed request rate. Pages are read one after the other, and an answer
 * takes half of `jitterMs` on average.
 */
function estimateSweepsMs({ progress, incomplete, requests }: SyncStatus, { pageSize, jitterMs }: Plan): number {
  const pages = pageSize === null ? 1 : Math.ceil((progress?.total ?? incomplete?.total ?? 0) / pageSize)
  return Math.ceil((pages * REQUESTS_PER_PAGE * 60_000) / requests.allowed) + pages * jitterMs
}

async function waitUntilIdle(
  { desktop, timeline, watchedFolder, plan, logEvent }: World,
  view: View,
): Promise<string[]> {
  // The next check of the folder finds changes without a file event.
  if (watchedFolder) await timeline.run(FOLDER_CHECK_MS)
  const loadStatus = () => view.call('sync.status', {})
  const computeBackoffMs = async () => BACKOFF_MS + estimateSweepsMs(await loadStatus(), plan)
  for (
    let waitedMs = 0;
    (await loadStatus()).state !== 'live' && waitedMs < (await computeBackoffMs());
    waitedMs += 5_000
  )
    await timeline.run(5_000)
  const { state, nextTryAt, now } = await loadStatus()
  // Only the user can end a refused key, and a `Retry-After` can be up to ten minutes.
  const isWaiting =
    ['rate-limited', 'incomplete'].includes(state) &&
    nextTryAt !== null &&
    Date.parse(nextTryAt) - Date.parse(now) <= MAX_RETRY_AFTER_MS
  const stateProblems =
    state === 'live' || state === 'key-rejected' || isWaiting
      ? []
      : [`still ${state} after ${(await computeBackoffMs()) / 1000} s without a fault`]
  logEvent(`user refreshes (${state})`)
  const raw = desktop.getDatabase()
  const sweepIdsBefore = raw ? readSweepIds(raw) : new Map<string, number>()
  await view.call('sync.refresh', {})
  let busyReasons = ['nothing was read']
  let isRefusedLate = false
  // Answers remain slow after the faults end, and background lists are read page by page.
  const pageCount = LATE_LIST_PAGES + (plan.pageSize === null ? 0 : Math.ceil(LATE_LIST_RECORDS / plan.pageSize))
  const patienceMs = RECOVERY_MS + (watchedFolder ? FILE_WAIT_MS : 0) + pageCount * plan.jitterMs
  for (let waitedMs = 0; busyReasons.length > 0 && waitedMs < patienceMs; waitedMs += 2_000) {
    await timeline.run(2_000)
    // The answer to an earlier request may refuse the key, or demand a long pause, after the user refreshed. Then the
    // user refreshes once more. If a later list succeeds, only the waiting outbox entry shows the refusal.
    const connection = desktop.getDatabase()
    const isRefused = ['key-rejected', 'rate-limited'].includes((await loadStatus()).state)
    if (!isRefusedLate && (isRefused || (connection && hasWorkWaitingForKey(connection)))) {
      isRefusedLate = true
      await view.call('sync.refresh', {})
    }
    busyReasons = connection ? listBusyReasons(connection, sweepIdsBefore) : busyReasons
  }
  return [...stateProblems, ...busyReasons]
}

type Raw = Parameters<typeof readRows>[0]

/** Whether outbox entries or uploads wait because the key was refused. They wait until the user acts. */
function hasWorkWaitingForKey(raw: Raw): boolean {
  const [waitingForKey] = readRows<{ n: number }>(
    raw,
    `SELECT (SELECT count(*) FROM main.outbox WHERE state = 'PENDING' AND error LIKE '%api/unauthorized%')
       + (SELECT count(*) FROM main.upload WHERE state IN ('QUEUED', 'BLOB', 'PUT_OK', 'UNSURE') AND error LIKE '%api/unauthorized%') AS n`,
  )
  return (waitingForKey?.n ?? 0) > 0
}

export function readSweepIds(raw: Raw): Map<string, number> {
  return new Map(
    readRows<{ kind: string; id: number }>(raw, 'SELECT kind, max(id) AS id FROM mirror.sweep GROUP BY kind').map(
      ({ kind, id }) => [kind, id],
    ),
  )
}

export function listBusyReasons(raw: Raw, sweepIdsBefore: Map<string, number>): string[] {
  const completeIds = new Map(
    readRows<{ kind: string; id: number }>(
      raw,
      `SELECT kind, max(id) AS id FROM mirror.sweep WHERE state = 'COMPLETE' GROUP BY kind`,
    ).map(({ kind, id }) => [kind, id]),
  )
  const counts = readRows<{ name: string; n: number }>(
    raw,
    `SELECT 'unfinished requests' AS name, count(*) AS n FROM main.outbox WHERE state IN ('PENDING', 'SENDING', 'ACKED')
     UNION ALL SELECT 'unfinished files', count(*) FROM main.sighting WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') AND coalesce(error, '') NOT LIKE '%documents/empty%'
     UNION ALL SELECT 'unfinished uploads', count(*) FROM main.upload WHERE state IN ('QUEUED', 'BLOB', 'PUT_OK', 'UNSURE')
     UNION ALL SELECT 'files to be moved', count(*) FROM main.sighting s JOIN main.upload u USING (sha256, gen) WHERE s.post IN ('NONE', 'PLANNED') AND u.document_id IS NOT NULL
     UNION ALL SELECT 'timelines due', count(*) FROM mirror.event_due
     UNION ALL SELECT 'records due', count(*) FROM mirror.record_due
     UNION ALL SELECT 'records missed', count(*) FROM mirror.seen WHERE missing_count >= 2 AND gone_since IS NULL`,
  )
  return [
    ...sweepKinds
      .filter((kind) => kind !== 'request_fields')
      .filter((kind) => (completeIds.get(kind) ?? 0) <= (sweepIdsBefore.get(kind) ?? 0))
      .map((kind) => `no complete sweep of ${kind}`),
    ...counts.filter(({ n }) => n > 0).map(({ name, n }) => `${n} ${name}`),
  ]
}

async function readFinalState(
  world: World,
  view: View,
  idleProblems: string[],
): Promise<FinalState | { failure: string }> {
  const { desktop, service, user } = world
  const raw = desktop.getDatabase()
  if (!raw) return { failure: 'the program wrote nothing' }
  return {
    world,
    raw,
    status: await view.call('sync.status', {}),
    shownRequests: await readShownRequests(view, user),
    documents: world.watchedFolder ? service.listDocuments() : [],
    serviceWrites: [],
    idleProblems,
    ...readService(service),
  }
}

/** Returns the row that the view shows for each saved request. */
export async function readShownRequests(view: View, { orders }: User): Promise<FinalState['shownRequests']> {
  const shownRequests = new Map<string, RequestRow | null>()
  for (const { id } of orders) if (id !== null) shownRequests.set(id, await readRequestRow(view, id))
  return shownRequests
}

export function readService(service: SimService): ServiceState {
  const [containers, shipments, requests] = [
    service.listAll('/containers?page[size]=100'),
    service.listAll('/shipments?page[size]=100'),
    service.listAll('/tracking_requests?page[size]=100'),
  ]
  const definitions = service.listAll('/custom_field_definitions?page[size]=100')
  const options = definitions.flatMap(({ id }) => service.listAll(`/custom_field_definitions/${id}/options`))
  const [otherRecords, fieldValues] = [
    [...definitions, ...options, ...service.listAll('/parties?page[size]=100')],
    service.listAll('/custom_fields?page[size]=100'),
  ]
  return { containers, shipments, requests, otherRecords, fieldValues, log: service.loadLog() }
}

async function readRequestRow(view: View, id: string): Promise<RequestRow | null> {
  try {
    return await view.call('tracking.get', { id })
  } catch (error) {
    if (error instanceof AppError && error.code === 'tracking/unknown') return null
    throw error
  }
}
