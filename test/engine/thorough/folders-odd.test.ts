// A file that is unusual, locked, empty, huge or no regular file has a row with a reason. It is retried where that
// helps, and delays no other file.
import { execFileSync } from 'node:child_process'
import { mkdirSync, openSync, ftruncateSync, closeSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canCreateName, joinRawName, separatesNormalForms } from '#support/file-system.ts'
import { type WatchedEngine, setFileTime, startWatched, pdf, listStatesByPath, INVALID_NAME } from '#support/watched.ts'
import { tempDir } from '#support/test-engine.ts'

const hasResults = (engine: WatchedEngine, count: number) => () =>
  engine.sightings().filter(({ state, error }) => state !== 'WAITING' || error !== null).length === count
/** Windows has no pipes in its file system. */
const IS_WINDOWS = process.platform === 'win32'

describe('names', () => {
  test.each(
    [
      'Rechnung März – Café.pdf',
      'nfc-\u00e9.pdf',
      'nfd-e\u0301.pdf',
      '発票 №1 😀.pdf',
      `quote"'\`.pdf`,
      'new\nline\ttab.pdf',
      'x'.repeat(251) + '.pdf',
      'CON.pdf',
      'aux',
      'a:b?.pdf',
      ' leading and trailing .pdf',
      '%2e%2e%2fescape.pdf',
      '-rf.pdf',
      '\u202Efdp.pdf',
      'a.pdf.',
    ].filter(canCreateName),
  )('%j is an ordinary row', async (name) => {
    const engine = await startWatched()
    engine.put(name, pdf(name))
    const isDocument = name.endsWith('.pdf')
    await engine.until(hasResults(engine, 1))
    expect(listStatesByPath(engine)).toEqual({
      [name]: isDocument ? ['SPOOLED', null] : ['IGNORED', 'documents/type-not-taken'],
    })
    if (isDocument) expect(engine.uploads()[0]!.name).toBe(name)
  })

  test.each(separatesNormalForms() ? [2] : [])('in %d normal forms that look the same are two files', async () => {
    const engine = await startWatched()
    engine.put('caf\u00e9.pdf', pdf('composed'))
    engine.put('cafe\u0301.pdf', pdf('decomposed'))
    await engine.until(() => engine.uploads().length === 2)
  })

  test.each([INVALID_NAME].filter(canCreateName))('that are not valid text have a row with a reason', async (name) => {
    const engine = await startWatched()
    writeFileSync(joinRawName(engine.folder, name), 'x')
    await engine.until(hasResults(engine, 1))
    expect(Object.values(listStatesByPath(engine))).toEqual([['WAITING', 'documents/not-readable']])
  })
})

describe('an entry that is no document', () => {
  test('is reported for links, folders, pipes and unknown types, and nothing outside the folder is read', async () => {
    const outside = tempDir()
    writeFileSync(join(outside, 'secret.pdf'), pdf('secret'))
    const engine = await startWatched({ settings: { isRecursive: true } })
    symlinkSync(join(outside, 'secret.pdf'), join(engine.folder, 'link.pdf'))
    symlinkSync(outside, join(engine.folder, 'way out'))
    symlinkSync(engine.folder, join(engine.folder, 'loop'))
    symlinkSync(join(outside, 'nothing'), join(engine.folder, 'broken.pdf'))
    mkdirSync(join(engine.folder, 'folder.pdf'))
    if (!IS_WINDOWS) execFileSync('mkfifo', [join(engine.folder, 'pipe.pdf')])
    engine.put('movie.mp4', 'x')
    engine.put('.hidden.pdf', pdf('hidden'))
    engine.put('good.pdf', pdf('good'))
    await engine.until(hasResults(engine, IS_WINDOWS ? 7 : 8))
    expect(listStatesByPath(engine)).toEqual({
      'link.pdf': ['IGNORED', 'documents/not-a-file'],
      'way out': ['IGNORED', 'documents/not-a-file'],
      loop: ['IGNORED', 'documents/not-a-file'],
      'broken.pdf': ['IGNORED', 'documents/not-a-file'],
      'folder.pdf': ['IGNORED', 'documents/not-a-file'],
      ...(IS_WINDOWS ? {} : { 'pipe.pdf': ['IGNORED', 'documents/not-a-file'] }),
      'movie.mp4': ['IGNORED', 'documents/type-not-taken'],
      'good.pdf': ['SPOOLED', null],
    })
    expect(engine.uploads()).toHaveLength(1)
  })

  test('has no row after it leaves the folder', async () => {
    const engine = await startWatched()
    const path = engine.put('movie.mp4', 'x')
    await engine.until(hasResults(engine, 1))
    rmSync(path)
    await engine.until(() => engine.sightings().every(({ state }) => state === 'VANISHED'))
  })
})

