// A stay: one container from discharge to empty return, as terminal, line and railroad report it. Drawn by
// natural-stay.ts or scripted by showcase-stay.ts; all records come from it.
import { dateOf, instantAt, localDay, writtenAt } from './calendar.ts'
import { valueAt, type Steps } from './steps.ts'

/** The live service's names, in its case. */
export type HoldName = 'freight' | 'customs' | 'USDA' | 'VACIS' | 'TMF' | 'other'

/** `hold` blocks, `pending` warns. A cleared hold is no longer reported. */
export type HoldSpan = { name: HoldName; status: 'hold' | 'pending'; description: string; fromMs: number; toMs: number }

/**
 * How a source formats a last free day: most use local midnight, some end of day or UTC midnight. With `--quirks`, some
 * of these are dates without a time.
 */
export type DeadlineForm = 'local-midnight' | 'end-of-day' | 'utc-midnight'

/** A calendar day at the place of pickup. */
export type LastFreeDay = { day: number; form: DeadlineForm }

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
  /** Zone of the place of pickup. */
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
  /** An exam is charged at its end. */
  examFee: { fromMs: number; amount: number } | null
  /** The terminal could not be checked in this span. */
  outage: { fromMs: number; toMs: number } | null
  /** Reported by the terminal: stored outside the terminal. */
  offDock: { fromMs: number; toMs: number } | null
  /** Reported by the line after pickup. */
  afterPickup: Steps<'dropped' | 'loaded'>
  deliveredMs: number | null
}

/** The default of the rare events of fates.ts. */
export const NO_FATE: Pick<Stay, 'offDock' | 'afterPickup' | 'deliveredMs'> = {
  offDock: null,
  afterPickup: [],
  deliveredMs: null,
}

/** The holds that are active at an instant. */
export function holdsAt(stay: Stay, instantMs: number): HoldSpan[] {
  return stay.holds.filter((hold) => hold.fromMs <= instantMs && instantMs < hold.toMs)
}

/** The last free day that the terminal or ramp charges from. */
export function chargingFrom(stay: Stay, instantMs: number): LastFreeDay | null {
  const { terminal, line, rail } = stay.lastFreeDays
  return valueAt(stay.inland ? rail : terminal, instantMs) ?? valueAt(line, instantMs)
}

export function writeDeadline({ day, form }: LastFreeDay, zone: string, isZoneKnown: boolean): string {
  switch (form) {
    case 'local-midnight':
      return writtenAt(instantAt(zone, day, 0), zone, isZoneKnown)
    case 'end-of-day':
      return `${dateOf(day)}T23:59:00Z`
    case 'utc-midnight':
      return `${dateOf(day)}T00:00:00Z`
  }
}

/** Calendar days after the last free day at the place of pickup; 0 or less: no charge. */
export function daysOver(stay: Stay, instantMs: number): number {
  const deadline = chargingFrom(stay, instantMs)
  return deadline ? localDay(stay.zone, instantMs) - deadline.day : 0
}
