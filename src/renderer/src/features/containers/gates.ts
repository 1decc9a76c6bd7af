// The last day on which a gate works before a last free day ends, in words. It is information only and does not change
// any count of days.
import type { ContainerRow } from '#contract/containers.ts'
import type { GateDay } from '#contract/terminals.ts'
import { joinParts, t } from '../../words/words.ts'
import { formatDate, describeDate, describeWeekday } from '../../words/dates.ts'

/** The weekdays with the contract's numbers, from 1. */
export const weekdays = (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((name, index) => ({
  day: index + 1,
  name,
}))

export type GateSubject = Pick<ContainerRow, 'gateDay' | 'lastFreeDay'>

/** `gate 07:00–16:30`; empty if the user entered no times. */
export function formatGateTimes({ opens, closes }: Pick<GateDay, 'opens' | 'closes'>): string {
  if (opens !== null && closes !== null) return t('gate.open', { from: opens, to: closes })
  if (opens !== null) return t('gate.from', { from: opens })
  return closes === null ? '' : t('gate.to', { to: closes })
}

/** Returns null if there is nothing to show: no calendar, or a gate that works that day and has no times. */
export function formatGateLine({ gateDay, lastFreeDay: { date } }: GateSubject, nowMs: number | null): string | null {
  if (gateDay === null || date === null) return null
  if (gateDay.date === null) return t('gate.none', { weekday: describeWeekday(date) })
  const times = formatGateTimes(gateDay)
  if (gateDay.date !== date)
    return joinParts(
      t('phrase.clauseSeparator'),
      t('gate.lastDay', { weekday: describeWeekday(date), date: formatDate(gateDay.date, nowMs) }),
      times,
    )
  return times === '' ? null : joinParts(t('phrase.clauseSeparator'), t('gate.sameDay'), times)
}

/** The last gate day before a last free day on which the gate is closed; null for other rows. */
export function formatGateLimit({ gateDay, lastFreeDay }: GateSubject, nowMs: number | null): string | null {
  const { date, band } = lastFreeDay
  if (gateDay === null || date === null || gateDay.date === date || band === 'past') return null
  if (gateDay.date === null) return t('gate.none', { weekday: describeWeekday(date) })
  return t('gate.spoken', { date: formatDate(gateDay.date, nowMs) })
}

/** Describes for screen readers that the gate is closed on the last free day itself; otherwise empty. */
export function describeGate({ gateDay, lastFreeDay: { date } }: GateSubject): string {
  const day = gateDay?.date ?? null
  return day === null || day === date ? '' : t('gate.spoken', { date: describeDate(day) })
}
