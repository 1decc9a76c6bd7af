// *no-change sweep*: the processor time of applying unchanged pages, compared with parsing them. It is measured for the
// first sweep after a start, for the next sweep, and for pages in which only the time of the terminal's last check
// changed.
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { WORLD_MS, getPages, decodeText, withTerminalChecked } from './pages.ts'
import { median, spread } from './statistics.ts'
import { type Sweeper, openSweeper } from './sweeper.ts'

const MAX_CONTAINERS = 100_000
const MAX_FIRST_RATIO = 5
const MAX_CACHED_RATIO = 1
const MAX_CHECKED_RATIO = 9
const RUNS = 5

export const measureNoChange: Measure = ({ containers }) =>
  Promise.resolve(containers.filter((size) => size <= MAX_CONTAINERS).flatMap(measure))

function measure(containers: number): Figure[] {
  const folder = makeFolder()
  const sweeper = openSweeper(folder)
  try {
    const checkTimes = Array.from({ length: RUNS + 1 }, (_, i) => new Date(WORLD_MS + i * 60_000).toISOString())
    const [firstPages = [], ...checkedPages] = checkTimes.map((at) => withTerminalChecked(getPages(containers), at))
    sweeper.sweep(firstPages)
    sweeper.index()
    const firstRatios = checkedPages.map(() => {
      sweeper.forget()
      return measureRatio(sweeper, firstPages)
    })
    const cachedRatios = checkedPages.map(() =>
      measureRatio(sweeper, firstPages, Math.ceil(MIN_SWEPT_CONTAINERS / containers)),
    )
    const checkedRatios = checkedPages.map((pages) => measureRatio(sweeper, pages))
    printNote(
      `no-change ${containers}: nothing moved ${spread(firstRatios)}, as it was ${spread(cachedRatios)}, terminal checked ${spread(checkedRatios)} in ${RUNS} runs`,
    )
    const createFigure = createFigureFactory('no-change', containers)
    return [
      createFigure('nothing moved, to parsing', median(firstRatios), 'x', { atMost: MAX_FIRST_RATIO }),
      createFigure('as it was, to parsing', median(cachedRatios), 'x', { atMost: MAX_CACHED_RATIO }),
      createFigure('terminal checked, to parsing', median(checkedRatios), 'x', { atMost: MAX_CHECKED_RATIO }),
    ]
  } finally {
    sweeper.close()
    removeFolder(folder)
  }
}

/** The kernel counts processor time in milliseconds, so the measured work must take much longer than that. */
const MIN_PARSING_MS = 200

/** Cached sweeps are repeated until they have this many containers: one of a thousand takes only eight milliseconds. */
const MIN_SWEPT_CONTAINERS = 20_000

function measureRatio(sweeper: Sweeper, pages: readonly Uint8Array[], sweepCount = 1): number {
  let rounds = 0
  let parsingMs = 0
  while (parsingMs < MIN_PARSING_MS) {
    parsingMs += measureCpuMs(() => {
      for (const bytes of pages) JSON.parse(decodeText(bytes))
    })
    rounds++
  }
  return (
    measureCpuMs(() => {
      for (let sweep = 0; sweep < sweepCount; sweep++) sweeper.sweep(pages)
    }) /
    sweepCount /
    (parsingMs / rounds)
  )
}

function measureCpuMs(work: () => void): number {
  const cpuBefore = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(cpuBefore)
  return (user + system) / 1000
}