describe('a file refused for its name', () => {
  test('is queued after it gets the name of a document', async () => {
    const engine = await startWatched()
    const path = engine.put('x.pdf.half', pdf('x'))
    await engine.until(hasResults(engine, 1))
    expect(listStatesByPath(engine)).toEqual({ 'x.pdf.half': ['IGNORED', 'documents/type-not-taken'] })
    renameSync(path, join(engine.folder, 'x.pdf'))
    engine.watch.emitEvent(join(engine.folder, 'x.pdf'))
    await engine.until(() => engine.uploads().length === 1, 70_000)
    expect(listStatesByPath(engine)).toEqual({ 'x.pdf.half': ['VANISHED', null], 'x.pdf': ['SPOOLED', null] })
  })

  test('gives its row to the file that has its name later', async () => {
    const engine = await startWatched()
    const path = engine.put('x.pdf.half', pdf('x'))
    await engine.until(hasResults(engine, 1))
    renameSync(path, join(engine.folder, 'x.pdf'))
    engine.put('x.pdf.half', pdf('another'))
    await engine.until(() => engine.uploads().length === 1, 70_000)
    await engine.passTime(70_000)
    expect(listStatesByPath(engine)).toEqual({
      'x.pdf.half': ['IGNORED', 'documents/type-not-taken'],
      'x.pdf': ['SPOOLED', null],
    })
  })
})

describe('sizes', () => {
  test('an empty file waits, and is queued as soon as it has content', async () => {
    const engine = await startWatched()
    engine.put('empty.pdf', '')
    await engine.until(hasResults(engine, 1))
    expect(listStatesByPath(engine)).toEqual({ 'empty.pdf': ['WAITING', 'documents/empty'] })
    await engine.passTime(300_000)
    engine.put('empty.pdf', pdf('now'))
    await engine.until(() => engine.uploads().length === 1)
    expect(listStatesByPath(engine)).toEqual({ 'empty.pdf': ['SPOOLED', null] })
  })

  test('a file of 600 MB is too large, and is not read', async () => {
    const engine = await startWatched()
    const path = join(engine.folder, 'huge.pdf')
    const file = openSync(path, 'w')
    ftruncateSync(file, 600 * 1024 * 1024)
    closeSync(file)
    setFileTime(path, engine.clock.wall())
    engine.put('good.pdf', pdf('good'))
    await engine.until(hasResults(engine, 2))
    expect(listStatesByPath(engine)).toEqual({
      'huge.pdf': ['IGNORED', 'documents/too-large'],
      'good.pdf': ['SPOOLED', null],
    })
    expect(engine.files.calls.filter((call) => /^(readTail|copyComplete)/.test(call) && call.includes('huge'))).toEqual(
      [],
    )
  })

  test('files wait while the disk is full, with the reason, and continue automatically', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyComplete: () => 'ENOSPC' })
    engine.put('a.pdf', pdf('a'))
    engine.put('b.pdf', pdf('b'))
    await engine.until(hasResults(engine, 2))
    expect(listStatesByPath(engine)).toEqual({
      'a.pdf': ['WAITING', 'db/disk-full'],
      'b.pdf': ['WAITING', 'db/disk-full'],
    })
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 2, 40_000)
    expect(listStatesByPath(engine)).toEqual({ 'a.pdf': ['SPOOLED', null], 'b.pdf': ['SPOOLED', null] })
  })
})

