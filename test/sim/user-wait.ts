// Measures how long a user waits to open a container while hundreds of edits, sweeps and timelines use the request
// budget. The wait is the time from the call until its request is sent, without the network.
import { createRandom } from './random.ts'
import { type DesktopGroup, startDesktops } from './long-runs.ts'
import type { View } from './desktop.ts'

/** `busy`: the numbers of sent requests with the priorities P1 (writes), P3 (sweeps) and P4 (timelines). */
export type UserWait = { asked: number; p50Ms: number; p95Ms: number; mostMs: number; busy: number[]; bugs: string[] }

const HOUR_MS = 3_600_000
const CONTAINERS = 400
/** The time between two containers that the user opens. Each one needs two requests. */
const OPEN_INTERVAL_MS: [number, number] = [10_000, 30_000]
/** The interval at which edits are added. Each time there are more edits than the engine can send in this interval. */
const EDIT_INTERVAL_MS = 60_000
const EDITS_PER_ROUND = 120

type WaitRecorder = {
  openedId: string | null
  openedMs: number
  waits: number[]
  sentCounts: [writes: number, sweeps: number, bulk: number]
  onPoint: (what: string) => void
}

export async function measureUserWait(hours: number): Promise<UserWait> {
  const recorder: WaitRecorder = {
    openedId: null,
    openedMs: 0,
    waits: [],
    sentCounts: [0, 0, 0],
    onPoint: () => undefined,
  }
  const group: DesktopGroup = startDesktops({
    seed: 'wait',
    desktops: 1,
    plan: { containers: CONTAINERS, pageSize: 1, isLimited: true, duplicates: 'reject' as const },
    onPoint: (what) => recorder.onPoint(what),
  })
  recorder.onPoint = (what) => recordSent(recorder, what, group.timeline.now())
  const [desktop] = group.desktops
  const random = createRandom('wait')
  let roundCount = 0
  const withView = (work: (view: View, ids: string[]) => void) => {
    const view = desktop?.getView()
    view?.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } }).then(
      ({ rows }) =>
        work(
          view,
          rows.map(({ id }) => id),
        ),
      (error: unknown) => group.bugs.push(String(error)),
    )
  }
  const addEdits = () => {
    roundCount += 1
    withView((view, ids) => {
      for (const id of ids.slice(0, EDITS_PER_ROUND))
        void view
          .call('edits.saveLabels', { target: { type: 'container', id }, field: 'refs', words: [`R${roundCount}`] })
          .catch((error: unknown) => group.bugs.push(String(error)))
    })
    group.timeline.after(EDIT_INTERVAL_MS, addEdits)
  }
  const openContainer = () => {
    withView((view, ids) => {
      const id = ids[random.drawInteger(0, ids.length - 1)]
      if (id === undefined || recorder.openedId !== null) return
      Object.assign(recorder, { openedId: id, openedMs: group.timeline.now() })
      view.call('containers.reread', { id }).catch((error: unknown) => group.bugs.push(String(error)))
    })
    group.timeline.after(random.drawBetween(...OPEN_INTERVAL_MS), openContainer)
  }
  try {
    await group.timeline.run(HOUR_MS / 2)
    addEdits()
    openContainer()
    await group.timeline.run(hours * HOUR_MS)
    return computeFigures(recorder, group.bugs)
  } finally {
    group.close()
  }
}

function recordSent(recorder: WaitRecorder, what: string, nowMs: number): void {
  const [, method = '', path = ''] = /^#\d+ (\w+) (\S+)/.exec(what) ?? []
  if (method === 'PATCH') recorder.sentCounts[0] += 1
  else if (/^\/v2\/\w+\?/.test(path)) recorder.sentCounts[1] += 1
  else if (path.includes('/transport_events')) recorder.sentCounts[2] += 1
  if (recorder.openedId === null || method !== 'GET' || !path.startsWith(`/v2/containers/${recorder.openedId}?`)) return
  recorder.waits.push(nowMs - recorder.openedMs)
  recorder.openedId = null
}

function computeFigures({ waits, sentCounts: busy, openedId, openedMs }: WaitRecorder, bugs: string[]): UserWait {
  const sortedWaits = waits.toSorted((one, other) => one - other)
  const percentileMs = (share: number) =>
    Math.round(
      sortedWaits[Math.min(sortedWaits.length - 1, Math.floor(share * sortedWaits.length))] ?? Number.POSITIVE_INFINITY,
    )
  const unsent = openedId === null ? [] : [`${openedId}, opened at ${openedMs}, was never requested`]
  return {
    asked: waits.length,
    p50Ms: percentileMs(0.5),
    p95Ms: percentileMs(0.95),
    mostMs: percentileMs(1),
    busy,
    bugs: [...bugs, ...unsent],
  }
}
