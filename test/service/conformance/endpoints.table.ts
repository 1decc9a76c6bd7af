// Checks every endpoint: its success, its answer to an unknown id, and to other methods (specification 4.1 to 4.3).
import assert from 'node:assert/strict'
import { BASE_URL, MINUTE, NOON, type Body, type Resource } from './client.ts'
import { wrapData, TEST_REQUEST } from './scenario.ts'
import { replaceIds, type Ids } from './sample-account.ts'
import type { Row } from './row.ts'

/**
 * `one`: a record. `list`: a page of a list. `whole`: a list without pages. `plain`: JSON without records. `map`:
 * GeoJSON.
 */
type Answer = 'one' | 'list' | 'whole' | 'plain' | 'empty' | 'map'
/** `what` is the type of the answered records, or the members of plain JSON. Names in braces are ids of the account. */
type Endpoint = readonly [
  method: string,
  path: string,
  status: number,
  answer: Answer,
  what: string,
  body?: (ids: Ids) => unknown,
]

const createReferencesBody = (type: string) => () => wrapData(type, { ref_numbers: ['R-1'] })
const FIELD_ENDPOINTS = (['shipments/{shipment}', 'tracking_requests/{request}'] as const).flatMap(
  (parent): Endpoint[] => [['GET', `/${parent}/custom_fields`, 200, 'list', '']],
)

