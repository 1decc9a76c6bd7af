// When the steps towards a last free day are due, and which rows of them are to stand. Pure: computed from the
// date each time it is looked at, so that no timer carries a meaning and a step missed while asleep is found.
import { addDays, dateInZone, daysBetween, instantInZone, instantOf, isZone } from '../outside/calendar.ts'
import type { AlertState } from './store.ts'

export type StepRules = {
  leadDays: number
  /** In the home zone, `08:00`. */
  dayStart: string
  homeZone: string
}

export type StepKind = 'lfd-soon' | 'lfd-today' | 'lfd-past'

export type Step = {
  /** As in its key: `T2`, `T0`, `OVER:2026-11-21`. */
  name: string
  kind: StepKind
  dueMs: number
}

/** Terminals begin their day about then. */
const TERMINAL_OPENS = '06:00'
/** Long past and still here is a matter of its own (band `confirm`). */
export const MOST_DAYS_PAST = 14

/**
 * The later of the user's day start and the terminal's opening, on this calendar day at the terminal. Where that day is
 * over before the user's of the same name begins (a terminal far to the west), the user's day before it counts: told
 * after it ended, a last free day is worth nothing.
 */
export function stepInstantMs(day: string, zone: string | null, { dayStart, homeZone }: StepRules): number {
  const home = isZone(homeZone) ? homeZone : 'UTC'
  const place = zone !== null && isZone(zone) ? zone : home
  const at = (date: string, clockTime: string, where: string) => instantInZone(date, clockTime, where) ?? 0
  const sameDay = at(day, dayStart, home)
  const isOver = (dateInZone(sameDay, place) ?? day) > day
  return Math.max(at(day, TERMINAL_OPENS, place), isOver ? at(addDays(day, -1), dayStart, home) : sameDay)
}

export type Steps = {
  /** Most urgent last. Of the days past only the newest: the others said the same. */
  due: Step[]
  /** When there will be more; null: never. */
  nextMs: number | null
}

export type Deadline = {
  date: string
  /** Its days are counted there. */
  zone: string | null
  /** Before discharge a date that is past is a conflict of data, not a cost. */
  isRunning: boolean
}

export function stepsOf(deadline: Deadline, rules: StepRules, nowMs: number): Steps {
  const { date, zone, isRunning } = deadline
  const daysPast = daysBetween(date, todayAt(zone, rules, nowMs))
  if (daysPast > MOST_DAYS_PAST || (daysPast > 0 && !isRunning)) return { due: [], nextMs: null }
  const all = [...ahead(date, zone, rules), ...(isRunning ? past(date, zone, rules, daysPast) : [])]
  const due = all.filter(({ dueMs }) => dueMs <= nowMs)
  const overs = due.filter(({ kind }) => kind === 'lfd-past')
  const next = all.filter(({ dueMs }) => dueMs > nowMs).map(({ dueMs }) => dueMs)
  const nextMs = next.length === 0 ? null : Math.min(...next)
  // In the night after it nothing that was due before is true any more, and what is comes in the morning.
  if (daysPast > 0 && overs.length === 0) return { due: [], nextMs }
  return { due: [...due.filter(({ kind }) => kind !== 'lfd-past'), ...overs.slice(-1)], nextMs }
}

/** A zone that is not known is the user's own. */
export function todayAt(zone: string | null, { homeZone }: Pick<StepRules, 'homeZone'>, nowMs: number): string {
  return (
    (zone === null ? null : dateInZone(nowMs, zone)) ?? dateInZone(nowMs, homeZone) ?? instantOf(nowMs).slice(0, 10)
  )
}

function ahead(date: string, zone: string | null, rules: StepRules): Step[] {
  return Array.from({ length: rules.leadDays + 1 }, (_, i) => rules.leadDays - i).map((days) => ({
    name: `T${days}`,
    kind: days === 0 ? 'lfd-today' : 'lfd-soon',
    dueMs: known(addDays(date, -days), zone, rules),
  }))
}

