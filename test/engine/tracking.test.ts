// How a request leaves and what becomes of it: online, offline, with answers lost, against the service itself.
import { describe, expect, test } from 'vitest'
import { withCheckDigit } from '#service/world/container-number.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { GOOD, bill, bodyOf, create, get, hasBeenSent, isPost, isState, known, list, posts, small, until } from '#support/tracking-requests.ts'

describe('a request made online', () => {
  test('is saved at once, sent at once, and followed until its containers are here', async () => {
    const engine = await small()
    const id = await create(engine, bill('2600-00001', { refs: ['PO-77'] }))
    expect(await get(engine, id)).toMatchObject({ number: GOOD, type: 'bill_of_lading', scac: 'MAEU', lineName: 'Maersk', refs: ['PO-77'], failure: null, shipmentId: null, boxes: null })
    await until(engine, id, isState('pending'), 2_000)
    expect(await get(engine, id)).toMatchObject({ id, status: 'pending', isUnsure: false, isRetrying: false, nextTryAt: null })
    await until(engine, id, isState('created'), 90_000)
    await until(engine, id, ({ boxes }) => boxes !== null && boxes > 0, 3_000)
    const { shipmentId, boxes } = await get(engine, id)
    const { containers } = await engine.client.call('shipments.get', { id: shipmentId! })
    expect(containers).toHaveLength(boxes!)
    expect([posts(engine).length, known(engine, GOOD).length]).toEqual([1, 1])
  })

  test('stands once in the list, under the id it was saved with, and tells screens when it moves', async () => {
    const engine = await small()
    // The lines read last are told to screens of requests too, and news comes at most four times a second.
    await engine.clock.advance(1_000)
    const changed: (string[] | null)[] = []
    engine.client.on('changed', ({ topic, ids }) => { if (topic === 'requests') changed.push(ids) })
    const before = await list(engine)
    const id = await create(engine, bill(GOOD))
    await until(engine, id, isState('created'), 90_000)
    const { rows, total, outOf } = await list(engine)
    expect([total, outOf, rows.filter(({ number }) => number === GOOD).map((row) => row.id)]).toEqual([before.total + 1, before.outOf + 1, [id]])
    expect(changed.length).toBeGreaterThan(2)
    expect(changed.every((ids) => ids === null || ids.includes(id))).toBe(true)
  })

  test('without a line leaves it to the service to find one', async () => {
    const engine = await small()
    const id = await create(engine, { number: withCheckDigit('OOLU765432'), type: 'container', scac: null, refs: [], replaces: null })
    await until(engine, id, hasBeenSent)
    expect(await get(engine, id)).toMatchObject({ state: 'pending', scac: null, lineName: null })
    await until(engine, id, ({ scac }) => scac !== null)
    expect(await get(engine, id)).toMatchObject({ scac: 'OOLU', lineName: 'OOCL' })
  })

  test.each([
    ['a number of another kind', bill('HELLO123'), 'invalid_number'],
    ['the number for failure', bill('TEST-TR-FAILED', { scac: 'TEST' }), 'not_found'],
    ['a number of no line', bill('QQQQ1234567', { scac: null }), 'scac_auto_detect_failed'],
  ])('fails with the service’s reason: %s', async (_, request, reason) => {
    const engine = await small()
    const id = await create(engine, request)
    await until(engine, id, isState('failed'), 90_000)
    expect(await get(engine, id)).toMatchObject({ status: 'failed', reason, failure: null, shipmentId: null })
    expect((await list(engine, { scope: 'open' })).rows.map((row) => row.id)).toContain(id)
  })

  test('is refused for good where the service refuses it, and keeps what was typed', async () => {
    const engine = await small()
    const id = await create(engine, bill('212345678', { scac: 'QQQQ', refs: ['A'] }))
    await until(engine, id, isState('refused'))
    expect(await get(engine, id)).toMatchObject({ number: '212345678', scac: 'QQQQ', refs: ['A'], failure: { code: 'api/refused', details: { serviceCode: 'blank', pointer: '/data/attributes/scac' } }, nextTryAt: null })
    await engine.clock.advance(300_000)
    expect(posts(engine)).toHaveLength(1)
  })

  test('that is tracked already says so, and leads to the shipment', async () => {
    const engine = await small()
    const first = (await list(engine)).rows.find(({ state, shipmentId }) => state === 'created' && shipmentId !== null)!
    const id = await create(engine, { number: first.number, type: first.type!, scac: first.scac, refs: [], replaces: null })
    await until(engine, id, isState('already-tracked'))
    const row = await get(engine, id)
    expect([row.shipmentId, row.failure, row.boxes]).toEqual([first.shipmentId, null, first.boxes])
    expect((await list(engine, { scope: 'open' })).rows.map((each) => each.id)).not.toContain(id)
    expect((await list(engine)).rows.map((each) => each.id)).toContain(first.id)
  })

  test.each([200, 201])('answered with the request that exists already is no new one either, whether with %i', async (status) => {
    const engine = await small()
    const first = (await list(engine)).rows.find(({ state }) => state === 'created')!
    engine.network.fault((request) =>
      isPost(request)
        ? { kind: 'alter', alter: () => ({ ...engine.service.handle({ ...request, method: 'GET', url: `https://track.example/v2/tracking_requests/${first.id}` }), status }) }
        : null,
    )
    const id = await create(engine, bill(GOOD))
    await until(engine, id, isState('already-tracked'))
  })

  test('that a sweep brings before its own answer comes is ours all the same, and asking for a sweep does not drop it', async () => {
    const engine = await small()
    engine.network.fault((request) => (isPost(request) ? { kind: 'delay', ms: 20_000 } : null))
    const id = await create(engine, bill(GOOD))
    await engine.clock.advance(1_000)
    await engine.client.call('sync.refresh', {})
    await engine.clock.advanceUntil(async () => (await list(engine)).rows.some((row) => row.number === GOOD && row.id !== id), 10_000)
    expect(await get(engine, id)).toMatchObject({ state: 'sending', isUnsure: false })
    await until(engine, id, hasBeenSent)
    await until(engine, id, isState('created'), 90_000)
    expect([posts(engine).length, known(engine, GOOD).length]).toEqual([1, 1])
  })
})

