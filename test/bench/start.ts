// *start*: from the start of the process to the first answered list, with this many containers in the files, compared
// with the same program on empty files. The bound is 1.5x: reading one window of a list may take time, reading all rows
// may not. Half of a start is less than a tenth of a second here.
import { startChild } from './children.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'
import { pagesOf } from './pages.ts'
import { median, spread } from './statistics.ts'
import { openSweeper } from './sweeper.ts'

const LARGEST = 100_000
const MAX_RATIO = 1.5
const RUNS = 7

export const measureStart: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((one) => one <= LARGEST)) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const empty = makeFolder()
  const full = makeFolder()
  try {
    const sweeper = openSweeper(full)
    sweeper.sweep(pagesOf(containers))
    sweeper.close()
    // The first start of each checks and completes the files.
    await firstListMs(empty, 0)
    await firstListMs(full, containers)
    const without: number[] = []
    const withRows: number[] = []
    for (let run = 0; run < RUNS; run++) {
      without.push(await firstListMs(empty, 0))
      withRows.push(await firstListMs(full, containers))
    }
    note(
      `start ${containers}: without rows ${spread(without, 0)} ms, with them ${spread(withRows, 0)} ms in ${RUNS} runs`,
    )
    const take = takerOf('start', containers)
    return [
      take('first list, to no rows', median(withRows.map((ms, run) => ms / without[run]!)), 'x', { atMost: MAX_RATIO }),
      take('first list', median(withRows), 'ms', null),
    ]
  } finally {
    for (const folder of [empty, full]) removeFolder(folder)
  }
}

async function firstListMs(folder: string, rows: number): Promise<number> {
  const engine = startChild('./start-engine.ts', [folder])
  const { firstListMs: ms, outOf } = await engine.answer<{ firstListMs: number; outOf: number }>()
  await engine.stop()
  if (outOf !== rows) throw new Error(`the list has ${outOf} rows, not ${rows}`)
  return ms
}
