// The service has four rate limits, which use the clock of the process, and a log of all requests.
import { describe, expect, test } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import type { ServiceResponse } from '#service/service.ts'
import { createClient, DAY, NOON, readText, type Client } from './client.ts'

const createLimitedClient = (options = {}) => createClient({ containers: 7, isLimited: true, ...options })
const sendGeneralRequest = (client: Client, processMs: number, at = NOON) =>
  client.sendRaw('GET', '/v2/shipping_lines', { processMs, at })
const readLog = (client: Client) =>
  JSON.parse(readText(client.sendRaw('GET', '/_service/log', { key: null }))) as LogDocument
const getStatuses = (responses: ServiceResponse[]) => responses.map(({ status }) => status)

const BUCKETS = [
  { bucket: 'general', limit: 100, method: 'GET', path: '/v2/containers?page[size]=1' },
  { bucket: 'tracking_requests', limit: 100, method: 'POST', path: '/v2/tracking_requests' },
  { bucket: 'infer_number', limit: 200, method: 'POST', path: '/v2/tracking_requests/infer_number' },
  { bucket: 'refresh', limit: 10, method: 'PATCH', path: '/v2/containers/abc/refresh' },
] as const

describe('rate buckets', () => {
  test.each(BUCKETS)(
    '$bucket allows $limit requests in 60 s, and then names the time of the next one',
    ({ limit, method, path, bucket }) => {
      const client = createLimitedClient()
      const answers = Array.from({ length: limit + 1 }, (_, index) =>
        client.sendRaw(method, path, { processMs: index * 10 }),
      )
      expect(getStatuses(answers.slice(0, limit)).filter((status) => status === 429)).toEqual([])
      const refused = answers.at(-1)!
      expect(refused.status).toBe(429)
      expect(refused.headers['retry-after']).toBe(String(Math.ceil((60_000 - limit * 10) / 1000)))
      expect(readLog(client).buckets[bucket]).toEqual({ limit, requests: limit + 1, refused: 1, largest: limit + 1 })
    },
  )

  test('do not share their slots', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 101; index += 1) sendGeneralRequest(client, 0)
    expect(client.sendRaw('POST', '/v2/tracking_requests', { body: {}, processMs: 1 }).status).toBe(422)
    expect(sendGeneralRequest(client, 1).status).toBe(429)
  })

  test('free a slot exactly 60 s after it was taken', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 100; index += 1) sendGeneralRequest(client, 500 + index)
    expect(sendGeneralRequest(client, 60_499).status).toBe(429)
    expect(sendGeneralRequest(client, 60_500).status).toBe(200)
    expect(sendGeneralRequest(client, 60_500).status).toBe(429)
  })

  test('are free again when Retry-After has passed', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 100; index += 1) sendGeneralRequest(client, index * 37.5)
    const refused = sendGeneralRequest(client, 4000)
    expect(sendGeneralRequest(client, 4000 + Number(refused.headers['retry-after']) * 1000).status).toBe(200)
  })

  test('use the process clock, whatever the world’s clock is', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 100; index += 1) sendGeneralRequest(client, 0, NOON + index * DAY)
    expect(sendGeneralRequest(client, 59_999, NOON + 500 * DAY).status).toBe(429)
    expect(sendGeneralRequest(client, 60_000, NOON).status).toBe(200)
  })

  test('give no slot to a refused request unless refusalHoldsSlot is set', () => {
    const holdingClient = createLimitedClient({ refusalHoldsSlot: true })
    const defaultClient = createLimitedClient()
    for (const client of [holdingClient, defaultClient]) {
      for (let index = 0; index < 100; index += 1) sendGeneralRequest(client, 0)
      for (let index = 0; index < 50; index += 1) sendGeneralRequest(client, 30_000)
    }
    expect(
      getStatuses(Array.from({ length: 60 }, () => sendGeneralRequest(defaultClient, 61_000))).filter(
        (status) => status === 429,
      ),
    ).toEqual([])
    expect(
      getStatuses(Array.from({ length: 60 }, () => sendGeneralRequest(holdingClient, 61_000))).filter(
        (status) => status === 429,
      ),
    ).toHaveLength(10)
  })

  test('are not used by requests without a key', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 300; index += 1) client.sendRaw('GET', '/v2/containers', { key: null })
    expect(sendGeneralRequest(client, 0).status).toBe(200)
  })

  test('never refuse a request if the limit is switched off', () => {
    const client = createLimitedClient({ isLimited: false })
    expect(
      getStatuses(Array.from({ length: 300 }, () => sendGeneralRequest(client, 0))).every((status) => status === 200),
    ).toBe(true)
    expect(readLog(client).buckets.general.largest).toBe(300)
  })
})

