// A stay: all that happens to one container from discharge to its empty return, as its terminal, its line and the
// railroad would tell it. Drawn by natural-stay.ts or written out by showcase-stay.ts; everything shown comes from it.

import { dateOf, instantAt, localDay, writtenAt } from './calendar.ts'
import { valueAt, type Steps } from './steps.ts'

/** The names of the live service, with their case. */
export type HoldName = 'freight' | 'customs' | 'USDA' | 'VACIS' | 'TMF' | 'other'

/** `hold` blocks, `pending` warns. Cleared means gone. */
export type HoldSpan = { name: HoldName; status: 'hold' | 'pending'; description: string; fromMs: number; toMs: number }

/**
 * How a source writes a last free day: most give local midnight, some end of day or UTC midnight; with `--quirks` some
 * of these the bare date.
 */
export type DeadlineForm = 'local-midnight' | 'end-of-day' | 'utc-midnight'

/** A day of the calendar at the place of pickup. */
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
  /** Zone of the place where the container is picked up. */
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
  /** An exam is charged when it is over. */
  examFee: { fromMs: number; amount: number } | null
  /** The terminal could not be asked in this span. */
  outage: { fromMs: number; toMs: number } | null
  /** Told by the terminal: it stands at the shipper's disposal outside the terminal. */
  offDock: { fromMs: number; toMs: number } | null
  /** Told by the line, after pickup. */
  whereabouts: Steps<'dropped' | 'loaded'>
  deliveredMs: number | null
}

/** What most stays have nothing of (fates.ts). */
export const NO_FATE: Pick<Stay, 'offDock' | 'whereabouts' | 'deliveredMs'> = {
  offDock: null,
  whereabouts: [],
  deliveredMs: null,
}

/** What is in force at an instant. */
export function holdsAt(stay: Stay, instantMs: number): HoldSpan[] {
  return stay.holds.filter((hold) => hold.fromMs <= instantMs && instantMs < hold.toMs)
}

/** The day that starts the terminal's or the ramp's own charges. */
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

/** Calendar days past the last free day at the place of pickup; 0 or less means nothing is owed. */
export function daysOver(stay: Stay, instantMs: number): number {
  const deadline = chargingFrom(stay, instantMs)
  return deadline ? localDay(stay.zone, instantMs) - deadline.day : 0
}
