// A world made from a seed: the service, the network, one computer with the program, and its user.
import { join } from 'node:path'
import type { EditTarget } from '#contract/edits.ts'
import { type Account, accountAt } from '#support/account.ts'
import { type Service, createService } from '#service/service.ts'
import type { LogDocument } from '#service/request-log.ts'
import type { Resource } from '#service/jsonapi/resource.ts'
import { QUIET_REMOTE_MS, QUIET_MS } from '#engine/folders/stability.ts'
import { dateInZone, homeZone } from '#engine/outside/calendar.ts'
import { type HttpRequest, isFileBody } from '#engine/outside/http.ts'
import { CABINET, type Cabinet, createCabinet, shaOf } from './cabinet.ts'
import { type Chance, createChance } from './chance.ts'
import { type Clerk, startClerk } from './clerk.ts'
import { type Computer, createComputer } from './computer.ts'
import { type Desktop, createDesktop } from './desktop.ts'
import type { Plan } from './plan.ts'
import { type Timeline, createTimeline } from './timeline.ts'
import { type Trace, createTrace } from './trace.ts'
import { CUSTOM_FIELDS } from './editor.ts'
import { startTerminal } from './terminal.ts'
import { type User, startUser } from './user.ts'
import type { Arrive } from './wire.ts'
import { type Sky, createSky } from './weather.ts'

export type World = {
  seed: string
  plan: Plan
  timeline: Timeline
  chance: Chance
  trace: Trace
  computer: Computer
  sky: Sky
  service: ServiceSide
  desktop: Desktop
  user: User
  /** The clerk of a watched folder, in worlds with one. */
  office: { cabinet: Cabinet; clerk: Clerk } | null
  /** The wrong reports of terminals, in worlds with them. */
  terminal: { stop(): void } | null
  /** Violations found while the world ran. */
  bugs: string[]
  longestWaitMs: number
  /** Upload addresses that desktops received, by the MD5 of the request. */
  uploadAddresses: Map<string, number>
  /** Records that were marked as gone at some time. */
  hidden: Set<string>
  /** Times at which the board was shown as live and was not. */
  staleLive: Set<string>
  /** When terminal and line of each container were last checked, and containers for which that time decreased. */
  checked: Map<string, string[]>
  backwards: Set<string>
  note: (what: string) => void
  close(): void
}

/** The service from outside: its requests, and its records. */
export type ServiceSide = {
  arrive: Arrive
  log(): LogDocument
  /** All records of a list or path. Does not count as a request. */
  all(path: string): Resource[]
  /** The same with a hash of each record. */
  documents(): StoredDocument[]
  /** A request by another user; does not count. */
  change(record: EditTarget, attributes: Record<string, unknown>): void
  /** The account's other records at the service; does not count. */
  account: Account
  /** Stops all changes at the service; its clock continues. */
  freeze(): void
}

export type StoredDocument = { id: string; name: string; sha256: string }

export const KEY = 'sim-key'
export const BASE_URL = 'https://track.example/v2'

export type WorldOptions = { seed: string; plan: Plan; workFolder: string; firstFolder: string; hasFullTrace?: boolean }

