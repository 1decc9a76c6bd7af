// Lists are answered directly or on the reader thread. Both give the same answers, and a client reads what it wrote.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import type { Answers } from '#engine/answers.ts'
import { type Thread, type Threads, createThreads } from '#engine/outside/threads.ts'
import type { FromReader, ToReader } from '#engine/reader/messages.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { createSnapshot, readSnapshot } from '#support/snapshot-plans.ts'
import { type TestEngine, startTestEngine, tempDir } from '#support/test-engine.ts'
import { rateTable } from '#support/rate-table.ts'

const createRealThreads = () => createThreads(new URL('../../src/engine/reader-thread.ts', import.meta.url))

const WINDOW = { offset: 0, limit: 500 }
const BY_NUMBER = [{ column: 'number' as const, direction: 'asc' as const }]
const list = (
  { client }: Pick<SyncedEngine, 'client'>,
  filter: Parameters<typeof client.call<'containers.list'>>[1]['filter'],
  listId?: string,
) =>
  client.call('containers.list', {
    filter,
    sort: BY_NUMBER,
    window: WINDOW,
    ...(listId === undefined ? {} : { listId }),
  })

describe.each([
  ['directly', () => undefined],
  ['on the thread', createRealThreads],
])('a query answered %s', (_name, createReaderThreads) => {
  const start = async () => {
    const engine = await startSyncedEngine({ containers: 60, threads: createReaderThreads() })
    onTestFinished(() => {
      // Without this check the test passes when answers come directly instead of from the thread.
      expect(engine.records.filter((record) => record.includes('reader thread'))).toEqual([])
    })
    return engine
  }

  test('a list, its counts, its facets and its calendar agree', async () => {
    const engine = await start()
    const { client } = engine
    const filter = { scope: 'open' as const }
    const { rows, total, outOf } = await list(engine, filter)
    expect(rows).toHaveLength(total)
    expect(outOf).toBe((await list(engine, { scope: 'all' })).total)
    expect((await client.call('containers.summary', {})).total).toBe(total)
    expect((await client.call('containers.bands', { filter })).total).toBe(total)
    const facets = await client.call('containers.facets', { filter })
    expect(facets.bands.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(
      (await client.call('containers.calendar', { from: '2026-11-16', to: '2026-11-29', filter, first: 2 })).total,
    ).toBe(total)
    expect(
      (await client.call('containers.routes', { filter })).routes.reduce((sum, route) => sum + route.containerCount, 0),
    ).toBe(total)
  })

  test('an answer includes what the client wrote before the query', async () => {
    const engine = await start()
    const { client } = engine
    const { rows } = await list(engine, { scope: 'open' })
    for (const { id } of rows.slice(0, 5)) {
      await client.call('own.assign', { ids: [id], assignee: `of ${id}` })
      expect((await list(engine, { scope: 'open', assignedTo: [`of ${id}`] })).rows.map((row) => row.id)).toEqual([id])
      await client.call('own.addNote', { ids: [id], text: `word ${id}` })
      expect((await list(engine, { scope: 'open', hasNote: true })).rows.map((row) => row.id)).toContain(id)
      await client.call('containers.setManualLastFreeDay', {
        id,
        manual: { date: '2026-12-24', reason: 'reported by phone' },
      })
      expect(
        (await list(engine, { scope: 'all', lastFreeDays: { from: '2026-12-24', to: '2026-12-24' } })).rows.map(
          (row) => row.id,
        ),
      ).toContain(id)
    }
    expect((await client.call('handover.get', {})).assigned).toHaveLength(5)
    await client.call('changes.markSeen', { throughId: (await client.call('changes.seenMark', {})).newestId })
    expect((await client.call('today.get', {})).changeCount).toBe(0)
    await client.call('rates.save', rateTable('r'))
    expect((await client.call('rates.exposure', { filter: { scope: 'open' }, days: 3 })).hasRates).toBe(true)
    expect((await list(engine, { scope: 'open' })).rows.some(({ exposure }) => exposure !== null)).toBe(true)
  })

  test('an open list keeps its order and counts the rows that would move, and its time advances', async () => {
    const engine = await start()
    const firstList = await list(engine, { scope: 'open' })
    const [first] = firstList.rows
    await engine.client.call('own.assign', { ids: [first!.id], assignee: 'Ines' })
    const unassigned = { scope: 'open' as const, assignedTo: [''] }
    const openList = await engine.client.call('containers.list', {
      filter: unassigned,
      sort: BY_NUMBER,
      window: WINDOW,
    })
    await engine.client.call('own.assign', { ids: [openList.rows[0]!.id], assignee: 'Ines' })
    const sameList = await list(engine, unassigned, openList.listId)
    expect([sameList.listId, sameList.total, sameList.reordered]).toEqual([openList.listId, openList.total, 1])
    await engine.clock.advance(61_000)
    expect((await list(engine, { scope: 'open' })).asOf > firstList.asOf).toBe(true)
  })

  test('a list includes the rows of all pages that were read before it', async () => {
    const engine = await start()
    for (let n = 0; n < 5; n++) {
      await engine.clock.advance(60_000)
      const { rows } = await engine.client.call('shipments.list', {
        filter: { scope: 'all' },
        sort: [],
        window: WINDOW,
      })
      const presentRows = (await loadAllRows(engine)).filter(({ goneSince }) => goneSince === null)
      expect(rows.reduce((sum, shipment) => sum + shipment.containers.total, 0)).toBe(
        presentRows.filter(({ shipmentId }) => shipmentId !== null).length,
      )
    }
  })
})

/**
 * The answer to each question of the reader, or to a call that asks it. The compiler reports a missing question. The
 * engine asks `board.ahead` at its start, and it has no answer.
 * Ids of lists are omitted, because they are random.
 */
async function askEverything(engine: TestEngine, at: string): Promise<unknown> {
  const { client } = engine
  const filter = { scope: 'all' as const }
  const containers = await client.call('containers.list', {
    filter,
    sort: [{ column: 'lastFreeDay', direction: 'desc' }],
    window: WINDOW,
  })
  const shipments = await client.call('shipments.list', {
    filter,
    sort: [{ column: 'eta', direction: 'asc' }],
    window: WINDOW,
  })
  const ids = containers.rows.slice(0, 20).map(({ id }) => id)
  const file = await writeSnapshotText(engine)
  const evidence = { id: ids[0]!, charge: 'demurrage' as const, invoiceDate: null, at }
  const answers: Record<Exclude<keyof Answers, 'board.readAhead'>, unknown> = {
    'containers.list': containers,
    'containers.facets': await client.call('containers.facets', { filter }),
    'containers.bands': await client.call('containers.bands', { filter }),
    'containers.calendar': await client.call('containers.calendar', {
      from: '2026-11-16',
      to: '2026-11-29',
      filter,
      first: 3,
    }),
    'containers.routes': await client.call('containers.routes', { filter }),
    'containers.summary': await client.call('containers.summary', {}),
    'containers.asOf': await client.call('containers.asOf', { at, filter: { scope: 'open' }, window: WINDOW }),
    'shipments.list': shipments,
    'shipments.facets': await client.call('shipments.facets', { filter }),
    'shipments.get': await client.call('shipments.get', { id: shipments.rows[0]!.id }),
    'changes.list': await client.call('changes.list', { filter: { scope: 'all', text: 'a' }, window: WINDOW }),
    'changes.groups': await client.call('changes.groups', { filter: { scope: 'all', text: 'a' }, window: WINDOW }),
    'handover.get': await client.call('handover.get', {}),
    'board.decisions': (await client.call('alerts.list', { filter: { scope: 'open' }, window: WINDOW })).rows.map(
      ({ id }) => id,
    ),
    'today.board': await client.call('today.get', {}),
    'today.tiles': await loadTodayAfterMark(client),
    'rates.exposure': await client.call('rates.exposure', { filter, days: 5 }),
    'rates.fit': await client.call('rates.fit', {}),
    'rates.plan': await client.call('rates.plan', { ids, days: 5 }),
    'status.ages': (await client.call('status.get', {})).ages,
    'disputes.rowAt': (await client.call('disputes.evidence', evidence)).pastRow,
    'snapshots.order': file.split('\n').map((line) => line.split(',')[0]),
    'snapshots.rows': file,
  }
  return JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === 'listId' ? undefined : value)))
}

