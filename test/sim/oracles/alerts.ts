// Alerts compared with the history of changes, which another oracle checks: no alert without a change, one alert for
// each change that lasted, date changes in one chain without a gap, the right day steps at the end, and one open alert
// for each fact.
import type { AlertFacts, AlertKind } from '#contract/alerts.ts'
import { dateInZone, daysBetween, homeZone } from '#engine/outside/calendar.ts'
import type { Event } from '../plan.ts'
import { type Check, type Scene, isReportedDamaged, rowsOf } from './oracle.ts'

type Row = {
  key: string
  kind: AlertKind
  objectId: string
  field: string | null
  facts: AlertFacts
  state: string
  isDone: number
  /** 1 if it was shown or read. */
  isSeen: number
  raisedAt: string
}
type Step = { rid: string; field: string; before: string | null; after: string | null; seenAt: string }
type Container = {
  id: string
  date: string | null
  source: string | null
  zone: string
  stoppedAt: string | null
  startedAt: string | null
  goneSince: string | null
  isOpen: number
}

/** How long a hold or date must be absent to count, and the read that shows it. */
const BELIEVED_MS = 14 * 60_000
/** A complete evaluation uses the time of its beginning, but sees later writes. */
const ROUND_MS = 10_000
/** Rows are evaluated within 0.3 s after a read. A second read follows after the 0.75 s between two requests. */
const SECOND_READ_MS = 750
/** From the read of a change to its alert. */
const NOTICED_MS = 3 * 60_000
const MAX_PER_HOUR = 6
const SLEEPS: readonly Event[] = ['sleep', 'long-sleep', 'night', 'offline']

export const eachChangeHasOneAlert: Check = (scene) => {
  // Episodes and history are in different files: if one was restored, alerts that were raised remain raised.
  if (isReportedDamaged(scene, 'mirror') || isReportedDamaged(scene, 'state')) return []
  const alerts = alertsOf(scene)
  const containers = new Map(containersOf(scene).map((container) => [container.id, container]))
  return [
    ...holdsAreRaised(scene, alerts, containers),
    ...datesAreAChain(scene, alerts, containers),
    ...everyDayStepExists(scene, alerts, containers),
    ...openAlertsAreFew(alerts),
    ...popUpsAreFew(scene),
  ]
}

function alertsOf({ raw }: Scene): Row[] {
  const rows = rowsOf<Omit<Row, 'facts'> & { facts: string }>(
    raw,
    'SELECT key, kind, object_id AS objectId, field, facts, state, done_at IS NOT NULL AS isDone, told_at IS NOT NULL OR read_at IS NOT NULL AS isSeen, raised_at AS raisedAt FROM main.alert ORDER BY raised_at, key',
  )
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as AlertFacts }))
}

function containersOf({ raw }: Scene): Container[] {
  return rowsOf<Container>(
    raw,
    `SELECT id, lfd_date AS date, lfd_source AS source, today_zone AS zone, stopped_at AS stoppedAt, started_at AS startedAt, gone_since AS goneSince, is_open AS isOpen FROM mirror.container_row`,
  )
}

const isActive = (json: string | null) => json !== null && /"status":"hold"/.test(json)
const isOutBy = ({ stoppedAt, goneSince }: Container, at: string) =>
  goneSince !== null || (stoppedAt !== null && stoppedAt <= at)

