// The last day on which a gate works before a last free day ends, in words. It is information only and does not change
// any count of days.
import type { ContainerRow } from '#contract/containers.ts'
import { isOpenOvernight } from '#contract/rules/gate-hours.ts'
import type { GateDay } from '#contract/terminals.ts'
import { findClosedGate, findGate, isClosedOnDay, isLastGateDayToday, joinOpening } from '#words/gate-state.ts'
import { joinParts, t } from '../../words/words.ts'
import { formatDate, describeDate, describeWeekday } from '../../words/dates.ts'

/** The weekdays with the contract's numbers, from 1. */
export const weekdays = (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((name, index) => ({
  day: index + 1,
  name,
}))

export type GateSubject = Pick<ContainerRow, 'gateDay' | 'lastFreeDay' | 'risks'>

/** `gate 07:00–16:30`; empty if the user entered no times. */
export function formatGateTimes({ opens, closes }: Pick<GateDay, 'opens' | 'closes'>): string {
  if (opens !== null && closes !== null) return t('gate.open', { from: opens, to: closes })
  if (opens !== null) return t('gate.from', { from: opens })
  return closes === null ? '' : t('gate.to', { to: closes })
}

/**
 * Returns null if there is nothing to show: no calendar, a gate that works that day and has no times, or a day that has
 * passed.
 */
export function formatGateLine(subject: Omit<GateSubject, 'risks'>, nowMs: number | null): string | null {
  const gate = findGate(subject)
  if (gate === null) return null
  const { gateDay, date } = gate
  if (gateDay.date === null) return t('gate.none', { weekday: describeWeekday(date) })
  const times = formatGateTimes(gateDay)
  if (gateDay.date !== date)
    return joinParts(
      t('phrase.clauseSeparator'),
      t('gate.lastDay', { weekday: describeWeekday(date), date: formatDate(gateDay.date, nowMs) }),
      times,
    )
  if (times === '') return null
  return gateDay.isOver
    ? t('gate.closedOnDay', { to: gateDay.closes ?? '' })
    : joinParts(t('phrase.clauseSeparator'), t('gate.sameDay'), times)
}

/**
 * The last gate day if it is before the last free day, and today the time at which the gate closes for the last time.
 * While charges run, when a gate that is closed now opens. Null for other rows.
 */
export function formatGateLimit(subject: GateSubject, nowMs: number | null): string | null {
  const opening = formatGateOpening(subject, nowMs)
  if (opening !== null) return opening
  const gate = findGate(subject)
  if (gate === null) return null
  const { gateDay, date } = gate
  if (gateDay.date === null) return t('gate.none', { weekday: describeWeekday(date) })
  const day = gateDay.date === date ? null : t('gate.spoken', { date: formatDate(gateDay.date, nowMs) })
  return joinParts(t('phrase.clauseSeparator'), day, formatClosingTime(subject)) || null
}

/** When the gate opens that a pickup must wait for; null if it need not wait. */
export function formatGateOpening(subject: GateSubject, nowMs: number | null): string | null {
  const closedGate = findClosedGate(subject)
  return closedGate && formatOpening(closedGate, (day) => formatDate(day, nowMs))
}

function formatOpening(closedGate: GateDay, formatDay: (day: string) => string): string {
  const { opensNext } = closedGate
  if (opensNext === null) return t('gate.closedNow')
  return t('gate.opensAt', { at: joinOpening(closedGate, formatDay(opensNext)) })
}

/** The closing time on the last gate day; null on other days, and for a gate that is open overnight. */
function formatClosingTime(subject: Omit<GateSubject, 'risks'>): string | null {
  const { gateDay } = subject
  if (!gateDay?.closes || isOpenOvernight(gateDay) || !isLastGateDayToday(subject)) return null
  return t(gateDay.isOver ? 'gate.closedAt' : 'gate.closesAt', { to: gateDay.closes })
}

/** Describes a closed gate for screen readers; otherwise empty. */
export function describeGate(subject: GateSubject): string {
  const closedGate = findClosedGate(subject)
  const opening = closedGate && formatOpening(closedGate, describeDate)
  return joinParts(t('phrase.clauseSeparator'), opening, describeClosedDay(subject))
}

function describeClosedDay(subject: GateSubject): string {
  const gate = findGate(subject)
  if (gate === null || !isClosedOnDay(subject)) return ''
  const { gateDay, date } = gate
  if (gateDay.date === null) return t('gate.none', { weekday: describeWeekday(date) })
  return gateDay.date === date
    ? t('gate.closedAt', { to: gateDay.closes ?? '' })
    : t('gate.spoken', { date: describeDate(gateDay.date) })
}
