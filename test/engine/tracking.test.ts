// Tracking requests are made online and offline, against the embedded service.
import { describe, expect, test } from 'vitest'
import { appendCheckDigit } from '#service/world/container-number.ts'
import { startTestEngine } from '#support/test-engine.ts'
import {
  VALID_NUMBER,
  newBillRequest,
  getBodyText,
  createRequest,
  getRequest,
  hasBeenSent,
  isPost,
  hasState,
  listServiceRequests,
  listRequests,
  listPostRequests,
  startWithTwelveContainers,
  advanceUntilRequest,
} from '#support/tracking-requests.ts'

describe('a request made online', () => {
  test('is saved and sent at once, and followed until its containers are read', async () => {
    const engine = await startWithTwelveContainers()
    const id = await createRequest(engine, newBillRequest('2600-00001', { refs: ['PO-77'] }))
    expect(await getRequest(engine, id)).toMatchObject({
      number: VALID_NUMBER,
      type: 'bill_of_lading',
      scac: 'MAEU',
      lineName: 'Maersk',
      refs: ['PO-77'],
      failure: null,
      shipmentId: null,
      containerCount: null,
    })
    await advanceUntilRequest(engine, id, hasState('pending'), 2_000)
    expect(await getRequest(engine, id)).toMatchObject({
      id,
      status: 'pending',
      isUnsure: false,
      isRetrying: false,
      nextTryAt: null,
    })
    await advanceUntilRequest(engine, id, hasState('created'), 90_000)
    await advanceUntilRequest(engine, id, ({ containerCount }) => containerCount !== null && containerCount > 0, 3_000)
    const { shipmentId, containerCount } = await getRequest(engine, id)
    const { containers } = await engine.client.call('shipments.get', { id: shipmentId! })
    expect(containers).toHaveLength(containerCount!)
    expect([listPostRequests(engine).length, listServiceRequests(engine, VALID_NUMBER).length]).toEqual([1, 1])
  })

  test('is one row under its first id, and screens are notified of changes', async () => {
    const engine = await startWithTwelveContainers()
    // Screens of requests are also notified when shipping lines are read, at most four times a second.
    await engine.clock.advance(1_000)
    const announcedIds: (string[] | null)[] = []
    engine.client.on('changed', ({ topic, ids }) => {
      if (topic === 'requests') announcedIds.push(ids)
    })
    const listBefore = await listRequests(engine)
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, hasState('created'), 90_000)
    const { rows, total, outOf } = await listRequests(engine)
    expect([total, outOf, rows.filter(({ number }) => number === VALID_NUMBER).map((row) => row.id)]).toEqual([
      listBefore.total + 1,
      listBefore.outOf + 1,
      [id],
    ])
    expect(announcedIds.length).toBeGreaterThan(2)
    expect(announcedIds.every((ids) => ids === null || ids.includes(id))).toBe(true)
  })

  test('without a shipping line has the service find one', async () => {
    const engine = await startWithTwelveContainers()
    const id = await createRequest(engine, {
      number: appendCheckDigit('OOLU765432'),
      type: 'container',
      scac: null,
      refs: [],
      replaces: null,
    })
    await advanceUntilRequest(engine, id, hasBeenSent)
    expect(await getRequest(engine, id)).toMatchObject({ state: 'pending', scac: null, lineName: null })
    await advanceUntilRequest(engine, id, ({ scac }) => scac !== null)
    expect(await getRequest(engine, id)).toMatchObject({ scac: 'OOLU', lineName: 'OOCL' })
  })

  test.each([
    ['a number of another kind', newBillRequest('HELLO123'), 'invalid_number'],
    ['the number for failure', newBillRequest('TEST-TR-FAILED', { scac: 'TEST' }), 'not_found'],
    ['a number of no line', newBillRequest('QQQQ1234567', { scac: null }), 'scac_auto_detect_failed'],
  ])('fails with the service’s reason: %s', async (_, request, reason) => {
    const engine = await startWithTwelveContainers()
    const id = await createRequest(engine, request)
    await advanceUntilRequest(engine, id, hasState('failed'), 90_000)
    expect(await getRequest(engine, id)).toMatchObject({ status: 'failed', reason, failure: null, shipmentId: null })
    expect((await listRequests(engine, { scope: 'open' })).rows.map((row) => row.id)).toContain(id)
  })

  test('that the service refuses is not retried, and has the typed values', async () => {
    const engine = await startWithTwelveContainers()
    const id = await createRequest(engine, newBillRequest('212345678', { scac: 'QQQQ', refs: ['A'] }))
    await advanceUntilRequest(engine, id, hasState('refused'))
    expect(await getRequest(engine, id)).toMatchObject({
      number: '212345678',
      scac: 'QQQQ',
      refs: ['A'],
      failure: { code: 'api/refused', details: { serviceCode: 'blank', pointer: '/data/attributes/scac' } },
      nextTryAt: null,
    })
    await engine.clock.advance(300_000)
    expect(listPostRequests(engine)).toHaveLength(1)
  })

  test('for a tracked number reports that, and leads to the shipment', async () => {
    const engine = await startWithTwelveContainers()
    const first = (await listRequests(engine)).rows.find(
      ({ state, shipmentId }) => state === 'created' && shipmentId !== null,
    )!
    const id = await createRequest(engine, {
      number: first.number,
      type: first.type!,
      scac: first.scac,
      refs: [],
      replaces: null,
    })
    await advanceUntilRequest(engine, id, hasState('already-tracked'))
    const row = await getRequest(engine, id)
    expect([row.shipmentId, row.failure, row.containerCount]).toEqual([first.shipmentId, null, first.containerCount])
    expect((await listRequests(engine, { scope: 'open' })).rows.map((request) => request.id)).not.toContain(id)
    expect((await listRequests(engine)).rows.map((request) => request.id)).toContain(first.id)
  })

  test.each([200, 201])('answered with an existing request is no new request, with status %i', async (status) => {
    const engine = await startWithTwelveContainers()
    const first = (await listRequests(engine)).rows.find(({ state }) => state === 'created')!
    engine.network.fault((request) =>
      isPost(request)
        ? {
            kind: 'alter',
            alter: () => ({
              ...engine.service.handle({
                ...request,
                method: 'GET',
                url: `https://track.example/v2/tracking_requests/${first.id}`,
              }),
              status,
            }),
          }
        : null,
    )
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, hasState('already-tracked'))
  })

  test('that a sweep reads before its own answer arrives is sent once and is not lost', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.fault((request) => (isPost(request) ? { kind: 'delay', ms: 20_000 } : null))
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await engine.clock.advance(1_000)
    await engine.client.call('sync.refresh', {})
    await engine.clock.advanceUntil(
      async () => (await listRequests(engine)).rows.some((row) => row.number === VALID_NUMBER && row.id !== id),
      10_000,
    )
    expect(await getRequest(engine, id)).toMatchObject({ state: 'sending', isUnsure: false })
    await advanceUntilRequest(engine, id, hasBeenSent)
    await advanceUntilRequest(engine, id, hasState('created'), 90_000)
    expect([listPostRequests(engine).length, listServiceRequests(engine, VALID_NUMBER).length]).toEqual([1, 1])
  })
})

