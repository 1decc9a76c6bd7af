// Specification 4.1 to 4.3 and service facts 1.1 to 1.5: every endpoint, its success and what it answers to a stranger.
import assert from 'node:assert/strict'
import { valueRows } from './attribute-rows.ts'
import { BASE_URL, MINUTE, NOON, only, ROOT_URL, textAt, type Body, type Client, type Resource } from './client.ts'
import { announce, blobOf, dataOf, handIn, putBytes } from './desk.ts'
import type { Ids } from './house.ts'
import type { Row } from './row.ts'
import { uuid } from './shapes.ts'

type Answer = 'one' | 'list' | 'whole' | 'plain' | 'empty' | 'map'
/** Method, path, status, shape of the answer, type of its records (or members of plain JSON), body. */
type Endpoint = readonly [method: string, path: string, status: number, answer: Answer, what: string, body?: (ids: Ids) => unknown]

const refs = (type: string) => () => dataOf(type, { ref_numbers: ['R-1'] })
const FIELD_ENDPOINTS = (['shipments/{shipment}', 'tracking_requests/{request}'] as const).flatMap((parent): Endpoint[] => [
  ['GET', `/${parent}/custom_fields`, 200, 'list', ''],
])

const ENDPOINTS: readonly Endpoint[] = [
  ['GET', '/shipments', 200, 'list', 'shipment'],
  ['GET', '/shipments/{shipment}', 200, 'one', 'shipment'],
  ['PATCH', '/shipments/{shipment}', 200, 'one', 'shipment', refs('shipment')],
  ['PATCH', '/shipments/{shipment}/stop_tracking', 200, 'one', 'shipment'],
  ['PATCH', '/shipments/{shipment}/resume_tracking', 200, 'one', 'shipment', ({ shipment }) => ({ data: { type: 'shipment', id: shipment } })],
  ['GET', '/containers', 200, 'list', 'container'],
  ['GET', '/containers/{container}', 200, 'one', 'container'],
  ['PATCH', '/containers/{container}', 200, 'one', 'container', refs('container')],
  ['PATCH', '/containers', 200, 'one', 'container', ({ container }) => ({ data: { type: 'container', id: container, attributes: { ref_numbers: [] } } })],
  ['PATCH', '/containers/{container}/refresh', 200, 'plain', 'message'],
  ['GET', '/containers/{container}/raw_events', 200, 'whole', 'raw_event'],
  ['GET', '/containers/{container}/transport_events', 200, 'whole', 'transport_event'],
  ['GET', '/containers/{container}/map_geojson', 200, 'map', 'features type'],
  ['GET', '/containers/{container}/custom_fields', 200, 'list', 'custom_field'],
  ['POST', '/containers/{container}/custom_fields', 201, 'one', 'custom_field', () => dataOf('custom_field', { api_slug: 'dock', value: null })],
  ['PATCH', '/containers/{container}/custom_fields/dock', 200, 'one', 'custom_field', () => dataOf('custom_field', { value: 'one' })],
  ['DELETE', '/containers/{container}/custom_fields/dock', 204, 'empty', ''],
  ...FIELD_ENDPOINTS,
  ['GET', '/tracking_requests', 200, 'list', 'tracking_request'],
  ['GET', '/tracking_requests/{request}', 200, 'one', 'tracking_request'],
  ['GET', '/tracking_request/{request}', 200, 'one', 'tracking_request'],
  ['POST', '/tracking_requests', 201, 'one', 'tracking_request', () => dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' })],
  ['PATCH', '/tracking_requests/{request}', 200, 'one', 'tracking_request', refs('tracking_request')],
  ['PATCH', '/tracking_request/{request}', 200, 'one', 'tracking_request', () => dataOf('tracking_request', { ref_number: 'R-7' })],
  ['POST', '/tracking_requests/infer_number', 200, 'one', 'infer_number_results', () => ({ number: 'OOLU2600112233' })],
  ['GET', '/webhooks', 200, 'list', 'webhook'],
  ['POST', '/webhooks', 201, 'one', 'webhook', () => dataOf('webhook', { url: 'https://a.example', active: true })],
  ['GET', '/webhooks/{webhook}', 200, 'one', 'webhook'],
  ['PATCH', '/webhooks/{webhook}', 200, 'one', 'webhook', () => dataOf('webhook', { active: false })],
  ['DELETE', '/webhooks/{webhook}', 200, 'empty', ''],
  ['GET', '/webhooks/events', 200, 'whole', 'webhook_event_category'],
  ['GET', '/webhooks/ips', 200, 'plain', 'last_updated webhook_notification_ips'],
  ['POST', '/webhooks/trigger', 200, 'plain', 'error request_body request_headers succeeded url', () => ({ url: 'https://a.example', event: 'container.updated' })],
  ['GET', '/webhook_notifications', 200, 'list', 'webhook_notification'],
  ['GET', '/webhook_notifications/{notification}', 200, 'one', 'webhook_notification'],
  ['GET', '/webhook_notifications/examples', 200, 'whole', 'webhook_notification'],
  ['GET', '/shipping_lines', 200, 'list', 'shipping_line'],
  ['GET', '/shipping_lines/{line}', 200, 'one', 'shipping_line'],
  ['GET', '/ports/{port}', 200, 'one', 'port'],
  ['GET', '/metro_areas/{metro}', 200, 'one', 'metro_area'],
  ['GET', '/terminals/{terminal}', 200, 'one', 'terminal'],
  ['GET', '/vessels/{vessel}', 200, 'one', 'vessel'],
  ['GET', '/vessels/{vessel}/future_positions?port_id={port}&previous_port_id={port}', 200, 'one', 'vessel'],
  ['GET', '/vessels/{vessel}/future_positions_with_coordinates?port_id={port}&previous_port_id={port}&latitude=1&longitude=2', 200, 'one', 'vessel'],
  ['GET', '/parties', 200, 'list', 'party'],
  ['POST', '/parties', 201, 'one', 'party', () => dataOf('party', { company_name: 'New Party' })],
  ['GET', '/parties/{party}', 200, 'one', 'party'],
  ['PATCH', '/parties/{party}', 200, 'one', 'party', () => dataOf('party', { company_name: 'Renamed' })],
  ['GET', '/custom_field_definitions', 200, 'list', 'custom_field_definition'],
  ['POST', '/custom_field_definitions', 201, 'one', 'custom_field_definition', () => dataOf('custom_field_definition', { entity_type: 'TrackingRequest', api_slug: 'team', display_name: 'Team', data_type: 'short_text' })],
  ['GET', '/custom_field_definitions/{definition}', 200, 'one', 'custom_field_definition'],
  ['PATCH', '/custom_field_definitions/{definition}', 200, 'one', 'custom_field_definition', () => dataOf('custom_field_definition', { display_name: 'Door' })],
  ['DELETE', '/custom_field_definitions/{definition}', 200, 'empty', ''],
  ['GET', '/custom_field_definitions/{definition}/options', 200, 'list', 'custom_field_option'],
  ['POST', '/custom_field_definitions/{definition}/options', 201, 'one', 'custom_field_option', () => dataOf('custom_field_option', { label: 'Door two', value: 'two' })],
  ['GET', '/custom_field_definitions/{definition}/options/{option}', 200, 'one', 'custom_field_option'],
  ['PATCH', '/custom_field_definitions/{definition}/options/{option}', 200, 'one', 'custom_field_option', () => ({ label: 'Door 1' })],
  ['DELETE', '/custom_field_definitions/{definition}/options/{option}', 200, 'empty', ''],
  ['GET', '/custom_fields', 200, 'list', 'custom_field'],
  ['POST', '/custom_fields', 201, 'one', 'custom_field', ({ container }) => dataOf('custom_field', { api_slug: 'dock', value: 'one' }, { entity: { data: { type: 'container', id: container } } })],
  ['GET', '/custom_fields/{field}', 200, 'one', 'custom_field'],
  ['PATCH', '/custom_fields/{field}', 200, 'one', 'custom_field', () => dataOf('custom_field', { value: null })],
  ['DELETE', '/custom_fields/{field}', 200, 'empty', ''],
  ['GET', '/documents', 200, 'list', 'document'],
  ['GET', '/documents/types', 200, 'plain', 'document_types'],
  ['GET', '/documents/{document}', 200, 'one', 'document'],
  ['PATCH', '/documents/{document}', 200, 'one', 'document', () => dataOf('document', { document_type_manual: 'packing_list' })],
  ['DELETE', '/documents/{document}', 204, 'empty', ''],
  ['GET', '/documents/{document}/download_url', 200, 'plain', 'download_url'],
  ['POST', '/documents/{document}/reextract', 202, 'plain', 'status'],
  ['POST', '/documents/{document}/reclassify', 202, 'plain', 'status'],
  ['POST', '/documents/{document}/relink', 202, 'plain', 'status'],
  ['GET', '/email_submissions', 200, 'list', 'email_submission'],
  ['GET', '/email_submissions/{email}', 200, 'one', 'email_submission'],
  ['GET', '/document_schemas/packing_list@2026-03-01', 200, 'one', 'document_schema'],
  ['GET', '/search?query=a', 200, 'whole', 'search_result'],
]

function checkShape(answer: Answer, what: string, url: string, body: Body, text: string): void {
  const { data, links, meta } = body
  const records = (Array.isArray(data) ? data : [data]) as Resource[]
  if (answer === 'empty') assert.equal(text, '')
  else if (answer === 'plain' || answer === 'map') assert.deepEqual(Object.keys(body).sort().join(' '), what)
  else if (answer === 'one') {
    assert.deepEqual([Array.isArray(data), data.type], [false, what])
    if (what !== 'infer_number_results') assert.equal(links['self'], url)
  } else {
    assert.ok(Array.isArray(data))
    if (what !== '') assert.deepEqual([records.length > 0, new Set(records.map(({ type }) => type))], [true, new Set([what])])
    assert.equal(links['self'], url)
    assert.equal(meta === undefined, answer === 'whole')
    if (answer === 'list') assert.deepEqual([meta.pagination.current, meta.pagination.records, Object.keys(meta).sort()], [1, meta.total, ['pagination', 'size', 'total']])
  }
}

const successRow = ([method, path, status, answer, what, body]: Endpoint): Row => ({
  section: '4.2', kind: 'endpoint', what: `${method} ${path} answers ${status} ${answer} ${what}`,
  check: async (given) => {
    const { client, ids } = method === 'GET' ? await given.house() : await given.freshHouse()
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof Ids])
    const sent = body?.(ids)
    const response = client.raw(method, `/v2${url}`, { ...(sent === undefined ? {} : { body: sent }), at: NOON + MINUTE })
    assert.equal(response.status, status, response.text)
    assert.equal(response.headers['content-type'], answer === 'empty' ? undefined : answer === 'plain' ? 'application/json' : answer === 'map' ? 'application/geo+json' : 'application/vnd.api+json')
    checkShape(answer, what, `${BASE_URL}${url}`, response.body, response.text)
    if (status === 201) assert.equal(response.headers['location'], `${BASE_URL}${url}/${response.body.data.id}`)
  },
})

