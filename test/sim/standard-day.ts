// One day with the preset Standard and a thousand containers: which pop-ups appear, when, and with which text. Judged
// by what the engine emitted and by the board at that time.
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import type { Alert, PopUp } from '#contract/alerts.ts'
import { describePopUp } from '#words/alert-words.ts'
import { en } from '#words/alert-words/en.ts'
import { dateInZone, daysBetween } from '#engine/outside/calendar.ts'
import { createChance } from './chance.ts'
import type { View } from './desktop.ts'
import { makeFirstFolder, makeWorkFolder } from './disk.ts'
import { type Plan, makePlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type Day = {
  seed: string
  containers: number
  /** With the text of the notification and the time in the home zone; silent ones are marked. */
  popUps: { at: string; isQuiet: boolean; title: string; body: string }[]
  alerts: number
  outsideQuiet: number
  /** Containers of severity 1 during the day, and those that no pop-up named. */
  urgent: number
  unnamed: string[]
  violations: { oracle: string; what: string }[]
}

const CONTAINERS = 1_000
const MAX_POP_UPS = 15
const CONFIRM_AFTER_DAYS = 14
const HOUR_MS = 3_600_000
/** The first reading is on the evening before. */
const EVENING_MS = 12 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
const ZONE = 'America/New_York'
/** Thursday 18:00 there; the next day is a working day. */
const START_MS = Date.UTC(2026, 10, 19, 23)

type Shown = { atMs: number; popUp: PopUp }

export async function simulateStandardDay(seed: string, containers = CONTAINERS): Promise<Day> {
  const workFolder = makeWorkFolder()
  const firstFolder = join(workFolder, 'first')
  makeFirstFolder(firstFolder)
  const plan: Plan = {
    ...makePlan('T5', seed, createChance(`${seed}/plan`)),
    containers,
    startMs: START_MS,
    speed: 1,
    spells: null,
    events: [],
    endsEvery: null,
    jitterMs: 0,
    pageSize: null,
    userEveryMs: HOUR_MS,
    orderShare: 0,
    isStormy: false,
    clerk: null,
    terminalEveryMs: null,
  }
  const world = createWorld({ seed, plan, workFolder, firstFolder })
  const shown: Shown[] = []
  try {
    world.desktop.start()
    await world.timeline.runUntil(() => world.desktop.view() !== null, HOUR_MS)
    const view = world.desktop.view()
    if (!view) throw new Error('the program did not start')
    await standard(view)
    listen(world, view, shown)
    await world.timeline.run(EVENING_MS)
    const fromMs = nowMs(world)
    await world.timeline.run(DAY_MS)
    return await judge(
      world,
      view,
      shown.filter(({ atMs }) => atMs >= fromMs),
      fromMs,
    )
  } finally {
    world.desktop.volume()?.drop()
    world.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
}

const nowMs = ({ plan, timeline, computer }: World) => plan.startMs + timeline.now() + computer.skippedMs()

async function standard(view: View): Promise<void> {
  await view.call('settings.set', { ...(await view.call('settings.get', {})), homeZone: ZONE })
  await view.call('alerts.changeRules', { preset: 'standard' })
}

/** Like a desktop: shown at once, and reported. */
function listen(world: World, view: View, shown: Shown[]): void {
  view.on('alerts.raised', (popUp) => {
    shown.push({ atMs: nowMs(world), popUp })
    void view.call('alerts.report', { id: popUp.id, outcome: 'shown', reason: null })
  })
}

/** The quiet hours of Standard, as a second definition. */
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

function clockOf(atMs: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
}

async function judge(world: World, view: View, shown: Shown[], fromMs: number): Promise<Day> {
  const popUps = shown.map(({ atMs, popUp }) => ({
    at: clockOf(atMs),
    isQuiet: isQuiet(atMs),
    ...describePopUp(popUp, en),
  }))
  const all: Alert[] = []
  for (let offset = 0; ; offset += 500) {
    const { rows } = await view.call('alerts.list', { filter: { scope: 'all' }, window: { offset, limit: 500 } })
    all.push(...rows)
    if (rows.length < 500) break
  }
  const ofDay = all.filter(({ raisedAt }) => Date.parse(raisedAt) >= fromMs)
  const urgent = await urgentContainers(view)
  const spoken = popUps
    .map(({ title, body }) => `${title}\n${body}`)
    .join('\n')
    .replaceAll(' ', '')
  const unnamed = urgent.filter((number) => !spoken.includes(number))
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
    alerts: ofDay.length,
    outsideQuiet,
    urgent: urgent.length,
    unnamed,
    violations: problems.slice(0, 20).map(([oracle, what]) => ({ oracle, what })),
  }
}

/** Containers that are past their last free day or on it now and since the morning, by the board. */
async function urgentContainers(view: View): Promise<string[]> {
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
  // What became urgent in the evening is alerted in the morning. A date more than two weeks past must be confirmed, and
  // counts separately.
  return rows
    .filter(
      ({ lastFreeDay: { date } }) =>
        date !== null && today !== null && date < today && daysBetween(date, today) <= CONFIRM_AFTER_DAYS,
    )
    .map(({ number }) => number)
}
