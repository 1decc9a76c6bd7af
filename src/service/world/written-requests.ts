// The course of a client's tracking request. It depends only on the number, so a test can choose a course. The row
// number gives the request's slot, above all slots of the world.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts'
import { createDice, type Dice } from './chance.ts'
import { isContainerNumber } from './container-number.ts'
import { SERVICES } from './data/services.ts'
import { SHIPPING_LINES, TEST_LINE, type ShippingLine } from './data/shipping-lines.ts'
import { drawLane, oceanDays, type Lane } from './lanes.ts'
import { drawContainerNumber, normalizeNumber } from './numbers.ts'
import type { Journey } from './journey.ts'
import { STOP_REASONS, type PlanCustomer, type RequestType, type ShipmentPlan, type StopReason } from './plan.ts'
import {
  AWAITING,
  AWAITING_ENDS_MS,
  CREATED,
  failedState,
  FAILED_REASONS,
  PENDING,
  retrySteps,
  retriesUntilFailure,
  STOPPED,
  type RequestState,
  type TrackingRequest,
} from './requests.ts'
import { voyageDepartingNear } from './sailings.ts'
import type { Step } from './steps.ts'

export type WrittenRequest = {
  /** From 1, as in the store. */
  row: number
  createdMs: number
  requestType: RequestType
  requestNumber: string
  /** Null: the service finds the carrier. */
  scac: string | null
  refNumbers: readonly string[]
  shipmentTags: readonly string[]
  customer: PlanCustomer | null
}

/** Slots from here on belong to client requests: as many as the world has. */
export const FIRST_WRITTEN_SLOT = 2 ** 18

export function lineForScac(scac: string): ShippingLine | null {
  const wanted = scac.toUpperCase()
  return (
    [...SHIPPING_LINES, TEST_LINE].find((line) => line.scac === wanted || line.alternativeScacs.includes(wanted)) ??
    null
  )
}

/** `journey` is the resulting one, or null. */
export function writtenRequestOf(seed: string, written: WrittenRequest, journey: Journey | null): TrackingRequest {
  const line = lineOfWritten(written)
  const course = courseOf(seed, written, line)
  return {
    createdMs: written.createdMs,
    requestType: written.requestType,
    requestNumber: written.requestNumber,
    submittedScac: written.scac,
    scac: line?.scac ?? null,
    refNumbers: written.refNumbers,
    shipmentTags: written.shipmentTags,
    customer: written.customer,
    // If the journey ended before the request, tracking stops as soon as it was created.
    course: journey
      ? [...course, { fromMs: Math.max(journey.stopped.atMs, journey.plan.createdMs), value: STOPPED }]
      : course,
    shipment: journey && journey.plan,
  }
}

/** Null for a request that never gets a shipment. */
export function writtenPlanOf(seed: string, written: WrittenRequest): ShipmentPlan | null {
  const line = lineOfWritten(written)
  const created = courseOf(seed, written, line).find((step) => step.value.status === 'created')
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
    voyage: voyageDepartingNear(lane.service, lane.load, created.fromMs - sailedDays(dice, lane) * DAY_MS),
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
    endsEarly: false,
    stopsFor: line === TEST_LINE ? requestedStop(normalizeNumber(written.requestNumber)) : null,
    latestFullOutMs: Infinity,
    latestEmptyInMs: Infinity,
  }
}

/** Most requests are made while the vessel is at sea. */
function sailedDays(dice: Dice, lane: Lane): number {
  const roll = dice.unit()
  if (roll < 0.15) return -dice.between(1, 6)
  if (roll < 0.75) return dice.between(2, oceanDays(lane) - 2)
  return oceanDays(lane) + dice.between(1.5, 9)
}

