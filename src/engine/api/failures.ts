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

/** The wait that an unavailable service (503) requested; 0 if it requested none. */
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
 * text is cut, because a cut text may contain half of the key.
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
  const contentType = response.headers['content-type'] ?? ''
  return /json/i.test(contentType) || response.bytes.byteLength === 0
    ? null
    : new AppError('api/not-json', { contentType: contentType.slice(0, 80) })
}

/** `existingId`, `existingName`: the earlier document, if the service refused a duplicate. */
type ServiceMessage = {
  reason: string | null
  serviceCode: string | null
  pointer: string | null
  existingId?: string | null
  existingName?: string | null
}

/** The message of the service, if it sends one in `errors` or `error`. An answer that is not JSON has none. */
function serviceMessageOf(response: HttpResponse): ServiceMessage {
  const noMessage: ServiceMessage = { reason: null, serviceCode: null, pointer: null }
  if (!/json/i.test(response.headers['content-type'] ?? '')) return noMessage
  try {
    const json = parseJson(response.bytes)
    const errors: unknown = isRecord(json) ? (json['errors'] ?? json['error']) : null
    const firstError: unknown = Array.isArray(errors) ? errors[0] : errors
    if (typeof firstError === 'string') return { ...noMessage, reason: firstError.slice(0, 200) }
    if (!isRecord(firstError)) return noMessage
    const source = isRecord(firstError['source']) ? firstError['source'] : {}
    const message = {
      reason: shortText(firstError['detail'] ?? firstError['title']),
      serviceCode: shortText(firstError['code']),
      pointer: shortText(source['pointer']),
    }
    const meta = isRecord(firstError['meta']) ? firstError['meta'] : {}
    return typeof meta['existing_document_id'] === 'string'
      ? {
          ...message,
          existingId: meta['existing_document_id'],
          existingName: shortText(meta['existing_document_name']),
        }
      : message
  } catch {
    // The error answer is not JSON, so there is no text to quote.
    return noMessage
  }
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 200) : null
}

/**
 * The wait of the `Retry-After` header: whole seconds or an HTTP date, at most ten minutes, because a header with a
 * date of next year must not stop syncing. Anything else, such as a negative number, counts as no header.
 */
export function retryAfterMs(response: HttpResponse, serverDateMs: number | null): number {
  const header = response.headers['retry-after']?.trim() ?? ''
  const untilMs = httpDateMs(header)
  const fromDateMs = untilMs !== null && serverDateMs !== null ? untilMs - serverDateMs : DEFAULT_RETRY_AFTER_MS
  const requestedMs = /^\d+$/.test(header) ? Number(header) * 1000 : fromDateMs
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, requestedMs))
}