const ENDPOINTS: readonly Endpoint[] = [
  ['GET', '/shipments', 200, 'list', 'shipment'],
  ['GET', '/shipments/{shipment}', 200, 'one', 'shipment'],
  ['PATCH', '/shipments/{shipment}', 200, 'one', 'shipment', createReferencesBody('shipment')],
  ['PATCH', '/shipments/{shipment}/stop_tracking', 200, 'one', 'shipment'],
  [
    'PATCH',
    '/shipments/{shipment}/resume_tracking',
    200,
    'one',
    'shipment',
    ({ shipment }) => ({ data: { type: 'shipment', id: shipment } }),
  ],
  ['GET', '/containers', 200, 'list', 'container'],
  ['GET', '/containers/{container}', 200, 'one', 'container'],
  ['PATCH', '/containers/{container}', 200, 'one', 'container', createReferencesBody('container')],
  [
    'PATCH',
    '/containers',
    200,
    'one',
    'container',
    ({ container }) => ({ data: { type: 'container', id: container, attributes: { ref_numbers: [] } } }),
  ],
  ['PATCH', '/containers/{container}/refresh', 200, 'plain', 'message'],
  ['GET', '/containers/{container}/raw_events', 200, 'whole', 'raw_event'],
  ['GET', '/containers/{container}/transport_events', 200, 'whole', 'transport_event'],
  ['GET', '/containers/{container}/map_geojson', 200, 'map', 'features type'],
  ['GET', '/containers/{container}/custom_fields', 200, 'list', 'custom_field'],
  [
    'POST',
    '/containers/{container}/custom_fields',
    201,
    'one',
    'custom_field',
    () => wrapData('custom_field', { api_slug: 'dock', value: null }),
  ],
  [
    'PATCH',
    '/containers/{container}/custom_fields/dock',
    200,
    'one',
    'custom_field',
    () => wrapData('custom_field', { value: 'one' }),
  ],
  ['DELETE', '/containers/{container}/custom_fields/dock', 204, 'empty', ''],
  ...FIELD_ENDPOINTS,
  ['GET', '/tracking_requests', 200, 'list', 'tracking_request'],
  ['GET', '/tracking_requests/{request}', 200, 'one', 'tracking_request'],
  ['GET', '/tracking_request/{request}', 200, 'one', 'tracking_request'],
  ['POST', '/tracking_requests', 201, 'one', 'tracking_request', () => wrapData('tracking_request', TEST_REQUEST)],
  ['PATCH', '/tracking_requests/{request}', 200, 'one', 'tracking_request', createReferencesBody('tracking_request')],
  [
    'PATCH',
    '/tracking_request/{request}',
    200,
    'one',
    'tracking_request',
    () => wrapData('tracking_request', { ref_number: 'R-7' }),
  ],
  ['POST', '/tracking_requests/infer_number', 200, 'one', 'infer_number_results', () => ({ number: 'OOLU2600112233' })],
  ['GET', '/webhooks', 200, 'list', 'webhook'],
  ['POST', '/webhooks', 201, 'one', 'webhook', () => wrapData('webhook', { url: 'https://a.example', active: true })],
  ['GET', '/webhooks/{webhook}', 200, 'one', 'webhook'],
  ['PATCH', '/webhooks/{webhook}', 200, 'one', 'webhook', () => wrapData('webhook', { active: false })],
  ['DELETE', '/webhooks/{webhook}', 200, 'empty', ''],
  ['GET', '/webhooks/events', 200, 'whole', 'webhook_event_category'],
  ['GET', '/webhooks/ips', 200, 'plain', 'last_updated webhook_notification_ips'],
  [
    'POST',
    '/webhooks/trigger',
    200,
    'plain',
    'error request_body request_headers succeeded url',
    () => ({ url: 'https://a.example', event: 'container.updated' }),
  ],
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
  [
    'GET',
    '/vessels/{vessel}/future_positions_with_coordinates?port_id={port}&previous_port_id={port}&latitude=1&longitude=2',
    200,
    'one',
    'vessel',
  ],
  ['GET', '/parties', 200, 'list', 'party'],
  ['POST', '/parties', 201, 'one', 'party', () => wrapData('party', { company_name: 'New Party' })],
  ['GET', '/parties/{party}', 200, 'one', 'party'],
  ['PATCH', '/parties/{party}', 200, 'one', 'party', () => wrapData('party', { company_name: 'Renamed' })],
  ['GET', '/custom_field_definitions', 200, 'list', 'custom_field_definition'],
  [
    'POST',
    '/custom_field_definitions',
    201,
    'one',
    'custom_field_definition',
    () =>
      wrapData('custom_field_definition', {
        entity_type: 'TrackingRequest',
        api_slug: 'team',
        display_name: 'Team',
        data_type: 'short_text',
      }),
  ],
  ['GET', '/custom_field_definitions/{definition}', 200, 'one', 'custom_field_definition'],
  [
    'PATCH',
    '/custom_field_definitions/{definition}',
    200,
    'one',
    'custom_field_definition',
    () => wrapData('custom_field_definition', { display_name: 'Door' }),
  ],
  ['DELETE', '/custom_field_definitions/{definition}', 200, 'empty', ''],
  ['GET', '/custom_field_definitions/{definition}/options', 200, 'list', 'custom_field_option'],
  [
    'POST',
    '/custom_field_definitions/{definition}/options',
    201,
    'one',
    'custom_field_option',
    () => wrapData('custom_field_option', { label: 'Door two', value: 'two' }),
  ],
  ['GET', '/custom_field_definitions/{definition}/options/{option}', 200, 'one', 'custom_field_option'],
  [
    'PATCH',
    '/custom_field_definitions/{definition}/options/{option}',
    200,
    'one',
    'custom_field_option',
    () => ({ label: 'Door 1' }),
  ],
  ['DELETE', '/custom_field_definitions/{definition}/options/{option}', 200, 'empty', ''],
  ['GET', '/custom_fields', 200, 'list', 'custom_field'],
  [
    'POST',
    '/custom_fields',
    201,
    'one',
    'custom_field',
    ({ container }) =>
      wrapData(
        'custom_field',
        { api_slug: 'dock', value: 'one' },
        { entity: { data: { type: 'container', id: container } } },
      ),
  ],
  ['GET', '/custom_fields/{field}', 200, 'one', 'custom_field'],
  ['PATCH', '/custom_fields/{field}', 200, 'one', 'custom_field', () => wrapData('custom_field', { value: null })],
  ['DELETE', '/custom_fields/{field}', 200, 'empty', ''],
  ['GET', '/documents', 200, 'list', 'document'],
  ['GET', '/documents/types', 200, 'plain', 'document_types'],
  ['GET', '/documents/{document}', 200, 'one', 'document'],
  [
    'PATCH',
    '/documents/{document}',
    200,
    'one',
    'document',
    () => wrapData('document', { document_type_manual: 'packing_list' }),
  ],
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
    if (what !== '')
      assert.deepEqual([records.length > 0, new Set(records.map(({ type }) => type))], [true, new Set([what])])
    assert.equal(links['self'], url)
    assert.equal(Object.hasOwn(body, 'meta'), answer === 'list')
    if (answer === 'list')
      assert.deepEqual(
        [meta.pagination.current, meta.pagination.records, Object.keys(meta).sort()],
        [1, meta.total, ['pagination', 'size', 'total']],
      )
  }
}

