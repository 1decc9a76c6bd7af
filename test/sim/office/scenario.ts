// Runs one office world. Faults occur for the duration of the plan and then end. The desktops get time to become idle,
// and then the oracles check what the service, the office and each desktop have.
import { type Connection, openReader } from '#engine/db/open.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { createRandom } from '../random.ts'
import { databasesAreIntact, rowsMatchRecords } from '../oracles/files.ts'
import {
  type SeenChange,
  SEEN_CHANGES,
  historyIsComplete,
  mirrorsAreEqual,
  officeEqualsMirror,
  officeStaysWithinLimit,
  reportedZonesAreKnown,
} from '../oracles/office.ts'
import { savedEditsAreNotLost } from '../oracles/edits.ts'
import { noRequestTakesTooLong } from '../oracles/limits.ts'
import {
  existingFieldValuesAreShown,
  mirrorEqualsService,
  nothingIsHidden,
  timelinesAreComplete,
} from '../oracles/mirror.ts'
import { type DesktopCheck, type DesktopState, readRows } from '../oracles/oracle.ts'
import {
  ownRequestsAreNoDuplicates,
  requestsAreSentOnce,
  savedRequestsAreNotLost,
  userDecisionsAreKept,
} from '../oracles/requests.ts'
import type { EditHistory } from '../record-edits.ts'
import {
  type AddViolations,
  type ScenarioOptions,
  type Violation,
  listBusyReasons,
  readService,
  readShownRequests,
  readSweepIds,
  removeFiles,
  superviseWorld,
} from '../scenario.ts'
import { type OfficeFaults, startOfficeFaults } from './faults.ts'
import { type OfficeFault, type OfficePlan, createOfficePlan } from './plan.ts'
import { type OfficeDesktop, type OfficeWorld, SPACE, createOfficeWorld, readLeader } from './world.ts'

export type OfficeResult = {
  seed: string
  hash: string
  violations: Violation[]
  faults: Partial<Record<OfficeFault, number>>
  /** The number of leases. */
  leases: number
  changes: number
  /** The most requests of the office within 60 s. */
  maxRolling: number
  events: number
  simulatedMs: number
  cpuMs: number
  trace: string[]
}

export function runOfficeScenario(seed: string, desktops: number, options: ScenarioOptions): Promise<OfficeResult> {
  return runOfficePlan(createOfficePlan(seed, desktops, createRandom(`${seed}/plan`)), seed, options)
}

/** `script` schedules actions in addition to the plan. It is called once, after the first start of the programs. */
export async function runOfficePlan(
  plan: OfficePlan,
  seed: string,
  options: ScenarioOptions,
  script: (world: OfficeWorld) => void = () => undefined,
): Promise<OfficeResult> {
  const startedAt = process.threadCpuUsage()
  const world = await createOfficeWorld({ seed, plan, ...options })
  const { violations, addViolations, stop } = superviseWorld(seed, world.bugs)
  try {
    const { faults, seen } = await play(world, script)
    await judge(world, seen, addViolations)
    const result = await createResult(world, violations, faults)
    const { user, system } = process.threadCpuUsage(startedAt)
    return { ...result, cpuMs: (user + system) / 1000 }
  } finally {
    stop()
    for (const { desktop } of world.desktops) removeFiles(desktop)
    world.close()
  }
}

async function createResult(
  { seed, trace, timeline, model, service }: OfficeWorld,
  violations: Violation[],
  { counts }: OfficeFaults,
): Promise<Omit<OfficeResult, 'cpuMs'>> {
  const [row] = await model.owner.query<{ fence: number; changes: number }>(
    'SELECT fence, (SELECT count(*) FROM office.change) AS changes FROM office.lease WHERE space = $1',
    [SPACE],
  )
  return {
    seed,
    hash: trace.hash(),
    violations,
    faults: Object.fromEntries(counts),
    leases: row?.fence ?? 0,
    changes: row?.changes ?? 0,
    maxRolling: service.loadLog().buckets.general.largest,
    events: timeline.events(),
    simulatedMs: timeline.now(),
    trace: trace.lines(),
  }
}

async function play(world: OfficeWorld, script: (world: OfficeWorld) => void) {
  const { desktops, timeline, plan } = world
  const seen = new Map<string, SeenChange>()
  for (const { desktop } of desktops) desktop.start()
  script(world)
  recordChanges(world, seen)
  const faults = startOfficeFaults(world)
  await timeline.run(plan.durationMs)
  endFaults(world, faults)
  return { faults, seen }
}

