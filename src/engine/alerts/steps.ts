// Computes when the steps towards a last free day are due, and which of their alerts remain. Pure: each check computes
// them from the date again. No timer holds state, so a step missed during sleep is found.
import { addDays, dateInZone, daysBetween, instantInZone, instantOf, isZone } from '../outside/calendar.ts'
import type { AlertState } from './store.ts'

export type StepRules = {
  leadDays: number
  /** A time in the home zone, such as `08:00`. */
  dayStart: string
  homeZone: string
}

export type StepKind = 'lfd-soon' | 'lfd-today' | 'lfd-past'

export type Step = {
  /** Part of the key: `T2`, `T0`, `OVER:2026-11-21`. */
  name: string
  kind: StepKind
  dueMs: number
}

/** The hour at which most terminals open. */
const TERMINAL_OPENS = '06:00'
/** A container whose date is long past and that is still at the terminal has its own band, `confirm`. */
export const MAX_DAYS_PAST = 14

/**
 * The later of the user's day start and the terminal's opening, on this calendar day at the terminal. If that day ends
 * before the user's day with the same date begins (a terminal far to the west), uses the user's day before: an alert
 * after the end of the last free day is useless.
 */
export function computeStepMs(day: string, zone: string | null, { dayStart, homeZone }: StepRules): number {
  const userZone = isZone(homeZone) ? homeZone : 'UTC'
  const placeZone = zone !== null && isZone(zone) ? zone : userZone
  const toMs = (date: string, clockTime: string, timeZone: string) => instantInZone(date, clockTime, timeZone) ?? 0
  const dayStartMs = toMs(day, dayStart, userZone)
  const isDayOver = (dateInZone(dayStartMs, placeZone) ?? day) > day
  return Math.max(
    toMs(day, TERMINAL_OPENS, placeZone),
    isDayOver ? toMs(addDays(day, -1), dayStart, userZone) : dayStartMs,
  )
}

export type Steps = {
  /** The most urgent one is last. For past days only the newest step is listed. */
  due: Step[]
  /** When the next step is due; null: never. */
  nextMs: number | null
}

export type Deadline = {
  date: string
  /** The zone in which its days are counted. */
  zone: string | null
  /** Before discharge, a past date is a data conflict, not a cost. */
  isRunning: boolean
}

export function computeSteps(deadline: Deadline, rules: StepRules, nowMs: number): Steps {
  const { date, zone, isRunning } = deadline
  const daysPast = daysBetween(date, getTodayAt(zone, rules, nowMs))
  if (daysPast > MAX_DAYS_PAST || (daysPast > 0 && !isRunning)) return { due: [], nextMs: null }
  const allSteps = [
    ...createStepsUntil(date, zone, rules),
    ...(isRunning ? createStepsAfter(date, zone, rules, daysPast) : []),
  ]
  const due = allSteps.filter(({ dueMs }) => dueMs <= nowMs)
  const pastSteps = due.filter(({ kind }) => kind === 'lfd-past')
  const laterMs = allSteps.filter(({ dueMs }) => dueMs > nowMs).map(({ dueMs }) => dueMs)
  const nextMs = laterMs.length === 0 ? null : Math.min(...laterMs)
  return { due: [...due.filter(({ kind }) => kind !== 'lfd-past'), ...pastSteps.slice(-1)], nextMs }
}

/** Uses the user's own zone if the zone is unknown. */
export function getTodayAt(zone: string | null, { homeZone }: Pick<StepRules, 'homeZone'>, nowMs: number): string {
  return (
    (zone === null ? null : dateInZone(nowMs, zone)) ?? dateInZone(nowMs, homeZone) ?? instantOf(nowMs).slice(0, 10)
  )
}

function createStepsUntil(date: string, zone: string | null, rules: StepRules): Step[] {
  return Array.from({ length: rules.leadDays + 1 }, (_, index) => rules.leadDays - index).map((days) => ({
    name: `T${days}`,
    kind: days === 0 ? 'lfd-today' : 'lfd-soon',
    dueMs: computeStepMsCached(addDays(date, -days), zone, rules),
  }))
}

/** Creates only the steps of the first day and of the days around today. */
function createStepsAfter(date: string, zone: string | null, rules: StepRules, daysPast: number): Step[] {
  const days = [...new Set([1, daysPast - 1, daysPast, daysPast + 1])]
    .filter((count) => count >= 1 && count <= MAX_DAYS_PAST)
    .toSorted((one, other) => one - other)
  return days.map((count) => {
    const day = addDays(date, count)
    return { name: `OVER:${day}`, kind: 'lfd-past', dueMs: computeStepMsCached(day, zone, rules) }
  })
}

const MAX_CACHED = 5_000
const instantCache = new Map<string, number>()

/** Hundreds of containers can share a day and a place. */
function computeStepMsCached(day: string, zone: string | null, rules: StepRules): number {
  const key = `${day} ${zone ?? ''} ${rules.dayStart} ${rules.homeZone}`
  let ms = instantCache.get(key)
  if (ms === undefined) {
    if (instantCache.size >= MAX_CACHED) instantCache.clear()
    instantCache.set(key, (ms = computeStepMs(day, zone, rules)))
  }
  return ms
}

