// A disk that is full or broken while the engine runs is reported and does not end the process, and the engine
// continues when the disk works again.
import { renameSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createFiles } from '#engine/outside/files.ts'
import { getErrorCode } from '#support/error-code.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { WRITE_STATEMENT } from '#support/file-writes.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const loadState = async ({ client }: SyncedEngine) => {
  const { state, error } = await client.call('sync.status', {})
  return [state, error?.code]
}

test('a full disk stops the sync and is shown, and the sync continues when there is space again', async () => {
  const engine = await startSyncedEngine({ containers: 120 })
  const disk = createFaultyDisk()
  disk.fail(WRITE_STATEMENT, 'SQLITE_FULL')
  await engine.clock.advance(180_000)
  expect(await loadState(engine)).toEqual(['trouble', 'db/disk-full'])
  disk.stopFailing()
  await engine.clock.advanceUntil(async () => (await loadState(engine))[0] === 'live', 70_000)
})

test('a computer that wakes up with a full disk still answers, and reads when there is space', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const disk = createFaultyDisk()
  disk.fail(WRITE_STATEMENT, 'SQLITE_FULL')
  for (let night = 0; night < 2; night++) {
    engine.clock.sleepMachine(3_600_000)
    await engine.clock.advance(20_000)
    expect(engine.errors.splice(0).filter((error) => error.startsWith('resume failed'))).toHaveLength(1)
  }
  expect(await loadAllRows(engine)).toHaveLength(12)
  disk.stopFailing()
  await engine.clock.advanceUntil(async () => (await loadState(engine))[0] === 'live', 70_000)
})

test('stored data is served although a full disk prevents the recovery of the outbox at the start', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.stop()
  const disk = createFaultyDisk()
  disk.fail(/UPDATE outbox/, 'SQLITE_FULL')
  await engine.restart()
  expect(await loadAllRows(engine)).toHaveLength(12)
  expect(engine.errors.splice(0)).toEqual([expect.stringMatching(/^outbox not recovered/)])
  disk.stopFailing()
})

test('a request whose permit cannot be stored is not sent, and the user gets an error at once', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(120_000)
  const [first] = await loadAllRows(engine)
  const disk = createFaultyDisk()
  disk.fail(/INSERT INTO rate_slot/, 'SQLITE_FULL')
  const sent = engine.network.sent.length
  const reread = getErrorCode(engine.client.call('containers.reread', { id: first!.id }))
  await engine.clock.flush()
  expect([await reread, engine.network.sent.length - sent]).toEqual(['db/disk-full', 0])
  // The state of the connection does not change.
  expect((await loadState(engine))[0]).toBe('live')
})

test('an answer is not lost if the end of its permit cannot be stored', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(120_000)
  const disk = createFaultyDisk()
  disk.fail(/(UPDATE|DELETE FROM) rate_slot/, 'SQLITE_FULL')
  const completeBefore = (await engine.client.call('sync.status', {})).lastCompleteAt!
  await engine.clock.advance(180_000)
  expect(await loadState(engine)).toEqual(['live', undefined])
  expect((await engine.client.call('sync.status', {})).lastCompleteAt! > completeBefore).toBe(true)
})

test.each([
  ['the due records', /missing_count >= 2/],
  ['the moment of the lists', /temp\.moment/],
])('a read error of %s is logged, and the read is retried', async (_name, matching) => {
  const engine = await startSyncedEngine({ containers: 12 })
  await engine.clock.advance(120_000)
  const disk = createFaultyDisk()
  disk.fail(matching, 'SQLITE_IOERR')
  await engine.clock.advance(61_000)
  expect(engine.errors.splice(0).length).toBeGreaterThan(0)
  disk.stopFailing()
  const completeBefore = (await engine.client.call('sync.status', {})).lastCompleteAt!
  await engine.clock.advanceUntil(
    async () => (await engine.client.call('sync.status', {})).lastCompleteAt! > completeBefore,
    130_000,
  )
  expect(await loadState(engine)).toEqual(['live', undefined])
  expect(engine.errors).toEqual([])
})

