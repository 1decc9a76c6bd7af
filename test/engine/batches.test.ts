// Many numbers that the user submits at once are stored completely, sent one by one within the budget, and listed in
// their order. They wait together when the plan limit is reached. Tracked shipments are compared with the list.
import { describe, expect, test } from 'vitest'
import type { BatchLine, UnlistedShipment } from '#contract/batches.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, loadAllRows } from '#support/synced-engine.ts'
import {
  VALID_NUMBER,
  isPost,
  listServiceRequests,
  listPostRequests,
  startWithTwelveContainers,
} from '#support/tracking-requests.ts'

const createLine = (number: string, refs: string[] = []): BatchLine => ({
  text: `${number} as typed`,
  request: { number, type: 'bill_of_lading', scac: 'MAEU', refs },
  left: null,
})
const createExcludedLine = (text: string, reason: BatchLine['left']): BatchLine => ({
  text,
  request: null,
  left: reason,
})
const createNumbers = (count: number) => Array.from({ length: count }, (_, index) => String(260_000_001 + index))
const submit = ({ client }: SyncedEngine, lines: BatchLine[], name: string | null = null) =>
  client.call('batches.create', { name, lines }).then(({ id }) => id)
const listStates = async ({ client }: SyncedEngine, id: string) =>
  (await client.call('batches.get', { id })).rows.map((row) => row.request?.state ?? row.left)
const countUnsent = async ({ client }: SyncedEngine, id: string) => (await client.call('batches.get', { id })).unsent
const waitUntilSent = (engine: SyncedEngine, id: string) =>
  engine.clock.advanceUntil(async () => (await countUnsent(engine, id)) === 0, 900_000)

const PLAN_LIMIT: Fault = {
  kind: 'answer',
  status: 422,
  contentType: 'application/vnd.api+json',
  body: '{"errors":[{"code":"limit_reached","detail":"Your plan allows 3 active shipments."}]}',
}
/** The service accepts this many requests, and then reports the limit of the plan. */
function limitTo(engine: SyncedEngine, count: number): void {
  let accepted = 0
  engine.network.fault((request): Fault | null => (isPost(request) && accepted++ >= count ? PLAN_LIMIT : null))
}

