// Sailings of liner services. Voyage k of a service starts in week k, and its vessels take the voyages in turn. All
// shipments on one voyage share the vessel and its delays. With the same ports they also share the arrival estimates.
import { createDice } from './chance.ts'
import { DAY_MS, HOUR_MS, roundToMinute } from './calendar.ts'
import type { DischargeCall, LinerService, LoadCall, Vessel } from './data/services.ts'
import type { Steps } from './steps.ts'

export type Sailing = {
  vessel: Vessel
  voyageNumber: string
  /** The scheduled departure from the port where this shipment is loaded. */
  scheduledDepartureMs: number
  departedMs: number
  scheduledArrivalMs: number
  arrivedMs: number
  /** The time at which the vessel is at its berth. It is after `arrivedMs`, because the vessel waits for the berth. */
  berthedMs: number
  /** The line's estimates of arrival. The first one is the scheduled arrival. */
  arrivalEstimates: Steps<number>
}

const WEEK_MS = 7 * DAY_MS
/**
 * Monday, 5 January 1970, 00:00 UTC: the start of week 0 for weekday 0. `LinerService.weekday` counts from Monday, and
 * `getWeekday` of calendar.ts from Sunday.
 */
const FIRST_MONDAY_MS = 4 * DAY_MS
/** Before the extra delay of later calls, the delay at sea is at least this much below `maxDelayHours`. */
const SEA_DELAY_MARGIN_HOURS = 8
const EXTRA_DELAY_PER_CALL = 0.15
const HALF_HOUR_MS = HOUR_MS / 2

/** Returns the voyage whose scheduled departure from that port is nearest to the instant. */
export function findVoyageDepartingNear(service: LinerService, loadCall: LoadCall, instantMs: number): number {
  return Math.round((instantMs - computeVoyageStartMs(service, 0) - loadCall.day * DAY_MS) / WEEK_MS)
}

/** Returns the first voyage that is scheduled to arrive at that port of discharge at or after the instant. */
export function findFirstVoyageArrivingFrom(
  service: LinerService,
  dischargeCall: DischargeCall,
  instantMs: number,
): number {
  return Math.ceil((instantMs - computeVoyageStartMs(service, 0) - dischargeCall.day * DAY_MS) / WEEK_MS)
}

export function drawSailing(
  seed: string,
  service: LinerService,
  voyageIndex: number,
  loadCall: LoadCall,
  dischargeCall: DischargeCall,
): Sailing {
  const dice = createDice(seed, 'sailing', service.name, voyageIndex)
  // A negative delay is an early departure.
  const departureDelayMs = dice.drawBetween(-2, Math.min(24, service.maxDelayHours / 2)) * HOUR_MS
  // The product of two draws makes most vessels almost punctual and a few very late.
  const seaDelayMs =
    dice.drawBetween(-0.1, 1) * dice.drawUnit() * (service.maxDelayHours - SEA_DELAY_MARGIN_HOURS) * HOUR_MS
  const berthWaitMs = (dice.drawBoolean(0.15) ? dice.drawBetween(14, 50) : dice.drawBetween(2, 10)) * HOUR_MS

  const voyageStartMs = computeVoyageStartMs(service, voyageIndex)
  const scheduledDepartureMs = voyageStartMs + loadCall.day * DAY_MS
  const scheduledArrivalMs = voyageStartMs + dischargeCall.day * DAY_MS
  const departedMs = roundToMinute(scheduledDepartureMs + departureDelayMs)
  // A vessel that is late at its first port of discharge is later at the next.
  const callIndex = service.discharges.indexOf(dischargeCall)
  // Half of the departure delay is made up at sea.
  const arrivedMs = roundToMinute(
    scheduledArrivalMs + departureDelayMs / 2 + seaDelayMs * (1 + EXTRA_DELAY_PER_CALL * callIndex),
  )
  return {
    vessel: getVessel(service, voyageIndex),
    voyageNumber: formatVoyageNumber(service, voyageIndex),
    scheduledDepartureMs,
    departedMs,
    scheduledArrivalMs,
    arrivedMs,
    // `maxDelayHours` also limits the wait: the vessels of a punctual service do not wait for days.
    berthedMs: roundToMinute(arrivedMs + Math.min(berthWaitMs, service.maxDelayHours * HOUR_MS)),
    arrivalEstimates: estimateArrivals(departedMs, scheduledArrivalMs, arrivedMs, dice.drawBetween(-4, 4) * HOUR_MS),
  }
}

/** The vessels take the voyages in turn, also those before voyage 0. */
export function getVessel({ name, vessels }: LinerService, voyageIndex: number): Vessel {
  const vessel = vessels[((voyageIndex % vessels.length) + vessels.length) % vessels.length]
  if (!vessel) throw new Error(`Service ${name} has no vessels.`)
  return vessel
}

/**
 * The line revises its estimate four times during the voyage, and rounds it to half hours. Each revision knows more of
 * the real delay.
 */
function estimateArrivals(
  departedMs: number,
  scheduledMs: number,
  arrivedMs: number,
  estimateErrorMs: number,
): Steps<number> {
  const revisions = [
    { voyageShare: 0.02, knownDelayShare: 0.3, errorFactor: 0.5 },
    { voyageShare: 0.3, knownDelayShare: 0.6, errorFactor: 1 },
    { voyageShare: 0.62, knownDelayShare: 0.85, errorFactor: 0.6 },
    { voyageShare: 0.88, knownDelayShare: 1, errorFactor: 0.2 },
  ].map(({ voyageShare, knownDelayShare, errorFactor }) => {
    const estimateMs = scheduledMs + (arrivedMs - scheduledMs) * knownDelayShare + estimateErrorMs * errorFactor
    return {
      fromMs: departedMs + (arrivedMs - departedMs) * voyageShare,
      value: Math.round(estimateMs / HALF_HOUR_MS) * HALF_HOUR_MS,
    }
  })
  return [{ fromMs: -Infinity, value: scheduledMs }, ...revisions]
}

function computeVoyageStartMs(service: LinerService, voyageIndex: number): number {
  return FIRST_MONDAY_MS + service.weekday * DAY_MS + voyageIndex * WEEK_MS
}

/** Each vessel counts its own voyages, from 100 to 999. */
function formatVoyageNumber(service: LinerService, voyageIndex: number): string {
  const rotation = Math.floor(voyageIndex / service.vessels.length)
  return `${String((((rotation % 900) + 900) % 900) + 100)}${service.heading}`
}
