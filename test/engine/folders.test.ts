// Watched folders on a real disk. Each file becomes content in the queue, once and completely, however it was written
// and whatever happens to the file meanwhile.
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import {
  SETTINGS,
  type WatchedEngine,
  setFileTime,
  startWatched,
  pdf,
  hasUpload,
  listFileStates,
  getFirstFolder,
} from '#support/watched.ts'
import { tempDir } from '#support/test-engine.ts'

const readSpool = (engine: WatchedEngine) =>
  readdirSync(join(engine.dir, 'spool')).map((name) => readFileSync(join(engine.dir, 'spool', name), 'utf8'))

/** Replaces the file by another one with the same name. */
function replace(engine: WatchedEngine, name: string, content: string): void {
  const path = join(engine.folder, name)
  writeFileSync(`${path}.part`, content)
  renameSync(`${path}.part`, path)
  setFileTime(path, engine.clock.wall())
  engine.watch.emitEvent(path)
}

describe('a file', () => {
  test('in a watched folder is copied and queued when it no longer changes', async () => {
    const engine = await startWatched()
    await engine.until(() => engine.watch.started.length === 1)
    await engine.passTime(1_000)
    // The system reports no event.
    writeFileSync(join(engine.folder, 'invoice.pdf'), pdf('one'))
    setFileTime(join(engine.folder, 'invoice.pdf'), engine.clock.wall())
    await engine.until(() => engine.sightings().length === 1, 61_000)
    expect(engine.sightings()[0]).toMatchObject({
      state: 'WAITING',
      error: null,
      path: join(engine.folder, 'invoice.pdf'),
    })
    await engine.until(hasUpload(engine), 10_000)
    const [upload] = engine.uploads()
    expect(upload).toMatchObject({
      name: 'invoice.pdf',
      contentType: 'application/pdf',
      size: pdf('one').length,
      state: 'QUEUED',
    })
    expect(readFileSync(join(engine.dir, 'spool', upload!.sha256), 'utf8')).toBe(pdf('one'))
    expect(engine.sightings()[0]).toMatchObject({ state: 'SPOOLED', sha256: upload!.sha256 })
    expect(existsSync(join(engine.folder, 'invoice.pdf'))).toBe(true)
  })

  test('from before the folder was watched passes the same checks', async () => {
    const folder = join(tempDir(), 'in')
    mkdirSync(folder)
    writeFileSync(join(folder, 'old.pdf'), pdf('old'))
    const engine = await startWatched({ folder })
    await engine.passTime(4_000)
    await engine.until(() => engine.sightings().length === 1)
    expect(engine.uploads()).toEqual([])
    await engine.until(hasUpload(engine), 10_000)
  })

  test('is found at once if the system reports it', async () => {
    const engine = await startWatched()
    await engine.until(() => engine.watch.started.length === 1)
    await engine.passTime(1_000)
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasUpload(engine), 8_000)
  })

  test('that grows for ten minutes is queued when it is complete', async () => {
    const engine = await startWatched()
    const path = engine.put('scan.pdf', '%PDF-1.4')
    for (let page = 0; page < 150; page++) {
      appendFileSync(path, `page ${page}`)
      setFileTime(path, engine.clock.wall())
      if (page % 3 === 0) engine.watch.emitEvent(path)
      await engine.passTime(4_000)
    }
    expect([engine.uploads(), engine.sightings().length]).toEqual([[], 1])
    appendFileSync(path, '%%EOF')
    setFileTime(path, engine.clock.wall())
    await engine.until(hasUpload(engine))
    expect(readSpool(engine)).toEqual([readFileSync(path, 'utf8')])
    expect(listFileStates(engine)).toEqual(['SPOOLED'])
  })

  test('of full size from the beginning waits for its end at most ten minutes, and is then sent with a warning', async () => {
    const engine = await startWatched()
    engine.put('half.pdf', Buffer.alloc(50_000))
    await engine.passTime(9 * 60_000)
    expect([engine.uploads(), listFileStates(engine)]).toEqual([[], ['WAITING']])
    await engine.until(hasUpload(engine), 3 * 60_000)
    expect(JSON.parse(engine.uploads()[0]!.warning!)).toEqual({ code: 'documents/not-finished', details: {} })
  })

  test('replaced before it was queued is one row, with the last content', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('first'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    const { id } = engine.sightings()[0]!
    await engine.passTime(3_000)
    rmSync(join(engine.folder, 'a.pdf'))
    engine.put('a.pdf', pdf('other'))
    await engine.until(hasUpload(engine))
    expect(engine.sightings()).toMatchObject([{ id, state: 'SPOOLED' }])
    expect(readSpool(engine)).toEqual([pdf('other')])
  })

  test('replaced after it was queued is another row with the new content', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
    await engine.passTime(60_000)
    engine.put('a.pdf', pdf('again'))
    await engine.until(() => engine.uploads().length === 2)
    expect(listFileStates(engine)).toEqual(['SPOOLED', 'SPOOLED'])
    expect(readSpool(engine).sort()).toEqual([pdf('again'), pdf('first')].sort())
  })

  test('deleted before it was queued is marked as vanished', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(() => engine.sightings().length === 1, 70_000)
    rmSync(path)
    await engine.until(() => listFileStates(engine).every((state) => state === 'VANISHED'))
    expect([await getFirstFolder(engine), engine.uploads()]).toMatchObject([{ settling: 0, failed: 0 }, []])
    // The same file with the same modification time, to the nanosecond.
    engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
  })

  test('deleted after it was queued still has its row and its content', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
    rmSync(path)
    await engine.passTime(180_000)
    expect([listFileStates(engine), readSpool(engine)]).toEqual([['SPOOLED'], [pdf('first')]])
  })

  test('with only a new modification time is not another file', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
    const { id } = engine.sightings()[0]!
    setFileTime(path, engine.clock.wall() + 60_000)
    await engine.passTime(90_000)
    expect(engine.sightings()).toMatchObject([{ id, state: 'SPOOLED' }])
    expect(engine.files.calls.filter((call) => call === `copyComplete ${path}`).length).toBeGreaterThan(1)
  })

  test('with the content of a refused file is sent again after a new modification time or a replacement', async () => {
    const engine = await startWatched()
    const path = engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
    for (const renewFile of [
      () => setFileTime(path, engine.clock.wall()),
      () => replace(engine, 'a.pdf', pdf('first')),
    ]) {
      engine.sql(`UPDATE upload SET state = 'REJECTED'`)
      await engine.passTime(60_000)
      renewFile()
      engine.watch.emitEvent(path)
      await engine.until(() => engine.uploads()[0]!.state === 'QUEUED', 90_000)
    }
    expect(engine.uploads()).toHaveLength(1)
  })

  test('put into the folder again is sent again if its document was deleted at the service', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('first'))
    await engine.until(hasUpload(engine))
    engine.markUploaded()
    engine.markDocumentsGone()
    await engine.passTime(60_000)
    expect(engine.uploads()).toHaveLength(1)
    replace(engine, 'a.pdf', pdf('first'))
    await engine.until(() => engine.uploads().length === 2, 90_000)
    expect([listFileStates(engine), engine.uploads().map(({ gen }) => gen)]).toEqual([
      ['SPOOLED', 'SPOOLED'],
      [1, 2],
    ])
  })

  test('written twice within one tick of its modification time is read again, and both contents are stored', async () => {
    const engine = await startWatched()
    // The clock of the share is ahead, so its files have modification times in the future.
    const path = join(engine.folder, 'a.pdf')
    const lateMs = engine.clock.wall() + 3_600_000
    writeFileSync(path, pdf('one'))
    setFileTime(path, lateMs)
    await engine.until(hasUpload(engine))
    writeFileSync(path, pdf('two'))
    setFileTime(path, lateMs)
    await engine.until(() => engine.uploads().length === 2, 20_000)
    expect(readSpool(engine).sort()).toEqual([pdf('one'), pdf('two')])
    await engine.passTime(120_000)
    expect(listFileStates(engine)).toEqual(['SPOOLED', 'SPOOLED'])
  })
})

