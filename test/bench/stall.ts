// *stall*: how long the engine's event loop is held up while it reads a whole account over loopback, alone and with a
// Today screen open. Process time is quickened, so that pages come several times as densely as in life: the figure errs
// on the strict side.
import { startChild } from './children.ts'
import { type Figure, type Measure, figure } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'

/** What stall-engine.ts prints. */
export type Stalls = { p99Ms: number; maxMs: number; tookMs: number; asked: number }

const SMALLEST = 10_000
const P99_AT_MOST_MS = 40
const CLOCK_RATE = 8
const KEY = 'bench-key'

export const measureStall: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((one) => one >= SMALLEST)) {
    for (const screen of ['none', 'today'] as const) figures.push(await measure(size, screen))
  }
  return figures
}

async function measure(containers: number, screen: 'none' | 'today'): Promise<Figure> {
  const folder = makeFolder()
  const service = startChild('./serve.ts', [String(containers), KEY])
  try {
    const baseUrl = await service.answer<string>()
    const engine = startChild('./stall-engine.ts', [folder, baseUrl, KEY, String(CLOCK_RATE), screen])
    const { p99Ms, maxMs, tookMs, asked } = await engine.answer<Stalls>()
    await engine.stop()
    const name = `stall ${containers}${screen === 'today' ? ' with Today open' : ''}`
    note(`${name}: longest ${maxMs.toFixed(0)} ms, the sync took ${(tookMs / 1000).toFixed(1)} s${asked > 0 ? `, Today asked ${asked} times` : ''}`)
    return figure(name, p99Ms, 'ms', { atMost: P99_AT_MOST_MS })
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}
