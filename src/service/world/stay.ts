// A stay is the part of a container's journey from the discharge to the empty return, as terminal, line and railroad
// report it. It is drawn by unscripted-stay.ts or scripted by showcase-stay.ts, and all records are computed from it.
import { formatDay, toInstant, getLocalDay, formatInstant } from './calendar.ts'
import { getValueAt, type Steps } from './steps.ts'

/** The names of the live service, in its upper or lower case. */
export type HoldName = 'freight' | 'customs' | 'USDA' | 'VACIS' | 'TMF' | 'other'

/** The status `hold` blocks the pickup, `pending` only warns. A hold is reported only in its span. */
export type HoldSpan = { name: HoldName; status: 'hold' | 'pending'; description: string; fromMs: number; toMs: number }

/**
 * How a source formats a last free day. Most use local midnight, some the end of the day or UTC midnight. With
 * `--quirks`, some send a date without a time instead.
 */
export type DeadlineForm = 'local-midnight' | 'end-of-day' | 'utc-midnight'

/** `day` is a calendar day at the place of pickup (calendar.ts). */
export type LastFreeDay = { day: number; form: DeadlineForm }

/** How a terminal reports its fees. `unpriced` fees have the amount 0. */
export type FeeForm = 'itemised' | 'total-only' | 'itemised-and-total' | 'unpriced' | 'no-currency'

export type InlandLeg = {
  railroad: string
  loadedMs: number
  departedMs: number
  arrivedMs: number
  unloadedMs: number
  arrivalEstimates: Steps<number>
}

export type Stay = {
  /** The zone of the place of pickup. */
  zone: string
  dischargedMs: number
  holds: readonly HoldSpan[]
  available: Steps<boolean>
  lastFreeDays: { terminal: Steps<LastFreeDay>; line: Steps<LastFreeDay>; rail: Steps<LastFreeDay> }
  appointment: Steps<number | null>
  inland: InlandLeg | null
  fullOutMs: number
  emptyInMs: number
  feeForm: FeeForm
  /** The fee for an exam is reported from the end of the exam. */
  examFee: { fromMs: number; amount: number } | null
  /** The terminal could not be checked in this span. */
  outage: { fromMs: number; toMs: number } | null
  /** The span in which the terminal reports that the container is stored off dock. */
  offDock: { fromMs: number; toMs: number } | null
  /** The states that the line reports after the pickup. */
  afterPickup: Steps<'dropped' | 'loaded'>
  deliveredMs: number | null
}

/** The values of a stay without the rare events of rare-events.ts. */
export const NO_RARE_EVENT: Pick<Stay, 'offDock' | 'afterPickup' | 'deliveredMs'> = {
  offDock: null,
  afterPickup: [],
  deliveredMs: null,
}

/** Lists the holds that are active at an instant. */
export function listHoldsAt(stay: Stay, instantMs: number): HoldSpan[] {
  return stay.holds.filter((hold) => hold.fromMs <= instantMs && instantMs < hold.toMs)
}

/** Finds the last free day that demurrage counts from. Null if none is reported. */
export function findChargedDeadline(stay: Stay, instantMs: number): LastFreeDay | null {
  const { terminal, line, rail } = stay.lastFreeDays
  return getValueAt(stay.inland ? rail : terminal, instantMs) ?? getValueAt(line, instantMs)
}

export function formatDeadline({ day, form }: LastFreeDay, zone: string, isZoneKnown: boolean): string {
  switch (form) {
    case 'local-midnight':
      return formatInstant(toInstant(zone, day, 0), zone, isZoneKnown)
    case 'end-of-day':
      return `${formatDay(day)}T23:59:00Z`
    case 'utc-midnight':
      return `${formatDay(day)}T00:00:00Z`
  }
}

/** Returns the calendar days since the last free day. There is no charge if it is 0 or less. */
export function countOverdueDays(stay: Stay, instantMs: number): number {
  const deadline = findChargedDeadline(stay, instantMs)
  return deadline ? getLocalDay(stay.zone, instantMs) - deadline.day : 0
}