function endFaults(world: OfficeWorld, faults: OfficeFaults): void {
  const { desktops, networkFaults, service, logEvent } = world
  logEvent('all faults end')
  world.areFaultsOver = true
  faults.stop()
  networkFaults.stop()
  for (const { desktop, user } of desktops) {
    user.stop()
    desktop.preventCrashes()
    desktop.start()
  }
  service.freeze()
}

const RECORD_EVERY_MS = 5_000

/** Records every change in the history of a desktop. */
function recordChanges(world: OfficeWorld, seen: Map<string, SeenChange>): void {
  const lastIds = new Map<OfficeDesktop, number>()
  const record = () => {
    for (const desk of world.desktops) {
      const raw = desk.desktop.getDatabase()
      const rows = raw ? readRows<SeenChange & { id: number }>(raw, SEEN_CHANGES, lastIds.get(desk) ?? 0) : []
      for (const { id, ...change } of rows) {
        seen.set(change.uid, change)
        lastIds.set(desk, Math.max(lastIds.get(desk) ?? 0, id))
      }
    }
    world.timeline.after(RECORD_EVERY_MS, record)
  }
  record()
}

const REST_MS = 30 * 60_000
const STEP_MS = 2_000

/** Waits until a leader has read everything and all desktops have it. Returns the reasons if that takes too long. */
async function waitUntilIdle(world: OfficeWorld): Promise<string[]> {
  const { timeline, desktops } = world
  const sweepIdsBefore = new Map<OfficeDesktop, Map<string, number>>()
  let reasons: string[] = []
  for (let waitedMs = 0; waitedMs < REST_MS; waitedMs += STEP_MS) {
    await timeline.run(STEP_MS)
    const login = await readLeader(world)
    const leader = desktops.find(({ name }) => name === login)
    const raw = leader?.desktop.getDatabase()
    const view = leader?.desktop.getView()
    reasons = ['no desktop leads']
    if (!leader || !raw || !view || (await view.call('sync.status', {})).state === 'office-away') continue
    const sweepIds = sweepIdsBefore.get(leader) ?? readSweepIds(raw)
    if (!sweepIdsBefore.has(leader)) {
      sweepIdsBefore.set(leader, sweepIds)
      // A desktop that leads no more passes it on and waits, while the time of the world stands still. A new leader may
      // refuse it as busy, so it is asked again, as a user would.
      view.call('sync.refresh', {}).catch(() => sweepIdsBefore.delete(leader))
    }
    reasons = [...listBusyReasons(raw, sweepIds), ...(await listFollowerReasons(world, leader))]
    if (reasons.length === 0) return []
  }
  return reasons
}

/** What the other desktops still have to do. */
async function listFollowerReasons({ desktops, model }: OfficeWorld, leader: OfficeDesktop): Promise<string[]> {
  const [counter] = await model.owner.query<{ seq: number }>(
    `SELECT seq FROM office.counter WHERE space = $1 AND feed = 'mirror'`,
    [SPACE],
  )
  return desktops.flatMap((desk) => {
    const raw = desk.desktop.getDatabase()
    if (!raw || !desk.desktop.getView()) return [`${desk.name} does not run`]
    const [row] = readRows<{ cursor: number; setBack: number | null; marks: number; waiting: number }>(
      raw,
      `SELECT (SELECT seq FROM mirror.office_cursor WHERE name = 'feed') AS cursor,
         (SELECT seq FROM mirror.office_cursor WHERE name = 'set-back' AND seq > 0) AS setBack,
         (SELECT count(*) FROM mirror.office_out) + (SELECT count(*) FROM mirror.office_change_out) AS marks,
         (SELECT count(*) FROM main.outbox WHERE state IN ('PENDING', 'SENDING', 'ACKED')) AS waiting`,
    )
    return [
      ...(row?.cursor === counter?.seq ? [] : [`${desk.name} has row ${row?.cursor} of ${counter?.seq}`]),
      ...(row?.setBack === null ? [] : [`${desk.name} waits for what the office lost`]),
      ...(desk !== leader || row?.marks === 0 ? [] : [`${desk.name} has ${row?.marks} marks`]),
      ...(row?.waiting === 0 ? [] : [`${row?.waiting} requests of ${desk.name} wait`]),
    ]
  })
}

/** Checks that run for each desktop. */
const DESKTOP_CHECKS: { id: string; check: DesktopCheck }[] = [
  { id: '4-saved', check: savedRequestsAreNotLost },
  { id: '4-once', check: ownRequestsAreNoDuplicates },
  { id: '4-decisions', check: userDecisionsAreKept },
  { id: '4-edits', check: savedEditsAreNotLost },
  { id: '9-mirror', check: mirrorEqualsService },
  { id: '9-hidden', check: nothingIsHidden },
  { id: '9-values', check: existingFieldValuesAreShown },
  { id: '9-events', check: timelinesAreComplete },
]

