// The network between one run of the program and the service. It delays, reorders and fails requests. A request that
// was sent reaches the service even if the program ends.
import {
  type Http,
  HttpFailure,
  type HttpFailureReason,
  type HttpRequest,
  type HttpResponse,
  isFileBody,
} from '#engine/outside/http.ts'
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'
import type { NetworkFault, NetworkFaults } from './network-faults.ts'

/** The service receives and counts the request. The returned function runs it and returns the answer. */
export type Arrive = (request: HttpRequest) => () => HttpResponse

export type SimHttpDeps = {
  timeline: Timeline
  random: Random
  networkFaults: NetworkFaults
  arrive: Arrive
  /** Reads a file to upload. Null if it does not exist. */
  readFile?: (path: string) => Uint8Array | null
  isOver: () => boolean
  isUnplugged: () => boolean
  /** Called at each send and after each effect. The program may crash at these points. */
  onCrashPoint: (what: string) => void
  logEvent: (what: string) => void
  /** Called with the duration of each request, in milliseconds. */
  onRequestEnd: (ms: number) => void
  onAnswer?: (request: HttpRequest, response: HttpResponse) => void
  /** A frozen computer gets its answers after the thaw. */
  runUnlessFrozen: (work: () => void) => void
  /** The longest random delay. Delays let answers overtake each other. */
  jitterMs: number
}

const ONE_WAY_MS: [number, number] = [40, 150]
/** The extra delay of one in a hundred requests, as on a real network. */
const SLOW_ANSWER_MS: [number, number] = [1_000, 10_000]
const LATE_COMMIT_MS = 30_000

type Outcome = { response: HttpResponse } | { failure: HttpFailureReason } | 'never'

export function createSimHttp(deps: SimHttpDeps): Http {
  const { timeline, random, networkFaults, logEvent } = deps
  let sentCount = 0
  return {
    send: (request, signal) =>
      new Promise((resolve, reject) => {
        deps.onCrashPoint('send')
        if (deps.isOver()) return
        const requestNumber = ++sentCount
        const fault = deps.isUnplugged() ? 'unreachable' : networkFaults.drawFault(request)
        const startedMs = timeline.now()
        logEvent(`#${requestNumber} ${request.method} ${getDecodedPath(request.url)}${fault ? ` ! ${fault}` : ''}`)
        let isDone = false
        const settle = (work: () => void) => {
          if (isDone || deps.isOver()) return
          isDone = true
          signal.removeEventListener('abort', abort)
          deps.onRequestEnd(timeline.now() - startedMs)
          work()
        }
        const abort = () => settle(() => reject(new HttpFailure('aborted')))
        signal.addEventListener('abort', abort)
        if (signal.aborted) abort()
        simulateRoundTrip(deps, withStorageFault(withFileBytes(deps, request), fault), fault, (outcome) => {
          if (outcome === 'never') return
          const deliver = () =>
            settle(() => {
              if ('failure' in outcome) reject(new HttpFailure(outcome.failure))
              else {
                logEvent(`#${requestNumber} ${outcome.response.status} ${outcome.response.bytes.byteLength}`)
                deps.onAnswer?.(request, outcome.response)
                resolve(outcome.response)
              }
            })
          deps.runUnlessFrozen(deliver)
        })
        // Separates the random numbers of this request from those of the next one.
        random.drawUnit()
      }),
  }
}

/** Replaces the file of an upload by its bytes, which are sent at once. */
function withFileBytes({ readFile }: SimHttpDeps, request: HttpRequest): HttpRequest {
  const { body } = request
  if (!isFileBody(body)) return request
  const bytes = readFile?.(body.file) ?? null
  if (bytes === null) throw new HttpFailure('unreadable')
  body.onSent?.(bytes)
  return { ...request, body: bytes }
}

/**
 * Changes a request so that the service itself reports a problem of the storage: an unknown address, an unknown signed
 * id, or bytes that differ from the announced checksum.
 */
function withStorageFault(request: HttpRequest, fault: NetworkFault | null): HttpRequest {
  const { url, body } = request
  if (fault === 'addressExpired') return { ...request, url: url.replace(/[^/]+$/, 'expired') }
  if (fault === 'blobPurged' && typeof body === 'string')
    return { ...request, body: body.replace(/("attached_document":")[^"]*/, '$1purged') }
  if (fault === 'badDigest' && body instanceof Uint8Array)
    return { ...request, body: body.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) }
  return request
}

/**
 * Simulates the round trip: the delays, the fault, and the effect at the service. Calls `onOutcome` with the outcome.
 */
