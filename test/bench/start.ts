// *start*: from the start of the process to the first answered list, with this many containers in the files, compared
// with the same program on empty files. The bound is 1.5 times: the program may read one window of a list at its
// start, but not all rows.
import { startChild } from './children.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { getPages } from './pages.ts'
import { median, spread } from './statistics.ts'
import { openSweeper } from './sweeper.ts'

const MAX_CONTAINERS = 100_000
const MAX_RATIO = 1.5
const RUNS = 7

export const measureStart: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((size) => size <= MAX_CONTAINERS)) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const empty = makeFolder()
  const full = makeFolder()
  try {
    const sweeper = openSweeper(full)
    sweeper.sweep(getPages(containers))
    sweeper.close()
    // The first start of each engine is not measured, because it checks and completes the files.
    await measureFirstList(empty, 0)
    await measureFirstList(full, containers)
    const withoutRowsMs: number[] = []
    const withRowsMs: number[] = []
    for (let run = 0; run < RUNS; run++) {
      withoutRowsMs.push(await measureFirstList(empty, 0))
      withRowsMs.push(await measureFirstList(full, containers))
    }
    printNote(
      `start ${containers}: without rows ${spread(withoutRowsMs, 0)} ms, with them ${spread(withRowsMs, 0)} ms in ${RUNS} runs`,
    )
    const createFigure = createFigureFactory('start', containers)
    return [
      createFigure('first list, to no rows', median(withRowsMs.map((ms, run) => ms / withoutRowsMs[run]!)), 'x', {
        atMost: MAX_RATIO,
      }),
      createFigure('first list', median(withRowsMs), 'ms', null),
    ]
  } finally {
    for (const folder of [empty, full]) removeFolder(folder)
  }
}

async function measureFirstList(folder: string, rows: number): Promise<number> {
  const engine = startChild('./start-engine.ts', [folder])
  const { firstListMs: ms, outOf } = await engine.readAnswer<{ firstListMs: number; outOf: number }>()
  await engine.stop()
  if (outOf !== rows) throw new Error(`the list has ${outOf} rows, not ${rows}`)
  return ms
}
