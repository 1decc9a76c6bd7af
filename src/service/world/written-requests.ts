// Tracking requests that clients made. The number and the SCAC decide how a request proceeds, so a test can choose its
// result. The row of a request gives its slot, above all slots of the world.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts'
import { createDice, type Dice } from './chance.ts'
import { isContainerNumber } from './container-number.ts'
import { SERVICES } from './data/services.ts'
import { SHIPPING_LINES, TEST_LINE, type ShippingLine } from './data/shipping-lines.ts'
import { drawLane, getOceanDays, type Lane } from './lanes.ts'
import { drawContainerNumber, normalizeNumber } from './numbers.ts'
import type { Journey } from './journey.ts'
import { STOP_REASONS, type PlanCustomer, type RequestType, type ShipmentPlan, type StopReason } from './plan.ts'
import {
  AWAITING_MANIFEST,
  AWAITING_ENDS_MS,
  CREATED,
  createFailedState,
  FAILED_REASONS,
  PENDING,
  createRetrySteps,
  createRetriesUntilFailure,
  STOPPED,
  type RequestState,
  type TrackingRequest,
} from './requests.ts'
import { findVoyageDepartingNear } from './sailings.ts'
import type { Step } from './steps.ts'

export type WrittenRequest = {
  /** The row in the store, from 1. */
  row: number
  createdMs: number
  requestType: RequestType
  requestNumber: string
  /** Null if the service must find the carrier. */
  scac: string | null
  refNumbers: readonly string[]
  shipmentTags: readonly string[]
  customer: PlanCustomer | null
}

/** Slots from here on belong to requests of clients. The world's own slots are below. */
export const FIRST_WRITTEN_SLOT = 2 ** 18

export function findLineByScac(scac: string): ShippingLine | null {
  const wanted = scac.toUpperCase()
  return (
    [...SHIPPING_LINES, TEST_LINE].find((line) => line.scac === wanted || line.alternativeScacs.includes(wanted)) ??
    null
  )
}

/** `journey` is the journey of the resulting shipment, or null if there is none. */
export function makeWrittenRequest(seed: string, written: WrittenRequest, journey: Journey | null): TrackingRequest {
  const line = findLine(written)
  const steps = createStateSteps(seed, written, line)
  return {
    createdMs: written.createdMs,
    requestType: written.requestType,
    requestNumber: written.requestNumber,
    submittedScac: written.scac,
    scac: line?.scac ?? null,
    refNumbers: written.refNumbers,
    shipmentTags: written.shipmentTags,
    customer: written.customer,
    // If the journey ended before the request was made, tracking stops as soon as the shipment is created.
    stateSteps: journey
      ? [...steps, { fromMs: Math.max(journey.trackingStop.atMs, journey.plan.createdMs), value: STOPPED }]
      : steps,
    shipment: journey && journey.plan,
  }
}

/** Makes the plan of the resulting shipment. Null for a request that never gets one. */
export function makeWrittenPlan(seed: string, written: WrittenRequest): ShipmentPlan | null {
  const line = findLine(written)
  const created = createStateSteps(seed, written, line).find((step) => step.value.status === 'created')
  if (!line || !created) return null
  const dice = createDice(seed, 'written', normalizeNumber(written.requestNumber), line.scac)
  const services = SERVICES.filter((service) => service.lines.includes(line.scac))
  const lane = drawLane(dice, services.length > 0 ? services : SERVICES)
  const slot = FIRST_WRITTEN_SLOT + written.row
  const count = dice.pick([1, 1, 2, 2, 3, 4])
  return {
    slot,
    generation: 0,
    createdMs: created.fromMs,
    lane,
    voyage: findVoyageDepartingNear(lane.service, lane.load, created.fromMs - drawDaysAtSea(dice, lane) * DAY_MS),
    line,
    requestType: written.requestType,
    number: written.requestNumber,
    containerNumbers:
      written.requestType === 'container'
        ? [normalizeNumber(written.requestNumber)]
        : Array.from({ length: count }, (_, index) => drawContainerNumber(dice, line, slot * 8 + index)),
    refNumbers: written.refNumbers,
    tags: written.shipmentTags,
    customer: written.customer,
    script: null,
    stopsEarly: false,
    plannedStopReason: line === TEST_LINE ? findRequestedStop(normalizeNumber(written.requestNumber)) : null,
    latestFullOutMs: Infinity,
    latestEmptyInMs: Infinity,
  }
}

/** Draws the days since departure. It is negative before departure, but most requests are made at sea. */
function drawDaysAtSea(dice: Dice, lane: Lane): number {
  const roll = dice.drawUnit()
  if (roll < 0.15) return -dice.drawBetween(1, 6)
  if (roll < 0.75) return dice.drawBetween(2, getOceanDays(lane) - 2)
  return getOceanDays(lane) + dice.drawBetween(1.5, 9)
}