export function createWorld({ seed, plan, workFolder, firstFolder, hasFullTrace = false }: WorldOptions): World {
  const timeline = createTimeline()
  const chance = createChance(seed)
  const trace = createTrace(hasFullTrace)
  const note = (what: string) => trace.add(timeline.now(), what)
  const bugs: string[] = []
  const bug = (what: string) => {
    note(`BUG ${what}`)
    bugs.push(what)
  }
  const computer = createComputer(timeline, plan.startMs)
  const sky = createSky(timeline, chance.fork('sky'), plan.spells, (isBad) =>
    note(isBad ? 'bad weather' : 'fine weather'),
  )
  const service = createServiceSide(plan, timeline, computer, (error) => bug(`service: ${String(error)}`))
  furnish(service.account, createChance(`${seed}/account`))
  const world = {
    longestWaitMs: 0,
    uploadAddresses: new Map<string, number>(),
    hidden: new Set<string>(),
    staleLive: new Set<string>(),
    checked: new Map<string, string[]>(),
    backwards: new Set<string>(),
  }
  const cabinet =
    plan.clerk &&
    createCabinet({
      timeline,
      wallMs: () => plan.startMs + timeline.now() + computer.skippedMs(),
      root: `${CABINET}/in`,
      isShare: plan.clerk.isShare,
      quietMs: plan.clerk.isShare ? QUIET_REMOTE_MS : QUIET_MS,
    })
  const desktop = createDesktop({
    name: 'desk',
    timeline,
    computer,
    sky,
    note,
    bug,
    firstFolder,
    workFolder: join(workFolder, seed.replaceAll(/\W/g, '-')),
    chance: chance.fork('desktop'),
    arrive: (request) => service.arrive(request),
    endsEvery: plan.endsEvery,
    isPowerAtRisk: plan.isPowerAtRisk,
    jitterMs: plan.jitterMs,
    apiKey: KEY,
    baseUrl: BASE_URL,
    ...(cabinet && plan.clerk ? { office: { cabinet, plan: plan.clerk } } : {}),
    waited: (ms) => {
      world.longestWaitMs = Math.max(world.longestWaitMs, ms)
    },
    onAnswer: (request, { status }) => {
      const md5 = status < 300 && request.url.endsWith('/direct_uploads') ? announcedIn(request) : null
      if (md5 !== null) world.uploadAddresses.set(md5, (world.uploadAddresses.get(md5) ?? 0) + 1)
    },
  })
  const user = startUser({
    timeline,
    chance: chance.fork('user'),
    desktop,
    everyMs: plan.userEveryMs,
    orderShare: plan.orderShare,
    isStormy: plan.isStormy,
    changeAtService: (target, attributes) => service.change(target, attributes),
    account: service.account,
    note,
  })
  const clerk =
    cabinet &&
    plan.clerk &&
    startClerk({
      timeline,
      chance: chance.fork('clerk'),
      cabinet,
      desktop,
      plan: plan.clerk,
      month: () => monthAt(plan.startMs + timeline.now() + computer.skippedMs()),
      note,
    })
  const nowMs = () => plan.startMs + timeline.now() + computer.skippedMs()
  const terminal =
    plan.terminalEveryMs === null
      ? null
      : startTerminal({
          timeline,
          chance: chance.fork('terminal'),
          everyMs: plan.terminalEveryMs,
          nowMs,
          containers: () => service.account.list('/containers'),
          change: (target, attributes) => service.change(target, attributes),
          note,
        })
  return Object.assign(world, {
    terminal,
    office: cabinet && clerk ? { cabinet, clerk } : null,
    seed,
    plan,
    timeline,
    chance: chance.fork('story'),
    trace,
    computer,
    sky,
    service,
    desktop,
    user,
    bugs,
    note,
    close: () => service.close(),
  })
}

function announcedIn({ body }: HttpRequest): string | null {
  return typeof body === 'string' ? (JSON.parse(body) as { blob: { checksum: string } }).blob.checksum : null
}

const monthAt = (ms: number) => (dateInZone(ms, homeZone()) ?? '').slice(0, 7)

/** Custom fields of the kinds the user edits; every second world also has a webhook. */
function furnish(account: Account, chance: Chance): void {
  for (const { entity, slug, type, options } of CUSTOM_FIELDS) {
    const { id } = account.defineField(entity, slug, type)
    for (const value of options) account.addOption(id, value, value.toUpperCase())
  }
  if (chance.happens(0.5))
    account.send('POST', '/webhooks', { data: { type: 'webhook', attributes: { url: 'https://hook.example/in' } } })
}

export type ServicePlan = Pick<
  Plan,
  'worldSeed' | 'containers' | 'startMs' | 'speed' | 'pageSize' | 'isLimited' | 'duplicates'
