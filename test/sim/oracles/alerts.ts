// Compares alerts with the history of changes, which history.ts checks: no alert without a change, one alert for each
// lasting change, date alerts without a gap, the reminders that are due, one open alert for each fact, and at most six
// pop-ups an hour.
import type { AlertFacts, AlertKind } from '#contract/alerts.ts'
import { dateInZone, daysBetween, homeZone } from '#engine/outside/calendar.ts'
import type { ComputerEvent } from '../recipes.ts'
import { type Check, type FinalState, isReportedDamaged, readRows } from './oracle.ts'

type AlertRow = {
  key: string
  kind: AlertKind
  objectId: string
  field: string | null
  facts: AlertFacts
  state: string
  isDone: number
  /** 1 if a pop-up showed the alert or the user read it. */
  isSeen: number
  raisedAt: string
}
type ChangeRow = { rid: string; field: string; before: string | null; after: string | null; seenAt: string }
type ContainerState = {
  id: string
  date: string | null
  source: string | null
  zone: string
  stoppedAt: string | null
  startedAt: string | null
  goneSince: string | null
  isOpen: number
}

/** A hold counts as cleared after it was absent for this time, which includes the next read. */
const CONFIRMATION_MS = 14 * 60_000
/** An evaluation uses the time of its start for `raised_at`, but also sees writes of the next seconds. */
const EVALUATION_MS = 10_000
/** The shortest time between two reads. An alert about a cleared hold needs a second read. */
const MIN_REREAD_MS = 750
/** The longest time from the read of a change to its alert. */
const MAX_ALERT_DELAY_MS = 3 * 60_000
const MAX_POP_UPS_PER_HOUR = 6
const SLEEP_EVENTS: readonly ComputerEvent[] = ['sleep', 'long-sleep', 'night', 'offline']

export const eachChangeHasOneAlert: Check = (finalState) => {
  // Episodes and history are in different files. After one of them was restored they do not match.
  if (isReportedDamaged(finalState, 'mirror') || isReportedDamaged(finalState, 'state')) return []
  const alerts = readAlerts(finalState)
  const containers = new Map(readContainers(finalState).map((container) => [container.id, container]))
  return [
    ...holdsAreRaised(finalState, alerts, containers),
    ...dateAlertsAreContinuous(finalState, alerts, containers),
    ...everyDayReminderExists(finalState, alerts, containers),
    ...eachFactHasOneOpenAlert(alerts),
    ...popUpsAreWithinLimit(finalState),
  ]
}

function readAlerts({ raw }: FinalState): AlertRow[] {
  const rows = readRows<Omit<AlertRow, 'facts'> & { facts: string }>(
    raw,
    'SELECT key, kind, object_id AS objectId, field, facts, state, done_at IS NOT NULL AS isDone, told_at IS NOT NULL OR read_at IS NOT NULL AS isSeen, raised_at AS raisedAt FROM main.alert ORDER BY raised_at, key',
  )
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as AlertFacts }))
}

function readContainers({ raw }: FinalState): ContainerState[] {
  return readRows<ContainerState>(
    raw,
    `SELECT id, lfd_date AS date, lfd_source AS source, today_zone AS zone, stopped_at AS stoppedAt, started_at AS startedAt, gone_since AS goneSince, is_open AS isOpen FROM mirror.container_row`,
  )
}

const isActiveHold = (json: string | null) => json !== null && /"status":"hold"/.test(json)
const hasLeftBy = ({ stoppedAt, goneSince }: ContainerState, at: string) =>
  goneSince !== null || (stoppedAt !== null && stoppedAt <= at)

