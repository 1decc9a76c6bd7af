// The long runs: a day at the request limit, with one client (T7) and with several clients on one key (T8). The results
// come from the log of the service, never from the engine.
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import type { HttpRequest } from '#engine/outside/http.ts'
import { createRandom } from './random.ts'
import { createComputer } from './computer.ts'
import { type Desktop, createDesktop } from './desktop.ts'
import { createTemplateFolder, createWorkFolder } from './volume.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { BASE_URL, KEY, type SimServicePlan, type SimService, createSimService } from './world.ts'
import { createNetworkFaults } from './network-faults.ts'

export type DesktopGroup = {
  timeline: Timeline
  service: SimService & { close(): void }
  desktops: Desktop[]
  bugs: string[]
  sentCounts: number[]
  close(): void
}

export const START_MS = Date.UTC(2026, 10, 20, 17)

export type DesktopGroupOptions = {
  seed: string
  desktops: number
  plan: Omit<SimServicePlan, 'worldSeed' | 'startMs' | 'speed'>
  /** The longest random delay of an answer. */
  jitterMs?: number
  onPoint?: (what: string) => void
}

/** Starts desktops on different computers that share one service and one key. */
export function startDesktops({ seed, desktops, plan, jitterMs = 0, onPoint }: DesktopGroupOptions): DesktopGroup {
  const workFolder = createWorkFolder()
  const templateFolder = join(workFolder, 'first')
  createTemplateFolder(templateFolder)
  const timeline = createTimeline()
  const random = createRandom(seed)
  const bugs: string[] = []
  const sentCounts = Array.from({ length: desktops }, () => 0)
  const service = createSimService(
    { ...plan, worldSeed: seed, startMs: START_MS, speed: 1 },
    timeline,
    { getSkippedMs: () => 0 },
    (error) => bugs.push(String(error)),
  )
  const networkFaults = createNetworkFaults(timeline, random, null, () => undefined)
  const startedDesktops = sentCounts.map((_, index) =>
    createDesktop({
      name: `desk${index}`,
      timeline,
      computer: createComputer(timeline, START_MS),
      random: random.fork(`desktop ${index}`),
      networkFaults,
      workFolder,
      templateFolder,
      arrive: (request: HttpRequest) => {
        sentCounts[index] = (sentCounts[index] ?? 0) + 1
        return service.arrive(request)
      },
      crashIntervalPoints: null,
      canLosePower: false,
      jitterMs,
      apiKey: KEY,
      baseUrl: BASE_URL,
      logEvent: (what) => onPoint?.(what),
      reportBug: (what) => bugs.push(what),
      onRequestEnd: () => undefined,
    }),
  )
  for (const desktop of startedDesktops) desktop.start()
  return {
    timeline,
    service,
    desktops: startedDesktops,
    bugs,
    sentCounts,
    close: () => {
      for (const desktop of startedDesktops) desktop.getVolume()?.delete()
      service.close()
      rmSync(workFolder, { recursive: true, force: true })
    },
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Pages of one record, so that 60 containers use the full request rate. */
const SATURATED_PLAN = { containers: 60, pageSize: 1, isLimited: true, duplicates: 'reject' as const }

/** Some requests are slow, so that a request that was sent early may arrive late. */
const MAX_JITTER_MS = 1_500

/** Requests one container after the other until `isOver`. Retries a refused request after a second. */
function rereadContinuously({ timeline }: DesktopGroup, desktop: Desktop, isOver: () => boolean): void {
  let ids: string[] = []
  let rereadCount = 0
  const sendNext = () => {
    if (isOver()) return
    const view = desktop.getView()
    const id = ids[rereadCount++ % Math.max(1, ids.length)]
    const retryAfter = (ms: number) => timeline.after(ms, sendNext)
    if (!view) retryAfter(1_000)
    else if (id === undefined) {
      view.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } }).then(
        ({ rows }) => {
          ids = rows.map((row) => row.id)
          retryAfter(1_000)
        },
        () => retryAfter(1_000),
      )
    } else
      view.call('containers.reread', { id }).then(
        () => retryAfter(1),
        () => retryAfter(1_000),
      )
  }
  sendNext()
}