/** Around today only, and the first of them. */
function past(date: string, zone: string | null, rules: StepRules, daysPast: number): Step[] {
  const days = [...new Set([1, daysPast - 1, daysPast, daysPast + 1])]
    .filter((count) => count >= 1 && count <= MOST_DAYS_PAST)
    .toSorted((a, b) => a - b)
  return days.map((count) => {
    const day = addDays(date, count)
    return { name: `OVER:${day}`, kind: 'lfd-past', dueMs: known(day, zone, rules) }
  })
}

const MOST_KNOWN = 5_000
const instants = new Map<string, number>()

/** Hundreds of boxes share a day and a place. */
function known(day: string, zone: string | null, rules: StepRules): number {
  const name = `${day} ${zone ?? ''} ${rules.dayStart} ${rules.homeZone}`
  let ms = instants.get(name)
  if (ms === undefined) {
    if (instants.size >= MOST_KNOWN) instants.clear()
    instants.set(name, (ms = stepInstantMs(day, zone, rules)))
  }
  return ms
}

/** A row of the centre about a step of one container. */
export type StepRow = {
  key: string
  state: AlertState
  dueMs: number
  raisedMs: number
  /** Null: nobody was told yet. */
  announcedMs: number | null
  isDone: boolean
}

export type StepPlan = {
  insert: { key: string; step: Step; state: 'PENDING' | 'INHIBITED' }[]
  /** True again: those nobody was told of, or before they were due, are told. */
  revive: { key: string; step: Step; state: 'PENDING' | 'SHOWN' }[]
  inhibit: string[]
  cancel: string[]
}

export const stepKey = (containerId: string, date: string, name: string) => `lfd:${containerId}:${date}:${name}`

const STANDS: readonly AlertState[] = ['PENDING', 'SHOWING', 'SHOWN', 'SILENT']

export type Planned = {
  containerId: string
  /** Null: there is nothing to be told of any more (out, gone, or no date). */
  date: string | null
  due: readonly Step[]
  nowMs: number
  /** The day of an instant where the days are counted. */
  dayOf: (ms: number) => string
  /** Met for the first time: steps before the one that is due were never anybody's business. */
  isNew?: boolean
}

export function planSteps(
  { containerId, date, due, nowMs, dayOf, isNew = false }: Planned,
  rows: readonly StepRow[],
): StepPlan {
  const plan: StepPlan = { insert: [], revive: [], inhibit: [], cancel: [] }
  const keyOf = (name: string) => stepKey(containerId, date ?? '', name)
  const top = due.at(-1)
  const topKey = top === undefined ? null : keyOf(top.name)
  for (const row of rows) {
    const isOfDate = date !== null && row.key.startsWith(keyOf(''))
    // Raised by a clock that was ahead: it will be due.
    if (!isOfDate || row.dueMs > nowMs) {
      if (!row.isDone && STANDS.includes(row.state)) plan.cancel.push(row.key)
      continue
    }
    // Held back until the day turned, it would say "today" of yesterday; the next step comes in the morning.
    const isOutdated = dayOf(row.raisedMs) < dayOf(nowMs)
    const isCovered = topKey !== null && row.key !== topKey
    if (row.state === 'PENDING' && (isCovered || isOutdated)) plan.inhibit.push(row.key)
  }
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const raisedMs = rows.filter(({ key }) => key.startsWith(keyOf(''))).map((row) => row.raisedMs)
  const lookedMs = isNew ? nowMs : Math.max(Number.NEGATIVE_INFINITY, ...raisedMs)
  for (const step of due) {
    const key = keyOf(step.name)
    const row = byKey.get(key)
    // Due before the last look at this date: covered then, or before its time.
    if (!row && key !== topKey && step.dueMs <= lookedMs) continue
    if (!row) plan.insert.push({ key, step, state: key === topKey ? 'PENDING' : 'INHIBITED' })
    else if (key === topKey && isTrueAgain(row, nowMs))
      plan.revive.push({ key, step, state: wasTold(row) ? 'SHOWN' : 'PENDING' })
  }
  return plan
}

function isTrueAgain({ state, raisedMs }: StepRow, nowMs: number): boolean {
  return state === 'CANCELLED' || (state === 'INHIBITED' && raisedMs > nowMs)
}

/** Told before it was due counts for nothing. */
function wasTold({ announcedMs, dueMs }: StepRow): boolean {
  return announcedMs !== null && announcedMs >= dueMs
}
