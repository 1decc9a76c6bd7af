// The tracking service without a network: `handle` turns a request and an instant into a response. It has no clock, no
// timer and no randomness. Its only state is the data that clients wrote, and the request log. http.ts adds HTTP. The
// engine's tests and the simulator call this file directly.
import { createBackground, type Background } from './account/background.ts'
import { applyInitialFields } from './account/initial-fields.ts'
import { receiveMail, type Mail } from './account/mail.ts'
import { createSampleMails } from './account/sample-mail.ts'
import { withAccountRecords } from './account/records.ts'
import { ALL_ROUTES } from './endpoints/all.ts'
import { removeVersionPath } from './endpoints/direct-uploads.ts'
import { ALL_FEATURES, type Duplicates, type Features } from './features.ts'
import { MAX_BODY_BYTES, MAX_UPLOAD_BYTES } from './jsonapi/body.ts'
import { forbidden, ServiceError } from './jsonapi/errors.ts'
import { refuseUnknownIncludes } from './jsonapi/include.ts'
import { readQuery } from './jsonapi/query.ts'
import type { Records, Resource } from './jsonapi/resource.ts'
import { withRawEvents } from './world/raw-events.ts'
import { createCatchUp, type Now } from './clocks.ts'
import type { Post } from './outgoing.ts'
import { createRouter, type Answer } from './endpoints/routing.ts'
import { createWriter, writeUncached, type Write } from './jsonapi/bytes.ts'
import { findBucket, createRateBuckets, isStoragePath, type Bucket } from './rate-buckets.ts'
import { applyQuirks } from './quirks.ts'
import { createRecorded, layerRecords } from './replay/recorded.ts'
import { createRequestLog } from './request-log.ts'
import { createSigner, type Signer } from './signing.ts'
import { StartupProblem } from './startup-problem.ts'
import { HOUR_MS } from './world/calendar.ts'
import { createWorld, type World } from './world/world.ts'
import { withEdits } from './written/edited.ts'
import { withoutRail, withoutRampDay } from './written/without-rail.ts'
import { withStops } from './written/stopped.ts'
import { openStore, type WrittenStore } from './written/store.ts'

export type ServiceRequest = {
  method: string
  /** The path with its query. */
  url: string
  /** The names are in lower case. */
  headers: Record<string, string>
  body: Uint8Array | null
}

export type ServiceResponse = {
  status: number
  headers: Record<string, string>
  body: Uint8Array
  /** The final response, for a caller that can wait until another server has answered. It replaces this one. */
  later?: Promise<ServiceResponse>
}

export type { Now }

export type ServiceOptions = {
  seed: number | string
  /** The number of containers in the list, up to 100,000. */
  containers: number
  key: string
  /** The address of the API. It ends in `/v2`, and every absolute link begins with it. */
  baseUrl: string
  /** The first instant of the world, in the years 2000 to 2099. Only sample e-mails and notifications depend on it. */
  startMs: number
  /** If false, the service never answers 429. The log counts all the same. */
  isLimited?: boolean
  /** If true, a refused request counts towards the limit. */
  refusalHoldsSlot?: boolean
  /** The folder for the data that clients write. Null means in memory only. */
  dataDir?: string | null
  /** Recorded answers to serve instead of the world (replay/recorded.ts). */
  replay?: readonly Resource[] | null
  /** The entitlements of the account. The default is all. */
  features?: Features
  /** Makes pages shorter than the limit of the interface. */
  pageMax?: number
  /** The reaction of the account to a document whose content is already stored. The default is to reject it. */
  duplicates?: Duplicates
  /** If true, answers are as irregular as those of the live service (quirks.ts). */
  isQuirky?: boolean
  /** If true, a new account has already received the e-mails of account/sample-mail.ts. */
  hasSampleMail?: boolean
  /** The age of a new account's records at first, in hours (default 0). They catch up within a minute. */
  catchUpHours?: number
  /** Sends webhook requests. Without it the service sends none. */
  post?: Post | null
  /** Called with the internal error when the answer is a 500. */
  onBug?: (error: unknown) => void
}

