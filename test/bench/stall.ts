// *stall*: how long the engine's event loop is blocked while it reads a whole account over the loopback network, with
// and without an open Today screen. The engine's clock is fast, so pages arrive several times as fast as in practice,
// and the figure is rather too high than too low.
import { startChild } from './children.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

/** The output of stall-engine.ts. */
export type Stalls = { p99Ms: number; maxMs: number; tookMs: number; asked: number }

type Screen = 'none' | 'today'

/** A smaller sync ends before there are enough samples for a 99th percentile. */
const MIN_CONTAINERS = 1_000
/** A larger sync takes minutes. */
const MAX_REPEATED_CONTAINERS = 100_000
const RUNS = 5
const MAX_P99_MS = 40
const CLOCK_RATE = 8
const KEY = 'bench-key'

export const measureStall: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((size) => size >= MIN_CONTAINERS)) {
    for (const screen of ['none', 'today'] as const) figures.push(await measure(size, screen))
  }
  return figures
}

async function measure(containers: number, screen: Screen): Promise<Figure> {
  const what = screen === 'today' ? 'event loop p99 with Today open' : 'event loop p99'
  const runs: Stalls[] = []
  for (let run = 0; run < (containers >= MAX_REPEATED_CONTAINERS ? 1 : RUNS); run++)
    runs.push(await readWholeAccount(containers, screen))
  const p99 = runs.map(({ p99Ms }) => p99Ms)
  const asked = runs.reduce((sum, run) => sum + run.asked, 0)
  printNote(
    `stall ${containers}, ${what}: ${spread(p99, 0)} ms in ${runs.length} runs, longest ${spread(
      runs.map(({ maxMs }) => maxMs),
      0,
    )} ms, the sync took ${spread(
      runs.map(({ tookMs }) => tookMs / 1000),
      1,
    )} s${asked > 0 ? `, Today asked ${asked} times` : ''}`,
  )
  return createFigureFactory('stall', containers)(what, median(p99), 'ms', { atMost: MAX_P99_MS })
}

async function readWholeAccount(containers: number, screen: Screen): Promise<Stalls> {
  const folder = makeFolder()
  const service = startChild('./serve.ts', [String(containers), KEY])
  try {
    const baseUrl = await service.readAnswer<string>()
    const engine = startChild('./stall-engine.ts', [folder, baseUrl, KEY, String(CLOCK_RATE), screen])
    const stalls = await engine.readAnswer<Stalls>()
    await engine.stop()
    return stalls
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}
