// What the gate of a terminal means for the last free day of a container: for screens, files and the clipboard.
import type { ContainerRow } from '#contract/containers.ts'
import type { GateDay } from '#contract/terminals.ts'

const MS_PER_DAY = 86_400_000

/** `Fields`: of the last free day. */
export type GateState<Fields extends keyof ContainerRow['lastFreeDay']> = Pick<ContainerRow, 'gateDay'> & {
  lastFreeDay: Pick<ContainerRow['lastFreeDay'], Fields>
}

/** With the reasons for a decision, which say whether charges run. */
export type ChargeState<Fields extends keyof ContainerRow['lastFreeDay']> = GateState<Fields> &
  Pick<ContainerRow, 'risks'>

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

/** Whether a text says that the gate is closed: on the last free day, or while charges run. Lists mark the day. */
export function isGateClosed(row: ChargeState<'date' | 'daysLeft' | 'band'>): boolean {
  return findClosedGate(row) !== null || isClosedOnDay(row)
}

/** Whether the gate is closed on the last free day, or has closed on it; false after that day. */
export function isClosedOnDay(row: GateState<'date' | 'daysLeft'>): boolean {
  const gate = findGate(row)
  return gate !== null && (gate.gateDay.isOver || gate.gateDay.date !== gate.date)
}

/**
 * The gate, if it is closed now and charges run: a pickup must wait. Otherwise null. Charges run after the last free
 * day. Before it, for example before a day that the user set, reported fees say so if no other reason is more severe.
 */
export function findClosedGate({ gateDay, lastFreeDay: { band }, risks }: ChargeState<'band'>): GateDay | null {
  const isCharged = band === 'past' || risks[0]?.reason === 'fees-running'
  return isCharged && gateDay?.isClosedNow ? gateDay : null
}

/** `words`: those of cells. A snapshot that was saved before these texts existed has none of them. */
export function listGateNotes(
  row: ChargeState<'date' | 'daysLeft' | 'band'>,
  words: Readonly<Record<string, string>>,
): string[] {
  return [...listOpeningNotes(findClosedGate(row), words), ...listDayNotes(row, words)]
}

function listOpeningNotes(closedGate: GateDay | null, words: Readonly<Record<string, string>>): string[] {
  if (closedGate === null) return []
  const name = closedGate.opensNext === null ? 'closed-now' : 'opens'
  return listNotes(words[`phrase gate-${name}`], { at: joinOpening(closedGate, closedGate.opensNext ?? '') })
}

function listDayNotes(row: GateState<'date' | 'daysLeft'>, words: Readonly<Record<string, string>>): string[] {
  const gate = findGate(row)
  if (gate === null || !isClosedOnDay(row)) return []
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