describe('a batch of many numbers', () => {
  test('has the order of its list, with the excluded lines beside the sent ones', async () => {
    const engine = await startWithTwelveContainers()
    const [first = '', second = ''] = createNumbers(2)
    const id = await submit(
      engine,
      [
        { ...createExcludedLine('PO 4711', 'purchase-order'), refs: ['FILE 1'] },
        createLine(second, ['FILE 2']),
        createExcludedLine(VALID_NUMBER, 'repeated'),
        createLine(first),
      ],
      'week 47.xlsx',
    )
    expect(await engine.client.call('batches.list', {})).toMatchObject([
      { id, name: 'week 47.xlsx', lines: 4, submitted: 2, unsent: 2 },
    ])
    await waitUntilSent(engine, id)
    const { rows } = await engine.client.call('batches.get', { id })
    expect(rows).toMatchObject([
      { text: 'PO 4711', left: 'purchase-order', request: null, refs: ['FILE 1'] },
      { text: `${second} as typed`, left: null, request: { number: second, refs: ['FILE 2'] }, refs: ['FILE 2'] },
      { text: VALID_NUMBER, left: 'repeated', request: null, refs: [] },
      { text: `${first} as typed`, left: null, request: { number: first } },
    ])
    expect(listPostRequests(engine).length).toBe(2)
  })

  test('of 150 is sent within the budget, each number once, and continues after a restart', async () => {
    const engine = await startWithTwelveContainers()
    const id = await submit(
      engine,
      createNumbers(150).map((number) => createLine(number)),
    )
    await engine.clock.advance(40_000)
    const countBefore = await countUnsent(engine, id)
    expect([countBefore > 0, countBefore < 150]).toEqual([true, true])
    await engine.restart()
    await waitUntilSent(engine, id)
    const answers = engine.service
      .log()
      .requests.filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests')
    expect([
      answers.filter(({ status }) => status === 201).length,
      answers.filter(({ status }) => status === 429).length,
    ]).toEqual([150, 0])
  })

  test('follows waiting requests instead of sending them twice', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.unplug()
    const first = await submit(engine, [createLine(VALID_NUMBER)])
    const second = await submit(engine, [createLine(VALID_NUMBER), createLine(VALID_NUMBER)])
    const ids = async (id: string) =>
      (await engine.client.call('batches.get', { id })).rows.map(({ request }) => request?.id)
    const [request] = await ids(first)
    expect(await ids(second)).toEqual([request, request])
  })

  test('can be withdrawn as long as its requests were not sent', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.unplug()
    const id = await submit(
      engine,
      createNumbers(3).map((number) => createLine(number, [`FILE ${number}`])),
    )
    await engine.clock.advanceUntil(async () => (await listStates(engine, id)).every((state) => state === 'waiting'))
    expect(await engine.client.call('batches.cancel', { id })).toEqual({ cancelled: 3 })
    expect((await engine.client.call('batches.get', { id })).rows.map(({ request, refs }) => [request, refs])).toEqual(
      createNumbers(3).map((number) => [null, [`FILE ${number}`]]),
    )
    engine.network.plug()
    await engine.clock.advance(120_000)
    expect([
      await countUnsent(engine, id),
      createNumbers(3).flatMap((number) => listServiceRequests(engine, number)),
    ]).toEqual([0, []])
  })

  test('is withdrawn without the requests that it shares with an older batch', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.unplug()
    const first = await submit(engine, [createLine(VALID_NUMBER)])
    const second = await submit(engine, [createLine(VALID_NUMBER), createLine('260000777')])
    await engine.clock.advanceUntil(async () =>
      (await listStates(engine, second)).every((state) => state === 'waiting'),
    )
    expect([await countUnsent(engine, second), await engine.client.call('batches.cancel', { id: second })]).toEqual([
      1,
      { cancelled: 1 },
    ])
    expect([await listStates(engine, first), await countUnsent(engine, first)]).toEqual([['waiting'], 1])
  })

  test('is stored until twenty newer ones exist; its requests stay', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.unplug()
    const first = await submit(engine, [createLine('260000999')])
    for (const number of createNumbers(20)) {
      await engine.clock.advance(10)
      await submit(engine, [createLine(number)])
    }
    expect((await engine.client.call('batches.list', {})).length).toBe(20)
    await expect(engine.client.call('batches.get', { id: first })).rejects.toMatchObject({
      code: 'tracking/unknown-batch',
    })
  })
})

