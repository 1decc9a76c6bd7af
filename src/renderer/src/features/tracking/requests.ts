// The result of a tracking request in a sentence with the next step, and descriptions of typed numbers.
import type { ErrorCode } from '#contract/errors.ts'
import type { Assessment, Inference, NumberVerdict, RequestRow, RequestState, RequestType } from '#contract/tracking.ts'
import { describeError } from '../../engine/errors.ts'
import { joinSentences, addSpaces, t, tn, type PlainWord } from '../../words/words.ts'
import type { Tone } from '../../ui/tone.ts'
import { formatContainerNumber } from '../../words/cargo.ts'
import { formatOwnTime } from '../../words/dates.ts'

/** The number of tries before the service gives up. Some plans have more, but the API does not say how many. */
const MAX_TRIES = 14

const stateTones: Record<RequestState, Tone> = {
  waiting: 'later',
  sending: 'later',
  refused: 'soon',
  'already-tracked': 'clear',
  pending: 'upcoming',
  awaiting_manifest: 'upcoming',
  created: 'clear',
  failed: 'soon',
  tracking_stopped: 'stopped',
  unknown: 'unknown',
}

export const requestStates = Object.keys(stateTones) as RequestState[]

const typeKeys: Record<RequestType, PlainWord> = {
  bill_of_lading: 'requestType.bill_of_lading',
  booking_number: 'requestType.booking_number',
  container: 'requestType.container',
}

const knownReasons = [
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
  'awaiting_manifest',
] as const
type Reason = (typeof knownReasons)[number]

/** With these reasons, the service continues to try. */
const temporaryReasons: readonly Reason[] = [
  'unrecognized_response',
  'shipping_line_unreachable',
  'internal_processing_error',
  'awaiting_manifest',
]

export function getStateTone(state: RequestState): Tone {
  return stateTones[state]
}

export function formatState(state: RequestState): string {
  return t(`requestState.${state}`)
}

/** Formats the state of a request by the service's name for it. */
export function formatServiceState(status: string): string {
  const knownState = requestStates.find((state) => state === status)
  return knownState === undefined ? addSpaces(status) : formatState(knownState)
}

export function formatType(type: RequestType | null): string {
  return t(type === null ? 'requestType.unknown' : typeKeys[type])
}

export function formatRequestNumber({ number, type }: Pick<RequestRow, 'number' | 'type'>): string {
  return type === 'container' ? formatContainerNumber(number) : number
}

export type RequestSubject = Pick<
  RequestRow,
  | 'state'
  | 'status'
  | 'reason'
  | 'failure'
  | 'isRetrying'
  | 'retryCount'
  | 'nextTryAt'
  | 'isUnsure'
  | 'scac'
  | 'containerCount'
>
export type RequestWords = { what: string; next: string }

export function describeRequest(row: RequestSubject, nowMs: number | null): RequestWords {
  switch (row.state) {
    case 'waiting':
      return describeWaiting(row, nowMs)
    case 'refused':
      return describeRefused(row)
    case 'pending':
      return describePending(row)
    case 'created':
      return describeCreated(row)
    case 'failed':
      return row.reason === null ? describePlainState('failed') : describeFailed(row, row.reason)
    case 'unknown':
      return { what: t('requestWhat.unknown', { status: addSpaces(row.status ?? '') }), next: t('requestNext.unknown') }
    case 'awaiting_manifest':
    case 'tracking_stopped':
    case 'already-tracked':
    case 'sending':
      return describePlainState(row.state)
  }
}

/** Formats one line, for a cell. */
export function formatRequestSentence(row: RequestSubject, nowMs: number | null): string {
  const { what, next } = describeRequest(row, nowMs)
  return joinSentences(what, next)
}

function describePlainState(
  state: 'awaiting_manifest' | 'tracking_stopped' | 'already-tracked' | 'sending' | 'failed',
): RequestWords {
  return { what: t(`requestWhat.${state}`), next: t(`requestNext.${state}`) }
}

