// Simulates one day of a thousand containers with the preset Standard, and lists the pop-ups with their times and
// texts. Checks their number, the quiet hours, and that each urgent container is named.
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import type { Alert, PopUp } from '#contract/alerts.ts'
import { describePopUp } from '#words/alert-words.ts'
import { en } from '#words/alert-words/en.ts'
import { dateInZone, daysBetween } from '#engine/outside/calendar.ts'
import { createRandom } from './random.ts'
import type { View } from './desktop.ts'
import { createTemplateFolder, createWorkFolder } from './volume.ts'
import { type Plan, createPlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type Day = {
  seed: string
  containers: number
  /** `at` is the time in the home zone. `isQuiet`: the pop-up appeared in quiet hours. */
  popUps: { at: string; isQuiet: boolean; title: string; body: string }[]
  alerts: number
  outsideQuiet: number
  /** The number of containers with severity 1 during the day, and the numbers of those that no pop-up named. */
  urgent: number
  unnamed: string[]
  violations: { oracle: string; what: string }[]
}

const DEFAULT_CONTAINERS = 1_000
const MAX_POP_UPS = 15
const CONFIRM_AFTER_DAYS = 14
const HOUR_MS = 3_600_000
/** The engine reads the service for the first time on the evening before. */
const FIRST_EVENING_MS = 12 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
const ZONE = 'America/New_York'
/** Thursday 18:00 in `ZONE`, so that the next day is a working day. */
const START_MS = Date.UTC(2026, 10, 19, 23)

type ShownPopUp = { atMs: number; popUp: PopUp }

export async function simulateStandardDay(seed: string, containers = DEFAULT_CONTAINERS): Promise<Day> {
  const workFolder = createWorkFolder()
  const templateFolder = join(workFolder, 'first')
  createTemplateFolder(templateFolder)
  const plan: Plan = {
    ...createPlan('T5', seed, createRandom(`${seed}/plan`)),
    containers,
    startMs: START_MS,
    speed: 1,
    faultPeriods: null,
    events: [],
    crashIntervalPoints: null,
    jitterMs: 0,
    pageSize: null,
    userIntervalMs: HOUR_MS,
    orderShare: 0,
    hasRereadStorms: false,
    clerk: null,
    terminalIntervalMs: null,
  }
  const world = createWorld({ seed, plan, workFolder, templateFolder })
  const shownPopUps: ShownPopUp[] = []
  try {
    world.desktop.start()
    await world.timeline.runUntil(() => world.desktop.getView() !== null, HOUR_MS)
    const view = world.desktop.getView()
    if (!view) throw new Error('the program did not start')
    await applyStandardPreset(view)
    confirmPopUps(world, view, shownPopUps)
    await world.timeline.run(FIRST_EVENING_MS)
    const fromMs = readNowMs(world)
    await world.timeline.run(DAY_MS)
    return await evaluateDay(
      world,
      view,
      shownPopUps.filter(({ atMs }) => atMs >= fromMs),
      fromMs,
    )
  } finally {
    world.desktop.getVolume()?.delete()
    world.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
}

const readNowMs = ({ plan, timeline, computer }: World) => plan.startMs + timeline.now() + computer.getSkippedMs()

async function applyStandardPreset(view: View): Promise<void> {
  await view.call('settings.set', { ...(await view.call('settings.get', {})), homeZone: ZONE })
  await view.call('alerts.changeRules', { preset: 'standard' })
}

/** Records each pop-up and reports it as shown, as a desktop does. */
function confirmPopUps(world: World, view: View, shownPopUps: ShownPopUp[]): void {
  view.on('alerts.raised', (popUp) => {
    shownPopUps.push({ atMs: readNowMs(world), popUp })
    void view.call('alerts.report', { id: popUp.id, outcome: 'shown', reason: null })
  })
}

/** Whether the time is in the quiet hours of Standard. It is written again here, to check the engine's own rule. */
function isQuiet(atMs: number): boolean {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: ZONE,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const time = `${parts.hour ?? ''}:${parts.minute ?? ''}`
  return time >= '19:00' || time < '06:30' || ['Sat', 'Sun'].includes(parts.weekday ?? '')
}

function formatClock(atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
}

async function evaluateDay(world: World, view: View, shownPopUps: ShownPopUp[], fromMs: number): Promise<Day> {
  const popUps = shownPopUps.map(({ atMs, popUp }) => ({
    at: formatClock(atMs),
    isQuiet: isQuiet(atMs),
    ...describePopUp(popUp, en),
  }))
  const alerts: Alert[] = []
  for (let offset = 0; ; offset += 500) {
    const { rows } = await view.call('alerts.list', { filter: { scope: 'all' }, window: { offset, limit: 500 } })
    alerts.push(...rows)
    if (rows.length < 500) break
  }
  const alertsOfDay = alerts.filter(({ raisedAt }) => Date.parse(raisedAt) >= fromMs)
  const urgentNumbers = await listUrgentNumbers(view)
  const popUpTexts = popUps
    .map(({ title, body }) => `${title}\n${body}`)
    .join('\n')
    .replaceAll(' ', '')
  const unnamed = urgentNumbers.filter((number) => !popUpTexts.includes(number))
  const outsideQuiet = popUps.filter((popUp) => !popUp.isQuiet).length
  const problems: [string, string][] = [
    ...(outsideQuiet > MAX_POP_UPS
      ? [['5-day', `${outsideQuiet} pop-ups outside of quiet hours`] as [string, string]]
      : []),
    ...popUps
      .filter((popUp) => popUp.isQuiet)
      .map(({ at, title }): [string, string] => ['5-day', `in quiet hours, ${at}: ${title}`]),
    ...unnamed.map((number): [string, string] => [
      '5-day',
      `${number} costs money or will tomorrow, and no pop-up named it`,
    ]),
    ...world.bugs.map((bug): [string, string] => ['0-bugs', bug]),
  ]
  return {
    seed: world.seed,
    containers: world.plan.containers,
    popUps,
    alerts: alertsOfDay.length,
    outsideQuiet,
    urgent: urgentNumbers.length,
    unnamed,
    violations: problems.slice(0, 20).map(([oracle, what]) => ({ oracle, what })),
  }
}

/** Lists the numbers of containers whose last free day has passed, but not by more than two weeks. */
async function listUrgentNumbers(view: View): Promise<string[]> {
  const { now } = await view.call('sync.status', {})
  const today = dateInZone(Date.parse(now), ZONE)
  const rows = []
  for (let offset = 0; ; offset += 500) {
    const page = (
      await view.call('containers.list', {
        filter: { scope: 'board', risks: ['past-last-free-day', 'last-free-day-today'] },
        sort: [],
        window: { offset, limit: 500 },
      })
    ).rows
    rows.push(...page)
    if (page.length < 500) break
  }
  // A container that became urgent in the evening gets its alert in the next morning. A date that is more than two
  // weeks old needs a confirmation by the user and raises no alert.
  return rows
    .filter(
      ({ lastFreeDay: { date } }) =>
        date !== null && today !== null && date < today && daysBetween(date, today) <= CONFIRM_AFTER_DAYS,
    )
    .map(({ number }) => number)
}
