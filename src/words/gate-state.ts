// What the gate of a terminal means for the last free day of a container: for screens, files and the clipboard.
import type { ContainerRow } from '#contract/containers.ts'
import type { GateDay } from '#contract/terminals.ts'

const MS_PER_DAY = 86_400_000

/** `Fields`: of the last free day. */
export type GateState<Fields extends keyof ContainerRow['lastFreeDay']> = Pick<ContainerRow, 'gateDay'> & {
  lastFreeDay: Pick<ContainerRow['lastFreeDay'], Fields>
}

/** Whether today is the last gate day, also if the gate has closed. False without gate hours. */
export function isLastGateDayToday({
  gateDay,
  lastFreeDay: { date, daysLeft },
}: GateState<'date' | 'daysLeft'>): boolean {
  if (!gateDay?.date || date === null || daysLeft === null) return false
  return (Date.parse(date) - Date.parse(gateDay.date)) / MS_PER_DAY === daysLeft
}

/** The gate and the date of a last free day that has not passed; null for other rows, and without gate hours. */
export function findGate({
  gateDay,
  lastFreeDay: { date, daysLeft },
}: GateState<'date' | 'daysLeft'>): { gateDay: GateDay; date: string } | null {
  return gateDay === null || date === null || daysLeft === null || daysLeft < 0 ? null : { gateDay, date }
}

/** Whether the gate is closed on the last free day, or has closed on it; false after that day. Lists mark the day. */
export function isGateClosed(row: GateState<'date' | 'daysLeft'>): boolean {
  const gate = findGate(row)
  return gate !== null && (gate.gateDay.isOver || gate.gateDay.date !== gate.date)
}

/** `words`: those of cells. A snapshot that was saved before these texts existed has none of them. */
export function listGateNotes(row: GateState<'date' | 'daysLeft'>, words: Readonly<Record<string, string>>): string[] {
  const gate = findGate(row)
  if (gate === null || !isGateClosed(row)) return []
  const { date, closes } = gate.gateDay
  const name = date === null ? 'none' : date === gate.date ? 'closed' : 'last-day'
  const text = words[`phrase gate-${name}`]
  return text === undefined ? [] : [text.replaceAll('{date}', () => date ?? '').replaceAll('{to}', () => closes ?? '')]
}