describe('a request made offline', () => {
  const startOffline = async () => {
    const engine = await startWithTwelveContainers()
    engine.network.unplug()
    return engine
  }

  test('waits with a reason, and is sent once when the service can be reached', async () => {
    const engine = await startOffline()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, ({ failure }) => failure !== null)
    expect(await getRequest(engine, id)).toMatchObject({
      state: 'waiting',
      failure: { code: 'api/offline' },
      isUnsure: false,
    })
    expect((await getRequest(engine, id)).nextTryAt).not.toBeNull()
    await engine.clock.advance(3_600_000)
    expect(hasBeenSent(await getRequest(engine, id))).toBe(false)
    engine.network.plug()
    await advanceUntilRequest(engine, id, hasState('created'), 180_000)
    expect(listServiceRequests(engine, VALID_NUMBER)).toHaveLength(1)
  })

  test('is sent after the first answer to any request, without waiting for its own retry', async () => {
    const engine = await startOffline()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await engine.clock.advance(3_600_000)
    engine.network.plug()
    await engine.client.call('sync.refresh', {})
    await advanceUntilRequest(engine, id, hasState('pending'), 3_000)
  })

  test('survives a restart, and is sent after it', async () => {
    const engine = await startOffline()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await engine.clock.advance(1_000)
    await engine.restart()
    expect(hasBeenSent(await getRequest(engine, id))).toBe(false)
    engine.network.plug()
    await advanceUntilRequest(engine, id, hasState('created'), 180_000)
    expect(listServiceRequests(engine, VALID_NUMBER)).toHaveLength(1)
  })

  test('can be undone before it is sent', async () => {
    const engine = await startOffline()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await engine.clock.advance(1_000)
    await engine.client.call('tracking.cancel', { id })
    await expect(getRequest(engine, id)).rejects.toMatchObject({ code: 'tracking/unknown' })
    engine.network.plug()
    await engine.clock.advance(120_000)
    expect(listServiceRequests(engine, VALID_NUMBER)).toHaveLength(0)
  })

  test('is created once for the same number and type', async () => {
    const engine = await startOffline()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await expect(createRequest(engine, newBillRequest('26-0000-001'))).rejects.toMatchObject({
      code: 'tracking/already-waiting',
      details: { id },
    })
    const other = await createRequest(engine, newBillRequest(VALID_NUMBER, { type: 'booking_number' }))
    expect(other).not.toBe(id)
  })
})

