// The time from a change at the service to the notification of the operating system, for urgent alerts: an earlier last
// free day, on an otherwise quiet account.
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { type AlertChannel, AlertKind } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { type Chance, createChance } from './chance.ts'
import type { View } from './desktop.ts'
import { makeFirstFolder, makeWorkFolder } from './disk.ts'
import { rowsOf } from './oracles/oracle.ts'
import { makePlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type Reach = {
  seed: string
  containers: number
  window: 'open' | 'tray'
  changes: number
  notified: number
  p50S: number
  p95S: number
  violations: { oracle: string; what: string }[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const CHANGE_INTERVAL_MS = 4 * MINUTE_MS
/** The number of changes in a day. After six pop-ups in an hour, less urgent alerts are summarized, so it is small. */
const CHANGES = 5
const DAYS = 8
const MAX_S = { open: 20, tray: 75 }

export async function measureReach(seed: string, containers: number, window: 'open' | 'tray'): Promise<Reach> {
  const days: OneDay[] = []
  for (let day = 0; day < DAYS; day++) days.push(await simulateDay(`${seed}/${day}`, containers, window))
  const waits = days.flatMap((day) => day.waits).sort((one, other) => one - other)
  const [changes, missed] = [
    days.reduce((sum, day) => sum + day.changes, 0),
    days.reduce((sum, day) => sum + day.missed, 0),
  ]
  const at = (share: number) =>
    Math.round((waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? Number.POSITIVE_INFINITY) * 10) /
    10
  const problems = [
    ...(changes < (DAYS * CHANGES) / 2 ? [`only ${changes} changes`] : []),
    ...(missed > 0 ? [`${missed} of ${changes} changes were in no pop-up`] : []),
    ...(at(0.95) > MAX_S[window] ? [`p95 is ${at(0.95)} s with the window ${window}`] : []),
  ]
  return {
    seed,
    containers,
    window,
    changes,
    notified: waits.length,
    p50S: at(0.5),
    p95S: at(0.95),
    violations: problems.map((what) => ({ oracle: '5-reach', what })),
  }
}

type OneDay = { waits: number[]; changes: number; missed: number }

async function simulateDay(seed: string, containers: number, window: 'open' | 'tray'): Promise<OneDay> {
  const workFolder = makeWorkFolder()
  const firstFolder = join(workFolder, 'first')
  makeFirstFolder(firstFolder)
  const plan = {
    ...makePlan('T27', seed, createChance(`${seed}/plan`)),
    containers,
    speed: 1,
    spells: null,
    events: [],
    endsEvery: null,
    jitterMs: 0,
    pageSize: null,
    userEveryMs: DAY_MS,
    orderShare: 0,
    isStormy: false,
    clerk: null,
    terminalEveryMs: null,
  }
  const world = createWorld({ seed, plan, workFolder, firstFolder })
  try {
    world.desktop.start()
    await world.timeline.runUntil(() => world.desktop.view() !== null, MINUTE_MS)
    const view = world.desktop.view()
    if (!view) throw new Error('the program did not start')
    await enableOnlyEarlierDates(view)
    await world.timeline.run(10 * MINUTE_MS)
    const rows = await listDatedContainers(view)
    if (window === 'tray') world.desktop.setWatched(false)
    return matchAlerts(world, await changeContainers(world, rows, createChance(`${seed}/changes`)))
  } finally {
    world.desktop.volume()?.drop()
    world.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** Allows pop-ups only for earlier last free days, at any hour, so that no other pop-up delays them. */
async function enableOnlyEarlierDates(view: View): Promise<void> {
  const channels = Object.fromEntries(
    AlertKind.options.map((kind) => [kind, kind === 'lfd-earlier' ? 'popup' : 'off']),
  ) as Record<AlertKind, AlertChannel>
  await view.call('alerts.changeRules', { preset: 'standard', channels, quiet: { isOn: false } })
}

async function changeContainers(
  world: World,
  rows: readonly ContainerRow[],
  chance: Chance,
): Promise<Map<string, number>> {
  const { service, timeline } = world
  const changed = new Map<string, number>()
  for (const { id, lastFreeDay } of rows.slice(0, CHANGES)) {
    await timeline.run(CHANGE_INTERVAL_MS + chance.between(0, MINUTE_MS))
    const earlier = new Date(Date.parse(`${lastFreeDay.date ?? ''}T12:00:00Z`) - 2 * DAY_MS)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    service.change(
      { type: 'container', id },
      {
        pickup_lfd: earlier,
        import_deadlines: { pickup_lfd_line: earlier, pickup_lfd_terminal: earlier, pickup_lfd_rail: earlier },
      },
    )
    changed.set(id, timeline.now())
  }
  await timeline.run(5 * MINUTE_MS)
  return changed
}

/** Lists containers with a last free day, the latest first, because they are not picked up during the measurement. */
async function listDatedContainers(view: View): Promise<ContainerRow[]> {
  const { rows } = await view.call('containers.list', {
    filter: { scope: 'board' },
    sort: [{ column: 'lastFreeDay', direction: 'desc' }],
    window: { offset: 0, limit: 200 },
  })
  return rows.filter(({ lastFreeDay }) => lastFreeDay.date !== null)
}

type TimedId = { id: string; at: string }

function matchAlerts({ desktop, plan }: World, changed: Map<string, number>): OneDay {
  const raw = desktop.raw()
  if (!raw) throw new Error('the program does not run')
  // The engine emits a pop-up right after the commit, so the time in the database is the time of the notification.
  const raised = new Map(
    rowsOf<TimedId>(
      raw,
      `SELECT a.object_id AS id, min(p.created_at) AS at FROM main.alert a JOIN main.popup p ON p.id = a.popup_id WHERE a.kind = 'lfd-earlier' GROUP BY a.object_id`,
    ).map(({ id, at }) => [id, Date.parse(at)]),
  )
  const out = new Set(
    rowsOf<TimedId>(raw, `SELECT id, stopped_at AS at FROM mirror.container_row WHERE stopped_at IS NOT NULL`).map(
      ({ id }) => id,
    ),
  )
  const waits: number[] = []
  let missed = 0
  for (const [id, atMs] of changed) {
    const announcedMs = raised.get(id)
    if (announcedMs !== undefined) waits.push((announcedMs - plan.startMs - atMs) / 1000)
    // A container that was picked up before an alert was possible raises none.
    else if (!out.has(id)) missed++
  }
  return { waits, changes: changed.size, missed }
}
