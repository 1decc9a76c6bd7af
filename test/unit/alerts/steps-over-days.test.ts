// At most one alert about the last free day of a container is open, over many days of random actions of the user, the
// service and the delivery of alerts.
import { expect, test } from 'vitest'
import { type StepRow, planSteps, computeSteps, getTodayAt } from '#engine/alerts/steps.ts'
import { createSeededRandom } from '#support/seeded.ts'

const LA = 'America/Los_Angeles'
const HOUR = 3_600_000
const START = Date.parse('2026-11-10T00:00:00Z')
const DATES = [null, '2026-11-14', '2026-11-15', '2026-11-20'] as const

type Event =
  | { kind: 'time'; hours: number }
  | { kind: 'date'; date: (typeof DATES)[number] }
  | { kind: 'show'; state: 'SHOWN' | 'SILENT' }
  | { kind: 'done' }
  | { kind: 'dayStart'; hour: number }
  | { kind: 'toggleClock' }

function drawEvent(random: () => number): Event {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  return pick<() => Event>([
    () => ({ kind: 'time', hours: 1 + Math.floor(random() * 40) }),
    () => ({ kind: 'time', hours: 1 + Math.floor(random() * 12) }),
    () => ({ kind: 'show', state: pick(['SHOWN', 'SILENT']) }),
    () => ({ kind: 'date', date: pick(DATES) }),
    () => ({ kind: 'done' }),
    () => ({ kind: 'dayStart', hour: 6 + Math.floor(random() * 9) }),
    () => ({ kind: 'toggleClock' }),
  ])()
}

const isOpen = ({ state, isDone }: StepRow) => !isDone && state !== 'INHIBITED' && state !== 'CANCELLED'

function createContainer() {
  const rows = new Map<string, StepRow>()
  let [nowMs, date, dayStart, isRunning] = [START, '2026-11-15' as (typeof DATES)[number], '08:00', true]
  const changeRow = (key: string, over: Partial<StepRow>) => {
    rows.set(key, { ...rows.get(key)!, ...over })
  }
  const openRows = () => [...rows.values()].filter(isOpen)
  const apply = (event: Event) => {
    if (event.kind === 'time') nowMs += event.hours * HOUR
    if (event.kind === 'date') date = event.date
    if (event.kind === 'dayStart') dayStart = `${String(event.hour).padStart(2, '0')}:00`
    if (event.kind === 'toggleClock') isRunning = !isRunning
    for (const { key, state } of openRows()) {
      if (event.kind === 'done') changeRow(key, { isDone: true })
      if (event.kind === 'show' && state === 'PENDING')
        changeRow(key, { state: event.state, announcedMs: event.state === 'SHOWN' ? nowMs : null })
    }
  }
  /** Plans and stores steps as the evaluator does. Returns the keys of the alerts that it opened. */
  const evaluate = () => {
    const rules = { leadDays: 2, dayStart, homeZone: LA }
    const { due } = date === null ? { due: [] } : computeSteps({ date, zone: LA, isRunning }, rules, nowMs)
    const planned = { containerId: 'c', date, due, nowMs, getDay: (at: number) => getTodayAt(LA, rules, at) }
    const plan = planSteps(planned, [...rows.values()])
    for (const { key, step, state } of plan.insert)
      rows.set(key, { key, state, dueMs: step.dueMs, raisedMs: nowMs, announcedMs: null, isDone: false })
    for (const key of plan.cancel) changeRow(key, { state: 'CANCELLED' })
    for (const key of plan.silence) changeRow(key, { state: 'SILENT' })
    for (const key of plan.inhibit) changeRow(key, { state: 'INHIBITED' })
    for (const { key, state } of plan.revive)
      changeRow(key, state !== 'PENDING' ? { state } : { state, raisedMs: nowMs, announcedMs: null, isDone: false })
    return [...plan.insert.filter(({ state }) => state !== 'INHIBITED'), ...plan.revive].map(({ key }) => key)
  }
  return { apply, evaluate, openRows }
}

const RUNS = 150
const EVENTS_PER_RUN = 40

test('at most one alert about the last free day of a container is open, and it is the newest', () => {
  let openedCount = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    const random = createSeededRandom(seed)
    const container = createContainer()
    const past: Event[] = []
    for (let n = 0; n < EVENTS_PER_RUN; n++) {
      past.push(drawEvent(random))
      container.apply(past.at(-1)!)
      const opened = container.evaluate()
      const open = container.openRows().map(({ key }) => key)
      const message = `seed ${seed}: ${JSON.stringify(past)}`
      expect(open.length, message).toBeLessThanOrEqual(1)
      if (opened.length > 0) expect(open, message).toEqual(opened)
      expect([container.evaluate(), container.openRows().map(({ key }) => key)], message).toEqual([[], open])
      openedCount += opened.length
    }
  }
  expect(openedCount, 'the events open many alerts').toBeGreaterThan(RUNS)
})
