// Folders on computers that do not answer: their calls block only some threads of the pool.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gateShares } from '#engine/folders/share-gate.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { tempDir } from '#support/test-engine.ts'
import { SETTINGS, createTestFiles, startWatched, pdf } from '#support/watched.ts'
const settle = () => createFakeClock(0).settle()

/** Folders of which nothing is known yet, with a file each. */
function shares(count: number, threads?: number) {
  const root = tempDir()
  const own = join(root, 'own')
  const folders = Array.from({ length: count }, (_, n) => join(root, `share-${n}`))
  for (const folder of [own, ...folders]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.pdf'), pdf(folder))
  }
  const disk = createTestFiles()
  return { own, folders, disk, files: gateShares(disk.files, own, threads) }
}

describe('of folders that do not answer', () => {
  test.each([
    [4, 2],
    [6, 3],
    [16, 12],
  ])('all of them together hold so many of %d threads: %d', async (threads, most) => {
    const { folders, disk, files } = shares(20, threads)
    const held = disk.hold(() => true)
    for (const folder of folders) void files.place(folder)
    await settle()
    expect(held).toHaveLength(most)
  })

  test('each holds one, whatever is asked of what lies in it', async () => {
    const {
      folders: [hung = '', other = ''],
      disk,
      files,
    } = shares(2, 16)
    for (const folder of [hung, other]) files.learn(folder, false)
    const mark = (await files.stat(join(hung, 'a.pdf')))!
    const held = disk.hold((path) => path.startsWith(hung))
    const signal = new AbortController().signal
    void files.sums(join(hung, 'a.pdf'), { mark, signal })
    void files.scan(hung, 10, true)[Symbol.asyncIterator]().next()
    for (const act of ['place', 'mayRead', 'mayWrite', 'stat'] as const) void files[act](hung)
    void files.stat(join(hung, 'b.pdf'))
    expect((await files.stat(join(other, 'a.pdf')))?.kind).toBe('file')
    expect(held.length).toBeLessThanOrEqual(2)
  })

  test('none holds up our own, nor one that is known to be near', async () => {
    const {
      own,
      folders: [near = '', ...hung],
      disk,
      files,
    } = shares(5, 4)
    files.learn(near, true)
    disk.hold((path) => hung.some((folder) => path.startsWith(folder)))
    for (const folder of hung) void files.place(folder)
    await settle()
    expect([(await files.stat(join(own, 'a.pdf')))?.kind, (await files.stat(join(near, 'a.pdf')))?.kind]).toEqual([
      'file',
      'file',
    ])
  })
})

test('what has waited is done in the order it came, once the one before has been answered, be it with an error', async () => {
  const {
    folders: [share = ''],
    disk,
    files,
  } = shares(1, 4)
  files.learn(share, false)
  disk.fail({ stat: (path) => (path.endsWith('a.pdf') ? 'EIO' : null) })
  const order: string[] = []
  const ask = (name: string) =>
    files.stat(join(share, name)).then(
      () => order.push(name),
      () => order.push(`not ${name}`),
    )
  await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map(ask))
  expect(order).toEqual(['not a.pdf', 'b.pdf', 'c.pdf'])
})

test('a copy from a share to a share waits for itself only a piece at a time', async () => {
  const {
    folders: [share = ''],
    files,
  } = shares(1, 4)
  files.learn(share, false)
  const [from, to] = [join(share, 'big.pdf'), join(share, 'copy.pdf')]
  writeFileSync(from, Buffer.alloc(3_500_000, 'page '))
  const mark = (await files.stat(from))!
  const copying = files.copyWhole(from, to, { mark, signal: new AbortController().signal })
  expect((await files.stat(from))?.size).toBe(3_500_000)
  expect(await copying).toMatchObject({ sizeBytes: 3_500_000 })
})

test('while three shares do not answer, what is put into a folder of this machine is taken', async () => {
  const engine = await startWatched()
  await engine.until(() => engine.watch.started.length === 1)
  const hung = Array.from({ length: 3 }, (_, n) => join(tempDir(), `share-${n}`))
  engine.files.lying((path) => (hung.includes(path) ? { platform: 'linux', fsType: 0xff534d42 } : {}))
  for (const path of hung) {
    mkdirSync(path)
    await engine.client.call('folders.add', { path, ...SETTINGS })
  }
  await engine.until(async () =>
    (await engine.client.call('folders.list', {})).every(({ lastScanAt }) => lastScanAt !== null),
  )
  const held = engine.files.hold((path) => hung.some((folder) => path.startsWith(folder)))
  await engine.pass(61_000)
  expect(held.map((what) => what.replace(/^.*share-/, ''))).toEqual(['0', '1'])
  engine.put('a.pdf', pdf('a'))
  await engine.until(() => engine.uploads().length === 1)
  expect(engine.uploads().map(({ name }) => basename(name))).toEqual(['a.pdf'])
  const stopping = engine.stop()
  await engine.clock.advance(6_000)
  await stopping
})
