// Files that are odd, held, empty, huge or no files at all: each has a row with a plain reason, is tried again where that
// helps, and holds up no other.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, ftruncateSync, closeSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFiles } from '#engine/outside/files.ts'
import { canHoldName, inFolder, reportsLoops, separatesNormalForms } from '#support/file-system.ts'
import { type WatchedEngine, age, startWatched } from '#support/watched.ts'
import { tempDir } from '#support/test-engine.ts'

const pdf = (text: string) => `%PDF-1.4 ${text}\n%%EOF\n`
const rowsBy = (engine: WatchedEngine) => Object.fromEntries(engine.sightings().map(({ path, state, error }) => [path.slice(engine.folder.length + 1), [state, error === null ? null : (JSON.parse(error) as { code: string }).code]]))
const isSettled = (engine: WatchedEngine, count: number) => () => engine.sightings().filter(({ state, error }) => state !== 'WAITING' || error !== null).length === count

const NO_TEXT = Buffer.from('bad\xff.pdf', 'latin1')
/** Windows has no pipes among its files. */
const IS_WINDOWS = process.platform === 'win32'

describe('names', () => {
  test.each([
    'Rechnung März – Café.pdf', 'nfc-\u00e9.pdf', 'nfd-e\u0301.pdf', '発票 №1 😀.pdf', `quote"'\`.pdf`, 'new\nline\ttab.pdf', 'x'.repeat(251) + '.pdf', 'CON.pdf', 'aux', 'a:b?.pdf', ' leading and trailing .pdf', '%2e%2e%2fescape.pdf', '-rf.pdf', '\u202Efdp.pdf', 'a.pdf.',
  ].filter(canHoldName))('%j is a row like any other', async (name) => {
    const engine = await startWatched()
    engine.put(name, pdf(name))
    const isDocument = name.endsWith('.pdf')
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ [name]: isDocument ? ['SPOOLED', null] : ['IGNORED', 'documents/type-not-taken'] })
    if (isDocument) expect(engine.uploads()[0]!.name).toBe(name)
  })

  test.each(separatesNormalForms() ? [2] : [])('that look the same in %d normal forms are two files', async () => {
    const engine = await startWatched()
    engine.put('caf\u00e9.pdf', pdf('composed'))
    engine.put('cafe\u0301.pdf', pdf('decomposed'))
    await engine.until(() => engine.uploads().length === 2)
  })

  test.each([NO_TEXT].filter(canHoldName))('that are no text have a row with a reason', async (name) => {
    const engine = await startWatched()
    writeFileSync(inFolder(engine.folder, name), 'x')
    await engine.until(isSettled(engine, 1))
    expect(Object.values(rowsBy(engine))).toEqual([['WAITING', 'documents/not-readable']])
  })
})

describe('what is no document', () => {
  test('links, folders called like one, pipes and unknown kinds are told, and nothing outside is read', async () => {
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
    await engine.until(isSettled(engine, IS_WINDOWS ? 7 : 8))
    expect(rowsBy(engine)).toEqual({
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

  test('leaves its row when it leaves the folder', async () => {
    const engine = await startWatched()
    const path = engine.put('movie.mp4', 'x')
    await engine.until(isSettled(engine, 1))
    rmSync(path)
    await engine.until(() => engine.sightings().every(({ state }) => state === 'VANISHED'))
  })
})

describe('what was refused for its name', () => {
  test('is taken once it has the name of a document', async () => {
    const engine = await startWatched()
    const path = engine.put('x.pdf.half', pdf('x'))
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ 'x.pdf.half': ['IGNORED', 'documents/type-not-taken'] })
    renameSync(path, join(engine.folder, 'x.pdf'))
    engine.watch.hint(join(engine.folder, 'x.pdf'))
    await engine.until(() => engine.uploads().length === 1, 70_000)
    expect(rowsBy(engine)).toEqual({ 'x.pdf.half': ['VANISHED', null], 'x.pdf': ['SPOOLED', null] })
  })

  test('leaves its row to the file that has its name by then', async () => {
    const engine = await startWatched()
    const path = engine.put('x.pdf.half', pdf('x'))
    await engine.until(isSettled(engine, 1))
    renameSync(path, join(engine.folder, 'x.pdf'))
    engine.put('x.pdf.half', pdf('another'))
    await engine.until(() => engine.uploads().length === 1, 70_000)
    await engine.pass(70_000)
    expect(rowsBy(engine)).toEqual({ 'x.pdf.half': ['IGNORED', 'documents/type-not-taken'], 'x.pdf': ['SPOOLED', null] })
  })
})

describe('sizes', () => {
  test('nothing at all waits for something, and is taken as soon as there is', async () => {
    const engine = await startWatched()
    engine.put('empty.pdf', '')
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ 'empty.pdf': ['WAITING', 'documents/empty'] })
    await engine.pass(300_000)
    engine.put('empty.pdf', pdf('now'))
    await engine.until(() => engine.uploads().length === 1)
    expect(rowsBy(engine)).toEqual({ 'empty.pdf': ['SPOOLED', null] })
  })

  test('600 MB are too large, and are not read', async () => {
    const engine = await startWatched()
    const path = join(engine.folder, 'huge.pdf')
    const file = openSync(path, 'w')
    ftruncateSync(file, 600 * 1024 * 1024)
    closeSync(file)
    age(path, engine.clock.wall())
    engine.put('good.pdf', pdf('good'))
    await engine.until(isSettled(engine, 2))
    expect(rowsBy(engine)).toEqual({ 'huge.pdf': ['IGNORED', 'documents/too-large'], 'good.pdf': ['SPOOLED', null] })
    expect(engine.files.calls.filter((call) => /^(tail|copyWhole)/.test(call) && call.includes('huge'))).toEqual([])
  })

  test('without room on the disk everything waits, says so, and goes on by itself', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyWhole: () => 'ENOSPC' })
    engine.put('a.pdf', pdf('a'))
    engine.put('b.pdf', pdf('b'))
    await engine.until(isSettled(engine, 2))
    expect(rowsBy(engine)).toEqual({ 'a.pdf': ['WAITING', 'db/disk-full'], 'b.pdf': ['WAITING', 'db/disk-full'] })
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 2, 40_000)
    expect(rowsBy(engine)).toEqual({ 'a.pdf': ['SPOOLED', null], 'b.pdf': ['SPOOLED', null] })
  })
})