function holdsAreRaised({ raw, status, world }: Scene, alerts: Row[], containers: Map<string, Container>): string[] {
  const problems: string[] = []
  // While asleep there is no second read, so the length of an absence is unknown.
  const isAwake = !world.plan.events.some((event) => SLEEPS.includes(event))
  // The first reading is the starting point.
  const since = rowsOf<{ value: string }>(raw, `SELECT value FROM main.meta WHERE key = 'alerts_since'`)[0]?.value ?? ''
  const steps = rowsOf<Step>(
    raw,
    `SELECT rid, field, before, after, seen_at AS seenAt FROM mirror.change WHERE type = 'container' AND field LIKE 'holds_at_pod_terminal/%' ORDER BY id`,
  )
  for (const [name, ownSteps] of Map.groupBy(steps, ({ rid, field }) => `${rid} ${field}`)) {
    const [first] = ownSteps
    const container = first && containers.get(first.rid)
    if (!first || !container) continue
    const raised = (kind: AlertKind) =>
      alerts.filter((alert) => alert.kind === kind && alert.objectId === first.rid && alert.field === first.field)
    const placed = ownSteps.filter(({ before, after }) => isActive(after) && !isActive(before))
    const cleared = clearedOf(ownSteps)
    if (raised('hold-placed').length > placed.length)
      problems.push(`${name}: raised as placed ${raised('hold-placed').length} times, and was ${placed.length} times`)
    if (raised('hold-cleared').length > cleared.length)
      problems.push(
        `${name}: raised as cleared ${raised('hold-cleared').length} times, and was ${cleared.length} times`,
      )
    for (const { key, raisedAt } of raised('hold-placed')) {
      if (!placed.some(({ seenAt }) => Date.parse(seenAt) <= Date.parse(raisedAt) + ROUND_MS))
        problems.push(`${key}: raised ${raisedAt}, and first placed ${placed[0]?.seenAt ?? 'never'}`)
    }
    for (const { key, raisedAt } of raised('hold-cleared')) {
      const last = cleared.findLast(({ seenAt }) => seenAt <= raisedAt)
      if (!last || Date.parse(raisedAt) - Date.parse(last.seenAt) < SECOND_READ_MS)
        problems.push(`${key}: raised ${raisedAt} for what was first read ${last?.seenAt ?? 'never'}`)
    }
    problems.push(
      ...lastHoldIsRaised(name, ownSteps, {
        container,
        now: status.now,
        isAwake,
        since,
        placed: raised('hold-placed'),
        cleared: raised('hold-cleared'),
      }),
    )
  }
  return problems
}

/** Also a hold that was only pending before it was removed. */
function clearedOf(steps: Step[]): Step[] {
  let wasActive = false
  return steps.filter(({ before, after }) => {
    wasActive = isActive(before) || isActive(after) || (wasActive && before !== null)
    return after === null && wasActive
  })
}

/** The final value was alerted, if it came long enough after another value and had time to be read. */
function lastHoldIsRaised(
  name: string,
  ownSteps: Step[],
  {
    container,
    now,
    isAwake,
    since,
    placed,
    cleared,
  }: { container: Container; now: string; isAwake: boolean; since: string; placed: Row[]; cleared: Row[] },
): string[] {
  const [last, previous] = [ownSteps.at(-1), ownSteps.at(-2)]
  if (
    !last ||
    last.seenAt <= since ||
    isOutBy(container, now) ||
    Date.parse(now) - Date.parse(last.seenAt) < NOTICED_MS
  )
    return []
  const isRaised = ({ raisedAt }: Row) => Date.parse(raisedAt) + ROUND_MS >= Date.parse(last.seenAt)
  const longBefore = previous === undefined || Date.parse(last.seenAt) - Date.parse(previous.seenAt) > BELIEVED_MS
  if (!longBefore) return []
  if (isActive(last.after) && last.before === null && !placed.some(isRaised))
    return [`${name}: placed ${last.seenAt}, and no alert was raised by ${now}`]
  const isBelieved = isAwake && Date.parse(now) - Date.parse(last.seenAt) > BELIEVED_MS
  if (isBelieved && last.after === null && isActive(last.before) && !cleared.some(isRaised))
    return [`${name}: cleared ${last.seenAt}, and no alert was raised by ${now}`]
  return []
}

/**
 * Dates follow each other without a gap, and the last one is the current date. An alert that replaces an unseen one
 * begins where that one began.
 */
function datesAreAChain({ world, status }: Scene, alerts: Row[], containers: Map<string, Container>): string[] {
  const problems: string[] = []
  const moves = alerts.filter(({ kind }) => kind === 'lfd-earlier' || kind === 'lfd-later' || kind === 'lfd-withdrawn')
  for (const [id, ownSteps] of Map.groupBy(moves, ({ objectId }) => objectId)) {
    const container = containers.get(id)
    // A manual date replaces the reported dates while it governs.
    if (!container || world.user.manual.has(id)) continue
    let before: string | null = null
    let after: string | null = null
    let wasSeen = false
    for (const { facts, key, isSeen } of ownSteps.toSorted((one, other) => numberOf(one.key) - numberOf(other.key))) {
      if (facts.kind !== 'lfd-earlier' && facts.kind !== 'lfd-later') {
        after = null
        continue
      }
      if (after !== null && facts.before !== after && (wasSeen || facts.before !== before))
        problems.push(`${key}: from ${facts.before}, and the one before it ended at ${after}`)
      if ((facts.kind === 'lfd-earlier') !== facts.after < facts.before)
        problems.push(`${key}: ${facts.kind} from ${facts.before} to ${facts.after}`)
      before = facts.before
      after = facts.after
      wasSeen = isSeen === 1
    }
    if (after !== null && container.date !== null && after !== container.date && !isOutBy(container, status.now))
      problems.push(`${id}: the last alert says ${after}, and it is ${container.date}`)
  }
  return problems
}

