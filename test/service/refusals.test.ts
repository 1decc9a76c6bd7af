// The service refuses requests with a wrong key, path, method, body or query, and no request breaks it.
import { describe, expect, test } from 'vitest'
import { createClient, parseDocument, KEY, NOON } from './client.ts'

const client = createClient({ containers: 20 })
const [container] = client.list('/containers').data
const [shipment] = client.list('/shipments').data

describe('the key', () => {
  test.each([null, '', 'wrong', `${KEY} `])('%j is refused with 401', (key) => {
    const response = client.sendRaw('GET', '/v2/containers', {
      key: null,
      ...(key === null ? {} : { body: undefined }),
    })
    const answer =
      key === null
        ? response
        : client.service.handle(
            { method: 'GET', url: '/v2/containers', headers: { authorization: `Token ${key}` }, body: null },
            { processMs: 0, worldMs: NOON },
          )
    expect(answer.status).toBe(401)
    expect(parseDocument(answer).errors[0]).toMatchObject({ status: '401', title: 'Unauthorized' })
  })

  test('must come as Token, not as Bearer', () => {
    const response = client.service.handle(
      { method: 'GET', url: '/v2/containers', headers: { authorization: `Bearer ${KEY}` }, body: null },
      { processMs: 0, worldMs: NOON },
    )
    expect(response.status).toBe(401)
  })
})

describe('the date', () =>
  test('in the header of every answer is the time of the world', () =>
    expect(client.sendRaw('GET', '/v2/containers').headers['date']).toBe('Fri, 20 Nov 2026 17:00:00 GMT')))

describe('paths and methods', () => {
  test.each([
    '/v2',
    '/v2/',
    '/',
    '',
    '/v1/containers',
    '/v2/container',
    '/v2/containers/x/y',
    '/v2/containers//',
    '/v2/containers/%E0%A4%A',
    '*',
    '/v2x/containers',
  ])('%j is not found', (url) => {
    const response = client.sendRaw('GET', url)
    expect(response.status).toBe(404)
    expect(parseDocument(response).errors[0]!.title).toBe('Not Found')
  })

  test('unknown records are not found, whatever the form of the id', () => {
    const ids = [
      'x',
      '00000000-0000-4000-8000-000000000000',
      shipment!.id,
      `${container!.id}0`,
      container!.id.toUpperCase(),
      '..',
      '%00',
      "' OR 1=1 --",
      'é'.repeat(3000),
    ]
    for (const id of ids) expect(client.sendRaw('GET', `/v2/containers/${encodeURIComponent(id)}`).status, id).toBe(404)
  })

  test('a known path answers 405 to another method and names the allowed ones', () => {
    const response = client.sendRaw('DELETE', `/v2/containers/${container!.id}`)
    expect(response.status).toBe(405)
    expect(response.headers['allow']).toBe('GET, PATCH')
  })

  test('a trailing slash does not matter', () => expect(client.sendRaw('GET', '/v2/containers/').status).toBe(200))
})

describe('edits', () => {
  test('of references show on the record and in lists, by both spellings of the path', () => {
    const createBody = (refs: string[]) => ({
      data: { type: 'container', id: container!.id, attributes: { ref_numbers: refs } },
    })
    expect(
      client.send('PATCH', `/containers/${container!.id}`, createBody(['A-1'])).document.data.attributes['ref_numbers'],
    ).toEqual(['A-1'])
    expect(client.send('PATCH', '/containers', createBody(['B-2', 'B-3'])).status).toBe(200)
    expect(client.get(`/containers/${container!.id}`).data.attributes['ref_numbers']).toEqual(['B-2', 'B-3'])
    expect(client.list('/containers').data.find(({ id }) => id === container!.id)!.attributes['ref_numbers']).toEqual([
      'B-2',
      'B-3',
    ])
    expect(client.get(`/shipments/${shipment!.id}?include=containers`).data.attributes['ref_numbers']).not.toContain(
      'B-2',
    )
  })

  test('of a shipment replace references and tags, each without changing the other', () => {
    const path = `/shipments/${shipment!.id}`
    const patch = (attributes: object) => client.send('PATCH', path, { data: { type: 'shipment', attributes } })
    expect(patch({ tags: ['hot'] }).status).toBe(200)
    expect(patch({ ref_numbers: ['PO-9'] }).document.data.attributes).toMatchObject({
      tags: ['hot'],
      ref_numbers: ['PO-9'],
    })
    expect(patch({ tags: [] }).document.data.attributes).toMatchObject({ tags: [], ref_numbers: ['PO-9'] })
  })

  test('without the id are refused', () => {
    const { status, document } = client.send('PATCH', '/containers', {
      data: { type: 'container', attributes: { ref_numbers: [] } },
    })
    expect(status).toBe(422)
    expect(document.errors[0]!.source).toEqual({ pointer: '/data/id' })
  })
})