test.each([
  ['before it is copied', (engine: WatchedEngine) => { engine.files.fill(true) }],
  ['while it is copied', (engine: WatchedEngine) => { engine.files.fail({ copyWhole: () => 'EDQUOT' }) }],
])('a disk that is full %s is tried on and on, and told with one commit a file', async (_, fill) => {
  const engine = await startWatched()
  fill(engine)
  engine.put('a.pdf', pdf('a'))
  await engine.until(isSettled(engine, 1))
  await engine.pass(1_000)
  const told: string[] = []
  engine.client.on('changed', ({ topic }) => told.push(topic))
  const tries = () => engine.files.calls.filter((call) => call.startsWith('tail')).length
  const before = tries()
  await engine.pass(5 * 60_000)
  expect([rowsBy(engine), tries() - before >= 9, told.filter((topic) => topic === 'documents')]).toEqual([{ 'a.pdf': ['WAITING', 'db/disk-full'] }, true, []])
})

test('what was read too soon after it was written is read again, be it only when there is room', async () => {
  const engine = await startWatched()
  const path = join(engine.folder, 'a.pdf')
  const late = engine.clock.wall() + 3_600_000
  writeFileSync(path, pdf('one'))
  age(path, late)
  await engine.until(() => engine.uploads().length === 1)
  engine.files.fill(true)
  writeFileSync(path, pdf('two'))
  age(path, late)
  await engine.pass(20_000)
  engine.files.fill(false)
  await engine.until(() => engine.uploads().length === 2, 60_000)
})

describe('a file that another program holds', () => {
  test.each(['EBUSY', 'EPERM', 'EACCES'])('(%s) is tried again and never failed, and the others go on', async (code) => {
    const engine = await startWatched()
    engine.files.fail({ tail: (path) => (path.endsWith('held.pdf') ? code : null) })
    engine.put('held.pdf', pdf('held'))
    engine.put('free.pdf', pdf('free'))
    await engine.until(isSettled(engine, 2))
    expect(rowsBy(engine)).toEqual({ 'held.pdf': ['LOCKED', 'documents/locked'], 'free.pdf': ['SPOOLED', null] })
    await engine.pass(60_000)
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 2, 61_000)
    expect(rowsBy(engine)['held.pdf']).toEqual(['SPOOLED', null])
  })

  test('while it is copied is taken later, whole', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyWhole: () => 'EBUSY' })
    engine.put('a.pdf', pdf('a'))
    await engine.until(isSettled(engine, 1))
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 20_000)
  })
})

