// Runs one seed: faults occur for a while and then end, the program gets time to recover, and the oracles judge.
import { rmSync } from 'node:fs'
import { AppError } from '#contract/errors.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { RequestRow } from '#contract/tracking.ts'
import { sweepKinds } from '#engine/mirror/kinds.ts'
import { createChance } from './chance.ts'
import type { View } from './desktop.ts'
import { startEvents } from './events.ts'
import { filesAreSound, rowsAreTheirRecords } from './oracles/files.ts'
import { ORACLES } from './oracles/index.ts'
import { type Scene, rowsOf } from './oracles/oracle.ts'
import { type Plan, type TestName, makePlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type Violation = { oracle: string; seed: string; what: string }

export type Result = {
  seed: string
  test: TestName
  hash: string
  violations: Violation[]
  refusals: number
  maxRolling: number
  /** Number of events, and of requests with a fault. */
  events: number
  mishaps: number
  simulatedMs: number
  cpuMs: number
  trace: string[]
}

export type ScenarioOptions = { workFolder: string; firstFolder: string; hasFullTrace?: boolean }

export function runScenario(test: TestName, seed: string, options: ScenarioOptions): Promise<Result> {
  return runPlan(makePlan(test, seed, createChance(`${seed}/plan`)), seed, options)
}

/**
 * `script`: actions at certain times, in addition to the plan. Called once, when the program starts for the first time.
 */
export async function runPlan(
  plan: Plan,
  seed: string,
  options: ScenarioOptions,
  script: (world: World) => void = () => undefined,
): Promise<Result> {
  const startedAt = process.threadCpuUsage()
  const world = createWorld({ seed, plan, ...options })
  const violations: Violation[] = []
  const add = (oracle: string, ...problems: string[]) => {
    for (const what of problems.slice(0, 3)) violations.push({ oracle, seed, what })
  }
  const listen = (error: unknown) => {
    world.bugs.push(`unhandled: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  process.on('unhandledRejection', listen)
  try {
    const scene = await story(world, script)
    if ('stuck' in scene) add('7-rest', scene.stuck)
    else {
      for (const oracle of ORACLES) add(oracle.id, ...oracle.check(scene))
      await world.desktop.quit()
      add('8-files', ...filesAreSound(world.desktop.folder()))
      add('9-rows', ...rowsAreTheirRecords(world.desktop.folder()))
    }
    add('9-current', ...[...world.staleLive])
    add('9-hidden', ...[...world.hidden].map((id) => `${id} was hidden for a while`))
    add('9-order', ...[...world.backwards].map((id) => `${id} went back to an older answer`))
    add('0-bugs', ...world.bugs)
    return resultOf(world, violations, startedAt)
  } finally {
    process.off('unhandledRejection', listen)
    world.desktop.volume()?.drop()
    rmSync(world.desktop.folder(), { recursive: true, force: true })
    world.close()
  }
}

function resultOf(world: World, violations: Violation[], startedAt: NodeJS.CpuUsage): Result {
  const { buckets } = world.service.log()
  const { seed, plan, trace, timeline, sky } = world
  const { user, system } = process.threadCpuUsage(startedAt)
  const mishaps = [...sky.counts.values()].reduce((sum, n) => sum + n, 0)
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
    mishaps,
    trace: trace.lines(),
  }
}

const PATIENCE_MS = 10 * 60_000
const UNSEEN_MS = 90_000
/** The engine waits for a file that disappeared from a share, and for one that is incomplete. */
const FILES_MS = 15 * 60_000
/** For the lists that are read last. */
const PAGES_IN_TURN = 5
/** Number of full pages of those lists. */
const RECORDS_IN_TURN = 20
/** The longest accepted Retry-After. */
const MAX_WAIT_MS = 602_000
/** The longest backoff, and a request that times out in it. */
const BACK_MS = 150_000
/** A sweep with a change, and the one after it; each page alternates with two other requests. */
const REQUESTS_PER_PAGE = 2 * 3

async function story(world: World, script: (world: World) => void): Promise<Scene | { stuck: string }> {
  const { plan, desktop, timeline } = world
  desktop.start()
  script(world)
  const stopEvents = startEvents(world)
  watchRows(world)
  await timeline.run(plan.durationMs)
  stopEvents()
  calm(world)
  const isUp = await timeline.runUntil(() => desktop.view() !== null, PATIENCE_MS)
  const view = desktop.view()
  if (!isUp || !view) return { stuck: 'the program did not start again' }
  const unrest = await comeToRest(world, view)
  return takeScene(world, view, unrest)
}

const LOOK_MS = 5_000

/** The screen must never miss a record of the service, which a later sweep would hide. */
function watchRows(world: World): void {
  const { desktop, timeline, hidden } = world
  const raw = desktop.raw()
  if (raw) watchOrder(world, raw)
  if (raw) watchState(world, raw)
  if (raw)
    for (const { id } of rowsOf<{ id: string }>(
      raw,
      `SELECT id FROM mirror.seen JOIN mirror.res USING (key) WHERE gone_since IS NOT NULL AND type <> 'custom_field'`,
    ))
      hidden.add(id)
  timeline.after(LOOK_MS, () => watchRows(world))
}

/** One second for the answer. */
const LATE_MS = 1_000

/** The board may be shown as live only if the last complete sweep ended no longer than two periods ago. */
function watchState({ desktop, staleLive }: World, raw: Raw): void {
  const view = desktop.view()
  if (!view) return
  const complete = rowsOf<{ startedAt: string; endedAt: string }>(
    raw,
    `SELECT started_at AS startedAt, ended_at AS endedAt FROM mirror.sweep WHERE kind = 'containers' AND state = 'COMPLETE' ORDER BY id DESC LIMIT 3`,
  )
  view.call('sync.status', {}).then(
    ({ state, now, pace }) => {
      const [last] = complete
      if (state !== 'live' || pace.everyS === null) return
      const tookMs = Math.min(...complete.map(({ startedAt, endedAt }) => Date.parse(endedAt) - Date.parse(startedAt)))
      const agoMs = Date.parse(now) - Date.parse(last?.endedAt ?? '')
      if (!(agoMs <= 2 * Math.max(pace.everyS * 1_000, tookMs) + LATE_MS))
        staleLive.add(
          `live at ${now}, and every container was last read ${last?.endedAt ?? 'never'}; a sweep is due every ${pace.everyS} s and takes ${Math.round(tookMs / 1_000)} s`,
        )
    },
    () => undefined,
  )
}

type Checked = { id: string; terminal: string | null; line: string | null }

/** The time of the last check of a source only increases; a row in which it decreases came from an older answer. */
function watchOrder({ checked, backwards }: World, raw: Raw): void {
  for (const { id, terminal, line } of rowsOf<Checked>(
    raw,
    'SELECT id, terminal_checked_at AS terminal, line_checked_at AS line FROM mirror.container_row',
  )) {
    const now = [terminal ?? '', line ?? '']
    const before = checked.get(id) ?? now
    if (now.some((time, i) => time < (before[i] ?? ''))) backwards.add(id)
    checked.set(id, now)
  }
}

/** No faults from here on. */
function calm({ desktop, sky, user, service, office, terminal, note }: World): void {
  note('calm')
  user.stop()
  office?.clerk.stop()
  terminal?.stop()
  sky.clear()
  desktop.spare()
  desktop.setUnplugged(false)
  desktop.setFull(false)
  desktop.setWatched(true)
  service.freeze()
  desktop.start()
}

/**
 * How long two sweeps take with the budget that other programs leave, on small pages. Pages are read one after the
 * other, and an answer takes half of `jitterMs` on average.
 */
function sweepsMs({ progress, incomplete, requests }: SyncStatus, { pageSize, jitterMs }: Plan): number {
  const pages = pageSize === null ? 1 : Math.ceil((progress?.total ?? incomplete?.total ?? 0) / pageSize)
  return Math.ceil((pages * REQUESTS_PER_PAGE * 60_000) / requests.allowed) + pages * jitterMs
}

async function comeToRest({ desktop, timeline, office, plan, note }: World, view: View): Promise<string[]> {
  // Changes without a file event are found by the next check of the folder.
  if (office) await timeline.run(UNSEEN_MS)
  const status = () => view.call('sync.status', {})
  const backMs = async () => BACK_MS + sweepsMs(await status(), plan)
  for (let waited = 0; (await status()).state !== 'live' && waited < (await backMs()); waited += 5_000)
    await timeline.run(5_000)
  const { state: before, nextTryAt, now } = await status()
  // Only the user can confirm a refused key; and a requested pause can take up to ten minutes.
  const isWaiting =
    ['rate-limited', 'incomplete'].includes(before) &&
    nextTryAt !== null &&
    Date.parse(nextTryAt) - Date.parse(now) <= MAX_WAIT_MS
  const unrest =
    before === 'live' || before === 'key-rejected' || isWaiting
      ? []
      : [`still ${before} after ${(await backMs()) / 1000} s without a fault`]
  note(`user refreshes (${before})`)
  const raw = desktop.raw()
  const last = raw ? sweepIds(raw) : new Map<string, number>()
  await view.call('sync.refresh', {})
  let restless = ['nothing was read']
  let isRefusedLate = false
  // Slow answers remain slow, and background lists are read page by page.
  const pagesInTurn = PAGES_IN_TURN + (plan.pageSize === null ? 0 : Math.ceil(RECORDS_IN_TURN / plan.pageSize))
  const patienceMs = PATIENCE_MS + (office ? FILES_MS : 0) + pagesInTurn * plan.jitterMs
  for (let waited = 0; restless.length > 0 && waited < patienceMs; waited += 2_000) {
    await timeline.run(2_000)
    // The answer to an earlier request may refuse the key or ask for a long pause after the user refreshed. The user
    // refreshes once more. If the next list is answered with the same key, only the order shows the refusal.
    const connection = desktop.raw()
    const isRefused = ['key-rejected', 'rate-limited'].includes((await status()).state)
    if (!isRefusedLate && (isRefused || (connection && isHeldByKey(connection)))) {
      isRefusedLate = true
      await view.call('sync.refresh', {})
    }
    restless = connection ? restlessness(connection, last) : restless
  }
  return [...unrest, ...restless]
}

type Raw = Parameters<typeof rowsOf>[0]

/** Orders and files wait after a refused key until the user acts. */
function isHeldByKey(raw: Raw): boolean {
  const [held] = rowsOf<{ n: number }>(
    raw,
    `SELECT (SELECT count(*) FROM main.outbox WHERE state = 'PENDING' AND error LIKE '%api/unauthorized%')
       + (SELECT count(*) FROM main.upload WHERE state IN ('QUEUED', 'BLOB', 'PUT_OK', 'UNSURE') AND error LIKE '%api/unauthorized%') AS n`,
  )
  return (held?.n ?? 0) > 0
}

function sweepIds(raw: Raw): Map<string, number> {
  return new Map(
    rowsOf<{ kind: string; id: number }>(raw, 'SELECT kind, max(id) AS id FROM mirror.sweep GROUP BY kind').map(
      ({ kind, id }) => [kind, id],
    ),
  )
}

function restlessness(raw: Raw, before: Map<string, number>): string[] {
  const done = new Map(
    rowsOf<{ kind: string; id: number }>(
      raw,
      `SELECT kind, max(id) AS id FROM mirror.sweep WHERE state = 'COMPLETE' GROUP BY kind`,
    ).map(({ kind, id }) => [kind, id]),
  )
  const counts = rowsOf<{ name: string; n: number }>(
    raw,
    `SELECT 'orders on their way' AS name, count(*) AS n FROM main.outbox WHERE state IN ('PENDING', 'SENDING', 'ACKED')
     UNION ALL SELECT 'files on their way', count(*) FROM main.sighting WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') AND coalesce(error, '') NOT LIKE '%documents/empty%'
     UNION ALL SELECT 'uploads on their way', count(*) FROM main.upload WHERE state IN ('QUEUED', 'BLOB', 'PUT_OK', 'UNSURE')
     UNION ALL SELECT 'files to be moved', count(*) FROM main.sighting s JOIN main.upload u USING (sha256, gen) WHERE s.post IN ('NONE', 'PLANNED') AND u.document_id IS NOT NULL
     UNION ALL SELECT 'timelines due', count(*) FROM mirror.event_due
     UNION ALL SELECT 'records due', count(*) FROM mirror.record_due
     UNION ALL SELECT 'records missed', count(*) FROM mirror.seen WHERE missing_count >= 2 AND gone_since IS NULL`,
  )
  return [
    ...sweepKinds
      .filter((kind) => kind !== 'request_fields')
      .filter((kind) => (done.get(kind) ?? 0) <= (before.get(kind) ?? 0))
      .map((kind) => `no whole sweep of ${kind}`),
    ...counts.filter(({ n }) => n > 0).map(({ name, n }) => `${n} ${name}`),
  ]
}

async function takeScene(world: World, view: View, unrest: string[]): Promise<Scene | { stuck: string }> {
  const { desktop, service, user } = world
  const raw = desktop.raw()
  if (!raw) return { stuck: 'the program wrote nothing' }
  const shown = new Map<string, RequestRow | null>()
  for (const { id } of user.orders) if (id !== null) shown.set(id, await rowOf(view, id))
  const status = await view.call('sync.status', {})
  const log = service.log()
  const [containers, shipments, requests] = [
    service.all('/containers?page[size]=100'),
    service.all('/shipments?page[size]=100'),
    service.all('/tracking_requests?page[size]=100'),
  ]
  const definitions = service.all('/custom_field_definitions?page[size]=100')
  const options = definitions.flatMap(({ id }) => service.all(`/custom_field_definitions/${id}/options`))
  const [others, values] = [
    [...definitions, ...options, ...service.all('/parties?page[size]=100')],
    service.all('/custom_fields?page[size]=100'),
  ]
  return {
    world,
    raw,
    status,
    shown,
    containers,
    shipments,
    requests,
    others,
    values,
    documents: world.office ? service.documents() : [],
    log,
    unrest,
  }
}

async function rowOf(view: View, id: string): Promise<RequestRow | null> {
  try {
    return await view.call('tracking.get', { id })
  } catch (error) {
    if (error instanceof AppError && error.code === 'tracking/unknown') return null
    throw error
  }
}