function holdsAreRaised(
  { raw, status, world }: FinalState,
  alerts: AlertRow[],
  containers: Map<string, ContainerState>,
): string[] {
  const problems: string[] = []
  // During sleep there is no second read, so the duration of an absence is unknown.
  const isAwake = !world.plan.events.some((event) => SLEEP_EVENTS.includes(event))
  // Changes before the first complete read raise no alerts.
  const alertsSince =
    readRows<{ value: string }>(raw, `SELECT value FROM main.meta WHERE key = 'alerts_since'`)[0]?.value ?? ''
  const holdChanges = readRows<ChangeRow>(
    raw,
    `SELECT rid, field, before, after, seen_at AS seenAt FROM mirror.change WHERE type = 'container' AND field LIKE 'holds_at_pod_terminal/%' ORDER BY id`,
  )
  for (const [name, fieldChanges] of Map.groupBy(holdChanges, ({ rid, field }) => `${rid} ${field}`)) {
    const [firstChange] = fieldChanges
    const container = firstChange && containers.get(firstChange.rid)
    if (!firstChange || !container) continue
    const listRaised = (kind: AlertKind) =>
      alerts.filter(
        (alert) => alert.kind === kind && alert.objectId === firstChange.rid && alert.field === firstChange.field,
      )
    const placed = fieldChanges.filter(({ before, after }) => isActiveHold(after) && !isActiveHold(before))
    const cleared = listClearings(fieldChanges)
    if (listRaised('hold-placed').length > placed.length)
      problems.push(
        `${name}: raised as placed ${listRaised('hold-placed').length} times, and was ${placed.length} times`,
      )
    if (listRaised('hold-cleared').length > cleared.length)
      problems.push(
        `${name}: raised as cleared ${listRaised('hold-cleared').length} times, and was ${cleared.length} times`,
      )
    for (const { key, raisedAt } of listRaised('hold-placed')) {
      if (!placed.some(({ seenAt }) => Date.parse(seenAt) <= Date.parse(raisedAt) + EVALUATION_MS))
        problems.push(`${key}: raised ${raisedAt}, and first placed ${placed[0]?.seenAt ?? 'never'}`)
    }
    for (const { key, raisedAt } of listRaised('hold-cleared')) {
      const last = cleared.findLast(({ seenAt }) => seenAt <= raisedAt)
      if (!last || Date.parse(raisedAt) - Date.parse(last.seenAt) < MIN_REREAD_MS)
        problems.push(`${key}: raised ${raisedAt} for what was first read ${last?.seenAt ?? 'never'}`)
    }
    problems.push(
      ...finalHoldIsRaised(name, fieldChanges, {
        container,
        now: status.now,
        isAwake,
        since: alertsSince,
        placed: listRaised('hold-placed'),
        cleared: listRaised('hold-cleared'),
      }),
    )
  }
  return problems
}

/** Lists the changes that cleared an active hold. The hold may have become pending before it was removed. */
function listClearings(fieldChanges: ChangeRow[]): ChangeRow[] {
  let wasActive = false
  return fieldChanges.filter(({ before, after }) => {
    wasActive = isActiveHold(before) || isActiveHold(after) || (wasActive && before !== null)
    return after === null && wasActive
  })
}

/** The final state of a hold raised an alert, if it lasted and the engine had time to notice it. */
function finalHoldIsRaised(
  name: string,
  fieldChanges: ChangeRow[],
  {
    container,
    now,
    isAwake,
    since,
    placed,
    cleared,
  }: {
    container: ContainerState
    now: string
    isAwake: boolean
    since: string
    placed: AlertRow[]
    cleared: AlertRow[]
  },
): string[] {
  const [last, previous] = [fieldChanges.at(-1), fieldChanges.at(-2)]
  if (
    !last ||
    last.seenAt <= since ||
    hasLeftBy(container, now) ||
    Date.parse(now) - Date.parse(last.seenAt) < MAX_ALERT_DELAY_MS
  )
    return []
  const isRaised = ({ raisedAt }: AlertRow) => Date.parse(raisedAt) + EVALUATION_MS >= Date.parse(last.seenAt)
  const hasLasted = previous === undefined || Date.parse(last.seenAt) - Date.parse(previous.seenAt) > CONFIRMATION_MS
  if (!hasLasted) return []
  if (isActiveHold(last.after) && last.before === null && !placed.some(isRaised))
    return [`${name}: placed ${last.seenAt}, and no alert was raised by ${now}`]
  const isConfirmed = isAwake && Date.parse(now) - Date.parse(last.seenAt) > CONFIRMATION_MS
  if (isConfirmed && last.after === null && isActiveHold(last.before) && !cleared.some(isRaised))
    return [`${name}: cleared ${last.seenAt}, and no alert was raised by ${now}`]
  return []
}

/**
 * Each date alert begins at the date of the one before it, and the last one ends at the current date. An alert that
 * replaces an unseen one begins at the first date of the replaced alert.
 */
