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

/** The gate, if it is closed now and the last free day has passed: a pickup must wait. Otherwise null. */
export function findClosedGate({ gateDay, lastFreeDay: { band } }: GateState<'band'>): GateDay | null {
  return band === 'past' && gateDay?.isClosedNow ? gateDay : null
}

/** `words`: those of cells. A snapshot that was saved before these texts existed has none of them. */
export function listGateNotes(
  row: GateState<'date' | 'daysLeft' | 'band'>,
  words: Readonly<Record<string, string>>,
): string[] {
  const closedGate = findClosedGate(row)
  if (closedGate) {
    const name = closedGate.opensNext === null ? 'closed-now' : 'opens'
    return listNotes(words[`phrase gate-${name}`], { at: joinOpening(closedGate, closedGate.opensNext ?? '') })
  }
  const gate = findGate(row)
  if (gate === null || !isGateClosed(row)) return []
  const { date, closes } = gate.gateDay
  const name = date === null ? 'none' : date === gate.date ? 'closed' : 'last-day'
  return listNotes(words[`phrase gate-${name}`], { date: date ?? '', to: closes ?? '' })
}

/** `Mon 30 Nov 07:00`, with the hour if the user entered it. */
export function joinOpening({ opens }: Pick<GateDay, 'opens'>, day: string): string {
  return opens === null ? day : `${day} ${opens}`
}

function listNotes(text: string | undefined, values: Readonly<Record<string, string>>): string[] {
  if (text === undefined) return []
  return [Object.entries(values).reduce((note, [name, value]) => note.replaceAll(`{${name}}`, () => value), text)]
}
