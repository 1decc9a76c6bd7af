// Specification 7: what is refused, with which status, code and pointer; and that a refusal
// changes nothing.
import assert from 'node:assert/strict'
import { MINUTE, NOON, type Answer, type Client, type Resource } from './client.ts'
import { announce, blobOf, dataOf, handIn, putBytes } from './desk.ts'
import type { House } from './house.ts'
import type { Row } from './row.ts'

const TITLES: Readonly<Record<number, string>> = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 409: 'Conflict', 413: 'Content Too Large', 422: 'Unprocessable Entity', 429: 'Too Many Requests' }

/** Status, code, pointer or ?parameter, and how to get there. */
type Refusal = readonly [what: string, status: number, code: string, source: string | null, ask: (house: House) => Answer]

const post = (path: string, body: unknown) => ({ client }: House) => client.send('POST', path, body)
const get = (path: string) => ({ client }: House) => client.send('GET', path)
const request = (attributes: Record<string, unknown>, relationships?: Record<string, unknown>) => post('/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST', ...attributes }, relationships))
const definition = (attributes: Record<string, unknown>) => post('/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'Shipment', api_slug: 'slug', display_name: 'Name', data_type: 'short_text', ...attributes }))
const webhook = (attributes: Record<string, unknown>) => post('/webhooks', dataOf('webhook', { url: 'https://x.example', active: true, ...attributes }))
const blob = (part: Record<string, unknown>) => post('/rails/active_storage/direct_uploads', { blob: { ...blobOf(new Uint8Array([1])), ...part } })
const long = (length: number) => 'x'.repeat(length)
const attribute = (name: string) => `/data/attributes/${name}`
const patch = (kind: 'container' | 'shipment' | 'request' | 'definition' | 'webhook' | 'document' | 'party' | 'field', body: (ids: House['ids']) => unknown) => ({ client, ids }: House) => {
  const paths = { container: 'containers', shipment: 'shipments', request: 'tracking_requests', definition: 'custom_field_definitions', webhook: 'webhooks', document: 'documents', party: 'parties', field: 'custom_fields' }
  return client.send('PATCH', `/${paths[kind]}/${ids[kind]}`, body(ids))
}
const refs = (type: string, value: unknown) => () => dataOf(type, { ref_numbers: value })
const option = (attributes: Record<string, unknown>) => ({ client, ids }: House) => client.send('POST', `/custom_field_definitions/${ids.definition}/options`, dataOf('custom_field_option', { label: 'L', value: 'v', ...attributes }))
const value = (attributes: Record<string, unknown>) => ({ client, ids }: House) => client.send('POST', `/containers/${ids.container}/custom_fields`, dataOf('custom_field', attributes))

const REFUSALS: readonly Refusal[] = [
  ['a request that exists, pending or created', 422, 'duplicate', attribute('request_number'), (house) => { request({})(house); return request({})(house) }],
  ['no request_type', 422, 'blank', attribute('request_type'), request({ request_type: undefined })],
  ['a null request_type', 422, 'blank', attribute('request_type'), request({ request_type: null })],
  ['an empty request_type', 422, 'blank', attribute('request_type'), request({ request_type: '' })],
  ['an unknown request_type', 422, 'inclusion', attribute('request_type'), request({ request_type: 'house_bill' })],
  ['no request_number', 422, 'blank', attribute('request_number'), request({ request_number: undefined })],
  ['a blank request_number', 422, 'blank', attribute('request_number'), request({ request_number: '  ' })],
  ['a request_number that is no text', 422, 'invalid', attribute('request_number'), request({ request_number: 7 })],
  ['a request_number of 51 characters', 422, 'too_long', attribute('request_number'), request({ request_number: long(51) })],
  ['no scac', 422, 'blank', attribute('scac'), request({ scac: undefined })],
  ['an empty scac', 422, 'blank', attribute('scac'), request({ scac: '' })],
  ['no scac and auto-detection refused', 422, 'blank', attribute('scac'), request({ scac: null, auto_detect_vocc_scac: false })],
  ['a scac of three letters', 422, 'invalid', attribute('scac'), request({ scac: 'OOL' })],
  ['a scac that is no text', 422, 'invalid', attribute('scac'), request({ scac: 4 })],
  ['an unknown scac', 422, 'blank', attribute('scac'), request({ scac: 'QQQQ' })],
  ['ref_numbers that are no list', 422, 'invalid', attribute('ref_numbers'), request({ ref_numbers: 'PO' })],
  ['shipment_tags that are no texts', 422, 'invalid', attribute('shipment_tags'), request({ shipment_tags: [1] })],
  ['an unknown customer', 422, 'invalid', '/data/relationships/customer', request({}, { customer: { data: { type: 'party', id: 'x' } } })],
  ['a customer that is no party', 422, 'invalid', '/data/relationships/customer', request({}, { customer: { data: { type: 'user', id: 'x' } } })],
  ['ref_numbers with a number in them', 422, 'invalid', attribute('ref_numbers'), patch('container', refs('container', ['A', 7]))],
  ['101 ref_numbers', 422, 'invalid', attribute('ref_numbers'), patch('container', refs('container', Array.from({ length: 101 }, () => 'A')))],
  ['a ref_number of 256 characters', 422, 'invalid', attribute('ref_numbers'), patch('container', refs('container', [long(256)]))],
  ['an edit of a container without ref_numbers', 422, 'blank', attribute('ref_numbers'), patch('container', () => dataOf('container', { weight_in_lbs: 7 }))],
  ['an edit of a container under another id', 422, 'invalid', '/data/id', patch('container', () => ({ data: { type: 'container', id: 'x', attributes: { ref_numbers: [] } } }))],
  ['an edit without an id anywhere', 422, 'blank', '/data/id', ({ client }) => client.send('PATCH', '/containers', dataOf('container', { ref_numbers: [] }))],
  ['an edit of a shipment without ref_numbers and tags', 422, 'blank', '/data/attributes', patch('shipment', () => dataOf('shipment', {}))],
  ['an edit of a shipment under another id', 422, 'invalid', '/data/id', patch('shipment', () => ({ data: { type: 'shipment', id: 'x', attributes: { tags: [] } } }))],
  ['an edit of a request without ref_numbers', 422, 'blank', attribute('ref_numbers'), patch('request', () => dataOf('tracking_request', { status: 'created' }))],
  ['an edit of a request under another id', 422, 'invalid', '/data/id', patch('request', () => ({ data: { type: 'tracking_request', id: 'x', attributes: { ref_numbers: [] } } }))],
  ['a ref_number that is no text', 422, 'invalid', attribute('ref_number'), patch('request', () => dataOf('tracking_request', { ref_number: 7 }))],
  ['no number to infer from', 422, 'blank', '/number', post('/tracking_requests/infer_number', {})],
  ['a number to infer from that is too long', 422, 'too_long', '/number', post('/tracking_requests/infer_number', { number: long(51) })],
  ['a webhook without url', 422, 'blank', attribute('url'), webhook({ url: undefined })],
  ['a webhook to plain http elsewhere', 422, 'invalid', attribute('url'), webhook({ url: 'http://x.example' })],
  ['a webhook to something else than http', 422, 'invalid', attribute('url'), webhook({ url: 'ftp://x.example' })],
  ['a webhook to no address', 422, 'invalid', attribute('url'), webhook({ url: 'x' })],
  ['a webhook to an address of 2001 characters', 422, 'invalid', attribute('url'), webhook({ url: `https://x.example/${long(1983)}` })],
  ['a webhook that is active in words', 422, 'invalid', attribute('active'), webhook({ active: 'yes' })],
  ['a webhook for no events', 422, 'inclusion', attribute('events'), webhook({ events: [] })],
  ['a webhook for an unknown event', 422, 'inclusion', attribute('events'), webhook({ events: ['container.updated', 'container.painted'] })],
  ['a header with a line break in its name', 422, 'invalid', attribute('headers'), webhook({ headers: [{ name: 'X\r\nY', value: 'x' }] })],
  ['a header with a line break in its value', 422, 'invalid', attribute('headers'), webhook({ headers: [{ name: 'X', value: 'x\r\nY: z' }] })],
  ['a header without a value', 422, 'invalid', attribute('headers'), webhook({ headers: [{ name: 'X' }] })],
  ['21 headers', 422, 'invalid', attribute('headers'), webhook({ headers: Array.from({ length: 21 }, (_, index) => ({ name: `X-${index}`, value: 'x' })) })],
  ['a change of a webhook that changes nothing', 422, 'blank', '/data/attributes', patch('webhook', () => dataOf('webhook', {}))],
  ['a trigger without url', 422, 'invalid', '/url', post('/webhooks/trigger', { event: 'container.updated' })],
  ['a trigger of an unknown event', 422, 'inclusion', '/event', post('/webhooks/trigger', { url: 'https://x.example', event: 'x' })],
  ['a trigger with a secret that is no text', 422, 'invalid', '/secret', post('/webhooks/trigger', { url: 'https://x.example', event: 'container.updated', secret: 7 })],
  ['a trigger that is no object', 422, 'invalid', '', post('/webhooks/trigger', [])],
  ['a party without a name', 422, 'blank', attribute('company_name'), post('/parties', dataOf('party', { company_name: ' ' }))],
  ['a party whose name is no text', 422, 'invalid', attribute('company_name'), post('/parties', dataOf('party', { company_name: 7 }))],
  ['a party whose name is taken', 422, 'taken', attribute('company_name'), ({ client }) => client.send('POST', '/parties', dataOf('party', { company_name: String(client.list('/parties')[0]!.attributes['company_name']).toUpperCase() }))],
  ['a party of 256 characters', 422, 'too_long', attribute('company_name'), post('/parties', dataOf('party', { company_name: long(256) }))],
  ['a party renamed to one that exists', 422, 'taken', attribute('company_name'), patch('party', () => dataOf('party', { company_name: 'Lattimer Glass' }))],
  ['a field for an unknown kind of record', 422, 'inclusion', attribute('entity_type'), definition({ entity_type: 'Vessel' })],
  ['a field with a slug in capitals', 422, 'invalid', attribute('api_slug'), definition({ api_slug: 'Slug' })],
  ['a field with a slug of 64 characters', 422, 'invalid', attribute('api_slug'), definition({ api_slug: long(64) })],
  ['a field of an unknown type', 422, 'inclusion', attribute('data_type'), definition({ data_type: 'colour' })],
  ['a field that refers to nothing', 422, 'blank', attribute('reference_type'), definition({ data_type: 'reference' })],
  ['a field without a name', 422, 'blank', attribute('display_name'), definition({ display_name: '' })],
  ['a field with a description that is no text', 422, 'invalid', attribute('description'), definition({ description: 7 })],
  ['a field with a description of 1001 characters', 422, 'invalid', attribute('description'), definition({ description: long(1001) })],
  ['a field whose validation is no object', 422, 'invalid', attribute('validation'), definition({ validation: 'x' })],
  ['a field whose slug is taken', 422, 'taken', attribute('api_slug'), definition({ entity_type: 'Container', api_slug: 'dock' })],
  ...['api_slug', 'entity_type', 'data_type'].map((name): Refusal => [`a change of ${name}`, 422, 'immutable', attribute(name), patch('definition', () => dataOf('custom_field_definition', { [name]: 'x' }))]),
  ['a field renamed to nothing', 422, 'blank', attribute('display_name'), patch('definition', () => dataOf('custom_field_definition', { display_name: ' ' }))],
  ['an option without a label', 422, 'blank', attribute('label'), option({ label: undefined })],
  ['an option with an empty label', 422, 'invalid', attribute('label'), option({ label: '' })],
  ['an option without a value', 422, 'invalid', attribute('value'), option({ value: undefined })],
  ['an option with a comma', 422, 'invalid', attribute('value'), option({ value: 'a,b' })],
  ['an option whose value is taken', 422, 'taken', attribute('value'), option({ value: 'one' })],
  ['an option at half a position', 422, 'invalid', attribute('position'), option({ position: 1.5 })],
  ['an option at a position below nought', 422, 'invalid', attribute('position'), option({ position: -1 })],
  ['a change of an option that changes nothing', 422, 'blank', '/data/attributes', ({ client, ids }) => client.send('PATCH', `/custom_field_definitions/${ids.definition}/options/${ids.option}`, { value: 'x' })],
  ['an option of a field that has none', 422, 'invalid', '/data', (house) => {
    const { id } = definition({})(house).body.data
    return house.client.send('POST', `/custom_field_definitions/${id}/options`, dataOf('custom_field_option', { label: 'L', value: 'v' }))
  }],
  ['a value for no field', 422, 'blank', attribute('api_slug'), value({ value: 'one' })],
  ['a value for an unknown field', 422, 'invalid', attribute('api_slug'), value({ api_slug: 'colour', value: 'one' })],
  ['a field without a value', 422, 'blank', attribute('value'), value({ api_slug: 'dock' })],
  ['a value that is no option', 422, 'invalid', attribute('value'), value({ api_slug: 'dock', value: 'three' })],
  ['a value for nobody', 422, 'blank', '/data/relationships/entity', post('/custom_fields', dataOf('custom_field', { api_slug: 'dock', value: 'one' }))],
  ['a value for an unknown record', 422, 'invalid', '/data/relationships/entity', post('/custom_fields', dataOf('custom_field', { api_slug: 'dock', value: 'one' }, { entity: { data: { type: 'container', id: 'x' } } }))],
  ['a change of a value to none of the options', 422, 'invalid', attribute('value'), patch('field', () => dataOf('custom_field', { value: 'three' }))],
  ['a document without a file', 422, 'blank', attribute('attached_document'), post('/documents', dataOf('document', { name: 'x' }))],
  ['a document with a made-up signed id', 422, 'invalid', attribute('attached_document'), post('/documents', dataOf('document', { name: 'x', attached_document: `${long(20)}--${'0'.repeat(64)}` }))],
  ['a document whose file was announced and not put', 422, 'invalid', attribute('attached_document'), ({ client }) => client.send('POST', '/documents', dataOf('document', { name: 'x', attached_document: announce(client, new Uint8Array([9])).signed_id }))],
  ['a document with an empty name', 422, 'invalid', attribute('name'), ({ client }) => handIn(client, 'new', { name: ' ' })],
  ['a document with a name of 256 characters', 422, 'invalid', attribute('name'), ({ client }) => handIn(client, 'new', { name: long(256) })],
  ['a document whose content is there already', 409, 'duplicate_document', null, ({ client }) => handIn(client, 'nothing of note')],
  ['a manual type that is none', 422, 'inclusion', attribute('document_type_manual'), patch('document', () => dataOf('document', { document_type_manual: 'poem' }))],
  ['manual data that is a list', 422, 'invalid', attribute('extracted_data_manual'), patch('document', () => dataOf('document', { extracted_data_manual: [] }))],
  ['a change of a document that changes nothing', 422, 'blank', '/data/attributes', patch('document', () => dataOf('document', { name: 'x' }))],
  ['a turn by 45 degrees', 422, 'inclusion', '/degrees', ({ client, ids }) => client.send('POST', `/documents/${ids.document}/rotate`, { degrees: 45 })],
  ['a turn of what is no image', 422, 'invalid', null, ({ client, ids }) => client.send('POST', `/documents/${ids.document}/rotate`, { degrees: 90 })],
  ['a file without a name', 422, 'invalid', '/blob/filename', blob({ filename: '' })],
  ['a file with a name of 256 characters', 422, 'invalid', '/blob/filename', blob({ filename: long(256) })],
  ['a file with a line break in its type', 422, 'invalid', '/blob/content_type', blob({ content_type: 'text/plain\r\nX: y' })],
  ['a file of half a byte', 422, 'invalid', '/blob/byte_size', blob({ byte_size: 0.5 })],
  ['a file of less than nothing', 422, 'invalid', '/blob/byte_size', blob({ byte_size: -1 })],
  ['a file with a checksum in hex', 422, 'invalid', '/blob/checksum', blob({ checksum: '0'.repeat(32) })],
  ['bytes other than those announced', 422, 'invalid', null, ({ client }) => putBytes(client, announce(client, new Uint8Array([9])), new Uint8Array([8]))],
  ['bytes under another MD5 than announced', 422, 'invalid', null, ({ client }) => putBytes(client, announce(client, new Uint8Array([9])), new Uint8Array([9]), NOON, { 'content-md5': 'x' })],
  ['bytes of another type than announced', 422, 'invalid', null, ({ client }) => putBytes(client, announce(client, new Uint8Array([9])), new Uint8Array([9]), NOON, { 'content-type': 'image/png' })],
  ['bytes put more than an hour later', 404, 'not_found', null, ({ client }) => putBytes(client, announce(client, new Uint8Array([9])), new Uint8Array([9]), NOON + 61 * MINUTE)],
  ['a signed id older than a day', 422, 'invalid', attribute('attached_document'), ({ client }) => {
    const announced = announce(client, new Uint8Array([9]))
    putBytes(client, announced, new Uint8Array([9]))
    return client.send('POST', '/documents', dataOf('document', { name: 'x', attached_document: announced.signed_id }), NOON + 24 * 60 * MINUTE + 1)
  }],
  ['attributes that are a list', 422, 'invalid', '/data/attributes', post('/tracking_requests', { data: { type: 'tracking_request', attributes: [] } })],
  ['relationships that are a text', 422, 'invalid', '/data/relationships', post('/tracking_requests', { data: { type: 'tracking_request', attributes: {}, relationships: 'x' } })],
  ['an id that is a number', 422, 'invalid', '/data/id', post('/tracking_requests', { data: { type: 'tracking_request', id: 7, attributes: {} } })],
  ['a body that is no JSON', 400, 'invalid_json', '', ({ client }) => client.raw('POST', '/v2/tracking_requests', { body: '{' })],
  ['a body that is no UTF-8', 400, 'invalid_json', '', ({ client }) => client.raw('POST', '/v2/tracking_requests', { body: new Uint8Array([0x22, 0xff, 0x22]) })],
  ['no body', 400, 'invalid_json', '', ({ client }) => client.send('POST', '/tracking_requests')],
  ['a body of more than a megabyte', 413, 'too_large', null, ({ client }) => client.raw('POST', '/v2/tracking_requests', { body: `"${long(1024 * 1024)}"` })],
  ['an unknown include', 400, 'invalid_parameter', '?include', get('/containers?include=shipment,colour')],
  ['an unknown include within another', 400, 'invalid_parameter', '?include', get('/containers?include=shipment.colour')],
  ['31 includes', 400, 'invalid_parameter', '?include', get(`/containers?include=${Array.from({ length: 31 }, (_, index) => `shipment${'.containers.shipment'.repeat(index)}`).join(',')}`)],
  ['a page of nought', 400, 'invalid_parameter', '?page[size]', get('/containers?page[size]=0')],
  ['page nought', 400, 'invalid_parameter', '?page[number]', get('/containers?page[number]=0')],
  ['page minus one', 400, 'invalid_parameter', '?page[number]', get('/containers?page[number]=-1')],
  ['page one and a half', 400, 'invalid_parameter', '?page[number]', get('/containers?page[number]=1.5')],
  ['page a billion', 400, 'invalid_parameter', '?page[number]', get('/containers?page[number]=1000000000')],
  ['a filter by a time that is none', 400, 'invalid_parameter', '?filter[created_at][start]', get('/tracking_requests?filter[created_at][start]=soon')],
  ['an unknown sort', 400, 'invalid_parameter', '?sort', get('/documents?sort=colour')],
  ['a search for nothing', 400, 'blank', '?query', get('/search')],
  ['an example of an unknown event', 400, 'invalid_parameter', '?event', get('/webhook_notifications/examples?event=x')],
  ['a track from no time', 400, 'invalid_parameter', '?show_positions[from_timestamp]', ({ client, ids }) => client.send('GET', `/vessels/${ids.vessel}?show_positions[from_timestamp]=soon`)],
  ['positions to no port', 400, 'invalid_parameter', '?port_id', ({ client, ids }) => client.send('GET', `/vessels/${ids.vessel}/future_positions?previous_port_id=${ids.port}`)],
  ['positions from no port', 400, 'invalid_parameter', '?previous_port_id', ({ client, ids }) => client.send('GET', `/vessels/${ids.vessel}/future_positions?port_id=${ids.port}`)],
  ['positions from latitude 91', 400, 'invalid_parameter', '?latitude', ({ client, ids }) => client.send('GET', `/vessels/${ids.vessel}/future_positions_with_coordinates?port_id=${ids.port}&previous_port_id=${ids.port}&latitude=91&longitude=1`)],
  ['positions from no longitude', 400, 'invalid_parameter', '?longitude', ({ client, ids }) => client.send('GET', `/vessels/${ids.vessel}/future_positions_with_coordinates?port_id=${ids.port}&previous_port_id=${ids.port}&latitude=1`)],
  ['an unknown path', 404, 'not_found', null, get('/colours')],
  ['half an escape', 404, 'not_found', null, get('/containers/%E0%A4%A')],
  ['a path out of the interface', 404, 'not_found', null, get('/containers/..%2F..%2Fetc')],
  ['the id of another kind of record', 404, 'not_found', null, ({ client, ids }) => client.send('GET', `/containers/${ids.shipment}`)],
  ['an option under another field', 404, 'not_found', null, (house) => {
    const { id } = definition({ data_type: 'enum' })(house).body.data
    return house.client.send('GET', `/custom_field_definitions/${id}/options/${house.ids.option}`)
  }],
]

/** What must be as before after a refusal. */
const STATE = ['/tracking_requests', '/webhooks', '/parties', '/custom_field_definitions', '/custom_fields', '/documents']

const MAKES_FIRST = /that exists, pending|field that has none|under another field/

const refusalRows = REFUSALS.map(([what, status, code, source, ask]): Row => ({
  section: '7', kind: 'error', what: `${what}: ${status} ${code}${source === null ? '' : ` at ${source}`}`,
  check: async ({ freshHouse, house }) => {
    // What is refused changes nothing (a row of its own), so all may share a house but those that begin by making something.
    const answer = ask(MAKES_FIRST.test(what) ? await freshHouse() : await house())
    const [item] = answer.body.errors
    assert.deepEqual([answer.status, item?.status, item?.code, item?.title], [status, String(status), code, TITLES[status]])
    assert.deepEqual(item?.source, source === null ? undefined : source.startsWith('?') ? { parameter: source.slice(1) } : { pointer: source })
    assert.ok((item?.detail.length ?? 0) > 10)
    assert.equal(answer.headers['content-type'], 'application/vnd.api+json')
  },
}))

const FEATURES = ['map', 'vessel_positions', 'refresh', 'rail', 'webhooks', 'documents', 'custom_fields'] as const

const withoutRows: readonly Row[] = ([
  ['map', 'GET', '/containers/{container}/map_geojson'],
  ['refresh', 'PATCH', '/containers/{container}/refresh'],
  ['vessel_positions', 'GET', '/vessels/{vessel}/future_positions?port_id={port}&previous_port_id={port}'],
  ['vessel_positions', 'GET', '/vessels/{vessel}/future_positions_with_coordinates'],
  ['vessel_positions', 'GET', '/vessels/{vessel}?show_positions[from_timestamp]=2026-11-01T00:00:00Z'],
  ['vessel_positions', 'GET', '/vessels/{vessel}?show_positions[to_timestamp]=2026-11-01T00:00:00Z'],
  ...['/webhooks', '/webhooks/events', '/webhooks/ips', '/webhooks/x'].map((path) => ['webhooks', 'GET', path] as const),
  ['webhooks', 'POST', '/webhooks/trigger'],
  ...['/documents', '/documents/types', '/documents/x', '/documents/x/download_url'].map((path) => ['documents', 'GET', path] as const),
  ['documents', 'POST', '/documents'],
] as const).map(([feature, method, path]): Row => ({
  section: '7', kind: 'error', what: `${method} ${path} without the entitlement to ${feature}: 403`,
  check: async ({ fresh, house }) => {
    const client: Client = fresh({ seed: 1, containers: 30, features: new Set(FEATURES.filter((name) => name !== feature)) })
    const { ids } = await house()
    const { status, body } = client.send(method, path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof House['ids']]))
    assert.deepEqual([status, body.errors[0]?.status, body.errors[0]?.code, body.errors[0]?.title], [403, '403', 'forbidden', 'Forbidden'])
  },
}))