describe('the same content', () => {
  test('under five names is queued once, and each file has a row', async () => {
    const engine = await startWatched()
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) engine.put(name, pdf('same'))
    linkSync(join(engine.folder, 'a.pdf'), join(engine.folder, 'e.pdf'))
    await engine.until(() => listFileStates(engine).filter((state) => state === 'SPOOLED').length === 5)
    expect(engine.uploads()).toHaveLength(1)
    expect(new Set(engine.sightings().map(({ sha256 }) => sha256)).size).toBe(1)
  })

  test('is queued once, also after a restart', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('same'))
    await engine.until(hasUpload(engine))
    await engine.restart()
    await engine.passTime(180_000)
    expect([engine.uploads().length, listFileStates(engine)]).toEqual([1, ['SPOOLED']])
  })
})

describe('a folder that cannot be watched', () => {
  test.each([
    ['folders/not-found', (dir: string) => join(dir, 'nowhere')],
    ['folders/not-found', () => 'relative/path'],
    ['folders/not-a-folder', (dir: string) => join(dir, 'a.txt')],
    ['folders/already-watched', (dir: string) => join(dir, 'inbox')],
    ['folders/already-watched', (dir: string) => join(dir, 'inbox', 'below')],
    ['folders/already-watched', (dir: string) => dir],
    ['folders/already-watched', (dir: string) => join(dir, 'link')],
  ])('%s', async (code, pathOf) => {
    const dir = tempDir()
    const engine = await startWatched({ folder: join(dir, 'inbox') })
    writeFileSync(join(dir, 'a.txt'), 'x')
    mkdirSync(join(dir, 'inbox', 'below'))
    symlinkSync(join(dir, 'inbox'), join(dir, 'link'))
    expect(await getErrorCode(engine.client.call('folders.add', { path: pathOf(dir), ...SETTINGS }))).toBe(code)
  })

  test('is a folder of the program', async () => {
    const engine = await startWatched()
    expect(
      await getErrorCode(engine.client.call('folders.add', { path: join(engine.dir, 'spool'), ...SETTINGS })),
    ).toBe('folders/own-data')
    expect(
      await getErrorCode(
        engine.client.call('folders.add', { path: join(engine.dir, '..'), ...SETTINGS, isRecursive: true }),
      ),
    ).toMatch(/^folders\/(own-data|already-watched)$/)
  })

  test.each([
    { access: 'read', failure: { mayRead: () => 'EACCES' as const }, code: 'folders/not-readable' },
    { access: 'write', failure: { mayWrite: () => 'EACCES' as const }, code: 'folders/not-writable' },
  ])('has no $access access, which moving its files needs', async ({ failure, code }) => {
    const engine = await startWatched()
    const otherFolder = tempDir()
    engine.files.fail(failure)
    expect(
      await getErrorCode(engine.client.call('folders.add', { path: otherFolder, ...SETTINGS, after: 'move' })),
    ).toBe(code)
  })

  test('is unknown', async () => {
    const { client } = await startWatched()
    expect(await getErrorCode(client.call('folders.change', { id: 'unknown', ...SETTINGS }))).toBe('folders/unknown')
    expect(await getErrorCode(client.call('folders.remove', { id: 'unknown' }))).toBe('folders/unknown')
  })
})
