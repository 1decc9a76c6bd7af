// Checks the four request limits exactly at their edges, and the limits of sizes and counts (specification 8).
import assert from 'node:assert/strict'
import { DAY, HOUR, NOON, SECOND, type Client } from './client.ts'
import { announce, wrapData, uploadDocument, putBytes } from './scenario.ts'
import type { Row } from './row.ts'

const createRequest = (method: string, path: string, body?: unknown) => (client: Client, processMs: number) => {
  const { status, headers } = client.sendRaw(method, `/v2${path}`, {
    processMs,
    ...(body === undefined ? {} : { body }),
  })
  return { status, retryAfter: headers['retry-after'] }
}

const BUCKETS: readonly { name: string; limit: number; ask: ReturnType<typeof createRequest> }[] = [
  { name: 'everything else', limit: 100, ask: createRequest('GET', '/parties') },
  { name: 'POST /tracking_requests', limit: 100, ask: createRequest('POST', '/tracking_requests', {}) },
  {
    name: 'POST /tracking_requests/infer_number',
    limit: 200,
    ask: createRequest('POST', '/tracking_requests/infer_number', { number: 'X1' }),
  },
  { name: 'PATCH /containers/{id}/refresh', limit: 10, ask: createRequest('PATCH', '/containers/x/refresh') },
]

const createLimitRow = (what: string, check: Row['check']): Row => ({ section: '8', kind: 'limit', what, check })

const RATES: readonly Row[] = BUCKETS.flatMap(({ name, limit, ask }, ownIndex) => [
  createLimitRow(`${name}: ${limit} in 60 s are accepted, the next is 429 with Retry-After`, ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < limit; count += 1) assert.notEqual(ask(client, 1000 + count).status, 429)
    assert.deepEqual(ask(client, 1000 + limit), { status: 429, retryAfter: '60' })
    assert.deepEqual(ask(client, 31_500), { status: 429, retryAfter: '30' })
  }),
  createLimitRow(`${name}: the window rolls, exact to the millisecond`, ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < limit; count += 1) ask(client, count < 2 ? 1000 : 5000)
    assert.deepEqual([ask(client, 60_999).status, ask(client, 60_999).retryAfter], [429, '1'])
    assert.deepEqual(
      [61_000, 61_000, 61_000].map((worldMs) => ask(client, worldMs).status === 429),
      [false, false, true],
    )
    assert.deepEqual(
      [64_999, 65_000].map((worldMs) => ask(client, worldMs).status === 429),
      [true, false],
    )
  }),
  createLimitRow(`${name}: while it is full, the other three accept requests`, ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count <= limit; count += 1) ask(client, 0)
    assert.deepEqual(
      BUCKETS.map((bucket) => bucket.ask(client, 0).status === 429),
      BUCKETS.map((_, index) => index === ownIndex),
    )
  }),
])

