// The folder or file of a snapshot cannot be written because it is locked, foreign, full, missing or hanging.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFiles } from '#engine/outside/files.ts'
import { tempDir } from '#support/test-engine.ts'
import {
  startSyncedWith,
  createSnapshot,
  readSnapshot,
  createFilesWithFailingRenames,
  createIoError,
  waitUntilIdle,
} from '#support/snapshot-plans.ts'

/** A failed snapshot is retried after 15 minutes. This is longer. */
const RETRY_WAIT_MS = 20 * 60_000

describe('a snapshot that cannot be written', () => {
  test('does not change a locked file, and replaces it after the lock ends', async () => {
    const folder = tempDir()
    const { files, setRenameError, countRenames } = createFilesWithFailingRenames()
    const engine = await startSyncedWith(20, { files })
    await engine.client.call('snapshots.save', createSnapshot(folder, { fileName: 'same' }))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    writeFileSync(join(folder, 'quaywatch-all.csv'), 'of yesterday')
    setRenameError(createIoError('EPERM'))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    expect([countRenames() - 1, readFileSync(join(folder, 'quaywatch-all.csv'), 'utf8')]).toEqual([4, 'of yesterday'])
    expect(await readSnapshot(engine)).toMatchObject({
      failure: { failure: { code: 'snapshots/locked', details: { path: folder } } },
    })
    const loadNotices = async () =>
      (await engine.client.call('sync.status', {})).notices.map(({ code, details }) => [code, details['snapshot']])
    expect(await loadNotices()).toEqual([['snapshots/locked', 'All containers']])
    setRenameError(null)
    await engine.clock.advanceUntil(async () => (await readSnapshot(engine)).failure === null, RETRY_WAIT_MS)
    expect([
      readFileSync(join(folder, 'quaywatch-all.csv'), 'utf8').includes('Data as of'),
      await loadNotices(),
    ]).toEqual([true, []])
  })

  test('never replaces a foreign file, in any folder, and names that file', async () => {
    const [folder, otherFolder] = [tempDir(), tempDir()]
    const engine = await startSyncedWith(20)
    writeFileSync(join(otherFolder, 'quaywatch-all.csv'), 'of somebody')
    await engine.client.call('snapshots.save', createSnapshot(folder, { fileName: 'same' }))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    await engine.client.call('snapshots.save', createSnapshot(otherFolder, { fileName: 'same' }))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    expect([readFileSync(join(otherFolder, 'quaywatch-all.csv'), 'utf8'), readdirSync(otherFolder)]).toEqual([
      'of somebody',
      ['quaywatch-all.csv'],
    ])
    expect(await readSnapshot(engine)).toMatchObject({
      failure: { failure: { code: 'snapshots/other-file', details: { file: 'quaywatch-all.csv', path: otherFolder } } },
    })
  })

  test.each([
    ['ENOSPC', 'write', 'snapshots/no-room'],
    ['EACCES', 'open', 'folders/not-writable'],
    ['EIO', 'fsync', 'snapshots/not-written'],
    ['ENOENT', 'open', 'snapshots/folder-gone'],
  ])('because of %s at %s reports %s in one notice, and is retried', async (code, syscall, expected) => {
    const { files, setRenameError, countRenames } = createFilesWithFailingRenames()
    const engine = await startSyncedWith(20, { files })
    await engine.client.call('snapshots.save', createSnapshot(tempDir()))
    setRenameError(createIoError(code, syscall))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    expect((await readSnapshot(engine)).failure?.failure.code).toBe(expected)
    const loadNotices = async () => (await engine.client.call('sync.status', {})).notices
    for (const { id, at } of await loadNotices()) await engine.client.call('sync.dismissNotice', { id, at })
    await engine.clock.advance(17 * 60_000)
    await waitUntilIdle(engine)
    expect([countRenames(), await loadNotices()]).toEqual([2, []])
  })

  test('reports a missing folder, and is written when the folder is back', async () => {
    const folder = join(tempDir(), 'Shared')
    mkdirSync(folder)
    const engine = await startSyncedWith(20)
    await engine.client.call('snapshots.save', createSnapshot(folder))
    rmSync(folder, { recursive: true })
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    expect([(await readSnapshot(engine)).failure?.failure.code, existsSync(folder)]).toEqual([
      'snapshots/folder-gone',
      false,
    ])
    mkdirSync(folder)
    await engine.clock.advanceUntil(async () => (await readSnapshot(engine)).failure === null, RETRY_WAIT_MS)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-20.csv'])
  })

  test('on a share that hangs is cancelled after two minutes, and delays neither the next snapshot nor the end of the program', async () => {
    const [folder, localFolder] = [tempDir(), tempDir()]
    const files = createFiles()
    const hung = Promise.withResolvers<undefined>()
    let tries = 0
    const engine = await startSyncedWith(20, {
      files: {
        ...files,
        replace: async (path, part, content) => {
          if (path.startsWith(folder) && ++tries === 1) await hung.promise
          await files.replace(path, part, content)
        },
      },
    })
    await engine.client.call('snapshots.save', createSnapshot(folder))
    await engine.client.call('snapshots.save', { ...createSnapshot(localFolder), id: 's2', name: 'z' })
    for (const id of ['s1', 's2']) await engine.client.call('snapshots.writeNow', { id })
    const untilAllDone = () =>
      engine.clock.advanceUntil(async () =>
        (await engine.client.call('snapshots.list', {})).every(({ progress }) => progress === null),
      )
    await untilAllDone()
    expect(
      (await engine.client.call('snapshots.list', {})).map(({ failure, written }) => [
        failure?.failure.code ?? null,
        written?.file ?? null,
      ]),
    ).toEqual([
      ['folders/not-answering', null],
      [null, 'quaywatch-all-2026-11-20.csv'],
    ])
    // Two writers of one file would publish a partial file.
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await untilAllDone()
    expect([tries, (await readSnapshot(engine)).failure?.failure.code]).toEqual([1, 'folders/not-answering'])
    hung.resolve(undefined)
    await engine.clock.advanceUntil(async () => (await readSnapshot(engine)).written !== null, RETRY_WAIT_MS)
    expect([tries, readdirSync(folder)]).toEqual([2, ['quaywatch-all-2026-11-20.csv']])
  })

  test('on a share that hangs does not delay the end of the program', async () => {
    const engine = await startSyncedWith(20, {
      files: { ...createFiles(), replace: () => new Promise(() => undefined) },
    })
    await engine.client.call('snapshots.save', createSnapshot(tempDir()))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.stop()
  })

  test('interrupted in the middle leaves no partial file, and the next run removes its temporary file', async () => {
    const folder = tempDir()
    writeFileSync(join(folder, '.quaywatch-s1.part'), 'half of')
    const engine = await startSyncedWith(300)
    await engine.client.call('snapshots.save', createSnapshot(folder))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.stop()
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([])
    await engine.restart()
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await waitUntilIdle(engine)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-20.csv'])
  })
})