describe('when the plan limit is reached in the middle of a batch', () => {
  const startOverLimit = async () => {
    const engine = await startWithTwelveContainers()
    limitTo(engine, 2)
    const id = await submit(
      engine,
      createNumbers(8).map((number) => createLine(number)),
    )
    await engine.clock.advanceUntil(async () => (await engine.client.call('batches.hold', {})) !== null)
    await engine.clock.advance(120_000)
    return { engine, id }
  }

  test('the rest waits, shows the reason, and none of it is refused', async () => {
    const { engine, id } = await startOverLimit()
    const sentCount = listPostRequests(engine).length
    await engine.clock.advance(600_000)
    // Up to four requests were being sent in parallel when the limit was reported.
    expect([sentCount <= 2 + 4, listPostRequests(engine).length - sentCount]).toEqual([true, 0])
    const states = await listStates(engine, id)
    expect([states.filter((state) => state === 'waiting').length, states.includes('refused')]).toEqual([6, false])
    expect(await engine.client.call('batches.hold', {})).toMatchObject({
      failure: { code: 'tracking/plan-limit', details: { reason: 'Your plan allows 3 active shipments.' } },
      waiting: 6,
    })
    const { rows } = await engine.client.call('batches.get', { id })
    expect(
      new Set(rows.flatMap(({ request }) => (request?.state === 'waiting' ? [request.failure?.code] : []))),
    ).toEqual(new Set(['tracking/plan-limit']))
  })

  test('a request that may have arrived is searched for, and not sent again meanwhile', async () => {
    const engine = await startWithTwelveContainers()
    let sentCount = 0
    engine.network.fault((request): Fault | null =>
      isPost(request) ? (sentCount++ === 0 ? { kind: 'answer', status: 502 } : PLAN_LIMIT) : null,
    )
    const id = await submit(
      engine,
      createNumbers(3).map((number) => createLine(number)),
    )
    await engine.clock.advanceUntil(async () => (await engine.client.call('batches.hold', {})) !== null)
    await engine.clock.advance(30_000)
    const countBefore = listPostRequests(engine).length
    const searchCount = () =>
      engine.network.sent.filter(({ url }) => /tracking_requests\?.*request_number/.test(url)).length
    await engine.clock.advance(600_000)
    expect([listPostRequests(engine).length, searchCount(), await listStates(engine, id)]).toEqual([
      countBefore,
      1,
      ['waiting', 'waiting', 'waiting'],
    ])
  })

  test('the rest still waits after a restart, edits continue, and it is sent when the user resumes', async () => {
    const { engine, id } = await startOverLimit()
    await engine.restart()
    await engine.clock.advance(120_000)
    const sentCount = listPostRequests(engine).length
    const [row] = await loadAllRows(engine)
    await engine.client.call('edits.saveLabels', {
      target: { type: 'container', id: row!.id },
      field: 'refs',
      words: ['MEANWHILE'],
    })
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).rows.length === 0,
    )
    expect(listPostRequests(engine).length).toBe(sentCount)
    engine.network.fault(null)
    await engine.client.call('batches.resume', {})
    await waitUntilSent(engine, id)
    expect([await engine.client.call('batches.hold', {}), (await listStates(engine, id)).includes('refused')]).toEqual([
      null,
      false,
    ])
  })
})

test('numbers assessed in one call have the same result as each alone', async () => {
  const engine = await startWithTwelveContainers()
  const texts = ['', 'PO 4711', VALID_NUMBER, 'MSCU1234567']
  const single = await Promise.all(texts.map((text) => engine.client.call('tracking.assess', { text })))
  expect(await engine.client.call('batches.assess', { texts })).toEqual(single)
})

/** The bill with the SCAC of the line before it, or without if it has one. */
function otherSpelling({ masterBill, scac }: UnlistedShipment): string {
  return masterBill.startsWith(scac ?? '') ? masterBill.slice(4) : `${scac ?? ''}${masterBill}`
}

test('tracked shipments are unlisted unless one of their numbers is in the list', async () => {
  const engine = await startWithTwelveContainers()
  const rows = await loadAllRows(engine)
  const shipments = new Map(rows.flatMap((row) => (row.shipmentId === null ? [] : [[row.shipmentId, row]])))
  const unlisted = await engine.client.call('batches.unlisted', { numbers: [] })
  expect(unlisted.total).toBeGreaterThan(2)
  const [first, second, third] = unlisted.rows
  const number = second!.containers[0]!
  const afterList = await engine.client.call('batches.unlisted', {
    numbers: [
      ` ${first!.masterBill.toLowerCase()} `,
      `${number.slice(0, 4)} ${number.slice(4)}`,
      otherSpelling(third!),
    ],
  })
  expect([
    afterList.total,
    afterList.rows
      .map(({ shipmentId }) => shipmentId)
      .filter((id) => [first, second, third].some((container) => container!.shipmentId === id)),
  ]).toEqual([unlisted.total - 3, []])
  expect(shipments.has(first!.shipmentId)).toBe(true)
})
