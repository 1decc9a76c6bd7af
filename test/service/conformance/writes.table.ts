// Specification 4.2: what becomes of what clients write, and of what they look for.
import assert from 'node:assert/strict'
import { MINUTE, NOON, only, ROOT_URL, textAt, type Resource } from './client.ts'
import { announce, blobOf, dataOf, handIn, patch, putBytes } from './desk.ts'
import { rule, type Row } from './row.ts'
import { uuid } from './shapes.ts'

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
  rule('4.2', 'a party that was renamed is called so on the shipments that are for it, the world’s own and one that was asked for with it', ({ fresh }) => {
    const client = fresh()
    const request = client.list('/tracking_requests?page[size]=100').find((one) => only(one, 'customer') !== null && only(one, 'tracked_object') !== null)!
    const party = client.send('POST', '/parties', dataOf('party', { company_name: 'Tern Lamps' })).body.data
    const own = client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' }, { customer: { data: { type: 'party', id: party.id } } })).body.data
    const customersAt = () => [request.id, own.id].map((id) => client.get(`/tracking_requests/${id}?include=tracked_object`, NOON + MINUTE).included[0]?.attributes['customer_name'])
    assert.deepEqual(customersAt(), [client.get(`/parties/${only(request, 'customer')}`).data.attributes['company_name'], 'Tern Lamps'])
    patch(client, `/parties/${only(request, 'customer')}`, 'party', { company_name: 'Renamed Works' })
    patch(client, `/parties/${party.id}`, 'party', { company_name: 'Tern Lamps and Shades' })
    assert.deepEqual(customersAt(), ['Renamed Works', 'Tern Lamps and Shades'])
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
    ['datetime', '2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z', ['soon', '20 Nov 2026', 7, '2026-02-30T10:00:00Z', '2026-11-20T24:00:00Z', '2026-11-20T10:60:00Z', '2026-11-20T10:00:60Z', '2026-11-20T10:00:00+24:00', '2026-11-20T10:00:00+10:60']],
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
  rule('4.2', 'validation of a field: required, max_length, pattern; patterns that could run for ever are refused', async ({ freshHouse }) => {
    const { client, ids } = await freshHouse()
    const definition = client.send('POST', '/custom_field_definitions', dataOf('custom_field_definition', { entity_type: 'Container', api_slug: 'own', display_name: 'Own', data_type: 'short_text' })).body.data.id
    const statusOf = (validation: unknown) => client.send('PATCH', `/custom_field_definitions/${definition}`, dataOf('custom_field_definition', { validation })).status
    const verdicts = (validation: unknown, ...values: unknown[]) => {
      assert.equal(statusOf(validation), 200)
      return values.map((value) => client.send('POST', `/containers/${ids.container}/custom_fields`, dataOf('custom_field', { api_slug: 'own', value })).status)
    }
    assert.deepEqual(verdicts({ required: true }, null, 'x'), [422, 201])
    assert.deepEqual(verdicts({ max_length: 3 }, 'abc', 'abcd', null), [201, 422, 201])
    assert.deepEqual(verdicts({ pattern: '^[A-Z]{2}$' }, 'AB', 'ab', 'ABC'), [201, 422, 422])
    assert.deepEqual([verdicts({ pattern: '[' }, 'b'), verdicts({ pattern: `^${'a'.repeat(98)}$` }, 'b')], [[201], [422]])
    assert.deepEqual(['(a+)+$', `^${'a'.repeat(99)}$`, '^(([a-z])+.)+[A-Z]$', 'a*a*a*b', 'a?'.repeat(20), '(a|b)'.repeat(16), 'a{0,99}a{0,99}a{0,99}'].map((pattern) => statusOf({ pattern })), Array(7).fill(422))
    assert.deepEqual(['a{2}'.repeat(20), 'a?'.repeat(13), 'a?'.repeat(14)].map((pattern) => statusOf({ pattern })), [200, 200, 422])
    assert.deepEqual(verdicts({ pattern: '^(A|\\p{L}{2}|[(*+]{1,3}?)-?\\(\\d{4,}$' }, 'A-(1234', '((1234', 'ab(1'), [201, 201, 422])
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
  rule('4.2', 'search and q give exactly those that carry the text, signs and case aside, also where it was changed', ({ fresh }) => {
    const client = fresh({ containers: 60 })
    const at = NOON + MINUTE
    const [container, shipment] = [client.list('/containers')[7]!, client.list('/shipments')[9]!]
    client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'Test/TR-succeeded', scac: 'TEST', ref_numbers: ['QQ 1'] }))
    patch(client, `/containers/${container.id}`, 'container', { ref_numbers: ['ZQ/8 1'] })
    patch(client, `/shipments/${shipment.id}`, 'shipment', { ref_numbers: ['ZQ/82'] })
    const [shipments, containers, requests] = ['/shipments', '/containers', '/tracking_requests'].map((path) => client.walk(path, at)) as [Resource[], Resource[], Resource[]]
    const plain = (text: unknown) => String(text).toLowerCase().replaceAll(/[\s-]/g, '')
    const textsOf = ({ attributes }: Resource) => ['bill_of_lading_number', 'normalized_number', 'number', 'request_number', 'ref_numbers'].flatMap((name) => attributes[name] ?? []).map(plain)
    const carry = (records: readonly Resource[], query: string) => records.filter((record) => textsOf(record).some((text) => text.includes(plain(query))))
    const idsOf = (records: readonly Resource[]) => records.map(({ id }) => id)
    const queries = [...containers, ...requests].filter((_, index) => index % 9 === 0).flatMap(textsOf)
    for (const query of new Set(['zq/8', 'Z Q/82', 'testtrsucceeded', 'test/tr', 'qq1', '/2', ...queries, ...queries.map((text) => text.slice(2, -2)).filter((text) => text !== '')])) {
      const found = carry(shipments, query)
      const others = carry(requests, query).filter((request) => !found.some(({ id }) => id === only(request, 'tracked_object')))
      assert.deepEqual(idsOf(client.list(`/search?query=${encodeURIComponent(query)}`, at)), idsOf([...found, ...carry(containers, query), ...others]).slice(0, 25), query)
      assert.deepEqual(idsOf(client.list(`/tracking_requests?page[size]=100&q=${encodeURIComponent(query)}`, at)), idsOf(carry(requests, query)).slice(0, 100), query)
      const withBoxes = shipments.filter((one) => found.includes(one) || carry(containers, query).some((box) => only(box, 'shipment') === one.id))
      assert.deepEqual(idsOf(client.list(`/shipments?page[size]=100&q=${encodeURIComponent(query)}`, at)), idsOf(withBoxes).slice(0, 100), query)
    }
  }),
  ...([['a/../b.txt', 'b.txt'], ['..\\c.txt', 'c.txt'], ['..', 'file'], ['"', 'file'], ['a"b\u0001.txt ', 'ab.txt'], ['.profile', '.profile']] as const).map(([sent, shown]) =>
    rule('4.2', `a file named ${JSON.stringify(sent)} is called ${shown}`, ({ fresh }) => { assert.equal((announce(fresh(), new Uint8Array([1]), { filename: sent }) as unknown as { filename: string }).filename, shown) }),
  ),
  rule('4.2', 'an address for a download that was made up leads nowhere', ({ reader }) => {
    const { status, text } = reader.raw('GET', '/rails/active_storage/blobs/made--up/x.txt', { key: null })
    assert.deepEqual([status, (JSON.parse(text) as { errors: { code: string }[] }).errors.map(({ code }) => code)], [404, ['not_found']])
  }),
  rule('4.2', 'refresh asks line and terminal at once, and says whom', ({ fresh }) => {
    const client = fresh({ seed: 1, containers: 60 })
    const containers = client.walk('/containers')
    const [seen, unseen] = [containers.find(({ attributes }) => attributes['available_for_pickup'] === false && attributes['current_status'] !== 'empty_returned')!, containers.find(({ attributes }) => attributes['terminal_checked_at'] === null)!]
    assert.deepEqual([seen, unseen].map(({ id }) => client.send('PATCH', `/containers/${id}/refresh`, undefined, NOON + MINUTE).text), ['{"message":"Refresh started at: shipping line, terminal."}', '{"message":"Refresh started at: shipping line."}'])
    assert.deepEqual(client.get(`/containers/${seen.id}`, NOON + 2 * MINUTE).data.attributes['shipment_last_tracking_request_at'], '2026-11-20T17:01:00Z')
  }),
  rule('4.2', 'one refresh, the first of an account, is seen by itself', ({ fresh }) => {
    const client = fresh({ seed: 1, containers: 60 })
    const { id } = client.list('/containers').find(({ attributes }) => attributes['terminal_checked_at'] === null)!
    client.send('PATCH', `/containers/${id}/refresh`, undefined, NOON + MINUTE)
    assert.equal(client.get(`/containers/${id}`, NOON + 2 * MINUTE).data.attributes['shipment_last_tracking_request_at'], '2026-11-20T17:01:00Z')
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

export const writeRows: readonly Row[] = [...WRITES, ...UPLOADS]
