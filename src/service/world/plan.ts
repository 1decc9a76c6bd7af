// The plan of a shipment: its request, lane and voyage. This file makes the plan for a generation of a slot.
// written-requests.ts makes it for a client's request, and make-journey.ts makes the journey from it.
import { createDice, type Dice } from './chance.ts'
import { DAY_MS } from './calendar.ts'
import { CUSTOMERS } from './data/customers.ts'
import { SHIPPING_LINES, type ShippingLine } from './data/shipping-lines.ts'
import { drawContainerNumber, drawByPattern } from './numbers.ts'
import { findFirstVoyageArrivingFrom, findVoyageDepartingNear } from './sailings.ts'
import { computeLatestTimes, getCreatedMs, drawDepartureMs, type Slot } from './slots.ts'
import { computeDayZero, type Script } from './showcase-stay.ts'
import type { Lane } from './lanes.ts'

export const STOP_REASONS = [
  'all_containers_terminated',
  'past_arrival_window',
  'past_full_out_window',
  'no_updates_at_line',
  'cancelled_by_user',
  'booking_cancelled',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

export type RequestType = 'bill_of_lading' | 'booking_number' | 'container'

/** `partyId` is null for a customer of the world, which is found by its name. */
export type PlanCustomer = { name: string; partyId: string | null }

export type ShipmentPlan = {
  slot: number
  generation: number
  createdMs: number
  lane: Lane
  voyage: number
  line: ShippingLine
  requestType: RequestType
  /** The number as submitted. It is also the shipment's `bill_of_lading_number`. */
  number: string
  containerNumbers: readonly string[]
  refNumbers: readonly string[]
  tags: readonly string[]
  customer: PlanCustomer | null
  script: Script | null
  /** Whether tracking stops before the containers are returned (make-journey.ts). */
  stopsEarly: boolean
  /** The reason for which the tracking of a test shipment stops soon after its start. Null for all other shipments. */
  plannedStopReason: StopReason | null
  latestFullOutMs: number
  latestEmptyInMs: number
}

export function makePlan(seed: string, slot: Slot, generation: number): ShipmentPlan {
  const dice = createDice(seed, 'plan', slot.index, generation)
  const createdMs = getCreatedMs(slot, generation)
  const { lane, script } = slot
  const line = findLine(dice.pick(lane.service.lines))
  const requestType: RequestType = dice.drawBoolean(0.8)
    ? 'bill_of_lading'
    : line.tracksContainers && dice.drawBoolean(0.3)
      ? 'container'
      : 'booking_number'
  const containerNumbers = Array.from({ length: slot.containers }, (_, index) =>
    drawContainerNumber(dice, line, slot.index * 8 + index),
  )
  const customer = dice.drawBoolean(0.9) ? dice.pick(CUSTOMERS) : null
  return {
    slot: slot.index,
    generation,
    createdMs,
    lane,
    voyage: script
      ? findShowcaseVoyage(lane, createdMs)
      : findVoyageDepartingNear(lane.service, lane.load, drawDepartureMs(dice, lane, createdMs)),
    line,
    requestType,
    number: drawNumber(dice, requestType, line, containerNumbers),
    containerNumbers,
    refNumbers: customer
      ? Array.from({ length: dice.pick([0, 1, 1, 1, 2]) }, () => drawByPattern(dice, customer.orderPattern))
      : [],
    tags: customer && customer.tags.length > 0 && dice.drawBoolean(0.5) ? [dice.pick(customer.tags)] : [],
    customer: customer && { name: customer.name, partyId: null },
    script,
    stopsEarly: script === null && dice.drawBoolean(0.07),
    plannedStopReason: null,
    ...(script ? { latestFullOutMs: Infinity, latestEmptyInMs: Infinity } : computeLatestTimes(slot, createdMs)),
  }
}

/** Returns the reference of one container of a split order: the first order number and the container's position. */
export function formatPartReference(plan: ShipmentPlan, index: number): string {
  return `${plan.refNumbers[0] ?? ''}/${index + 1}`
}

function findLine(scac: string): ShippingLine {
  const line = SHIPPING_LINES.find((candidate) => candidate.scac === scac)
  if (!line) throw new Error(`No shipping line ${scac} in the tables.`)
  return line
}

function drawNumber(
  dice: Dice,
  requestType: RequestType,
  line: ShippingLine,
  containerNumbers: readonly string[],
): string {
  if (requestType === 'container') return containerNumbers[0] ?? ''
  return drawByPattern(dice, requestType === 'bill_of_lading' ? line.billPattern : line.bookingPattern)
}

/** Finds the voyage that is scheduled to arrive 10 to 4 days before day zero. A weekly service has exactly one. */
function findShowcaseVoyage(lane: Lane, createdMs: number): number {
  return findFirstVoyageArrivingFrom(lane.service, lane.discharge, (computeDayZero(createdMs) - 10) * DAY_MS)
}