async function judge(world: OfficeWorld, seen: Map<string, SeenChange>, addViolations: AddViolations): Promise<void> {
  const idleProblems = await waitUntilIdle(world)
  addViolations('7-rest', ...idleProblems)
  addViolations('0-bugs', ...world.bugs)
  addViolations('6-wait', ...noRequestTakesTooLong({ world }))
  const states = await readStates(world)
  addViolations('10-limit', ...states.slice(0, 1).flatMap(({ log }) => officeStaysWithinLimit(log)))
  for (const { id, check } of DESKTOP_CHECKS)
    addViolations(id, ...states.flatMap((state) => check(state).map((what) => `${state.name}: ${what}`)))
  const [first] = states
  if (first) {
    const orders = world.desktops.flatMap(({ user }) => user.orders)
    const user = { ...first.world.user, orders }
    const problems = requestsAreSentOnce({ ...first, world: { ...first.world, user } })
    // A task that the office lost may have been sent, so its search finds the request of another order of the number.
    const isSetBack = world.plan.faults.includes('set-back')
    addViolations('4-once', ...problems.filter((what) => !isSetBack || !what.includes('claim the request')))
  }
  await giveUpEdits(world)
  const problems = idleProblems.length === 0 ? await waitUntilIdle(world) : []
  addViolations('7-rest', ...problems)
  if (idleProblems.length + problems.length === 0) await judgeMirrors(world, seen, addViolations)
  for (const { desktop } of world.desktops) await endDesktop(world, desktop)
  for (const { desktop, name } of world.desktops) {
    addViolations('8-files', ...databasesAreIntact(desktop.getFolder()).map((what) => `${name}: ${what}`))
    addViolations('9-rows', ...rowsMatchRecords(desktop.getFolder()).map((what) => `${name}: ${what}`))
  }
}

/** A desktop shows its own edits in place of other values until its user decides. */
async function giveUpEdits({ desktops }: OfficeWorld): Promise<void> {
  for (const { desktop } of desktops) {
    const view = desktop.getView()
    if (!view) continue
    const { rows } = await view.call('edits.list', { target: null })
    for (const { id, state } of rows)
      if (state === 'conflict' || state === 'refused') await view.call('edits.resolve', { id, keep: 'theirs' })
  }
}

async function endDesktop({ timeline }: OfficeWorld, desktop: OfficeDesktop['desktop']): Promise<void> {
  let isOver = false
  void desktop.quit().finally(() => {
    isOver = true
  })
  await timeline.runUntil(() => isOver, REST_MS)
}

async function judgeMirrors(
  { desktops, model }: OfficeWorld,
  seen: Map<string, SeenChange>,
  addViolations: AddViolations,
): Promise<void> {
  const mirrors: { name: string; connection: Connection }[] = desktops.map(({ name, desktop }) => ({
    name,
    connection: openReader(
      desktop.getFolder(),
      momentSetup,
      () => undefined,
      () => undefined,
    ),
  }))
  try {
    const named = mirrors.map(({ name, connection: { db } }) => ({ name, db }))
    addViolations('10-mirrors', ...mirrorsAreEqual(named))
    addViolations('10-zones', ...named.flatMap(reportedZonesAreKnown))
    const [first] = named
    if (!first) return
    addViolations('10-office', ...(await officeEqualsMirror(model, first.db)))
    addViolations('10-history', ...historyIsComplete(first.db, seen.values()))
  } finally {
    for (const { connection } of mirrors) connection.close()
  }
}

type NamedState = DesktopState & { name: string }

/** The last edit of each value at the service by a colleague of any user. */
function mergeColleagueEdits(desktops: readonly OfficeDesktop[]): EditHistory['colleagueEdits'] {
  const edits = desktops.flatMap(({ user }) => [...user.editHistory.colleagueEdits])
  return new Map(edits.sort(([, a], [, b]) => a.atMs - b.atMs))
}

async function readStates({ desktops, service, serviceWrites }: OfficeWorld): Promise<NamedState[]> {
  const serviceState = readService(service)
  const states: NamedState[] = []
  const colleagueEdits = mergeColleagueEdits(desktops)
  for (const { name, desktop, user } of desktops) {
    const [view, raw] = [desktop.getView(), desktop.getDatabase()]
    if (!view || !raw) continue
    states.push({
      name,
      world: { user: { ...user, editHistory: { ...user.editHistory, colleagueEdits } }, service, watchedFolder: null },
      raw,
      status: await view.call('sync.status', {}),
      shownRequests: await readShownRequests(view, user),
      documents: [],
      serviceWrites,
      ...serviceState,
    })
  }
  return states
}
