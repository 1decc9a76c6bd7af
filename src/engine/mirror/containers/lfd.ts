// The last free day: which source governs, which day it names, and how urgent it is. Pure. A deadline is a calendar day
// at a place. Only this file converts instants to days; its callers use days.
import type { Band, Clock, DeadlineFlag, DeadlineSource, GoverningRule } from '#contract/deadlines.ts'
import { MS_PER_DAY, dateInZone, instantMs, instantOf, isCalendarDate } from '../../outside/calendar.ts'

/** What the service reported about one container, as sent. A zone is null if this computer does not know it. */
export type ReportedDeadlines = {
  line: string | null
  terminal: string | null
  rail: string | null
  /** `pickup_lfd`, the service's own choice among the three. */
  pickup: string | null
  /** Deprecated `ind_facility_lfd_on`: read only while `rail` is null. */
  facility: string | null
  podZone: string | null
  finalDestinationZone: string | null
  shipmentPodZone: string | null
  shipmentDestinationZone: string | null
  /** The zones that other containers report for its terminal or port, and for its destination. */
  otherPodZone: string | null
  otherDestinationZone: string | null
  isInland: boolean
  /** The container left the port by rail, so the free time of the port is over. */
  hasLeftPort: boolean
}

export type ManualDeadline = {
  date: string
  /** `reportedFingerprint` at the moment the user set the date. */
  reportedThen: string
}

export type ReadDeadline = {
  source: DeadlineSource
  /** The deadline as sent. */
  reported: string
  date: string
  zone: string | null
  /** The zone of "today": of the source, else of the shipment, of other containers at the place, or of the user. */
  todayZone: string
  isRelevant: boolean
  isGoverning: boolean
  flags: DeadlineFlag[]
}

export type ReportedSource = Exclude<DeadlineSource, 'manual'>

/** Changes exactly when a reported date changes; shows that reports changed after the user set a date by hand. */
export function reportedFingerprint(reported: ReportedDeadlines): string {
  return JSON.stringify([reported.line, reported.terminal, reported.rail ?? reported.facility, reported.pickup])
}

/** Every source that names a day, the governing one first. None governs if no source is relevant. */
export function readDeadlines(
  reported: ReportedDeadlines,
  manual: ManualDeadline | null,
  rule: GoverningRule,
  homeZone: string,
): ReadDeadline[] {
  const deadlines = listReportedDays(reported).flatMap(([source, text, flags]) => {
    const deadline = readSource(source, text, reported, homeZone)
    return deadline ? [{ ...deadline, flags: [...flags, ...deadline.flags] }] : []
  })
  const relevant = selectRelevant(deadlines, reported)
  for (const deadline of deadlines) deadline.isRelevant = relevant.includes(deadline)
  const governing = manual ? readManual(manual, reported, homeZone) : chooseGoverning(relevant, rule)
  if (!governing) return deadlines
  governing.isGoverning = true
  return [governing, ...deadlines.filter((deadline) => deadline !== governing)]
}

/** Whether a source reported a day. If not, the user may still have set one by hand. */
export function hasAnyDay(reported: ReportedDeadlines): boolean {
  return listReportedDays(reported).length > 0
}

function listReportedDays(reported: ReportedDeadlines): [ReportedSource, string, DeadlineFlag[]][] {
  const candidates: [ReportedSource, string | null, DeadlineFlag[]][] = [
    ['line', reported.line, []],
    ['terminal', reported.terminal, []],
    ['rail', reported.rail ?? reported.facility, reported.rail === null ? ['deprecated-field'] : []],
  ]
  const reportedDays = candidates.filter(
    (entry): entry is [ReportedSource, string, DeadlineFlag[]] => entry[1] !== null,
  )
  if (reportedDays.length > 0 || reported.pickup === null) return reportedDays
  return [['service', reported.pickup, []]]
}

/** The calendar day that the text of a source names at its place; null if the text is neither a date nor an instant. */
export function parseNamedDay(source: ReportedSource, text: string, reported: ReportedDeadlines): string | null {
  return dateOf(text, zoneOf(source, reported), [])
}

/** Null if the text is neither a date nor an instant. */
function readSource(
  source: ReportedSource,
  text: string,
  reported: ReportedDeadlines,
  homeZone: string,
): ReadDeadline | null {
  const zone = zoneOf(source, reported)
  const flags: DeadlineFlag[] = []
  const date = dateOf(text, zone, flags)
  if (date === null) return null
  const todayZone = zone ?? findFallbackZone(source, reported, homeZone, flags)
  return { source, reported: text, date, zone, todayZone, isRelevant: false, isGoverning: false, flags }
}

/**
 * The calendar day that a deadline names. May add to `flags`. The service sends most deadlines as midnight at the
 * place, and some as dates without a time.
 */
function dateOf(text: string, zone: string | null, flags: DeadlineFlag[]): string | null {
  if (isCalendarDate(text)) return text
  const ms = instantMs(text)
  if (ms === null) return null
  const asWritten = text.slice(0, 10)
  const local = zone === null ? null : dateInZone(ms, zone)
  if (local === null) {
    // Without a zone the service sends the local time as if it were UTC, so the written day is right.
    flags.push('zone-unknown')
    return asWritten
  }
  // Midnight UTC may be a date without a time. The earlier day is used, because an early pickup costs nothing.
  if (ms % MS_PER_DAY === 0 && local !== instantOf(ms).slice(0, 10)) flags.push('may-be-later')
  return local
}

