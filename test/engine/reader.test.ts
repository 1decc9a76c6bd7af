// Lists are answered directly or on a thread: both give the same answers, and each caller sees its own writes.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import { type Thread, type Threads, createThreads } from '#engine/outside/threads.ts'
import type { FromReader, ToReader } from '#engine/reader/messages.ts'
import { type SyncedEngine, allRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const realThreads = () => createThreads(new URL('../../src/engine/reader-thread.ts', import.meta.url))

const WINDOW = { offset: 0, limit: 500 }
const byNumber = [{ column: 'number' as const, direction: 'asc' as const }]
const list = (
  { client }: Pick<SyncedEngine, 'client'>,
  filter: Parameters<typeof client.call<'containers.list'>>[1]['filter'],
  listId?: string,
) =>
  client.call('containers.list', {
    filter,
    sort: byNumber,
    window: WINDOW,
    ...(listId === undefined ? {} : { listId }),
  })

describe.each([
  ['directly', () => undefined],
  ['on the thread', realThreads],
])('asked %s', (_way, threadsOf) => {
  const start = () => startSyncedEngine({ containers: 60, threads: threadsOf() })

  test('a list, its counts, its choices and its calendar agree', async () => {
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
    expect((await client.call('containers.routes', { filter })).routes.reduce((sum, { boxes }) => sum + boxes, 0)).toBe(
      total,
    )
  })

  test('everybody reads what they wrote, at once', async () => {
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
        manual: { date: '2026-12-24', reason: 'told by phone' },
      })
      expect(
        (await list(engine, { scope: 'all', lastFreeDays: { from: '2026-12-24', to: '2026-12-24' } })).rows.map(
          (row) => row.id,
        ),
      ).toContain(id)
    }
    expect((await client.call('handover.get', {})).assigned).toHaveLength(5)
    await client.call('changes.markSeen', { throughId: (await client.call('changes.look', {})).newestId })
    expect((await client.call('today.get', {})).changeCount).toBe(0)
    await client.call('rates.save', {
      id: 'r',
      name: 'All',
      kind: 'demurrage',
      scac: null,
      place: null,
      lengthFt: null,
      equipmentType: null,
      currency: 'USD',
      counting: 'calendar',
      freeDays: null,
      tiers: [{ fromDay: 1, rate: 100 }],
    })
    expect((await client.call('rates.exposure', { filter: { scope: 'open' }, days: 3 })).hasRates).toBe(true)
    expect((await list(engine, { scope: 'open' })).rows.some(({ exposure }) => exposure !== null)).toBe(true)
  })

  test('a list keeps its order while rows move, says how many would, and stands at the minute that is', async () => {
    const engine = await start()
    const before = await list(engine, { scope: 'open' })
    const [first] = before.rows
    await engine.client.call('own.assign', { ids: [first!.id], assignee: 'Ines' })
    const unassigned = { scope: 'open' as const, assignedTo: [''] }
    const kept = await engine.client.call('containers.list', { filter: unassigned, sort: byNumber, window: WINDOW })
    await engine.client.call('own.assign', { ids: [kept.rows[0]!.id], assignee: 'Ines' })
    const after = await list(engine, unassigned, kept.listId)
    expect([after.listId, after.total, after.moved]).toEqual([kept.listId, kept.total, 1])
    await engine.clock.advance(61_000)
    expect((await list(engine, { scope: 'open' })).asOf > before.asOf).toBe(true)
  })

  test('what pages bring is in the next list', async () => {
    const engine = await start()
    for (let n = 0; n < 5; n++) {
      await engine.clock.advance(60_000)
      const { rows } = await engine.client.call('shipments.list', {
        filter: { scope: 'all' },
        sort: [],
        window: WINDOW,
      })
      const own = (await allRows(engine)).filter(({ goneSince }) => goneSince === null)
      expect(rows.reduce((sum, { boxes }) => sum + boxes.total, 0)).toBe(
        own.filter(({ shipmentId }) => shipmentId !== null).length,
      )
    }
  })
})

/** Every question that is answered over the board; without the names of lists, which are made at random. */
async function askEverything(client: Client<EngineContract>, at: string): Promise<unknown> {
  const filter = { scope: 'all' as const }
  const answers = {
    containers: await client.call('containers.list', {
      filter,
      sort: [{ column: 'lastFreeDay', direction: 'desc' }],
      window: WINDOW,
    }),
    facets: await client.call('containers.facets', { filter }),
    bands: await client.call('containers.bands', { filter }),
    calendar: await client.call('containers.calendar', { from: '2026-11-16', to: '2026-11-29', filter, first: 3 }),
    routes: await client.call('containers.routes', { filter }),
    summary: await client.call('containers.summary', {}),
    past: await client.call('containers.asOf', { at, filter: { scope: 'open' }, window: WINDOW }),
    shipments: await client.call('shipments.list', {
      filter,
      sort: [{ column: 'eta', direction: 'asc' }],
      window: WINDOW,
    }),
    shipmentFacets: await client.call('shipments.facets', { filter }),
    changes: await client.call('changes.list', { filter: { scope: 'all', text: 'a' }, window: WINDOW }),
    handover: await client.call('handover.get', {}),
    today: await client.call('today.get', {}),
    exposure: await client.call('rates.exposure', { filter, days: 5 }),
    ages: (await client.call('status.get', {})).ages,
  }
  const shipment = await client.call('shipments.get', { id: answers.shipments.rows[0]!.id })
  const plan = await client.call('rates.plan', {
    ids: answers.containers.rows.slice(0, 20).map(({ id }) => id),
    days: 5,
  })
  return JSON.parse(
    JSON.stringify({ ...answers, shipment, plan }, (key, value: unknown) => (key === 'listId' ? undefined : value)),
  )
}

