// Commits that were only in a write-ahead log are gone if the log was damaged or removed after a crash, and this is
// reported. The intact log of a killed program causes no report.
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { WRITE_STATEMENT } from '#support/file-writes.ts'
import { waitForFirstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine, tempDir } from '#support/test-engine.ts'

const WITHOUT_KEY = { apiKey: null }
/** A page of 4 KiB and the header of its frame. */
const FRAME_BYTES = 4096 + 24
const loadNoticeCodes = async ({ client }: TestEngine) =>
  (await client.call('sync.status', {})).notices.map(({ code }) => code)
const loadNames = async ({ client }: TestEngine) =>
  (await client.call('views.list', {})).map(({ name }) => name).toSorted()
const saveView = ({ client }: TestEngine, name: string, order: string[] = []) =>
  client.call('views.save', {
    id: name,
    name,
    screen: 'lfd',
    filter: {},
    sort: [],
    layout: { order, widths: {}, hidden: [] },
    density: 'compact',
  })

/** Copies the data folder as a killed process leaves it, while the engine continues. */
function copyAsKilled({ dir }: TestEngine): string {
  const copyDir = tempDir()
  cpSync(dir, copyDir, { recursive: true, filter: (path) => !path.endsWith('lock.db') })
  return copyDir
}

async function startWithLog() {
  const engine = await startTestEngine(WITHOUT_KEY)
  // Until the first close the log has the tables themselves.
  await engine.restart()
  for (const name of ['one', 'two', 'three']) await saveView(engine, name)
  const dir = copyAsKilled(engine)
  const wal = join(dir, 'state.db-wal')
  expect(readFileSync(wal).byteLength).toBeGreaterThan(3 * 4096)
  return { dir, wal }
}

async function startOn(dir: string): Promise<TestEngine> {
  const engine = await startTestEngine({ ...WITHOUT_KEY, dir })
  engine.errors.splice(0)
  return engine
}

function flipBit(path: string, offset: number): void {
  const bytes = readFileSync(path)
  bytes[offset] = (bytes[offset] ?? 0) ^ 0x40
  writeFileSync(path, bytes)
}

test('an intact log causes no notice, and no commit is lost', async () => {
  const { dir } = await startWithLog()
  const engine = await startOn(dir)
  expect([await loadNames(engine), await loadNoticeCodes(engine)]).toEqual([['one', 'three', 'two'], []])
})

/** The log with a transaction in it that was being written when the program was killed, and its index. */
async function startWithUnfinishedCommit() {
  const engine = await startTestEngine(WITHOUT_KEY)
  await engine.restart()
  for (const name of ['one', 'two']) await saveView(engine, name)
  const dir = copyAsKilled(engine)
  const wal = join(dir, 'state.db-wal')
  const committedBytes = readFileSync(wal).byteLength
  // The index of the copy ends before this save, which needs several pages.
  await saveView(engine, 'three', Array<string>(100).fill('x'.repeat(100)))
  cpSync(join(engine.dir, 'state.db-wal'), wal)
  expect(readFileSync(wal).byteLength - committedBytes).toBeGreaterThanOrEqual(2 * FRAME_BYTES)
  return { dir, wal, committedBytes }
}

describe('a commit that a kill interrupted is not saved and causes no notice', () =>
  test.each<[string, (log: { wal: string; committedBytes: number }) => void]>([
    ['has no page in its last frame', ({ wal }) => flipBit(wal, readFileSync(wal).byteLength - 100)],
    ['has an old checksum in its first frame', ({ wal, committedBytes }) => flipBit(wal, committedBytes + 16)],
  ])('if it %s', async (_what, interrupt) => {
    const { dir, ...log } = await startWithUnfinishedCommit()
    interrupt(log)
    const engine = await startOn(dir)
    expect([await loadNames(engine), await loadNoticeCodes(engine)]).toEqual([['one', 'two'], []])
  }))

test('a start that fails after a kill causes no notice', async () => {
  const { dir } = await startWithLog()
  const disk = createFaultyDisk()
  disk.fail(/DELETE FROM meta/, 'SQLITE_IOERR')
  await expect(startTestEngine({ ...WITHOUT_KEY, dir })).rejects.toMatchObject({ code: 'db/disk-error' })
  expect(existsSync(join(dir, 'state.db-wal'))).toBe(false)
  disk.stopFailing()
  const engine = await startOn(dir)
  expect([await loadNames(engine), await loadNoticeCodes(engine)]).toEqual([['one', 'three', 'two'], []])
})

