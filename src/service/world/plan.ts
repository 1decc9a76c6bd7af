// The plan of a shipment: its request, lane and voyage. Made for a slot's generation (here) or for a client's request
// (written-requests.ts); make-journey.ts makes the journey.
import { createDice, type Dice } from './chance.ts'
import { DAY_MS } from './calendar.ts'
import { CUSTOMERS } from './data/customers.ts'
import { SHIPPING_LINES, type ShippingLine } from './data/shipping-lines.ts'
import { drawContainerNumber, fromPattern } from './numbers.ts'
import { firstVoyageArrivingFrom, voyageDepartingNear } from './sailings.ts'
import { bounds, createdAt, departureAround, type Slot } from './slots.ts'
import { dayZeroOf, type Script } from './showcase-stay.ts'
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

/** `partyId`: null for a customer of the world, which is found by name. */
export type PlanCustomer = { name: string; partyId: string | null }

export type ShipmentPlan = {
  slot: number
  generation: number
  createdMs: number
  lane: Lane
  voyage: number
  line: ShippingLine
  requestType: RequestType
  /** As submitted; also the shipment's `bill_of_lading_number`. */
  number: string
  containerNumbers: readonly string[]
  refNumbers: readonly string[]
  tags: readonly string[]
  customer: PlanCustomer | null
  script: Script | null
  /** Tracking stops before the containers are returned (make-journey.ts). */
  endsEarly: boolean
  /** Tracking stops at once for this reason, for tests of stops. */
  stopsFor: StopReason | null
  latestFullOutMs: number
  latestEmptyInMs: number
}

export function planOfSlot(seed: string, slot: Slot, generation: number): ShipmentPlan {
  const dice = createDice(seed, 'plan', slot.index, generation)
  const createdMs = createdAt(slot, generation)
  const { lane, script } = slot
  const line = lineOf(dice.pick(lane.service.lines))
  const requestType: RequestType = dice.chance(0.8)
    ? 'bill_of_lading'
    : line.tracksContainers && dice.chance(0.3)
      ? 'container'
      : 'booking_number'
  const containerNumbers = Array.from({ length: slot.containers }, (_, index) =>
    drawContainerNumber(dice, line, slot.index * 8 + index),
  )
  const customer = dice.chance(0.9) ? dice.pick(CUSTOMERS) : null
  return {
    slot: slot.index,
    generation,
    createdMs,
    lane,
    voyage: script
      ? showcaseVoyage(lane, createdMs)
      : voyageDepartingNear(lane.service, lane.load, departureAround(dice, lane, createdMs)),
    line,
    requestType,
    number: numberFor(dice, requestType, line, containerNumbers),
    containerNumbers,
    refNumbers: customer
      ? Array.from({ length: dice.pick([0, 1, 1, 1, 2]) }, () => fromPattern(dice, customer.orderPattern))
      : [],
    tags: customer && customer.tags.length > 0 && dice.chance(0.5) ? [dice.pick(customer.tags)] : [],
    customer: customer && { name: customer.name, partyId: null },
    script,
    endsEarly: script === null && dice.chance(0.07),
    stopsFor: null,
    ...(script ? { latestFullOutMs: Infinity, latestEmptyInMs: Infinity } : bounds(slot, createdMs)),
  }
}

/** The reference of a container of a split order: the first order number and its position. */
export function partReference(plan: ShipmentPlan, index: number): string {
  return `${plan.refNumbers[0] ?? ''}/${index + 1}`
}

function lineOf(scac: string): ShippingLine {
  const line = SHIPPING_LINES.find((candidate) => candidate.scac === scac)
  if (!line) throw new Error(`No shipping line ${scac} in the tables.`)
  return line
}

function numberFor(
  dice: Dice,
  requestType: RequestType,
  line: ShippingLine,
  containerNumbers: readonly string[],
): string {
  if (requestType === 'container') return containerNumbers[0] ?? ''
  return fromPattern(dice, requestType === 'bill_of_lading' ? line.billPattern : line.bookingPattern)
}

/** Scheduled to arrive 10 to 4 days before day zero; a weekly service has exactly one such voyage. */
function showcaseVoyage(lane: Lane, createdMs: number): number {
  return firstVoyageArrivingFrom(lane.service, lane.discharge, (dayZeroOf(createdMs) - 10) * DAY_MS)
}