const createSuccessRow = ([method, path, status, answer, what, body]: Endpoint): Row => ({
  section: '4.2',
  kind: 'endpoint',
  what: `${method} ${path} answers ${status} ${answer} ${what}`,
  check: async (services) => {
    const { client, ids } = method === 'GET' ? await services.account() : await services.createAccount()
    const url = replaceIds(path, ids)
    const requestBody = body?.(ids)
    const response = client.sendRaw(method, `/v2${url}`, {
      ...(requestBody === undefined ? {} : { body: requestBody }),
      worldMs: NOON + MINUTE,
    })
    assert.equal(response.status, status, response.text)
    assert.equal(
      response.headers['content-type'],
      answer === 'empty'
        ? undefined
        : answer === 'plain'
          ? 'application/json'
          : answer === 'map'
            ? 'application/geo+json'
            : 'application/vnd.api+json',
    )
    checkShape(answer, what, `${BASE_URL}${url}`, response.body, response.text)
    if (status === 201) assert.equal(response.headers['location'], `${BASE_URL}${url}/${response.body.data.id}`)
  },
})

/** Every endpoint that names a record answers 404 if the record is unknown. */
const unknownRecordRows: readonly Row[] = ENDPOINTS.filter(([, path]) => path.includes('{') && !path.includes('?')).map(
  ([method, path, , , , body]): Row => ({
    section: '4.2',
    kind: 'error',
    what: `${method} ${path} of an unknown record answers 404`,
    check: ({ createClient }) => {
      const client = createClient()
      const unknownIds = Object.fromEntries(
        ['container', 'shipment', 'request', 'definition', 'option', 'field'].map((name) => [name, 'x']),
      ) as Ids
      const response = client.send(
        method,
        path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
        body?.(unknownIds),
      )
      assert.deepEqual(
        [
          response.status,
          response.body.errors[0]?.code,
          response.body.errors[0]?.title,
          response.headers['content-type'],
        ],
        [404, 'not_found', 'Not Found', 'application/vnd.api+json'],
      )
    },
  }),
)

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const methodRows: readonly Row[] = [...new Set(ENDPOINTS.map(([, path]) => path.split('?')[0]!))].map((path): Row => ({
  section: '4.2',
  kind: 'error',
  what: `${path} answers 405 to other methods, with those it allows`,
  check: ({ createClient }) => {
    const client = createClient()
    const replaceParameters = (text: string) => text.split('?')[0]!.replaceAll(/\{\w+\}/g, '*')
    // A fixed path such as `/documents/types` also matches `/documents/{document}`, whose methods it then allows too.
    const ownPattern = replaceParameters(path)
    const matchesOwn = (other: string) =>
      ownPattern.split('/').length === replaceParameters(other).split('/').length &&
      replaceParameters(other)
        .split('/')
        .every((part, index) => part === '*' || part === ownPattern.split('/')[index])
    const allowedMethods = new Set(ENDPOINTS.filter(([, other]) => matchesOwn(other)).map(([method]) => method))
    if (/^\/(shipments|tracking_requests)\/\{\w+\}\/custom_fields$/.test(path) || path === '/documents')
      allowedMethods.add('POST')
    for (const method of METHODS.filter((candidate) => !allowedMethods.has(candidate))) {
      const response = client.send(method, path.split('?')[0]!.replaceAll(/\{\w+\}/g, 'x'))
      assert.deepEqual(
        [response.status, response.body.errors[0]?.code, new Set(response.headers['allow']?.split(', '))],
        [405, 'method_not_allowed', allowedMethods],
        `${method} ${path}`,
      )
    }
  },
}))

export const endpointRows: readonly Row[] = [...ENDPOINTS.map(createSuccessRow), ...unknownRecordRows, ...methodRows]
