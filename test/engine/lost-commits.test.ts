// Commits that were only in a write-ahead log are gone if the log was damaged or removed after a crash, and this is
// reported (T31). The intact log of a killed program causes no report.
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { fileWrites } from '#support/file-writes.ts'
import { firstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine, tempDir } from '#support/test-engine.ts'

const offline = { apiKey: null }
const noticesOf = async ({ client }: TestEngine) =>
  (await client.call('sync.status', {})).notices.map(({ code }) => code)
const namesOf = async ({ client }: TestEngine) =>
  (await client.call('views.list', {})).map(({ name }) => name).toSorted()
const save = ({ client }: TestEngine, name: string) =>
  client.call('views.save', {
    id: name,
    name,
    screen: 'lfd',
    filter: {},
    sort: [],
    layout: { order: [], widths: {}, hidden: [] },
    density: 'compact',
  })

/** The folder as a process that is killed leaves it, while the engine in it goes on. */
function killed({ dir }: TestEngine): string {
  const left = tempDir()
  cpSync(dir, left, { recursive: true, filter: (path) => !path.endsWith('lock.db') })
  return left
}

async function startWithLog() {
  const engine = await startTestEngine(offline)
  // The tables themselves lie in the log until a first end.
  await engine.restart()
  for (const name of ['one', 'two', 'three']) await save(engine, name)
  const dir = killed(engine)
  const wal = join(dir, 'state.db-wal')
  expect(readFileSync(wal).byteLength).toBeGreaterThan(3 * 4096)
  return { dir, wal }
}

async function startOn(dir: string): Promise<TestEngine> {
  const engine = await startTestEngine({ ...offline, dir })
  engine.errors.splice(0)
  return engine
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 0x40
  writeFileSync(path, bytes)
}

test('a log that is whole says nothing, and all of it is there', async () => {
  const { dir } = await startWithLog()
  const engine = await startOn(dir)
  expect([await namesOf(engine), await noticesOf(engine)]).toEqual([['one', 'three', 'two'], []])
})

describe('of the user’s own work it is told once that something is missing', () => {
  test.each<[string, (files: { wal: string; shm: string }) => void]>([
    [
      'is gone',
      ({ wal }) => {
        rmSync(wal)
      },
    ],
    [
      'is gone with its index',
      ({ wal, shm }) => {
        rmSync(wal)
        rmSync(shm)
      },
    ],
    [
      'is empty',
      ({ wal }) => {
        truncateSync(wal, 0)
      },
    ],
    [
      'is cut in half',
      ({ wal }) => {
        truncateSync(wal, readFileSync(wal).byteLength >> 1)
      },
    ],
    [
      'has another byte in its first frame',
      ({ wal }) => {
        flip(wal, 32 + 24 + 100)
      },
    ],
    [
      'has another byte in its first frame, and no index',
      ({ wal, shm }) => {
        flip(wal, 32 + 24 + 100)
        rmSync(shm)
      },
    ],
    [
      'has another byte in its header',
      ({ wal }) => {
        flip(wal, 20)
      },
    ],
    [
      'has another byte in its header, and no index',
      ({ wal, shm }) => {
        flip(wal, 20)
        rmSync(shm)
      },
    ],
  ])('when the log %s', async (_what, harm) => {
    const { dir, wal } = await startWithLog()
    harm({ wal, shm: join(dir, 'state.db-shm') })
    const engine = await startOn(dir)
    expect((await namesOf(engine)).length).toBeLessThan(3)
    expect(await noticesOf(engine)).toEqual(['db/state-incomplete'])
    await engine.client.call('sync.dismissNotice', (await engine.client.call('sync.status', {})).notices[0]!)
    await engine.restart()
    expect(await noticesOf(engine)).toEqual([])
  })
})

test('of what the service told it is said too, and it is read again', async () => {
  const engine = await startSyncedEngine({ containers: 40 })
  await engine.restart()
  await engine.clock.advance(30_000)
  const dir = killed(engine)
  await engine.stop()
  rmSync(join(dir, 'mirror.db-wal'))
  const again = await startTestEngine({ dir, clock: engine.clock, handle: engine.service.handle })
  again.errors.splice(0)
  await firstSweep(again)
  expect(await noticesOf(again)).toEqual(['db/mirror-incomplete'])
})

test('a log that is gone with all there was, the tables included, is told as a lost file', async () => {
  const engine = await startTestEngine(offline)
  await save(engine, 'one')
  const dir = killed(engine)
  rmSync(join(dir, 'state.db-wal'))
  rmSync(join(dir, 'backups'), { recursive: true, force: true })
  expect(await noticesOf(await startOn(dir))).toEqual(['db/state-broken'])
})

describe('nothing is missing', () => {
  test('after an end in good order, nor after a start that failed', async () => {
    const engine = await startTestEngine(offline)
    await save(engine, 'one')
    await engine.stop()
    expect([existsSync(join(engine.dir, 'running')), existsSync(join(engine.dir, 'state.db-wal'))]).toEqual([
      false,
      false,
    ])
    const disk = createFaultyDisk()
    disk.fail(/UPDATE outbox|temp\.moment/, 'SQLITE_IOERR')
    await expect(startTestEngine({ ...offline, dir: engine.dir })).rejects.toMatchObject({ code: 'db/disk-error' })
    disk.heal()
    expect(await noticesOf(await startOn(engine.dir))).toEqual([])
  })

  test('after an end for which there was no room', async () => {
    const engine = await startTestEngine(offline)
    await save(engine, 'one')
    const disk = createFaultyDisk()
    disk.fail(fileWrites, 'SQLITE_FULL')
    await engine.stop()
    engine.errors.splice(0)
    disk.heal()
    const again = await startOn(engine.dir)
    expect([await namesOf(again), await noticesOf(again)]).toEqual([['one'], []])
  })
})
