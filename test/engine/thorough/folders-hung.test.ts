// The share gate (`limitShareCalls`): calls to folders on computers that do not answer block only some threads of the
// pool.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limitShareCalls } from '#engine/folders/share-gate.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { tempDir } from '#support/test-engine.ts'
import { SETTINGS, createTestFiles, startWatched, pdf } from '#support/watched.ts'

const CIFS_TYPE = 0xff534d42
const flush = () => createFakeClock(0).flush()

/** Folders with one file each. The share gate does not know yet whether they are on this computer. */
function createShares(count: number, threads?: number) {
  const root = tempDir()
  const dataFolder = join(root, 'own')
  const folders = Array.from({ length: count }, (_, n) => join(root, `share-${n}`))
  for (const folder of [dataFolder, ...folders]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.pdf'), pdf(folder))
  }
  const disk = createTestFiles()
  return { dataFolder, folders, disk, files: limitShareCalls(disk.files, dataFolder, threads) }
}

describe('folders that do not answer', () => {
  test.each([
    [4, 2],
    [6, 3],
    [16, 12],
  ])('block of %d threads at most %d', async (threads, maxBlocked) => {
    const { folders, disk, files } = createShares(20, threads)
    const hangingCalls = disk.hangOperations(() => true)
    for (const folder of folders) void files.place(folder)
    await flush()
    expect(hangingCalls).toHaveLength(maxBlocked)
  })

  test('block one thread each, for several kinds of calls', async () => {
    const {
      folders: [hung = '', other = ''],
      disk,
      files,
    } = createShares(2, 16)
    for (const folder of [hung, other]) files.setLocal(folder, false)
    const [hungPath, otherPath] = [join(hung, 'a.pdf'), join(other, 'a.pdf')]
    const [hungMark, otherMark] = [(await files.stat(hungPath))!, (await files.stat(otherPath))!]
    const signal = new AbortController().signal
    // `readChecksums` reads the real file, because the fake would hang it before it reaches the gate.
    const hangingCalls = disk.hangOperations((path) => path.startsWith(hung) && path !== hungPath)
    void files.scan(hung, 10, true)[Symbol.asyncIterator]().next()
    for (const call of ['place', 'mayRead', 'mayWrite', 'stat'] as const) void files[call](hung)
    void files.stat(join(hung, 'b.pdf'))
    const answered: string[] = []
    void files.readChecksums(hungPath, { mark: hungMark, signal }).then(() => answered.push(hung))
    expect(await files.readChecksums(otherPath, { mark: otherMark, signal })).not.toBe('changed')
    await flush()
    expect(hangingCalls).toEqual([`scan ${hung}`])
    expect(answered).toEqual([])
  })

  test('do not delay the data folder, nor a folder that is known to be on this computer', async () => {
    const {
      dataFolder,
      folders: [local = '', ...hung],
      disk,
      files,
    } = createShares(5, 4)
    files.setLocal(local, true)
    disk.hangOperations((path) => hung.some((folder) => path.startsWith(folder)))
    for (const folder of hung) void files.place(folder)
    await flush()
    expect([
      (await files.stat(join(dataFolder, 'a.pdf')))?.kind,
      (await files.stat(join(local, 'a.pdf')))?.kind,
    ]).toEqual(['file', 'file'])
  })
})

test('waiting calls of one folder run one after the other in their order, also after an error', async () => {
  const {
    folders: [share = ''],
    disk,
    files,
  } = createShares(1, 4)
  files.setLocal(share, false)
  disk.fail({ stat: (path) => (path.endsWith('a.pdf') ? 'EIO' : null) })
  const results: string[] = []
  const read = (name: string) =>
    files.stat(join(share, name)).then(
      () => results.push(name),
      () => results.push(`not ${name}`),
    )
  await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map(read))
  expect(results).toEqual(['not a.pdf', 'b.pdf', 'c.pdf'])
})

test('a call is answered before a copy within the same share ends', async () => {
  const {
    folders: [share = ''],
    files,
  } = createShares(1, 4)
  files.setLocal(share, false)
  const [from, to] = [join(share, 'big.pdf'), join(share, 'copy.pdf')]
  writeFileSync(from, Buffer.alloc(3_500_000, 'page '))
  const mark = (await files.stat(from))!
  const answered: string[] = []
  const copying = files.copyComplete(from, to, { mark, signal: new AbortController().signal }).then((checksums) => {
    answered.push('copyComplete')
    return checksums
  })
  await files.stat(from)
  answered.push('stat')
  expect(await copying).toMatchObject({ sizeBytes: 3_500_000 })
  expect(answered).toEqual(['stat', 'copyComplete'])
})

test('a file in a folder on this computer is uploaded while three shares do not answer', async () => {
  const engine = await startWatched()
  await engine.until(() => engine.watch.started.length === 1)
  const hung = Array.from({ length: 3 }, (_, n) => join(tempDir(), `share-${n}`))
  engine.files.setPlaces((path) => (hung.includes(path) ? { platform: 'linux', fsType: CIFS_TYPE } : {}))
  for (const path of hung) {
    mkdirSync(path)
    await engine.client.call('folders.add', { path, ...SETTINGS })
  }
  await engine.until(async () =>
    (await engine.client.call('folders.list', {})).every(({ lastScanAt }) => lastScanAt !== null),
  )
  const hangingCalls = engine.files.hangOperations((path) => hung.some((folder) => path.startsWith(folder)))
  await engine.passTime(61_000)
  // The gate admits calls to half of the four threads of the pool.
  expect(hangingCalls.map((call) => call.replace(/^.*share-/, ''))).toEqual(['0', '1'])
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  expect(engine.uploads().map(({ name }) => basename(name))).toEqual(['a.pdf'])
  const stopping = engine.stop()
  await engine.clock.advance(6_000)
  await stopping
})