function describeWaiting({ failure, nextTryAt, isUnsure }: RequestSubject, nowMs: number | null): RequestWords {
  const until = nextTryAt === null ? null : t('requestNext.waitingUntil', { time: formatOwnTime(nextTryAt, nowMs) })
  if (isUnsure) return { what: t('requestWhat.unsure'), next: joinSentences(t('requestNext.unsure'), until) }
  if (failure === null) return { what: t('requestWhat.waiting'), next: joinSentences(t('requestNext.waiting'), until) }
  const { what: why, next } = describeError(failure)
  const what = t('requestWhat.waitingFailed', { what: why })
  if (failure.code === 'office/handed-over') return { what: why, next }
  if (codesForUser.some((code) => code === failure.code)) return { what, next }
  return { what, next: joinSentences(t('requestNext.waiting'), until) }
}

/** With these failures nothing is sent until the user changes something. */
const codesForUser: readonly ErrorCode[] = ['api/no-key', 'api/unauthorized', 'tracking/plan-limit']

/** Includes the service's own words if it sent any. */
function describeRefused({ failure, reason }: RequestSubject): RequestWords {
  if (reason !== null) return describeReason(reason)
  const isPlain = failure === null || failure.code === 'api/refused'
  const { what, next } = isPlain
    ? { what: t('requestWhat.refused'), next: t('requestNext.refused') }
    : describeError(failure)
  const detail = failure?.details.detail
  return { what: typeof detail === 'string' && detail !== '' ? joinSentences(what, `(${detail})`) : what, next }
}

function describePending({ reason, isRetrying, retryCount, scac }: RequestSubject): RequestWords {
  const next = isRetrying ? formatRetry(retryCount) : t('requestNext.pending')
  if (reason !== null) return { what: describeReason(reason).what, next }
  return { what: t(scac === null ? 'requestWhat.pendingNoLine' : 'requestWhat.pending'), next }
}

function describeCreated({ containerCount }: RequestSubject): RequestWords {
  return containerCount === null || containerCount === 0
    ? { what: t('requestWhat.created'), next: t('requestNext.created') }
    : { what: tn('requestWhat.createdContainers', containerCount), next: '' }
}

function describeFailed({ isRetrying, retryCount }: RequestSubject, reason: string): RequestWords {
  const words = describeReason(reason)
  if (isRetrying) return { what: words.what, next: formatRetry(retryCount) }
  return isTemporary(reason) ? { what: words.what, next: t('requestNext.gaveUp') } : words
}

function formatRetry(count: number | null): string {
  if (count === null || count === 0) return t('requestNext.retrying')
  return count > MAX_TRIES
    ? t('requestNext.retryingMore', { n: count })
    : t('requestNext.retryingOf', { n: count, most: MAX_TRIES })
}

function isTemporary(reason: string): boolean {
  return temporaryReasons.some((temporaryReason) => temporaryReason === reason)
}

/** An unknown reason is shown as sent, because the service may add one before this program knows it. */
export function describeReason(reason: string): RequestWords {
  const knownReason = knownReasons.find((candidate) => candidate === reason)
  if (knownReason === undefined)
    return {
      what: t('requestReason.unknown.what', { reason: addSpaces(reason) }),
      next: t('requestReason.unknown.next'),
    }
  return { what: t(`requestReason.${knownReason}.what`), next: t(`requestReason.${knownReason}.next`) }
}

const endedStates: readonly RequestState[] = ['refused', 'already-tracked', 'failed', 'tracking_stopped', 'unknown']

/** Only finished requests can be dismissed. The result of a pending one would not be seen. */
export function canDismiss({ state }: Pick<RequestRow, 'state'>): boolean {
  return endedStates.includes(state)
}

export function canRetry({ state }: Pick<RequestRow, 'state'>): boolean {
  return state === 'failed' || state === 'refused'
}

