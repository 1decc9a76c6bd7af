// The long runs: days at the limit, alone (T7) and with others on the key (T8), and the freshness of the board. Judged
// by the service's log and by the changes made there, never by the engine's own statements.
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import type { HttpRequest } from '#engine/outside/http.ts'
import { createChance } from './chance.ts'
import { createComputer } from './computer.ts'
import { type Desktop, createDesktop } from './desktop.ts'
import { makeFirstFolder, makeWorkFolder } from './disk.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import { BASE_URL, KEY, type ServicePlan, type ServiceSide, createServiceSide } from './world.ts'
import { createSky } from './weather.ts'

export type Office = {
  timeline: Timeline
  service: ServiceSide & { close(): void }
  desktops: Desktop[]
  bugs: string[]
  sent: number[]
  close(): void
}

export const START_MS = Date.UTC(2026, 10, 20, 17)

export type OfficeOptions = {
  seed: string
  desktops: number
  plan: Omit<ServicePlan, 'worldSeed' | 'startMs' | 'speed'>
  /** Answers take up to this much longer, at random. */
  jitterMs?: number
  onPoint?: (what: string) => void
}

/** Several desktops on different computers, with one key for one service. */
export function startDesktops({ seed, desktops, plan, jitterMs = 0, onPoint }: OfficeOptions): Office {
  const workFolder = makeWorkFolder()
  const firstFolder = join(workFolder, 'first')
  makeFirstFolder(firstFolder)
  const timeline = createTimeline()
  const chance = createChance(seed)
  const bugs: string[] = []
  const sent = Array.from({ length: desktops }, () => 0)
  const service = createServiceSide(
    { ...plan, worldSeed: seed, startMs: START_MS, speed: 1 },
    timeline,
    { skippedMs: () => 0 },
    (error) => bugs.push(String(error)),
  )
  const sky = createSky(timeline, chance, null, () => undefined)
  const all = sent.map((_, n) =>
    createDesktop({
      name: `desk${n}`,
      timeline,
      computer: createComputer(timeline, START_MS),
      chance: chance.fork(`desktop ${n}`),
      sky,
      workFolder,
      firstFolder,
      arrive: (request: HttpRequest) => {
        sent[n] = (sent[n] ?? 0) + 1
        return service.arrive(request)
      },
      endsEvery: null,
      isPowerAtRisk: false,
      jitterMs,
      apiKey: KEY,
      baseUrl: BASE_URL,
      note: (what) => onPoint?.(what),
      bug: (what) => bugs.push(what),
      waited: () => undefined,
    }),
  )
  for (const desktop of all) desktop.start()
  return {
    timeline,
    service,
    desktops: all,
    bugs,
    sent,
    close: () => {
      for (const desktop of all) desktop.volume()?.drop()
      service.close()
      rmSync(workFolder, { recursive: true, force: true })
    },
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Small pages use the full request rate without a thousand rows in each. */
const BUSY = { containers: 60, pageSize: 1, isLimited: true, duplicates: 'reject' as const }

/** A network with some slow answers: a request sent early may arrive late. */
const SLOW_MS = 1_500

/** Reads one container after the other without end; after a refusal again a second later. */
function insist({ timeline }: Office, desktop: Desktop, isOver: () => boolean): void {
  let ids: string[] = []
  let n = 0
  const ask = () => {
    if (isOver()) return
    const view = desktop.view()
    const id = ids[n++ % Math.max(1, ids.length)]
    const again = (ms: number) => timeline.after(ms, ask)
    if (!view) again(1_000)
    else if (id === undefined) {
      view.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } }).then(
        ({ rows }) => {
          ids = rows.map((row) => row.id)
          again(1_000)
        },
        () => again(1_000),
      )
    } else
      view.call('containers.reread', { id }).then(
        () => again(1),
        () => again(1_000),
      )
  }
  ask()
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

/** A day at the limit, alone on the key, with restarts every 10 to 60 minutes, half of them crashes. */
export async function simulateSaturatedDay(seed: string, hours: number): Promise<DayResult> {
  const office = startDesktops({ seed, desktops: 1, plan: BUSY, jitterMs: SLOW_MS })
  const chance = createChance(`${seed}/restarts`)
  const [desktop] = office.desktops as [Desktop]
  let isOver = false
  for (let users = 0; users < 3; users++) insist(office, desktop, () => isOver)
  const restart = () => {
    if (chance.happens(0.5)) desktop.end('crash')
    else void desktop.quit().then(() => office.timeline.after(chance.spread(500, 20_000), () => desktop.start()))
    office.timeline.after(chance.between(10, 60) * MINUTE_MS, restart)
  }
  office.timeline.after(chance.between(10, 60) * MINUTE_MS, restart)
  await office.timeline.run(hours * HOUR_MS)
  isOver = true
  const { general } = office.service.log().buckets
  const perMinute = general.requests / (hours * 60)
  const problems = [
    ...(general.refused > 0 ? [`${general.refused} refused`] : []),
    ...(general.largest > 98 ? [`${general.largest} within a minute`] : []),
    // A restart takes half a minute, and a slot is in use during its answer.
    ...(perMinute < 88 ? [`only ${perMinute.toFixed(1)} a minute`] : []),
    ...office.bugs,
  ]
  office.close()
  return {
    hours,
    requests: general.requests,
    perMinute,
    refusals: general.refused,
    maxRolling: general.largest,
    shares: office.sent,
    violations: problems.map((what) => ({ oracle: '6-limit', what })),
  }
}

/** Several desktops, and perhaps another program, on one key: few refusals, most of the rest used, and fairly. */
export async function simulateSharedDay(
  seed: string,
  hours: number,
  desktops: number,
  foreignPerMinute: number,
): Promise<DayResult> {
  const office = startDesktops({ seed, desktops, plan: BUSY })
  let isOver = false
  for (const desktop of office.desktops) for (let users = 0; users < 2; users++) insist(office, desktop, () => isOver)
  const foreign = () => {
    office.service.arrive({
      method: 'GET',
      url: `${BASE_URL}/shipping_lines?page[size]=1`,
      headers: { authorization: `Token ${KEY}` },
      maxBytes: 1e6,
    })()
    office.timeline.after(MINUTE_MS / foreignPerMinute, foreign)
  }
  if (foreignPerMinute > 0) foreign()
  await office.timeline.run(hours * HOUR_MS)
  isOver = true
  const { general } = office.service.log().buckets
  const accepted = (general.requests - general.refused) / (hours * 60)
  const share = general.refused / general.requests
  const own = accepted - foreignPerMinute
  const problems = [
    ...(share > 0.005 ? [`${(share * 100).toFixed(2)} % refused`] : []),
    ...(own < 0.8 * (100 - foreignPerMinute)
      ? [`only ${own.toFixed(1)} of ${100 - foreignPerMinute} a minute used`]
      : []),
    ...(Math.max(...office.sent) > 1.5 * Math.min(...office.sent) ? [`shares of ${office.sent.join(' and ')}`] : []),
    ...office.bugs,
  ]
  office.close()
  return {
    hours,
    requests: general.requests,
    perMinute: accepted,
    refusals: general.refused,
    maxRolling: general.largest,
    shares: office.sent,
    violations: problems.map((what) => ({ oracle: '6-shared', what })),
  }
}
