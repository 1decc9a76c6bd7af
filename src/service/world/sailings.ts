// Sailings: voyage k of a service departs in week k, with the vessels in rotation. All shipments on a voyage share its
// vessel, delays and estimates of arrival.

import { createDice } from './chance.ts'
import { DAY_MS, HOUR_MS, toMinute } from './calendar.ts'
import type { DischargeCall, LinerService, LoadCall, Vessel } from './data/liner-service.ts'
import type { Steps } from './steps.ts'

export type Sailing = {
  vessel: Vessel
  voyageNumber: string
  scheduledDepartureMs: number
  departedMs: number
  scheduledArrivalMs: number
  arrivedMs: number
  berthedMs: number
  /** Estimates by the line; the first is the original one. */
  arrivalEstimates: Steps<number>
}

const WEEK_MS = 7 * DAY_MS
/** Monday, 5 January 1970, 00:00 UTC. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** The voyage whose scheduled departure from that port is nearest to the instant. */
export function voyageLeaving(service: LinerService, load: LoadCall, aroundMs: number): number {
  return Math.round((aroundMs - startMs(service, 0) - load.day * DAY_MS) / WEEK_MS)
}

/** The first voyage scheduled to arrive at that call at or after the instant. */
export function voyageArriving(service: LinerService, discharge: DischargeCall, notBeforeMs: number): number {
  return Math.ceil((notBeforeMs - startMs(service, 0) - discharge.day * DAY_MS) / WEEK_MS)
}

export function sailingOf(
  seed: string,
  service: LinerService,
  voyage: number,
  load: LoadCall,
  discharge: DischargeCall,
): Sailing {
  const dice = createDice(seed, 'sailing', service.name, voyage)
  const lateAtLoadingMs = dice.between(-2, Math.min(24, service.maxDelayHours / 2)) * HOUR_MS
  // A product of two draws: most vessels are almost on time, a few are very late.
  const lateAtSeaMs = dice.between(-0.1, 1) * dice.unit() * (service.maxDelayHours - 8) * HOUR_MS
  const berthWaitMs = (dice.chance(0.15) ? dice.between(14, 50) : dice.between(2, 10)) * HOUR_MS
  const vessel = service.vessels[((voyage % service.vessels.length) + service.vessels.length) % service.vessels.length]
  if (!vessel) throw new Error(`Service ${service.name} has no ships.`)

  const start = startMs(service, voyage)
  const scheduledDepartureMs = start + load.day * DAY_MS
  const scheduledArrivalMs = start + discharge.day * DAY_MS
  const departedMs = toMinute(scheduledDepartureMs + lateAtLoadingMs)
  // A vessel that is late at its first port of discharge is later at the next.
  const order = service.discharges.indexOf(discharge)
  const arrivedMs = toMinute(scheduledArrivalMs + lateAtLoadingMs / 2 + lateAtSeaMs * (1 + 0.15 * order))
  return {
    vessel,
    voyageNumber: voyageNumberOf(service, voyage),
    scheduledDepartureMs,
    departedMs,
    scheduledArrivalMs,
    arrivedMs,
    berthedMs: toMinute(arrivedMs + Math.min(berthWaitMs, service.maxDelayHours * HOUR_MS)),
    arrivalEstimates: estimates(departedMs, scheduledArrivalMs, arrivedMs, dice.between(-4, 4) * HOUR_MS),
  }
}

/** Lines revise the arrival along the voyage, in half hours, and the error shrinks. */
function estimates(departedMs: number, scheduledMs: number, arrivedMs: number, errorMs: number): Steps<number> {
  const half = HOUR_MS / 2
  const revised = [
    { share: 0.02, known: 0.3, error: 0.5 },
    { share: 0.3, known: 0.6, error: 1 },
    { share: 0.62, known: 0.85, error: 0.6 },
    { share: 0.88, known: 1, error: 0.2 },
  ].map(({ share, known, error }) => ({
    fromMs: departedMs + (arrivedMs - departedMs) * share,
    value: Math.round((scheduledMs + (arrivedMs - scheduledMs) * known + errorMs * error) / half) * half,
  }))
  return [{ fromMs: -Infinity, value: scheduledMs }, ...revised]
}

function startMs(service: LinerService, voyage: number): number {
  return FIRST_MONDAY_MS + service.weekday * DAY_MS + voyage * WEEK_MS
}

/** Each vessel counts its own voyages; the number has three digits. */
function voyageNumberOf(service: LinerService, voyage: number): string {
  const round = Math.floor(voyage / service.vessels.length)
  return `${String((((round % 900) + 900) % 900) + 100)}${service.heading}`
}