/** A record that is not there: 404, by every endpoint that names one. */
const strangerRows: readonly Row[] = ENDPOINTS.filter(([, path]) => path.includes('{') && !path.includes('?')).map(([method, path, , , , body]): Row => ({
  section: '4.2', kind: 'error', what: `${method} ${path} of nothing known answers 404`,
  check: ({ fresh }) => {
    const client = fresh()
    const stranger = Object.fromEntries(['container', 'shipment', 'request', 'definition', 'option', 'field'].map((name) => [name, 'x'])) as Ids
    const response = client.send(method, path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'), body?.(stranger))
    assert.deepEqual([response.status, response.body.errors[0]?.code, response.body.errors[0]?.title, response.headers['content-type']], [404, 'not_found', 'Not Found', 'application/vnd.api+json'])
  },
}))

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const methodRows: readonly Row[] = [...new Set(ENDPOINTS.map(([, path]) => path.split('?')[0]!))].map((path): Row => ({
  section: '4.2', kind: 'error', what: `${path} by a method it does not know answers 405 with those it knows`,
  check: ({ fresh }) => {
    const client = fresh()
    const pattern = (text: string) => text.split('?')[0]!.replaceAll(/\{\w+\}/g, '*')
    // A named last part also matches the path that takes anything there.
    const own = pattern(path)
    const matches = (other: string) => own.split('/').length === pattern(other).split('/').length && pattern(other).split('/').every((part, index) => part === '*' || part === own.split('/')[index])
    const known = new Set(ENDPOINTS.filter(([, other]) => matches(other)).map(([method]) => method))
    if (/^\/(shipments|tracking_requests)\/\{\w+\}\/custom_fields$/.test(path) || path === '/documents') known.add('POST')
    for (const method of METHODS.filter((one) => !known.has(one))) {
      const response = client.send(method, path.split('?')[0]!.replaceAll(/\{\w+\}/g, 'x'))
      assert.deepEqual([response.status, response.body.errors[0]?.code, new Set(response.headers['allow']?.split(', '))], [405, 'method_not_allowed', known], `${method} ${path}`)
    }
  },
}))

const rule = (section: Row['section'], what: string, check: Row['check']): Row => ({ section, kind: 'rule', what, check })
const patch = (client: Client, path: string, type: string, attributes: Record<string, unknown>) => client.send('PATCH', path, dataOf(type, attributes))

const MEDIA: readonly Row[] = [
  rule('4.1', 'answers are application/vnd.api+json, errors as well', ({ reader }) => {
    assert.equal(reader.raw('GET', '/v2/containers').headers['content-type'], 'application/vnd.api+json')
    assert.equal(reader.raw('GET', '/v2/nothing').headers['content-type'], 'application/vnd.api+json')
  }),
  ...['application/vnd.api+json', 'application/json', 'application/json; charset=utf-8'].map((type) =>
    rule('4.1', `a body may come as ${type}`, ({ fresh }) => {
      const client = fresh()
      const { id } = client.list('/containers')[0]!
      assert.equal(client.raw('PATCH', `/v2/containers/${id}`, { body: dataOf('container', { ref_numbers: ['A'] }), headers: { 'content-type': type } }).status, 200)
    }),
  ),
  ...['application/vnd.api+json', 'application/json', '*/*', 'text/html'].map((accept) =>
    rule('4.1', `Accept: ${accept} is answered`, ({ reader }) => { assert.equal(reader.raw('GET', '/v2/containers', { headers: { accept } }).status, 200) }),
  ),
  rule('4.1', 'an option is also changed by plain JSON, and by a body in data', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const path = `/custom_field_definitions/${ids.definition}/options/${ids.option}`
    assert.equal(client.raw('PATCH', `/v2${path}`, { body: { label: 'Gate', position: 7 }, headers: { 'content-type': 'application/json' } }).status, 200)
    assert.deepEqual(client.get(path).data.attributes, { label: 'Gate', value: 'one', position: 7 })
    assert.equal(patch(client, path, 'custom_field_option', { position: null }).status, 200)
    assert.deepEqual(client.get(path).data.attributes, { label: 'Gate', value: 'one', position: null })
  }),
  rule('4.1', 'a body has the form {data: {type, attributes}}', ({ fresh }) => {
    const client = fresh()
    const { id } = client.list('/containers')[0]!
    const pointers = [{ ref_numbers: [] }, { data: [] }, { data: { attributes: { ref_numbers: [] } } }, { data: { type: 'shipment', attributes: { ref_numbers: [] } } }, { data: { type: 'container', attributes: [] } }, { data: { type: 'container', attributes: {}, relationships: 7 } }, { data: { type: 'container', id: 7, attributes: {} } }, { data: { type: 'container' } }]
      .map((body) => client.send('PATCH', `/containers/${id}`, body).body.errors[0]?.source?.pointer)
    assert.deepEqual(pointers, ['/data', '/data', '/data/type', '/data/type', '/data/attributes', '/data/relationships', '/data/id', '/data/attributes/ref_numbers'])
  }),
]

