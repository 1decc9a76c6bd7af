// The tracking service without its network: `handle` turns a request and an instant into a response. Pure over the world,
// what clients wrote, and the log of requests; no clock, no timer, no chance in here. http.ts puts HTTP around it; the
// engine's tests and the simulator call it as it is.

import { ALL_ROUTES } from './endpoints/all.ts'
import { MAX_BODY_BYTES } from './jsonapi/body.ts'
import { ServiceError } from './jsonapi/errors.ts'
import { readQuery } from './jsonapi/query.ts'
import type { Resource } from './jsonapi/resource.ts'
import { createRouter, type Answer } from './endpoints/routing.ts'
import { bytesOf } from './jsonapi/bytes.ts'
import { bucketOf, createRateBuckets, type Bucket } from './rate-buckets.ts'
import { createRecorded, layered } from './replay/recorded.ts'
import { createRequestLog } from './request-log.ts'
import { StartupProblem } from './startup-problem.ts'
import { createWorld } from './world/world.ts'
import { withEdits } from './written/edited.ts'
import { openStore } from './written/store.ts'

export type ServiceRequest = {
  method: string
  /** Path with query. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array | null
}

export type ServiceResponse = { status: number; headers: Record<string, string>; body: Uint8Array }

/** Rates and waits run on the steady clock of the process; the world and the `Date` header on its own (epoch). */
export type Now = { processMs: number; worldMs: number }

export type ServiceOptions = {
  seed: number | string
  /** How many containers the list holds; made for up to 20,000. */
  containers: number
  key: string
  /** Ends in /v2; every link begins with it. */
  baseUrl: string
  /** The instant the world is first asked about. Answers do not depend on it; it must lie in the years they cover. */
  startMs: number
  /** False: never 429; the log counts all the same. */
  isLimited?: boolean
  /** True: a refused request takes a slot too. */
  refusalHoldsSlot?: boolean
  /** Null: what clients write is kept in memory. */
  dataDir?: string | null
  /** Recorded answers to serve instead of the world (replay/read-folder.ts). */
  replay?: readonly Resource[] | null
  /** Told of what went wrong inside when the answer is a 500. */
  onBug?: (error: unknown) => void
}

export type Service = {
  handle(request: ServiceRequest, now: Now): ServiceResponse
  close(): void
}

export const LOG_PATH = '/_service/log'
export const MEDIA_TYPE = 'application/vnd.api+json'

export const EARLIEST_MS = Date.UTC(2000, 0, 1)
export const LATEST_MS = Date.UTC(2100, 0, 1)

type Incoming = ServiceRequest & { path: string; rawQuery: string }
type Respond = (incoming: Incoming, bucket: Bucket, now: Now) => Answer

export function createService(options: ServiceOptions): Service {
  if (options.startMs < EARLIEST_MS || options.startMs >= LATEST_MS) {
    throw new StartupProblem('The world covers the years 2000 to 2099. Choose a start in them.')
  }
  const { respond, close } = createResponder(options)
  const log = createRequestLog()
  const base = new URL(options.baseUrl).pathname
  return {
    close,
    handle: (request, now) => {
      const cut = request.url.indexOf('?')
      const path = cut === -1 ? request.url : request.url.slice(0, cut)
      const rawQuery = cut === -1 ? '' : request.url.slice(cut + 1)
      if (path === LOG_PATH && request.method === 'GET') return responseOf({ document: log.document() }, now, 'application/json')
      const isOurs = path.startsWith(`${base}/`)
      const incoming: Incoming = { ...request, path: isOurs ? path.slice(base.length) : '', rawQuery }
      const bucket = bucketOf(request.method, incoming.path)
      const entry = log.arrived({ method: request.method, path, query: rawQuery, bucket }, now)
      const response = responseOf(answered(respond, incoming, bucket, now, options.onBug), now)
      log.answered(entry, response.status)
      return response
    },
  }
}

function createResponder(options: ServiceOptions): { respond: Respond; close: () => void } {
  const { baseUrl, replay } = options
  const seed = String(options.seed)
  const written = openStore(options.dataDir ?? null, seed)
  const world = createWorld({ seed, containers: replay ? 0 : options.containers, written: () => written.requests() })
  const recorded = replay ? createRecorded(replay, baseUrl) : null
  const buckets = createRateBuckets({ refusalHoldsSlot: options.refusalHoldsSlot ?? false })
  const route = createRouter(ALL_ROUTES)

  const respond: Respond = ({ method, headers, body, path, rawQuery }, bucket, now) => {
    if (path === '') throw new ServiceError(404, [{ code: 'not_found', detail: `The service answers under ${baseUrl}.` }])
    authenticate(headers, options.key)
    const slot = buckets.take(bucket, now.processMs)
    if (!slot.isAdmitted && options.isLimited !== false) throw tooMany(slot.retryAfterSeconds)
    if (body && body.byteLength > MAX_BODY_BYTES) throw new ServiceError(413, [{ code: 'too_large', detail: `A body may have ${MAX_BODY_BYTES} bytes.` }])
    const match = route(method, path)
    const current = world.at(now.worldMs)
    return match.route.answer({
      worldMs: now.worldMs,
      url: baseUrl + path,
      baseUrl,
      params: match.params,
      query: readQuery(rawQuery),
      body,
      records: withEdits(recorded ? layered([recorded, current]) : current, written),
      written,
      world,
    })
  }
  return {
    respond,
    close: () => {
      written.close()
    },
  }
}

function authenticate(headers: Record<string, string>, key: string): void {
  if (headers['authorization'] === `Token ${key}`) return
  throw new ServiceError(401, [{ code: 'unauthorized', detail: 'Send a valid API key as "Authorization: Token <key>".' }])
}

function tooMany(retryAfterSeconds: number): ServiceError {
  const detail = `Too many requests within a minute. Try again in ${retryAfterSeconds} s.`
  return new ServiceError(429, [{ code: 'rate_limited', detail }], { 'retry-after': String(retryAfterSeconds) })
}

function answered(respond: Respond, incoming: Incoming, bucket: Bucket, now: Now, onBug: ServiceOptions['onBug']): Answer {
  try {
    return respond(incoming, bucket, now)
  } catch (error) {
    if (!(error instanceof ServiceError)) onBug?.(error)
    const expected = error instanceof ServiceError ? error : new ServiceError(500, [{ code: 'internal', detail: 'Something went wrong in the service.' }])
    return { status: expected.status, document: { errors: expected.items }, headers: { ...expected.headers } }
  }
}

function responseOf({ status = 200, document, headers }: Answer, now: Now, mediaType = MEDIA_TYPE): ServiceResponse {
  return {
    status,
    headers: { 'content-type': mediaType, date: new Date(now.worldMs).toUTCString(), ...headers },
    body: bytesOf(document),
  }
}
