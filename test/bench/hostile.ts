// *hostile*: how long extreme pages block the engine's event loop, and how long a stop in the middle of them takes. The
// pages: 8 MiB of containers; 450,000 records on one page; 250,000 records within 8 MiB; JSON nested 5,000,000 and more
// levels deep; hundreds of holds or attributes on each record; thousands of terminals included with one record;
// thousands of events of one container. The folder has as many containers as named (data.ts).
import { closeSync, cpSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './children.ts'
import { findOrBuildDataFolder } from './data.ts'
import { ROWS_PER_ACTIVE } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { median } from './statistics.ts'

const KINDS = ['large', 'oversized', 'many', 'deep', 'holds', 'attributes', 'beside', 'events'] as const
export type PageKind = (typeof KINDS)[number]

/** The output of hostile-engine.ts: processor time of the longest turn and of parsing 8 MiB, and the time of a stop. */
export type LongestTurn = { longestMs: number; parseMs: number; stopMs: number }

const MIN_CONTAINERS = 1_000
/** Enough for two sweeps and the work after them. */
const SECONDS = 20
const RUNS = 3
const MAX_PARSING_RATIO = 2
const MAX_STOP_MS = 5_000

export const measureHostile: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers.filter((size) => size >= MIN_CONTAINERS)) figures.push(...(await measureSize(size)))
  return figures
}

async function measureSize(containers: number): Promise<Figure[]> {
  const worst = { ratio: 0, kind: '', stopMs: 0 }
  for (const kind of KINDS) {
    const runs: LongestTurn[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await readExtremePages(kind, containers))
    const ratio = median(runs.map(({ longestMs, parseMs }) => longestMs / parseMs))
    const formatAll = (name: keyof LongestTurn) => runs.map((run) => run[name].toFixed(0)).join(', ')
    printNote(
      `hostile ${containers} ${kind}: longest turn ${formatAll('longestMs')} ms of processor time, parsing 8 MiB ${formatAll('parseMs')} ms, stopped in ${formatAll('stopMs')} ms`,
    )
    if (ratio > worst.ratio) Object.assign(worst, { ratio, kind })
    worst.stopMs = Math.max(worst.stopMs, ...runs.map(({ stopMs }) => stopMs))
  }
  const createFigure = createFigureFactory('hostile', containers)
  return [
    createFigure(
      'longest turn, to parsing 8 MiB',
      worst.ratio,
      'x',
      { atMost: MAX_PARSING_RATIO },
      { item: worst.kind },
    ),
    createFigure('stop in the middle of a page', worst.stopMs, 'ms', { atMost: MAX_STOP_MS }, { isWhole: true }),
  ]
}

async function readExtremePages(kind: PageKind, containers: number): Promise<LongestTurn> {
  const folder = makeFolder()
  for (const file of ['state.db', 'mirror.db'])
    copyToDisk(join(findOrBuildDataFolder(containers / ROWS_PER_ACTIVE), file), join(folder, file))
  const service = startChild('./hostile-service.ts', [kind])
  try {
    const engine = startChild('./hostile-engine.ts', [folder, await service.readAnswer<string>(), String(SECONDS)])
    const longest = await engine.readAnswer<LongestTurn>()
    await engine.stop()
    return longest
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

/** Copies a file and syncs it. Otherwise the engine's own syncs would wait until this gigabyte is on the disk. */
function copyToDisk(from: string, to: string): void {
  cpSync(from, to)
  const file = openSync(to, 'r+')
  fsyncSync(file)
  closeSync(file)
}
