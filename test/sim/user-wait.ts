// How long a user waits to open a container while everything else is at its limit: hundreds of unsent edits, constant
// sweeps and timelines. Measured from the call until its request is sent, without the network.
import { createChance } from './chance.ts'
import { type Office, startDesktops } from './long.ts'
import type { View } from './desktop.ts'

/** `busy`: the numbers of requests with the priorities P1, P3 and P4 in that time. */
export type UserWait = { asked: number; p50Ms: number; p95Ms: number; mostMs: number; busy: number[]; bugs: string[] }

const HOUR_MS = 3_600_000
const CONTAINERS = 400
/** Time between two containers that the user opens (nine requests a minute, two for each). */
const OPEN_INTERVAL_MS: [number, number] = [10_000, 30_000]
/** The interval at which new edits are added. Each time there are more than the engine can send in this interval. */
const REFILL_MS = 60_000
const EDITS = 120

type Watch = {
  openedId: string | null
  openedMs: number
  waits: number[]
  busy: [writes: number, sweeps: number, bulk: number]
  onPoint: (what: string) => void
}

export async function measureUserWait(hours: number): Promise<UserWait> {
  const watch: Watch = { openedId: null, openedMs: 0, waits: [], busy: [0, 0, 0], onPoint: () => undefined }
  const office: Office = startDesktops({
    seed: 'wait',
    desktops: 1,
    plan: { containers: CONTAINERS, pageSize: 1, isLimited: true, duplicates: 'reject' as const },
    onPoint: (what) => watch.onPoint(what),
  })
  watch.onPoint = (what) => noteSent(watch, what, office.timeline.now())
  const [desktop] = office.desktops
  const chance = createChance('wait')
  let round = 0
  const withView = (work: (view: View, ids: string[]) => void) => {
    const view = desktop?.view()
    view?.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } }).then(
      ({ rows }) =>
        work(
          view,
          rows.map(({ id }) => id),
        ),
      (error: unknown) => office.bugs.push(String(error)),
    )
  }
  const refill = () => {
    round += 1
    withView((view, ids) => {
      for (const id of ids.slice(0, EDITS))
        void view
          .call('edits.saveLabels', { target: { type: 'container', id }, field: 'refs', words: [`R${round}`] })
          .catch((error: unknown) => office.bugs.push(String(error)))
    })
    office.timeline.after(REFILL_MS, refill)
  }
  const openContainer = () => {
    withView((view, ids) => {
      const id = ids[chance.whole(0, ids.length - 1)]
      if (id === undefined || watch.openedId !== null) return
      Object.assign(watch, { openedId: id, openedMs: office.timeline.now() })
      view.call('containers.reread', { id }).catch((error: unknown) => office.bugs.push(String(error)))
    })
    office.timeline.after(chance.between(...OPEN_INTERVAL_MS), openContainer)
  }
  try {
    await office.timeline.run(HOUR_MS / 2)
    refill()
    openContainer()
    await office.timeline.run(hours * HOUR_MS)
    return computeFigures(watch, office.bugs)
  } finally {
    office.close()
  }
}

function noteSent(watch: Watch, what: string, nowMs: number): void {
  const [, method = '', path = ''] = /^#\d+ (\w+) (\S+)/.exec(what) ?? []
  if (method === 'PATCH') watch.busy[0] += 1
  else if (/^\/v2\/\w+\?/.test(path)) watch.busy[1] += 1
  else if (path.includes('/transport_events')) watch.busy[2] += 1
  if (watch.openedId === null || method !== 'GET' || !path.startsWith(`/v2/containers/${watch.openedId}?`)) return
  watch.waits.push(nowMs - watch.openedMs)
  watch.openedId = null
}

function computeFigures({ waits, busy, openedId, openedMs }: Watch, bugs: string[]): UserWait {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.POSITIVE_INFINITY)
  const never = openedId === null ? [] : [`${openedId}, opened at ${openedMs}, was never asked for`]
  return { asked: waits.length, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1), busy, bugs: [...bugs, ...never] }
}
