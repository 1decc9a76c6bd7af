// Specification 4.1 to 4.3: every endpoint, its success and what it answers to a stranger.
import assert from 'node:assert/strict'
import { BASE_URL, MINUTE, NOON, only, type Body, type Resource } from './client.ts'
import { dataOf, patch } from './desk.ts'
import type { Ids } from './house.ts'
import { rule, type Row } from './row.ts'

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
    assert.equal(Object.hasOwn(body, 'meta'), answer === 'list')
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
  'shipments/{shipment}': ['containers:container', 'port_of_lading:port', 'port_of_discharge:port', 'pod_terminal:terminal', 'destination:metro_area', 'destination_terminal:rail_terminal'],
  'containers/{container}/transport_events': ['location:port', 'vessel:vessel', 'shipment:shipment', 'container:container', 'terminal:'],
  'tracking_requests/{request}': [':', 'tracked_object:shipment', 'user:user', 'tracked_object.containers:shipment container'],
  'containers/{container}/raw_events': [':vessel port metro_area terminal rail_terminal'],
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
    const container = client.get(`/containers/${client.list('/containers')[0]!.id}`).data
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

export const endpointRows: readonly Row[] = [...ENDPOINTS.map(successRow), ...strangerRows, ...methodRows, ...MEDIA, ...includeRows, ...PAYLOAD]
