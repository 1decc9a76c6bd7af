// Measures the time from a change at the service to the pop-up. The change is an earlier last free day, which is an
// urgent alert, and the account has no other changes.
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { type AlertChannel, AlertKind } from '#contract/alerts.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { type Random, createRandom } from './random.ts'
import type { View } from './desktop.ts'
import { createTemplateFolder, createWorkFolder } from './volume.ts'
import { readRows } from './oracles/oracle.ts'
import { type Plan, createPlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type NotificationDelay = {
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
/** At most six pop-ups appear in an hour, and further alerts are combined, so a day has only a few changes. */
const CHANGES_PER_DAY = 5
const DAY_COUNT = 8
const MAX_P95_S = { open: 20, tray: 75 }

export async function measureNotificationDelay(
  seed: string,
  containers: number,
  window: 'open' | 'tray',
): Promise<NotificationDelay> {
  const days: DayDelays[] = []
  for (let day = 0; day < DAY_COUNT; day++) days.push(await simulateDay(`${seed}/${day}`, containers, window))
  const waits = days.flatMap((day) => day.waits).sort((one, other) => one - other)
  const [changes, missed] = [
    days.reduce((sum, day) => sum + day.changes, 0),
    days.reduce((sum, day) => sum + day.missed, 0),
  ]
  const percentileS = (share: number) =>
    Math.round((waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? Number.POSITIVE_INFINITY) * 10) /
    10
  const problems = [
    ...(changes < (DAY_COUNT * CHANGES_PER_DAY) / 2 ? [`only ${changes} changes`] : []),
    ...(missed > 0 ? [`${missed} of ${changes} changes were in no pop-up`] : []),
    ...(percentileS(0.95) > MAX_P95_S[window] ? [`p95 is ${percentileS(0.95)} s with the window ${window}`] : []),
  ]
  return {
    seed,
    containers,
    window,
    changes,
    notified: waits.length,
    p50S: percentileS(0.5),
    p95S: percentileS(0.95),
    violations: problems.map((what) => ({ oracle: '5-reach', what })),
  }
}

type DayDelays = { waits: number[]; changes: number; missed: number }

async function simulateDay(seed: string, containers: number, window: 'open' | 'tray'): Promise<DayDelays> {
  const workFolder = createWorkFolder()
  const templateFolder = join(workFolder, 'first')
  createTemplateFolder(templateFolder)
  const plan: Plan = {
    ...createPlan('T27', seed, createRandom(`${seed}/plan`)),
    containers,
    speed: 1,
    faultPeriods: null,
    events: [],
    crashIntervalPoints: null,
    jitterMs: 0,
    pageSize: null,
    userIntervalMs: DAY_MS,
    orderShare: 0,
    hasRereadStorms: false,
    clerk: null,
    terminalIntervalMs: null,
  }
  const world = createWorld({ seed, plan, workFolder, templateFolder })
  try {
    world.desktop.start()
    await world.timeline.runUntil(() => world.desktop.getView() !== null, MINUTE_MS)
    const view = world.desktop.getView()
    if (!view) throw new Error('the program did not start')
    await enableOnlyEarlierDates(view)
    await world.timeline.run(10 * MINUTE_MS)
    const rows = await listDatedContainers(view)
    if (window === 'tray') world.desktop.setWindowOpen(false)
    return matchAlerts(world, await changeContainers(world, rows, createRandom(`${seed}/changes`)))
  } finally {
    world.desktop.getVolume()?.delete()
    world.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** Allows pop-ups only for earlier last free days, and at any hour, so that no other pop-up delays them. */
async function enableOnlyEarlierDates(view: View): Promise<void> {
  const channels = Object.fromEntries(
    AlertKind.options.map((kind) => [kind, kind === 'lfd-earlier' ? 'popup' : 'off']),
  ) as Record<AlertKind, AlertChannel>
  await view.call('alerts.changeRules', { preset: 'standard', channels, quiet: { isOn: false } })
}

async function changeContainers(
  world: World,
  rows: readonly ContainerRow[],
  random: Random,
): Promise<Map<string, number>> {
  const { service, timeline } = world
  const changeTimes = new Map<string, number>()
  for (const { id, lastFreeDay } of rows.slice(0, CHANGES_PER_DAY)) {
    await timeline.run(CHANGE_INTERVAL_MS + random.drawBetween(0, MINUTE_MS))
    const earlierDate = new Date(Date.parse(`${lastFreeDay.date ?? ''}T12:00:00Z`) - 2 * DAY_MS)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    service.editAsOtherUser(
      { type: 'container', id },
      {
        pickup_lfd: earlierDate,
        import_deadlines: {
          pickup_lfd_line: earlierDate,
          pickup_lfd_terminal: earlierDate,
          pickup_lfd_rail: earlierDate,
        },
      },
    )
    changeTimes.set(id, timeline.now())
  }
  await timeline.run(5 * MINUTE_MS)
  return changeTimes
}

/** Lists containers with a last free day. The latest is first, because it is not picked up during the measurement. */
async function listDatedContainers(view: View): Promise<ContainerRow[]> {
  const { rows } = await view.call('containers.list', {
    filter: { scope: 'board' },
    sort: [{ column: 'lastFreeDay', direction: 'desc' }],
    window: { offset: 0, limit: 200 },
  })
  return rows.filter(({ lastFreeDay }) => lastFreeDay.date !== null)
}

type TimedId = { id: string; at: string }

function matchAlerts({ desktop, plan }: World, changeTimes: Map<string, number>): DayDelays {
  const raw = desktop.getDatabase()
  if (!raw) throw new Error('the program does not run')
  // The engine emits a pop-up right after the commit, so `created_at` is the time of the notification.
  const popUpTimes = new Map(
    readRows<TimedId>(
      raw,
      `SELECT a.object_id AS id, min(p.created_at) AS at FROM main.alert a JOIN main.popup p ON p.id = a.popup_id WHERE a.kind = 'lfd-earlier' GROUP BY a.object_id`,
    ).map(({ id, at }) => [id, Date.parse(at)]),
  )
  const pickedUpIds = new Set(
    readRows<TimedId>(raw, `SELECT id, stopped_at AS at FROM mirror.container_row WHERE stopped_at IS NOT NULL`).map(
      ({ id }) => id,
    ),
  )
  const waits: number[] = []
  let missed = 0
  for (const [id, atMs] of changeTimes) {
    const announcedMs = popUpTimes.get(id)
    if (announcedMs !== undefined) waits.push((announcedMs - plan.startMs - atMs) / 1000)
    // A container that was picked up before an alert was possible raises none.
    else if (!pickedUpIds.has(id)) missed++
  }
  return { waits, changes: changeTimes.size, missed }
}
