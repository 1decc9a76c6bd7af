// Checks content types, includes, and the rules for bodies (specification 4.1 and 4.3).
import assert from 'node:assert/strict'
import { MINUTE, NOON, getLinkedId, type Resource } from './client.ts'
import { wrapData, patch, TEST_REQUEST } from './scenario.ts'
import { replaceIds } from './sample-account.ts'
import { rule, type Row } from './row.ts'

const contentTypeRows: readonly Row[] = [
  rule('4.1', 'answers and errors have the type application/vnd.api+json', ({ reader }) => {
    assert.equal(reader.sendRaw('GET', '/v2/containers').headers['content-type'], 'application/vnd.api+json')
    assert.equal(reader.sendRaw('GET', '/v2/nothing').headers['content-type'], 'application/vnd.api+json')
  }),
  ...['application/vnd.api+json', 'application/json', 'application/json; charset=utf-8'].map((type) =>
    rule('4.1', `a body may have the type ${type}`, ({ createClient }) => {
      const client = createClient()
      const { id } = client.list('/containers')[0]!
      assert.equal(
        client.sendRaw('PATCH', `/v2/containers/${id}`, {
          body: wrapData('container', { ref_numbers: ['A'] }),
          headers: { 'content-type': type },
        }).status,
        200,
      )
    }),
  ),
  ...['application/vnd.api+json', 'application/json', '*/*', 'text/html'].map((accept) =>
    rule('4.1', `Accept: ${accept} is accepted`, ({ reader }) =>
      assert.equal(reader.sendRaw('GET', '/v2/containers', { headers: { accept } }).status, 200),
    ),
  ),
  rule('4.1', 'an option can also be changed by plain JSON, and by a body in data', async ({ createAccount }) => {
    const { client, ids } = await createAccount()
    const path = `/custom_field_definitions/${ids.definition}/options/${ids.option}`
    assert.equal(
      client.sendRaw('PATCH', `/v2${path}`, {
        body: { label: 'Gate', position: 7 },
        headers: { 'content-type': 'application/json' },
      }).status,
      200,
    )
    assert.deepEqual(client.get(path).data.attributes, { label: 'Gate', value: 'one', position: 7 })
    assert.equal(patch(client, path, 'custom_field_option', { position: null }).status, 200)
    assert.deepEqual(client.get(path).data.attributes, { label: 'Gate', value: 'one', position: null })
  }),
  rule('4.1', 'a body has the form {data: {type, attributes}}', ({ createClient }) => {
    const client = createClient()
    const { id } = client.list('/containers')[0]!
    const pointers = [
      { ref_numbers: [] },
      { data: [] },
      { data: { attributes: { ref_numbers: [] } } },
      { data: { type: 'shipment', attributes: { ref_numbers: [] } } },
      { data: { type: 'container', attributes: [] } },
      { data: { type: 'container', attributes: {}, relationships: 7 } },
      { data: { type: 'container', id: 7, attributes: {} } },
      { data: { type: 'container' } },
    ].map((body) => client.send('PATCH', `/containers/${id}`, body).body.errors[0]?.source?.pointer)
    assert.deepEqual(pointers, [
      '/data',
      '/data',
      '/data/type',
      '/data/type',
      '/data/attributes',
      '/data/relationships',
      '/data/id',
      '/data/attributes/ref_numbers',
    ])
  }),
]

/**
 * The names for `include` by path, each with the types of the records that it includes (`name:types`). An entry without
 * types includes no record. An entry without a name lists the types that are included by default.
 */
const INCLUDES: Readonly<Record<string, readonly string[]>> = {
  'containers/{container}': [
    'shipment:shipment',
    'pod_terminal:terminal',
    'pickup_facility:terminal',
    'transport_events:transport_event',
    'raw_events:raw_event',
    'shipment.port_of_lading:shipment port',
  ],
  'shipments/{shipment}': [
    'containers:container',
    'port_of_lading:port',
    'port_of_discharge:port',
    'pod_terminal:terminal',
    'destination:metro_area',
    'destination_terminal:rail_terminal',
  ],
  'containers/{container}/transport_events': [
    'location:port',
    'vessel:vessel',
    'shipment:shipment',
    'container:container',
    'terminal:',
  ],
  'tracking_requests/{request}': [
    'tracked_object:shipment',
    'user:user',
    'tracked_object.containers:shipment container',
  ],
  'containers/{container}/raw_events': [':vessel port metro_area terminal rail_terminal'],
  'terminals/{terminal}': ['port:port'],
  webhook_notifications: ['webhook:webhook', 'document:document'],
  'documents/{document}': [
    'account:account',
    'user:user',
    'email_submission:',
    'shipments:',
    'cargos:',
    'last_document_representation:',
    'current_extraction:',
  ],
  'custom_fields/{field}': ['entity:container', 'definition.options:custom_field_definition custom_field_option'],
}

