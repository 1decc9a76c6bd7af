// *ingest*: the rate of a first sync, compared with the least possible work on the same bytes: parsing each page and
// inserting its records in one durable transaction. The engine's time includes the search index. The figure *until
// listed* does not include it, because the engine fills the index between pages.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { getPages, decodeText } from './pages.ts'
import { median, spread } from './statistics.ts'
import { openSweeper } from './sweeper.ts'

/** A larger first sync takes several minutes, and generating its pages takes as long again. */
const MAX_CONTAINERS = 100_000
const MIN_RATE = 0.5

export const measureIngest: Measure = ({ containers }) =>
  Promise.resolve(containers.filter((size) => size <= MAX_CONTAINERS).flatMap(measure))

function measure(containers: number): Figure[] {
  const pages = getPages(containers)
  // The largest size takes half a minute for each run.
  const runs = containers <= 1000 ? 7 : containers <= 10_000 ? 5 : 3
  const baseline: Sample[] = []
  const ours: Sample[] = []
  for (let run = 0; run < runs; run++) {
    baseline.push(measureOnce((folder) => insertOnly(folder, pages)))
    ours.push(measureOnce((folder) => readWhole(folder, pages)))
  }
  const ratios = ours.map(({ ms }, run) => baseline[run]!.ms / ms)
  const cpuRatios = ours.map(({ cpuMs }, run) => baseline[run]!.cpuMs / cpuMs)
  const medianMs = (samples: Sample[]) => median(samples.map(({ ms }) => ms))
  printNote(
    `ingest ${containers}: baseline ${medianMs(baseline).toFixed(0)} ms, ours ${medianMs(ours).toFixed(0)} ms, ratio ${spread(ratios)} (of processor time ${spread(cpuRatios)}) in ${runs} runs`,
  )
  const createFigure = createFigureFactory('ingest', containers)
  return [
    createFigure('rate, to parsing and inserting', median(ratios), 'x', { atLeast: MIN_RATE }),
    createFigure(
      'rate until listed, to parsing and inserting',
      median(ours.map(({ ms, laterMs }, run) => baseline[run]!.ms / (ms - laterMs))),
      'x',
      null,
      { better: 'more' },
    ),
    createFigure('rate', (containers / medianMs(ours)) * 1000, 'containers/s', null, { better: 'more' }),
  ]
}

/** `laterMs`: the part of `ms` for filling the search index, which delays no list. */
type Sample = { ms: number; cpuMs: number; laterMs: number }

function measureOnce(work: (folder: string) => number): Sample {
  const folder = makeFolder()
  try {
    const startedMs = performance.now()
    const cpu = process.threadCpuUsage()
    const laterMs = work(folder)
    const { user, system } = process.threadCpuUsage(cpu)
    return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1000, laterMs }
  } finally {
    removeFolder(folder)
  }
}

function readWhole(folder: string, pages: readonly Uint8Array[]): number {
  const sweeper = openSweeper(folder)
  let laterMs = 0
  try {
    sweeper.sweep(pages, (work) => {
      work()
      const startedMs = performance.now()
      sweeper.index()
      laterMs += performance.now() - startedMs
    })
    return laterMs
  } finally {
    sweeper.close()
  }
}

type Page = { data: Resource[]; included: Resource[] }
type Resource = { type: string; id: string }

export function insertOnly(folder: string, pages: readonly Uint8Array[]): number {
  const db = new Database(join(folder, 'baseline.db'))
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('CREATE TABLE res (type TEXT NOT NULL, id TEXT NOT NULL, raw TEXT NOT NULL) STRICT')
    const insert = db.prepare('INSERT INTO res (type, id, raw) VALUES (?, ?, ?)')
    for (const bytes of pages) {
      const { data, included } = JSON.parse(decodeText(bytes)) as Page
      db.transaction(() => {
        for (const record of [...data, ...included]) insert.run(record.type, record.id, JSON.stringify(record))
      }).immediate()
    }
    return 0
  } finally {
    db.close()
  }
}