const MEMBERS: readonly Row[] = [
  ...(['status', 'title', 'detail', 'code'] as const).map((member): Row => ({
    section: '7', kind: 'attribute', what: `an error has ${member}, a text`,
    check: ({ reader }) => { assert.equal(typeof reader.send('GET', '/x').body.errors[0]?.[member], 'string') },
  })),
  { section: '7', kind: 'attribute', what: 'source is an object, and left out where there is nothing to point at', check: (given) => {
    const client = given.fresh()
    assert.deepEqual(Object.keys(client.send('GET', '/x').body.errors[0]!), ['status', 'title', 'code', 'detail'])
    assert.deepEqual(Object.keys(client.send('POST', '/parties', dataOf('party', {})).body.errors[0]!).sort(), ['code', 'detail', 'source', 'status', 'title'])
  } },
  { section: '7', kind: 'rule', what: 'everything that is wrong with a body is named at once', check: ({ fresh }) => {
    const { body } = fresh().send('POST', '/tracking_requests', dataOf('tracking_request', {}))
    assert.deepEqual(body.errors.map(({ source }) => source?.pointer), ['request_type', 'request_number', 'scac'].map(attribute))
  } },
  { section: '7', kind: 'rule', what: 'the duplicate’s detail names number, SCAC and "pending or created"', check: ({ fresh }) => {
    const client = fresh()
    const ask = () => client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' }))
    ask()
    assert.match(ask().body.errors[0]!.detail, /TEST-TR-SUCCEEDED.*TEST.*pending or created/)
  } },
  { section: '7', kind: 'rule', what: 'a refusal changes nothing', check: async ({ freshHouse }) => {
    const house = await freshHouse()
    const state = () => STATE.map((path) => house.client.walk(path))
    const own = REFUSALS.filter(([what]) => !MAKES_FIRST.test(what))
    const before = state()
    for (const [, , , , ask] of own) ask(house)
    assert.deepEqual(state(), before)
  } },
  { section: '7', kind: 'rule', what: 'without the rail plan its last free day is absent, not refused', check: ({ fresh }) => {
    const [all, none] = [fresh({ seed: 1, containers: 140 }), fresh({ seed: 1, containers: 140, features: new Set(FEATURES.filter((name) => name !== 'rail')) })]
    const told = all.walk('/containers?page[size]=100')
    const untold = none.walk('/containers?page[size]=100')
    for (const [index, { id, attributes }] of told.entries()) {
      const deadlines = attributes['import_deadlines'] as Record<string, unknown>
      const lfd = deadlines['pickup_lfd_line'] ?? deadlines['pickup_lfd_terminal']
      assert.deepEqual(untold[index]!.attributes, { ...attributes, pickup_lfd: lfd, ind_facility_lfd_on: null, import_deadlines: { ...deadlines, pickup_lfd_rail: null } })
      assert.deepEqual(none.get(`/containers/${id}`).data.attributes, untold[index]!.attributes)
    }
    const onRail = told.find(({ attributes }) => attributes['ind_facility_lfd_on'] !== null)!
    const events = (client: Client) => client.list(`/containers/${onRail.id}/transport_events`)
    const railEvents = events(all).filter(({ attributes }) => attributes['event'] === 'container.pickup_lfd_rail.changed')
    assert.ok(railEvents.length > 0)
    const isOfRamp = ({ attributes, relationships }: Resource) => attributes['event'] === 'container.pickup_lfd.changed' && attributes['data_source'] === 'terminal' && JSON.stringify(relationships['location']).includes('metro_area')
    assert.deepEqual(events(none), events(all).filter((event) => !isOfRamp(event) && !railEvents.some(({ id }) => event.id === id)))
    assert.ok(!none.list('/webhooks/events').some(({ attributes }) => (attributes['events'] as { name: string }[]).some(({ name }) => name === 'container.pickup_lfd_rail.changed')))
  } },
]

export const errorRows: readonly Row[] = [...MEMBERS, ...refusalRows, ...withoutRows]