describe('bodies', () => {
  const invalidBodies: [string, unknown][] = [
    ['nothing', undefined],
    ['no JSON', '{'],
    ['broken text', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['deep nesting', '['.repeat(100_000)],
    ['null', null],
    ['a number', 7],
    ['a string', '"data"'],
    ['an array', []],
    ['no data', {}],
    ['null data', { data: null }],
    ['a list of data', { data: [] }],
    ['text for data', { data: 'container' }],
    ['no type', { data: {} }],
    ['another type', { data: { type: 'account' } }],
    ['a number for the type', { data: { type: 1 } }],
    ['a number for the id', { data: { type: 'TYPE', id: 5 } }],
    ['another id', { data: { type: 'TYPE', id: 'other', attributes: { ref_numbers: [] } } }],
    ['no attributes', { data: { type: 'TYPE' } }],
    ['a list of attributes', { data: { type: 'TYPE', attributes: [] } }],
    ['null attributes', { data: { type: 'TYPE', attributes: null } }],
    ['text for relationships', { data: { type: 'TYPE', attributes: {}, relationships: 'x' } }],
    ['text for references', { data: { type: 'TYPE', attributes: { ref_numbers: 'A' } } }],
    ['null references', { data: { type: 'TYPE', attributes: { ref_numbers: null } } }],
    ['numbers as references', { data: { type: 'TYPE', attributes: { ref_numbers: [1] } } }],
    ['a hole in the references', { data: { type: 'TYPE', attributes: { ref_numbers: [null] } } }],
    ['a reference without end', { data: { type: 'TYPE', attributes: { ref_numbers: ['x'.repeat(5000)] } } }],
    [
      'references without end',
      { data: { type: 'TYPE', attributes: { ref_numbers: Array.from({ length: 500 }, () => 'x') } } },
    ],
    [
      'a prototype',
      '{"data":{"type":"TYPE","__proto__":{"attributes":{"ref_numbers":[]}},"attributes":{"__proto__":[]}}}',
    ],
  ]
  const targets: [string, string, string][] = [
    ['PATCH', `/containers/${container!.id}`, 'container'],
    ['PATCH', '/containers', 'container'],
    ['PATCH', `/shipments/${shipment!.id}`, 'shipment'],
    ['POST', '/tracking_requests', 'tracking_request'],
  ]

  test.each(invalidBodies)('with %s is refused with 400 or 422 and a reason', (_, body) => {
    for (const [method, path, type] of targets) {
      const filledBody =
        body === undefined || body instanceof Uint8Array
          ? body
          : typeof body === 'string'
            ? body.replace('TYPE', type)
            : JSON.stringify(body).replace('TYPE', type)
      const { status, document } = client.send(method, path, filledBody)
      // On this path the id is only in the body, so a wrong id means an unknown record.
      const expected = path === '/containers' ? [400, 404, 422] : [400, 422]
      expect(expected, `${method} ${path}: ${JSON.stringify(document)}`).toContain(status)
      expect(document.errors[0]!.detail.length).toBeGreaterThan(10)
    }
  })

  test('that are too large are refused with 413', () => {
    const { status } = client.send('POST', '/tracking_requests', new Uint8Array(1024 * 1024 + 1))
    expect(status).toBe(413)
  })
})

describe('queries', () =>
  test.each([
    'include=',
    'include=,,',
    'include=shipment,shipment',
    `include=${'shipment.containers.'.repeat(40)}shipment`,
    `include=${Array.from({ length: 40 }, (_, index) => `a${index}`).join(',')}`,
    'include[]=shipment',
    'include=__proto__',
    'include=shipment.constructor',
    'page=2',
    'page[]=2',
    'page[size]=%',
    'page[number]=9007199254740993',
    'filter[tracking_stopped]=maybe',
    'filter[updated_at][start]=yesterday',
    'filter[created_at][end]=2026-13-45',
    'q=%00%ff',
    `q=${'x'.repeat(20_000)}`,
    '&&==&?',
    '__proto__=1&constructor=2',
  ])('%s never breaks a list', (query) => {
    for (const path of ['/containers', '/shipments', '/tracking_requests']) {
      expect([200, 400]).toContain(client.send('GET', `${path}?${query.slice(0, 30_000)}`, undefined).status)
    }
  }))