function simulateRoundTrip(
  deps: SimHttpDeps,
  request: HttpRequest,
  fault: NetworkFault | null,
  onOutcome: (outcome: Outcome) => void,
): void {
  const { timeline, random } = deps
  const extraMs =
    random.drawUnit() * deps.jitterMs + (random.drawBoolean(0.01) ? random.drawBetween(...SLOW_ANSWER_MS) : 0)
  // Requests overtake each other on their way to the service, and answers on their way back.
  const isRequestLate = random.drawBoolean(0.5)
  const toServiceMs = random.drawBetween(...ONE_WAY_MS) + (isRequestLate ? extraMs : 0)
  const toClientMs =
    random.drawBetween(...ONE_WAY_MS) +
    (isRequestLate ? 0 : extraMs) +
    (fault === 'slow' ? random.drawBetween(5_000, 45_000) : 0)
  const draw = random.drawUnit()
  const answerLater = (outcome: Outcome) => timeline.after(toClientMs, () => onOutcome(outcome))
  timeline.after(toServiceMs, () => {
    const earlyOutcome = fault === null ? null : getOutcomeBeforeEffect(fault, draw)
    if (fault === 'errorLate') {
      const commit = deps.arrive(request)
      timeline.after(draw * LATE_COMMIT_MS, () => {
        commit()
      })
    }
    if (earlyOutcome) {
      answerLater(earlyOutcome)
      return
    }
    const response = deps.arrive(request)()
    deps.onCrashPoint('effect')
    answerLater(fault === null ? { response } : getOutcomeAfterEffect(fault, response, draw))
  })
}

/** Returns the outcome of a fault that prevents the request. Null if the request takes effect. */
function getOutcomeBeforeEffect(fault: NetworkFault, draw: number): Outcome | null {
  switch (fault) {
    case 'unreachable':
    case 'certificate':
      return { failure: fault }
    case 'resetBefore':
      return { failure: 'broken' }
    case 'hangBefore':
      return 'never'
    case 'errorBefore':
    case 'errorLate':
      return { response: createErrorAnswer([500, 502, 503, 504][Math.floor(draw * 4)] ?? 500, draw) }
    case 'portalPage':
      return { response: createAnswer(200, 'text/html', '<html><title>Guest Wi-Fi</title>Sign in</html>') }
    case 'portalRedirect':
      return { response: createAnswer(302, 'text/html', '', { location: 'http://login.example/' }) }
    case 'portalLogin':
      return { response: createAnswer(511, 'text/html', '<html>Log in to the network</html>') }
    case 'pageNotFound':
      return { response: createAnswer(404, 'text/html', '<html>Not found</html>') }
    case 'unauthorized':
      return {
        response: createAnswer(
          401,
          JSON_TYPE,
          '{"errors":[{"status":"401","title":"Unauthorized","detail":"Send a valid API key."}]}',
        ),
      }
    case 'forbidden':
      return {
        response: createAnswer(
          403,
          JSON_TYPE,
          '{"errors":[{"status":"403","title":"Forbidden","detail":"The account is locked."}]}',
        ),
      }
    case 'rateLimited':
      return {
        response: createAnswer(
          429,
          JSON_TYPE,
          '{"errors":[{"status":"429"}]}',
          draw < 0.3 ? {} : { 'retry-after': String(Math.ceil(draw * 40)) },
        ),
      }
    case 'invalidRetryAfter':
      return {
        response: createAnswer(429, JSON_TYPE, '{"errors":[{"status":"429"}]}', {
          'retry-after': ODD_RETRY_AFTER[Math.floor(draw * ODD_RETRY_AFTER.length)] ?? '',
        }),
      }
    case 'empty':
      return { response: createAnswer(200, JSON_TYPE, '') }
    case 'otherJson':
      return { response: createAnswer(200, 'application/json', '{"ok":true}') }
    case 'noData':
      return { response: createAnswer(200, JSON_TYPE, '{"errors":[]}') }
    default:
      return null
  }
}

function getOutcomeAfterEffect(fault: NetworkFault, response: HttpResponse, draw: number): Outcome {
  switch (fault) {
    case 'resetAfter':
      return { failure: 'broken' }
    case 'hangAfter':
      return 'never'
    case 'errorAfter':
      return { response: createErrorAnswer(draw < 0.5 ? 500 : 504, draw) }
    case 'truncated':
      return { response: { ...response, bytes: response.bytes.slice(0, Math.floor(response.bytes.byteLength * draw)) } }
    case 'withoutIds':
      return {
        response: alterJson(response, (json) => ({
          ...json,
          data: [{ type: 'container', attributes: { number: 'GHOST' } }],
        })),
      }
    case 'invalidData':
      return { response: alterJson(response, (json) => ({ ...json, data: 'soon' })) }
    case 'emptyList':
      return { response: alterJson(response, (json) => withoutRecords(json, draw)) }
    case 'halfList':
      return { response: alterJson(response, (json) => withHalfOfRecords(json, draw)) }
    case 'shiftedRows':
      return { response: alterJson(response, (json) => withShiftedRows(json, draw)) }
    case 'foreignLink':
      return {
        response: alterJson(response, (json) => ({
          ...json,
          links: { next: 'https://elsewhere.example/v2/containers' },
        })),
      }
    case 'badRecord':
      return { response: alterJson(response, (json) => withBadRecord(json, draw)) }
    case 'endlessLinks':
      return { response: alterJson(response, (json) => withEndlessLink(json, draw)) }
    default:
      return { response }
  }
}