test('the thread answers every question as it is answered directly', async () => {
  const engine = await startSyncedEngine({ containers: 90, speed: 60 })
  await engine.clock.advance(20 * 60_000)
  const [at] = [(await list(engine, { scope: 'open' })).asOf]
  await engine.clock.advance(10 * 60_000)
  await engine.stop()
  const { dir, clock } = engine
  const directly = await startTestEngine({ dir, clock, apiKey: null })
  const expected = await askEverything(directly.client, at)
  await directly.stop()
  const onThread = await startTestEngine({ dir, clock, apiKey: null, threads: realThreads() })
  expect(await askEverything(onThread.client, at)).toEqual(expected)
})

/** Threads that a test can end. */
function mortalThreads(): Threads & { started: Thread[] } {
  const real = realThreads()
  const started: Thread[] = []
  return {
    started,
    start: (onMessage, onEnd) => {
      const thread = real.start(onMessage, onEnd)
      started.push(thread)
      return thread
    },
  }
}

test('a thread that dies rejects what was asked of it, is followed by one more, and after a second death answers come directly', async () => {
  const threads = mortalThreads()
  const engine = await startSyncedEngine({ containers: 60, threads })
  const { total } = await list(engine, { scope: 'open' })
  const lost = async () => {
    const open = list(engine, { scope: 'all' })
    threads.started.at(-1)!.kill()
    await expect(open).rejects.toMatchObject({ code: 'engine/disconnected' })
  }
  await lost()
  expect((await list(engine, { scope: 'open' })).total).toBe(total)
  expect(threads.started).toHaveLength(2)
  await engine.client.call('own.assign', { ids: [(await allRows(engine))[0]!.id], assignee: 'Ines' })
  expect((await list(engine, { scope: 'all', assignedTo: ['Ines'] })).total).toBe(1)
  // Long after: one more thread.
  await engine.clock.advance(120_000)
  await lost()
  expect((await list(engine, { scope: 'open' })).total).toBe(total)
  expect(threads.started).toHaveLength(3)
  await lost()
  expect((await list(engine, { scope: 'all', assignedTo: ['Ines'] })).total).toBe(1)
  expect(threads.started).toHaveLength(3)
  await engine.client.call('own.assign', { ids: [(await allRows(engine))[1]!.id], assignee: 'Ines' })
  expect((await list(engine, { scope: 'all', assignedTo: ['Ines'] })).total).toBe(2)
  expect(engine.records.filter((record) => record.includes('reader thread ended'))).toHaveLength(3)
})

test('the engine ends in the middle of a question, and leaves no log behind', async () => {
  const threads = mortalThreads()
  const engine = await startSyncedEngine({ containers: 60, threads })
  const open = list(engine, { scope: 'all' }).then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  )
  await engine.stop()
  expect(['answered', 'engine/disconnected']).toContain(await open)
  const { readdirSync } = await import('node:fs')
  expect(readdirSync(engine.dir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
})

test('a client that comes once the engine stops is refused', async () => {
  const engine = await startTestEngine()
  const stopped = engine.stop()
  const asked = engine.connect().call('sync.status', {})
  await expect(asked).rejects.toMatchObject({ code: 'engine/disconnected' })
  await stopped
})

test('an engine whose thread never answers stops within two seconds', async () => {
  const ended: string[] = []
  const threads: Threads = {
    start: (_onMessage, onEnd) => ({
      post: () => undefined,
      kill: () => {
        ended.push('killed')
        onEnd(null)
      },
    }),
  }
  const engine = await startTestEngine({ apiKey: null, threads })
  await engine.clock.advance(1_000)
  const open = engine.client.call('containers.summary', {})
  const refused = expect(open).rejects.toMatchObject({ code: 'engine/disconnected' })
  const stopped = engine.stop()
  await engine.clock.advance(2_000)
  await stopped
  await refused
  expect(ended).toEqual(['killed'])
})

test('a thread at rest begins nothing, and goes on with what came meanwhile', async () => {
  const engine = await startSyncedEngine({ containers: 20 })
  await engine.stop()
  const answered = new Map<number, PromiseWithResolvers<unknown>>(
    [1, 2].map((id) => [id, Promise.withResolvers<unknown>()]),
  )
  const order: unknown[] = []
  const thread = realThreads().start(
    (message) => {
      const { type, id } = message as FromReader & { id: number }
      order.push(`${type} ${id}`)
      answered.get(id)?.resolve(message)
    },
    () => undefined,
  )
  onTestFinished(() => {
    thread.kill()
  })
  const post = (message: ToReader) => {
    thread.post(message)
  }
  post({ type: 'open', folder: engine.dir })
  post({ type: 'rest', id: 1 })
  post({ type: 'ask', id: 2, name: 'snapshots.rows', input: [{ ids: [] }], now: '' })
  await answered.get(1)!.promise
  expect(order).toEqual(['answer 1'])
  post({ type: 'go-on' })
  await answered.get(2)!.promise
  expect(order).toEqual(['answer 1', 'answer 2'])
})
