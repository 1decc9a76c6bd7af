// Tracking requests and their states (specification 2.7, 3.3): those of the world's own shipments, and a few that
// failed.
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
  /** Null until the carrier is found, for a request without one. */
  submittedScac: string | null
  scac: string | null
  refNumbers: readonly string[]
  shipmentTags: readonly string[]
  customer: PlanCustomer | null
  course: Steps<RequestState>
  /** Its shipment; null if it never gets one. */
  shipment: { slot: number; generation: number } | null
}

export const PENDING: RequestState = { status: 'pending', failedReason: null, isRetrying: false, retryCount: null }
export const AWAITING: RequestState = { ...PENDING, status: 'awaiting_manifest' }
export const CREATED: RequestState = { ...PENDING, status: 'created' }
export const STOPPED: RequestState = { ...PENDING, status: 'tracking_stopped' }

export function failedState(reason: string): RequestState {
  return { ...PENDING, status: 'failed', failedReason: reason }
}

/** How long the request is older than its shipment: some lines answer at once, some after the manifest is filed. */
export function requestedMs(
  seed: string,
  { slot, generation, createdMs, script }: Pick<ShipmentPlan, 'slot' | 'generation' | 'createdMs' | 'script'>,
): number {
  const dice = createDice(seed, 'requested', slot, generation)
  const isLate = script === null && dice.chance(0.18)
  return createdMs - (isLate ? dice.whole(20, 150) * HOUR_MS : dice.whole(22, 58) * 1000)
}

export function requestOf(seed: string, { plan, stopped }: Journey): TrackingRequest {
  const createdMs = requestedMs(seed, plan)
  const course: Step<RequestState>[] = [{ fromMs: createdMs, value: PENDING }]
  if (plan.createdMs - createdMs > HOUR_MS) course.push({ fromMs: createdMs + 40_000, value: AWAITING })
  course.push({ fromMs: plan.createdMs, value: CREATED }, { fromMs: stopped.atMs, value: STOPPED })
  return {
    createdMs,
    requestType: plan.requestType,
    requestNumber: plan.number,
    submittedScac: plan.line.scac,
    scac: plan.line.scac,
    refNumbers: plan.refNumbers,
    shipmentTags: plan.tags,
    customer: plan.customer,
    course,
    shipment: plan,
  }
}

type Mistake = { createdMs: number; requestNumber: string; answeredMs: number }

/** A second request a little later with two swapped digits. Null for most, without calling `numberOf`. */
export function mistakeOf(
  seed: string,
  { slot, generation, createdMs: enteredMs }: Pick<ShipmentPlan, 'slot' | 'generation' | 'createdMs'>,
  numberOf: () => string,
): Mistake | null {
  const dice = createDice(seed, 'mistake', slot, generation)
  if (!dice.chance(0.1)) return null
  const createdMs = enteredMs + dice.whole(1, 90) * HOUR_MS
  const number = numberOf()
  const cut = number.length - 3
  const requestNumber = `${number.slice(0, cut)}${number.charAt(cut + 1)}${number.charAt(cut)}${number.slice(cut + 2)}`
  return requestNumber === number
    ? null
    : { createdMs, requestNumber, answeredMs: createdMs + dice.whole(20, 60) * 1000 }
}

export function mistakenRequestOf(seed: string, journey: Journey): TrackingRequest | null {
  const { plan } = journey
  const mistake = mistakeOf(seed, plan, () => plan.number)
  if (!mistake) return null
  const { createdMs, requestNumber, answeredMs } = mistake
  return {
    ...requestOf(seed, journey),
    createdMs,
    requestNumber,
    course: [
      { fromMs: createdMs, value: PENDING },
      { fromMs: answeredMs, value: failedState(reasonFor(seed, plan)) },
    ],
    shipment: null,
  }
}

/** Usually the number is wrong; sometimes the line gives another reason. */
function reasonFor(seed: string, { slot, generation, requestType }: ShipmentPlan): string {
  const dice = createDice(seed, 'reason', slot, generation)
  if (dice.chance(0.3))
    return dice.pick(['booking_cancelled', 'data_unavailable', 'unrecognized_response', 'internal_processing_error'])
  return requestType === 'container' ? 'invalid_number' : 'not_found'
}

/** Retries until the line can be reached. */
export function retrySteps(fromMs: number, toMs: number): Step<RequestState>[] {
  const tries = Math.max(1, Math.floor((toMs - fromMs) / RETRY_STEP_MS))
  return Array.from({ length: tries }, (_, index) => ({
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
const TEMPORARY = ['shipping_line_unreachable', 'unrecognized_response', 'internal_processing_error'] as const

/** Fourteen retries over a day with growing pauses and changing reasons, then a failure. */
export function retriesUntilFailure(fromMs: number): Step<RequestState>[] {
  const tries = Array.from({ length: MAX_TRIES }, (_, index): Step<RequestState> => ({
    fromMs: Math.round(fromMs + GIVEN_UP_AFTER_MS * (index / MAX_TRIES) ** 2),
    value: {
      status: 'pending',
      failedReason: TEMPORARY[index % TEMPORARY.length] ?? null,
      isRetrying: true,
      retryCount: index + 1,
    },
  }))
  return [
    ...tries,
    { fromMs: fromMs + GIVEN_UP_AFTER_MS, value: { ...failedState('retries_exhausted'), retryCount: MAX_TRIES } },
  ]
}

/** Numbers without a manifest are retried daily for a week. */
export const AWAITING_ENDS_MS = 7 * DAY_MS
