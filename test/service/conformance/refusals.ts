// The requests that the service refuses, with status, code and pointer (specification 7).
import { MINUTE, NOON, type Answer } from './client.ts'
import { announce, wrapData, uploadDocument, putBytes } from './scenario.ts'
import type { SampleAccount } from './sample-account.ts'
import {
  announceBlob,
  define,
  postDocument,
  patchRecord,
  getPath,
  repeatX,
  postOption,
  postParty,
  postJson,
  putByte,
  postRawBody,
  track,
  trackData,
  sendRequest,
  uploadFile,
  postValue,
  postWebhook,
} from './senders.ts'

/**
 * `what` names the request that `ask` sends. `answer` is `status code source`, and the source is `@attribute`, a JSON
 * pointer, or `?parameter`.
 */
export type Refusal = readonly [what: string, answer: string, ask: (account: SampleAccount) => Answer]

export const REFUSALS: readonly Refusal[] = [
  [
    'a request that exists, pending or created',
    '422 duplicate @request_number',
    (account) => {
      track({})(account)
      return track({})(account)
    },
  ],
  ['no request_type', '422 blank @request_type', track({ request_type: undefined })],
  ['a null request_type', '422 blank @request_type', track({ request_type: null })],
  ['an empty request_type', '422 blank @request_type', track({ request_type: '' })],
  ['an unknown request_type', '422 inclusion @request_type', track({ request_type: 'house_bill' })],
  ['no request_number', '422 blank @request_number', track({ request_number: undefined })],
  ['a blank request_number', '422 blank @request_number', track({ request_number: '  ' })],
  ['a request_number that is no text', '422 invalid @request_number', track({ request_number: 7 })],
  ['a request_number of 51 characters', '422 too_long @request_number', track({ request_number: repeatX(51) })],
  ['no scac', '422 blank @scac', track({ scac: undefined })],
  ['an empty scac', '422 blank @scac', track({ scac: '' })],
  ['no scac and auto-detection refused', '422 blank @scac', track({ scac: null, auto_detect_vocc_scac: false })],
  ['a scac of three letters', '422 invalid @scac', track({ scac: 'OOL' })],
  ['a scac that is no text', '422 invalid @scac', track({ scac: 4 })],
  ['an unknown scac', '422 blank @scac', track({ scac: 'QQQQ' })],
  ['ref_numbers that are no list', '422 invalid @ref_numbers', track({ ref_numbers: 'PO' })],
  ['shipment_tags that are no texts', '422 invalid @shipment_tags', track({ shipment_tags: [1] })],
  [
    'an unknown customer',
    '422 invalid /data/relationships/customer',
    track({}, { customer: { data: { type: 'party', id: 'x' } } }),
  ],
  [
    'a customer that is no party',
    '422 invalid /data/relationships/customer',
    track({}, { customer: { data: { type: 'user', id: 'x' } } }),
  ],
  [
    'ref_numbers with a number in them',
    '422 invalid @ref_numbers',
    patchRecord('container', { ref_numbers: ['A', 7] }),
  ],
  [
    '101 ref_numbers',
    '422 invalid @ref_numbers',
    patchRecord('container', { ref_numbers: Array.from({ length: 101 }, () => 'A') }),
  ],
  [
    'a ref_number of 256 characters',
    '422 invalid @ref_numbers',
    patchRecord('container', { ref_numbers: [repeatX(256)] }),
  ],
  [
    'an edit of a container without ref_numbers',
    '422 blank @ref_numbers',
    patchRecord('container', { weight_in_lbs: 7 }),
  ],
  [
    'an edit of a container under another id',
    '422 invalid /data/id',
    sendRequest('PATCH', '/containers/{container}', {
      data: { type: 'container', id: 'x', attributes: { ref_numbers: [] } },
    }),
  ],
  [
    'an edit without an id anywhere',
    '422 blank /data/id',
    sendRequest('PATCH', '/containers', wrapData('container', { ref_numbers: [] })),
  ],
  ['an edit of a shipment without ref_numbers and tags', '422 blank /data/attributes', patchRecord('shipment', {})],
  [
    'an edit of a shipment under another id',
    '422 invalid /data/id',
    sendRequest('PATCH', '/shipments/{shipment}', { data: { type: 'shipment', id: 'x', attributes: { tags: [] } } }),
  ],
  ['an edit of a request without ref_numbers', '422 blank @ref_numbers', patchRecord('request', { status: 'created' })],
  [
    'an edit of a request under another id',
    '422 invalid /data/id',
    sendRequest('PATCH', '/tracking_requests/{request}', {
      data: { type: 'tracking_request', id: 'x', attributes: { ref_numbers: [] } },
    }),
  ],
  ['a ref_number that is no text', '422 invalid @ref_number', patchRecord('request', { ref_number: 7 })],
  ['no number to infer from', '422 blank /number', postJson('/tracking_requests/infer_number', {})],
  [
    'a number to infer from that is too long',
    '422 too_long /number',
    postJson('/tracking_requests/infer_number', { number: repeatX(51) }),
  ],
  ['a webhook without url', '422 blank @url', postWebhook({ url: undefined })],
  ['a webhook to plain http elsewhere', '422 invalid @url', postWebhook({ url: 'http://x.example' })],
  ['a webhook to something else than http', '422 invalid @url', postWebhook({ url: 'ftp://x.example' })],
  ['a webhook to no address', '422 invalid @url', postWebhook({ url: 'x' })],
  [
    'a webhook to an address of 2001 characters',
    '422 invalid @url',
    postWebhook({ url: `https://x.example/${repeatX(1983)}` }),
  ],
  ['a webhook that is active in words', '422 invalid @active', postWebhook({ active: 'yes' })],
  ['a webhook for no events', '422 inclusion @events', postWebhook({ events: [] })],
  [
    'a webhook for an unknown event',
    '422 inclusion @events',
    postWebhook({ events: ['container.updated', 'container.painted'] }),
  ],
  [
    'a header with a line break in its name',
    '422 invalid @headers',
    postWebhook({ headers: [{ name: 'X\r\nY', value: 'x' }] }),
  ],
  [
    'a header with a line break in its value',
    '422 invalid @headers',
    postWebhook({ headers: [{ name: 'X', value: 'x\r\nY: z' }] }),
  ],
  ['a header without a value', '422 invalid @headers', postWebhook({ headers: [{ name: 'X' }] })],
  [
    '21 headers',
    '422 invalid @headers',
    postWebhook({ headers: Array.from({ length: 21 }, (_, index) => ({ name: `X-${index}`, value: 'x' })) }),
  ],
  ['a change of a webhook that changes nothing', '422 blank /data/attributes', patchRecord('webhook', {})],
  ['a trigger without url', '422 invalid /url', postJson('/webhooks/trigger', { event: 'container.updated' })],
  [
    'a trigger of an unknown event',
    '422 inclusion /event',
    postJson('/webhooks/trigger', { url: 'https://x.example', event: 'x' }),
  ],
  [
    'a trigger with a secret that is no text',
    '422 invalid /secret',
    postJson('/webhooks/trigger', { url: 'https://x.example', event: 'container.updated', secret: 7 }),
  ],
  ['a trigger that is no object', '422 invalid /', postJson('/webhooks/trigger', [])],
  ['a party without a name', '422 blank @company_name', postParty({ company_name: ' ' })],
  ['a party whose name is no text', '422 invalid @company_name', postParty({ company_name: 7 })],
  [
    'a party whose name is taken',
    '422 taken @company_name',
    ({ client }) =>
      client.send(
        'POST',
        '/parties',
        wrapData('party', {
          company_name: String(client.list('/parties')[0]!.attributes['company_name']).toUpperCase(),
        }),
      ),
  ],
  ['a party of 256 characters', '422 too_long @company_name', postParty({ company_name: repeatX(256) })],
  [
    'a party renamed to one that exists',
    '422 taken @company_name',
    patchRecord('party', { company_name: 'Lattimer Glass' }),
  ],
  ['a field for an unknown kind of record', '422 inclusion @entity_type', define({ entity_type: 'Vessel' })],
  ['a field with a slug in capitals', '422 invalid @api_slug', define({ api_slug: 'Slug' })],
  ['a field with a slug of 64 characters', '422 invalid @api_slug', define({ api_slug: repeatX(64) })],
  ['a field of an unknown type', '422 inclusion @data_type', define({ data_type: 'colour' })],
  ['a field that refers to nothing', '422 blank @reference_type', define({ data_type: 'reference' })],
  ['a field without a name', '422 blank @display_name', define({ display_name: '' })],
  ['a field with a description that is no text', '422 invalid @description', define({ description: 7 })],
  ['a field with a description of 1001 characters', '422 invalid @description', define({ description: repeatX(1001) })],
  ['a field whose validation is no object', '422 invalid @validation', define({ validation: 'x' })],
  ['a field whose slug is taken', '422 taken @api_slug', define({ entity_type: 'Container', api_slug: 'dock' })],
  ...['api_slug', 'entity_type', 'data_type'].map((name): Refusal => [
    `a change of ${name}`,
    `422 immutable @${name}`,
    patchRecord('definition', { [name]: 'x' }),
  ]),
  ['a field renamed to a blank', '422 blank @display_name', patchRecord('definition', { display_name: ' ' })],
  ['an option without a label', '422 blank @label', postOption({ label: undefined })],
  ['an option with an empty label', '422 invalid @label', postOption({ label: '' })],
  ['an option without a value', '422 invalid @value', postOption({ value: undefined })],
  ['an option with a comma', '422 invalid @value', postOption({ value: 'a,b' })],
  ['an option whose value is taken', '422 taken @value', postOption({ value: 'one' })],
  ['an option at half a position', '422 invalid @position', postOption({ position: 1.5 })],
  ['an option at a position below 0', '422 invalid @position', postOption({ position: -1 })],
  [
    'a change of an option that changes nothing',
    '422 blank /data/attributes',
    sendRequest('PATCH', '/custom_field_definitions/{definition}/options/{option}', { value: 'x' }),
  ],
  [
    'an option of a field that has none',
    '422 invalid /data',
    (account) => {
      const { id } = define({})(account).body.data
      return account.client.send(
        'POST',
        `/custom_field_definitions/${id}/options`,
        wrapData('custom_field_option', { label: 'L', value: 'v' }),
      )
    },
  ],
  ['a value for no field', '422 blank @api_slug', postValue({ value: 'one' })],
  ['a value for an unknown field', '422 invalid @api_slug', postValue({ api_slug: 'colour', value: 'one' })],
  ['a field without a value', '422 blank @value', postValue({ api_slug: 'dock' })],
  ['a value that is no option', '422 invalid @value', postValue({ api_slug: 'dock', value: 'three' })],
  [
    'a value without a record',
    '422 blank /data/relationships/entity',
    postJson('/custom_fields', wrapData('custom_field', { api_slug: 'dock', value: 'one' })),
  ],
  [
    'a value for an unknown record',
    '422 invalid /data/relationships/entity',
    postJson(
      '/custom_fields',
      wrapData(
        'custom_field',
        { api_slug: 'dock', value: 'one' },
        { entity: { data: { type: 'container', id: 'x' } } },
      ),
    ),
  ],
  ['a change of a value to none of the options', '422 invalid @value', patchRecord('field', { value: 'three' })],
  ['a document without a file', '422 blank @attached_document', postDocument({ name: 'x' })],
  [
    'a document with a made-up signed id',
    '422 invalid @attached_document',
    postDocument({ name: 'x', attached_document: `${repeatX(20)}--${'0'.repeat(64)}` }),
  ],
  [
    'a document whose file was announced and not put',
    '422 invalid @attached_document',
    ({ client }) =>
      client.send(
        'POST',
        '/documents',
        wrapData('document', { name: 'x', attached_document: announce(client, new Uint8Array([9])).signed_id }),
      ),
  ],
  ['a document with an empty name', '422 invalid @name', uploadFile({ name: ' ' })],
  ['a document with a name of 256 characters', '422 invalid @name', uploadFile({ name: repeatX(256) })],
  [
    'a document whose content exists already',
    '409 duplicate_document',
    ({ client }) => uploadDocument(client, 'nothing of note'),
  ],
  [
    'an unknown manual type',
    '422 inclusion @document_type_manual',
    patchRecord('document', { document_type_manual: 'poem' }),
  ],
  [
    'manual data that is a list',
    '422 invalid @extracted_data_manual',
    patchRecord('document', { extracted_data_manual: [] }),
  ],
  ['a change of a document that changes nothing', '422 blank /data/attributes', patchRecord('document', { name: 'x' })],
  ['a rotation by 45 degrees', '422 inclusion /degrees', postJson('/documents/{document}/rotate', { degrees: 45 })],
  ['a rotation of a file that is no image', '422 invalid', postJson('/documents/{document}/rotate', { degrees: 90 })],
  ['a file without a name', '422 invalid /blob/filename', announceBlob({ filename: '' })],
  ['a file with a name of 256 characters', '422 invalid /blob/filename', announceBlob({ filename: repeatX(256) })],
  [
    'a file with a line break in its type',
    '422 invalid /blob/content_type',
    announceBlob({ content_type: 'text/plain\r\nX: y' }),
  ],
  ['a file of half a byte', '422 invalid /blob/byte_size', announceBlob({ byte_size: 0.5 })],
  ['a file of negative size', '422 invalid /blob/byte_size', announceBlob({ byte_size: -1 })],
  ['a file with a checksum in hex', '422 invalid /blob/checksum', announceBlob({ checksum: '0'.repeat(32) })],
  ['bytes other than those announced', '422 invalid', putByte(8)],
  ['bytes under another MD5 than announced', '422 invalid', putByte(9, NOON, { 'content-md5': 'x' })],
  ['bytes of another type than announced', '422 invalid', putByte(9, NOON, { 'content-type': 'image/png' })],
  ['bytes put more than an hour later', '404 not_found', putByte(9, NOON + 61 * MINUTE)],
  [
    'a signed id older than a day',
    '422 invalid @attached_document',
    ({ client }) => {
      const announced = announce(client, new Uint8Array([9]))
      putBytes(client, announced, new Uint8Array([9]))
      return client.send(
        'POST',
        '/documents',
        wrapData('document', { name: 'x', attached_document: announced.signed_id }),
        NOON + 24 * 60 * MINUTE + 1,
      )
    },
  ],
  ['attributes that are a list', '422 invalid /data/attributes', trackData({ attributes: [] })],
  [
    'relationships that are a text',
    '422 invalid /data/relationships',
    trackData({ attributes: {}, relationships: 'x' }),
  ],
  ['an id that is a number', '422 invalid /data/id', trackData({ id: 7, attributes: {} })],
  ['a body that is no JSON', '400 invalid_json /', postRawBody('{')],
  ['a body that is no UTF-8', '400 invalid_json /', postRawBody(new Uint8Array([0x22, 0xff, 0x22]))],
  ['no body', '400 invalid_json /', sendRequest('POST', '/tracking_requests')],
  ['a body of more than a megabyte', '413 too_large', postRawBody(`"${repeatX(1024 * 1024)}"`)],
  ['an unknown include', '400 invalid_parameter ?include', getPath('/containers?include=shipment,colour')],
  [
    'an unknown include within another',
    '400 invalid_parameter ?include',
    getPath('/containers?include=shipment.colour'),
  ],
  [
    '31 includes',
    '400 invalid_parameter ?include',
    getPath(
      `/containers?include=${Array.from({ length: 31 }, (_, index) => `shipment${'.containers.shipment'.repeat(index)}`).join(',')}`,
    ),
  ],
  ['a page of size 0', '400 invalid_parameter ?page[size]', getPath('/containers?page[size]=0')],
  ['page 0', '400 invalid_parameter ?page[number]', getPath('/containers?page[number]=0')],
  ['page -1', '400 invalid_parameter ?page[number]', getPath('/containers?page[number]=-1')],
  ['page 1.5', '400 invalid_parameter ?page[number]', getPath('/containers?page[number]=1.5')],
  ['page a billion', '400 invalid_parameter ?page[number]', getPath('/containers?page[number]=1000000000')],
  [
    'a filter by an invalid time',
    '400 invalid_parameter ?filter[created_at][start]',
    getPath('/tracking_requests?filter[created_at][start]=soon'),
  ],
  ['an unknown sort', '400 invalid_parameter ?sort', getPath('/documents?sort=colour')],
  ['a search without a text', '400 blank ?query', getPath('/search')],
  [
    'an example of an unknown event',
    '400 invalid_parameter ?event',
    getPath('/webhook_notifications/examples?event=x'),
  ],
  [
    'a vessel track from an invalid time',
    '400 invalid_parameter ?show_positions[from_timestamp]',
    getPath('/vessels/{vessel}?show_positions[from_timestamp]=soon'),
  ],
  [
    'positions without a destination port',
    '400 invalid_parameter ?port_id',
    getPath('/vessels/{vessel}/future_positions?previous_port_id={port}'),
  ],
  [
    'positions without a start port',
    '400 invalid_parameter ?previous_port_id',
    getPath('/vessels/{vessel}/future_positions?port_id={port}'),
  ],
  [
    'positions from latitude 91',
    '400 invalid_parameter ?latitude',
    getPath(
      '/vessels/{vessel}/future_positions_with_coordinates?port_id={port}&previous_port_id={port}&latitude=91&longitude=1',
    ),
  ],
  [
    'positions without a longitude',
    '400 invalid_parameter ?longitude',
    getPath('/vessels/{vessel}/future_positions_with_coordinates?port_id={port}&previous_port_id={port}&latitude=1'),
  ],
  ['an unknown path', '404 not_found', getPath('/colours')],
  ['an incomplete escape', '404 not_found', getPath('/containers/%E0%A4%A')],
  ['a path that leaves the interface', '404 not_found', getPath('/containers/..%2F..%2Fetc')],
  ['the id of another kind of record', '404 not_found', getPath('/containers/{shipment}')],
  [
    'an option under another field',
    '404 not_found',
    (account) => {
      const { id } = define({ data_type: 'enum' })(account).body.data
      return account.client.send('GET', `/custom_field_definitions/${id}/options/${account.ids.option}`)
    },
  ],
]
