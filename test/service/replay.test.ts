// `--replay`: recorded answers are served under the usual paths, including their irregularities.
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listResources, readRecordedFolder } from '#service/replay/recorded.ts'
import { createClient, BASE_URL, NOON, type Identifier } from './client.ts'

const FOLDER = fileURLToPath(new URL('../fixtures/service/recorded', import.meta.url))
const createReplayClient = () => createClient({ replay: readRecordedFolder(FOLDER) })

describe('replay', () => {
  test('serves records unchanged, merges those recorded twice key by key, and rewrites links to its own address', () =>
    expect(createReplayClient().get('/containers/box-a').data).toEqual({
      id: 'box-a',
      type: 'container',
      attributes: {
        id: 'box-a',
        number: 'TSTU1000004',
        ref_numbers: [null],
        seal_number: 'SL-1',
        weight_in_lbs: 0,
        location_at_pod_terminal: 'Lane 4<br>Stack 2',
        pickup_lfd: '2031-05-06T23:59:00Z',
        pod_timezone: 'US/Eastern',
        ssl_lfd: null,
        current_status: 'available',
      },
      relationships: {
        shipment: { data: { id: 'ship-a', type: 'shipment' } },
        pod_terminal: { data: { id: 'quay-9', type: 'terminal' } },
        pickup_facility: {},
        raw_events: { data: [{ id: 'raw-1', type: 'raw_event' }] },
      },
      links: { self: `${BASE_URL}/containers/box-a` },
    }))

  test('creates pages, meta and links', () => {
    const { data, meta, links } = createReplayClient().list('/containers?page[size]=1')
    expect(data.map(({ id }) => id)).toEqual(['box-a'])
    expect(meta).toEqual({ size: 1, total: 2, pagination: { current: 1, next: 2, last: 2, records: 2 } })
    expect(links['next']).toBe(`${BASE_URL}/containers?page[number]=2&page[size]=1`)
    expect(
      createReplayClient()
        .listAll('/containers?page[size]=1')
        .map(({ id }) => id),
    ).toEqual(['box-a', 'box-b'])
  })

  test('includes recorded records, and leaves out linked ones that were not recorded', () => {
    const { included } = createReplayClient().list(
      '/containers?include=shipment,pod_terminal,pickup_facility,raw_events',
    )
    expect(included.map(({ type, id }) => `${type} ${id}`)).toEqual(['shipment ship-a'])
    const related = createReplayClient().get('/shipments/ship-a?include=containers,port_of_discharge').included
    expect(related.map(({ id }) => id)).toEqual(['box-a', 'port-x'])
    expect(
      (createReplayClient().get('/shipments/ship-a').data.relationships['containers']!.data as Identifier[]).map(
        ({ id }) => id,
      ),
    ).toEqual(['box-a', 'box-lost'])
  })

  test('ignores invalid linkage', () => {
    const client = createReplayClient()
    expect(
      client.get('/shipments/odd-1?include=containers,pod_terminal,destination').included.map(({ id }) => id),
    ).toEqual(['box-b'])
    expect(client.get('/shipments/odd-1').data.relationships['destination']).toEqual({
      links: { related: `${BASE_URL}/ports/port-x` },
    })
    for (const path of ['/shipments?q=x', '/shipments?number=1', '/shipments?filter[tracking_stopped]=true'])
      expect(client.list(path).data).toEqual([])
  })

  test('lists the events that link a container, also of one without a record', () => {
    const { data, included } = createReplayClient().list('/containers/box-a/transport_events?include=location')
    expect(data.map(({ id }) => id)).toEqual(['event-1'])
    expect(included.map(({ id }) => id)).toEqual(['city-1'])
    expect(
      createReplayClient()
        .list('/containers/box-nobody-recorded/transport_events')
        .data.map(({ id }) => id),
    ).toEqual(['event-3'])
    expect(createReplayClient().send('GET', '/containers/box-c/transport_events', undefined).status).toBe(404)
  })

  test('answers for ports by code, requests by number, shipments by text', () => {
    const client = createReplayClient()
    expect(client.get('/ports/XXEXE').data.id).toBe('port-x')
    expect(client.list('/tracking_requests?filter[request_number]=test-bill77').data.map(({ id }) => id)).toEqual([
      'request-1',
    ])
    expect(client.list('/shipments?q=bill77').data.map(({ id }) => id)).toEqual(['ship-a'])
    expect(client.list('/tracking_requests?filter[updated_at][start]=2031-05-01T06:59:59Z').meta.total).toBe(1)
    expect(client.list('/tracking_requests?filter[updated_at][start]=2031-05-01T07:00:01Z').meta.total).toBe(0)
  })

  test('has none of the world’s containers, but accepts edits and requests like the world', () => {
    const client = createReplayClient()
    expect(client.list('/containers').meta.total).toBe(2)
    client.send('PATCH', '/containers/box-b', { data: { type: 'container', attributes: { ref_numbers: ['X'] } } })
    expect(client.get('/containers/box-b').data.attributes).toMatchObject({
      ref_numbers: ['X'],
      current_status: 'dropped',
    })
    const body = {
      data: {
        type: 'tracking_request',
        attributes: { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' },
      },
    }
    expect(client.send('POST', '/tracking_requests', body).status).toBe(201)
    expect(client.list('/shipments', NOON + 60_000).meta.total).toBe(3)
  })

  test('rewrites addresses with and without a version in their path', () => {
    const [record] = listResources({
      data: {
        type: 'document',
        id: 'd',
        links: {
          self: 'https://recorded.example/documents/d',
          related: 'https://recorded.example/x/v2/documents/d?a=1',
        },
      },
    })
    const client = createClient({ replay: [{ type: 'container', id: 'c', links: record!.links! }] })
    expect(client.get('/containers/c').data.links).toEqual({
      self: 'http://127.0.0.1:4949/documents/d',
      related: `${BASE_URL}/documents/d?a=1`,
    })
  })

  test('ignores files that are not documents', () => {
    for (const document of [null, 7, 'data', [], {}, { data: 7 }, { data: [{ id: 'x' }, { type: 'y' }, null] }])
      expect(listResources(document)).toEqual([])
  })

  test('reports a folder that is missing or empty', () => {
    expect(() => readRecordedFolder('/nowhere/at/all')).toThrow(/cannot be read/)
    expect(() => readRecordedFolder(fileURLToPath(new URL('.', import.meta.url)))).toThrow(/holds no JSON file/)
  })
})