function courseOf(seed: string, written: WrittenRequest, line: ShippingLine | null): Step<RequestState>[] {
  const number = normalizeNumber(written.requestNumber)
  const dice = createDice(seed, 'course', number, written.scac ?? '')
  const startMs = written.createdMs
  const answeredMs = startMs + dice.whole(20, 60) * 1000
  const pending: Step<RequestState> = { fromMs: startMs, value: PENDING }
  const trial = line === TEST_LINE ? trialCourse(number, pending, answeredMs) : null
  if (trial) return trial
  const reason = refusalReason(written, number, line)
  if (reason !== null) return [pending, { fromMs: answeredMs, value: failedState(reason) }]
  const created = (fromMs: number): Step<RequestState> => ({ fromMs, value: CREATED })
  if (line === TEST_LINE) return [pending, created(answeredMs)]

  const roll = dice.unit()
  const isContainer = written.requestType === 'container'
  if (roll < 0.04) {
    if (isContainer || roll < 0.02) return [pending, { fromMs: answeredMs, value: failedState('not_found') }]
    return [
      pending,
      { fromMs: answeredMs, value: AWAITING },
      { fromMs: answeredMs + AWAITING_ENDS_MS, value: failedState('expired') },
    ]
  }
  if (roll < 0.08) {
    const reachedMs = startMs + dice.whole(4, 15) * MINUTE_MS
    return [pending, ...retrySteps(answeredMs, reachedMs), created(reachedMs)]
  }
  if (roll < 0.09) return [pending, ...retriesUntilFailure(answeredMs)]
  if (roll < 0.12 && !isContainer)
    return [pending, { fromMs: answeredMs, value: AWAITING }, created(answeredMs + dice.whole(20, 70) * HOUR_MS)]
  return [pending, created(answeredMs)]
}

/**
 * The live service's TEST line has SUCCEEDED and FAILED. This world adds all reasons, the waiting state and the stops,
 * for tests.
 */
function trialCourse(number: string, pending: Step<RequestState>, answeredMs: number): Step<RequestState>[] | null {
  if (number === 'TESTTRAWAITINGMANIFEST')
    return [
      pending,
      { fromMs: answeredMs, value: AWAITING },
      { fromMs: answeredMs + AWAITING_ENDS_MS, value: failedState('expired') },
    ]
  if (number === 'TESTTRRETRIESEXHAUSTED') return [pending, ...retriesUntilFailure(answeredMs)]
  if (requestedStop(number)) return [pending, { fromMs: answeredMs, value: CREATED }]
  const reason = FAILED_REASONS.find((candidate) => number === `TESTTRFAILED${normalizeNumber(candidate)}`)
  return reason === undefined ? null : [pending, { fromMs: answeredMs, value: failedState(reason) }]
}

function requestedStop(number: string): StopReason | null {
  return STOP_REASONS.find((reason) => number === `TESTTRSTOPPED${normalizeNumber(reason)}`) ?? null
}

/** Why this number can never be tracked; null if it can. */
function refusalReason({ requestType }: WrittenRequest, number: string, line: ShippingLine | null): string | null {
  if (!line) return 'scac_auto_detect_failed'
  if (line === TEST_LINE) return number === 'TESTTRSUCCEEDED' ? null : 'not_found'
  if (requestType === 'container') {
    if (!isContainerNumber(number)) return 'invalid_number'
    return line.tracksContainers ? null : 'data_unavailable'
  }
  // A container number as another type is not found.
  const isPlausible = number.length >= 5 && /\d{4}/.test(number) && !isContainerNumber(number)
  return isPlausible ? null : 'invalid_number'
}

function lineOfWritten({ scac, requestNumber }: WrittenRequest): ShippingLine | null {
  return scac === null ? detectedLine(requestNumber) : lineForScac(scac)
}

/** The carrier by the first letters of the number. */
export function detectedLine(requestNumber: string): ShippingLine | null {
  const number = normalizeNumber(requestNumber)
  const owner = number.slice(0, 4)
  return (
    SHIPPING_LINES.find(
      (line) => line.scac === owner || line.owners.includes(owner) || line.billPattern.startsWith(owner),
    ) ?? null
  )
}