test('a database that cannot be read is reported, and is not retried without pauses', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const disk = createFaultyDisk()
  disk.fail(/missing_count >= 2/, 'SQLITE_IOERR')
  await engine.clock.advance(300_000)
  expect(await loadState(engine)).toEqual(['trouble', 'db/disk-error'])
  expect(engine.errors.splice(0).length).toBeLessThan(30)
})

describe('a call that fails on the disk', () => {
  const saveView = async ({ client }: Pick<SyncedEngine, 'client'>, text: string) =>
    client.call('views.save', {
      id: text,
      name: text,
      screen: 'lfd',
      filter: {},
      sort: [],
      layout: { order: [], widths: {}, hidden: [] },
      density: 'compact',
    })
  const startWithFolder = async (isWritable: () => boolean) => {
    const files = createFiles()
    return startTestEngine({
      apiKey: null,
      files: { ...files, mayWrite: (path) => (isWritable() ? files.mayWrite(path) : Promise.resolve(false)) },
    })
  }

  test.each(['SQLITE_IOERR_WRITE', 'SQLITE_READONLY'] as const)(
    'reports a read-only file system (%s), and works again after it is writable',
    async (code) => {
      let isWritable = true
      const engine = await startWithFolder(() => isWritable)
      const disk = createFaultyDisk()
      isWritable = false
      disk.fail(WRITE_STATEMENT, code)
      expect(await getErrorCode(saveView(engine, 'lost'))).toBe('db/read-only')
      expect(await getErrorCode(engine.client.call('views.list', {}))).toBe('no error')
      disk.stopFailing()
      isWritable = true
      await saveView(engine, 'kept')
      expect((await engine.client.call('views.list', {})).map(({ name }) => name)).toEqual(['kept'])
      engine.errors.splice(0)
    },
  )

  test('reports a disk error if its folder is intact', async () => {
    const engine = await startWithFolder(() => true)
    createFaultyDisk().fail(/FROM saved_view/, 'SQLITE_IOERR')
    expect(await getErrorCode(engine.client.call('views.list', {}))).toBe('db/disk-error')
    engine.errors.splice(0)
  })

  test('is refused if the folder is gone, so that no data is saved there; with the folder it works again', async () => {
    const engine = await startWithFolder(() => true)
    await saveView(engine, 'before')
    renameSync(engine.dir, `${engine.dir}-elsewhere`)
    try {
      expect([
        await getErrorCode(saveView(engine, 'lost')),
        await getErrorCode(engine.client.call('rates.export', {})),
      ]).toEqual(['db/folder-gone', 'db/folder-gone'])
      expect((await engine.client.call('views.list', {})).map(({ name }) => name)).toEqual(['before'])
    } finally {
      renameSync(`${engine.dir}-elsewhere`, engine.dir)
    }
    await saveView(engine, 'after')
    expect((await engine.client.call('views.list', {})).length).toBe(2)
  })

  test('because of a bug of the engine is not reported as a disk error', async () => {
    const engine = await startWithFolder(() => true)
    createFaultyDisk().fail(WRITE_STATEMENT, 'SQLITE_READONLY')
    expect(await getErrorCode(saveView(engine, 'lost'))).toBe('internal')
    engine.errors.splice(0)
  })
})

test('a request whose answer could not be stored is searched for before it is sent again', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  const disk = createFaultyDisk()
  engine.network.fault(({ method }) => (method === 'POST' ? { kind: 'delay', ms: 5_000 } : null))
  await engine.client.call('tracking.create', {
    type: 'bill_of_lading',
    number: 'MAEU601928374',
    scac: 'MAEU',
    refs: [],
    replaces: null,
  })
  const listRequestMethods = () =>
    engine.network.sent
      .filter(({ method, url }) => method === 'POST' || url.includes('filter[request_number]'))
      .map(({ method }) => method)
  await engine.clock.advanceUntil(() => Promise.resolve(listRequestMethods().length === 1))
  disk.fail(/UPDATE outbox/, 'SQLITE_FULL')
  await engine.clock.advance(6_000)
  expect(engine.errors.splice(0)).toEqual([expect.stringMatching(/^outbox cannot be written/)])
  disk.stopFailing()
  await engine.clock.advance(120_000)
  expect(listRequestMethods()).toEqual(['POST', 'GET'])
})
