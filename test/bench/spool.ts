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
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

const FILE_COUNT = 20
const FILE_BYTES = 5 * 1024 * 1024
const LANE_COUNT = 2
const RUNS = 7
const MIN_RATE = 0.7

export const measureSpool: Measure = async () => {
  const folder = makeFolder()
  try {
    const paths = makeFiles(folder)
    const spoolMs: number[] = []
    const baselineMs: number[] = []
    for (let run = 0; run < RUNS; run++) {
      baselineMs.push(hashAndCopy(folder, paths, run))
      spoolMs.push(await hashAndSpool(join(folder, `data-${run}`), paths))
    }
    return createFigures(spoolMs, baselineMs)
  } finally {
    removeFolder(folder)
  }
}

function createFigures(spoolMs: number[], baselineMs: number[]): Figure[] {
  const ratios = spoolMs.map((ms, run) => baselineMs[run]! / ms)
  printNote(
    `spool: ours ${spread(spoolMs, 0)} ms, sha256sum and cp ${spread(baselineMs, 0)} ms, ratio ${spread(ratios)} in ${RUNS} runs`,
  )
  const createFigure = createFigureFactory('spool')
  return [
    createFigure('hash and spool, rate to sha256sum and cp', median(ratios), 'x', { atLeast: MIN_RATE }),
    createFigure('hash and spool, rate', (FILE_COUNT * FILE_BYTES) / 1e6 / (median(spoolMs) / 1000), 'MB/s', null, {
      better: 'more',
    }),
  ]
}

function makeFiles(folder: string): string[] {
  mkdirSync(join(folder, 'in'))
  return Array.from({ length: FILE_COUNT }, (_, index) => {
    const path = join(folder, 'in', `${index}.pdf`)
    writeFileSync(path, randomFillSync(Buffer.alloc(FILE_BYTES)))
    // Reads the file into the file cache, so that both measurements begin with a file that was just saved.
    readFileSync(path)
    return path
  })
}

function hashAndCopy(folder: string, paths: string[], run: number): number {
  const copyFolder = join(folder, `copies-${run}`)
  mkdirSync(copyFolder)
  const startedMs = performance.now()
  execFileSync('sha256sum', paths, { stdio: 'ignore' })
  execFileSync('cp', [...paths, copyFolder])
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
    const remainingPaths = [...paths]
    const runLane = async () => {
      for (let path = remainingPaths.shift(); path !== undefined; path = remainingPaths.shift()) {
        const entry = await files.stat(path)
        const sums = entry && (await spool.add(path, entry, signal))
        if (sums === null || typeof sums === 'string') throw new Error(`${path} was not copied`)
      }
    }
    const startedMs = performance.now()
    await Promise.all(Array.from({ length: LANE_COUNT }, runLane))
    return performance.now() - startedMs
  } finally {
    connection.close()
  }
}