const OTHERS: readonly Row[] = [
  createLimitRow('an include of thirty relations is accepted', ({ reader }) => {
    const paths = Array.from({ length: 30 }, (_, index) => `shipment${'.containers.shipment'.repeat(index)}`)
    assert.equal(reader.sendRaw('GET', `/v2/containers?page[size]=1&include=${paths.join(',')}`).status, 200)
  }),
  createLimitRow('429 is a normal error document, with its title', ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < 100; count += 1) client.sendRaw('GET', '/v2/parties')
    const { status, body, headers } = client.sendRaw('GET', '/v2/parties')
    assert.deepEqual(
      [status, headers['content-type'], { ...body.errors[0], detail: '' }],
      [
        429,
        'application/vnd.api+json',
        { status: '429', title: 'Too Many Requests', code: 'rate_limited', detail: '' },
      ],
    )
  }),
  createLimitRow('a refused request is not executed and uses no slot', ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < 99; count += 1) client.sendRaw('GET', '/v2/parties')
    const createParty = (name: string, processMs: number) =>
      client.sendRaw('POST', '/v2/parties', { body: wrapData('party', { company_name: name }), processMs }).status
    assert.deepEqual(
      [createParty('One', 1), createParty('Two', 2), createParty('Two', 59_999), createParty('Two', 60_000)],
      [201, 429, 429, 201],
    )
  }),
  createLimitRow('with the option for it, a refused request uses a slot too', ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true, refusalHoldsSlot: true })
    for (let count = 0; count < 100; count += 1) client.sendRaw('GET', '/v2/parties', { processMs: 0 })
    for (let count = 0; count < 100; count += 1) client.sendRaw('GET', '/v2/parties', { processMs: 30_000 })
    assert.deepEqual(
      [
        client.sendRaw('GET', '/v2/parties', { processMs: 60_000 }).status,
        client.sendRaw('GET', '/v2/parties', { processMs: 60_000 }).headers['retry-after'],
      ],
      [429, '30'],
    )
  }),
  createLimitRow('errors count, requests with a refused key do not', ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < 99; count += 1) client.sendRaw('GET', '/v2/nothing')
    for (let count = 0; count < 20; count += 1) client.sendRaw('GET', '/v2/parties', { key: 'wrong' })
    assert.deepEqual(
      [client.sendRaw('GET', '/v2/parties').status, client.sendRaw('GET', '/v2/parties').status],
      [200, 429],
    )
  }),
  createLimitRow('paths without a key use no slot', ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < 150; count += 1)
      assert.equal(client.sendRaw('GET', '/shipments/find?q=x', { key: null }).status, 302)
    assert.equal(client.sendRaw('GET', '/v2/parties').status, 200)
  }),
  createLimitRow('the log counts every request in its bucket, also refused ones', ({ createClient }) => {
    const client = createClient({ containers: 8, isLimited: true })
    for (let count = 0; count < 103; count += 1) client.sendRaw('GET', '/v2/parties?x=1', { processMs: 7 })
    client.sendRaw('POST', '/v2/tracking_requests/', { body: {} })
    const log = client.sendRaw('GET', '/_service/log').body as unknown as {
      requests: Record<string, unknown>[]
      buckets: Record<string, unknown>
    }
    assert.deepEqual(log.buckets, {
      general: { limit: 100, requests: 103, refused: 3, largest: 103 },
      tracking_requests: { limit: 100, requests: 1, refused: 0, largest: 1 },
      infer_number: { limit: 200, requests: 0, refused: 0, largest: 0 },
      refresh: { limit: 10, requests: 0, refused: 0, largest: 0 },
    })
    assert.deepEqual(log.requests[0], {
      processMs: 7,
      worldAt: '2026-11-20T17:00:00.000Z',
      method: 'GET',
      path: '/v2/parties',
      query: 'x=1',
      status: 200,
      bucket: 'general',
      count: 1,
    })
    assert.deepEqual(
      [
        log.requests[102]?.['status'],
        log.requests[102]?.['count'],
        log.requests[103]?.['bucket'],
        log.requests[103]?.['status'],
      ],
      [429, 103, 'tracking_requests', 422],
    )
  }),
  createLimitRow('a page has 100 records at most; larger sizes are reduced silently', ({ reader }) =>
    assert.deepEqual(
      [1, 99, 100, 101, 5000].map((size) => {
        const { data, meta } = reader.get(`/containers?page[size]=${size}`)
        return [(data as unknown as unknown[]).length, meta.size]
      }),
      [
        [1, 1],
        [99, 99],
        [100, 100],
        [100, 100],
        [100, 100],
      ],
    ),
  ),
  createLimitRow('--page-max makes pages shorter', ({ createClient }) => {
    const client = createClient({ pageMax: 7 })
    assert.deepEqual(
      [
        client.list('/containers').length,
        client.list('/containers?page[size]=3').length,
        client.listAll('/containers').length,
      ],
      [7, 3, 40],
    )
  }),
  createLimitRow('the same file content is processed once, whatever its name', ({ createClient }) => {
    const client = createClient()
    assert.deepEqual(
      [
        uploadDocument(client, 'A').status,
        uploadDocument(client, 'A', { name: 'B' }, { filename: 'b.txt' }).status,
        uploadDocument(client, 'B').status,
        client.list('/documents').length,
      ],
      [201, 409, 201, 2],
    )
  }),
  createLimitRow('the content of a deleted document is accepted again', ({ createClient }) => {
    const client = createClient()
    client.send('DELETE', `/documents/${uploadDocument(client, 'A').body.data.id}`)
    assert.equal(uploadDocument(client, 'A').status, 201)
  }),
  createLimitRow(
    'a request_number has 50 characters at most, a body a megabyte, a list 100 texts of 255',
    ({ createClient }) => {
      const client = createClient()
      const { id } = client.list('/containers')[0]!
      assert.equal(
        client.send(
          'POST',
          '/tracking_requests',
          wrapData('tracking_request', {
            request_type: 'bill_of_lading',
            request_number: '1'.repeat(50),
            scac: 'MAEU',
          }),
        ).status,
        201,
      )
      assert.equal(
        client.send(
          'PATCH',
          `/containers/${id}`,
          wrapData('container', { ref_numbers: Array.from({ length: 100 }, () => 'x'.repeat(255)) }),
        ).status,
        200,
      )
      assert.equal(
        client.sendRaw('POST', '/v2/parties', {
          body: `${JSON.stringify(wrapData('party', { company_name: 'Padded' }))}${' '.repeat(1024 * 1024)}`.slice(
            0,
            1024 * 1024,
          ),
        }).status,
        201,
      )
    },
  ),
  createLimitRow(
    'the address of an upload and of a download is valid for an hour, a signed id for a day, to the millisecond',
    ({ createClient }) => {
      const client = createClient()
      const bytes = new Uint8Array([1])
      assert.deepEqual(
        [HOUR, HOUR + 1].map((delayMs) => putBytes(client, announce(client, bytes), bytes, NOON + delayMs).status),
        [204, 404],
      )
      const announced = announce(client, bytes)
      putBytes(client, announced, bytes)
      assert.deepEqual(
        [DAY + 1, DAY].map(
          (delayMs) =>
            client.send(
              'POST',
              '/documents',
              wrapData('document', { attached_document: announced.signed_id }),
              NOON + delayMs,
            ).status,
        ),
        [422, 201],
      )
      const { download_url: url } = client.get(
        `/documents/${client.list('/documents')[0]!.id}/download_url`,
      ) as unknown as { download_url: string }
      assert.deepEqual(
        [HOUR, HOUR + 1].map(
          (delayMs) => client.sendRaw('GET', new URL(url).pathname, { key: null, worldMs: NOON + delayMs }).status,
        ),
        [200, 404],
      )
    },
  ),
  createLimitRow('a file has 50 MB at most', ({ createClient }) => {
    const client = createClient()
    const announceSize = (bytes: number) =>
      client.send('POST', '/rails/active_storage/direct_uploads', {
        blob: { filename: 'x', content_type: 'a/b', byte_size: bytes, checksum: `${'A'.repeat(22)}==` },
      }).status
    assert.deepEqual([50 * 1024 * 1024, 50 * 1024 * 1024 + 1].map(announceSize), [200, 422])
  }),
  createLimitRow('a search has 25 hits at most', ({ reader }) =>
    assert.equal(reader.list('/search?query=0').length, 25),
  ),
  createLimitRow('the world covers the years 2000 to 2099', ({ createClient }) => {
    for (const startMs of [Date.UTC(2000, 0, 1) - 1, Date.UTC(2100, 0, 1)])
      assert.throws(() => createClient({ startMs }), /2000 to 2099/)
    for (const startMs of [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1) - 1]) createClient({ startMs })
    assert.ok(NOON % SECOND === 0)
  }),
]

export const limitRows: readonly Row[] = [...RATES, ...OTHERS]
