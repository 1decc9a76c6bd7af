// *hash and spool*: copies twenty files of 5 MB into the spool, computes both hashes, and syncs the copies, two files
// at a time. It is compared with one process that computes their SHA-256 and another one that copies them.
import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { createSpool } from '#engine/folders/spool.ts'
import { createClock } from '#engine/outside/clock.ts'
import { createFiles } from '#engine/outside/files.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './notes.ts'
import { median, spread } from './statistics.ts'

const FILES = 20
const FILE_BYTES = 5 * 1024 * 1024
const LANES = 2
const RUNS = 7
const MIN_RATE = 0.7

export const measureSpool: Measure = async () => {
  const folder = makeFolder()
  try {
    const paths = makeFiles(folder)
    const ours: number[] = []
    const baseline: number[] = []
    for (let run = 0; run < RUNS; run++) {
      baseline.push(hashAndCopy(folder, paths, run))
      ours.push(await hashAndSpool(join(folder, `data-${run}`), paths))
    }
    return createFigures(ours, baseline)
  } finally {
    removeFolder(folder)
  }
}

function createFigures(ours: number[], baseline: number[]): Figure[] {
  const ratios = ours.map((ms, run) => baseline[run]! / ms)
  printNote(
    `spool: ours ${spread(ours, 0)} ms, sha256sum and cp ${spread(baseline, 0)} ms, ratio ${spread(ratios)} in ${RUNS} runs`,
  )
  const createFigure = createFigureFactory('spool')
  return [
    createFigure('hash and spool, rate to sha256sum and cp', median(ratios), 'x', { atLeast: MIN_RATE }),
    createFigure('hash and spool, rate', (FILES * FILE_BYTES) / 1e6 / (median(ours) / 1000), 'MB/s', null, {
      better: 'more',
    }),
  ]
}

function makeFiles(folder: string): string[] {
  mkdirSync(join(folder, 'in'))
  return Array.from({ length: FILES }, (_, n) => {
    const path = join(folder, 'in', `${n}.pdf`)
    writeFileSync(path, randomFillSync(Buffer.alloc(FILE_BYTES)))
    // Reads the file into the file cache, so that both measurements begin with a file that was just saved.
    readFileSync(path)
    return path
  })
}

function hashAndCopy(folder: string, paths: string[], run: number): number {
  const to = join(folder, `copies-${run}`)
  mkdirSync(to)
  const startedMs = performance.now()
  execFileSync('sha256sum', paths, { stdio: 'ignore' })
  execFileSync('cp', [...paths, to])
  return performance.now() - startedMs
}

async function hashAndSpool(dataDir: string, paths: string[]): Promise<number> {
  const [files, clock] = [createFiles(), createClock()]
  mkdirSync(dataDir)
  const connection = openConnection(dataDir, momentSetup)
  try {
    const write = createWrite(connection)
    const spool = createSpool({
      files,
      clock,
      db: connection.db,
      write,
      nowMs: () => clock.wall(),
      dataDir,
      log: () => undefined,
    })
    await spool.open()
    const { signal } = new AbortController()
    const left = [...paths]
    const lane = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const entry = await files.stat(path)
        const sums = entry && (await spool.add(path, entry, signal))
        if (sums === null || typeof sums === 'string') throw new Error(`${path} was not taken`)
      }
    }
    const startedMs = performance.now()
    await Promise.all(Array.from({ length: LANES }, lane))
    return performance.now() - startedMs
  } finally {
    connection.close()
  }
}