describe('a file that may not be read', () => {
  test('says so, and is taken once it may', async () => {
    const engine = await startWatched()
    engine.files.fail({ tail: () => 'EACCES', mayRead: () => 'EACCES' })
    engine.put('mine.pdf', pdf('mine'))
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ 'mine.pdf': ['WAITING', 'documents/not-readable'] })
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 61_000)
  })

  test('in a folder that may not be entered: that one says so, and has no row once it may', async () => {
    const engine = await startWatched({ settings: { isRecursive: true } })
    const inner = join(engine.folder, 'private')
    engine.files.fail({ scan: (path) => (path === inner ? 'EACCES' : null) })
    mkdirSync(inner)
    writeFileSync(join(inner, 'mine.pdf'), pdf('mine'))
    await engine.until(isSettled(engine, 1))
    expect(rowsBy(engine)).toEqual({ private: ['WAITING', 'folders/not-readable'] })
    await engine.restart()
    await engine.clock.advance(120_000)
    expect(rowsBy(engine)).toEqual({ private: ['WAITING', 'folders/not-readable'] })
    engine.files.fail({})
    age(join(inner, 'mine.pdf'), engine.clock.wall())
    await engine.until(() => engine.uploads().length === 1, 700_000)
    await engine.until(() => rowsBy(engine)['private']?.[0] === 'VANISHED', 61_000)
    expect(rowsBy(engine)['private/mine.pdf']).toEqual(['SPOOLED', null])
  })

  test('for an error of the disk is tried again', async () => {
    const engine = await startWatched()
    engine.files.fail({ copyWhole: () => 'EIO' })
    engine.put('mine.pdf', pdf('mine'))
    await engine.until(isSettled(engine, 1))
    expect(engine.sightings()[0]).toMatchObject({ state: 'WAITING', error: '{"code":"documents/not-readable","details":{"reason":"EIO"}}' })
    engine.files.fail({})
    await engine.until(() => engine.uploads().length === 1, 61_000)
  })
})

describe('what was dropped onto the window', () => {
  const drop = (engine: WatchedEngine, token: string, name: string, content: string) => {
    mkdirSync(join(engine.dir, 'drops', token), { recursive: true })
    const path = join(engine.dir, 'drops', token, name)
    writeFileSync(path, content)
    return path
  }

  test('is taken at once and cleared away, and its rows stay', async () => {
    const engine = await startWatched()
    await engine.pass(1_000)
    const paths = [drop(engine, 't1', 'a.pdf', pdf('a')), drop(engine, 't2', 'empty.pdf', ''), drop(engine, 't3', 'a.exe', 'x'), drop(engine, 't4', 'same.pdf', pdf('a'))]
    await engine.client.call('folders.look', {})
    await engine.until(() => paths.every((path) => !existsSync(path)), 3_000)
    expect(engine.sightings().map(({ state, error }) => [state, error && (JSON.parse(error) as { code: string }).code])).toEqual([['SPOOLED', null], ['IGNORED', 'documents/empty'], ['IGNORED', 'documents/type-not-taken'], ['SPOOLED', null]])
    expect(engine.uploads()).toHaveLength(1)
    await engine.restart()
    await engine.pass(70_000)
    expect(engine.sightings()).toHaveLength(4)
  })

  test.each([NO_TEXT].filter((name) => canHoldName(name) && reportsLoops()))('that cannot be read stays, and does not hold up the others', async (name) => {
    const engine = await startWatched()
    mkdirSync(join(engine.dir, 'drops', 'a'), { recursive: true })
    writeFileSync(inFolder(join(engine.dir, 'drops', 'a'), name), 'x')
    // Reading such a folder fails as one that hangs or is held would: not because there is none.
    symlinkSync('b', join(engine.dir, 'drops', 'b'))
    const path = drop(engine, 'c', 'c.pdf', pdf('c'))
    await engine.client.call('folders.look', {})
    await engine.until(() => !existsSync(path), 5_000)
    expect(engine.uploads()).toHaveLength(1)
    expect([readdirSync(join(engine.dir, 'drops')).sort(), readdirSync(join(engine.dir, 'drops', 'a')).length]).toEqual([['a', 'b'], 1])
  })

  test('is left alone until it is whole', async () => {
    const engine = await startWatched()
    const path = drop(engine, 't1.part', 'a.pdf', '%PDF')
    await engine.client.call('folders.look', {})
    await engine.pass(70_000)
    expect([existsSync(path), engine.sightings()]).toEqual([true, []])
  })

  test('when the program was not running is taken at its start', async () => {
    const engine = await startWatched()
    await engine.stop()
    drop(engine, 't1', 'a.pdf', pdf('a'))
    await engine.restart()
    await engine.until(() => engine.uploads().length === 1, 5_000)
  })
})

