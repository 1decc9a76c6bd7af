// The service gets each tracking request once, also after a missing answer, a refusal by the rate limit, or an error.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { appendCheckDigit } from '#service/world/container-number.ts'
import type { Fault } from '#support/network.ts'
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

/** Simulates an end of the program after it stored the answer and before the mirror had the record. */
function forgetAnswer(dir: string, id: string): void {
  // The next start must not treat this write as damage.
  rmSync(join(dir, 'sums.json'))
  const db = new Database(join(dir, 'state.db'))
  db.prepare('ATTACH DATABASE ? AS mirror').run(join(dir, 'mirror.db'))
  const remoteId = db.prepare(`UPDATE outbox SET state = 'ACKED' WHERE op_id = ? RETURNING remote_id`).pluck().get(id)
  db.prepare('DELETE FROM mirror.seen WHERE key = (SELECT key FROM mirror.res WHERE id = ?)').run(remoteId)
  for (const table of ['res', 'request_row']) db.prepare(`DELETE FROM mirror.${table} WHERE id = ?`).run(remoteId)
  db.close()
}

describe('a missing answer', () => {
  const noAnswer: Fault = { kind: 'hang' }
  test.each<[string, Fault]>([
    ['none at all', noAnswer],
    ['truncated', { kind: 'alter', alter: (response) => ({ ...response, bytes: response.bytes.slice(0, 40) }) }],
    ['as an error of the service', { kind: 'alter', alter: (response) => ({ ...response, status: 500 }) }],
    [
      'as the login page of a hotel network',
      {
        kind: 'alter',
        alter: (response) => ({ ...response, headers: { 'content-type': 'text/html' }, bytes: new Uint8Array() }),
      },
    ],
  ])('after the request arrived creates no second request: %s', async (_, fault) => {
    const engine = await startWithTwelveContainers()
    let isFirst = true
    engine.network.fault((request) => {
      if (!isPost(request) || !isFirst) return null
      isFirst = false
      return fault
    })
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, ({ isUnsure, state }) => isUnsure && state === 'waiting')
    await advanceUntilRequest(engine, id, hasState('created'), 180_000)
    expect(await getRequest(engine, id)).toMatchObject({ isUnsure: false, failure: null })
    expect([listPostRequests(engine).length, listServiceRequests(engine, VALID_NUMBER).length]).toEqual([1, 1])
    expect((await listRequests(engine)).rows.filter(({ number }) => number === VALID_NUMBER)).toHaveLength(1)
  })

  test('creates no second request if the first one failed or found its line: the engine searches for it', async () => {
    const engine = await startWithTwelveContainers()
    const isAnswered = new Set<string>()
    engine.network.fault((request) => {
      if (!isPost(request) || isAnswered.has(getBodyText(request))) return null
      isAnswered.add(getBodyText(request))
      return noAnswer
    })
    const failing = await createRequest(engine, newBillRequest('HELLO123'))
    const detected = await createRequest(engine, {
      number: appendCheckDigit('OOLU765432'),
      type: 'container',
      scac: null,
      refs: [],
      replaces: null,
    })
    await advanceUntilRequest(engine, failing, hasState('failed'), 180_000)
    await advanceUntilRequest(engine, detected, hasState('created'), 180_000)
    expect([
      listServiceRequests(engine, 'HELLO123').length,
      listServiceRequests(engine, appendCheckDigit('OOLU765432')).length,
      listPostRequests(engine).length,
    ]).toEqual([1, 1, 2])
  })

  test('because the program ended creates no second request, and none is lost', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.fault((request) => (isPost(request) ? noAnswer : null))
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, hasState('sending'))
    await expect(engine.client.call('tracking.cancel', { id })).rejects.toMatchObject({ code: 'tracking/already-sent' })
    await engine.clock.advance(1_000)
    engine.network.fault(null)
    await engine.restart()
    expect(await getRequest(engine, id)).toMatchObject({ isUnsure: true })
    await expect(engine.client.call('tracking.cancel', { id })).rejects.toMatchObject({ code: 'tracking/already-sent' })
    await advanceUntilRequest(engine, id, hasState('created'), 180_000)
    expect([listPostRequests(engine).length, listServiceRequests(engine, VALID_NUMBER).length]).toEqual([1, 1])
  })

  test('because the connection broke before the request arrived leads to exactly one request, also after a restart', async () => {
    const engine = await startWithTwelveContainers()
    engine.network.fault((request) => (isPost(request) ? { kind: 'fail', reason: 'broken' } : null))
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, ({ isUnsure }) => isUnsure)
    await engine.restart()
    engine.network.fault(null)
    await advanceUntilRequest(engine, id, hasState('created'), 180_000)
    expect(listServiceRequests(engine, VALID_NUMBER)).toHaveLength(1)
  })

  test('that did not reach the mirror because the program ended is requested again, under either spelling of the path', async () => {
    const engine = await startWithTwelveContainers()
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, hasState('created'), 90_000)
    await engine.stop()
    forgetAnswer(engine.dir, id)
    engine.network.fault(({ url }) => {
      if (/tracking_requests\?/.test(url)) return { kind: 'hang' }
      return /tracking_requests\/[^/]+$/.test(url) ? { kind: 'answer', status: 404 } : null
    })
    await engine.restart()
    expect(await getRequest(engine, id)).toMatchObject({ state: 'pending', shipmentId: null })
    await advanceUntilRequest(engine, id, hasState('created'), 10_000)
    expect(engine.network.sent.filter(({ url }) => url.includes('/v2/tracking_request/'))).toHaveLength(1)
    expect(listPostRequests(engine)).toHaveLength(1)
  })

  test('because the computer slept is not awaited', async () => {
    const engine = await startWithTwelveContainers()
    let isFirst = true
    engine.network.fault((request) => (isPost(request) && isFirst ? ((isFirst = false), noAnswer) : null))
    const id = await createRequest(engine, newBillRequest(VALID_NUMBER))
    await advanceUntilRequest(engine, id, hasState('sending'))
    engine.clock.sleepMachine(3_600_000)
    await advanceUntilRequest(engine, id, hasState('created'), 180_000)
    expect(listServiceRequests(engine, VALID_NUMBER)).toHaveLength(1)
  })
})

