// Measures the delay from a change at the service to the change in the mirror. Compares it with the bound for a reader
// without hints, and with a client that reads one container after the other.
import { createRandom } from './random.ts'
import { type DesktopGroup, startDesktops } from './long-runs.ts'
import { BASE_URL, KEY } from './world.ts'

/**
 * `p50` and `p95` are seconds from a change to its row. `vsBlindBound` is the mean delay divided by the bound for a
 * reader without hints. `vsOneByOne` is the mean delay of a client that reads one container after the other, divided by
 * the mean delay.
 */
export type Freshness = {
  containers: number
  page: number
  p50: number
  p95: number
  vsBlindBound: number
  vsOneByOne: number
}

type Watcher = { onCommit: () => void }

type Edit = { atMs: number; containerIndex: number; shownMs: number | null }

/** The interval of background requests, and the shortest time between two sweeps while a view is open. */
const REQUEST_INTERVAL_MS = 750
const MIN_SWEEP_INTERVAL_MS = 15_000
const SAMPLE_COUNT = 1_000
const SWEEP_COUNT = 8
/** The lists are containers, shipments and tracking requests. */
const LIST_COUNT = 3

/** totals.ts has the limits: `vsBlindBound` is at most 1.15, and a higher `vsOneByOne` is better. */
export async function simulateFreshness(containers: number, page: number): Promise<Freshness> {
  const pageCount = Math.ceil(containers / page)
  const cycleMs = Math.max(MIN_SWEEP_INTERVAL_MS, pageCount * REQUEST_INTERVAL_MS)
  const watcher: Watcher = { onCommit: () => undefined }
  const group = startDesktops({
    seed: `fresh-${containers}-${page}`,
    desktops: 1,
    plan: { containers, pageSize: page, isLimited: false, duplicates: 'reject' as const },
    onPoint: (what) => {
      if (what === 'commit') watcher.onCommit()
    },
  })
  try {
    await waitForFirstSweeps(group)
    const edits = await editAndWatch(group, watcher, cycleMs)
    return computeFreshness(edits, { containers, page, cycleMs })
  } finally {
    group.close()
  }
}

/**
 * Waits until every list was read once. Then deletes the timelines that wait to be read (`event_due`), because their
 * requests would delay the sweeps that this run measures.
 */
async function waitForFirstSweeps({ timeline, desktops: [desktop] }: DesktopGroup): Promise<void> {
  const readCount = (sql: string) => desktop?.getDatabase()?.prepare(sql).pluck().get() as number | undefined
  await timeline.runUntil(
    () => (readCount(`SELECT count(DISTINCT kind) FROM mirror.sweep WHERE state = 'COMPLETE'`) ?? 0) === LIST_COUNT,
    24 * 3_600_000,
  )
  const raw = desktop?.getDatabase()
  raw?.pragma('query_only = OFF')
  raw?.exec('DELETE FROM mirror.event_due')
  raw?.pragma('query_only = ON')
  await timeline.run(60_000)
}

async function editAndWatch(group: DesktopGroup, watcher: Watcher, cycleMs: number): Promise<Edit[]> {
  const {
    timeline,
    service,
    desktops: [desktop],
  } = group
  const random = createRandom('edits')
  const ids = service.listAll('/containers?page[size]=100').map(({ id }) => id)
  const pendingEdits = new Map<string, Edit>()
  const edits: Edit[] = []
  const spanMs = Math.max(SWEEP_COUNT * cycleMs, 600_000)
  let lastId =
    (desktop?.getDatabase()?.prepare('SELECT max(id) FROM mirror.change').pluck().get() as number | null) ?? 0
  watcher.onCommit = () => {
    const rows = desktop
      ?.getDatabase()
      ?.prepare(`SELECT id, rid FROM mirror.change WHERE id > ? AND field = 'ref_numbers'`)
      .all(lastId) as { id: number; rid: string }[]
    for (const { id, rid } of rows) {
      lastId = Math.max(lastId, id)
      const edit = pendingEdits.get(rid)
      if (edit) edit.shownMs = timeline.now()
      pendingEdits.delete(rid)
    }
  }
  const editOne = () => {
    const containerIndex = random.drawInteger(0, ids.length - 1)
    const id = ids[containerIndex] as string
    if (!pendingEdits.has(id)) {
      const edit: Edit = { atMs: timeline.now(), containerIndex, shownMs: null }
      pendingEdits.set(id, edit)
      edits.push(edit)
      const body = JSON.stringify({
        data: { type: 'container', id, attributes: { ref_numbers: [`R${edits.length}`] } },
      })
      service.arrive({
        method: 'PATCH',
        url: `${BASE_URL}/containers/${id}`,
        headers: { authorization: `Token ${KEY}` },
        body,
        maxBytes: 1e6,
      })()
    }
    if (edits.length < SAMPLE_COUNT) timeline.after(random.drawBetween(0, (2 * spanMs) / SAMPLE_COUNT), editOne)
  }
  editOne()
  await timeline.runUntil(() => edits.length >= SAMPLE_COUNT && pendingEdits.size === 0, 3 * spanMs)
  return edits
}

function computeFreshness(
  edits: Edit[],
  { containers, page, cycleMs }: { containers: number; page: number; cycleMs: number },
): Freshness {
  const shownEdits = edits.flatMap(({ shownMs, ...edit }) => (shownMs === null ? [] : [{ ...edit, shownMs }]))
  const delays = shownEdits.map(({ atMs, shownMs }) => shownMs - atMs).sort((a, b) => a - b)
  const percentileS = (share: number) =>
    Math.round((delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0) / 10) / 100
  const mean = (values: number[]) => values.reduce((sum, ms) => sum + ms, 0) / Math.max(1, values.length)
  // The delays of the same changes for a client that reads one container after the other at the same rate.
  const roundMs = containers * REQUEST_INTERVAL_MS
  const oneByOne = shownEdits.map(({ atMs, containerIndex }) => {
    const sinceRead = (atMs - containerIndex * REQUEST_INTERVAL_MS) % roundMs
    return (roundMs - sinceRead) % roundMs
  })
  const roundRatio = (value: number) => Math.round(value * 100) / 100
  return {
    containers,
    page,
    p50: percentileS(0.5),
    p95: percentileS(0.95),
    vsBlindBound: roundRatio(mean(delays) / (cycleMs / 2)),
    vsOneByOne: roundRatio(mean(oneByOne) / mean(delays)),
  }
}
