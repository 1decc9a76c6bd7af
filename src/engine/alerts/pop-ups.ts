// Chooses the pop-ups for the current moment: by the user's rules, in groups, at most six an hour, none in quiet hours.
// Pure and without memory: the same input gives the same result.
import { createHash } from 'node:crypto'
import type { AlertFacts, AlertKind, AlertRules, PopUp } from '#contract/alerts.ts'
import { addDays } from '../outside/calendar.ts'
import { clockMs, homeDate, quietUntil } from './quiet.ts'

export type WaitingAlert = {
  key: string
  severity: number
  /** The container of the alert; null if it is about another record. */
  containerId: string | null
  place: string | null
  facts: AlertFacts
  dueMs: number
  raisedMs: number
  isMuted: boolean
  snoozedUntilMs: number | null
}

export type Situation = {
  nowMs: number
  rules: AlertRules
  /** The home zone of the settings. */
  zone: string
  /** When recent pop-ups were made, in ms, in any order; those of the test button do not count. */
  recent: readonly number[]
  /** When containers were on screen, within the last minute. */
  seen: ReadonlyMap<string, number>
  /** No alert was shown before: the findings of the first check become one summary. */
  isFirst: boolean
}

export type PlannedPopUp = { id: string; shape: Exclude<PopUp['shape'], 'test'>; keys: string[] }

