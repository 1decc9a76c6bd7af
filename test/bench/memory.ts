// *memory*: the memory of the engine as the desktop app runs it, after its start and after the lists of a working day,
// both after garbage collection. It is compared with the same engine on empty files. The memory of the view is in
// *view*.
import { FULL_SIZE, ROWS_PER_ACTIVE } from './data-set-engine.ts'
import { type BuiltEngine, startBuiltEngine } from './built-engine.ts'
import { findOrBuildDataFolder } from './data.ts'
import { loadBoardPage } from './engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

const MAX_MB = 250
const RUNS = 5
const SEARCHES = ['m', 'mscu', 'los angeles', 'kestrelmoor', 'zzzz']
const DAY_MS = 86_400_000
const WINDOW = { offset: 0, limit: 100 }

type Sample = { startMb: number; dayMb: number; mostMb: number }

export const measureMemory: Measure = async ({ containers }) => {
  if (process.platform !== 'linux') {
    printNote('only Linux reports memory (/proc)')
    return []
  }
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const active = containers / ROWS_PER_ACTIVE
  const full = findOrBuildDataFolder(active)
  const empty = makeFolder()
  try {
    const fullSamples: Sample[] = []
    const emptySamples: Sample[] = []
    for (let run = 0; run < RUNS; run++) {
      fullSamples.push(await takeSample(full))
      emptySamples.push(await takeSample(empty))
    }
    const selectMb = (runs: Sample[], part: keyof Sample) => runs.map((run) => run[part])
    printNote(
      `memory ${containers}: after start ${spread(selectMb(fullSamples, 'startMb'), 0)} MB, after a day ${spread(selectMb(fullSamples, 'dayMb'), 0)} MB, at most ${spread(selectMb(fullSamples, 'mostMb'), 0)} MB; without a row ${spread(selectMb(emptySamples, 'dayMb'), 0)} MB in ${RUNS} runs`,
    )
    const createFigure = createFigureFactory('memory', containers)
    const day = median(selectMb(fullSamples, 'dayMb'))
    return [
      createFigure('engine after its start', median(selectMb(fullSamples, 'startMb')), 'MB', null),
      createFigure("engine after a day's lists", day, 'MB', active >= FULL_SIZE ? { atMost: MAX_MB } : null),
      createFigure("engine after a day's lists, to no rows", day / median(selectMb(emptySamples, 'dayMb')), 'x', null),
      createFigure('engine at its most', median(selectMb(fullSamples, 'mostMb')), 'MB', null),
    ]
  } finally {
    removeFolder(empty)
  }
}

async function takeSample(folder: string): Promise<Sample> {
  const engine = await startBuiltEngine(folder)
  const start = await engine.loadMemory()
  await callDayLists(engine)
  const day = await engine.loadMemory()
  await engine.stop()
  return { startMb: start.restMb, dayMb: day.restMb, mostMb: day.mostMb }
}

/** Requests what a user reads in a day: Today, the board, all containers in two orders, searches, and a past board. */
async function callDayLists({ client }: BuiltEngine): Promise<void> {
  await client.call('today.get', {})
  await loadBoardPage(client)
  for (const column of ['eta', 'number'] as const)
    await client.call('containers.list', {
      filter: { scope: 'all' },
      sort: [{ column, direction: 'asc' }],
      window: WINDOW,
    })
  for (const text of SEARCHES) await client.call('search.find', { text, limit: 20 })
  const { now } = await client.call('sync.status', {})
  await client.call('containers.asOf', {
    at: new Date(Date.parse(now) - 7 * DAY_MS).toISOString(),
    filter: { scope: 'board' },
    window: WINDOW,
  })
}
