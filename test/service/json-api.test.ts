// The answers of all endpoints that read are valid JSON:API documents, and so are errors.
import { describe, expect, test } from 'vitest'
import { createClient, DAY, parseDocument, getLinkedId, NOON, type Client } from './client.ts'
import { findProblems } from './json-api-rules.ts'

type Json = Parameters<typeof findProblems>[0]

const listProblems = (document: unknown) => findProblems(document as Json)

function listPaths(client: Client, at: number): string[] {
  const [container] = client.list('/containers', at).data
  const [shipment] = client.list('/shipments', at).data
  const [request] = client.list('/tracking_requests', at).data
  const terminal = client.list('/containers?include=pod_terminal', at).included[0]
  const line = client.list('/shipping_lines', at).data[0]
  const port = client.list('/shipments?include=port_of_discharge', at).included[0]
  const everything =
    'shipment.containers.transport_events.vessel,shipment.port_of_lading.terminals,pod_terminal.port,pickup_facility,transport_events.location,transport_events.terminal,raw_events'
  return [
    '/containers',
    '/containers?page[size]=7&page[number]=3',
    `/containers?include=${everything}`,
    `/containers/${container!.id}?include=${everything}`,
    `/containers/${container!.id}/transport_events?include=location,terminal,vessel,shipment,container,previous_version`,
    '/shipments?include=containers,port_of_lading,port_of_discharge,pod_terminal,destination,destination_terminal,line_tracking_stopped_by_user',
    '/shipments?q=U&filter[tracking_stopped]=true',
    `/shipments/${shipment!.id}?include=containers.shipment`,
    '/tracking_requests?include=customer,user,tracked_object.containers',
    `/tracking_requests/${request!.id}`,
    `/tracking_request/${request!.id}`,
    `/terminals/${terminal!.id}?include=port`,
    `/ports/${port!.id}?include=terminals`,
    '/ports/USLAX',
    '/shipping_lines?page[size]=5',
    `/shipping_lines/${line!.id}`,
  ]
}

describe('answers as JSON:API documents', () => {
  test.each([0, 17 * DAY, 131 * DAY])('are valid at every endpoint, %d ms after the start', (laterMs) => {
    const client = createClient({ containers: 90, seed: `json-api ${laterMs}` })
    const at = NOON + laterMs
    const paths = listPaths(client, at)
    const problems = paths.flatMap((path) => listProblems(client.get(path, at)).map((problem) => `${path}: ${problem}`))
    expect(problems).toEqual([])
  })

  test('link only records that exist', () => {
    const client = createClient()
    const { data, included } = client.list(
      '/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility,transport_events',
    )
    const ids = new Set([...data, ...included].map(({ type, id }) => `${type} ${id}`))
    const dangling = data.flatMap((container) =>
      ['shipment', 'pod_terminal', 'pickup_facility', 'transport_events'].flatMap((relation) => {
        const linkage = container.relationships[relation]?.data
        const entries = Array.isArray(linkage) ? linkage : linkage ? [linkage] : []
        return entries.map(({ type, id }) => `${type} ${id}`).filter((key) => !ids.has(key))
      }),
    )
    expect(dangling).toEqual([])
    for (const event of included.filter(({ type }) => type === 'transport_event')) {
      expect(ids.has(`shipment ${getLinkedId(event, 'shipment') ?? ''}`)).toBe(true)
    }
  })

  test('never repeat the id in attributes, and no error has an empty source', () => {
    const client = createClient()
    const { data, included } = client.list(
      '/containers?page[size]=100&include=shipment.port_of_lading,pod_terminal,transport_events.vessel,transport_events.location',
    )
    expect([...data, ...included].filter(({ attributes }) => 'id' in attributes)).toEqual([])
    const errors = ['/containers/unknown', '/nowhere', '/containers?include=ghost'].flatMap(
      (path) => client.send('GET', path, undefined).document.errors,
    )
    expect(errors.filter((error) => 'source' in error && !error.source)).toEqual([])
  })

  test('are valid for errors of every status', () => {
    const client = createClient({ isLimited: true })
    const answers = [
      client.sendRaw('GET', '/v2/containers', { key: null }),
      client.sendRaw('GET', '/v2/containers/unknown'),
      client.sendRaw('DELETE', '/v2/containers'),
      client.sendRaw('GET', '/v2/containers?include=ghost'),
      client.sendRaw('POST', '/v2/tracking_requests', { body: 'not json' }),
      client.sendRaw('POST', '/v2/tracking_requests', { body: { data: { type: 'tracking_request' } } }),
      client.sendRaw('POST', '/v2/tracking_requests', { body: new Uint8Array(2_000_000) }),
      ...Array.from({ length: 101 }, () => client.sendRaw('GET', '/v2/shipping_lines')).slice(-1),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 405, 400, 400, 422, 413, 429])
    expect(answers.flatMap((answer) => listProblems(parseDocument(answer)))).toEqual([])
    expect(answers.map(({ headers }) => headers['content-type'])).toEqual(answers.map(() => 'application/vnd.api+json'))
  })
})

describe('the rules themselves', () => {
  const resource = { type: 'box', id: '1', attributes: { number: 'A' }, relationships: { owner: { data: null } } }
  test.each<[string, Json]>([
    ['a resource twice', { data: [resource, resource] }],
    ['an included record nothing links to', { data: resource, included: [{ type: 'owner', id: '2' }] }],
    ['a name as attribute and relationship', { data: { ...resource, attributes: { owner: 'x' } } }],
    ['an id among the attributes', { data: { ...resource, attributes: { id: '1' } } }],
    ['an empty relationship', { data: { ...resource, relationships: { owner: {} } } }],
    ['data beside errors', { data: null, errors: [{ status: '500' }] }],
    ['a numeric id', { data: { type: 'box', id: 1 } }],
    ['an unknown top-level member', { data: null, error: 'x' }],
    ['an error whose source is null', { errors: [{ status: '500', source: null }] }],
  ])('find %s', (_, document) => expect(findProblems(document)).not.toEqual([]))
})