test('a late success does not unblock a key that was refused after the request was sent', async () => {
  const engine = await startWithTwelveContainers()
  const [early, refused, later] = ['270000001', '270000002', '270000003'] as const
  engine.network.fault((request) => {
    if (!isPost(request)) return null
    if (getBodyText(request).includes(early)) return { kind: 'delay', ms: 10_000 }
    return {
      kind: 'answer',
      status: 401,
      contentType: 'application/json',
      body: '{"errors":[{"status":"401","detail":"no"}]}',
    }
  })
  const first = await createRequest(engine, newBillRequest(early))
  await engine.clock.advance(1_000)
  await createRequest(engine, newBillRequest(refused))
  await engine.clock.advance(1_000)
  const waiting = await createRequest(engine, newBillRequest(later))
  await advanceUntilRequest(engine, first, hasBeenSent)
  await engine.clock.advance(60_000)
  expect(listPostRequests(engine)).toHaveLength(2)
  expect(await getRequest(engine, waiting)).toMatchObject({ state: 'waiting', failure: { code: 'api/unauthorized' } })
})

test('a refused key is not retried automatically; a new key sends the waiting requests', async () => {
  const engine = await startWithTwelveContainers()
  engine.network.fault((request) =>
    isPost(request)
      ? {
          kind: 'answer',
          status: 401,
          contentType: 'application/json',
          body: '{"errors":[{"status":"401","detail":"no"}]}',
        }
      : null,
  )
  const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
  await advanceUntilRequest(engine, id, ({ failure }) => failure !== null)
  const loadState = async () => (await engine.client.call('sync.status', {})).state
  expect(await loadState(), 'the refusal is reported at once').toBe('key-rejected')
  await engine.clock.advance(300_000)
  expect(await loadState(), 'the key can still read lists').toBe('live')
  expect(await getRequest(engine, id)).toMatchObject({
    state: 'waiting',
    failure: { code: 'api/unauthorized' },
    nextTryAt: null,
    isUnsure: false,
  })
  expect(listPostRequests(engine)).toHaveLength(1)
  engine.network.fault(null)
  await engine.restart()
  await advanceUntilRequest(engine, id, hasState('created'), 180_000)
})

test('without a key a request is saved and waits for one', async () => {
  const engine = await startTestEngine({ apiKey: null })
  const { id } = await engine.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  expect(await getRequest(engine, id)).toMatchObject({ state: 'waiting', failure: { code: 'api/no-key' } })
  await expect(engine.client.call('tracking.infer', { number: VALID_NUMBER })).rejects.toMatchObject({
    code: 'api/no-key',
  })
})