describe('the log', () => {
  test('has the time of each request, its path, and the count at its arrival', () => {
    const client = createLimitedClient()
    client.sendRaw('GET', '/v2/containers?page[size]=1', { processMs: 12.5, at: NOON })
    client.sendRaw('GET', '/v2/nowhere', { processMs: 20, at: NOON + 1000 })
    client.sendRaw('POST', '/v2/tracking_requests', { body: '{', processMs: 30 })
    expect(readLog(client).requests).toEqual([
      {
        processMs: 12.5,
        worldAt: '2026-11-20T17:00:00.000Z',
        method: 'GET',
        path: '/v2/containers',
        query: 'page[size]=1',
        status: 200,
        bucket: 'general',
        count: 1,
      },
      {
        processMs: 20,
        worldAt: '2026-11-20T17:00:01.000Z',
        method: 'GET',
        path: '/v2/nowhere',
        query: '',
        status: 404,
        bucket: 'general',
        count: 2,
      },
      {
        processMs: 30,
        worldAt: '2026-11-20T17:00:00.000Z',
        method: 'POST',
        path: '/v2/tracking_requests',
        query: '',
        status: 400,
        bucket: 'tracking_requests',
        count: 1,
      },
    ])
  })

  test('counts refused and unauthorised requests too', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 150; index += 1) sendGeneralRequest(client, index)
    client.sendRaw('GET', '/v2/containers', { key: null, processMs: 200 })
    const { buckets, requests } = readLog(client)
    expect(buckets.general).toEqual({ limit: 100, requests: 151, refused: 50, largest: 151 })
    expect(requests.at(-1)).toMatchObject({ status: 401, count: 151 })
  })

  test('counts only the last 60 s, and stores the largest count', () => {
    const client = createLimitedClient()
    for (let index = 0; index < 40; index += 1) sendGeneralRequest(client, 0)
    sendGeneralRequest(client, 60_000)
    const { buckets, requests } = readLog(client)
    expect(requests.at(-1)!.count).toBe(1)
    expect(buckets.general.largest).toBe(40)
  })

  test('has the last 20,000 requests, and the totals of all requests', () => {
    const client = createLimitedClient({ isLimited: false })
    for (let index = 0; index < 20_500; index += 1) client.sendRaw('GET', `/v2/x${index}`, { processMs: index * 100 })
    const { buckets, requests } = readLog(client)
    expect(requests).toHaveLength(20_000)
    expect([requests[0]!.path, requests.at(-1)!.path]).toEqual(['/v2/x500', '/v2/x20499'])
    expect(buckets.general).toEqual({ limit: 100, requests: 20_500, refused: 0, largest: 600 })
  })

  test('needs no key, does not log its own requests, and cuts long paths and queries', () => {
    const client = createLimitedClient()
    client.sendRaw('GET', `/v2/${'x'.repeat(100_000)}?${'y'.repeat(100_000)}`)
    readLog(client)
    const { requests } = readLog(client)
    expect(requests).toHaveLength(1)
    expect(requests[0]!.path.length + requests[0]!.query.length).toBeLessThan(1000)
  })
})
