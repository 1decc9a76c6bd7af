// Starting to track: what is typed, what is saved, how it leaves and what becomes of it, against the service itself.
import { describe, expect, test } from 'vitest'
import type { NewRequest, RequestFilter, RequestRow } from '#contract/tracking.ts'
import { withCheckDigit } from '#service/world/container-number.ts'
import { nextDueAt, nextEntry } from '#engine/outbox/store.ts'
import { assess } from '#engine/tracking/assessment.ts'
import { countRequests, loadRequestRows, orderRequests } from '#engine/tracking/list.ts'
import { isRequestPending, requestsNumbered } from '#engine/tracking/store.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, allRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const ALL = { offset: 0, limit: 500 }
const bill = (number: string, more: Partial<NewRequest> = {}): NewRequest => ({ number, type: 'bill_of_lading', scac: 'MAEU', refs: [], replaces: null, ...more })
const create = ({ client }: SyncedEngine, request: NewRequest) => client.call('tracking.create', request).then(({ id }) => id)
const get = ({ client }: Pick<SyncedEngine, 'client'>, id: string) => client.call('tracking.get', { id })
const list = ({ client }: Pick<SyncedEngine, 'client'>, filter: RequestFilter = { scope: 'all' }) =>
  client.call('tracking.list', { filter, sort: [{ column: 'created', direction: 'desc' }], window: ALL })
const isPost = ({ method, url }: { method: string; url: string }) => method === 'POST' && new URL(url).pathname === '/v2/tracking_requests'
const posts = ({ network }: SyncedEngine) => network.sent.filter(isPost)
/** Requests the service has for this number, in whatever state. */
const known = (engine: SyncedEngine, number: string) => {
  const url = `https://track.example/v2/tracking_requests?filter[request_number]=${number}`
  const { bytes } = engine.service.handle({ method: 'GET', url, headers: { authorization: 'Token test-key' }, maxBytes: 1e9 })
  return (JSON.parse(new TextDecoder().decode(bytes)) as { data: { id: string }[] }).data
}
const until = (engine: SyncedEngine, id: string, wanted: (row: RequestRow) => boolean, atMostMs?: number) =>
  engine.clock.advanceUntil(async () => wanted(await get(engine, id)), atMostMs)
