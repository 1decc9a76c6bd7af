// Creates a world from a seed: the service, the network, one computer with the program, and its user.
import { join } from 'node:path'
import type { EditTarget } from '#contract/edits.ts'
import { type Account, createAccountClient } from '#support/account.ts'
import { type Service, createService } from '#service/service.ts'
import type { LogDocument } from '#service/request-log.ts'
import type { Resource } from '#service/jsonapi/resource.ts'
import { QUIET_REMOTE_MS, QUIET_MS } from '#engine/folders/stability.ts'
import { dateInZone, homeZone } from '#engine/outside/calendar.ts'
import { type HttpRequest, isFileBody } from '#engine/outside/http.ts'
import { USER_ROOT, type UserFolder, createUserFolder, computeSha256 } from './user-folder.ts'
import { type Random, createRandom } from './random.ts'
import { type Clerk, startClerk } from './clerk.ts'
import { type Computer, createComputer } from './computer.ts'
import { type Desktop, createDesktop } from './desktop.ts'
import type { Plan } from './plan.ts'
import { type Timeline, createTimeline } from './timeline.ts'
import { type Trace, createTrace } from './trace.ts'
import { CUSTOM_FIELDS } from './record-edits.ts'
import { startTerminalFaults } from './terminal-faults.ts'
import { type User, startUser } from './user.ts'
import type { Arrive } from './sim-http.ts'
import { type NetworkFaults, createNetworkFaults } from './network-faults.ts'

export type World = {
  seed: string
  plan: Plan
  timeline: Timeline
  random: Random
  trace: Trace
  computer: Computer
  networkFaults: NetworkFaults
  service: SimService
  desktop: Desktop
  user: User
  /** Null in worlds without a watched folder. */
  watchedFolder: { userFolder: UserFolder; clerk: Clerk } | null
  /** Null in worlds whose terminals report correctly. */
  terminalFaults: { stop(): void } | null
  /** Errors of the service or the program while the world ran. */
  bugs: string[]
  /** The longest duration of a request. */
  longestWaitMs: number
  /** The number of upload addresses that the desktop received, by the MD5 of the content. */
  uploadAddresses: Map<string, number>
  /** The ids of records that were marked as gone at some time. */
  goneIds: Set<string>
  /** Reports of times at which the state was `live` although the last sweep was too old. */
  staleLiveReports: Set<string>
  /** The last check times of terminal and line, by the id of the container. */
  checkTimes: Map<string, string[]>
  /** The ids of containers for which a check time decreased. */
  outdatedRows: Set<string>
  logEvent: (what: string) => void
  close(): void
}

/** The embedded service in the simulated world, and access to its records without a network. */
export type SimService = {
  arrive: Arrive
  loadLog(): LogDocument
  /** Returns all records of a list. The request does not count against the limit. */
  listAll(path: string): Resource[]
  /** Returns all documents with the hash of their content. */
  listDocuments(): StoredDocument[]
  /**
   * Changes a container or a shipment as another user does in the web application. Ignores other targets. Does not
   * count against the limit.
   */
  editAsOtherUser(record: EditTarget, attributes: Record<string, unknown>): void
  /** Reads lists, and writes custom fields and webhooks. Does not count against the limit. */
  account: Account
  /** Stops all changes of records. The clock of the service continues. */
  freeze(): void
}

export type StoredDocument = { id: string; name: string; sha256: string }

export const KEY = 'sim-key'
export const BASE_URL = 'https://track.example/v2'

export type WorldOptions = {
  seed: string
  plan: Plan
  workFolder: string
  templateFolder: string
  hasFullTrace?: boolean
}

/** What every kind of world has. The names passed to `random.fork` are part of the seed: others change all worlds. */
export function createBasics(seed: string, hasFullTrace: boolean) {
  const timeline = createTimeline()
  const trace = createTrace(hasFullTrace)
  const logEvent = (what: string) => trace.add(timeline.now(), what)
  const bugs: string[] = []
  const reportBug = (what: string) => {
    logEvent(`BUG ${what}`)
    bugs.push(what)
  }
  return { timeline, random: createRandom(seed), trace, logEvent, bugs, reportBug }
}