const includeRows: readonly Row[] = Object.entries(INCLUDES).flatMap(([path, names]) =>
  names.map((entry): Row => {
    const [name = '', types = ''] = entry.split(':')
    return rule(
      '4.3',
      `include=${name} on /${path} includes ${types === '' ? 'no records here' : types}`,
      async ({ account }) => {
        const { client, ids } = await account()
        const url = `/${replaceIds(path, ids)}${name === '' ? '' : `?include=${name}`}`
        const { data, included } = client.get(url, NOON + MINUTE)
        assert.deepEqual(
          types.split(' ').filter((type) => type !== '' && !included.some((record) => record.type === type)),
          [],
        )
        assert.deepEqual(
          included.filter(
            ({ type }) =>
              !types.split(' ').includes(type) &&
              !(path.endsWith('events') && ['port', 'metro_area', 'terminal'].includes(type)),
          ),
          [],
        )
        const primaryIds = new Set(((Array.isArray(data) ? data : [data]) as Resource[]).map(({ id }) => id))
        assert.ok(
          included.every(({ id }) => !primaryIds.has(id)) &&
            new Set(included.map(({ id }) => id)).size === included.length,
        )
      },
    )
  }),
)

const bodyRows: readonly Row[] = [
  rule('4.3', 'ref_numbers of a request are copied to the shipment and its containers', ({ createClient }) => {
    const client = createClient()
    const { id } = client.send(
      'POST',
      '/tracking_requests',
      wrapData('tracking_request', { ...TEST_REQUEST, ref_numbers: ['PO-1', 'PO-2'], shipment_tags: ['hot'] }),
    ).body.data
    const shipment = client.get(`/tracking_requests/${id}`, NOON + MINUTE).included[0]!
    assert.deepEqual([shipment.attributes['ref_numbers'], shipment.attributes['tags']], [['PO-1', 'PO-2'], ['hot']])
    for (const container of client.get(`/shipments/${shipment.id}?include=containers`, NOON + MINUTE).included)
      assert.deepEqual((container.attributes['ref_numbers'] as string[]).slice(0, 2), ['PO-1', 'PO-2'])
  }),
  rule('4.3', 'a container has its own ref_numbers, and those of the shipment do not change', ({ createClient }) => {
    const client = createClient()
    const container = client.get(`/containers/${client.list('/containers')[0]!.id}`).data
    const path = `/shipments/${getLinkedId(container, 'shipment') ?? ''}`
    const shipmentBefore = client.get(path).data
    assert.deepEqual(patch(client, `/containers/${container.id}`, 'container', { ref_numbers: ['OWN'] }).body.data, {
      ...container,
      attributes: { ...container.attributes, ref_numbers: ['OWN'] },
    })
    assert.deepEqual(client.get(path).data, shipmentBefore)
    assert.deepEqual(client.list('/containers').find(({ id }) => id === container.id)?.attributes['ref_numbers'], [
      'OWN',
    ])
  }),
  rule('4.3', 'a shipment’s ref_numbers and tags are replaced as a whole, each separately', ({ createClient }) => {
    const client = createClient()
    const { id } = client.list('/shipments')[0]!
    assert.deepEqual(patch(client, `/shipments/${id}`, 'shipment', { tags: ['a', 'b'] }).body.data.attributes['tags'], [
      'a',
      'b',
    ])
    patch(client, `/shipments/${id}`, 'shipment', { ref_numbers: ['X'] })
    const { attributes } = patch(client, `/shipments/${id}`, 'shipment', { tags: [] }).body.data
    assert.deepEqual([attributes['tags'], attributes['ref_numbers']], [[], ['X']])
  }),
  rule('4.3', 'several names in include are separated by commas', ({ reader }) => {
    const { id } = reader.list('/containers').find((record) => getLinkedId(record, 'pod_terminal') !== null)!
    assert.deepEqual(
      new Set(
        reader
          .get(`/containers/${id}?include=shipment, pod_terminal,transport_events`)
          .included.map(({ type }) => type),
      ),
      new Set(['shipment', 'terminal', 'transport_event']),
    )
  }),
  rule('4.3', 'without include, or with an empty one, nothing is included', ({ reader }) =>
    assert.deepEqual(
      [reader.get('/containers').included, reader.get('/containers?include=').included],
      [undefined, undefined],
    ),
  ),
  rule('4.3', 'a customer given at creation is that of the request and of the shipment', ({ createClient }) => {
    const client = createClient()
    const party = client.list('/parties')[0]!
    const { id } = client.send(
      'POST',
      '/tracking_requests',
      wrapData('tracking_request', TEST_REQUEST, { customer: { data: { type: 'party', id: party.id } } }),
    ).body.data
    const { data, included } = client.get(`/tracking_requests/${id}`, NOON + MINUTE)
    assert.deepEqual(
      [getLinkedId(data, 'customer'), included[0]?.attributes['customer_name']],
      [party.id, party.attributes['company_name']],
    )
  }),
]

export const payloadRows: readonly Row[] = [...contentTypeRows, ...includeRows, ...bodyRows]
