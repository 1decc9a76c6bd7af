// Typed numbers are assessed, and tracking requests are listed. Both show the names of shipping lines.
import { describe, expect, test } from 'vitest'
import { appendCheckDigit } from '#service/world/container-number.ts'
import { findNextDueAt, findNextEntry } from '#engine/outbox/store.ts'
import { assessNumber } from '#engine/tracking/assessment.ts'
import { countRequests, loadRequestRows, loadOrderedRequestIds } from '#engine/tracking/list.ts'
import { loadAllLines, isRequestPending, requestsNumbered } from '#engine/mirror/tracking/store.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { MIRROR_NOW, shipment, startMirror } from '#support/mirror.ts'
import { repeatFirstAnswers } from '#support/network.ts'
import { loadAllRows } from '#support/synced-engine.ts'
import {
  ALL_ROWS,
  VALID_NUMBER,
  newBillRequest,
  createRequest,
  getRequest,
  hasState,
  listRequests,
  startWithTwelveContainers,
  startWithLists,
  advanceUntilRequest,
} from '#support/tracking-requests.ts'

test('pages without changes announce no change, and the next answer does not sort the list again', async () => {
  const engine = await startWithTwelveContainers()
  engine.network.fault(repeatFirstAnswers())
  // Every list is read at least once.
  await engine.clock.advance(120_000)
  const topics: string[] = []
  engine.client.on('changed', ({ topic }) => topics.push(topic))
  // The clock is announced each minute. Just after it, the next 40 s contain only sweeps.
  await engine.clock.advanceUntil(() => topics.includes('clock'), 70_000)
  await engine.clock.advance(500)
  const query = {
    filter: { scope: 'all' as const },
    sort: [{ column: 'created' as const, direction: 'desc' as const }],
    window: ALL_ROWS,
  }
  const { listId, total } = await engine.client.call('tracking.list', query)
  topics.splice(0)
  await engine.clock.advance(40_000)
  expect([...new Set(topics)]).toEqual(['sync'])
  const disk = createFaultyDisk()
  // Sorting the list again would run this statement.
  disk.fail(/^SELECT id FROM .*NULLS LAST/s, 'SQLITE_IOERR')
  expect(await engine.client.call('tracking.list', { ...query, listId })).toMatchObject({ listId, total, reordered: 0 })
})

describe('the list of requests', () => {
  test('hides a dismissed request, also after a restart, until the dismissal is undone', async () => {
    const engine = await startWithTwelveContainers()
    const id = await createRequest(engine, newBillRequest('TEST-TR-FAILED', { scac: 'TEST' }))
    await advanceUntilRequest(engine, id, hasState('failed'), 90_000)
    const isOpen = async () => (await listRequests(engine, { scope: 'open' })).rows.some((row) => row.id === id)
    expect(await isOpen()).toBe(true)
    await engine.client.call('tracking.dismiss', { id, isDismissed: true })
    await engine.restart()
    expect([await isOpen(), (await getRequest(engine, id)).isDismissed]).toEqual([false, true])
    await engine.client.call('tracking.dismiss', { id, isDismissed: false })
    expect(await isOpen()).toBe(true)
  })

  test('hides a failed request that a new request replaces', async () => {
    const engine = await startWithTwelveContainers()
    const failedId = await createRequest(engine, newBillRequest('TEST-TR-FAILED', { scac: 'TEST' }))
    await advanceUntilRequest(engine, failedId, hasState('failed'), 90_000)
    const replacementId = await createRequest(
      engine,
      newBillRequest('TEST-TR-SUCCEEDED', { scac: 'TEST', replaces: failedId }),
    )
    const ids = (await listRequests(engine, { scope: 'open' })).rows.map(({ id }) => id)
    expect([ids.includes(failedId), ids.includes(replacementId)]).toEqual([false, true])
  })

  test('can be searched and filtered', async () => {
    const engine = await startWithLists(100)
    const all = await listRequests(engine)
    const requestWithRef = all.rows.find(({ refs }) => refs.length > 0)!
    expect(
      (await listRequests(engine, { scope: 'all', text: requestWithRef.refs[0]!.toLowerCase() })).rows.map(
        ({ id }) => id,
      ),
    ).toContain(requestWithRef.id)
    expect(
      (await listRequests(engine, { scope: 'all', states: ['failed'] })).rows.every(({ state }) => state === 'failed'),
    ).toBe(true)
  })

  test('has every row, sorted by any of its columns', async () => {
    const engine = await startWithLists(100)
    const { total } = await listRequests(engine)
    for (const column of ['number', 'type', 'line', 'state', 'retries', 'created'] as const) {
      const { rows } = await engine.client.call('tracking.list', {
        filter: { scope: 'all' },
        sort: [{ column, direction: 'asc' }],
        window: ALL_ROWS,
      })
      expect(rows).toHaveLength(total)
    }
  })

  test('keeps its order when a request is added', async () => {
    const engine = await startWithLists(100)
    const all = await listRequests(engine)
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    const sameList = await engine.client.call('tracking.list', {
      filter: { scope: 'all' },
      sort: [{ column: 'created', direction: 'desc' }],
      window: ALL_ROWS,
      listId: all.listId,
    })
    expect([sameList.rows.map((row) => row.id), sameList.reordered]).toEqual([all.rows.map((row) => row.id), 1])
    expect((await listRequests(engine)).rows[0]!.id).toBe(id)
  })

  test.each(['tracking.get', 'tracking.cancel'] as const)('%s refuses an unknown id', async (name) => {
    const engine = await startWithTwelveContainers()
    await expect(engine.client.call(name, { id: 'unknown' })).rejects.toMatchObject({ code: 'tracking/unknown' })
  })
})

