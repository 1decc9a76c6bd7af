// A write-ahead log grows while somebody reads without a rest: beyond a size it is written back in one that is asked
// for.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection, openReader } from '#engine/db/open.ts'
import { MOST_WAL_BYTES, createWalGuard } from '#engine/db/wal-guard.ts'
import { createWrite } from '#engine/db/write.ts'
import { createFiles } from '#engine/outside/files.ts'
import { createFakeClock } from '#support/fake-clock.ts'

const MEGABYTE = 1_000_000

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-test-'))
  const connection = openConnection(folder, momentSetup)
  const reader = openReader(
    folder,
    momentSetup,
    () => undefined,
    () => undefined,
  )
  onTestFinished(() => {
    reader.close()
    connection.close()
    rmSync(folder, { recursive: true })
  })
  const write = createWrite(connection, { add: () => undefined })
  let pages = 0
  return {
    folder,
    connection,
    logBytes: () => statSync(join(folder, 'mirror.db-wal')).size,
    pourIn: (megabytes: number) => {
      for (let n = 0; n < megabytes; n++)
        write((w) =>
          w.run('INSERT INTO mirror.meta (key, value) VALUES (?, ?)', `page ${++pages}`, 'x'.repeat(MEGABYTE)),
        )
    },
    /** Reads from the log as it is now, until it rests. */
    read: () => {
      reader.raw.exec('BEGIN')
      reader.db.get('SELECT count(*) FROM mirror.meta')
    },
    rest: () => {
      reader.raw.exec('COMMIT')
    },
  }
}

test('is left alone while it is small, looked at once a second, and written back whole while the reader rests', async () => {
  const { folder, connection, logBytes, pourIn, read, rest } = setUp()
  const clock = createFakeClock(0)
  let rests = 0
  const whileResting = async (work: () => void) => {
    await Promise.resolve()
    rests++
    rest()
    work()
    read()
  }
  const guard = createWalGuard({ connection, folder, clock, files: createFiles(), log: () => undefined, whileResting })
  const look = async () => {
    guard.onCommit()
    await guard.settled()
    return rests
  }
  pourIn(1)
  read()
  pourIn(20)
  await clock.advance(1_000)
  expect(await look()).toBe(0)
  pourIn(20)
  expect(logBytes()).toBeGreaterThan(MOST_WAL_BYTES)
  expect(await look(), 'not again within a second').toBe(0)
  await clock.advance(1_000)
  expect(await look()).toBe(1)
  expect(logBytes()).toBe(0)
})

test('a reader that is gone in the middle of it is told in the log, and asked again ten seconds later', async () => {
  const { folder, connection, pourIn, read } = setUp()
  const clock = createFakeClock(0)
  const told: string[] = []
  pourIn(1)
  read()
  pourIn(40)
  const guard = createWalGuard({
    connection,
    folder,
    clock,
    files: createFiles(),
    log: (level, event) => told.push(`${level} ${event}`),
    whileResting: () => Promise.reject(new Error('gone')),
  })
  const looks: number[] = []
  for (let n = 0; n < 11; n++) {
    await clock.advance(1_000)
    guard.onCommit()
    await guard.settled()
    looks.push(told.length)
  }
  expect(looks).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
  expect(told).toEqual(['warn log not written back', 'warn log not written back'])
})

test('a reader that reads on all the same is not waited for, and the log is written back when it has ended', async () => {
  const { folder, connection, logBytes, pourIn, read, rest } = setUp()
  const clock = createFakeClock(0)
  const told: string[] = []
  pourIn(1)
  read()
  pourIn(40)
  const whileResting = (work: () => void) => {
    work()
    return Promise.resolve()
  }
  const guard = createWalGuard({
    connection,
    folder,
    clock,
    files: createFiles(),
    log: (level, event) => told.push(`${level} ${event}`),
    whileResting,
  })
  const look = async (ms: number) => {
    await clock.advance(ms)
    guard.onCommit()
    await guard.settled()
  }
  await look(1_000)
  expect(told).toEqual(['info log not written back: it is being read'])
  expect(logBytes()).toBeGreaterThan(MOST_WAL_BYTES)
  expect(connection.raw.pragma('busy_timeout', { simple: true })).toBe(5_000)
  rest()
  await look(10_000)
  expect(logBytes()).toBe(0)
})