export function createWorld({ seed, plan, workFolder, templateFolder, hasFullTrace = false }: WorldOptions): World {
  const { timeline, random, trace, logEvent, bugs, reportBug } = createBasics(seed, hasFullTrace)
  const computer = createComputer(timeline, plan.startMs)
  const nowMs = () => plan.startMs + timeline.now() + computer.getSkippedMs()
  const networkFaults = createNetworkFaults(timeline, random.fork('sky'), plan.faultPeriods, (isFaulty) =>
    logEvent(isFaulty ? 'network faults begin' : 'network faults end'),
  )
  const service = createSimService(plan, timeline, computer, (error) => reportBug(`service: ${String(error)}`))
  createAccountRecords(service.account, createRandom(`${seed}/account`))
  const world = {
    longestWaitMs: 0,
    uploadAddresses: new Map<string, number>(),
    goneIds: new Set<string>(),
    staleLiveReports: new Set<string>(),
    checkTimes: new Map<string, string[]>(),
    outdatedRows: new Set<string>(),
  }
  const userFolder =
    plan.clerk &&
    createUserFolder({
      timeline,
      wallMs: nowMs,
      root: `${USER_ROOT}/in`,
      isShare: plan.clerk.isShare,
      quietMs: plan.clerk.isShare ? QUIET_REMOTE_MS : QUIET_MS,
    })
  const desktop = createDesktop({
    name: 'desk',
    timeline,
    computer,
    networkFaults,
    logEvent,
    reportBug,
    templateFolder,
    workFolder: join(workFolder, seed.replaceAll(/\W/g, '-')),
    random: random.fork('desktop'),
    arrive: (request) => service.arrive(request),
    crashIntervalPoints: plan.crashIntervalPoints,
    canLosePower: plan.canLosePower,
    jitterMs: plan.jitterMs,
    apiKey: KEY,
    baseUrl: BASE_URL,
    ...(userFolder && plan.clerk ? { watchedFolder: { userFolder, plan: plan.clerk } } : {}),
    onRequestEnd: (ms) => {
      world.longestWaitMs = Math.max(world.longestWaitMs, ms)
    },
    onAnswer: (request, { status }) => {
      const md5 = status < 300 && request.url.endsWith('/direct_uploads') ? readAnnouncedMd5(request) : null
      if (md5 !== null) world.uploadAddresses.set(md5, (world.uploadAddresses.get(md5) ?? 0) + 1)
    },
  })
  const user = startUser({
    timeline,
    random: random.fork('user'),
    desktop,
    intervalMs: plan.userIntervalMs,
    orderShare: plan.orderShare,
    hasRereadStorms: plan.hasRereadStorms,
    setsDates: true,
    changeAtService: (target, attributes) => service.editAsOtherUser(target, attributes),
    account: service.account,
    logEvent,
  })
  const clerk =
    userFolder &&
    plan.clerk &&
    startClerk({
      timeline,
      random: random.fork('clerk'),
      userFolder,
      desktop,
      plan: plan.clerk,
      getMonth: () => formatMonth(nowMs()),
      logEvent,
    })
  const terminalFaults =
    plan.terminalIntervalMs === null
      ? null
      : startTerminalFaults({
          timeline,
          random: random.fork('terminal'),
          intervalMs: plan.terminalIntervalMs,
          nowMs,
          containers: () => service.account.list('/containers'),
          change: (target, attributes) => service.editAsOtherUser(target, attributes),
          logEvent,
        })
  return Object.assign(world, {
    terminalFaults,
    watchedFolder: userFolder && clerk ? { userFolder, clerk } : null,
    seed,
    plan,
    timeline,
    random: random.fork('story'),
    trace,
    computer,
    networkFaults,
    service,
    desktop,
    user,
    bugs,
    logEvent,
    close: () => service.close(),
  })
}

function readAnnouncedMd5({ body }: HttpRequest): string | null {
  return typeof body === 'string' ? (JSON.parse(body) as { blob: { checksum: string } }).blob.checksum : null
}

const formatMonth = (ms: number) => (dateInZone(ms, homeZone()) ?? '').slice(0, 7)

/** Creates the custom fields that the user edits, and in half of the worlds a webhook. */
export function createAccountRecords(account: Account, random: Random): void {
  for (const { entity, slug, type, options } of CUSTOM_FIELDS) {
    const { id } = account.defineField(entity, slug, type)
    for (const value of options) account.addOption(id, value, value.toUpperCase())
  }
  if (random.drawBoolean(0.5))
    account.send('POST', '/webhooks', { data: { type: 'webhook', attributes: { url: 'https://hook.example/in' } } })
}