const INCLUDES: Readonly<Record<string, readonly string[]>> = {
  'containers/{container}': ['shipment:shipment', 'pod_terminal:terminal', 'pickup_facility:terminal', 'transport_events:transport_event', 'raw_events:raw_event', 'shipment.port_of_lading:shipment port'],
  'shipments/{shipment}': ['containers:container', 'port_of_lading:port', 'port_of_discharge:port', 'pod_terminal:terminal', 'destination:metro_area', 'destination_terminal:terminal'],
  'containers/{container}/transport_events': ['location:port', 'vessel:vessel', 'shipment:shipment', 'container:container', 'terminal:'],
  'tracking_requests/{request}': [':', 'tracked_object:shipment', 'user:user', 'tracked_object.containers:shipment container'],
  'containers/{container}/raw_events': [':vessel port metro_area terminal'],
  'terminals/{terminal}': ['port:port'],
  'webhook_notifications': ['webhook:webhook', 'document:document'],
  'documents/{document}': ['account:account', 'user:user', 'email_submission:', 'shipments:', 'cargos:', 'last_document_representation:', 'current_extraction:'],
  'custom_fields/{field}': ['entity:container', 'definition.options:custom_field_definition custom_field_option'],
}

const includeRows: readonly Row[] = Object.entries(INCLUDES).flatMap(([path, names]) =>
  names.filter((name) => name !== ':').map((entry): Row => {
    const [name = '', types = ''] = entry.split(':')
    return rule('4.3', `include=${name} on /${path} brings ${types === '' ? 'an empty list here' : types}`, async ({ house }) => {
      const { client, ids } = await house()
      const url = `/${path.replaceAll(/\{(\w+)\}/g, (_, key: string) => ids[key as keyof Ids])}${name === '' ? '' : `?include=${name}`}`
      const { data, included } = client.get(url, NOON + MINUTE)
      assert.deepEqual(types.split(' ').filter((type) => type !== '' && !included.some((record) => record.type === type)), [])
      assert.deepEqual(included.filter(({ type }) => !types.split(' ').includes(type) && !(path.endsWith('events') && ['port', 'metro_area', 'terminal'].includes(type))), [])
      const own = new Set(((Array.isArray(data) ? data : [data]) as Resource[]).map(({ id }) => id))
      assert.ok(included.every(({ id }) => !own.has(id)) && new Set(included.map(({ id }) => id)).size === included.length)
    })
  }),
)

const PAYLOAD: readonly Row[] = [
  rule('4.3', 'ref_numbers of a request reach the shipment and its containers', ({ fresh }) => {
    const client = fresh()
    const { id } = client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST', ref_numbers: ['PO-1', 'PO-2'], shipment_tags: ['hot'] })).body.data
    const shipment = client.get(`/tracking_requests/${id}`, NOON + MINUTE).included[0]!
    assert.deepEqual([shipment.attributes['ref_numbers'], shipment.attributes['tags']], [['PO-1', 'PO-2'], ['hot']])
    for (const container of client.get(`/shipments/${shipment.id}?include=containers`, NOON + MINUTE).included) assert.deepEqual((container.attributes['ref_numbers'] as string[]).slice(0, 2), ['PO-1', 'PO-2'])
  }),
  rule('4.3', 'a container carries its own ref_numbers: the shipment’s stay', ({ fresh }) => {
    const client = fresh()
    const container = client.list('/containers?include=shipment')[0]!
    const path = `/shipments/${only(container, 'shipment') ?? ''}`
    const before = client.get(path).data
    assert.deepEqual(patch(client, `/containers/${container.id}`, 'container', { ref_numbers: ['OWN'] }).body.data, { ...container, attributes: { ...container.attributes, ref_numbers: ['OWN'] } })
    assert.deepEqual(client.get(path).data, before)
    assert.deepEqual(client.list('/containers').find(({ id }) => id === container.id)?.attributes['ref_numbers'], ['OWN'])
  }),
  rule('4.3', 'a shipment’s ref_numbers and tags are replaced whole, each by itself', ({ fresh }) => {
    const client = fresh()
    const { id } = client.list('/shipments')[0]!
    assert.deepEqual(patch(client, `/shipments/${id}`, 'shipment', { tags: ['a', 'b'] }).body.data.attributes['tags'], ['a', 'b'])
    patch(client, `/shipments/${id}`, 'shipment', { ref_numbers: ['X'] })
    const { attributes } = patch(client, `/shipments/${id}`, 'shipment', { tags: [] }).body.data
    assert.deepEqual([attributes['tags'], attributes['ref_numbers']], [[], ['X']])
  }),
  rule('4.3', 'several names in include are separated by commas', ({ reader }) => {
    const { id } = reader.list('/containers').find((record) => only(record, 'pod_terminal') !== null)!
    assert.deepEqual(new Set(reader.get(`/containers/${id}?include=shipment, pod_terminal,transport_events`).included.map(({ type }) => type)), new Set(['shipment', 'terminal', 'transport_event']))
  }),
  rule('4.3', 'without include nothing is included, and an empty include is none', ({ reader }) => {
    assert.deepEqual([reader.get('/containers').included, reader.get('/containers?include=').included], [undefined, undefined])
  }),
  rule('4.3', 'a customer named at creation is the request’s and the shipment’s', ({ fresh }) => {
    const client = fresh()
    const party = client.list('/parties')[0]!
    const { id } = client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' }, { customer: { data: { type: 'party', id: party.id } } })).body.data
    const { data, included } = client.get(`/tracking_requests/${id}`, NOON + MINUTE)
    assert.deepEqual([only(data, 'customer'), included[0]?.attributes['customer_name']], [party.id, party.attributes['company_name']])
  }),
]