test.each([
  ['before it is copied', (engine: WatchedEngine) => engine.files.setFull(true)],
  ['while it is copied', (engine: WatchedEngine) => engine.files.fail({ copyComplete: () => 'EDQUOT' })],
])('a disk that is full %s is retried, with one commit for each file', async (_, fill) => {
  const engine = await startWatched()
  fill(engine)
  engine.put('a.pdf', pdf('a'))
  await engine.until(hasResults(engine, 1))
  await engine.passTime(1_000)
  const topics: string[] = []
  engine.client.on('changed', ({ topic }) => topics.push(topic))
  const countReads = () => engine.files.calls.filter((call) => call.startsWith('readTail')).length
  const readsBefore = countReads()
  await engine.passTime(5 * 60_000)
  expect([
    listStatesByPath(engine),
    countReads() - readsBefore >= 9,
    topics.filter((topic) => topic === 'documents'),
  ]).toEqual([{ 'a.pdf': ['WAITING', 'db/disk-full'] }, true, []])
})

test('a file read too soon after a write is read again, also if the disk has room only later', async () => {
  const engine = await startWatched()
  const path = join(engine.folder, 'a.pdf')
  const late = engine.clock.wall() + 3_600_000
  writeFileSync(path, pdf('one'))
  setFileTime(path, late)
  await engine.until(() => engine.uploads().length === 1)
  engine.files.setFull(true)
  writeFileSync(path, pdf('two'))
  setFileTime(path, late)
  await engine.passTime(20_000)
  engine.files.setFull(false)
  await engine.until(() => engine.uploads().length === 2, 60_000)
})

describe('a file that another program locks', () => {
  test.each(['EBUSY', 'EPERM', 'EACCES'])('(%s) is retried and never fails, and the others continue', async (code) => {
    const engine = await startWatched()
    engine.files.fail({ readTail: (path) => (path.endsWith('locked.pdf') ? code : null) })
    engine.put('locked.pdf', pdf('locked'))
    engine.put('free.pdf', pdf('free'))
    await engine.until(hasResults(engine, 2))
    expect(listStatesByPath(engine)).toEqual({
      'locked.pdf': ['LOCKED', 'documents/locked'],
      'free.pdf': ['SPOOLED', null],
    })
    await engine.passTime(60_000)
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 2, 61_000)
    expect(listStatesByPath(engine)['locked.pdf']).toEqual(['SPOOLED', null])
  })

  test('while it is copied is queued later, complete', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyComplete: () => 'EBUSY' })
    engine.put('a.pdf', pdf('a'))
    await engine.until(hasResults(engine, 1))
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 20_000)
  })
})

describe('a file that may not be read', () => {
  test('has the reason, and is queued once it may be read', async () => {
    const engine = await startWatched()
    engine.files.fail({ readTail: () => 'EACCES', mayRead: () => 'EACCES' })
    engine.put('mine.pdf', pdf('mine'))
    await engine.until(hasResults(engine, 1))
    expect(listStatesByPath(engine)).toEqual({ 'mine.pdf': ['WAITING', 'documents/not-readable'] })
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 61_000)
  })

  test('in a folder without access gives that folder a row until access is granted', async () => {
    const engine = await startWatched({ settings: { isRecursive: true } })
    const inner = join(engine.folder, 'private')
    engine.files.fail({ scan: (path) => (path === inner ? 'EACCES' : null) })
    mkdirSync(inner)
    writeFileSync(join(inner, 'mine.pdf'), pdf('mine'))
    await engine.until(hasResults(engine, 1))
    expect(listStatesByPath(engine)).toEqual({ private: ['WAITING', 'folders/not-readable'] })
    await engine.restart()
    await engine.clock.advance(120_000)
    expect(listStatesByPath(engine)).toEqual({ private: ['WAITING', 'folders/not-readable'] })
    engine.files.fail({})
    setFileTime(join(inner, 'mine.pdf'), engine.clock.wall())
    await engine.until(() => engine.uploads().length === 1, 700_000)
    await engine.until(() => listStatesByPath(engine)['private']?.[0] === 'VANISHED', 61_000)
    expect(listStatesByPath(engine)['private/mine.pdf']).toEqual(['SPOOLED', null])
  })

  test('because of a disk error is retried', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyComplete: () => 'EIO' })
    engine.put('mine.pdf', pdf('mine'))
    await engine.until(hasResults(engine, 1))
    expect(engine.sightings()[0]).toMatchObject({
      state: 'WAITING',
      error: '{"code":"documents/not-readable","details":{"reason":"EIO"}}',
    })
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 61_000)
  })
})