describe('a typed number', () => {
  test('is recognised if it is tracked already, in any spelling', async () => {
    const engine = await startWithLists(40)
    const assess = (text: string) => engine.client.call('tracking.assess', { text })
    const row = (await loadAllRows(engine)).find(({ shipmentId }) => shipmentId !== null)!
    expect(
      (await assess(`${row.number.slice(0, 4)} ${row.number.slice(4, 10)}-${row.number.slice(10)}`.toLowerCase()))
        .tracked,
    ).toEqual({ kind: 'container', id: row.id, number: row.number, shipmentId: row.shipmentId })
    const request = (await listRequests(engine)).rows.find(
      ({ state, type, shipmentId }) => state === 'created' && type === 'bill_of_lading' && shipmentId !== null,
    )!
    expect((await assess(request.number)).tracked).toMatchObject({ kind: 'shipment', id: request.shipmentId })
    const awaitingManifest = (await listRequests(engine)).rows.find(({ state }) => state === 'awaiting_manifest')
    if (awaitingManifest)
      expect((await assess(awaitingManifest.number)).tracked).toMatchObject({
        kind: 'request',
        id: awaitingManifest.id,
      })
    engine.network.unplug()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    expect((await assess('26 0000 001')).tracked).toEqual({
      kind: 'waiting',
      id,
      number: VALID_NUMBER,
      shipmentId: null,
    })
    expect((await assess('999888777')).tracked).toBeNull()
  })

  test.each([
    ['failed', newBillRequest('TEST-TR-FAILED', { scac: 'TEST' })],
    ['refused', newBillRequest('212345678', { scac: 'QQQQ' })],
  ] as const)(
    'whose last request is %s is shown with that request, until a new one is waiting',
    async (state, request) => {
      const engine = await startWithTwelveContainers()
      const assess = () => engine.client.call('tracking.assess', { text: request.number.toLowerCase() })
      expect((await assess()).failed).toBeNull()
      const firstId = await createRequest(engine, request)
      await advanceUntilRequest(engine, firstId, hasState(state), 90_000)
      expect(await assess()).toMatchObject({ tracked: null, failed: await getRequest(engine, firstId) })
      const secondId = await createRequest(engine, { ...request, replaces: firstId })
      expect(await assess()).toMatchObject({ tracked: { kind: 'waiting', id: secondId }, failed: null })
      await advanceUntilRequest(engine, secondId, hasState(state), 90_000)
      expect((await assess()).failed?.id).toBe(secondId)
    },
  )

  test('has the line of more than half of the known containers with its prefix as the suggested line', async () => {
    const engine = await startWithLists(300)
    const rows = await loadAllRows(engine)
    const containersByPrefix = Map.groupBy(rows, ({ number }) => number.slice(0, 4))
    const assess = (text: string) => engine.client.call('tracking.assess', { text })
    for (const [prefix, containers] of containersByPrefix) {
      const { suggestedLine } = await assess(appendCheckDigit(`${prefix}000001`))
      const counts = [...Map.groupBy(containers, ({ scac }) => scac)]
        .map(([scac, { length }]) => ({ scac, length }))
        .toSorted((a, b) => b.length - a.length)
      if (suggestedLine?.from === 'history')
        expect([suggestedLine.scac, counts[0]!.length * 2 > containers.length]).toEqual([counts[0]!.scac, true])
      else if (!suggestedLine) expect(containers.length < 2 || counts[0]!.length * 2 <= containers.length).toBe(true)
    }
  })

  test('is inferred by the service when the user asks', async () => {
    const engine = await startWithTwelveContainers()
    const infer = async (number: string) => {
      const answer = engine.client.call('tracking.infer', { number }).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      )
      await engine.clock.advance(1_000)
      const result = await answer
      if ('error' in result) throw result.error
      return result.value
    }
    expect(await infer(appendCheckDigit('MSKU123456'))).toMatchObject({
      type: 'container',
      isValid: true,
      decision: 'auto_select',
      selected: { scac: 'MAEU' },
    })
    expect(await infer('123ABCD456789')).toMatchObject({
      type: 'booking_number',
      decision: 'needs_confirmation',
      selected: { scac: 'MSCU' },
    })
    expect(await infer('QX99887766')).toMatchObject({ decision: 'no_prediction', selected: null, candidates: [] })
    engine.network.unplug()
    await expect(infer('QX99887766')).rejects.toMatchObject({ code: 'api/offline' })
  })
})