export type DayResult = {
  hours: number
  requests: number
  perMinute: number
  refusals: number
  maxRolling: number
  shares: number[]
  violations: { oracle: string; what: string }[]
}

/** Simulates one client at the request limit. It restarts every 10 to 60 minutes, in half of the cases by a crash. */
export async function simulateSaturatedDay(seed: string, hours: number): Promise<DayResult> {
  const group = startDesktops({ seed, desktops: 1, plan: SATURATED_PLAN, jitterMs: MAX_JITTER_MS })
  const random = createRandom(`${seed}/restarts`)
  const [desktop] = group.desktops as [Desktop]
  let isOver = false
  for (let user = 0; user < 3; user++) rereadContinuously(group, desktop, () => isOver)
  const restart = () => {
    if (random.drawBoolean(0.5)) desktop.terminate('crash')
    else void desktop.quit().then(() => group.timeline.after(random.drawLogUniform(500, 20_000), () => desktop.start()))
    group.timeline.after(random.drawBetween(10, 60) * MINUTE_MS, restart)
  }
  group.timeline.after(random.drawBetween(10, 60) * MINUTE_MS, restart)
  await group.timeline.run(hours * HOUR_MS)
  isOver = true
  const { general } = group.service.loadLog().buckets
  const perMinute = general.requests / (hours * 60)
  const problems = [
    ...(general.refused > 0 ? [`${general.refused} refused`] : []),
    ...(general.largest > 98 ? [`${general.largest} within a minute`] : []),
    // A restart takes half a minute, and a permit of the budget is in use until the answer arrives.
    ...(perMinute < 88 ? [`only ${perMinute.toFixed(1)} a minute`] : []),
    ...group.bugs,
  ]
  group.close()
  return {
    hours,
    requests: general.requests,
    perMinute,
    refusals: general.refused,
    maxRolling: general.largest,
    shares: group.sentCounts,
    violations: problems.map((what) => ({ oracle: '6-limit', what })),
  }
}

/**
 * Simulates several desktops and another program on one key. Checks that few requests are refused, that the desktops
 * use most of the remaining limit, and that they share it equally.
 */
export async function simulateSharedDay(
  seed: string,
  hours: number,
  desktops: number,
  foreignPerMinute: number,
): Promise<DayResult> {
  const group = startDesktops({ seed, desktops, plan: SATURATED_PLAN })
  let isOver = false
  for (const desktop of group.desktops)
    for (let user = 0; user < 2; user++) rereadContinuously(group, desktop, () => isOver)
  const sendForeignRequest = () => {
    group.service.arrive({
      method: 'GET',
      url: `${BASE_URL}/shipping_lines?page[size]=1`,
      headers: { authorization: `Token ${KEY}` },
      maxBytes: 1e6,
    })()
    group.timeline.after(MINUTE_MS / foreignPerMinute, sendForeignRequest)
  }
  if (foreignPerMinute > 0) sendForeignRequest()
  await group.timeline.run(hours * HOUR_MS)
  isOver = true
  const { general } = group.service.loadLog().buckets
  const acceptedPerMinute = (general.requests - general.refused) / (hours * 60)
  const refusedShare = general.refused / general.requests
  const ownPerMinute = acceptedPerMinute - foreignPerMinute
  const problems = [
    ...(refusedShare > 0.005 ? [`${(refusedShare * 100).toFixed(2)} % refused`] : []),
    ...(ownPerMinute < 0.8 * (100 - foreignPerMinute)
      ? [`only ${ownPerMinute.toFixed(1)} of ${100 - foreignPerMinute} a minute used`]
      : []),
    ...(Math.max(...group.sentCounts) > 1.5 * Math.min(...group.sentCounts)
      ? [`shares of ${group.sentCounts.join(' and ')}`]
      : []),
    ...group.bugs,
  ]
  group.close()
  return {
    hours,
    requests: general.requests,
    perMinute: acceptedPerMinute,
    refusals: general.refused,
    maxRolling: general.largest,
    shares: group.sentCounts,
    violations: problems.map((what) => ({ oracle: '6-shared', what })),
  }
}