function createStateSteps(seed: string, written: WrittenRequest, line: ShippingLine | null): Step<RequestState>[] {
  const number = normalizeNumber(written.requestNumber)
  const dice = createDice(seed, 'course', number, written.scac ?? '')
  const startMs = written.createdMs
  const answeredMs = startMs + dice.drawInteger(20, 60) * 1000
  const pending: Step<RequestState> = { fromMs: startMs, value: PENDING }
  const testSteps = line === TEST_LINE ? createTestStateSteps(number, pending, answeredMs) : null
  if (testSteps) return testSteps
  const reason = findRefusalReason(written, number, line)
  if (reason !== null) return [pending, { fromMs: answeredMs, value: createFailedState(reason) }]
  const created = (fromMs: number): Step<RequestState> => ({ fromMs, value: CREATED })
  if (line === TEST_LINE) return [pending, created(answeredMs)]

  const roll = dice.drawUnit()
  const isContainer = written.requestType === 'container'
  if (roll < 0.04) {
    if (isContainer || roll < 0.02) return [pending, { fromMs: answeredMs, value: createFailedState('not_found') }]
    return [
      pending,
      { fromMs: answeredMs, value: AWAITING_MANIFEST },
      { fromMs: answeredMs + AWAITING_ENDS_MS, value: createFailedState('expired') },
    ]
  }
  if (roll < 0.08) {
    const reachedMs = startMs + dice.drawInteger(4, 15) * MINUTE_MS
    return [pending, ...createRetrySteps(answeredMs, reachedMs), created(reachedMs)]
  }
  if (roll < 0.09) return [pending, ...createRetriesUntilFailure(answeredMs)]
  if (roll < 0.12 && !isContainer)
    return [
      pending,
      { fromMs: answeredMs, value: AWAITING_MANIFEST },
      created(answeredMs + dice.drawInteger(20, 70) * HOUR_MS),
    ]
  return [pending, created(answeredMs)]
}

/**
 * Creates the course of a test number. The live service has only the numbers SUCCEEDED and FAILED for its TEST line.
 * This service adds one for each reason of a failure or stop, and for the waiting state.
 */
function createTestStateSteps(
  number: string,
  pending: Step<RequestState>,
  answeredMs: number,
): Step<RequestState>[] | null {
  if (number === 'TESTTRAWAITINGMANIFEST')
    return [
      pending,
      { fromMs: answeredMs, value: AWAITING_MANIFEST },
      { fromMs: answeredMs + AWAITING_ENDS_MS, value: createFailedState('expired') },
    ]
  if (number === 'TESTTRRETRIESEXHAUSTED') return [pending, ...createRetriesUntilFailure(answeredMs)]
  if (findRequestedStop(number)) return [pending, { fromMs: answeredMs, value: CREATED }]
  const reason = FAILED_REASONS.find((candidate) => number === `TESTTRFAILED${normalizeNumber(candidate)}`)
  return reason === undefined ? null : [pending, { fromMs: answeredMs, value: createFailedState(reason) }]
}

function findRequestedStop(number: string): StopReason | null {
  return STOP_REASONS.find((reason) => number === `TESTTRSTOPPED${normalizeNumber(reason)}`) ?? null
}

/** Returns why this number can never be tracked, or null if it can. */
function findRefusalReason({ requestType }: WrittenRequest, number: string, line: ShippingLine | null): string | null {
  if (!line) return 'scac_auto_detect_failed'
  if (line === TEST_LINE) return number === 'TESTTRSUCCEEDED' ? null : 'not_found'
  if (requestType === 'container') {
    if (!isContainerNumber(number)) return 'invalid_number'
    return line.tracksContainers ? null : 'data_unavailable'
  }
  // A container number is no valid number of a bill of lading or booking.
  const isPlausible = number.length >= 5 && /\d{4}/.test(number) && !isContainerNumber(number)
  return isPlausible ? null : 'invalid_number'
}

function findLine({ scac, requestNumber }: WrittenRequest): ShippingLine | null {
  return scac === null ? detectLine(requestNumber) : findLineByScac(scac)
}

/** Finds the carrier by the first four letters of the number. */
export function detectLine(requestNumber: string): ShippingLine | null {
  const number = normalizeNumber(requestNumber)
  const owner = number.slice(0, 4)
  return (
    SHIPPING_LINES.find(
      (line) => line.scac === owner || line.owners.includes(owner) || line.billPattern.startsWith(owner),
    ) ?? null
  )
}