/** The counts are stored with a mark. The mark is removed, so that another engine can repeat the call. */
async function loadTodayAfterMark(client: Client<EngineContract>): Promise<unknown> {
  await client.call('changes.markSeen', { throughId: (await client.call('changes.seenMark', {})).newestId })
  const today = await client.call('today.get', {})
  await client.call('changes.undoSeen', {})
  return today
}

/** The clock does not advance meanwhile, so that another engine can repeat the call. */
async function writeSnapshotText(engine: TestEngine): Promise<string> {
  const { client, clock } = engine
  const folder = tempDir()
  const { id, ...rest } = createSnapshot(folder)
  await client.call('snapshots.save', { id, ...rest })
  await client.call('snapshots.writeNow', { id })
  await expect
    .poll(async () => {
      await clock.advance(0)
      return (await readSnapshot(engine)).written?.rows
    })
    .toBeGreaterThan(0)
  await client.call('snapshots.remove', { id })
  const [file] = readdirSync(folder)
  return readFileSync(join(folder, file!), 'utf8')
}

test('the thread and the direct reader give the same answers', async () => {
  const engine = await startSyncedEngine({ containers: 90, speed: 60 })
  await engine.clock.advance(20 * 60_000)
  const at = (await list(engine, { scope: 'open' })).asOf
  await engine.clock.advance(10 * 60_000)
  await engine.stop()
  const { dir, clock } = engine
  const directly = await startTestEngine({ dir, clock, apiKey: null })
  const expected = await askEverything(directly, at)
  await directly.stop()
  const onThread = await startTestEngine({ dir, clock, apiKey: null, threads: createRealThreads() })
  expect(await askEverything(onThread, at)).toEqual(expected)
  expect(onThread.records.filter((record) => record.includes('reader thread'))).toEqual([])
})

