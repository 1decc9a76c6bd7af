// One request to the service: asks the gate, adds the key, waits no longer than it should, and says what came back
// in our own codes. Decides nothing about when to ask again; that is the scheduler's.
import { createHash } from 'node:crypto'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import type { Log } from '../outside/log.ts'
import { httpDateMs } from '../outside/calendar.ts'
import type { Outside } from '../outside/index.ts'
import { HttpFailure, type HttpFailureReason, type HttpRequest, type HttpResponse } from '../outside/http.ts'
import type { Bucket, Priority } from './budget.ts'
import { type Document, decodeSteps, isRecord, parseJson } from './decode.ts'
import { DEFAULT_RETRY_AFTER_MS, type Gate, type Ticket } from './gate.ts'
import type { AnswerOrder, IsOlderThan } from './order.ts'
import { inSlices } from '../db/slices.ts'
import type { Traffic } from './traffic.ts'

export type ApiRequest = {
  method?: HttpRequest['method']
  /** Below the base address, starting with `/`, or an absolute link the service gave (`links.next`). */
  path: string
  /** Below the origin instead: of the web application rather than of the interface. */
  isRoot?: boolean
  priority: Priority
  bucket?: Bucket
  /** Sent as JSON:API; as plain JSON where the reference has it so. */
  body?: unknown
  isPlainJson?: boolean
  signal: AbortSignal
  /** Give up with `api/rate-limited` rather than wait longer than this for a slot. */
  patienceMs?: number
  /** Called when the slot is there and nothing has left yet: the last moment to write it down, or to throw and not send. */
  beforeSend?: () => void
}

export type ApiAnswer = {
  /** 2xx. */
  status: number
  bytes: Uint8Array
  /** Number of the request, rising in the order of sending. */
  requestSeq: number
  /** Whether the answer to the request of that number is the later word, and not to be overwritten by this one. */
  isOlderThan: IsOlderThan
}

export type ApiClient = {
  /** Resolves on 2xx with JSON; rejects with AppError `api/…` on everything else. */
  request(request: ApiRequest): Promise<ApiAnswer>
  /** The same, and reads what came; JSON that is not what was asked for rejects with `api/malformed`. */
  read(request: ApiRequest, type: string): Promise<ApiAnswer & { document: Document }>
  /** The second half of `read`, for whoever looks at the bytes first. In pieces: a large answer takes a few turns. */
  decode(request: Pick<ApiRequest, 'path' | 'isRoot' | 'signal'>, answer: ApiAnswer, type: string): Promise<Document>
  /** What came is as it was when it was decoded, and is not decoded again. */
  accept(): void
  /** Something is wrong with what was answered, and it is used all the same. */
  report(request: Pick<ApiRequest, 'path' | 'isRoot'>, error: AppError): void
}