describe('lost commits of state.db are reported once', () =>
  test.each<[string, (files: { wal: string; shm: string }) => void]>([
    ['is missing', ({ wal }) => rmSync(wal)],
    [
      'and its index are missing',
      ({ wal, shm }) => {
        rmSync(wal)
        rmSync(shm)
      },
    ],
    ['is empty', ({ wal }) => truncateSync(wal, 0)],
    ['is cut in half', ({ wal }) => truncateSync(wal, readFileSync(wal).byteLength >> 1)],
    ['has a changed byte in its first frame', ({ wal }) => flipBit(wal, 32 + 24 + 100)],
    [
      'has a changed byte in its first frame, and no index',
      ({ wal, shm }) => {
        flipBit(wal, 32 + 24 + 100)
        rmSync(shm)
      },
    ],
    ['has a changed byte in its header', ({ wal }) => flipBit(wal, 20)],
    [
      'has a changed byte in its header, and no index',
      ({ wal, shm }) => {
        flipBit(wal, 20)
        rmSync(shm)
      },
    ],
  ])('if the log %s', async (_what, damageLog) => {
    const { dir, wal } = await startWithLog()
    damageLog({ wal, shm: join(dir, 'state.db-shm') })
    const engine = await startOn(dir)
    expect((await loadNames(engine)).length).toBeLessThan(3)
    expect(await loadNoticeCodes(engine)).toEqual(['db/state-incomplete'])
    await engine.client.call('sync.dismissNotice', (await engine.client.call('sync.status', {})).notices[0]!)
    await engine.restart()
    expect(await loadNoticeCodes(engine)).toEqual([])
  }))

test('lost commits of mirror.db are reported too, and the records are read again', async () => {
  const engine = await startSyncedEngine({ containers: 40 })
  await engine.restart()
  await engine.clock.advance(30_000)
  const dir = copyAsKilled(engine)
  await engine.stop()
  rmSync(join(dir, 'mirror.db-wal'))
  const engineAfter = await startTestEngine({ dir, clock: engine.clock, handle: engine.service.handle })
  engineAfter.errors.splice(0)
  await waitForFirstSweep(engineAfter)
  expect(await loadNoticeCodes(engineAfter)).toEqual(['db/mirror-incomplete'])
})

test('a missing log that had all tables is reported as a broken state.db', async () => {
  const engine = await startTestEngine(WITHOUT_KEY)
  await saveView(engine, 'one')
  const dir = copyAsKilled(engine)
  rmSync(join(dir, 'state.db-wal'))
  rmSync(join(dir, 'backups'), { recursive: true, force: true })
  expect(await loadNoticeCodes(await startOn(dir))).toEqual(['db/state-broken'])
})

describe('no loss is reported', () => {
  test('after a normal end, and after a failed start', async () => {
    const engine = await startTestEngine(WITHOUT_KEY)
    await saveView(engine, 'one')
    await engine.stop()
    expect([existsSync(join(engine.dir, 'running')), existsSync(join(engine.dir, 'state.db-wal'))]).toEqual([
      false,
      false,
    ])
    const disk = createFaultyDisk()
    disk.fail(/UPDATE outbox|temp\.moment/, 'SQLITE_IOERR')
    await expect(startTestEngine({ ...WITHOUT_KEY, dir: engine.dir })).rejects.toMatchObject({ code: 'db/disk-error' })
    disk.stopFailing()
    expect(await loadNoticeCodes(await startOn(engine.dir))).toEqual([])
  })

  test('after an end on a full disk', async () => {
    const engine = await startTestEngine(WITHOUT_KEY)
    await saveView(engine, 'one')
    const disk = createFaultyDisk()
    disk.fail(WRITE_STATEMENT, 'SQLITE_FULL')
    await engine.stop()
    engine.errors.splice(0)
    disk.stopFailing()
    const engineAfter = await startOn(engine.dir)
    expect([await loadNames(engineAfter), await loadNoticeCodes(engineAfter)]).toEqual([['one'], []])
  })
})
