// Creates an office world from a seed: one service, the database of the office, and several desktops with their users.
import { join } from 'node:path'
import { addressOf, createFilledModel } from '#support/office-model/filled.ts'
import type { ModelNetwork, StatementFault } from '#support/office-model/connections.ts'
import type { OfficeModel } from '#support/office-model/model.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import type { ServiceWrite } from '../oracles/oracle.ts'
import { createRandom, type Random } from '../random.ts'
import type { Arrive } from '../sim-http.ts'
import { type Computer, createComputer } from '../computer.ts'
import { type Desktop, type DesktopOffice, createDesktop } from '../desktop.ts'
import { type NetworkFaults, createNetworkFaults } from '../network-faults.ts'
import type { Timeline } from '../timeline.ts'
import type { Trace } from '../trace.ts'
import { type User, startUser } from '../user.ts'
import { BASE_URL, KEY, type SimService, createAccountRecords, createBasics, createSimService } from '../world.ts'
import { KEY_HASH, type OfficePlan } from './plan.ts'

/** One desktop of the office, its computer and its user. */
export type OfficeDesktop = {
  name: string
  desktop: Desktop
  computer: Computer
  user: User
  /** Nothing that it sends to the office arrives, or comes back, while this set has a reason. */
  heldBy: Set<string>
  /** The office does not accept new connections of this desktop. */
  isOfficeRefused: boolean
  /** The present process, as the database knows it. */
  process: string
}

export type OfficeWorld = {
  seed: string
  plan: OfficePlan
  timeline: Timeline
  random: Random
  trace: Trace
  service: SimService
  model: OfficeModel
  networkFaults: NetworkFaults
  desktops: OfficeDesktop[]
  bugs: string[]
  serviceWrites: ServiceWrite[]
  /** No statement is lost any more. */
  areFaultsOver: boolean
  /** The longest duration of a request. */
  longestWaitMs: number
  logEvent: (what: string) => void
  close(): void
}

export const SPACE = 1

type WorldOptions = {
  seed: string
  plan: OfficePlan
  workFolder: string
  templateFolder: string
  hasFullTrace?: boolean
}

export async function createOfficeWorld(options: WorldOptions): Promise<OfficeWorld> {
  const { seed, plan, hasFullTrace = false } = options
  const { timeline, random, trace, logEvent, bugs, reportBug } = createBasics(seed, hasFullTrace)
  const service = createSimService(plan, timeline, { getSkippedMs: () => 0 }, (error) =>
    reportBug(`service: ${String(error)}`),
  )
  createAccountRecords(service.account, createRandom(`${seed}/account`))
  const networkFaults = createNetworkFaults(timeline, random.fork('sky'), plan.faultPeriods, (isFaulty) =>
    logEvent(isFaulty ? 'network faults begin' : 'network faults end'),
  )
  const logins = Array.from({ length: plan.desktops }, (_, index) => `desk${index}`)
  const world: OfficeWorld = {
    seed,
    plan,
    timeline,
    random: random.fork('story'),
    trace,
    service,
    model: await createModel(plan, timeline, random.fork('office'), logins),
    networkFaults,
    desktops: [],
    bugs,
    serviceWrites: [],
    areFaultsOver: false,
    longestWaitMs: 0,
    logEvent,
    close: () => service.close(),
  }
  world.desktops = logins.map((login) => startDesktop(world, options, login, reportBug))
  return world
}

/** The office has a member for each desktop. All may lead, except for a reader. */
async function createModel(
  { startMs, hasReader }: OfficePlan,
  timeline: Timeline,
  random: Random,
  logins: string[],
): Promise<OfficeModel> {
  let count = 0
  const { model } = await createFilledModel({
    clock: timeline,
    nowMs: () => startMs + timeline.now(),
    randomId: () =>
      `${random
        .drawInteger(0, 2 ** 32 - 1)
        .toString(16)
        .padStart(8, '0')}-0000-4000-9000-${String(++count).padStart(12, '0')}`,
  })
  const { query } = model.owner
  for (const login of logins) {
    const canLead = !hasReader || login !== logins.at(-1)
    model.addLogin(login, canLead ? ['operator', 'leader'] : ['operator'])
    const member = [login, login, 'operator', canLead]
    await query('INSERT INTO office.member (login, name, role, can_lead) VALUES ($1, $2, $3, $4)', member)
    await query('INSERT INTO office.access VALUES ($1, $2)', [SPACE, login])
  }
  await query('UPDATE office.space SET key_hash = $1, service_url = $2', [KEY_HASH, BASE_URL])
  return model
}