export type Service = {
  handle(request: ServiceRequest, now: Now): ServiceResponse
  /**
   * Logs and counts the request now. The returned function answers it later, so that a test can delay the effect of a
   * request.
   */
  arrive(request: ServiceRequest, arrived: Now): (now: Now) => ServiceResponse
  /** Changes a record as another user does in the web application: without a key, a limit or an entry in the log. */
  edit(type: 'container' | 'shipment', id: string, attributes: Record<string, unknown>): void
  /** Answers a request of another user in the web application: without a key, a limit or an entry in the log. */
  act(request: ServiceRequest, now: Now): ServiceResponse
  /** Does the background work on webhooks and documents. Call it regularly. Resolves when nothing more is due. */
  work(now: Now): Promise<void>
  /** Stores an e-mail to the documents address of the account. */
  receiveMail(mail: Mail, now: Now): void
  close(): void
}

export const LOG_PATH = '/_service/log'
export const MEDIA_TYPE = 'application/vnd.api+json'

export const EARLIEST_MS = Date.UTC(2000, 0, 1)
export const LATEST_MS = Date.UTC(2100, 0, 1)

/** `path` is relative to the API, or to the web application if `isRoot` is true. It is empty below neither. */
type Incoming = ServiceRequest & { path: string; rawQuery: string; isRoot: boolean }
type Respond = (incoming: Incoming, now: Now) => Answer
type Responder = {
  /** Throws 401 for a wrong key, 404 outside of the service, and 429 if the limit is reached. */
  admit: (incoming: Incoming, bucket: Bucket, now: Now) => void
  respond: Respond
}

export function createService(options: ServiceOptions): Service {
  checkStart(options)
  const backend = createBackend(options)
  const { admit, respond } = createResponder(options, backend)
  const log = createRequestLog()
  const base = new URL(options.baseUrl).pathname
  const root = base.replace(/\/v2$/, '')
  const write = backend.world.isLarge ? writeUncached : createWriter()
  const arrive: Service['arrive'] = (request, arrived) => {
    const { path, rawQuery } = splitUrl(request.url)
    if (path === LOG_PATH && request.method === 'GET')
      return (now) => createResponse({ document: log.toDocument(), mediaType: 'application/json' }, now, write)
    const isApiPath = path.startsWith(`${base}/`)
    // HEAD is answered like GET, without content.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const incoming: Incoming = {
      ...request,
      method,
      path: isApiPath ? path.slice(base.length) : path.startsWith(`${root}/`) ? path.slice(root.length) : '',
      rawQuery,
      isRoot: !isApiPath,
    }
    const bucket = findBucket(request.method, isApiPath ? incoming.path : '')
    const entry = log.logArrival(
      { method: request.method, path, query: rawQuery, bucket: isStoragePath(path.slice(root.length)) ? null : bucket },
      arrived,
    )
    const refusal = answerOrReport(() => {
      admit(incoming, bucket, arrived)
      return null
    }, options.onBug)
    return (now) => {
      const answer = refusal ?? answerOrReport(() => respond(incoming, now), options.onBug)
      const response = createResponse(
        options.isQuirky && isApiPath ? applyQuirks(answer, incoming) : answer,
        now,
        write,
      )
      log.logAnswer(entry, response.status)
      return request.method === 'HEAD' ? { ...response, body: new Uint8Array() } : response
    }
  }
  return {
    close: backend.close,
    edit: (type, id, attributes) => backend.written.edit(type, id, attributes),
    work: (now) => backend.background.work(now),
    receiveMail: (mail, now) => receiveMail(backend.written.account, mail, now.worldMs),
    act: (request, now) => {
      const { path, rawQuery } = splitUrl(request.url)
      const incoming: Incoming = { ...request, path: path.slice(base.length), rawQuery, isRoot: false }
      return createResponse(
        answerOrReport(() => respond(incoming, now), options.onBug),
        now,
        write,
      )
    },
    handle: (request, now) => arrive(request, now)(now),
    arrive,
  }
}