/** Whether the request can be retried with another line alone. A dismissed one was retried, or is not wanted. */
export function canRetryWithLine(row: Pick<RequestRow, 'state' | 'type' | 'isDismissed'>): boolean {
  return canRetry(row) && row.type !== null && !row.isDismissed
}

/** Whether the request was not sent yet, so that it can be cancelled. */
export function canCancel({ state }: Pick<RequestRow, 'state'>): boolean {
  return state === 'waiting'
}

/** Numbers of these kinds cannot be tracked, but they can be saved as references of a number that can. */
const referenceVerdicts: readonly NumberVerdict[] = ['house-bill', 'purchase-order', 'seal', 'customs-entry']

export function isReferenceLike(verdict: NumberVerdict): boolean {
  return referenceVerdicts.includes(verdict)
}

const trackedKeys: Record<NonNullable<Assessment['tracked']>['kind'], PlainWord> = {
  container: 'numberVerdict.trackedContainer',
  shipment: 'numberVerdict.trackedShipment',
  request: 'numberVerdict.trackedRequest',
  waiting: 'numberVerdict.trackedWaiting',
}

/** `chosenType`: the type that is sent; null if the user must choose it. */
export function describeVerdict(
  { verdict, types, correctedNumber, tracked }: Assessment,
  chosenType: RequestType | null = null,
): string {
  if (tracked) return t(trackedKeys[tracked.kind])
  switch (verdict) {
    case 'trackable':
      return types[0] === 'container'
        ? t('numberVerdict.checkDigit')
        : t(types.length > 1 ? 'numberVerdict.trackableLikely' : 'numberVerdict.trackable', {
            type: formatType(types[0] ?? null),
          })
    case 'wrong-check-digit':
      return t('numberVerdict.wrong-check-digit', { number: formatContainerNumber(correctedNumber ?? '') })
    case 'unclear':
      return chosenType === null
        ? t('numberVerdict.unclear')
        : t('numberVerdict.unclearTaken', { type: formatType(chosenType) })
    case 'empty':
    case 'house-bill':
    case 'purchase-order':
    case 'seal':
    case 'customs-entry':
    case 'not-a-number':
      return t(`numberVerdict.${verdict}`)
  }
}

/** Describes a number that the user can send as soon as the line is chosen. */
export function describeMissingLine({ types }: Assessment): string {
  if (types[0] === 'container') return t('numberVerdict.checkDigitNoLine')
  return t(types.length > 1 ? 'numberVerdict.likelyNoLine' : 'numberVerdict.noLine', {
    type: formatType(types[0] ?? null),
  })
}

/** The number can be sent again, but the user should know the previous failure before paying again. */
export function describeEarlierFailure(
  row: RequestSubject & Pick<RequestRow, 'createdAt' | 'updatedAt'>,
  nowMs: number | null,
): string {
  const { what, next } = describeRequest(row, nowMs)
  return joinSentences(
    t('numberVerdict.failed', { time: formatOwnTime(row.updatedAt ?? row.createdAt, nowMs) }),
    what,
    next,
  )
}

export function getVerdictTone({ verdict, tracked }: Assessment): Tone {
  if (tracked) return 'clear'
  if (verdict === 'trackable') return 'clear'
  return verdict === 'unclear' || verdict === 'empty' ? 'unknown' : 'soon'
}

/** Formats how certain the service is about a line. */
export function formatConfidence(confidence: number | null): string {
  return confidence === null
    ? t('addTracking.candidate')
    : t('addTracking.confident', { percent: Math.round(confidence * 100) })
}

/** Returns null unless the service reports a problem with the number. */
export function formatDoubt({ isValid, reason }: Pick<Inference, 'isValid' | 'reason'>): string | null {
  if (isValid !== false) return null
  return reason === null || reason === ''
    ? t('addTracking.doubtedPlain')
    : t('addTracking.doubted', { reason: addSpaces(reason) })
}
