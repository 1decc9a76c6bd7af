// Error codes for refused requests, unusable answers and failed connections.
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { httpDateMs } from '../outside/calendar.ts'
import { HttpFailure, type HttpFailureReason, type HttpResponse } from '../outside/http.ts'
import { isRecord, parseJson } from './decode.ts'
import { DEFAULT_RETRY_AFTER_MS } from './gate.ts'

const NOT_SENT: readonly HttpFailureReason[] = ['unreachable', 'certificate', 'proxy-login', 'proxy-refused']

/** No connection was made, so the request cannot have arrived. */
export function wasNotSent({ cause }: AppError): boolean {
  return cause instanceof HttpFailure && NOT_SENT.includes(cause.reason)
}

/** The wait that a service which is unavailable (503) asked for; 0 if it named none. */
export function requestedWaitMs({ code, details }: AppError): number {
  const { retryAfterS } = details
  return code === 'api/server-error' && typeof retryAfterS === 'number' ? retryAfterS * 1000 : 0
}

const MAX_RETRY_AFTER_MS = 10 * 60_000

const failureCodes: Record<HttpFailureReason, ErrorCode> = {
  unreachable: 'api/offline',
  certificate: 'api/certificate',
  'proxy-login': 'api/proxy-login',
  'proxy-refused': 'api/proxy-refused',
  broken: 'api/offline',
  'too-large': 'api/too-large',
  aborted: 'api/timeout',
  unreadable: 'documents/no-file',
}

/** Converts an error without a complete answer into a failure. Rethrows an error that is not a network failure. */
export function failureOf(error: unknown, url: string): AppError {
  if (!(error instanceof HttpFailure)) throw error
  const { reason, proxy } = error
  return new AppError(failureCodes[reason], { host: new URL(url).host, ...(proxy === null ? {} : { proxy }) }, error)
}

/** No service issues a shorter key, and a short word may occur anywhere in a text. */
const MIN_KEY_CHARS = 8

/**
 * Removes the key from a refusal, because refusals are shown and a service may repeat the key in them. Runs before the
 * text is cut: half a key is too much too.
 */
export function withoutKey(response: HttpResponse, apiKey: string): HttpResponse {
  if (response.status < 300 || apiKey.length < MIN_KEY_CHARS) return response
  const text = Buffer.from(response.bytes).toString('utf8')
  return text.includes(apiKey) ? { ...response, bytes: Buffer.from(text.replaceAll(apiKey, '…')) } : response
}

/** The error that this answer means; null if it has a status of 2xx and JSON. */
export function errorOf(response: HttpResponse, serverDateMs: number | null): AppError | null {
  const { status } = response
  if (status >= 200 && status < 300) return jsonErrorOf(response)
  const hasRetryAfter = status === 503 && response.headers['retry-after'] !== undefined
  const retryAfter: ErrorDetails = hasRetryAfter
    ? { retryAfterS: Math.ceil(retryAfterMs(response, serverDateMs) / 1000) }
    : {}
  return new AppError(statusCode(status), { status, ...serviceMessageOf(response), ...retryAfter })
}

function statusCode(status: number): ErrorCode {
  if (status === 401) return 'api/unauthorized'
  if (status === 403) return 'api/forbidden'
  if (status === 404 || status === 410) return 'api/not-found'
  // 511 and redirects come from a login page of the network, not from the service.
  if (status === 511 || (status >= 300 && status < 400)) return 'api/redirected'
  return status >= 500 ? 'api/server-error' : 'api/refused'
}

/** A 200 with a web page (captive portal, proxy login) must never be used as data. */
function jsonErrorOf(response: HttpResponse): AppError | null {
  const type = response.headers['content-type'] ?? ''
  return /json/i.test(type) || response.bytes.byteLength === 0
    ? null
    : new AppError('api/not-json', { contentType: type.slice(0, 80) })
}

/** `existing…`: for a duplicate, the earlier one. */
type ServiceMessage = {
  reason: string | null
  serviceCode: string | null
  pointer: string | null
  existingId?: string | null
  existingName?: string | null
}

/** The service's own words, if it sends any (`errors`, sometimes `error`, sometimes a page). */
function serviceMessageOf(response: HttpResponse): ServiceMessage {
  const nothing: ServiceMessage = { reason: null, serviceCode: null, pointer: null }
  if (!/json/i.test(response.headers['content-type'] ?? '')) return nothing
  try {
    const json = parseJson(response.bytes)
    const list: unknown = isRecord(json) ? (json['errors'] ?? json['error']) : null
    const first: unknown = Array.isArray(list) ? list[0] : list
    if (typeof first === 'string') return { ...nothing, reason: first.slice(0, 200) }
    if (!isRecord(first)) return nothing
    const source = isRecord(first['source']) ? first['source'] : {}
    const message = {
      reason: shortText(first['detail'] ?? first['title']),
      serviceCode: shortText(first['code']),
      pointer: shortText(source['pointer']),
    }
    const meta = isRecord(first['meta']) ? first['meta'] : {}
    return typeof meta['existing_document_id'] === 'string'
      ? {
          ...message,
          existingId: meta['existing_document_id'],
          existingName: shortText(meta['existing_document_name']),
        }
      : message
  } catch {
    // The error answer is not JSON, so there is no text to quote.
    return nothing
  }
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 200) : null
}

/**
 * Whole seconds or an HTTP date, at most ten minutes: a header with a date of next year must not stop syncing.
 * Anything else, such as a negative number, counts as no header.
 */
export function retryAfterMs(response: HttpResponse, serverDateMs: number | null): number {
  const header = response.headers['retry-after']?.trim() ?? ''
  const until = httpDateMs(header)
  const fromDateMs = until !== null && serverDateMs !== null ? until - serverDateMs : DEFAULT_RETRY_AFTER_MS
  const requestedMs = /^\d+$/.test(header) ? Number(header) * 1000 : fromDateMs
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, requestedMs))
}