function checkStart({ startMs }: ServiceOptions): void {
  if (startMs < EARLIEST_MS || startMs >= LATEST_MS)
    throw new StartupProblem('The world covers the years 2000 to 2099. Choose a start in them.')
}

function splitUrl(url: string): { path: string; rawQuery: string } {
  const cut = url.indexOf('?')
  return cut === -1 ? { path: url, rawQuery: '' } : { path: url.slice(0, cut), rawQuery: url.slice(cut + 1) }
}

type Backend = {
  written: WrittenStore
  world: World
  signer: Signer
  features: Features
  background: Background
  recordsAt: (worldMs: number) => Records
  /** Makes the records current at once: what a client writes must not meet older records. */
  endCatchUp: () => void
  close: () => void
}

function createBackend(options: ServiceOptions): Backend {
  const { baseUrl, replay, features = ALL_FEATURES, post = null } = options
  const seed = String(options.seed)
  const written = openStore(options.dataDir ?? null, seed)
  const { account } = written
  const listRefreshTimes = (container: string) =>
    account.refreshes
      .all()
      .filter((refresh) => refresh.container === container)
      .map(({ atMs }) => atMs)
  const hasRail = features.has('rail')
  const world = createWorld({
    seed,
    containers: replay ? 0 : options.containers,
    writtenRequests: () => written.listRequests(),
    listRefreshTimes: (id) => (account.refreshes.all().length === 0 ? [] : listRefreshTimes(id)),
    getPartyName: (id) => written.getEdit('party', id)?.company_name ?? null,
    ...(hasRail ? {} : { presentContainer: withoutRampDay }),
  })
  const recorded = replay ? createRecorded(replay, baseUrl) : null
  const { userId } = world.reference
  const isNew = account.emails.all().length === 0 && written.listRequests().length === 0
  const catchUp = createCatchUp(isNew ? (options.catchUpHours ?? 0) * HOUR_MS : 0, options.startMs)
  const recordsAt = (worldMs: number): Records => {
    const current = world.getRecords(catchUp.getWorldMs(worldMs))
    const complete = withAccountRecords(
      withStops(recorded ? layerRecords([recorded, current]) : current, account, userId, (instantMs) =>
        world.getRecords(instantMs),
      ),
      account,
      world,
      worldMs,
    )
    const edited = withEdits(complete, written)
    return hasRail ? edited : withoutRail(edited)
  }
  if (options.hasSampleMail && account.emails.all().length === 0)
    for (const { mail, receivedMs } of createSampleMails(recordsAt(options.startMs), options.startMs))
      receiveMail(account, mail, receivedMs)
  return {
    written,
    world,
    features,
    recordsAt,
    endCatchUp: catchUp.end,
    signer: createSigner(seed),
    background: createBackground({ account, world, baseUrl, recordsAt, post, startMs: options.startMs }),
    close: () => written.close(),
  }
}