describe('many requests', () => {
  const numbers = Array.from({ length: 130 }, (_, i) => `27${String(i).padStart(7, '0')}`)

  test('are sent at the rate limit of the service, each one once', async () => {
    const engine = await startWithTwelveContainers()
    const ids = await Promise.all(numbers.map((number) => createRequest(engine, newBillRequest(number))))
    await engine.clock.advance(65_000)
    await engine.clock.advanceUntil(async () =>
      (await listRequests(engine)).rows.filter((row) => ids.includes(row.id)).every(hasBeenSent),
    )
    const { requests } = engine.service.log()
    expect(requests.filter(({ bucket }) => bucket === 'tracking_requests').map(({ status }) => status)).toEqual(
      numbers.map(() => 201),
    )
    expect(listPostRequests(engine)).toHaveLength(numbers.length)
  })

  test('refused by the rate limit wait and are sent again', async () => {
    const engine = await startWithTwelveContainers()
    let refused = 0
    engine.network.fault((request) =>
      isPost(request) && refused++ < 3
        ? { kind: 'answer', status: 429, contentType: 'application/json', body: '{}', headers: { 'retry-after': '7' } }
        : null,
    )
    const ids = await Promise.all(numbers.slice(0, 5).map((number) => createRequest(engine, newBillRequest(number))))
    await engine.clock.advanceUntil(async () =>
      (await Promise.all(ids.map((id) => getRequest(engine, id)))).every(hasBeenSent),
    )
    expect(numbers.slice(0, 5).map((number) => listServiceRequests(engine, number).length)).toEqual([1, 1, 1, 1, 1])
  })

  test('are not delayed by one that fails at the service', async () => {
    const engine = await startWithTwelveContainers()
    let failingNumber = ''
    engine.network.fault((request) => {
      const body = typeof request.body === 'string' ? request.body : ''
      return isPost(request) && body.includes(failingNumber)
        ? {
            kind: 'answer',
            status: 500,
            contentType: 'application/json',
            body: '{"errors":[{"status":"500","source":null,"title":"x","detail":null}]}',
          }
        : null
    })
    failingNumber = numbers[0]!
    const ids = await Promise.all(numbers.slice(0, 4).map((number) => createRequest(engine, newBillRequest(number))))
    await engine.clock.advanceUntil(
      async () => (await Promise.all(ids.slice(1).map((id) => getRequest(engine, id)))).every(hasBeenSent),
      60_000,
    )
    expect(await getRequest(engine, ids[0]!)).toMatchObject({ state: 'waiting', failure: { code: 'api/server-error' } })
    expect((await getRequest(engine, ids[0]!)).nextTryAt).not.toBeNull()
    engine.network.fault(null)
    await advanceUntilRequest(engine, ids[0]!, hasBeenSent)
    expect(listServiceRequests(engine, numbers[0]!)).toHaveLength(1)
  })
})

test('requests that get a proxy page as answer are retried with growing intervals, although other requests succeed', async () => {
  const engine = await startWithTwelveContainers()
  engine.network.fault((request) => (isPost(request) ? { kind: 'answer', status: 200 } : null))
  for (const number of ['270000001', '270000002', '270000003', '270000004'])
    await createRequest(engine, newBillRequest(number))
  await engine.clock.advance(300_000)
  expect(listPostRequests(engine).length).toBeGreaterThan(5)
  expect(listPostRequests(engine).length).toBeLessThan(13)
})

test('requests without a connection are not retried after each answer to another request', async () => {
  const engine = await startWithTwelveContainers()
  engine.network.fault((request) => (isPost(request) ? { kind: 'fail', reason: 'unreachable' } : null))
  await createRequest(engine, newBillRequest(VALID_NUMBER))
  await engine.clock.advance(300_000)
  expect(listPostRequests(engine).length).toBeGreaterThan(4)
  expect(listPostRequests(engine).length).toBeLessThan(16)
})