const isState = (state: RequestRow['state']) => (row: RequestRow) => row.state === state
/** Fares well at the service: created within a minute. */
const GOOD = '260000001'
/** With everything read that is asked for at the start: requests and lines too. */
async function start(containers: number): Promise<SyncedEngine> {
  const engine = await startSyncedEngine({ containers })
  await engine.clock.advanceUntil(async () => (await engine.client.call('tracking.lines', {})).length > 10 && (await list(engine)).total > 0)
  return engine
}
const small = () => start(12)
const hasBeenSent = ({ state }: RequestRow) => state !== 'waiting' && state !== 'sending'

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
    ['a number of another kind', bill('HELLO1234'.slice(0, 8)), 'invalid_number'],
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

  test('answered with the request that exists already is no new one either', async () => {
    const engine = await small()
    const first = (await list(engine)).rows.find(({ state }) => state === 'created')!
    engine.network.fault((request) =>
      isPost(request)
        ? { kind: 'alter', alter: () => engine.service.handle({ ...request, method: 'GET', url: `https://track.example/v2/tracking_requests/${first.id}` }) }
        : null,
    )
    const id = await create(engine, bill(GOOD))
    await until(engine, id, isState('already-tracked'))
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

describe('an answer that does not come', () => {
  const lost: Fault = { kind: 'hang' }
  test.each<[string, Fault]>([
    ['never', lost],
    ['cut short', { kind: 'alter', alter: (response) => ({ ...response, bytes: response.bytes.slice(0, 40) }) }],
    ['as an error of the service', { kind: 'alter', alter: (response) => ({ ...response, status: 500 }) }],
    ['as the page of a hotel', { kind: 'alter', alter: (response) => ({ ...response, headers: { 'content-type': 'text/html' }, bytes: new Uint8Array() }) }],
  ])('%s, after the request arrived, makes no second one', async (_, fault) => {
    const engine = await small()
    let isFirst = true
    engine.network.fault((request) => {
      if (!isPost(request) || !isFirst) return null
      isFirst = false
      return fault
    })
    const id = await create(engine, bill(GOOD))
    await until(engine, id, ({ isUnsure, state }) => isUnsure && state === 'waiting')
    await until(engine, id, isState('created'), 180_000)
    expect(await get(engine, id)).toMatchObject({ isUnsure: false, failure: null })
    expect([posts(engine).length, known(engine, GOOD).length]).toEqual([2, 1])
    expect((await list(engine)).rows.filter(({ number }) => number === GOOD)).toHaveLength(1)
  })

  test('because the program ended makes no second one, and none is lost', async () => {
    const engine = await small()
    engine.network.fault((request) => (isPost(request) ? lost : null))
    const id = await create(engine, bill(GOOD))
    await until(engine, id, isState('sending'))
    await expect(engine.client.call('tracking.cancel', { id })).rejects.toMatchObject({ code: 'tracking/already-sent' })
    await engine.clock.advance(1_000)
    engine.network.fault(null)
    await engine.restart()
    expect(await get(engine, id)).toMatchObject({ isUnsure: true })
    await expect(engine.client.call('tracking.cancel', { id })).rejects.toMatchObject({ code: 'tracking/already-sent' })
    await until(engine, id, isState('created'), 180_000)
    expect([posts(engine).length, known(engine, GOOD).length]).toEqual([2, 1])
  })

  test('because the program ended before anything left makes exactly one', async () => {
    const engine = await small()
    engine.network.fault((request) => (isPost(request) ? { kind: 'fail', reason: 'broken' } : null))
    const id = await create(engine, bill(GOOD))
    await until(engine, id, ({ isUnsure }) => isUnsure)
    await engine.restart()
    engine.network.fault(null)
    await until(engine, id, isState('created'), 180_000)
    expect(known(engine, GOOD)).toHaveLength(1)
  })

  test('because the machine slept is not waited for', async () => {
    const engine = await small()
    let isFirst = true
    engine.network.fault((request) => (isPost(request) && isFirst ? ((isFirst = false), lost) : null))
    const id = await create(engine, bill(GOOD))
    await until(engine, id, isState('sending'))
    engine.clock.sleepMachine(3_600_000)
    await until(engine, id, isState('created'), 180_000)
    expect(known(engine, GOOD)).toHaveLength(1)
  })
})

describe('many requests', () => {
  const numbers = Array.from({ length: 130 }, (_, i) => `27${String(i).padStart(7, '0')}`)

  test('leave at the pace of the service, every one of them once', async () => {
    const engine = await small()
    const ids = await Promise.all(numbers.map((number) => create(engine, bill(number))))
    await engine.clock.advance(65_000)
    await engine.clock.advanceUntil(async () => (await list(engine)).rows.filter((row) => ids.includes(row.id)).every(hasBeenSent))
    const { requests } = engine.service.log()
    expect(requests.filter(({ bucket }) => bucket === 'tracking_requests').map(({ status }) => status)).toEqual(numbers.map(() => 201))
    expect(posts(engine)).toHaveLength(numbers.length)
  })

  test('refused for their pace wait and are sent again', async () => {
    const engine = await small()
    let refused = 0
    engine.network.fault((request) => (isPost(request) && refused++ < 3 ? { kind: 'answer', status: 429, contentType: 'application/json', body: '{}', headers: { 'retry-after': '7' } } : null))
    const ids = await Promise.all(numbers.slice(0, 5).map((number) => create(engine, bill(number))))
    await engine.clock.advanceUntil(async () => (await Promise.all(ids.map((id) => get(engine, id)))).every(hasBeenSent))
    expect(numbers.slice(0, 5).map((number) => known(engine, number).length)).toEqual([1, 1, 1, 1, 1])
  })

  test('are not held up by one the service fails on', async () => {
    const engine = await small()
    let poisoned = ''
    engine.network.fault((request) => {
      const body = typeof request.body === 'string' ? request.body : ''
      return isPost(request) && body.includes(poisoned) ? { kind: 'answer', status: 500, contentType: 'application/json', body: '{"errors":[{"status":"500","source":null,"title":"x","detail":null}]}' } : null
    })
    poisoned = numbers[0]!
    const ids = await Promise.all(numbers.slice(0, 4).map((number) => create(engine, bill(number))))
    await engine.clock.advanceUntil(async () => (await Promise.all(ids.slice(1).map((id) => get(engine, id)))).every(hasBeenSent), 60_000)
    expect(await get(engine, ids[0]!)).toMatchObject({ state: 'waiting', failure: { code: 'api/server-error' } })
    expect((await get(engine, ids[0]!)).nextTryAt).not.toBeNull()
    engine.network.fault(null)
    await until(engine, ids[0]!, hasBeenSent)
    expect(known(engine, numbers[0]!)).toHaveLength(1)
  })
})

test('a refused key is not tried again by itself; a new one sends what waits', async () => {
  const engine = await small()
  engine.network.fault((request) => (isPost(request) ? { kind: 'answer', status: 401, contentType: 'application/json', body: '{"errors":[{"status":"401","detail":"no"}]}' } : null))
  const id = await create(engine, bill(GOOD))
  await until(engine, id, ({ failure }) => failure !== null)
  await engine.clock.advance(300_000)
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

describe('the open list', () => {
  test('lets a request be put aside, remembers it, and takes it back', async () => {
    const engine = await small()
    const id = await create(engine, bill('TEST-TR-FAILED', { scac: 'TEST' }))
    await until(engine, id, isState('failed'), 90_000)
    const open = async () => (await list(engine, { scope: 'open' })).rows.some((row) => row.id === id)
    expect(await open()).toBe(true)
    await engine.client.call('tracking.dismiss', { id, isDismissed: true })
    await engine.restart()
    expect([await open(), (await get(engine, id)).isDismissed]).toEqual([false, true])
    await engine.client.call('tracking.dismiss', { id, isDismissed: false })
    expect(await open()).toBe(true)
  })

  test('puts aside what another takes the place of', async () => {
    const engine = await small()
    const failed = await create(engine, bill('TEST-TR-FAILED', { scac: 'TEST' }))
    await until(engine, failed, isState('failed'), 90_000)
    const again = await create(engine, bill('TEST-TR-SUCCEEDED', { scac: 'TEST', replaces: failed }))
    const ids = (await list(engine, { scope: 'open' })).rows.map(({ id }) => id)
    expect([ids.includes(failed), ids.includes(again)]).toEqual([false, true])
  })

  test('can be searched, narrowed and sorted, and keeps its order while it is read', async () => {
    const engine = await start(100)
    const all = await list(engine)
    const some = all.rows.find(({ refs }) => refs.length > 0)!
    expect((await list(engine, { scope: 'all', text: some.refs[0]!.toLowerCase() })).rows.map(({ id }) => id)).toContain(some.id)
    expect((await list(engine, { scope: 'all', states: ['failed'] })).rows.every(({ state }) => state === 'failed')).toBe(true)
    for (const column of ['number', 'type', 'line', 'state', 'retries', 'created'] as const) {
      const { rows } = await engine.client.call('tracking.list', { filter: { scope: 'all' }, sort: [{ column, direction: 'asc' }], window: ALL })
      expect(rows).toHaveLength(all.total)
    }
    const id = await create(engine, bill(GOOD))
    const frozen = await engine.client.call('tracking.list', { filter: { scope: 'all' }, sort: [{ column: 'created', direction: 'desc' }], window: ALL, listId: all.listId })
    expect([frozen.rows.map((row) => row.id), frozen.moved]).toEqual([all.rows.map((row) => row.id), 1])
    expect((await list(engine)).rows[0]!.id).toBe(id)
  })

  test.each(['tracking.get', 'tracking.cancel'] as const)('%s knows no other ids', async (name) => {
    const engine = await small()
    await expect(engine.client.call(name, { id: 'nobody' })).rejects.toMatchObject({ code: 'tracking/unknown' })
  })
})

describe('a typed number', () => {
  test('is recognised where it is tracked already, in any spelling', async () => {
    const engine = await start(40)
    const assess = (text: string) => engine.client.call('tracking.assess', { text })
    const box = (await allRows(engine)).find(({ shipmentId }) => shipmentId !== null)!
    expect((await assess(`${box.number.slice(0, 4)} ${box.number.slice(4, 10)}-${box.number.slice(10)}`.toLowerCase())).tracked).toEqual({ kind: 'container', id: box.id, number: box.number, shipmentId: box.shipmentId })
    const request = (await list(engine)).rows.find(({ state, type, shipmentId }) => state === 'created' && type === 'bill_of_lading' && shipmentId !== null)!
    expect((await assess(request.number)).tracked).toMatchObject({ kind: 'shipment', id: request.shipmentId })
    const waiting = (await list(engine)).rows.find(({ state }) => state === 'awaiting_manifest')
    if (waiting) expect((await assess(waiting.number)).tracked).toMatchObject({ kind: 'request', id: waiting.id })
    engine.network.unplug()
    const id = await create(engine, bill(GOOD))
    expect((await assess('26 0000 001')).tracked).toEqual({ kind: 'waiting', id, number: GOOD, shipmentId: null })
    expect((await assess('999888777')).tracked).toBeNull()
  })

  test('suggests the line of most containers we know with that owner', async () => {
    const engine = await start(300)
    const rows = await allRows(engine)
    const byOwner = Map.groupBy(rows, ({ number }) => number.slice(0, 4))
    const assess = (text: string) => engine.client.call('tracking.assess', { text })
    for (const [owner, boxes] of byOwner) {
      const { suggestedLine } = await assess(withCheckDigit(`${owner}000001`))
      const counts = [...Map.groupBy(boxes, ({ scac }) => scac)].map(([scac, { length }]) => ({ scac, length })).toSorted((a, b) => b.length - a.length)
      if (suggestedLine?.from === 'history') expect([suggestedLine.scac, counts[0]!.length * 2 > boxes.length]).toEqual([counts[0]!.scac, true])
      else if (!suggestedLine) expect(boxes.length < 2 || counts[0]!.length * 2 <= boxes.length).toBe(true)
    }
  })

  test('is explained by the service when asked', async () => {
    const engine = await small()
    const infer = async (number: string) => {
      const answer = engine.client.call('tracking.infer', { number }).then((value) => ({ value }), (error: unknown) => ({ error }))
      await engine.clock.advance(1_000)
      const settled = await answer
      if ('error' in settled) throw settled.error
      return settled.value
    }
    expect(await infer(withCheckDigit('MSKU123456'))).toMatchObject({ type: 'container', isValid: true, decision: 'auto_select', selected: { scac: 'MAEU' } })
    expect(await infer('123ABCD456789')).toMatchObject({ type: 'booking_number', decision: 'needs_confirmation', selected: { scac: 'MSCU' } })
    expect(await infer('QX99887766')).toMatchObject({ decision: 'no_prediction', selected: null, candidates: [] })
    engine.network.unplug()
    await expect(infer('QX99887766')).rejects.toMatchObject({ code: 'api/offline' })
  })
})

test('the lines of the service are known by name, and asked for once a day', async () => {
  const engine = await small()
  const asked = () => engine.network.sent.filter(({ url }) => url.includes('/shipping_lines')).length
  await engine.clock.advanceUntil(() => asked() > 0)
  await engine.clock.advance(60_000)
  const lines = await engine.client.call('tracking.lines', {})
  expect(lines).toContainEqual({ scac: 'HLCU', name: 'Hapag-Lloyd' })
  expect(lines.map(({ name }) => name.toLowerCase())).toEqual(lines.map(({ name }) => name.toLowerCase()).toSorted())
  const before = asked()
  await engine.restart()
  await engine.clock.advance(600_000)
  expect(asked()).toBe(before)
})

test('a list of lines that cannot be read holds nothing up', async () => {
  const engine = await small()
  engine.network.fault(({ url }) => (url.includes('/shipping_lines') ? { kind: 'answer', status: 500 } : null))
  await engine.clock.advance(120_000)
  expect((await engine.client.call('sync.status', {})).state).toBe('live')
})

test('requests under the other names of their members are read all the same', () => {
  const { db, read } = startMirror()
  const attributes = { request_number: 'ab-123 456', request_type: 'booking', scac: null, ref_numbers: null, ref_number: 'ONLY', status: 'resting', tags: ['hot'], created_at: '2026-11-20T08:00:00-07:00' }
  read({ type: 'tracking_request', id: 'r1', attributes, relationships: {} }, { type: 'tracking_request', id: 'r2', attributes: {}, relationships: {} })
  const found = orderRequests(db, { scope: 'all', text: 'hot' }, [])
  expect(loadRequestRows(db, found, null)).toEqual([
    {
      ...{ id: 'r1', number: 'ab-123 456', type: 'booking_number', scac: null, lineName: null, state: 'unknown', status: 'resting', reason: null, failure: null },
      ...{ isRetrying: false, retryCount: null, nextTryAt: null, isUnsure: false, createdAt: '2026-11-20T15:00:00.000Z', updatedAt: null },
      ...{ refs: ['ONLY'], shipmentId: null, boxes: null, isDismissed: false },
    },
  ])
  expect(orderRequests(db, { scope: 'open' }, [])).toEqual(['r2', 'r1'])
})

test('a number is looked up without reading through everything', () => {
  const { db, plansOf } = startMirror()
  const plans = plansOf((watched) => {
    assess({ db: watched, findNumber: () => null }, 'MSCU6639870')
    requestsNumbered(watched, ['A'])
    isRequestPending(watched, MIRROR_NOW)
    nextEntry(watched, MIRROR_NOW, [])
    nextDueAt(watched)
  })
  expect(plans.filter((plan) => /SCAN (?!json_each|w VIRTUAL|\()/.test(plan) && !plan.includes('USING INDEX') && !plan.includes('USING COVERING INDEX'))).toEqual([])
  expect(countRequests(db)).toBe(0)
})