const numberOf = (key: string) => Number(key.split(':').at(-1))

/** Well after the start of the day at both places, so that the rule for the start of a day is not needed here. */
function isWellIntoTheDay(ms: number, zone: string): boolean {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(ms),
  )
  return hour >= 12
}

function everyDayStepExists({ status, raw }: Scene, alerts: Row[], containers: Map<string, Container>): string[] {
  const problems: string[] = []
  const nowMs = Date.parse(status.now)
  const home = rowsOf<{ value: string }>(raw, `SELECT value FROM main.setting WHERE key = 'homeZone'`)[0]?.value
  const zone = home === undefined ? homeZone() : (JSON.parse(home) as string)
  const keys = new Set(alerts.map(({ key }) => key))
  for (const container of containers.values()) {
    if (
      container.date === null ||
      container.isOpen === 0 ||
      isOutBy(container, status.now) ||
      container.startedAt === null ||
      container.startedAt > status.now
    )
      continue
    const today = dateInZone(nowMs, container.zone)
    if (today === null || !isWellIntoTheDay(nowMs, container.zone) || !isWellIntoTheDay(nowMs, zone)) continue
    const days = daysBetween(today, container.date)
    if (days === 0 && !keys.has(`lfd:${container.id}:${container.date}:T0`))
      problems.push(`${container.id}: last free day today, and no alert was raised`)
    if (days < 0 && days >= -14 && !keys.has(`lfd:${container.id}:${container.date}:OVER:${today}`))
      problems.push(`${container.id}: ${-days} days past, and no alert was raised on ${today}`)
  }
  for (const { key, kind, objectId, state } of alerts) {
    if (!/^lfd-(past|today|soon)$/.test(kind) || state !== 'PENDING') continue
    const container = containers.get(objectId)
    if (container && (isOutBy(container, status.now) || !key.includes(`:${container.date ?? ''}:`)))
      problems.push(`${key}: waits to be shown and is not true`)
  }
  return problems
}

/**
 * The facts of a container of which one alert can be open. Holds and fees are named by their field. Null: several
 * alerts of the kind may be open.
 */
const FACTS: Record<AlertKind, string | null> = {
  'lfd-soon': 'step',
  'lfd-today': 'step',
  'lfd-past': 'step',
  'lfd-earlier': 'date',
  'lfd-later': 'date',
  'lfd-withdrawn': 'date',
  'hold-placed': 'hold',
  'hold-expected': 'hold',
  'hold-cleared': 'hold',
  ready: 'ready',
  'fee-posted': 'fee',
  'arrival-moved': null,
  'request-failed': null,
  'document-read': null,
  'document-failed': null,
  'document-unlinked': null,
  'not-updating': null,
  'look-ahead': null,
}

function openAlertsAreFew(alerts: Row[]): string[] {
  const open = alerts.filter(({ state, isDone }) => isDone === 0 && state !== 'INHIBITED' && state !== 'CANCELLED')
  const byFact = Map.groupBy(open, ({ kind, objectId, field, facts }) => {
    const fact = FACTS[kind]
    const currency = facts.kind === 'fee-posted' ? (facts.currency ?? '') : ''
    return fact === null ? null : `${objectId} ${fact} ${field ?? ''} ${currency}`
  })
  return [...byFact].flatMap(([fact, ownSteps]) =>
    fact !== null && ownSteps.length > 1
      ? [`${fact}: ${ownSteps.length} alerts are open: ${ownSteps.map(({ key }) => key).join(', ')}`]
      : [],
  )
}

/** If the computer's clock was set, hours cannot be compared. */
function popUpsAreFew({ raw, world }: Scene): string[] {
  if (world.plan.events.includes('clock')) return []
  const times = rowsOf<{ at: string }>(
    raw,
    `SELECT created_at AS at FROM main.popup WHERE shape <> 'test' ORDER BY created_at`,
  ).map(({ at }) => Date.parse(at))
  return times.flatMap((ms, i) =>
    ms - (times[i - MAX_PER_HOUR] ?? Number.NEGATIVE_INFINITY) < 3_600_000
      ? [`pop-ups: more than ${MAX_PER_HOUR} within the hour before ${new Date(ms).toISOString()}`]
      : [],
  )
}
