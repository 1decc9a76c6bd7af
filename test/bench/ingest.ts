// *ingest*: the rate of a first reading, compared with the minimum of work on the same bytes: parsing each page and
// inserting its records, one durable transaction for each page. Ours includes the search index; *until listed* does
// not, because the engine fills it between pages.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { note } from './notes.ts'
import { pagesOf, textOf } from './pages.ts'
import { median, spread } from './statistics.ts'
import { openSweeper } from './sweeper.ts'

/** A larger first reading takes several minutes, and making its pages as long again. */
const LARGEST = 100_000
const MIN_RATE = 0.5

export const measureIngest: Measure = ({ containers }) =>
  Promise.resolve(containers.filter((size) => size <= LARGEST).flatMap(measure))

function measure(containers: number): Figure[] {
  const pages = pagesOf(containers)
  // The largest takes half a minute each time.
  const runs = containers <= 1000 ? 7 : containers <= 10_000 ? 5 : 3
  const baseline: Taken[] = []
  const ours: Taken[] = []
  for (let run = 0; run < runs; run++) {
    baseline.push(taken((folder) => insertOnly(folder, pages)))
    ours.push(taken((folder) => readWhole(folder, pages)))
  }
  const ratios = ours.map(({ ms }, run) => baseline[run]!.ms / ms)
  const cpuRatios = ours.map(({ cpuMs }, run) => baseline[run]!.cpuMs / cpuMs)
  const mid = (all: Taken[]) => median(all.map(({ ms }) => ms))
  note(
    `ingest ${containers}: baseline ${mid(baseline).toFixed(0)} ms, ours ${mid(ours).toFixed(0)} ms, ratio ${spread(ratios)} (of processor time ${spread(cpuRatios)}) in ${runs} runs`,
  )
  const take = takerOf('ingest', containers)
  return [
    take('rate, to parsing and inserting', median(ratios), 'x', { atLeast: MIN_RATE }),
    take(
      'rate until listed, to parsing and inserting',
      median(ours.map(({ ms, laterMs }, run) => baseline[run]!.ms / (ms - laterMs))),
      'x',
      null,
      { better: 'more' },
    ),
    take('rate', (containers / mid(ours)) * 1000, 'containers/s', null, { better: 'more' }),
  ]
}

/** `laterMs`: the part of `ms` that delays no list: filling the search index. */
type Taken = { ms: number; cpuMs: number; laterMs: number }

function taken(work: (folder: string) => number): Taken {
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

function insertOnly(folder: string, pages: readonly Uint8Array[]): number {
  const db = new Database(join(folder, 'baseline.db'))
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('CREATE TABLE res (type TEXT NOT NULL, id TEXT NOT NULL, raw TEXT NOT NULL) STRICT')
    const insert = db.prepare('INSERT INTO res (type, id, raw) VALUES (?, ?, ?)')
    for (const bytes of pages) {
      const { data, included } = JSON.parse(textOf(bytes)) as Page
      db.transaction(() => {
        for (const record of [...data, ...included]) insert.run(record.type, record.id, JSON.stringify(record))
      }).immediate()
    }
    return 0
  } finally {
    db.close()
  }
}