const ODD_RETRY_AFTER = [
  '999999',
  'Fri, 01 Jan 2100 00:00:00 GMT',
  '0',
  '-5',
  '9'.repeat(40),
  'Thu, 01 Jan 1970 00:00:00 GMT',
]

type Json = Record<string, unknown>

/** Whether the list has a total. In other lists the engine cannot detect missing records. */
function isCounted(json: Json): json is Json & { data: unknown[] } {
  return Array.isArray(json['data']) && json['meta'] !== undefined
}

function withoutRecords(json: Json, draw: number): Json {
  return isCounted(json) ? { ...json, data: [], links: {}, meta: draw < 0.5 ? { total: 0 } : undefined } : json
}

/** Removes half of the records from a list. In 70 % of the cases the total matches the remaining records. */
function withHalfOfRecords(json: Json, draw: number): Json {
  if (!isCounted(json) || json.data.length < 2) return json
  const remaining = json.data.filter((_, index) => (index * 7 + Math.floor(draw * 10)) % 2 === 0)
  return { ...json, data: remaining, ...(draw < 0.7 ? { meta: { total: remaining.length } } : {}) }
}

/** Simulates rows that shift between two pages: one record is sent twice, and another one is missing. */
function withShiftedRows(json: Json, draw: number): Json {
  if (!isCounted(json) || json.data.length < 2) return json
  const { data } = json
  const missingIndex = Math.floor(draw * data.length)
  return {
    ...json,
    data: data.map((item, index) => (index === missingIndex ? data[(missingIndex + 1) % data.length] : item)),
  }
}

/** Damages one record of a list. */
function withBadRecord(json: Json, draw: number): Json {
  const { data } = json
  if (!Array.isArray(data) || data.length === 0) return json
  const damagedIndex = Math.floor(draw * data.length)
  const record = data[damagedIndex] as Json
  const attributes = record['attributes'] as Json
  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown
  const damaged: unknown[] = [
    { ...record, id: undefined },
    null,
    { ...record, attributes: { ...attributes, odd: deep } },
    { ...record, attributes: { ...attributes, odd: Array.from({ length: 600 }, () => 0) } },
  ]
  return {
    ...json,
    data: data.map((item: unknown, index) =>
      index === damagedIndex ? damaged[Math.floor(draw * 97) % damaged.length] : item,
    ),
  }
}

/** Adds a link that leads to the same page again, under the same address or under a new one. */
function withEndlessLink(json: Json, draw: number): Json {
  const links = json['links'] as Json | undefined
  const self = links?.['self']
  if (!Array.isArray(json['data']) || typeof self !== 'string') return json
  return {
    ...json,
    links: {
      ...links,
      next: draw < 0.5 ? self : `${self}${self.includes('?') ? '&' : '?'}again=${Math.floor(draw * 1e6)}`,
    },
  }
}

const JSON_TYPE = 'application/vnd.api+json'
const encoder = new TextEncoder()

function alterJson(response: HttpResponse, change: (json: Json) => Json): HttpResponse {
  if (response.status >= 300 || response.bytes.byteLength === 0) return response
  const json = JSON.parse(new TextDecoder().decode(response.bytes)) as Json
  return { ...response, bytes: encoder.encode(JSON.stringify(change(json))) }
}

function createAnswer(status: number, type: string, body: string, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'content-type': type, ...headers }, bytes: encoder.encode(body) }
}

/** Creates an error as the service sends it (JSON), as a proxy sends it (HTML), or without a body. */
function createErrorAnswer(status: number, draw: number): HttpResponse {
  if (draw < 0.4)
    return createAnswer(
      status,
      JSON_TYPE,
      `{"errors":[{"status":"${status}","source":null,"title":"Internal","detail":null}]}`,
    )
  return draw < 0.8
    ? createAnswer(status, 'text/html', '<html>Bad gateway</html>')
    : createAnswer(status, 'text/plain', '')
}

function getDecodedPath(url: string): string {
  const { pathname, search } = new URL(url)
  return decodeURIComponent(pathname + search)
}