/** A row of the alert centre about a step of one container. */
export type StepRow = {
  key: string
  state: AlertState
  dueMs: number
  raisedMs: number
  /** Null: not shown yet. */
  announcedMs: number | null
  isDone: boolean
}

export type StepPlan = {
  insert: { key: string; step: Step; state: 'PENDING' | 'SILENT' | 'INHIBITED' }[]
  /** Steps that are true again. They are shown if they were not shown before, or only before they were due. */
  revive: { key: string; step: Step; state: 'PENDING' | 'SILENT' | 'SHOWN' }[]
  /** Rows that waited past midnight: they stay open, and only the next step gets a pop-up. */
  silence: string[]
  /** Open rows that a newer step replaces. */
  inhibit: string[]
  cancel: string[]
}

export const createStepKey = (containerId: string, date: string, name: string) => `lfd:${containerId}:${date}:${name}`

const ACTIVE: readonly AlertState[] = ['PENDING', 'SHOWING', 'SHOWN', 'SILENT']

export type PlanInput = {
  containerId: string
  /** Null: there is nothing to show any more (the container was picked up or is gone, or there is no date). */
  date: string | null
  due: readonly Step[]
  nowMs: number
  /** The day of an instant where the days are counted. */
  getDay: (ms: number) => string
  /** For a new container, steps before the current one are never shown. */
  isNew?: boolean
}

/**
 * At most one row of the container stays open, so the same facts always give the same plan. From midnight until the
 * step of the day is due, the step of the day before stays open with the present facts, but gets no pop-up.
 */
export function planSteps(
  { containerId, date, due, nowMs, getDay, isNew = false }: PlanInput,
  rows: readonly StepRow[],
): StepPlan {
  const plan: StepPlan = { insert: [], revive: [], silence: [], inhibit: [], cancel: [] }
  const isOfEarlierDay = ({ dueMs }: { dueMs: number }) => getDay(dueMs) < getDay(nowMs)
  const createKey = (name: string) => createStepKey(containerId, date ?? '', name)
  const rowsOfDate = date === null ? [] : rows.filter(({ key }) => key.startsWith(createKey('')))
  // The other rows were raised with a clock that was ahead. Their steps will be due later.
  const dueRows = new Set(rowsOfDate.filter(({ dueMs }) => dueMs <= nowMs))
  const newestStep = due.at(-1)
  const currentKey = findNewestStepKey(
    newestStep === undefined ? null : { key: createKey(newestStep.name), dueMs: newestStep.dueMs },
    [...dueRows],
  )
  for (const row of rows) {
    if (row.isDone || !ACTIVE.includes(row.state)) continue
    if (!dueRows.has(row)) plan.cancel.push(row.key)
    else if (row.key !== currentKey) plan.inhibit.push(row.key)
    else if (row.state === 'PENDING' && isOfEarlierDay(row)) plan.silence.push(row.key)
  }
  const rowByKey = new Map(rows.map((row) => [row.key, row]))
  const checkedMs = isNew ? nowMs : Math.max(Number.NEGATIVE_INFINITY, ...rowsOfDate.map((row) => row.raisedMs))
  for (const step of due) {
    const openState = isOfEarlierDay(step) ? 'SILENT' : 'PENDING'
    const key = createKey(step.name)
    const row = rowByKey.get(key)
    // The step was due before the last check of this date: it was either shown then, or passed before the date was
    // known.
    if (!row && key !== currentKey && step.dueMs <= checkedMs) continue
    if (!row) plan.insert.push({ key, step, state: key === currentKey ? openState : 'INHIBITED' })
    else if (key === currentKey && isTrueAgain(row, nowMs, getDay))
      plan.revive.push({ key, step, state: wasAnnounced(row) ? 'SHOWN' : openState })
  }
  return plan
}

/**
 * The newest step, of those that are due and those that have a row. A row can be newer than all due steps, if the user
 * moved the start of the day since. A row that the user marked as done counts too: the steps before it stay closed.
 */
function findNewestStepKey(dueStep: Pick<StepRow, 'key' | 'dueMs'> | null, rows: readonly StepRow[]): string | null {
  const others = rows.filter(({ key, state }) => key !== dueStep?.key && ACTIVE.includes(state))
  const steps = [...(dueStep === null ? [] : [dueStep]), ...others]
  return steps.toSorted((one, other) => other.dueMs - one.dueMs)[0]?.key ?? null
}

/**
 * A covered step is the newest one again only if the step that covered it came from a clock that was ahead. If it was
 * never shown, it is shown if it is of today.
 */
function isTrueAgain(row: StepRow, nowMs: number, getDay: PlanInput['getDay']): boolean {
  const { state, raisedMs, isDone } = row
  if (state !== 'INHIBITED') return state === 'CANCELLED'
  return !isDone && (raisedMs > nowMs || wasAnnounced(row) || getDay(raisedMs) === getDay(nowMs))
}

/** A step that was shown before it was due does not count as shown. */
function wasAnnounced({ announcedMs, dueMs }: StepRow): boolean {
  return announcedMs !== null && announcedMs >= dueMs
}
