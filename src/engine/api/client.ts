// Sends one request to the service: waits for the gate, adds the key, applies the timeout, and reports the result with
// our own error codes. The scheduler decides about retries.
import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Log } from '../outside/log.ts'
import { httpDateMs } from '../outside/calendar.ts'
import type { Outside } from '../outside/index.ts'
import type { HttpRequest, HttpResponse } from '../outside/http.ts'
import type { Bucket, Priority } from './budget.ts'
import { type Document, decodeSteps } from './decode.ts'
import type { Ticket } from './bucket-queue.ts'
import type { Gate } from './gate.ts'
import type { AnswerOrder, IsOlderThan } from './order.ts'
import { inSlices } from '../db/slices.ts'
import type { Traffic } from './traffic.ts'
import { retryAfterMs, errorOf, withoutKey, failureOf } from './failures.ts'
import { resolveUrl } from './addresses.ts'

export type ApiRequest = {
  method?: HttpRequest['method']
  /** Below the base address, starting with `/`, or an absolute link the service gave (`links.next`). */
  path: string
  /** The path is below the origin: it belongs to the service's web application, not to its HTTP interface. */
  isRoot?: boolean
  priority: Priority
  bucket?: Bucket
  /** Sent as JSON:API; with `isPlainJson`, as plain JSON. */
  body?: unknown
  isPlainJson?: boolean
  signal: AbortSignal
  /** Rejects with `api/rate-limited` rather than wait longer than this for a permit. */
  patienceMs?: number
  /**
   * Called when the permit is granted and before anything is sent. It can store that the request is sent, or throw, so
   * that the request is not sent.
   */
  beforeSend?: () => void
}

export type ApiAnswer = {
  /** 2xx. */
  status: number
  bytes: Uint8Array
  /** Number of the request, rising in the order of sending. */
  requestSeq: number
  /** Whether the answer to the other request is newer and must not be overwritten by this one. */
  isOlderThan: IsOlderThan
}

export type ApiClient = {
  /** Resolves on 2xx with JSON; rejects with AppError `api/…` on everything else. */
  request(request: ApiRequest): Promise<ApiAnswer>
  /** Like `request`, and decodes the body. Rejects with `api/malformed` if the JSON is not the expected kind. */
  read(request: ApiRequest, type: string): Promise<ApiAnswer & { document: Document }>
  /** The second half of `read`, for callers that check the bytes first. A large answer is decoded in slices. */
  decode(request: Pick<ApiRequest, 'path' | 'isRoot' | 'signal'>, answer: ApiAnswer, type: string): Promise<Document>
  /** The answer equals one that was decoded before, so it is used without decoding it again. */
  accept(): void
  /** A warning: part of the answer is wrong, but it is used. */
  report(request: Pick<ApiRequest, 'path' | 'isRoot'>, error: AppError): void
}

export type Observer = {
  /** The service sent its time. */
  onServerTime(serverMs: number, tookMs: number): void
  /** A 429: the request waits and is sent again automatically. */
  refused(): void
  /** Counts requests, answers and failures. */
  traffic: Pick<Traffic, 'sent' | 'received' | 'answered' | 'refused' | 'failed'>
}

export type ClientDeps = {
  outside: Pick<Outside, 'clock' | 'http' | 'random'>
  gate: Gate
  baseUrl: string
  apiKey: string
  order: AnswerOrder
  observer: Observer
  log: Log
}

/** The timeout of one request, from its sending on. */
const TIMEOUT_MS = 30_000
/** A page of 100 containers with everything included is about half a megabyte. */
const MAX_BYTES = 8 * 1024 * 1024
/** From this size on, joining the pieces takes milliseconds. Other work runs first, then the answer is decoded. */
const LARGE_BYTES = 1024 * 1024
/** The longest random delay that is added after a refusal, so that several programs do not retry together. */
const JITTER_MS = 2_000

/**
 * The characters that a header can carry. A key with any other character was copied incorrectly, because no service can
 * issue it.
 */
const SENDABLE = /^[\x21-\x7e]+$/

export function createClient(deps: ClientDeps): ApiClient {
  const sendUntilAnswered = async (request: ApiRequest) => {
    if (!SENDABLE.test(deps.apiKey)) throw new AppError('api/unauthorized', { status: null, reason: null })
    for (;;) {
      const outcome = await attempt(deps, request)
      if (outcome !== 'refused') return outcome
      // A 429 was not carried out, so every method may be repeated. The gate delays the retry.
    }
  }
  const report: ApiClient['report'] = (request, error) =>
    deps.observer.traffic.failed(pathOf(urlOf(deps, request)), error)
  const decode: ApiClient['decode'] = async (request, { bytes }, type) => {
    try {
      const document = await inSlices(deps.outside.clock, decodeSteps(bytes, type), request.signal)
      deps.observer.traffic.answered()
      if (document.unreadable.length > 0)
        report(request, new AppError('api/records-left-out', { count: document.unreadable.length }))
      return document
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (error instanceof AppError) report(request, error)
      throw error
    }
  }
  return {
    request: sendUntilAnswered,
    async read(request, type) {
      const answer = await sendUntilAnswered(request)
      return { ...answer, document: await decode(request, answer, type) }
    },
    decode,
    accept: () => deps.observer.traffic.answered(),
    report,
  }
}

