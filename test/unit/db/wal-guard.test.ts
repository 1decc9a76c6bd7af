// A write-ahead log grows while a reader reads without a pause. Above a size, the guard asks for a pause and writes the
// log back.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection, openReader } from '#engine/db/open.ts'
import { MAX_WAL_BYTES, createWalGuard } from '#engine/db/wal-guard.ts'
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
  const write = createWrite(connection)
  let pages = 0
  return {
    folder,
    connection,
    logBytes: () => statSync(join(folder, 'mirror.db-wal')).size,
    writeMegabytes: (megabytes: number) => {
      for (let n = 0; n < megabytes; n++)
        write((db) =>
          db.run('INSERT INTO mirror.meta (key, value) VALUES (?, ?)', `page ${++pages}`, 'x'.repeat(MEGABYTE)),
        )
    },
    /** Opens a read transaction, which lasts until `endRead`. */
    beginRead: () => {
      reader.raw.exec('BEGIN')
      reader.db.get('SELECT count(*) FROM mirror.meta')
    },
    endRead: () => {
      reader.raw.exec('COMMIT')
    },
  }
}

test('a log is checked four times a second, and written back during a pause once it is large', async () => {
  const { folder, connection, logBytes, writeMegabytes, beginRead, endRead } = setUp()
  const clock = createFakeClock(0)
  let pauses = 0
  const whilePaused = async (work: () => void) => {
    await Promise.resolve()
    pauses++
    endRead()
    work()
    beginRead()
  }
  const guard = createWalGuard({ connection, folder, clock, files: createFiles(), log: () => undefined, whilePaused })
  const check = async () => {
    guard.onCommit()
    await guard.whenIdle()
    return pauses
  }
  writeMegabytes(1)
  beginRead()
  writeMegabytes(10)
  await clock.advance(250)
  expect(await check()).toBe(0)
  writeMegabytes(10)
  expect(logBytes()).toBeGreaterThan(MAX_WAL_BYTES)
  expect(await check(), 'not again within 250 ms').toBe(0)
  await clock.advance(250)
  expect(await check()).toBe(1)
  expect(logBytes()).toBe(0)
})

test('a pause that fails is logged, and tried again ten seconds later', async () => {
  const { folder, connection, writeMegabytes, beginRead } = setUp()
  const clock = createFakeClock(0)
  const records: string[] = []
  writeMegabytes(1)
  beginRead()
  writeMegabytes(40)
  const guard = createWalGuard({
    connection,
    folder,
    clock,
    files: createFiles(),
    log: (level, event) => records.push(`${level} ${event}`),
    whilePaused: () => Promise.reject(new Error('gone')),
  })
  const counts: number[] = []
  for (let n = 0; n < 11; n++) {
    await clock.advance(1_000)
    guard.onCommit()
    await guard.whenIdle()
    counts.push(records.length)
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
  expect(records).toEqual(['warn log not written back', 'warn log not written back'])
})

test('the guard does not wait for another reader, and writes the log back after that reader has ended', async () => {
  const { folder, connection, logBytes, writeMegabytes, beginRead, endRead } = setUp()
  const clock = createFakeClock(0)
  const records: string[] = []
  writeMegabytes(1)
  beginRead()
  writeMegabytes(40)
  const whilePaused = (work: () => void) => {
    work()
    return Promise.resolve()
  }
  const guard = createWalGuard({
    connection,
    folder,
    clock,
    files: createFiles(),
    log: (level, event) => records.push(`${level} ${event}`),
    whilePaused,
  })
  const check = async (ms: number) => {
    await clock.advance(ms)
    guard.onCommit()
    await guard.whenIdle()
  }
  await check(1_000)
  expect(records).toEqual(['info log not written back: it is being read'])
  expect(logBytes()).toBeGreaterThan(MAX_WAL_BYTES)
  expect(connection.raw.pragma('busy_timeout', { simple: true })).toBe(5_000)
  endRead()
  await check(10_000)
  expect(logBytes()).toBe(0)
})
