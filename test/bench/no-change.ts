// *no-change sweep*: processor time of applying an unchanged page, compared with parsing it: for the first time since
// the start, and a minute later. Also for pages in which only the time of the terminal's last check changed.
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'
import { WORLD_MS, pagesOf, textOf, withTerminalChecked } from './pages.ts'
import { median, spread } from './statistics.ts'
import { type Sweeper, openSweeper } from './sweeper.ts'

const LARGEST = 100_000
const MAX_QUIET = 5
const MAX_KNOWN = 1
const MAX_CHECKED = 9
const RUNS = 5

export const measureNoChange: Measure = ({ containers }) =>
  Promise.resolve(containers.filter((size) => size <= LARGEST).flatMap(measure))

function measure(containers: number): Figure[] {
  const folder = makeFolder()
  const sweeper = openSweeper(folder)
  try {
    const stamps = Array.from({ length: RUNS + 1 }, (_, i) => new Date(WORLD_MS + i * 60_000).toISOString())
    const [first = [], ...checked] = stamps.map((at) => withTerminalChecked(pagesOf(containers), at))
    sweeper.sweep(first)
    sweeper.index()
    const quiet = checked.map(() => {
      sweeper.forget()
      return ratio(sweeper, first)
    })
    const known = checked.map(() => ratio(sweeper, first, Math.ceil(ENOUGH / containers)))
    const checkedTimes = checked.map((pages) => ratio(sweeper, pages))
    note(
      `no-change ${containers}: nothing moved ${spread(quiet)}, as it was ${spread(known)}, terminal checked ${spread(checkedTimes)} in ${RUNS} runs`,
    )
    const take = takerOf('no-change', containers)
    return [
      take('nothing moved, to parsing', median(quiet), 'x', { atMost: MAX_QUIET }),
      take('as it was, to parsing', median(known), 'x', { atMost: MAX_KNOWN }),
      take('terminal checked, to parsing', median(checkedTimes), 'x', { atMost: MAX_CHECKED }),
    ]
  } finally {
    sweeper.close()
    removeFolder(folder)
  }
}

/** The kernel counts processor time in steps of milliseconds, so whole sweeps are measured instead of single pages. */
const MIN_PARSING_MS = 200

/** A sweep of a thousand unchanged containers takes only eight steps. */
const ENOUGH = 20_000

function ratio(sweeper: Sweeper, pages: readonly Uint8Array[], sweeps = 1): number {
  let rounds = 0
  let parsingMs = 0
  while (parsingMs < MIN_PARSING_MS) {
    parsingMs += cpuMs(() => {
      for (const bytes of pages) JSON.parse(textOf(bytes))
    })
    rounds++
  }
  return (
    cpuMs(() => {
      for (let n = 0; n < sweeps; n++) sweeper.sweep(pages)
    }) /
    sweeps /
    (parsingMs / rounds)
  )
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