function startDesktop(
  world: OfficeWorld,
  { workFolder, templateFolder, seed }: WorldOptions,
  name: string,
  reportBug: (what: string) => void,
): OfficeDesktop {
  const { timeline, plan, service, networkFaults, logEvent } = world
  const random = createRandom(`${seed}/${name}`)
  const computer = createComputer(timeline, plan.startMs)
  const place = { heldBy: new Set<string>(), isOfficeRefused: false, process: '' }
  const desktop = createDesktop({
    name,
    timeline,
    computer,
    networkFaults,
    logEvent,
    reportBug: (what) => reportBug(`${name}: ${what}`),
    templateFolder,
    workFolder: join(workFolder, seed.replaceAll(/\W/g, '-')),
    random: random.fork('desktop'),
    arrive: (request) => recordWrite(world, request, service.arrive(request)),
    crashIntervalPoints: plan.crashIntervalPoints,
    canLosePower: false,
    jitterMs: plan.jitterMs,
    apiKey: KEY,
    baseUrl: BASE_URL,
    onRequestEnd: (ms) => {
      // A frozen computer notices the end of a request after the thaw.
      if (!plan.faults.includes('freeze')) world.longestWaitMs = Math.max(world.longestWaitMs, ms)
    },
    office: createDesktopOffice(world, name, random.fork('office'), place),
  })
  const user = startUser({
    timeline,
    random: random.fork('user'),
    desktop,
    intervalMs: plan.userIntervalMs,
    orderShare: plan.orderShare,
    hasRereadStorms: false,
    setsDates: false,
    changeAtService: (target, attributes) => service.editAsOtherUser(target, attributes),
    account: service.account,
    logEvent: (what) => logEvent(`${name} ${what}`),
  })
  return Object.assign(place, { name, desktop, computer, user })
}

/** Records what the service stored. */
function recordWrite(
  { serviceWrites, timeline }: OfficeWorld,
  { method, url, body }: HttpRequest,
  answer: ReturnType<Arrive>,
): ReturnType<Arrive> {
  return () => {
    const response = answer()
    if (method !== 'GET' && response.status < 300)
      serviceWrites.push({ atMs: timeline.now(), method, url, body: typeof body === 'string' ? body : '' })
    return response
  }
}

function createDesktopOffice(
  world: OfficeWorld,
  name: string,
  random: Random,
  place: Pick<OfficeDesktop, 'heldBy' | 'isOfficeRefused' | 'process'>,
): DesktopOffice {
  const { model } = world
  const { officeDelayMs, lostStatementShare } = world.plan
  const network: ModelNetwork = {
    delayMs: () => (officeDelayMs === 0 ? 0 : random.drawBetween(0, officeDelayMs)),
    drawConnectFault: () => (place.isOfficeRefused ? 'unreachable' : null),
    drawStatementFault: () => (world.areFaultsOver ? null : drawStatementFault(random, lostStatementShare)),
  }
  return {
    membership: { address: addressOf(name), space: SPACE, device: name, kind: 'desktop' },
    connectFrom: (process, after) => {
      place.process = process
      model.setFrozen(process, place.heldBy.size > 0)
      return model.connectFrom(process, { ...network, after })
    },
    onEnd: (process) => {
      // What the server sends to an ended program never arrives.
      model.setFrozen(process, true)
      model.endSessions(process)
    },
  }
}

function drawStatementFault(random: Random, share: number): StatementFault | null {
  if (share === 0 || !random.drawBoolean(share)) return null
  return random.pick<StatementFault>(['lost-before', 'lost-after', { answerMs: random.drawLogUniform(500, 50_000) }])
}

/** Holds back what goes between this desktop and the office for one more reason, or for one less. */
export function holdOffice({ model }: OfficeWorld, desk: OfficeDesktop, reason: string, isHeld: boolean): void {
  const { heldBy, process } = desk
  if (isHeld) heldBy.add(reason)
  else heldBy.delete(reason)
  model.setFrozen(process, heldBy.size > 0)
}

/** The login of the desktop that has the lease; null without one. */
export async function readLeader({ model }: OfficeWorld): Promise<string | null> {
  const [lease] = await model.owner.query<{ login: string }>(
    'SELECT login FROM office.lease WHERE space = $1 AND until > clock_timestamp()',
    [SPACE],
  )
  return lease?.login ?? null
}