export type Plan = {
  popUps: PlannedPopUp[]
  /** Alerts that are only listed in the alert center and never get a pop-up. */
  silent: string[]
  /** When to check again if nothing happens before; null if nothing waits. */
  nextAtMs: number | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const MAX_PER_HOUR = 6
/** If more alerts than this appear together, they become one summary. */
const MAX_AT_ONCE = 5
/**
 * The number of single pop-ups in a day. After that, alerts that cost nothing today are summarized: with a thousand
 * containers there is news every few minutes, and too many pop-ups make a user mute all of them.
 */
const SINGLE_POP_UPS_PER_DAY = 6
const SUMMARY_INTERVAL_MS = 90 * MINUTE_MS
/** Holds of containers with more time left than this wait for the digest. */
const HOLD_DAYS = 5
const AFTERNOON = '16:00'
/** Steps are due when the day starts, and found within the next minute. */
const FOUND_MS = 2 * MINUTE_MS

export function planPopUps(waiting: readonly WaitingAlert[], situation: Situation): Plan {
  const { nowMs, rules, zone } = situation
  const isSilent = (alert: WaitingAlert) =>
    alert.isMuted || rules.channels[alert.facts.kind] === 'off' || isSeen(alert, situation)
  const batches = createBatches(
    waiting.filter((alert) => !isSilent(alert)),
    situation,
  )
  const ready: Batch[] = []
  const later: number[] = []
  for (const batch of batches) {
    if (batch.readyMs > nowMs) later.push(batch.readyMs)
    else {
      const quietMs = quietUntil(nowMs, rules.quiet, zone)
      const shownNow = quietMs === null ? batch.alerts : batch.alerts.filter((alert) => ignoresQuietHours(alert, rules))
      if (shownNow.length > 0) ready.push({ ...batch, alerts: shownNow })
      if (quietMs !== null && shownNow.length < batch.alerts.length) later.push(quietMs)
    }
  }
  const limited = limitPerDay(summarizeBatches(ready, situation), situation)
  if (limited.nextAtMs !== null) later.push(limited.nextAtMs)
  const { shown, hasMore } = limitPerHour(limited.batches, situation)
  const lastHour = timesOfLastHour(situation)
  if (hasMore) later.push(Math.min(nowMs, ...lastHour) + HOUR_MS)
  return {
    popUps: shown.map(toPopUp),
    silent: waiting.filter(isSilent).map(({ key }) => key),
    nextAtMs: later.length > 0 ? Math.min(...later) : null,
  }
}

/** Events that the user saw on the screen. A row seen in the morning does not cover alerts of the night. */
function isSeen({ containerId, dueMs, raisedMs }: WaitingAlert, { seen }: Situation): boolean {
  const seenMs = containerId === null ? undefined : seen.get(containerId)
  return seenMs !== undefined && Math.max(dueMs, raisedMs) >= seenMs - MINUTE_MS
}

/** If the clock was set back, times in the future are not part of the last hour. */
function timesOfLastHour({ nowMs, recent }: Situation): number[] {
  return recent.filter((atMs) => atMs > nowMs - HOUR_MS && atMs <= nowMs)
}

function ignoresQuietHours({ severity }: WaitingAlert, { quiet }: AlertRules): boolean {
  return severity === 1 && quiet.letsUrgentThrough
}

type Shape = PlannedPopUp['shape']
type Batch = { shape: Shape; alerts: WaitingAlert[]; readyMs: number }

/** `name` is equal for alerts that are shown together. `waitMs`: how long the first of them waits for more. */
type Grouping = { name: string; waitMs: number }

const DOCUMENTS: readonly AlertKind[] = ['document-read', 'document-failed', 'document-unlinked']

function groupingOf({ facts, place }: WaitingAlert): Grouping {
  if (facts.kind === 'ready') return { name: `ready ${place ?? ''}`, waitMs: 15 * MINUTE_MS }
  if (facts.kind === 'request-failed') return { name: facts.kind, waitMs: 5 * MINUTE_MS }
  if (DOCUMENTS.includes(facts.kind)) return { name: 'documents', waitMs: 5 * MINUTE_MS }
  // The shipments of one voyage arrive with several pages of a sweep.
  if (facts.kind === 'arrival-moved')
    return { name: `arrival-moved ${facts.vessel ?? ''} ${facts.voyage ?? ''}`, waitMs: 5 * MINUTE_MS }
  return { name: facts.kind, waitMs: 0 }
}

function createBatches(alerts: readonly WaitingAlert[], situation: Situation): Batch[] {
  const [forDigest, forNow] = [
    alerts.filter((alert) => waitsForDigest(alert, situation.rules)),
    alerts.filter((alert) => !waitsForDigest(alert, situation.rules)),
  ]
  const groups = [...Map.groupBy(startedAlerts(forNow, situation), (alert) => groupingOf(alert).name).values()].map(
    (own): Batch => {
      const first = own[0]
      const waitMs = first ? groupingOf(first).waitMs : 0
      return {
        shape: first?.facts.kind === 'look-ahead' ? 'look-ahead' : 'group',
        alerts: own,
        readyMs: Math.min(...own.map(startMs)) + waitMs,
      }
    },
  )
  const digest = findDigestTimes(situation)
  const inDigest = startedAlerts(forDigest, situation)
  const [due, next] = [
    inDigest.filter((alert) => startMs(alert) < digest.lastMs),
    inDigest.filter((alert) => startMs(alert) >= digest.lastMs),
  ]
  const digests: Batch[] = [
    { shape: 'digest', alerts: due, readyMs: digest.lastMs },
    { shape: 'digest', alerts: next, readyMs: digest.nextMs },
  ]
  return [...laterAlerts(alerts, situation), ...groups, ...digests.filter((batch) => batch.alerts.length > 0)]
}

/** When the alert appeared, or appeared again. */
function startMs({ dueMs, snoozedUntilMs }: WaitingAlert): number {
  return Math.max(dueMs, snoozedUntilMs ?? 0)
}

const startedAlerts = (alerts: readonly WaitingAlert[], { nowMs }: Situation) =>
  alerts.filter((alert) => startMs(alert) <= nowMs)

/** Snoozed or not due yet: only check again at that time. */
const laterAlerts = (alerts: readonly WaitingAlert[], { nowMs }: Situation) =>
  alerts
    .filter((alert) => startMs(alert) > nowMs)
    .map((alert): Batch => ({ shape: 'group', alerts: [alert], readyMs: startMs(alert) }))

function waitsForDigest({ facts }: WaitingAlert, { channels }: AlertRules): boolean {
  if (channels[facts.kind] === 'digest') return true
  if (facts.kind === 'hold-placed' || facts.kind === 'hold-cleared')
    return facts.daysLeft === null || facts.daysLeft > HOLD_DAYS
  return facts.kind === 'lfd-soon' && facts.isReady === true && facts.daysLeft > 1
}

/** Longer than any quiet period. */
const DIGEST_DAYS = 8

/** The last digest and the next one. A digest is never in quiet hours, unless all are; then those times are used. */
function findDigestTimes({ nowMs, rules, zone }: Situation): { lastMs: number; nextMs: number } {
  const today = homeDate(nowMs, zone)
  const days = Array.from({ length: 2 * DIGEST_DAYS }, (_, day) => addDays(today, day - DIGEST_DAYS))
  const moments = days
    .flatMap((date) => [clockMs(date, rules.dayStart, zone) + FOUND_MS, clockMs(date, AFTERNOON, zone)])
    .sort((a, b) => a - b)
  const isOutsideQuietHours = (at: number) => quietUntil(at, rules.quiet, zone) === null
  const [past, coming] = [moments.filter((at) => at <= nowMs), moments.filter((at) => at > nowMs)]
  return {
    lastMs: past.findLast(isOutsideQuietHours) ?? past.at(-1) ?? 0,
    nextMs: coming.find(isOutsideQuietHours) ?? coming[0] ?? Infinity,
  }
}

/**
 * Makes one summary of alerts that waited for the end of quiet hours, that are too many at once, or that are the very
 * first.
 */
function summarizeBatches(ready: readonly Batch[], { nowMs, rules, zone, isFirst }: Situation): Batch[] {
  const groups = ready.filter(({ shape }) => shape === 'group')
  const others = ready.filter(({ shape }) => shape !== 'group')
  if (isFirst)
    return [
      ...others.filter(({ shape }) => shape === 'look-ahead'),
      ...combine([...groups, ...others.filter(({ shape }) => shape === 'digest')]),
    ]
  const count = groups.reduce((sum, { alerts }) => sum + alerts.length, 0)
  if (count > MAX_AT_ONCE) return [...others, ...combine(groups)]
  const isDelayed = ({ readyMs, alerts }: Batch) => {
    const endMs = quietUntil(readyMs, rules.quiet, zone)
    return endMs !== null && endMs <= nowMs && !alerts.every((alert) => ignoresQuietHours(alert, rules))
  }
  return [...others, ...combine(groups.filter(isDelayed)), ...groups.filter((batch) => !isDelayed(batch))]
}

function combine(batches: readonly Batch[]): Batch[] {
  if (batches.length <= 1) return [...batches]
  return [{ shape: 'overflow', alerts: batches.flatMap(({ alerts }) => alerts), readyMs: 0 }]
}

/** Severity 1 and look-aheads never wait for the digest. If the user wants every alert at once, none waits. */
function limitPerDay(
  batches: readonly Batch[],
  { nowMs, rules, zone, recent }: Situation,
): { batches: Batch[]; nextAtMs: number | null } {
  const isFree = (batch: Batch) => severityOf(batch) === 1 || batch.shape === 'look-ahead'
  const [free, others] = [batches.filter(isFree), batches.filter((batch) => !isFree(batch))]
  const shownToday = recent.filter((atMs) => atMs <= nowMs && homeDate(atMs, zone) === homeDate(nowMs, zone))
  const freeSlots = SINGLE_POP_UPS_PER_DAY - shownToday.length - free.length
  if (rules.preset === 'everything' || others.length <= freeSlots || others.length === 0)
    return { batches: [...batches], nextAtMs: null }
  const nextAtMs = Math.max(...shownToday, 0) + SUMMARY_INTERVAL_MS
  // If there are free slots, or if it is time for one, the rest becomes one summary.
  return freeSlots > 0 || nextAtMs <= nowMs
    ? { batches: [...free, ...combine(others)], nextAtMs: null }
    : { batches: free, nextAtMs }
}

/**
 * The most severe alerts get the free slots of the hour. The rest is one summary in the last slot, or waits for a slot.
 * One slot is reserved for the most urgent alert.
 */
function limitPerHour(batches: readonly Batch[], situation: Situation): { shown: Batch[]; hasMore: boolean } {
  const isUrgent = batches.some((batch) => severityOf(batch) === 1)
  const room = MAX_PER_HOUR - (isUrgent ? 0 : 1) - timesOfLastHour(situation).length
  if (batches.length <= room) return { shown: [...batches], hasMore: false }
  if (room <= 0) return { shown: [], hasMore: true }
  // A look-ahead is a list of its own and has hours left: other alerts get slots first, and no summary contains it.
  const ahead = batches.filter(({ shape }) => shape === 'look-ahead')
  const others = batches.filter(({ shape }) => shape !== 'look-ahead').sort((a, b) => severityOf(a) - severityOf(b))
  const slots = Math.max(1, room - ahead.length)
  const fitting = others.length <= slots ? others : [...others.slice(0, slots - 1), ...combine(others.slice(slots - 1))]
  const shown = [...fitting, ...ahead.slice(0, room - fitting.length)]
  return { shown, hasMore: fitting.length + ahead.length > shown.length }
}

function severityOf({ alerts }: Batch): number {
  return Math.min(...alerts.map(({ severity }) => severity))
}

function toPopUp({ shape, alerts }: Batch): PlannedPopUp {
  const keys = alerts.map(({ key }) => key).sort()
  return { id: popUpId(keys), shape, keys }
}

/** The same alerts give the same notification tag. The operating system accepts at most 64 characters. */
export function popUpId(sortedKeys: readonly string[]): string {
  return createHash('sha256').update(sortedKeys.join('\n')).digest('hex')
}
