// A disk that is full or broken while the engine runs: told as what it is, never the end of the process, and over by
// itself once the disk is well again.
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { fileWrites } from '#support/file-writes.ts'
import { type SyncedEngine, allRows, startSyncedEngine } from '#support/synced-engine.ts'

const chip = async ({ client }: SyncedEngine) => {
  const { state, error } = await client.call('sync.status', {})
  return [state, error?.code]
}
const codeOf = (promise: Promise<unknown>) => promise.then(() => 'no error', (error: unknown) => (error instanceof AppError ? error.code : error))

test('a full disk stops the reading, is told, and the reading goes on when there is room again', async () => {
  const engine = await startSyncedEngine({ containers: 120 })
  const disk = createFaultyDisk()
  disk.fail(fileWrites, 'SQLITE_FULL')
  await engine.clock.advance(180_000)
  expect(await chip(engine)).toEqual(['trouble', 'db/disk-full'])
  disk.heal()
  await engine.clock.advanceUntil(async () => (await chip(engine))[0] === 'live', 70_000)
})

test('a machine that wakes up with a full disk goes on serving, and reading once there is room', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const disk = createFaultyDisk()
  disk.fail(fileWrites, 'SQLITE_FULL')
  for (let night = 0; night < 2; night++) {
    engine.clock.sleepMachine(3_600_000)
    await engine.clock.advance(20_000)
    expect(engine.errors.splice(0).filter((error) => error.startsWith('waking up'))).toHaveLength(1)
  }
  expect(await allRows(engine)).toHaveLength(12)
  disk.heal()
  await engine.clock.advanceUntil(async () => (await chip(engine))[0] === 'live', 70_000)
})

test('what is saved is served though there is no room to look through the outbox at the start', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.stop()
  const disk = createFaultyDisk()
  disk.fail(/UPDATE outbox/, 'SQLITE_FULL')
  await engine.restart()
  expect(await allRows(engine)).toHaveLength(12)
  expect(engine.errors.splice(0)).toEqual([expect.stringMatching(/^outbox not looked through/)])
  disk.heal()
})

test('a request that has no room to be remembered is not sent, and its user is told at once', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(120_000)
  const [first] = await allRows(engine)
  const disk = createFaultyDisk()
  disk.fail(/INSERT INTO rate_slot/, 'SQLITE_FULL')
  const sent = engine.network.sent.length
  const reread = codeOf(engine.client.call('containers.reread', { id: first!.id }))
  await engine.clock.settle()
  expect([await reread, engine.network.sent.length - sent]).toEqual(['db/disk-full', 0])
  // It says nothing about the connection.
  expect((await chip(engine))[0]).toBe('live')
})

test('an answer is not lost because its slot cannot be finished', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(120_000)
  const disk = createFaultyDisk()
  disk.fail(/(UPDATE|DELETE FROM) rate_slot/, 'SQLITE_FULL')
  const before = (await engine.client.call('sync.status', {})).lastCompleteAt!
  await engine.clock.advance(180_000)
  expect(await chip(engine)).toEqual(['live', undefined])
  expect((await engine.client.call('sync.status', {})).lastCompleteAt! > before).toBe(true)
})

test.each([
  ['what is due', /missing_count >= 2/],
  ['the minute of the lists', /temp\.moment/],
])('one read error while looking for %s is logged and tried again', async (_name, matching) => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(120_000)
  const disk = createFaultyDisk()
  disk.fail(matching, 'SQLITE_IOERR')
  await engine.clock.advance(61_000)
  expect(engine.errors.splice(0).length).toBeGreaterThan(0)
  disk.heal()
  const before = (await engine.client.call('sync.status', {})).lastCompleteAt!
  await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).lastCompleteAt! > before, 130_000)
  expect(await chip(engine)).toEqual(['live', undefined])
  expect(engine.errors).toEqual([])
})

test('a database that cannot be read is told, and not asked over and over', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const disk = createFaultyDisk()
  disk.fail(/missing_count >= 2/, 'SQLITE_IOERR')
  await engine.clock.advance(300_000)
  expect(await chip(engine)).toEqual(['trouble', 'internal'])
  expect(engine.errors.splice(0).length).toBeLessThan(30)
})