async function attempt(deps: ClientDeps, request: ApiRequest): Promise<ApiAnswer | 'refused'> {
  const url = reportedUrlOf(deps, request)
  const ticket = await deps.gate.enter(
    request.bucket ?? 'general',
    request.priority,
    request.signal,
    request.patienceMs,
  )
  // The signal may have been aborted after the permit was granted.
  if (request.signal.aborted) {
    ticket.unused()
    throw request.signal.reason
  }
  try {
    request.beforeSend?.()
  } catch (error) {
    ticket.unused()
    throw error
  }
  const requestSeq = deps.order.next()
  const sentMono = deps.outside.clock.mono()
  const response = await send(deps, ticket, url, request)
  const serverDateMs = httpDateMs(response.headers['date'] ?? '')
  if (response.status === 429) {
    ticket.refused(retryAfterMs(response, serverDateMs) + deps.outside.random.next() * JITTER_MS)
    deps.observer.traffic.refused()
    deps.observer.refused()
    return 'refused'
  }
  ticket.answered()
  const error = errorOf(withoutKey(response, deps.apiKey), serverDateMs)
  deps.log(error ? 'warn' : 'info', 'answer', {
    path: pathOf(url),
    status: response.status,
    bytes: response.bytes.byteLength,
  })
  if (error) {
    deps.observer.traffic.failed(pathOf(url), error)
    throw error
  }
  if (serverDateMs !== null) deps.observer.onServerTime(serverDateMs, deps.outside.clock.mono() - sentMono)
  // Sleeps twice, because Node handles the answers of other requests only after the first sleep.
  if (response.bytes.byteLength > LARGE_BYTES)
    for (let sleeps = 0; sleeps < 2; sleeps++) await deps.outside.clock.sleep(0, request.signal)
  return {
    status: response.status,
    bytes: response.bytes,
    requestSeq,
    isOlderThan: deps.order.answered(requestSeq, {
      servedMs: serverDateMs,
      isWrite: (request.method ?? 'GET') !== 'GET',
    }),
  }
}

async function send(deps: ClientDeps, ticket: Ticket, url: string, request: ApiRequest): Promise<HttpResponse> {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  const cancelTimer = deps.outside.clock.after(TIMEOUT_MS, giveUp)
  request.signal.addEventListener('abort', giveUp)
  try {
    const httpRequest = createHttpRequest(deps, url, request)
    deps.observer.traffic.sent(Buffer.byteLength(httpRequest.body ?? ''))
    const response = await deps.outside.http.send(httpRequest, controller.signal)
    deps.observer.traffic.received(response.bytes.byteLength)
    return response
  } catch (error) {
    ticket.abandoned()
    if (request.signal.aborted) throw request.signal.reason
    const failure = failureOf(error, url)
    deps.log('warn', 'no answer', { path: pathOf(url), code: failure.code })
    deps.observer.traffic.failed(pathOf(url), failure)
    throw failure
  } finally {
    cancelTimer()
    request.signal.removeEventListener('abort', giveUp)
  }
}

function createHttpRequest(deps: ClientDeps, url: string, request: ApiRequest): HttpRequest & { body?: string } {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  return {
    method: request.method ?? 'GET',
    url,
    headers: {
      authorization: `Token ${deps.apiKey}`,
      accept: 'application/vnd.api+json, application/json',
      ...(body === undefined
        ? {}
        : { 'content-type': request.isPlainJson === true ? 'application/json' : 'application/vnd.api+json' }),
    },
    ...(body === undefined ? {} : { body }),
    maxBytes: MAX_BYTES,
  }
}

function urlOf({ baseUrl }: ClientDeps, { path, isRoot = false }: Pick<ApiRequest, 'path' | 'isRoot'>): string {
  return isRoot ? new URL(baseUrl).origin + path : resolveUrl(baseUrl, path)
}

/** The URL of a request. If it is a link that must not be followed, counts this as a failure of the request. */
function reportedUrlOf(deps: ClientDeps, request: ApiRequest): string {
  try {
    return urlOf(deps, request)
  } catch (error) {
    if (error instanceof AppError)
      deps.observer.traffic.failed(
        URL.canParse(request.path, deps.baseUrl) ? pathOf(new URL(request.path, deps.baseUrl).href) : '/',
        error,
      )
    throw error
  }
}

export function hashKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 32)
}

function pathOf(url: string): string {
  return new URL(url).pathname
}