export type SimServicePlan = Pick<
  Plan,
  'worldSeed' | 'containers' | 'startMs' | 'speed' | 'pageSize' | 'isLimited' | 'duplicates'
>

export function createSimService(
  plan: SimServicePlan,
  timeline: Timeline,
  computer: Pick<Computer, 'getSkippedMs'>,
  onBug: (error: unknown) => void,
): SimService & { close(): void } {
  const service: Service = createService({
    seed: plan.worldSeed,
    containers: plan.containers,
    key: KEY,
    baseUrl: BASE_URL,
    startMs: plan.startMs,
    isLimited: plan.isLimited,
    duplicates: plan.duplicates,
    onBug,
  })
  const processMs = () => timeline.now() + computer.getSkippedMs()
  const wallMs = () => plan.startMs + processMs()
  // Journeys may run faster than the clock, so that more changes occur. Delays and the `Date` header do not.
  const recordsMs = () => plan.startMs + processMs() * plan.speed
  let frozenMs: number | null = null
  const createTime = (atMs: number) => ({ processMs: atMs, worldMs: frozenMs ?? recordsMs() })
  const sendRequest = (method: string, url: string, headers: Record<string, string>, atMs: number) =>
    service.handle({ method, url, headers, body: null }, createTime(atMs))
  const read = (url: string) =>
    JSON.parse(
      new TextDecoder().decode(
        sendRequest('GET', url, { authorization: `Token ${KEY}` }, (readTimeMs += 120_000)).body,
      ),
    ) as { data: Resource[]; links?: { next?: string } }
  // Each read has a time of its own, far from the engine's requests, so that the limit never refuses it.
  let readTimeMs = 1e12
  const listAll = (path: string) => {
    const records: Resource[] = []
    for (let next: string | undefined = `${BASE_URL}${path}`; next !== undefined;) {
      const { pathname, search } = new URL(next)
      const page = read(pathname + search)
      records.push(...page.data)
      next = page.links?.next
    }
    return records
  }
  const downloadDocument = (id: string) => {
    const get = (url: string) =>
      sendRequest('GET', url, { authorization: `Token ${KEY}` }, (readTimeMs += 120_000)).body
    const { download_url: address } = JSON.parse(new TextDecoder().decode(get(`/v2/documents/${id}/download_url`))) as {
      download_url: string
    }
    return get(new URL(address).pathname)
  }
  return {
    arrive: ({ method, url, headers, body }: HttpRequest) => {
      const { pathname, search } = new URL(url)
      const bodyBytes =
        typeof body === 'string' ? new TextEncoder().encode(body) : isFileBody(body) ? null : (body ?? null)
      const lowerCaseHeaders = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      )
      const answer = service.arrive(
        { method, url: pathname + limitPageSize(search, plan.pageSize), headers: lowerCaseHeaders, body: bodyBytes },
        createTime(processMs()),
      )
      return () => {
        const { body: bytes, status, headers: responseHeaders } = answer(createTime(processMs()))
        return { status, bytes, headers: { ...responseHeaders, date: new Date(wallMs()).toUTCString() } }
      }
    },
    loadLog: () =>
      JSON.parse(new TextDecoder().decode(sendRequest('GET', '/_service/log', {}, processMs()).body)) as LogDocument,
    listAll,
    listDocuments: () =>
      listAll('/documents?page[size]=100').map(({ id, attributes }) => ({
        id,
        name: String(attributes?.['name']),
        sha256: computeSha256(downloadDocument(id)),
      })),
    editAsOtherUser: ({ type, id }, attributes) => {
      if (type === 'container' || type === 'shipment') service.edit(type, id, attributes)
    },
    freeze: () => {
      frozenMs = recordsMs()
    },
    account: createAccountClient(({ method, url, body }) => {
      const { pathname, search } = new URL(url)
      const bodyBytes = typeof body === 'string' ? new TextEncoder().encode(body) : null
      const { body: bytes, ...response } = service.act(
        { method, url: pathname + search, headers: {}, body: bodyBytes },
        createTime(processMs()),
      )
      return { ...response, bytes }
    }),
    close: () => service.close(),
  }
}

/** Replaces a page size of 100 in the query by `pageSize`. */
function limitPageSize(search: string, pageSize: number | null): string {
  return pageSize === null ? search : search.replace(/page(\[|%5B)size(\]|%5D)=100\b/, `page[size]=${pageSize}`)
}