/** Service specification 2.1. The combined value of the service is read like that of the line, which it prefers. */
function zoneOf(source: ReportedSource, reported: ReportedDeadlines): string | null {
  if (source === 'terminal') return reported.podZone
  if (source === 'rail') return reported.finalDestinationZone
  return reported.finalDestinationZone ?? reported.podZone
}

type FallbackZone = [DeadlineFlag, string | null]

/** A zone that is good enough to determine today at the place, but not to change the date of the deadline. */
function findFallbackZone(
  source: ReportedSource,
  reported: ReportedDeadlines,
  homeZone: string,
  flags: DeadlineFlag[],
): string {
  const pod: FallbackZone[] = [
    ['today-from-shipment-zone', reported.shipmentPodZone],
    ['today-from-place-zone', reported.otherPodZone],
  ]
  const destination: FallbackZone[] = [
    ['today-from-shipment-zone', reported.shipmentDestinationZone],
    ['today-from-place-zone', reported.otherDestinationZone],
  ]
  const isAtDestination = source === 'rail' || (source !== 'terminal' && reported.isInland)
  const candidates = isAtDestination ? [...destination, ...pod] : [...pod, ...destination]
  const [flag, zone] = candidates.find((candidate): candidate is [DeadlineFlag, string] => candidate[1] !== null) ?? [
    'today-from-home-zone' as const,
    homeZone,
  ]
  flags.push(flag)
  return zone
}

function selectRelevant(deadlines: ReadDeadline[], { isInland, hasLeftPort }: ReportedDeadlines): ReadDeadline[] {
  const irrelevant = isInland ? 'terminal' : 'rail'
  const relevant = deadlines.filter((deadline) => deadline.source !== irrelevant)
  if (relevant.length > 0 || !isInland || hasLeftPort) return relevant
  // While the container is at the port, its date is the only one: an uncertain date is better than none.
  for (const deadline of deadlines) deadline.flags.push('port-date-inland-move')
  return deadlines
}

function chooseGoverning(relevant: ReadDeadline[], rule: GoverningRule): ReadDeadline | undefined {
  const preferred = { earliest: null, 'line-first': 'line', 'terminal-first': 'terminal' }[rule]
  const first = relevant.find((deadline) => deadline.source === preferred)
  return first ?? relevant.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))[0]
}

function readManual(manual: ManualDeadline, reported: ReportedDeadlines, homeZone: string): ReadDeadline {
  const flags: DeadlineFlag[] = []
  const zone = reported.isInland ? reported.finalDestinationZone : reported.podZone
  const todayZone = zone ?? findFallbackZone(reported.isInland ? 'rail' : 'terminal', reported, homeZone, flags)
  if (manual.reportedThen !== reportedFingerprint(reported)) flags.push('reported-since-manual')
  return {
    source: 'manual',
    reported: manual.date,
    date: manual.date,
    zone,
    todayZone,
    isRelevant: true,
    isGoverning: true,
    flags,
  }
}

/** Whether relevant sources name different days. A manual date governs, but it does not resolve the conflict. */
export function isDisputed(deadlines: ReadDeadline[]): boolean {
  const days = deadlines
    .filter((deadline) => deadline.isRelevant && deadline.source !== 'manual')
    .map(({ date }) => date)
  return new Set(days).size > 1
}

export type ClockInput = {
  /** The container counts as discharged from this instant on; null: no report of a discharge. */
  startedAt: string | null
  /** The container counts as picked up from this instant on; null: it was not picked up. */
  stoppedAt: string | null
}

/** The state of free time at `now`. Both instants may be estimates in the future; they count from then on. */
export function clockAt(input: ClockInput, now: string): Clock {
  if (input.stoppedAt !== null && input.stoppedAt <= now) return 'stopped'
  return input.startedAt !== null && input.startedAt <= now ? 'running' : 'not-started'
}

/** The most days left in each of these bands. */
export type BandDays = { tomorrow: number; soon: number; week: number }

/**
 * A container that is this long past its last free day, and unchecked for this long, probably left without a report. It
 * is in a band of its own.
 */
const CONFIRM_AFTER_DAYS = 14
const CONFIRM_UNCHECKED_DAYS = 7

/**
 * The first matching rule decides. A known date counts also while the container is aboard, because the milestone of its
 * discharge may be late. Only "past" needs free time that is running: a past date before discharge is a conflict of the
 * data, not a cost. `daysSinceCheck` null: the terminal was never checked.
 */
export function bandOf(clock: Clock, daysLeft: number | null, daysSinceCheck: number | null, days: BandDays): Band {
  if (clock === 'stopped') return 'out'
  if (daysLeft === null) return clock === 'running' ? 'none' : 'not-discharged'
  if (daysLeft < 0) {
    if (clock === 'not-started') return 'not-discharged'
    const isUnchecked = daysSinceCheck === null || daysSinceCheck > CONFIRM_UNCHECKED_DAYS
    return daysLeft < -CONFIRM_AFTER_DAYS && isUnchecked ? 'confirm' : 'past'
  }
  if (daysLeft === 0) return 'today'
  if (daysLeft <= days.tomorrow) return 'tomorrow'
  if (daysLeft <= days.soon) return 'soon'
  return daysLeft <= days.week ? 'week' : 'later'
}