function dateAlertsAreContinuous(
  { world, status }: FinalState,
  alerts: AlertRow[],
  containers: Map<string, ContainerState>,
): string[] {
  const problems: string[] = []
  const dateAlerts = alerts.filter(
    ({ kind }) => kind === 'lfd-earlier' || kind === 'lfd-later' || kind === 'lfd-withdrawn',
  )
  for (const [id, containerAlerts] of Map.groupBy(dateAlerts, ({ objectId }) => objectId)) {
    const container = containers.get(id)
    // A manual date overrides the reported dates.
    if (!container || world.user.manualDates.has(id)) continue
    let before: string | null = null
    let after: string | null = null
    let wasSeen = false
    for (const { facts, key, isSeen } of containerAlerts.toSorted(
      (one, other) => getSequenceNumber(one.key) - getSequenceNumber(other.key),
    )) {
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
    if (after !== null && container.date !== null && after !== container.date && !hasLeftBy(container, status.now))
      problems.push(`${id}: the last alert says ${after}, and it is ${container.date}`)
  }
  return problems
}

const getSequenceNumber = (key: string) => Number(key.split(':').at(-1))

/** Whether it is after 12:00. Then every reminder of the day must exist, whatever its exact time in the morning is. */
function isAfternoon(ms: number, zone: string): boolean {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(ms),
  )
  return hour >= 12
}

function everyDayReminderExists(
  { status, raw }: FinalState,
  alerts: AlertRow[],
  containers: Map<string, ContainerState>,
): string[] {
  const problems: string[] = []
  const nowMs = Date.parse(status.now)
  const home = readRows<{ value: string }>(raw, `SELECT value FROM main.setting WHERE key = 'homeZone'`)[0]?.value
  const zone = home === undefined ? homeZone() : (JSON.parse(home) as string)
  const keys = new Set(alerts.map(({ key }) => key))
  for (const container of containers.values()) {
    if (
      container.date === null ||
      container.isOpen === 0 ||
      hasLeftBy(container, status.now) ||
      container.startedAt === null ||
      container.startedAt > status.now
    )
      continue
    const today = dateInZone(nowMs, container.zone)
    if (today === null || !isAfternoon(nowMs, container.zone) || !isAfternoon(nowMs, zone)) continue
    const days = daysBetween(today, container.date)
    if (days === 0 && !keys.has(`lfd:${container.id}:${container.date}:T0`))
      problems.push(`${container.id}: last free day today, and no alert was raised`)
    if (days < 0 && days >= -14 && !keys.has(`lfd:${container.id}:${container.date}:OVER:${today}`))
      problems.push(`${container.id}: ${-days} days past, and no alert was raised on ${today}`)
  }
  for (const { key, kind, objectId, state } of alerts) {
    if (!/^lfd-(past|today|soon)$/.test(kind) || state !== 'PENDING') continue
    const container = containers.get(objectId)
    if (container && (hasLeftBy(container, status.now) || !key.includes(`:${container.date ?? ''}:`)))
      problems.push(`${key}: waits to be shown and is not true`)
  }
  return problems
}

/**
 * The fact of each alert kind. For each fact of a container at most one alert may be open. Holds and fees are
 * distinguished by their field. Null: several alerts of the kind may be open.
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

function eachFactHasOneOpenAlert(alerts: AlertRow[]): string[] {
  const unfinishedAlerts = alerts.filter(
    ({ state, isDone }) => isDone === 0 && state !== 'INHIBITED' && state !== 'CANCELLED',
  )
  const byFact = Map.groupBy(unfinishedAlerts, ({ kind, objectId, field, facts }) => {
    const fact = FACTS[kind]
    const currency = facts.kind === 'fee-posted' ? (facts.currency ?? '') : ''
    return fact === null ? null : `${objectId} ${fact} ${field ?? ''} ${currency}`
  })
  return [...byFact].flatMap(([fact, openAlerts]) =>
    fact !== null && openAlerts.length > 1
      ? [`${fact}: ${openAlerts.length} alerts are open: ${openAlerts.map(({ key }) => key).join(', ')}`]
      : [],
  )
}

/** If the user set the computer's clock, the times of pop-ups cannot be compared. */
function popUpsAreWithinLimit({ raw, world }: FinalState): string[] {
  if (world.plan.events.includes('clock')) return []
  const times = readRows<{ at: string }>(
    raw,
    `SELECT created_at AS at FROM main.popup WHERE shape <> 'test' ORDER BY created_at`,
  ).map(({ at }) => Date.parse(at))
  return times.flatMap((ms, i) =>
    ms - (times[i - MAX_POP_UPS_PER_HOUR] ?? Number.NEGATIVE_INFINITY) < 3_600_000
      ? [`pop-ups: more than ${MAX_POP_UPS_PER_HOUR} within the hour before ${new Date(ms).toISOString()}`]
      : [],
  )
}
