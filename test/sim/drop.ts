// A thousand files are dropped into a watched folder while a thousand containers are swept (T17). Measures when the
// last file was sent, how often the service refused, and the time between complete sweeps, which is the longest delay
// of a change. Judged by the service's log and documents, and by the rows.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createChance } from './chance.ts'
import { makeFirstFolder, makeWorkFolder } from './disk.ts'
import { rowsOf } from './oracles/oracle.ts'
import { type Plan, makePlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type Drop = {
  seed: string
  files: number
  contents: number
  containers: number
  /** From the drop to the last answer. */
  minutes: number
  documents: number
  requests: number
  refusals: number
  maxRolling: number
  /** Number of complete sweeps in that time, and the seconds from one to the next. */
  sweeps: number
  gapP50: number
  gapP95: number
  violations: { oracle: string; what: string }[]
}

const FILES = 1_000
const DUPLICATES = 100
const CONTENTS = FILES - DUPLICATES
const CONTAINERS = 1_000
const MINUTE_MS = 60_000
const MAX_MINUTES = 60
/** The time in which the engine reads all lists for the first time. */
const BEFORE_MS = 4 * MINUTE_MS
const MAX_GAP_S = 60
/** The interval at which the ends of sweeps are read, because the engine deletes old sweeps soon. */
const POLL_MS = 5_000

export async function dropMany(seed: string): Promise<Drop> {
  const workFolder = makeWorkFolder()
  const firstFolder = join(workFolder, 'first')
  makeFirstFolder(firstFolder)
  const world = createWorld({ seed, plan: createQuietPlan(seed), workFolder, firstFolder })
  try {
    world.desktop.start()
    await world.timeline.run(BEFORE_MS)
    const startMs = world.timeline.now()
    dropFiles(world)
    const ends = new Map<number, number>()
    watchSweeps(world, ends)
    await world.timeline.runUntil(() => isDone(world), 2 * MAX_MINUTES * MINUTE_MS)
    return judge(world, startMs, [...ends.values()])
  } finally {
    world.desktop.volume()?.drop()
    world.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** A plan without faults: the clerk only drops the files, and the user opens a container from time to time. */
function createQuietPlan(seed: string): Plan {
  const plan = makePlan('T16', seed, createChance(`${seed}/plan`))
  if (!plan.clerk) throw new Error('T16 has a watched folder')
  return {
    ...plan,
    containers: CONTAINERS,
    speed: 1,
    spells: null,
    events: [],
    endsEvery: null,
    jitterMs: 0,
    pageSize: null,
    userEveryMs: MINUTE_MS,
    orderShare: 0,
    isStormy: false,
    duplicates: 'reject',
    clerk: { ...plan.clerk, everyMs: Number.POSITIVE_INFINITY, isShare: false, after: 'leave', troubleEveryMs: null },
  }
}

function dropFiles({ office }: World): void {
  for (let n = 0; n < FILES; n++)
    office?.cabinet.write(
      `${office.cabinet.root}/paper ${n}.pdf`,
      Buffer.from(`%PDF-1.4 invoice ${n % CONTENTS}\n%%EOF\n`),
    )
}

function readCount({ desktop }: World, sql: string): number {
  const raw = desktop.raw()
  return raw ? (rowsOf<{ n: number }>(raw, sql)[0]?.n ?? 0) : 0
}

/** Records the end of each sweep of the containers, by its number. */
function watchSweeps(world: World, ends: Map<number, number>): void {
  const raw = world.desktop.raw()
  const rows = raw
    ? rowsOf<{ id: number; at: string }>(
        raw,
        `SELECT id, ended_at AS at FROM mirror.sweep WHERE kind = 'containers' AND state = 'COMPLETE' ORDER BY id`,
      )
    : []
  for (const { id, at } of rows) ends.set(id, Date.parse(at))
  world.timeline.after(POLL_MS, () => watchSweeps(world, ends))
}

/** Whether the service has every content and every file was copied to the spool. */
function isDone(world: World): boolean {
  return (
    readCount(world, `SELECT count(*) AS n FROM main.upload WHERE document_id IS NOT NULL`) >= CONTENTS &&
    readCount(world, `SELECT count(*) AS n FROM main.sighting WHERE state = 'SPOOLED'`) >= FILES
  )
}

function judge(world: World, startMs: number, ends: number[]): Drop {
  const { service, timeline, bugs, seed } = world
  const minutes = Math.round(((timeline.now() - startMs) / MINUTE_MS) * 10) / 10
  const { general } = service.log().buckets
  const gaps = ends
    .slice(1)
    .map((ms, i) => (ms - (ends[i] ?? 0)) / 1_000)
    .sort((one, other) => one - other)
  const at = (share: number) =>
    Math.round((gaps[Math.min(gaps.length - 1, Math.floor(share * gaps.length))] ?? Number.POSITIVE_INFINITY) * 10) / 10
  const serviceDocuments = service.documents()
  const contents = new Set(serviceDocuments.map(({ sha256 }) => sha256)).size
  const problems: [string, string][] = [
    ...(isDone(world)
      ? []
      : [['1-drop', `${CONTENTS - contents} contents are not there after ${minutes} minutes`] as [string, string]]),
    ...(minutes > MAX_MINUTES ? [['6-drop', `took ${minutes} minutes`] as [string, string]] : []),
    ...(serviceDocuments.length === CONTENTS && contents === CONTENTS
      ? []
      : [
          ['2-documents', `${serviceDocuments.length} documents with ${contents} contents, of ${CONTENTS}`] as [
            string,
            string,
          ],
        ]),
    ...(general.refused > 0 ? [['6-limit', `${general.refused} refused`] as [string, string]] : []),
    ...(at(0.95) > MAX_GAP_S
      ? [['6-drop', `p95 of ${gaps.length} gaps between sweeps is ${at(0.95)} s`] as [string, string]]
      : []),
    ...bugs.map((bug): [string, string] => ['0-bugs', bug]),
  ]
  return {
    seed,
    files: FILES,
    contents: CONTENTS,
    containers: CONTAINERS,
    minutes,
    documents: serviceDocuments.length,
    requests: general.requests,
    refusals: general.refused,
    maxRolling: general.largest,
    sweeps: ends.length,
    gapP50: at(0.5),
    gapP95: at(0.95),
    violations: problems.map(([oracle, what]) => ({ oracle, what })),
  }
}
