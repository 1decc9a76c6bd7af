// *during-sync*: how long lists take while pages are applied without a limit, how long the engine's event loop is
// blocked meanwhile, and how long a stop takes. Up to 30,000 containers are read into an empty file; above that the
// file already has that many rows (data.ts), and 30,000 more are read.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './children.ts'
import { findOrBuildDataFolder } from './data.ts'
import { ROWS_PER_ACTIVE } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { computeLatency } from './latency.ts'
import { printNote } from './print-note.ts'

/** The output of during-sync-engine.ts. `stillMs`: the times of the same lists without a sync. */
export type DuringSync = {
  timesMs: number[]
  stillMs: number[]
  loop: { p99: number; max: number }
  stopMs: number
  containersPerS: number
  askedS: number
}

const MIN_CONTAINERS = 1_000
const MAX_FIRST_SYNC = 30_000
const CLOCK_RATE = 20
const REQUEST_FOR_S = 40
const MAX_STOP_MS = 5_000
const KEY = 'bench-key'

export const measureDuringSync: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((size) => size >= MIN_CONTAINERS)) figures.push(...(await measureSize(size)))
  return figures
}

async function measureSize(containers: number): Promise<Figure[]> {
  const folder = makeFolder()
  if (containers > MAX_FIRST_SYNC)
    for (const file of ['state.db', 'mirror.db'])
      cpSync(join(findOrBuildDataFolder(containers / ROWS_PER_ACTIVE), file), join(folder, file))
  const service = startChild('./serve.ts', [String(Math.min(containers, MAX_FIRST_SYNC)), KEY])
  try {
    const engine = startChild('./during-sync-engine.ts', [
      folder,
      await service.readAnswer<string>(),
      KEY,
      String(CLOCK_RATE),
      String(REQUEST_FOR_S),
    ])
    const answer = await engine.readAnswer<DuringSync>()
    await engine.stop()
    return createFigures(containers, answer)
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

function createFigures(
  containers: number,
  { timesMs, stillMs, loop, stopMs, containersPerS, askedS }: DuringSync,
): Figure[] {
  const createFigure = createFigureFactory('during-sync', containers)
  const [during, withoutSync] = [computeLatency(timesMs), computeLatency(stillMs)]
  printNote(
    `during-sync ${containers}: ${timesMs.length} lists in ${askedS.toFixed(0)} s, p50 ${during.p50.toFixed(0)} ms, afterwards p50 ${withoutSync.p50.toFixed(1)} p95 ${withoutSync.p95.toFixed(1)} ms; ${containersPerS.toFixed(0)} containers a second`,
  )
  return [
    createFigure('list p95', during.p95, 'ms', null),
    createFigure('list max', during.max, 'ms', null, { isWhole: true }),
    createFigure('event loop p99', loop.p99, 'ms', null),
    createFigure('event loop max', loop.max, 'ms', null, { isWhole: true }),
    createFigure('stop', stopMs, 'ms', { atMost: MAX_STOP_MS }),
  ]
}
