// Watched folders that are unavailable, unreadable, slow or removed, and watched folders with subfolders.
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import { SETTINGS, startWatched, pdf, hasUpload, listFileStates, getFirstFolder } from '#support/watched.ts'

describe('a folder', () => {
  test('that is unavailable changes nothing, is checked, and is scanned when it is available again', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    renameSync(engine.folder, `${engine.folder}-away`)
    await engine.until(async () => (await getFirstFolder(engine)).state === 'missing')
    await engine.passTime(300_000)
    expect(listFileStates(engine)).toEqual(['WAITING'])
    renameSync(`${engine.folder}-away`, engine.folder)
    engine.put('b.pdf', pdf('b'))
    await engine.until(() => engine.uploads().length === 2, 30_000)
    expect((await getFirstFolder(engine)).state).toBe('ok')
    expect(engine.watch.started).toHaveLength(2)
  })

  test('without read access has an error until it can be read', async () => {
    const engine = await startWatched()
    await engine.until(async () => (await getFirstFolder(engine)).lastScanAt !== null)
    engine.files.fail({ scan: () => 'EACCES' })
    await engine.until(async () => (await getFirstFolder(engine)).state === 'denied')
    engine.files.fail({})
    await engine.until(async () => (await getFirstFolder(engine)).state === 'ok', 12_000)
  })

  test('on a share that fails during a scan loses no file', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    engine.files.fail({ scan: () => 'ESTALE', stat: (path) => (path.endsWith('.pdf') ? 'EIO' : null) })
    await engine.passTime(120_000)
    expect([(await getFirstFolder(engine)).state, listFileStates(engine)]).toEqual(['missing', ['WAITING']])
    engine.files.fail({})
    await engine.until(hasUpload(engine))
  })

  test('without file events is scanned periodically, and reports that', async () => {
    const engine = await startWatched()
    await engine.until(async () => (await getFirstFolder(engine)).lastScanAt !== null)
    expect((await getFirstFolder(engine)).isPolled).toBe(false)
    engine.watch.emitEnd('ENOSPC')
    expect((await getFirstFolder(engine)).isPolled).toBe(true)
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasUpload(engine), 40_000)
  })

  test('without changes causes no commits', async () => {
    const engine = await startWatched()
    await engine.until(async () => (await getFirstFolder(engine)).lastScanAt !== null)
    await engine.passTime(1_000) // The first scan is a commit, which is announced within 250 ms.
    const scannedBefore = (await getFirstFolder(engine)).lastScanAt!
    const topics: string[] = []
    engine.client.on('changed', ({ topic }) => ['folders', 'documents'].includes(topic) && topics.push(topic))
    await engine.passTime(5 * 60_000)
    await engine.until(async () => (await getFirstFolder(engine)).lastScanAt! > scannedBefore)
    expect(topics).toEqual([])
  })

  test('has its subfolders scanned if the user wants that', async () => {
    const engine = await startWatched({ settings: { isRecursive: true } })
    mkdirSync(join(engine.folder, 'a', 'b'), { recursive: true })
    mkdirSync(join(engine.folder, 'Uploaded', '2026-11'), { recursive: true })
    engine.put(join('a', 'b', 'deep.pdf'), pdf('deep'))
    engine.put(join('Uploaded', '2026-11', 'done.pdf'), pdf('done'))
    await engine.until(hasUpload(engine))
    engine.put(join('a', 'later.pdf'), pdf('later'))
    await engine.until(() => engine.sightings().length === 2)
    await engine.client.call('folders.change', { id: engine.id, ...SETTINGS })
    await engine.passTime(90_000)
    expect([listFileStates(engine), engine.uploads().length]).toEqual([['SPOOLED', 'VANISHED'], 1])
  })

  test('that was removed is not scanned; added again, its files are not new', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasUpload(engine))
    await engine.client.call('folders.remove', { id: engine.id })
    engine.put('b.pdf', pdf('b'))
    await engine.passTime(120_000)
    expect([await engine.client.call('folders.list', {}), engine.sightings().length, engine.watch.ended]).toEqual([
      [],
      1,
      [engine.folder],
    ])
    await engine.client.call('folders.add', { path: engine.folder, ...SETTINGS })
    await engine.until(() => engine.uploads().length === 2)
    await engine.passTime(60_000)
    expect(listFileStates(engine)).toEqual(['SPOOLED', 'SPOOLED'])
  })

  test('counts its files by state', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    engine.put('b.exe', 'b')
    await engine.until(() => listFileStates(engine).includes('SPOOLED') && listFileStates(engine).includes('IGNORED'))
    engine.put('c.pdf', pdf('c'))
    await engine.until(() => engine.sightings().length === 3)
    expect(await getFirstFolder(engine)).toMatchObject({
      settling: 1,
      underWay: 1,
      failed: 1,
      done: 0,
      lastFileAt: engine.sightings()[2]!.firstSeenAt,
    })
  })
})

test('a share that does not answer does not delay the end of the program', async () => {
  const engine = await startWatched()
  await engine.until(async () => (await getFirstFolder(engine)).lastScanAt !== null)
  engine.files.hang(true)
  await engine.clock.advance(61_000)
  const stopping = engine.stop()
  await engine.clock.advance(6_000)
  await stopping
  engine.files.hang(false)
})

test('a share that does not answer can be removed', async () => {
  const engine = await startWatched()
  await engine.until(async () => (await getFirstFolder(engine)).lastScanAt !== null)
  engine.files.hang(true)
  await engine.clock.advance(61_000)
  let isRemoved = false
  const removing = engine.client.call('folders.remove', { id: engine.id }).then(() => {
    isRemoved = true
  })
  await engine.until(() => isRemoved, 10_000)
  await removing
  expect(await engine.client.call('folders.list', {})).toEqual([])
  engine.files.hang(false)
})

test('a folder whose change cannot be stored is watched as before', async () => {
  const engine = await startWatched()
  await engine.until(async () => (await getFirstFolder(engine)).lastScanAt !== null)
  engine.sql(`CREATE TRIGGER full BEFORE UPDATE OF after ON folder BEGIN SELECT raise(ABORT, 'full'); END`)
  expect(
    await getErrorCode(engine.client.call('folders.change', { id: engine.id, ...SETTINGS, alwaysPolls: true })),
  ).not.toBe('no error')
  engine.sql('DROP TRIGGER full')
  engine.put('a.pdf', pdf('a'))
  await engine.until(hasUpload(engine), 90_000)
  engine.errors.splice(0)
})