test('shipping lines have names, and are requested from the service once a day', async () => {
  const engine = await startWithTwelveContainers()
  const countLineRequests = () => engine.network.sent.filter(({ url }) => url.includes('/shipping_lines')).length
  await engine.clock.advanceUntil(() => countLineRequests() > 0)
  await engine.clock.advance(60_000)
  const lines = await engine.client.call('tracking.lines', {})
  expect(lines).toContainEqual({ scac: 'HLCU', name: 'Hapag-Lloyd' })
  expect(lines.map(({ name }) => name.toLowerCase())).toEqual(lines.map(({ name }) => name.toLowerCase()).toSorted())
  const countBefore = countLineRequests()
  await engine.restart()
  await engine.clock.advance(600_000)
  expect(countLineRequests()).toBe(countBefore)
})

test('the built-in shipping lines are listed until the list of the service is read', () => {
  const mirror = startMirror()
  mirror.read(shipment('s1', { shipping_line_scac: 'MSCU', shipping_line_short_name: 'Mediterranean' }))
  const lines = loadAllLines(mirror.db)
  expect(lines).toContainEqual({ scac: 'MAEU', name: 'Maersk' })
  expect(lines.filter(({ scac }) => scac === 'MSCU')).toEqual([{ scac: 'MSCU', name: 'Mediterranean' }])
  const names = lines.map(({ name }) => name.toLowerCase())
  expect(names).toEqual(names.toSorted())
  mirror.read({ type: 'shipping_line', id: 'l1', attributes: { scac: 'WHLC', name: 'Wan Hai' }, relationships: {} })
  expect(loadAllLines(mirror.db).map(({ scac }) => scac)).toEqual(['MSCU', 'WHLC'])
})

test('the sync is live although the list of lines cannot be read', async () => {
  const engine = await startWithTwelveContainers()
  engine.network.fault(({ url }) => (url.includes('/shipping_lines') ? { kind: 'answer', status: 500 } : null))
  await engine.clock.advance(120_000)
  expect((await engine.client.call('sync.status', {})).state).toBe('live')
})

test('a request with alternative attribute names is read', () => {
  const mirror = startMirror()
  const { db } = mirror
  const attributes = {
    request_number: 'ab-123 456',
    request_type: 'booking',
    scac: null,
    ref_numbers: null,
    ref_number: 'ONLY',
    status: 'resting',
    tags: ['hot'],
    created_at: '2026-11-20T08:00:00-07:00',
  }
  mirror.read(
    { type: 'tracking_request', id: 'r1', attributes, relationships: {} },
    { type: 'tracking_request', id: 'r2', attributes: {}, relationships: {} },
  )
  const orderedIds = loadOrderedRequestIds(db, { scope: 'all', text: 'hot' }, [])
  expect(loadRequestRows(db, orderedIds, null)).toEqual([
    {
      id: 'r1',
      number: 'ab-123 456',
      type: 'booking_number',
      scac: null,
      lineName: null,
      state: 'unknown',
      status: 'resting',
      reason: null,
      failure: null,
      isRetrying: false,
      retryCount: null,
      nextTryAt: null,
      isUnsure: false,
      createdAt: '2026-11-20T15:00:00.000Z',
      updatedAt: null,
      refs: ['ONLY'],
      shipmentId: null,
      containerCount: null,
      isDismissed: false,
    },
  ])
  expect(loadOrderedRequestIds(db, { scope: 'open' }, [])).toEqual(['r2', 'r1'])
})

test('lookups of numbers, requests and outbox entries scan no table', () => {
  const mirror = startMirror()
  const plans = mirror.listQueryPlans((observedDb) => {
    assessNumber({ db: observedDb, findNumber: () => null }, 'MSCU6639870')
    requestsNumbered(observedDb, ['A'])
    isRequestPending(observedDb, MIRROR_NOW)
    findNextEntry(observedDb, MIRROR_NOW, [])
    findNextDueAt(observedDb)
  })
  // Lists of values (`json_each`, also under the name `w`) and subqueries may be scanned.
  expect(
    plans.filter(
      (plan) =>
        /SCAN (?!json_each|w VIRTUAL|\()/.test(plan) &&
        !plan.includes('USING INDEX') &&
        !plan.includes('USING COVERING INDEX'),
    ),
  ).toEqual([])
  expect(countRequests(mirror.db)).toBe(0)
})