export type Observer = {
  /** The service said what time it is. */
  heard(serverMs: number, tookMs: number): void
  /** A 429: the request waits and is sent again by itself. */
  refused(): void
  /** What leaves, what comes, and what becomes of it. */
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

/** No request lives longer (60 s at most, its slot included). */
const TIMEOUT_MS = 30_000
/** A page of 100 containers with everything included is about half a megabyte. */
const MOST_BYTES = 8 * 1024 * 1024
/** From here on joining the pieces takes milliseconds: what else waits goes before the answer is read out. */
const LARGE_BYTES = 1024 * 1024
const JITTER_MS = 2_000

/** What a header can carry: a key with anything else in it was copied wrongly and no service can have issued it. */
const SENDABLE = /^[\x21-\x7e]+$/

export function createClient(deps: ClientDeps): ApiClient {
  const ask = async (request: ApiRequest) => {
    if (!SENDABLE.test(deps.apiKey)) throw new AppError('api/unauthorized', { status: null, reason: null })
    for (;;) {
      const outcome = await attempt(deps, request)
      if (outcome !== 'refused') return outcome
      // A 429 was not carried out: every method may be repeated. The gate makes it wait.
    }
  }
  const report: ApiClient['report'] = (request, error) => {
    deps.observer.traffic.failed(pathOf(urlOf(deps, request)), error)
  }
  const decode: ApiClient['decode'] = async (request, { bytes }, type) => {
    try {
      const document = await inSlices(deps.outside.clock, decodeSteps(bytes, type), request.signal)
      deps.observer.traffic.answered()
      if (document.unreadable.length > 0) report(request, new AppError('api/records-left-out', { count: document.unreadable.length }))
      return document
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (error instanceof AppError) report(request, error)
      throw error
    }
  }
  return {
    request: ask,
    async read(request, type) {
      const answer = await ask(request)
      return { ...answer, document: await decode(request, answer, type) }
    },
    decode,
    accept: () => {
      deps.observer.traffic.answered()
    },
    report,
  }
}

async function attempt(deps: ClientDeps, request: ApiRequest): Promise<ApiAnswer | 'refused'> {
  const url = urlToAsk(deps, request)
  const ticket = await deps.gate.enter(request.bucket ?? 'general', request.priority, request.signal, request.patienceMs)
  // Between the grant and this line the signal may have been aborted.
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
  deps.log(error ? 'warn' : 'info', 'answer', { path: pathOf(url), status: response.status, bytes: response.bytes.byteLength })
  if (error) {
    deps.observer.traffic.failed(pathOf(url), error)
    throw error
  }
  if (serverDateMs !== null) deps.observer.heard(serverDateMs, deps.outside.clock.mono() - sentMono)
  // The first pause ends before the next look at the network, the second after it.
  if (response.bytes.byteLength > LARGE_BYTES) for (let pause = 0; pause < 2; pause++) await deps.outside.clock.sleep(0, request.signal)
  return { status: response.status, bytes: response.bytes, requestSeq, isOlderThan: deps.order.answered(requestSeq, serverDateMs) }
}

async function send(deps: ClientDeps, ticket: Ticket, url: string, request: ApiRequest): Promise<HttpResponse> {
  const limit = new AbortController()
  const giveUp = () => {
    limit.abort()
  }
  const cancelTimer = deps.outside.clock.after(TIMEOUT_MS, giveUp)
  request.signal.addEventListener('abort', giveUp)
  try {
    const sent = httpRequest(deps, url, request)
    deps.observer.traffic.sent(Buffer.byteLength(sent.body ?? ''))
    const response = await deps.outside.http.send(sent, limit.signal)
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

function httpRequest(deps: ClientDeps, url: string, request: ApiRequest): HttpRequest & { body?: string } {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body)
  return {
    method: request.method ?? 'GET',
    url,
    headers: {
      authorization: `Token ${deps.apiKey}`,
      accept: 'application/vnd.api+json, application/json',
      ...(body === undefined ? {} : { 'content-type': request.isPlainJson === true ? 'application/json' : 'application/vnd.api+json' }),
    },
    ...(body === undefined ? {} : { body }),
    maxBytes: MOST_BYTES,
  }
}

function urlOf({ baseUrl }: ClientDeps, { path, isRoot = false }: Pick<ApiRequest, 'path' | 'isRoot'>): string {
  return isRoot ? new URL(baseUrl).origin + path : resolveUrl(baseUrl, path)
}

/** A link that leads nowhere we may ask is a failure of the request that was to follow it. */
function urlToAsk(deps: ClientDeps, request: ApiRequest): string {
  try {
    return urlOf(deps, request)
  } catch (error) {
    if (error instanceof AppError) deps.observer.traffic.failed(URL.canParse(request.path, deps.baseUrl) ? pathOf(new URL(request.path, deps.baseUrl).href) : '/', error)
    throw error
  }
}

const NO_LINK = 'link'
const MOST_HOST_CHARS = 100

/**
 * The key goes to the configured origin only. A link to another host is refused; one that differs in scheme, or
 * repeats or leaves out the `/v2` of the base, is folded back onto it.
 */
export function resolveUrl(baseUrl: string, path: string): string {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const link = URL.canParse(path, base.origin) ? new URL(path, base.origin) : null
  if (link === null || link.host === '') throw new AppError('api/malformed', { reason: NO_LINK })
  if (link.host !== base.host) throw new AppError('api/link-elsewhere', { host: link.host.slice(0, MOST_HOST_CHARS) })
  let rest = link.pathname
  while (rest === basePath || rest.startsWith(`${basePath}/`)) rest = rest.slice(basePath.length)
  return `${base.origin}${basePath}${rest}${link.search}`
}

/** Thrown by `resolveUrl`: the fault is in what was to be asked for, nothing was sent. */
export function isBadLink({ code, details }: AppError): boolean {
  return code === 'api/link-elsewhere' || (code === 'api/malformed' && details['reason'] === NO_LINK)
}

const NOT_LEFT: readonly HttpFailureReason[] = ['unreachable', 'certificate', 'proxy-login', 'proxy-refused']

/** No connection came about: what was to be sent cannot have arrived. */
export function hasNotLeft({ cause }: AppError): boolean {
  return cause instanceof HttpFailure && NOT_LEFT.includes(cause.reason)
}

/** A service that is down may say for how long (503). */
export function askedToWaitMs({ code, details }: AppError): number {
  const { retryAfterS } = details
  return code === 'api/server-error' && typeof retryAfterS === 'number' ? retryAfterS * 1000 : 0
}

const LONGEST_ASKED_MS = 10 * 60_000

/** What a user may have typed as an address: scheme left out, a slash or the `/v2` too many or too few. */
export function normalizeBaseUrl(typed: string): string {
  const trimmed = typed.trim()
  const withScheme = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null
  // A key sent in the clear can be read by everybody on the way; on this machine there is no way.
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.password !== '') throw new AppError('api/bad-address', { address: trimmed.slice(0, 200) })
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/v2') ? path : `${path}/v2`}`
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

export function hashKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 32)
}

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