>

export function createServiceSide(
  plan: ServicePlan,
  timeline: Timeline,
  computer: Pick<Computer, 'skippedMs'>,
  onBug: (error: unknown) => void,
): ServiceSide & { close(): void } {
  const inner: Service = createService({
    seed: plan.worldSeed,
    containers: plan.containers,
    key: KEY,
    baseUrl: BASE_URL,
    startMs: plan.startMs,
    isLimited: plan.isLimited,
    duplicates: plan.duplicates,
    onBug,
  })
  const processMs = () => timeline.now() + computer.skippedMs()
  const trueMs = () => plan.startMs + processMs()
  // Journeys may run faster than the clock, so that more happens; delays and the `Date` header never do.
  const contentMs = () => plan.startMs + processMs() * plan.speed
  let frozenMs: number | null = null
  const nowAt = (atMs: number) => ({ processMs: atMs, worldMs: frozenMs ?? contentMs() })
  const ask = (method: string, url: string, headers: Record<string, string>, atMs: number) =>
    inner.handle({ method, url, headers, body: null }, nowAt(atMs))
  const read = (url: string) =>
    JSON.parse(
      new TextDecoder().decode(ask('GET', url, { authorization: `Token ${KEY}` }, (lookMs += 120_000)).body),
    ) as { data: Resource[]; links?: { next?: string }; document?: LogDocument }
  // Each check begins a new minute, far from the requests of the log.
  let lookMs = 1e12
  const all = (path: string) => {
    const found: Resource[] = []
    for (let next: string | undefined = `${BASE_URL}${path}`; next !== undefined;) {
      const { pathname, search } = new URL(next)
      const page = read(pathname + search)
      found.push(...page.data)
      next = page.links?.next
    }
    return found
  }
  const bytesOf = (id: string) => {
    const get = (url: string) => ask('GET', url, { authorization: `Token ${KEY}` }, (lookMs += 120_000)).body
    const { download_url: address } = JSON.parse(new TextDecoder().decode(get(`/v2/documents/${id}/download_url`))) as {
      download_url: string
    }
    return get(new URL(address).pathname)
  }
  return {
    arrive: ({ method, url, headers, body }: HttpRequest) => {
      const { pathname, search } = new URL(url)
      const sent = typeof body === 'string' ? new TextEncoder().encode(body) : isFileBody(body) ? null : (body ?? null)
      const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const answer = inner.arrive(
        { method, url: pathname + clamped(search, plan.pageSize), headers: named, body: sent },
        nowAt(processMs()),
      )
      return () => {
        const { body: bytes, status, headers: given } = answer(nowAt(processMs()))
        return { status, bytes, headers: { ...given, date: new Date(trueMs()).toUTCString() } }
      }
    },
    log: () => JSON.parse(new TextDecoder().decode(ask('GET', '/_service/log', {}, processMs()).body)) as LogDocument,
    all,
    documents: () =>
      all('/documents?page[size]=100').map(({ id, attributes }) => ({
        id,
        name: String(attributes?.['name']),
        sha256: shaOf(bytesOf(id)),
      })),
    change: ({ type, id }, attributes) => {
      if (type === 'container' || type === 'shipment') inner.edit(type, id, attributes)
    },
    freeze: () => {
      frozenMs = contentMs()
    },
    account: accountAt(({ method, url, body }) => {
      const { pathname, search } = new URL(url)
      const sent = typeof body === 'string' ? new TextEncoder().encode(body) : null
      const { body: bytes, ...response } = inner.act(
        { method, url: pathname + search, headers: {}, body: sent },
        nowAt(processMs()),
      )
      return { ...response, bytes }
    }),
    close: () => inner.close(),
  }
}

/** Pages have 100 records, or fewer as at the live service. */
function clamped(search: string, pageSize: number | null): string {
  return pageSize === null ? search : search.replace(/page(\[|%5B)size(\]|%5D)=100\b/, `page[size]=${pageSize}`)
}
