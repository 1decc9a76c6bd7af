// Chooses the pop-ups for the current moment: by the user's rules, in groups, at most six an hour, none in quiet hours.
// Pure and without memory: the same input gives the same result.
import { createHash } from 'node:crypto'
import type { AlertFacts, AlertKind, AlertRules, PopUp } from '#contract/alerts.ts'
import { addDays } from '../outside/calendar.ts'
import { getClockMs, getHomeDate, findQuietEnd } from './quiet.ts'

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
  /** When recent pop-ups were created, in any order; those of the test button do not count. */
  recentMs: readonly number[]
  /** When containers were on screen, within the last minute. */
  seenMsById: ReadonlyMap<string, number>
  /** No alert was shown before: the findings of the first check become one summary. */
  isFirst: boolean
}

export type PlannedPopUp = { id: string; shape: Exclude<PopUp['shape'], 'test'>; keys: string[] }

export type Plan = {
  popUps: PlannedPopUp[]
  /** Alerts that are only listed in the alert centre and never get a pop-up. */
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
  const readyBatches: Batch[] = []
  const laterMs: number[] = []
  for (const batch of batches) {
    if (batch.readyMs > nowMs) laterMs.push(batch.readyMs)
    else {
      const quietEndMs = findQuietEnd(nowMs, rules.quiet, zone)
      const alertsToShow =
        quietEndMs === null ? batch.alerts : batch.alerts.filter((alert) => ignoresQuietHours(alert, rules))
      if (alertsToShow.length > 0) readyBatches.push({ ...batch, alerts: alertsToShow })
      if (quietEndMs !== null && alertsToShow.length < batch.alerts.length) laterMs.push(quietEndMs)
    }
  }
  const limited = limitPerDay(summarizeBatches(readyBatches, situation), situation)
  if (limited.nextAtMs !== null) laterMs.push(limited.nextAtMs)
  const { shown, hasMore } = limitPerHour(limited.batches, situation)
  const lastHourMs = listTimesOfLastHour(situation)
  if (hasMore) laterMs.push(Math.min(nowMs, ...lastHourMs) + HOUR_MS)
  return {
    popUps: shown.map(toPopUp),
    silent: waiting.filter(isSilent).map(({ key }) => key),
    nextAtMs: laterMs.length > 0 ? Math.min(...laterMs) : null,
  }
}

/**
 * Whether the user saw the event on the screen. A row that was seen in the morning does not cover alerts of the night.
 */
function isSeen({ containerId, dueMs, raisedMs }: WaitingAlert, { seenMsById }: Situation): boolean {
  const lastSeenMs = containerId === null ? undefined : seenMsById.get(containerId)
  return lastSeenMs !== undefined && Math.max(dueMs, raisedMs) >= lastSeenMs - MINUTE_MS
}

/** If the clock was set back, times in the future are not part of the last hour. */
function listTimesOfLastHour({ nowMs, recentMs }: Situation): number[] {
  return recentMs.filter((atMs) => atMs > nowMs - HOUR_MS && atMs <= nowMs)
}

function ignoresQuietHours({ severity }: WaitingAlert, { quiet }: AlertRules): boolean {
  return severity === 1 && quiet.letsUrgentThrough
}

type Shape = PlannedPopUp['shape']
type Batch = { shape: Shape; alerts: WaitingAlert[]; readyMs: number }

/** `name` is equal for alerts that are shown together. `waitMs`: how long the first of them waits for more. */
type Grouping = { name: string; waitMs: number }

const DOCUMENTS: readonly AlertKind[] = ['document-read', 'document-failed', 'document-unlinked']

function getGrouping({ facts, place }: WaitingAlert): Grouping {
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
  const groups = [...Map.groupBy(filterStarted(forNow, situation), (alert) => getGrouping(alert).name).values()].map(
    (alertsOfGroup): Batch => {
      const firstAlert = alertsOfGroup[0]
      const waitMs = firstAlert ? getGrouping(firstAlert).waitMs : 0
      return {
        shape: firstAlert?.facts.kind === 'look-ahead' ? 'look-ahead' : 'group',
        alerts: alertsOfGroup,
        readyMs: Math.min(...alertsOfGroup.map(getStartMs)) + waitMs,
      }
    },
  )
  const digestTimes = findDigestTimes(situation)
  const digestAlerts = filterStarted(forDigest, situation)
  const [dueAlerts, laterDigestAlerts] = [
    digestAlerts.filter((alert) => getStartMs(alert) < digestTimes.lastMs),
    digestAlerts.filter((alert) => getStartMs(alert) >= digestTimes.lastMs),
  ]
  const digests: Batch[] = [
    { shape: 'digest', alerts: dueAlerts, readyMs: digestTimes.lastMs },
    { shape: 'digest', alerts: laterDigestAlerts, readyMs: digestTimes.nextMs },
  ]
  return [...createLaterBatches(alerts, situation), ...groups, ...digests.filter((batch) => batch.alerts.length > 0)]
}

/** When the alert appeared, or appeared again. */
function getStartMs({ dueMs, snoozedUntilMs }: WaitingAlert): number {
  return Math.max(dueMs, snoozedUntilMs ?? 0)
}

const filterStarted = (alerts: readonly WaitingAlert[], { nowMs }: Situation) =>
  alerts.filter((alert) => getStartMs(alert) <= nowMs)

