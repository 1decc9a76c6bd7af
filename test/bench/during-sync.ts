// *during-sync*: how long lists take while pages are applied without a limit, how long the engine's event loop is
// blocked meanwhile, and how long a stop takes. Up to 30,000 containers are read into an empty file; above that the
// file already has that many rows (data.ts), and 30,000 more are read.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './children.ts'
import { dataFolder } from './data.ts'
import { ROWS_PER_ACTIVE } from './desk.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { latencyOf } from './latency.ts'
import { note } from './notes.ts'

/** The output of during-sync-engine.ts. `stillMs`: the same lists without a sync. */
export type DuringSync = {
  timesMs: number[]
  stillMs: number[]
  loop: { p99: number; max: number }
  stopMs: number
  containersPerS: number
  askedS: number
}

const SMALLEST = 1_000
const POURING_IN = 30_000
const CLOCK_RATE = 20
const ASK_FOR_S = 40
const MAX_STOP_MS = 5_000
const KEY = 'bench-key'

export const measureDuringSync: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((one) => one >= SMALLEST)) figures.push(...(await measureSize(size)))
  return figures
}

async function measureSize(containers: number): Promise<Figure[]> {
  const folder = makeFolder()
  if (containers > POURING_IN)
    for (const file of ['state.db', 'mirror.db'])
      cpSync(join(dataFolder(containers / ROWS_PER_ACTIVE), file), join(folder, file))
  const service = startChild('./serve.ts', [String(Math.min(containers, POURING_IN)), KEY])
  try {
    const engine = startChild('./during-sync-engine.ts', [
      folder,
      await service.answer<string>(),
      KEY,
      String(CLOCK_RATE),
      String(ASK_FOR_S),
    ])
    const answer = await engine.answer<DuringSync>()
    await engine.stop()
    return figuresOf(containers, answer)
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

function figuresOf(
  containers: number,
  { timesMs, stillMs, loop, stopMs, containersPerS, askedS }: DuringSync,
): Figure[] {
  const take = takerOf('during-sync', containers)
  const [during, still] = [latencyOf(timesMs), latencyOf(stillMs)]
  note(
    `during-sync ${containers}: ${timesMs.length} lists in ${askedS.toFixed(0)} s, p50 ${during.p50.toFixed(0)} ms, afterwards p50 ${still.p50.toFixed(1)} p95 ${still.p95.toFixed(1)} ms; ${containersPerS.toFixed(0)} containers a second`,
  )
  return [
    take('list p95', during.p95, 'ms', null),
    take('list max', during.max, 'ms', null, { isWhole: true }),
    take('event loop p99', loop.p99, 'ms', null),
    take('event loop max', loop.max, 'ms', null, { isWhole: true }),
    take('stop', stopMs, 'ms', { atMost: MAX_STOP_MS }),
  ]
}