const LISTS: readonly (readonly [path: string, size: number])[] = [['/shipments', 30], ['/containers', 30], ['/tracking_requests', 30], ['/parties', 25], ['/shipping_lines', 30]]
const WRITES: readonly Row[] = [
  rule('4.2', 'a party that was renamed is called so, in the list as well, and one that was made comes first', ({ fresh }) => {
    const client = fresh()
    const [party] = client.list('/parties')
    const made = client.send('POST', '/parties', dataOf('party', { company_name: ' Tern Lamps ' })).body.data
    assert.deepEqual([made.attributes, client.get(`/parties/${made.id}`).data, client.list('/parties')[0]], [{ company_name: 'Tern Lamps' }, made, made])
    assert.deepEqual(patch(client, `/parties/${party!.id}`, 'party', { company_name: 'Renamed' }).body.data, { ...party, attributes: { company_name: 'Renamed' } })
    assert.deepEqual([client.get(`/parties/${party!.id}`).data.attributes, client.list('/parties').find(({ id }) => id === party!.id)?.attributes], [{ company_name: 'Renamed' }, { company_name: 'Renamed' }])
    assert.equal(patch(client, `/parties/${party!.id}`, 'party', { company_name: 'RENAMED' }).status, 200)
  }),
  rule('4.2', 'references of a request are changed under ref_numbers and under ref_number, alone or as a list', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const change = (path: string, attributes: Record<string, unknown>) => patch(client, `${path}/${ids.request}`, 'tracking_request', attributes).body.data.attributes['ref_numbers']
    assert.deepEqual([change('/tracking_requests', { ref_numbers: ['A', 'B'] }), change('/tracking_request', { ref_number: 'C' }), change('/tracking_requests', { ref_number: ['D', 'E'] })], [['A', 'B'], ['C'], ['D', 'E']])
    assert.deepEqual(client.get(`/tracking_requests/${ids.request}`).data.attributes['ref_numbers'], ['D', 'E'])
  }),
  rule('4.2', 'a webhook is changed part by part; events stand once; header names get capitals', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const change = (attributes: Record<string, unknown>) => patch(client, `/webhooks/${ids.webhook}`, 'webhook', attributes).body.data.attributes
    const before = client.get(`/webhooks/${ids.webhook}`).data.attributes
    assert.deepEqual(change({ active: false }), { ...before, active: false })
    assert.deepEqual(change({ events: ['container.updated', 'container.updated'], url: 'http://127.0.0.1:9/x' }), { ...before, active: false, events: ['container.updated'], url: 'http://127.0.0.1:9/x' })
    assert.deepEqual(change({ headers: [{ name: 'x-my-header', value: 'a\tb' }] })['headers'], [{ name: 'X-My-Header', value: 'a\tb' }])
    assert.deepEqual(change({ headers: null })['headers'], null)
    assert.deepEqual(['http://localhost/x', 'http://[::1]/x'].map((url) => change({ url })['url']), ['http://localhost/x', 'http://[::1]/x'])
    assert.deepEqual(client.list('/webhooks').map(({ id }) => id), [ids.webhook])
  }),
  rule('4.2', 'webhooks are sent from loopback, and the addresses are dated', ({ reader }) => {
    assert.deepEqual(reader.get('/webhooks/ips'), { webhook_notification_ips: ['127.0.0.1'], last_updated: '2026-01-01T00:00:00Z' })
  }),
  rule('4.2', 'document types are five, with labels', ({ reader }) => {
    assert.deepEqual(reader.get('/documents/types'), { document_types: [['commercial_invoice', 'Commercial invoice'], ['arrival_notice', 'Arrival notice'], ['delivery_order', 'Delivery order'], ['packing_list', 'Packing list'], ['bill_of_lading', 'Bill of lading']].map(([code, label]) => ({ code, label })) })
  }),
  rule('4.2', 'a document’s type and data are set by hand, each by itself, and taken back by null', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const change = (attributes: Record<string, unknown>) => patch(client, `/documents/${ids.document}`, 'document', attributes).body.data
    const typed = change({ document_type_manual: 'packing_list' })
    assert.deepEqual([typed.attributes['document_type'], typed.attributes['document_type_manual'], typed.attributes['classification_notes']], ['packing_list', 'packing_list', 'Set by a user.'])
    assert.equal(change({ extracted_data_manual: { x: 1 } }).attributes['document_type'], 'packing_list')
    assert.deepEqual([change({ document_type_manual: null }).attributes['document_type_manual'], change({ extracted_data_manual: null }).attributes['document_type']], [null, null])
  }),
  rule('4.2', 'data set by hand stands in the representation, before what was read', async (given) => {
    const client = given.fresh()
    const { id } = handIn(client, 'PACKING LIST\nPacking List No: PL-7\nTotal Cartons: 12').body.data
    await client.service.work({ processMs: 0, worldMs: NOON })
    client.send('PATCH', `/documents/${id}`, dataOf('document', { extracted_data_manual: { total_packages: '13', note: 'x' } }))
    assert.deepEqual(client.get(`/documents/${id}?include=current_extraction`, NOON + MINUTE).included[0]?.attributes['payload'], { packing_list_number: 'PL-7', total_packages: '13', note: 'x' })
  }),
  rule('4.2', 'an image is turned, a quarter at a time, and says that it changed', ({ fresh }) => {
    const client = fresh()
    const { id } = handIn(client, new Uint8Array([1, 2]), {}, { filename: 'a.png', content_type: 'image/png' }).body.data
    for (const degrees of [90, 180, 270]) assert.equal(client.send('POST', `/documents/${id}/rotate`, { degrees }, NOON + MINUTE).status, 202)
    assert.deepEqual([client.get(`/documents/${id}`, NOON + MINUTE).data.attributes['updated_at'], client.send('POST', `/documents/${id}/rotate`, { degrees: 90 }).text], ['2026-11-20T17:01:00Z', '{"status":"accepted"}'])
  }),
  rule('4.2', 'a deleted document, webhook, field, option and definition is gone from lists and by its id', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    for (const [path, list] of [[`/documents/${ids.document}`, '/documents'], [`/webhooks/${ids.webhook}`, '/webhooks'], [`/custom_fields/${ids.field}`, '/custom_fields'], [`/custom_field_definitions/${ids.definition}/options/${ids.option}`, `/custom_field_definitions/${ids.definition}/options`], [`/custom_field_definitions/${ids.definition}`, '/custom_field_definitions']] as const) {
      assert.equal(client.list(list).length, 1)
      client.send('DELETE', path)
      assert.deepEqual([client.list(list), client.send('GET', path).status], [[], 404])
    }
  }),
  rule('4.2', 'a definition takes its options and values with it; an option leaves values as they are', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    client.send('DELETE', `/custom_field_definitions/${ids.definition}/options/${ids.option}`)
    assert.deepEqual(client.get(`/custom_fields/${ids.field}`).data.attributes, { api_slug: 'dock', value: 'one', display_value: 'one' })
    const other = client.send('POST', '/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'Container', api_slug: 'note', display_name: 'Note', data_type: 'short_text' })).body.data.id
    const kept = client.send('POST', `/containers/${ids.container}/custom_fields`, dataOf('custom_field', { api_slug: 'note', value: 'x' })).body.data.id
    client.send('DELETE', `/custom_field_definitions/${ids.definition}`)
    assert.deepEqual([client.list('/custom_fields').map(({ id }) => id), client.list('/custom_field_definitions').map(({ id }) => id)], [[kept], [other]])
  }),
  rule('4.2', 'a definition’s loose parts can be set, changed and emptied', async ({ freshHouse }) => {
    const { client } = await freshHouse()
    const parts = { description: 'd', validation: { max_length: 3 }, default_format: 'f', default_value: 'v' }
    const { data } = client.send('POST', '/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'shipment', api_slug: 'ref', display_name: ' Ref ', data_type: 'reference', reference_type: 'container', ...parts })).body
    assert.deepEqual({ ...data.attributes, ...parts, display_name: 'Ref', entity_type: 'Shipment', data_type: 'reference', reference_type: 'container' }, data.attributes)
    const changed = client.send('PATCH', `/custom_field_definitions/${data.id}`, dataOf('custom_field_definition', { description: null, validation: null, default_format: null, default_value: null, display_name: 'Other' }), NOON + MINUTE).body.data
    assert.deepEqual(changed.attributes, { ...data.attributes, description: null, validation: null, default_format: null, default_value: null, display_name: 'Other', updated_at: '2026-11-20T17:01:00Z' })
  }),
  rule('4.2', 'sent again under a record, a value replaces the one before', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const again = client.send('POST', `/containers/${ids.container}/custom_fields`, dataOf('custom_field', { api_slug: 'dock', value: null })).body.data
    assert.deepEqual([again.id, again.attributes['value'], client.list('/custom_fields').length], [ids.field, null, 1])
    const other = client.send('POST', '/custom_fields', dataOf('custom_field', { value: 'one' }, { definition: { data: { type: 'custom_field_definition', id: ids.definition } }, entity: { data: { type: 'cargo', id: client.list('/containers').find(({ id }) => id !== ids.container)!.id } } }))
    assert.deepEqual([other.status, client.list('/custom_fields').length, client.list(`/containers/${ids.container}/custom_fields`).length], [201, 2, 1])
  }),
  rule('4.2', 'options come by position, those without one last', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    for (const [label, position] of [['c', null], ['b', 5], ['a', 0], ['d', null]] as const) client.send('POST', `/custom_field_definitions/${ids.definition}/options`, dataOf('custom_field_option', { label, value: label, position }))
    assert.deepEqual(client.list(`/custom_field_definitions/${ids.definition}/options`).map(({ attributes }) => attributes['label']), ['a', 'Door one', 'b', 'c', 'd'])
  }),
  ...([
    ['short_text', 'x'.repeat(255), 'x'.repeat(255), 'x'.repeat(255), ['x'.repeat(256), 7]],
    ['number', '12.50', 12.5, '12.5', ['x', 1e13, 0.1234567, true]],
    ['number', -3, -3, '-3', [[]]],
    ['date', '2028-02-29', '2028-02-29', '2028-02-29', ['2027-02-29', '2027-2-2', 7, '2027-01-01T00:00:00Z']],
    ['datetime', '2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z', ['soon', '20 Nov 2026', 7]],
    ['boolean', true, true, 'Yes', ['true', 1]],
    ['boolean', false, false, 'No', [0]],
    ['enum', 'a', 'a', 'Alpha', ['c', 7, 'a,b']],
    ['enum_multi', ['b', 'a'], 'b,a', 'Beta, Alpha', [['a', 'c'], 7, [7]]],
    ['enum_multi', 'a,b', 'a,b', 'Alpha, Beta', ['a,c']],
    ['reference', { type: 'container', id: 'x', more: 1 }, { type: 'container', id: 'x' }, 'x', [{ type: 'shipment', id: 'x' }, { type: 'container' }, 'x']],
  ] as const).map(([type, sent, kept, display, wrong]) =>
    rule('4.2', `a ${type} takes ${JSON.stringify(sent).slice(0, 40)} and shows it`, async ({ freshHouse }) => {
      const { client, ids } = await freshHouse()
      const definition = client.send('POST', '/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'Cargo', api_slug: 'own', display_name: 'Own', data_type: type, reference_type: type === 'reference' ? 'container' : undefined })).body.data.id
      for (const [value, label] of [['a', 'Alpha'], ['b', 'Beta']]) client.send('POST', `/custom_field_definitions/${definition}/options`, dataOf('custom_field_option', { label, value }))
      const set = (value: unknown) => client.send('POST', `/containers/${ids.container}/custom_fields`, dataOf('custom_field', { api_slug: 'own', value }))
      assert.deepEqual(set(sent).body.data.attributes, { api_slug: 'own', value: kept, display_value: display })
      for (const value of wrong) assert.equal(set(value).status, 422, JSON.stringify(value))
      assert.deepEqual(set(null).body.data.attributes, { api_slug: 'own', value: null, display_value: null })
    }),
  ),
  rule('4.2', 'validation of a field: required, max_length, pattern; patterns that could run for ever are not run', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const definition = client.send('POST', '/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'Container', api_slug: 'own', display_name: 'Own', data_type: 'short_text' })).body.data.id
    const verdicts = (validation: unknown, ...values: unknown[]) => {
      client.send('PATCH', `/custom_field_definitions/${definition}`, dataOf('custom_field_definition', { validation }))
      return values.map((value) => client.send('POST', `/containers/${ids.container}/custom_fields`, dataOf('custom_field', { api_slug: 'own', value })).status)
    }
    assert.deepEqual(verdicts({ required: true }, null, 'x'), [422, 201])
    assert.deepEqual(verdicts({ max_length: 3 }, 'abc', 'abcd', null), [201, 422, 201])
    assert.deepEqual(verdicts({ pattern: '^[A-Z]{2}$' }, 'AB', 'ab', 'ABC'), [201, 422, 422])
    assert.deepEqual([verdicts({ pattern: '(a+)+$' }, 'b'), verdicts({ pattern: '[' }, 'b'), verdicts({ pattern: `^${'a'.repeat(100)}$` }, 'b'), verdicts({ pattern: `^${'a'.repeat(98)}$` }, 'b')], [[201], [201], [201], [422]])
  }),
  rule('4.2', 'search: shipments, containers, then requests whose shipment was not found; by number, reference and field', ({ fresh }) => {
    const client = fresh()
    const container = client.list('/containers')[4]!
    const shipment = client.get(`/shipments/${only(container, 'shipment')!}`).data
    const hits = (query: string) => client.list(`/search?query=${encodeURIComponent(query)}`)
    const ofContainer = hits(textAt(container, 'number')!.toLowerCase())
    assert.deepEqual(ofContainer.map(({ type, id, attributes }) => [type, id, attributes]), [['search_result', container.id, { entity_type: 'cargo', number: container.attributes['number'], shipment_id: shipment.id, scac: shipment.attributes['shipping_line_scac'], status: container.attributes['current_status'], ref_numbers: container.attributes['ref_numbers'], created_at: container.attributes['created_at'], updated_at: container.attributes['created_at'] }]])
    const { attributes } = shipment
    const [first, ...others] = hits(textAt(shipment, 'bill_of_lading_number')!)
    assert.deepEqual([first?.id, first?.attributes, others], [shipment.id, { entity_type: 'shipment', number: attributes['bill_of_lading_number'], shipment_id: shipment.id, scac: attributes['shipping_line_scac'], port_of_lading_name: attributes['port_of_lading_name'], port_of_discharge_name: attributes['port_of_discharge_name'], containers_count: (shipment.relationships['containers']!.data as Resource[]).length, tracking_stopped: attributes['line_tracking_stopped_at'] !== null, tracking_stopped_reason: attributes['line_tracking_stopped_reason'], ref_numbers: attributes['ref_numbers'], created_at: attributes['created_at'], updated_at: attributes['created_at'] }, []])
    const request = client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-FAILED', scac: 'TEST', ref_numbers: ['QQ-1'] })).body.data
    assert.deepEqual(hits('test tr failed').map(({ id, attributes: told }) => [id, told]), [[request.id, { entity_type: 'tracking_request', number: 'TEST-TR-FAILED', shipment_id: null, scac: 'TEST', status: 'pending', failed_reason: null, ref_numbers: ['QQ-1'], created_at: '2026-11-20T17:00:00Z', updated_at: '2026-11-20T17:00:00Z' }]])
    client.send('POST', '/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'Container', api_slug: 'own', display_name: 'Own', data_type: 'short_text' }))
    client.send('POST', `/containers/${container.id}/custom_fields`, dataOf('custom_field', { api_slug: 'own', value: 'Pier 39-b' }))
    patch(client, `/shipments/${shipment.id}`, 'shipment', { ref_numbers: ['PIER 39 B/7'] })
    assert.deepEqual(hits('pier39b').map(({ attributes: told }) => told['entity_type']), ['shipment', 'cargo'])
  }),
  rule('4.2', 'refresh asks line and terminal at once, and says whom', ({ fresh }) => {
    const client = fresh({ seed: 1, containers: 60 })
    const containers = client.walk('/containers')
    const [seen, unseen] = [containers.find(({ attributes }) => attributes['available_for_pickup'] === false && attributes['current_status'] !== 'empty_returned')!, containers.find(({ attributes }) => attributes['terminal_checked_at'] === null)!]
    assert.deepEqual([seen, unseen].map(({ id }) => client.send('PATCH', `/containers/${id}/refresh`, undefined, NOON + MINUTE).text), ['{"message":"Refresh started at: shipping line, terminal."}', '{"message":"Refresh started at: shipping line."}'])
    assert.deepEqual(client.get(`/containers/${seen.id}`, NOON + 2 * MINUTE).data.attributes['shipment_last_tracking_request_at'], '2026-11-20T17:01:00Z')
  }),
  rule('4.2', 'a track has a position an hour over the span, a week unless told otherwise, never in the future', async ({ house }) => {
    const { client, ids } = await house()
    const track = (query: string) => (client.get(`/vessels/${ids.vessel}?${query}`).data.attributes['positions'] as Record<string, unknown>[]).map(({ timestamp }) => String(timestamp))
    const from = 'show_positions[from_timestamp]=2026-11-20T00:00:00Z'
    assert.deepEqual([track(from).length, track(from)[0], track(from).at(-1)], [18, '2026-11-20T00:00:00Z', '2026-11-20T17:00:00Z'])
    assert.deepEqual([track(`${from}&show_positions[to_timestamp]=2026-11-20T03:00:00Z`), track(`${from}&show_positions[to_timestamp]=2027-01-01T00:00:00Z`).length], [['2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z'], 18])
    assert.deepEqual([track('show_positions[to_timestamp]=2026-11-20T17:00:00Z').length, track('show_positions[from_timestamp]=2026-01-01T00:00:00Z').length], [169, 500])
    const { positions, ...now } = client.get(`/vessels/${ids.vessel}`).data.attributes
    assert.deepEqual([positions, now['position_timestamp']], [undefined, '2026-11-20T17:00:00Z'])
  }),
  rule('4.2', 'future positions: one a minute from now on, from the port or from where the ship is', async ({ house }) => {
    const { client, ids } = await house()
    const other = client.get('/ports/USLAX').data.id
    const ahead = (path: string) => client.get(`/vessels/${ids.vessel}/${path}`).data.attributes['positions'] as { latitude: number; longitude: number; timestamp: string; estimated: boolean }[]
    const port = client.get(`/ports/${ids.port}`).data.attributes
    const all = ahead(`future_positions?port_id=${other}&previous_port_id=${ids.port}`)
    assert.deepEqual([all[0]?.timestamp, all[1]?.timestamp, all.length <= 1441, all.every(({ estimated }) => estimated)], ['2026-11-20T17:00:00Z', '2026-11-20T17:01:00Z', true, true])
    assert.deepEqual([all[0]?.latitude, all[0]?.longitude].map((degree) => degree?.toFixed(2)), [port['latitude'], port['longitude']].map((degree) => Number(degree).toFixed(2)))
    const near = ahead(`future_positions_with_coordinates?port_id=${other}&previous_port_id=${ids.port}&latitude=33.5&longitude=-119`)
    assert.deepEqual([near[0]?.latitude, near[0]?.longitude, near.at(-1)?.latitude.toFixed(2)], [33.5, -119, '33.74'])
    assert.deepEqual(ahead(`future_positions?port_id=${other}&previous_port_id=${other}`).map(({ timestamp }) => timestamp), ['2026-11-20T17:00:00Z', '2026-11-20T17:01:00Z'])
    const hours = (near.length - 1) / 60
    assert.ok(hours > 2 && hours < 3, String(hours))
  }),
]

const PAGES: readonly Row[] = [
  ...LISTS.map(([path, size]) => rule('4.2', `${path}: pages of ${size}, by links.next to the end, each record once`, ({ reader }) => {
    const { data, meta, links } = reader.get(path)
    const all = reader.walk(path)
    assert.deepEqual([meta.size, (data as unknown as Resource[]).length, all.length, new Set(all.map(({ id }) => id)).size], [size, Math.min(size, meta.total), meta.total, meta.total])
    assert.equal(links['prev'], undefined)
    assert.deepEqual(reader.walk(`${path}?page[size]=7`), all)
  })),
  rule('4.2', 'links and meta of a page in the middle', ({ reader }) => {
    const { meta, links } = reader.get('/containers?page[number]=3&page[size]=20&include=shipment')
    const to = (number: number) => `${BASE_URL}/containers?page[number]=${number}&page[size]=20&include=shipment`
    assert.deepEqual(links, { self: to(3), current: to(3), prev: to(2), next: to(4), last: to(7) })
    assert.deepEqual(meta, { size: 20, total: 140, pagination: { current: 3, next: 4, last: 7, records: 140 } })
  }),
  rule('4.2', 'the last page has no next; the only page has neither next nor last', ({ reader }) => {
    assert.deepEqual([Object.keys(reader.get('/containers?page[number]=7&page[size]=20').links), reader.get('/containers?page[number]=7&page[size]=20').meta.pagination], [['self', 'current', 'prev', 'last'], { current: 7, last: 7, records: 140 }])
    assert.deepEqual([Object.keys(reader.get('/parties').links), reader.get('/parties').meta.pagination], [['self', 'current'], { current: 1, records: 16 }])
  }),
  rule('4.2', 'a page beyond the last is empty and leads back', ({ reader }) => {
    const { data, links } = reader.get('/containers?page[number]=99&page[size]=20')
    assert.deepEqual([data, links['prev'], links['next']], [[], `${BASE_URL}/containers?page[number]=7&page[size]=20`, undefined])
  }),
  rule('4.2', 'brackets may come encoded, and links come back as they came', ({ reader }) => {
    const { meta, links } = reader.get('/containers?page%5Bsize%5D=50')
    assert.deepEqual([meta.size, links['self'], links['next']], [50, `${BASE_URL}/containers?page%5Bsize%5D=50`, `${BASE_URL}/containers?page%5Bnumber%5D=2&page%5Bsize%5D=50`])
  }),
  rule('4.2', 'a closing slash does not matter', ({ reader }) => { assert.deepEqual(reader.list('/containers/'), reader.list('/containers')) }),
]

const filterRow = (path: string, query: string, wanted: (record: Resource, all: readonly Resource[]) => boolean): Row =>
  rule('4.2', `${path}?${query} finds exactly those`, ({ reader }) => {
    const all = reader.walk(`${path}?page[size]=100`)
    const found = reader.walk(`${path}?page[size]=100&${query}`)
    assert.deepEqual(found.map(({ id }) => id), all.filter((record) => wanted(record, all)).map(({ id }) => id))
    assert.ok(found.length > 0 && found.length < all.length, `${found.length} of ${all.length}`)
  })

const refsOf = ({ attributes }: Resource) => attributes['ref_numbers'] as string[]
const FILTERS: readonly Row[] = [
  filterRow('/shipments', 'filter[tracking_stopped]=true', ({ attributes }) => attributes['line_tracking_stopped_at'] !== null),
  filterRow('/shipments', 'filter[tracking_stopped]=1', ({ attributes }) => attributes['line_tracking_stopped_at'] !== null),
  filterRow('/shipments', 'filter[tracking_stopped]=false', ({ attributes }) => attributes['line_tracking_stopped_at'] === null),
  filterRow('/tracking_requests', 'filter[status]=failed', ({ attributes }) => attributes['status'] === 'failed'),
  filterRow('/tracking_requests', 'filter[request_type]=booking_number', ({ attributes }) => attributes['request_type'] === 'booking_number'),
  filterRow('/tracking_requests', 'filter[scac]=oolu', ({ attributes }) => attributes['scac'] === 'OOLU'),
  filterRow('/tracking_requests', 'filter[created_at][start]=2026-10-15T00:00:00Z', ({ attributes }) => String(attributes['created_at']) >= '2026-10-15T00:00:00Z'),
  filterRow('/tracking_requests', 'filter[created_at][end]=2026-10-15T00:00:00Z', ({ attributes }) => String(attributes['created_at']) <= '2026-10-15T00:00:00Z'),
  filterRow('/tracking_requests', 'filter[updated_at][start]=2026-11-01T00:00:00Z', ({ attributes }) => String(attributes['updated_at']) >= '2026-11-01T00:00:00Z'),
  filterRow('/tracking_requests', 'filter[updated_at][end]=2026-11-01T00:00:00Z', ({ attributes }) => String(attributes['updated_at']) <= '2026-11-01T00:00:00Z'),
  filterRow('/tracking_requests', 'q=PO', (record) => [String(record.attributes['request_number']), ...refsOf(record)].some((text) => /po/i.test(text.replaceAll(/[\s-]/g, '')))),
  rule('4.2', 'both ends of a span of time belong to it', ({ reader }) => {
    const request = reader.list('/tracking_requests')[3]!
    for (const name of ['created_at', 'updated_at']) {
      for (const end of ['start', 'end']) assert.ok(reader.walk(`/tracking_requests?page[size]=100&filter[${name}][${end}]=${textAt(request, name)!}`).some(({ id }) => id === request.id))
    }
  }),
  rule('4.2', '/shipments?q finds a bill, a reference and a container’s number; number finds the bill alone', ({ reader }) => {
    const container = reader.list('/containers').find((record) => refsOf(record).length > 0)!
    const id = only(container, 'shipment')!
    const bill = textAt(reader.get(`/shipments/${id}`).data, 'bill_of_lading_number')!
    const ids = (query: string) => reader.walk(`/shipments?${query}`).map((shipment) => shipment.id)
    assert.deepEqual(ids(`q=${bill.toLowerCase()}`), [id])
    assert.deepEqual(ids(`number=${bill.toLowerCase()}`), [id])
    assert.deepEqual([ids(`q=${textAt(container, 'number')!}`), ids(`number=${bill.slice(0, -1)}`)], [[id], []])
    assert.ok(ids(`q=${encodeURIComponent(refsOf(container)[0]!)}`).includes(id))
  }),
  rule('4.2', '/tracking_requests?filter[request_number] finds that number', ({ reader }) => {
    const request = reader.list('/tracking_requests')[5]!
    assert.deepEqual(reader.list(`/tracking_requests?filter[request_number]=${textAt(request, 'request_number')!}`), [request])
  }),
  rule('4.2', 'a port and a metro area are found by their code too, a vessel by its IMO number', async ({ house }) => {
    const { client, ids } = await house()
    for (const [path, id] of [['ports', ids.port], ['metro_areas', ids.metro]] as const) {
      const { data } = client.get(`/${path}/${id}`)
      assert.deepEqual(client.get(`/${path}/${textAt(data, 'code')!.toLowerCase()}`).data, data)
    }
    const { data } = client.get(`/vessels/${ids.vessel}`)
    assert.deepEqual(client.get(`/vessels/${textAt(data, 'imo')!}`).data, data)
  }),
  ...valueRows('4.2', 'documents?sort', ['document_type', '-document_type', 'created_at', '-created_at', 'added_by', '-added_by'], async (given) => {
    const { client, at } = await given.desk()
    const key = (name: string) => (document: Resource) => (name === 'added_by' ? (only(document, 'user') ?? '') : (textAt(document, name) ?? ''))
    return ['document_type', 'created_at', 'added_by'].flatMap((name) => {
      const [up, down] = [client.list(`/documents?sort=${name}`, at), client.list(`/documents?sort=-${name}`, at)]
      const keys = up.map(key(name))
      const isUp = keys.every((entry, index) => index === 0 || keys[index - 1]! <= entry) && new Set(keys).size > (name === 'created_at' ? 0 : 1)
      return [...(isUp ? [name] : []), ...(JSON.stringify(down) === JSON.stringify(up.toReversed()) ? [`-${name}`] : [])]
    })
  }),
  rule('4.2', 'documents are filtered by file name, type and what they are linked to', async (given) => {
    const { client, at, shipment, container, invoice } = await given.desk()
    const named = (query: string) => client.list(`/documents?${query}`, at).map(({ attributes }) => attributes['file_name'])
    assert.deepEqual([named('filter[filename]=LAMP'), named('filter[document_types]=packing_list,arrival_notice'), named('filter[document_types]=commercial_invoice')], [['lamps.txt'], ['packing.txt'], ['lamps.txt']])
    assert.deepEqual([textAt(shipment, 'bill_of_lading_number')!, textAt(container, 'number')!].map((number) => client.list(`/documents?filter[reference]=${number}`, at).map(({ id }) => id)), [[invoice.id], [invoice.id]])
    assert.deepEqual(named('filter[reference]=NOWHERE'), [])
  }),
  rule('4.2', 'custom field definitions and values are filtered by entity, type, name and definition', async ({ house }) => {
    const { client, ids } = await house()
    const count = (path: string) => client.list(path).length
    assert.deepEqual(['entity_type]=Container', 'entity_type]=Cargo', 'entity_type]=Shipment', 'data_type]=enum', 'data_type]=date', 'display_name]=do', 'display_name]=ock'].map((filter) => count(`/custom_field_definitions?filter[${filter}`)), [1, 1, 0, 1, 0, 1, 0])
    assert.deepEqual([`entity_id]=${ids.container}`, `entity_id]=${ids.shipment}`, 'entity_type]=container', 'entity_type]=shipment', `definition_id]=${ids.definition}`, `definition_id]=${ids.option}`].map((filter) => count(`/custom_fields?filter[${filter}`)), [1, 0, 1, 0, 1, 0])
  }),
]

const UPLOADS: readonly Row[] = [
  rule('4.2', 'direct upload: announced, put without a key, handed in, downloaded again byte by byte', ({ fresh }) => {
    const client = fresh()
    const bytes = new TextEncoder().encode('PACKING LIST öä')
    const { signed_id: signedId, direct_upload: upload, ...announced } = announce(client, bytes)
    assert.deepEqual({ ...announced, id: uuid(announced.id), key: announced.key.length }, { ...blobOf(bytes), id: null, key: 28, metadata: {}, service_name: 'disk', created_at: '2026-11-20T17:00:00Z' })
    assert.deepEqual([upload.url.startsWith(`${ROOT_URL}/rails/active_storage/disk/`), upload.headers], [true, { 'Content-Type': 'text/plain', 'Content-MD5': blobOf(bytes).checksum, 'Content-Disposition': 'inline; filename="lamps.txt"; filename*=UTF-8\'\'lamps.txt' }])
    assert.equal(putBytes(client, { ...announced, signed_id: signedId, direct_upload: upload }, bytes).status, 204)
    const { id } = client.send('POST', '/documents', dataOf('document', { attached_document: signedId })).body.data
    assert.equal(client.get(`/documents/${id}`).data.attributes['name'], 'lamps.txt')
    const { download_url: url } = client.get(`/documents/${id}/download_url`) as unknown as { download_url: string }
    const file = client.raw('GET', url.slice(ROOT_URL.length), { key: null })
    assert.deepEqual([file.status, file.headers['content-type'], file.headers['x-content-type-options'], [...file.bytes]], [200, 'text/plain', 'nosniff', [...bytes]])
  }),
  rule('4.2', 'the announcement also stands below /v2, and needs the key', ({ fresh }) => {
    const client = fresh()
    const blob = blobOf(new Uint8Array([1]))
    assert.equal(client.send('POST', '/rails/active_storage/direct_uploads', { blob }).status, 200)
    assert.equal(client.raw('POST', '/rails/active_storage/direct_uploads', { body: { blob }, key: null }).status, 401)
  }),
]

export const endpointRows: readonly Row[] = [...ENDPOINTS.map(successRow), ...strangerRows, ...methodRows, ...MEDIA, ...includeRows, ...PAYLOAD, ...WRITES, ...PAGES, ...FILTERS, ...UPLOADS]