/** Alerts that are snoozed or not due yet are only checked again at that time. */
const createLaterBatches = (alerts: readonly WaitingAlert[], { nowMs }: Situation) =>
  alerts
    .filter((alert) => getStartMs(alert) > nowMs)
    .map((alert): Batch => ({ shape: 'group', alerts: [alert], readyMs: getStartMs(alert) }))

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
  const today = getHomeDate(nowMs, zone)
  const days = Array.from({ length: 2 * DIGEST_DAYS }, (_, day) => addDays(today, day - DIGEST_DAYS))
  const digestMs = days
    .flatMap((date) => [getClockMs(date, rules.dayStart, zone) + FOUND_MS, getClockMs(date, AFTERNOON, zone)])
    .sort((one, other) => one - other)
  const isOutsideQuietHours = (atMs: number) => findQuietEnd(atMs, rules.quiet, zone) === null
  const [pastMs, comingMs] = [digestMs.filter((atMs) => atMs <= nowMs), digestMs.filter((atMs) => atMs > nowMs)]
  return {
    lastMs: pastMs.findLast(isOutsideQuietHours) ?? pastMs.at(-1) ?? 0,
    nextMs: comingMs.find(isOutsideQuietHours) ?? comingMs[0] ?? Infinity,
  }
}

/**
 * Makes one summary of alerts that waited for the end of quiet hours, that are too many at once, or that are the very
 * first.
 */
function summarizeBatches(readyBatches: readonly Batch[], { nowMs, rules, zone, isFirst }: Situation): Batch[] {
  const groups = readyBatches.filter(({ shape }) => shape === 'group')
  const others = readyBatches.filter(({ shape }) => shape !== 'group')
  if (isFirst)
    return [
      ...others.filter(({ shape }) => shape === 'look-ahead'),
      ...combine([...groups, ...others.filter(({ shape }) => shape === 'digest')]),
    ]
  const count = groups.reduce((sum, { alerts }) => sum + alerts.length, 0)
  if (count > MAX_AT_ONCE) return [...others, ...combine(groups)]
  const isDelayed = ({ readyMs, alerts }: Batch) => {
    const endMs = findQuietEnd(readyMs, rules.quiet, zone)
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
  { nowMs, rules, zone, recentMs }: Situation,
): { batches: Batch[]; nextAtMs: number | null } {
  const isExempt = (batch: Batch) => getSeverity(batch) === 1 || batch.shape === 'look-ahead'
  const [exempt, others] = [batches.filter(isExempt), batches.filter((batch) => !isExempt(batch))]
  const shownTodayMs = recentMs.filter((atMs) => atMs <= nowMs && getHomeDate(atMs, zone) === getHomeDate(nowMs, zone))
  const remaining = SINGLE_POP_UPS_PER_DAY - shownTodayMs.length - exempt.length
  if (rules.preset === 'everything' || others.length <= remaining || others.length === 0)
    return { batches: [...batches], nextAtMs: null }
  const nextAtMs = Math.max(...shownTodayMs, 0) + SUMMARY_INTERVAL_MS
  // If a pop-up remains for today, or if it is time for a summary, the rest becomes one summary.
  return remaining > 0 || nextAtMs <= nowMs
    ? { batches: [...exempt, ...combine(others)], nextAtMs: null }
    : { batches: exempt, nextAtMs }
}

/**
 * The most severe alerts get the remaining pop-ups of the hour. The rest is one summary in the last pop-up, or waits
 * for the next hour. One pop-up is reserved for the most urgent alert.
 */
function limitPerHour(batches: readonly Batch[], situation: Situation): { shown: Batch[]; hasMore: boolean } {
  const hasUrgent = batches.some((batch) => getSeverity(batch) === 1)
  const remaining = MAX_PER_HOUR - (hasUrgent ? 0 : 1) - listTimesOfLastHour(situation).length
  if (batches.length <= remaining) return { shown: [...batches], hasMore: false }
  if (remaining <= 0) return { shown: [], hasMore: true }
  // A look-ahead is a list of its own and can wait for hours: other alerts are shown first, and no summary contains it.
  const lookAheads = batches.filter(({ shape }) => shape === 'look-ahead')
  const others = batches
    .filter(({ shape }) => shape !== 'look-ahead')
    .sort((one, other) => getSeverity(one) - getSeverity(other))
  const maxOthers = Math.max(1, remaining - lookAheads.length)
  const fittingBatches =
    others.length <= maxOthers ? others : [...others.slice(0, maxOthers - 1), ...combine(others.slice(maxOthers - 1))]
  const shown = [...fittingBatches, ...lookAheads.slice(0, remaining - fittingBatches.length)]
  return { shown, hasMore: fittingBatches.length + lookAheads.length > shown.length }
}

function getSeverity({ alerts }: Batch): number {
  return Math.min(...alerts.map(({ severity }) => severity))
}

function toPopUp({ shape, alerts }: Batch): PlannedPopUp {
  const keys = alerts.map(({ key }) => key).sort()
  return { id: createPopUpId(keys), shape, keys }
}

/** The same alerts give the same notification tag. The operating system accepts at most 64 characters. */
export function createPopUpId(sortedKeys: readonly string[]): string {
  return createHash('sha256').update(sortedKeys.join('\n')).digest('hex')
}