function createResponder(options: ServiceOptions, backend: Backend): Responder {
  const { baseUrl, post = null } = options
  const { written, world, signer, features, background, recordsAt, endCatchUp } = backend
  const buckets = createRateBuckets({ refusalHoldsSlot: options.refusalHoldsSlot ?? false })
  const routes = {
    api: createRouter(ALL_ROUTES.filter(({ isRoot }) => !isRoot)),
    root: createRouter(ALL_ROUTES.filter(({ isRoot }) => isRoot)),
  }

  const findRootRoute = ({ isRoot, method, path }: Incoming) => (isRoot ? routes.root(method, path) : null)
  const admit: Responder['admit'] = (incoming, bucket, now) => {
    if (incoming.path === '')
      throw new ServiceError(404, [{ code: 'not_found', detail: `The service answers under ${baseUrl}.` }])
    if (findRootRoute(incoming)?.route.isPublic) return
    authenticate(incoming.headers, options.key)
    const admission = buckets.admit(bucket, now.processMs)
    if (!admission.isAdmitted && options.isLimited !== false) throw createRateLimitError(admission.retryAfterSeconds)
  }
  const respond: Respond = (incoming, now) => {
    const { method, headers, body, path, rawQuery, isRoot } = incoming
    const maxBytes = method === 'PUT' ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES
    if (body && body.byteLength > maxBytes)
      throw new ServiceError(413, [{ code: 'too_large', detail: `A body may have ${maxBytes} bytes.` }])
    const match = findRootRoute(incoming) ?? routes.api(method, path)
    const query = readQuery(rawQuery)
    if (match.route.requiredFeature && !features.has(match.route.requiredFeature))
      throw forbidden(match.route.requiredFeature.replaceAll('_', ' '))
    if (method !== 'GET') {
      refuseUnknownIncludes(match.route.path, query.get('include') ?? '')
      endCatchUp()
    }
    applyInitialFields(written.account, world, now.worldMs)
    const wantsRawEvents =
      match.route.path === '/containers/{id}' || (query.get('include') ?? '').includes('raw_events')
    const reloadRecords = () =>
      wantsRawEvents ? withRawEvents(recordsAt(now.worldMs), world, now.worldMs) : recordsAt(now.worldMs)
    if (path.startsWith('/webhook_notifications')) background.notify(now.worldMs)
    return match.route.answer({
      worldMs: now.worldMs,
      method,
      headers,
      url: (isRoot ? removeVersionPath(baseUrl) : baseUrl) + path,
      baseUrl,
      params: match.params,
      query,
      body,
      records: reloadRecords(),
      reloadRecords,
      written,
      account: written.account,
      world,
      features,
      pageMax: options.pageMax ?? Infinity,
      duplicates: options.duplicates ?? 'reject',
      signer,
      post,
    })
  }
  return { admit, respond }
}

function authenticate(headers: Record<string, string>, key: string): void {
  // HTTP ignores the case of the scheme, but the key must match exactly.
  const [scheme = '', sent, ...rest] = (headers['authorization'] ?? '').split(' ')
  if (scheme.toLowerCase() === 'token' && sent === key && rest.length === 0) return
  throw new ServiceError(
    401,
    [{ code: 'unauthorized', detail: 'Send a valid API key as "Authorization: Token <key>".' }],
    { 'www-authenticate': 'Token' },
  )
}

function createRateLimitError(retryAfterSeconds: number): ServiceError {
  const detail = `Too many requests within a minute. Try again in ${retryAfterSeconds} s.`
  return new ServiceError(429, [{ code: 'rate_limited', detail }], { 'retry-after': String(retryAfterSeconds) })
}

function answerOrReport<Result>(work: () => Result, onBug: ServiceOptions['onBug']): Result | Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ServiceError)) onBug?.(error)
    const expected =
      error instanceof ServiceError
        ? error
        : new ServiceError(500, [{ code: 'internal', detail: 'Something went wrong in the service.' }])
    return { status: expected.status, document: { errors: expected.items }, headers: { ...expected.headers } }
  }
}

function createResponse(answer: Answer, now: Now, write: Write): ServiceResponse {
  const { status = 200, document, content, mediaType = MEDIA_TYPE, headers, later } = answer
  const body = content ?? (document === undefined ? new Uint8Array() : write(document))
  // Without content there is no content type: a client would try to parse the empty body as JSON.
  const type: Record<string, string> = body.byteLength === 0 && !content ? {} : { 'content-type': mediaType }
  return {
    status,
    headers: { ...type, date: new Date(now.worldMs).toUTCString(), ...headers },
    body,
    ...(later ? { later: later.then((finished) => createResponse(finished, now, write)) } : {}),
  }
}