describe('the spool', () => {
  test('is cleared of halves at the start, and content that was lost is read again from its file', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    await engine.stop()
    const content = join(engine.dir, 'spool', engine.uploads()[0]!.sha256)
    rmSync(content)
    writeFileSync(join(engine.dir, 'spool', '7.part'), 'half')
    await engine.restart()
    await engine.until(() => existsSync(content))
    expect([existsSync(join(engine.dir, 'spool', '7.part')), engine.uploads().length, rowsBy(engine)]).toEqual([false, 1, { 'a.pdf': ['SPOOLED', null] }])
  })

  test('that cannot be read is not taken for one without content', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    await engine.stop()
    const spool = join(engine.dir, 'spool')
    const files = createFiles()
    expect([await files.list(join(engine.dir, 'nowhere')), await files.list(join(spool, engine.uploads()[0]!.sha256))]).toEqual([[], []])
    engine.files.fail({ list: (path) => (path === spool ? 'EMFILE' : null) })
    await engine.restart()
    await engine.pass(10_000)
    expect(rowsBy(engine)).toEqual({ 'a.pdf': ['SPOOLED', null] })
    engine.files.fail({})
    engine.put('b.pdf', pdf('b'))
    await engine.until(() => engine.uploads().length === 2, 60_000)
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching('^folders cannot be opened')])
  })

  test.each(reportsLoops() ? ['loop'] : [])('that leads in a %s fails to be listed', async (name) => {
    const path = join(tempDir(), name)
    symlinkSync(name, path)
    await expect(createFiles().list(path)).rejects.toMatchObject({ code: 'ELOOP' })
  })

  test('that opens while nothing can be written begins as soon as it can', async () => {
    const engine = await startWatched({ settings: { isRecursive: true } })
    mkdirSync(join(engine.folder, 'below'))
    engine.files.fail({ tail: () => 'EBUSY' })
    engine.put(join('below', 'b.pdf'), pdf('b'))
    await engine.until(() => engine.sightings().length === 1)
    engine.files.fail({})
    // What waits below is to be forgotten at the start, and that cannot be written.
    engine.sql(`UPDATE folder SET is_recursive = 0; CREATE TRIGGER full BEFORE UPDATE ON sighting BEGIN SELECT raise(ABORT, 'full'); END`)
    await engine.restart()
    await engine.pass(1_000)
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching('^folders cannot be opened')])
    engine.sql('DROP TRIGGER full')
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1, 60_000)
    expect(rowsBy(engine)).toEqual({ [join('below', 'b.pdf')]: ['VANISHED', null], 'a.pdf': ['SPOOLED', null] })
  })

  test('keeps content that comes to be needed while it is swept', async () => {
    const engine = await startWatched()
    const [one, other] = ['e', 'f'].map((digit) => digit.repeat(64)) as [string, string]
    const place = (name: string) => join(engine.dir, 'spool', name)
    await engine.until(() => existsSync(join(engine.dir, 'spool')))
    for (const name of [one, other]) {
      writeFileSync(place(name), 'x')
      age(place(name), engine.clock.wall() - 48 * 3_600_000)
    }
    const queued = `INSERT OR IGNORE INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at) VALUES ('${one}', 1, '', 1, '', 'x.pdf', 'QUEUED', '', '')`
    engine.files.before({ look: (path) => { if (path === place(one)) engine.sql(queued) } })
    await engine.clock.advance(6 * 3_600_000 + 1_000)
    await engine.files.idle()
    expect([existsSync(place(one)), existsSync(place(other))]).toEqual([true, false])
  })

  test('keeps what was sent for a week, and what no row knows for a day', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    const content = join(engine.dir, 'spool', engine.uploads()[0]!.sha256)
    const orphan = join(engine.dir, 'spool', 'f'.repeat(64))
    writeFileSync(orphan, 'x')
    age(orphan, engine.clock.wall())
    engine.arrive()
    engine.sql(`UPDATE upload SET finished_at = '2026-11-20T18:00:00.000Z'`)
    const later = async (hours: number) => {
      engine.clock.sleepMachine(hours * 3_600_000)
      await engine.clock.advance(6 * 3_600_000 + 1_000)
      await engine.files.idle()
      return [existsSync(content), existsSync(orphan)]
    }
    expect(await later(12)).toEqual([true, true])
    expect(await later(12)).toEqual([true, false])
    expect(await later(6 * 24)).toEqual([false, false])
  })

  test('keeps what the service refused for a week', async () => {
    const engine = await startWatched()
    engine.put('a.pdf', pdf('a'))
    await engine.until(() => engine.uploads().length === 1)
    const content = join(engine.dir, 'spool', engine.uploads()[0]!.sha256)
    engine.sql(`UPDATE upload SET state = 'REJECTED', finished_at = '2026-11-20T18:00:00.000Z'`)
    const after = async (hours: number) => {
      engine.clock.sleepMachine(hours * 3_600_000)
      await engine.clock.advance(6 * 3_600_000 + 1_000)
      await engine.files.idle()
      return existsSync(content)
    }
    expect([await after(6 * 24 - 6), await after(2 * 24)]).toEqual([true, false])
  })
})
