// *folder scan*: one scan of a folder with 10,000 files, compared with one promise for each file. It also reports how
// long the longest slice blocks the event loop.
import { mkdirSync, writeFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createFiles } from '#engine/outside/files.ts'
import { type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

const FILE_COUNT = 10_000
const SLICE_SIZE = 500
const RUNS = 9
/** The scan in slices was nine times as fast on an idle computer, and three times as fast on a busy one. */
const MIN_GAIN = 2

export const measureFolderScan: Measure = async () => {
  const parentFolder = makeFolder()
  try {
    const folder = join(parentFolder, 'in')
    mkdirSync(folder)
    for (let index = 0; index < FILE_COUNT; index++) writeFileSync(join(folder, `invoice ${index}.pdf`), '')
    const sliceScans: Scan[] = []
    const promiseMs: number[] = []
    for (let run = 0; run < RUNS; run++) {
      promiseMs.push(await scanWithPromises(folder))
      sliceScans.push(await measureScan(folder))
    }
    const [whole, longest] = [sliceScans.map(({ ms }) => ms), sliceScans.map(({ longestMs }) => longestMs)]
    printNote(
      `folder scan of ${FILE_COUNT}: ours ${spread(whole, 0)} ms, by promises ${spread(promiseMs, 0)} ms, longest slice ${spread(longest, 1)} ms in ${RUNS} runs`,
    )
    const createFigure = createFigureFactory('folder-scan')
    return [
      createFigure(
        `${FILE_COUNT.toLocaleString('en')} files, promises to slices`,
        median(promiseMs) / median(whole),
        'x',
        { atLeast: MIN_GAIN },
      ),
      createFigure(`${FILE_COUNT.toLocaleString('en')} files`, median(whole), 'ms', null),
      createFigure('longest slice', median(longest), 'ms', null),
    ]
  } finally {
    removeFolder(parentFolder)
  }
}

type Scan = { ms: number; longestMs: number }

async function measureScan(folder: string): Promise<Scan> {
  const startedMs = performance.now()
  let [lastMs, longestMs, entries] = [startedMs, 0, 0]
  let isFirst = true
  for await (const slice of createFiles().scan(folder, SLICE_SIZE, false)) {
    const nowMs = performance.now()
    // The time before the first slice does not count, because a thread of the pool reads the names then.
    if (!isFirst) longestMs = Math.max(longestMs, nowMs - lastMs)
    isFirst = false
    lastMs = nowMs
    entries += slice.length
  }
  if (entries !== FILE_COUNT) throw new Error(`${entries} of ${FILE_COUNT} files were found`)
  return { ms: performance.now() - startedMs, longestMs }
}

async function scanWithPromises(folder: string): Promise<number> {
  const startedMs = performance.now()
  const names = await readdir(folder)
  await Promise.all(names.map((name) => lstat(join(folder, name), { bigint: true })))
  return performance.now() - startedMs
}
