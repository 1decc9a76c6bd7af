// The long run T17: the clerk adds a thousand files to a watched folder while the engine sweeps a thousand containers.
// Measures the time until the last upload, the refused requests, and the time between complete sweeps. The results come
// from the log and documents of the service and from the engine's tables.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from './random.ts'
import { createTemplateFolder, createWorkFolder } from './volume.ts'
import { readRows } from './oracles/oracle.ts'
import { type Plan, createPlan } from './plan.ts'
import { type World, createWorld } from './world.ts'

export type BulkDropResult = {
  seed: string
  files: number
  contents: number
  containers: number
  /** The minutes from the drop to the last upload. */
  minutes: number
  documents: number
  requests: number
  refusals: number
  maxRolling: number
  /** The number of complete sweeps in that time, and the seconds from one to the next. */
  sweeps: number
  gapP50: number
  gapP95: number
  violations: { oracle: string; what: string }[]
}

const FILE_COUNT = 1_000
const DUPLICATE_COUNT = 100
const CONTENT_COUNT = FILE_COUNT - DUPLICATE_COUNT
const CONTAINER_COUNT = 1_000
const MINUTE_MS = 60_000
const MAX_MINUTES = 60
/** The engine reads all lists for the first time within this time. */
const FIRST_SWEEP_MS = 4 * MINUTE_MS
const MAX_GAP_S = 60
/** The interval at which the ends of sweeps are read. The engine soon deletes the rows of old sweeps. */
const POLL_MS = 5_000

export async function simulateBulkDrop(seed: string): Promise<BulkDropResult> {
  const workFolder = createWorkFolder()
  const templateFolder = join(workFolder, 'first')
  createTemplateFolder(templateFolder)
  const world = createWorld({ seed, plan: createFaultFreePlan(seed), workFolder, templateFolder })
  try {
    world.desktop.start()
    await world.timeline.run(FIRST_SWEEP_MS)
    const startMs = world.timeline.now()
    dropFiles(world)
    const sweepEnds = new Map<number, number>()
    recordSweepEnds(world, sweepEnds)
    await world.timeline.runUntil(() => isComplete(world), 2 * MAX_MINUTES * MINUTE_MS)
    return evaluateDrop(world, startMs, [...sweepEnds.values()])
  } finally {
    world.desktop.getVolume()?.delete()
    world.close()
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** Creates a plan without faults. The user opens a container each minute. */
function createFaultFreePlan(seed: string): Plan {
  const plan = createPlan('T16', seed, createRandom(`${seed}/plan`))
  if (!plan.clerk) throw new Error('T16 has a watched folder')
  return {
    ...plan,
    containers: CONTAINER_COUNT,
    speed: 1,
    faultPeriods: null,
    events: [],
    crashIntervalPoints: null,
    jitterMs: 0,
    pageSize: null,
    userIntervalMs: MINUTE_MS,
    orderShare: 0,
    hasRereadStorms: false,
    duplicates: 'reject',
    clerk: {
      ...plan.clerk,
      actionIntervalMs: Number.POSITIVE_INFINITY,
      isShare: false,
      afterUpload: 'leave',
      faultIntervalMs: null,
    },
  }
}

function dropFiles({ watchedFolder }: World): void {
  for (let index = 0; index < FILE_COUNT; index++)
    watchedFolder?.userFolder.write(
      `${watchedFolder.userFolder.root}/paper ${index}.pdf`,
      Buffer.from(`%PDF-1.4 invoice ${index % CONTENT_COUNT}\n%%EOF\n`),
    )
}

function readCount({ desktop }: World, sql: string): number {
  const raw = desktop.getDatabase()
  return raw ? (readRows<{ n: number }>(raw, sql)[0]?.n ?? 0) : 0
}

/** Records the end of each complete sweep of containers, by the id of the sweep. Repeats itself. */
function recordSweepEnds(world: World, sweepEnds: Map<number, number>): void {
  const raw = world.desktop.getDatabase()
  const rows = raw
    ? readRows<{ id: number; at: string }>(
        raw,
        `SELECT id, ended_at AS at FROM mirror.sweep WHERE kind = 'containers' AND state = 'COMPLETE' ORDER BY id`,
      )
    : []
  for (const { id, at } of rows) sweepEnds.set(id, Date.parse(at))
  world.timeline.after(POLL_MS, () => recordSweepEnds(world, sweepEnds))
}

/** Whether every content was uploaded and every file was copied to the spool. */
function isComplete(world: World): boolean {
  return (
    readCount(world, `SELECT count(*) AS n FROM main.upload WHERE document_id IS NOT NULL`) >= CONTENT_COUNT &&
    readCount(world, `SELECT count(*) AS n FROM main.sighting WHERE state = 'SPOOLED'`) >= FILE_COUNT
  )
}

function evaluateDrop(world: World, startMs: number, sweepEnds: number[]): BulkDropResult {
  const { service, timeline, bugs, seed } = world
  const minutes = Math.round(((timeline.now() - startMs) / MINUTE_MS) * 10) / 10
  const { general } = service.loadLog().buckets
  const gaps = sweepEnds
    .slice(1)
    .map((endMs, i) => (endMs - (sweepEnds[i] ?? 0)) / 1_000)
    .sort((one, other) => one - other)
  const percentileS = (share: number) =>
    Math.round((gaps[Math.min(gaps.length - 1, Math.floor(share * gaps.length))] ?? Number.POSITIVE_INFINITY) * 10) / 10
  const serviceDocuments = service.listDocuments()
  const contents = new Set(serviceDocuments.map(({ sha256 }) => sha256)).size
  const problems: [string, string][] = [
    ...(isComplete(world)
      ? []
      : [
          ['1-drop', `${CONTENT_COUNT - contents} contents are not at the service after ${minutes} minutes`] as [
            string,
            string,
          ],
        ]),
    ...(minutes > MAX_MINUTES ? [['6-drop', `took ${minutes} minutes`] as [string, string]] : []),
    ...(serviceDocuments.length === CONTENT_COUNT && contents === CONTENT_COUNT
      ? []
      : [
          ['2-documents', `${serviceDocuments.length} documents with ${contents} contents, of ${CONTENT_COUNT}`] as [
            string,
            string,
          ],
        ]),
    ...(general.refused > 0 ? [['6-limit', `${general.refused} refused`] as [string, string]] : []),
    ...(percentileS(0.95) > MAX_GAP_S
      ? [['6-drop', `p95 of ${gaps.length} gaps between sweeps is ${percentileS(0.95)} s`] as [string, string]]
      : []),
    ...bugs.map((bug): [string, string] => ['0-bugs', bug]),
  ]
  return {
    seed,
    files: FILE_COUNT,
    contents: CONTENT_COUNT,
    containers: CONTAINER_COUNT,
    minutes,
    documents: serviceDocuments.length,
    requests: general.requests,
    refusals: general.refused,
    maxRolling: general.largest,
    sweeps: sweepEnds.length,
    gapP50: percentileS(0.5),
    gapP95: percentileS(0.95),
    violations: problems.map(([oracle, what]) => ({ oracle, what })),
  }
}