/** What a request without a whole answer is told as; rethrows what is no failure of the line. */
export function failureOf(error: unknown, url: string): AppError {
  if (!(error instanceof HttpFailure)) throw error
  const { reason, proxy } = error
  return new AppError(failureCodes[reason], { host: new URL(url).host, ...(proxy === null ? {} : { proxy }) }, error)
}

/** No service issues a shorter one, and a short word may stand anywhere. */
const LEAST_KEY_CHARS = 8

/** A service may repeat the key in its refusal, and refusals are shown. Before they are cut: half a key is too much too. */
function withoutKey(response: HttpResponse, apiKey: string): HttpResponse {
  if (response.status < 300 || apiKey.length < LEAST_KEY_CHARS) return response
  const text = Buffer.from(response.bytes).toString('utf8')
  return text.includes(apiKey) ? { ...response, bytes: Buffer.from(text.replaceAll(apiKey, '…')) } : response
}

function errorOf(response: HttpResponse, serverDateMs: number | null): AppError | null {
  const { status } = response
  if (status >= 200 && status < 300) return jsonErrorOf(response)
  const waits = status === 503 && response.headers['retry-after'] !== undefined
  const retryAfter: ErrorDetails = waits ? { retryAfterS: Math.ceil(retryAfterMs(response, serverDateMs) / 1000) } : {}
  return new AppError(statusCode(status), { status, ...toldBy(response), ...retryAfter })
}

function statusCode(status: number): ErrorCode {
  if (status === 401) return 'api/unauthorized'
  if (status === 403) return 'api/forbidden'
  if (status === 404 || status === 410) return 'api/not-found'
  // 511 and redirects come from a login page of the network, not from the service.
  if (status === 511 || (status >= 300 && status < 400)) return 'api/redirected'
  return status >= 500 ? 'api/server-error' : 'api/refused'
}

/** A 200 that is a web page (captive portal, proxy login) must never be taken for data. */
function jsonErrorOf(response: HttpResponse): AppError | null {
  const type = response.headers['content-type'] ?? ''
  return /json/i.test(type) || response.bytes.byteLength === 0 ? null : new AppError('api/not-json', { contentType: type.slice(0, 80) })
}

/** `existing…`: with a duplicate, what was first. */
type Told = { reason: string | null; serviceCode: string | null; pointer: string | null; existingId?: string | null; existingName?: string | null }

/** The service's own words, as far as it gives any (`errors`, sometimes `error`, sometimes a page). */
function toldBy(response: HttpResponse): Told {
  const nothing: Told = { reason: null, serviceCode: null, pointer: null }
  if (!/json/i.test(response.headers['content-type'] ?? '')) return nothing
  try {
    const json = parseJson(response.bytes)
    const list: unknown = isRecord(json) ? (json['errors'] ?? json['error']) : null
    const first: unknown = Array.isArray(list) ? list[0] : list
    if (typeof first === 'string') return { ...nothing, reason: first.slice(0, 200) }
    if (!isRecord(first)) return nothing
    const source = isRecord(first['source']) ? first['source'] : {}
    const told = { reason: quoted(first['detail'] ?? first['title']), serviceCode: quoted(first['code']), pointer: quoted(source['pointer']) }
    const meta = isRecord(first['meta']) ? first['meta'] : {}
    return typeof meta['existing_document_id'] === 'string' ? { ...told, existingId: meta['existing_document_id'], existingName: quoted(meta['existing_document_name']) } : told
  } catch {
    // An error answer that is not JSON after all has no words to quote.
    return nothing
  }
}

function quoted(said: unknown): string | null {
  return typeof said === 'string' ? said.slice(0, 200) : null
}

/**
 * Whole seconds or an HTTP date, at most ten minutes: a header that names next year must not stop the reading
 * until then. What is neither, such as a negative number, counts as no header.
 */
function retryAfterMs(response: HttpResponse, serverDateMs: number | null): number {
  const given = response.headers['retry-after']?.trim() ?? ''
  const until = httpDateMs(given)
  const fromDateMs = until !== null && serverDateMs !== null ? until - serverDateMs : DEFAULT_RETRY_AFTER_MS
  const askedMs = /^\d+$/.test(given) ? Number(given) * 1000 : fromDateMs
  return Math.min(LONGEST_ASKED_MS, Math.max(0, askedMs))
}

function pathOf(url: string): string {
  return new URL(url).pathname
}
