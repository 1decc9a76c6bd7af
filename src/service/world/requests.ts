// Tracking requests and their states (specification 2.7, 3.3). This file makes the requests of the world's own
// shipments, and a few failed ones. written-requests.ts makes those of clients.
import { DAY_MS, HOUR_MS } from './calendar.ts'
import { createDice } from './chance.ts'
import type { Journey } from './journey.ts'
import type { PlanCustomer, RequestType, ShipmentPlan } from './plan.ts'
import type { Step, Steps } from './steps.ts'

export type RequestState = {
  status: 'pending' | 'awaiting_manifest' | 'created' | 'failed' | 'tracking_stopped'
  failedReason: string | null
  isRetrying: boolean
  retryCount: number | null
}

export type TrackingRequest = {
  createdMs: number
  requestType: RequestType
  requestNumber: string
  /** The SCAC in the request. Null if the request left it to the service to find the carrier. */
  submittedScac: string | null
  scac: string | null
  refNumbers: readonly string[]
  shipmentTags: readonly string[]
  customer: PlanCustomer | null
  /** The states of the request over time. */
  stateSteps: Steps<RequestState>
  /** The address of its shipment. Null if it never gets one. */
  shipment: { slot: number; generation: number } | null
}

export const PENDING: RequestState = { status: 'pending', failedReason: null, isRetrying: false, retryCount: null }
export const AWAITING_MANIFEST: RequestState = { ...PENDING, status: 'awaiting_manifest' }
export const CREATED: RequestState = { ...PENDING, status: 'created' }
export const STOPPED: RequestState = { ...PENDING, status: 'tracking_stopped' }

export function createFailedState(reason: string): RequestState {
  return { ...PENDING, status: 'failed', failedReason: reason }
}

/**
 * Computes when the request of a shipment was made. Most lines answer within a minute, but some only after the manifest
 * is filed, up to six days later.
 */
export function computeRequestedMs(
  seed: string,
  { slot, generation, createdMs, script }: Pick<ShipmentPlan, 'slot' | 'generation' | 'createdMs' | 'script'>,
): number {
  const dice = createDice(seed, 'requested', slot, generation)
  const isLate = script === null && dice.drawBoolean(0.18)
  return createdMs - (isLate ? dice.drawInteger(20, 150) * HOUR_MS : dice.drawInteger(22, 58) * 1000)
}

export function makeRequest(seed: string, { plan, trackingStop }: Journey): TrackingRequest {
  const createdMs = computeRequestedMs(seed, plan)
  const stateSteps: Step<RequestState>[] = [{ fromMs: createdMs, value: PENDING }]
  if (plan.createdMs - createdMs > HOUR_MS) stateSteps.push({ fromMs: createdMs + 40_000, value: AWAITING_MANIFEST })
  stateSteps.push({ fromMs: plan.createdMs, value: CREATED }, { fromMs: trackingStop.atMs, value: STOPPED })
  return {
    createdMs,
    requestType: plan.requestType,
    requestNumber: plan.number,
    submittedScac: plan.line.scac,
    scac: plan.line.scac,
    refNumbers: plan.refNumbers,
    shipmentTags: plan.tags,
    customer: plan.customer,
    stateSteps,
    shipment: plan,
  }
}

/** A request with a mistyped number. `answeredMs` is the time at which it fails. */
type MistypedRequest = { createdMs: number; requestNumber: string; answeredMs: number }

/**
 * Draws a second request for the shipment, with two swapped characters in the number. Null for most shipments, and then
 * `getNumber` is not called, because it takes long in a large world.
 */
export function drawMistypedRequest(
  seed: string,
  { slot, generation, createdMs: shipmentCreatedMs }: Pick<ShipmentPlan, 'slot' | 'generation' | 'createdMs'>,
  getNumber: () => string,
): MistypedRequest | null {
  const dice = createDice(seed, 'mistake', slot, generation)
  if (!dice.drawBoolean(0.1)) return null
  const createdMs = shipmentCreatedMs + dice.drawInteger(1, 90) * HOUR_MS
  const number = getNumber()
  const swapIndex = number.length - 3
  const requestNumber = `${number.slice(0, swapIndex)}${number.charAt(swapIndex + 1)}${number.charAt(swapIndex)}${number.slice(swapIndex + 2)}`
  return requestNumber === number
    ? null
    : { createdMs, requestNumber, answeredMs: createdMs + dice.drawInteger(20, 60) * 1000 }
}

export function makeMistypedRequest(seed: string, journey: Journey): TrackingRequest | null {
  const { plan } = journey
  const mistake = drawMistypedRequest(seed, plan, () => plan.number)
  if (!mistake) return null
  const { createdMs, requestNumber, answeredMs } = mistake
  return {
    ...makeRequest(seed, journey),
    createdMs,
    requestNumber,
    stateSteps: [
      { fromMs: createdMs, value: PENDING },
      { fromMs: answeredMs, value: createFailedState(drawFailedReason(seed, plan)) },
    ],
    shipment: null,
  }
}

/** Draws the reason of the failure. Usually the number is wrong, and sometimes the line gives another reason. */
function drawFailedReason(seed: string, { slot, generation, requestType }: ShipmentPlan): string {
  const dice = createDice(seed, 'reason', slot, generation)
  if (dice.drawBoolean(0.3))
    return dice.pick(['booking_cancelled', 'data_unavailable', 'unrecognized_response', 'internal_processing_error'])
  return requestType === 'container' ? 'invalid_number' : 'not_found'
}

/** Creates the states of retries at a fixed interval, until the service reaches the line at `toMs`. */
export function createRetrySteps(fromMs: number, toMs: number): Step<RequestState>[] {
  const retryCount = Math.max(1, Math.floor((toMs - fromMs) / RETRY_STEP_MS))
  return Array.from({ length: retryCount }, (_, index) => ({
    fromMs: fromMs + index * RETRY_STEP_MS,
    value: { status: 'pending', failedReason: 'shipping_line_unreachable', isRetrying: true, retryCount: index + 1 },
  }))
}

const RETRY_STEP_MS = 90_000

export const FAILED_REASONS = [
  'booking_cancelled',
  'duplicate',
  'expired',
  'internal_processing_error',
  'invalid_number',
  'not_found',
  'retries_exhausted',
  'shipping_line_unreachable',
  'unrecognized_response',
  'data_unavailable',
  'scac_auto_detect_failed',
] as const

const MAX_TRIES = 14
const GIVEN_UP_AFTER_MS = 24 * HOUR_MS
/** Reasons that are reported while retries continue. */
const TEMPORARY_REASONS = ['shipping_line_unreachable', 'unrecognized_response', 'internal_processing_error'] as const

/** Creates the states of fourteen retries over a day, with growing pauses and changing reasons, and a failure. */
export function createRetriesUntilFailure(fromMs: number): Step<RequestState>[] {
  const retries = Array.from({ length: MAX_TRIES }, (_, index): Step<RequestState> => ({
    fromMs: Math.round(fromMs + GIVEN_UP_AFTER_MS * (index / MAX_TRIES) ** 2),
    value: {
      status: 'pending',
      failedReason: TEMPORARY_REASONS[index % TEMPORARY_REASONS.length] ?? null,
      isRetrying: true,
      retryCount: index + 1,
    },
  }))
  return [
    ...retries,
    { fromMs: fromMs + GIVEN_UP_AFTER_MS, value: { ...createFailedState('retries_exhausted'), retryCount: MAX_TRIES } },
  ]
}

/** The service gives up on a number without a manifest after a week. */
export const AWAITING_ENDS_MS = 7 * DAY_MS