/** Threads that a test can end. */
function createKillableThreads(): Threads & { started: Thread[]; ended: PromiseWithResolvers<unknown>[] } {
  const real = createRealThreads()
  const started: Thread[] = []
  const ended: PromiseWithResolvers<unknown>[] = []
  return {
    clock: real.clock,
    started,
    ended,
    start: (onMessage, onEnd) => {
      const end = Promise.withResolvers<unknown>()
      const thread = real.start(onMessage, (error) => {
        onEnd(error)
        end.resolve(error)
      })
      started.push(thread)
      ended.push(end)
      return thread
    },
  }
}

test('a query whose thread ends is answered by a new thread, or directly after a second end within minutes', async () => {
  const threads = createKillableThreads()
  const engine = await startSyncedEngine({ containers: 60, threads })
  const { total } = await list(engine, { scope: 'all' })
  const loseThread = async () => {
    const ended = threads.ended.at(-1)!.promise
    threads.started.at(-1)!.terminate()
    expect((await list(engine, { scope: 'all' })).total).toBe(total)
    await ended
  }
  await loseThread()
  expect(threads.started).toHaveLength(2)
  await engine.client.call('own.assign', { ids: [(await loadAllRows(engine))[0]!.id], assignee: 'Ines' })
  expect((await list(engine, { scope: 'all', assignedTo: ['Ines'] })).total).toBe(1)
  await engine.clock.advance(10 * 60_000)
  await loseThread()
  expect(threads.started).toHaveLength(3)
  await loseThread()
  expect((await list(engine, { scope: 'all', assignedTo: ['Ines'] })).total).toBe(1)
  expect(threads.started).toHaveLength(3)
  await engine.client.call('own.assign', { ids: [(await loadAllRows(engine))[1]!.id], assignee: 'Ines' })
  expect((await list(engine, { scope: 'all', assignedTo: ['Ines'] })).total).toBe(2)
  expect(engine.records.filter((record) => record.includes('reader thread ended'))).toHaveLength(3)
})

test('an engine that stops during a query leaves no log behind', async () => {
  const threads = createKillableThreads()
  const engine = await startSyncedEngine({ containers: 60, threads })
  const query = list(engine, { scope: 'all' }).then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  )
  await engine.stop()
  expect(['answered', 'engine/disconnected']).toContain(await query)
  expect(readdirSync(engine.dir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
})

test('a client that connects after the stop is refused', async () => {
  const engine = await startTestEngine()
  const stopped = engine.stop()
  const answer = engine.connect().call('sync.status', {})
  await expect(answer).rejects.toMatchObject({ code: 'engine/disconnected' })
  await stopped
})

test('an engine whose thread never answers stops within two seconds', async () => {
  const ended: string[] = []
  const threads: Threads = {
    clock: createFakeClock(0),
    start: (_onMessage, onEnd) => ({
      postMessage: () => undefined,
      terminate: () => {
        ended.push('killed')
        onEnd(null)
      },
    }),
  }
  const engine = await startTestEngine({ apiKey: null, threads })
  await engine.clock.advance(1_000)
  const query = engine.client.call('containers.summary', {})
  const refused = expect(query).rejects.toMatchObject({ code: 'engine/disconnected' })
  const stopped = engine.stop()
  await engine.clock.advance(2_000)
  await stopped
  await refused
  expect(ended).toEqual(['killed'])
})

test('a paused thread answers nothing until the pause ends', async () => {
  const engine = await startSyncedEngine({ containers: 20 })
  await engine.stop()
  const answered = new Map<number, PromiseWithResolvers<unknown>>(
    [1, 2].map((id) => [id, Promise.withResolvers<unknown>()]),
  )
  const order: unknown[] = []
  const thread = createRealThreads().start(
    (message) => {
      const { type, id } = message as FromReader & { id: number }
      order.push(`${type} ${id}`)
      answered.get(id)?.resolve(message)
    },
    () => undefined,
  )
  onTestFinished(() => {
    thread.terminate()
  })
  const post = (message: ToReader) => thread.postMessage(message)
  const resumeFlag = new Int32Array(new SharedArrayBuffer(4))
  post({ type: 'open', folder: engine.dir })
  post({ type: 'pause', id: 1, resumeFlag })
  post({ type: 'ask', id: 2, name: 'snapshots.rows', input: [{ ids: [] }], now: '' })
  await answered.get(1)!.promise
  expect(order).toEqual(['answer 1'])
  Atomics.store(resumeFlag, 0, 1)
  Atomics.notify(resumeFlag, 0)
  await answered.get(2)!.promise
  expect(order).toEqual(['answer 1', 'answer 2'])
})
