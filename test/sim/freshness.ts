// The age of the board: another user changes a container at the service, and we measure when the mirror has it.
// Compared with the bound for a reader without hints, and with reading one container after the other.
import { createChance } from './chance.ts'
import { type Office, startDesktops } from './long.ts'
import { BASE_URL, KEY } from './world.ts'

/**
 * `p50` and `p95` are seconds from a change to its row. The ratios compare mean delays: with the bound for a reader
 * without hints, and with reading one container after the other.
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

/** The interval of background requests, and the shortest time between two sweeps while a screen is open. */
const REQUEST_MS = 750
const SWEEP_MS = 15_000
const SAMPLES = 1_000
const SWEEPS = 8
/** Containers, shipments and tracking requests. */
const LISTS = 3

/** Ratios of the mean delay: at most 1.15 to the bound, and as high as possible to reading one by one. */
export async function simulateFreshness(containers: number, page: number): Promise<Freshness> {
  const pages = Math.ceil(containers / page)
  const cycleMs = Math.max(SWEEP_MS, pages * REQUEST_MS)
  const watcher: Watcher = { onCommit: () => undefined }
  const office = startDesktops({
    seed: `fresh-${containers}-${page}`,
    desktops: 1,
    plan: { containers, pageSize: page, isLimited: false, duplicates: 'reject' as const },
    onPoint: (what) => {
      if (what === 'commit') watcher.onCommit()
    },
  })
  try {
    await readAllLists(office)
    const edits = await editAndWatch(office, watcher, cycleMs)
    return figuresOf(edits, { containers, page, cycleMs })
  } finally {
    office.close()
  }
}

/**
 * Waits until every list was read once, which happens on the first day only. Timelines are not needed, because they are
 * read only after an event.
 */
async function readAllLists({ timeline, desktops: [desktop] }: Office): Promise<void> {
  const count = (sql: string) => desktop?.raw()?.prepare(sql).pluck().get() as number | undefined
  await timeline.runUntil(
    () => (count(`SELECT count(DISTINCT kind) FROM mirror.sweep WHERE state = 'COMPLETE'`) ?? 0) === LISTS,
    24 * 3_600_000,
  )
  const raw = desktop?.raw()
  raw?.pragma('query_only = OFF')
  raw?.exec('DELETE FROM mirror.event_due')
  raw?.pragma('query_only = ON')
  await timeline.run(60_000)
}

async function editAndWatch(office: Office, watcher: Watcher, cycleMs: number): Promise<Edit[]> {
  const {
    timeline,
    service,
    desktops: [desktop],
  } = office
  const chance = createChance('edits')
  const ids = service.all('/containers?page[size]=100').map(({ id }) => id)
  const open = new Map<string, Edit>()
  const edits: Edit[] = []
  const spanMs = Math.max(SWEEPS * cycleMs, 600_000)
  let lastId = (desktop?.raw()?.prepare('SELECT max(id) FROM mirror.change').pluck().get() as number | null) ?? 0
  watcher.onCommit = () => {
    const rows = desktop
      ?.raw()
      ?.prepare(`SELECT id, rid FROM mirror.change WHERE id > ? AND field = 'ref_numbers'`)
      .all(lastId) as { id: number; rid: string }[]
    for (const { id, rid } of rows) {
      lastId = Math.max(lastId, id)
      const edit = open.get(rid)
      if (edit) edit.shownMs = timeline.now()
      open.delete(rid)
    }
  }
  const editOne = () => {
    const containerIndex = chance.whole(0, ids.length - 1)
    const id = ids[containerIndex] as string
    if (!open.has(id)) {
      const edit: Edit = { atMs: timeline.now(), containerIndex, shownMs: null }
      open.set(id, edit)
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
    if (edits.length < SAMPLES) timeline.after(chance.between(0, (2 * spanMs) / SAMPLES), editOne)
  }
  editOne()
  await timeline.runUntil(() => edits.length >= SAMPLES && open.size === 0, 3 * spanMs)
  return edits
}

function figuresOf(
  edits: Edit[],
  { containers, page, cycleMs }: { containers: number; page: number; cycleMs: number },
): Freshness {
  const shown = edits.flatMap(({ shownMs, ...edit }) => (shownMs === null ? [] : [{ ...edit, shownMs }]))
  const delays = shown.map(({ atMs, shownMs }) => shownMs - atMs).sort((a, b) => a - b)
  const percentileS = (share: number) =>
    Math.round((delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0) / 10) / 100
  const mean = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0) / Math.max(1, list.length)
  // The same changes for a client that reads one container after the other at the same rate.
  const roundMs = containers * REQUEST_MS
  const oneByOne = shown.map(({ atMs, containerIndex }) => {
    const sinceRead = (atMs - containerIndex * REQUEST_MS) % roundMs
    return (roundMs - sinceRead) % roundMs
  })
  const ratio = (value: number) => Math.round(value * 100) / 100
  return {
    containers,
    page,
    p50: percentileS(0.5),
    p95: percentileS(0.95),
    vsBlindBound: ratio(mean(delays) / (cycleMs / 2)),
    vsOneByOne: ratio(mean(oneByOne) / mean(delays)),
  }
}