describe('a request made offline', () => {
  const offline = async () => {
    const engine = await small()
    engine.network.unplug()
    return engine
  }

  test('waits, says why, and leaves once when the service can be reached', async () => {
    const engine = await offline()
    const id = await create(engine, bill(GOOD))
    await until(engine, id, ({ failure }) => failure !== null)
    expect(await get(engine, id)).toMatchObject({ state: 'waiting', failure: { code: 'api/offline' }, isUnsure: false })
    expect((await get(engine, id)).nextTryAt).not.toBeNull()
    await engine.clock.advance(3_600_000)
    expect(hasBeenSent(await get(engine, id))).toBe(false)
    engine.network.plug()
    await until(engine, id, isState('created'), 180_000)
    expect(known(engine, GOOD)).toHaveLength(1)
  })

  test('follows the first answer to anybody, without waiting for its own turn', async () => {
    const engine = await offline()
    const id = await create(engine, bill(GOOD))
    await engine.clock.advance(3_600_000)
    engine.network.plug()
    await engine.client.call('sync.refresh', {})
    await until(engine, id, isState('pending'), 3_000)
  })

  test('survives a restart, and is sent by the program that comes after', async () => {
    const engine = await offline()
    const id = await create(engine, bill(GOOD))
    await engine.clock.advance(1_000)
    await engine.restart()
    expect(hasBeenSent(await get(engine, id))).toBe(false)
    engine.network.plug()
    await until(engine, id, isState('created'), 180_000)
    expect(known(engine, GOOD)).toHaveLength(1)
  })

  test('can be taken back before it leaves', async () => {
    const engine = await offline()
    const id = await create(engine, bill(GOOD))
    await engine.clock.advance(1_000)
    await engine.client.call('tracking.cancel', { id })
    await expect(get(engine, id)).rejects.toMatchObject({ code: 'tracking/unknown' })
    engine.network.plug()
    await engine.clock.advance(120_000)
    expect(known(engine, GOOD)).toHaveLength(0)
  })

  test('is made once: the same number as the same type waits already', async () => {
    const engine = await offline()
    const id = await create(engine, bill(GOOD))
    await expect(create(engine, bill('26-0000-001'))).rejects.toMatchObject({ code: 'tracking/already-waiting', details: { id } })
    const other = await create(engine, bill(GOOD, { type: 'booking_number' }))
    expect(other).not.toBe(id)
  })
})

test('a late success does not lift the block of a key refused after it left', async () => {
  const engine = await small()
  const [early, refused, later] = ['270000001', '270000002', '270000003'] as const
  engine.network.fault((request) => {
    if (!isPost(request)) return null
    if (bodyOf(request).includes(early)) return { kind: 'delay', ms: 10_000 }
    return { kind: 'answer', status: 401, contentType: 'application/json', body: '{"errors":[{"status":"401","detail":"no"}]}' }
  })
  const first = await create(engine, bill(early))
  await engine.clock.advance(1_000)
  await create(engine, bill(refused))
  await engine.clock.advance(1_000)
  const waiting = await create(engine, bill(later))
  await until(engine, first, hasBeenSent)
  await engine.clock.advance(60_000)
  expect(posts(engine)).toHaveLength(2)
  expect(await get(engine, waiting)).toMatchObject({ state: 'waiting', failure: { code: 'api/unauthorized' } })
})

test('a refused key is not tried again by itself; a new one sends what waits', async () => {
  const engine = await small()
  engine.network.fault((request) => (isPost(request) ? { kind: 'answer', status: 401, contentType: 'application/json', body: '{"errors":[{"status":"401","detail":"no"}]}' } : null))
  const id = await create(engine, bill(GOOD))
  await until(engine, id, ({ failure }) => failure !== null)
  const connection = async () => (await engine.client.call('sync.status', {})).state
  expect(await connection(), 'told at once').toBe('key-rejected')
  await engine.clock.advance(300_000)
  expect(await connection(), 'this key still reads').toBe('live')
  expect(await get(engine, id)).toMatchObject({ state: 'waiting', failure: { code: 'api/unauthorized' }, nextTryAt: null, isUnsure: false })
  expect(posts(engine)).toHaveLength(1)
  engine.network.fault(null)
  await engine.restart()
  await until(engine, id, isState('created'), 180_000)
})

test('without a key a request is saved and waits for one', async () => {
  const engine = await startTestEngine({ apiKey: null })
  const { id } = await engine.client.call('tracking.create', bill(GOOD))
  expect(await get(engine, id)).toMatchObject({ state: 'waiting', failure: { code: 'api/no-key' } })
  await expect(engine.client.call('tracking.infer', { number: GOOD })).rejects.toMatchObject({ code: 'api/no-key' })
})
