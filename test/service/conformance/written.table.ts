// Specification 2.7 to 2.12: what clients make and what is told to them, value by value.
import assert from 'node:assert/strict'
import { attributeRows, exactly, relationshipRows, valueRows, type AttributeEntry, type RelationEntry, type Source } from './attribute-rows.ts'
import { linked, NOON, only, type Resource } from './client.ts'
import type { Desk } from './desk.ts'
import type { Row, Section } from './row.ts'
import { date, instant, isTrueOrFalse, like, listOf, oneOf, scac, text, whole } from './shapes.ts'

const REQUEST: readonly AttributeEntry[] = [
  ['request_type', oneOf('bill_of_lading', 'booking_number', 'container')],
  ['request_number', text],
  ['scac', scac],
  ['ref_numbers', listOf(text)],
  ['created_at', instant],
  ['updated_at', instant],
  ['status', text],
  ['failed_reason', like(/^[a-z_]+$/), 'may be null'],
  ['is_retrying', isTrueOrFalse],
  ['retry_count', whole(1, 14), 'null if unknown'],
  ['shipment_tags', listOf(text)],
  ['tags', listOf(text)],
]
const REQUEST_RELATIONS: readonly RelationEntry[] = [
  ['tracked_object', ['shipment'], 'one or none'],
  ['customer', ['party'], 'one or none'],
  ['user', ['user'], 'one'],
]
const requests: Source = ({ sample }) => sample.of('tracking_request')

const REQUESTS: readonly Row[] = [
  exactly('2.7', 'tracking_request', requests, REQUEST.map(([name]) => name), REQUEST_RELATIONS.map(([name]) => name)),
  ...attributeRows('2.7', 'tracking_request', requests, REQUEST),
  ...relationshipRows('2.7', 'tracking_request', requests, REQUEST_RELATIONS),
  ...valueRows('2.7', 'request_type', ['bill_of_lading', 'booking_number', 'container'], ({ sample }) => sample.of('tracking_request').map(({ attributes }) => attributes['request_type'])),
  { section: '2.7', kind: 'attribute', what: 'links.self is the path /v2/tracking_requests/<id>', check: ({ sample }) => { for (const { id, links } of sample.of('tracking_request')) assert.deepEqual(links, { self: `/v2/tracking_requests/${id}` }) } },
  { section: '2.7', kind: 'rule', what: 'tracked_object is null until a shipment was found, and leads to the shipment of that number then', check: ({ sample }) => {
    const shipments = new Map(sample.of('shipment').map((shipment) => [shipment.id, shipment.attributes]))
    for (const request of sample.of('tracking_request')) {
      const isFound = ['created', 'tracking_stopped'].includes(String(request.attributes['status']))
      assert.equal(only(request, 'tracked_object') !== null, isFound)
      const shipment = shipments.get(only(request, 'tracked_object') ?? '')
      if (shipment) assert.deepEqual([request.attributes['request_number'], request.attributes['scac'], request.attributes['ref_numbers'], request.attributes['tags']], [shipment['bill_of_lading_number'], shipment['shipping_line_scac'], shipment['ref_numbers'], shipment['tags']])
    }
  } },
  { section: '2.7', kind: 'rule', what: 'tags stand under both names', check: ({ sample }) => { for (const { attributes } of sample.of('tracking_request')) assert.deepEqual(attributes['tags'], attributes['shipment_tags']) } },
  { section: '2.7', kind: 'rule', what: 'a failed request says why, any other does not', check: ({ sample }) => { for (const { attributes } of sample.of('tracking_request')) assert.equal(attributes['failed_reason'] !== null, attributes['status'] === 'failed' || attributes['is_retrying'] === true) } },
  { section: '2.7', kind: 'rule', what: 'customer is the party the shipment is for', check: ({ sample }) => {
    const parties = new Map(sample.of('party').map(({ id, attributes }) => [id, attributes['company_name']]))
    const shipments = new Map(sample.of('shipment').map((shipment) => [shipment.id, shipment.attributes['customer_name']]))
    for (const request of sample.of('tracking_request')) {
      const shipment = shipments.get(only(request, 'tracked_object') ?? '')
      if (shipment !== undefined) assert.equal(parties.get(only(request, 'customer') ?? '') ?? null, shipment)
    }
  } },
  { section: '2.7', kind: 'rule', what: 'updated_at is when it last changed, never before created_at', check: ({ sample }) => { for (const { attributes } of sample.of('tracking_request')) assert.ok(String(attributes['updated_at']) >= String(attributes['created_at'])) } },
]

type Pick = (desk: Desk) => Resource

/** Each attribute of a record made by the desk has exactly that value. */
function valuesOf(section: Section, type: string, pick: Pick, attributes: Readonly<Record<string, unknown>>): Row[] {
  return [
    {
      section, kind: 'rule', what: `a ${type} has these attributes and no others`,
      check: async (given) => {
        const record = pick(await given.desk())
        assert.equal(record.type, type)
        assert.deepEqual(Object.keys(record.attributes).sort(), Object.keys(attributes).sort())
      },
    },
    ...Object.entries(attributes).map(([name, wanted]): Row => ({
      section, kind: 'attribute', what: `${type}.${name} as made`,
      check: async (given) => { assert.deepEqual(pick(await given.desk()).attributes[name], wanted) },
    })),
  ]
}

const of = (path: (desk: Desk) => string): Pick => (desk) => desk.client.get(path(desk), desk.at).data
const option = of(({ definition, option: { id } }) => `/custom_field_definitions/${definition.id}/options/${id}`)
const MADE = '2026-11-20T17:00:00Z'
const READ = '2026-11-20T17:00:05Z'

const FIELDS: readonly Row[] = [
  ...valuesOf('2.8', 'custom_field_option', option, { label: 'Very high', value: 'high', position: 2 }),
  { section: '2.8', kind: 'attribute', what: 'links.self of an option', check: async (given) => {
    const desk = await given.desk()
    assert.deepEqual(option(desk).links, { self: `/v2/custom_field_definitions/${desk.definition.id}/options/${desk.option.id}` })
  } },
  ...valuesOf('2.8', 'custom_field_definition', of(({ definition }) => `/custom_field_definitions/${definition.id}`), {
    entity_type: 'Shipment', api_slug: 'priority', display_name: 'Priority', description: null, data_type: 'enum', reference_type: null, validation: null, default_format: null, default_value: null, template_id: null, created_at: MADE, updated_at: MADE,
  }),
  ...valuesOf('2.8', 'custom_field', of(({ field }) => `/custom_fields/${field.id}`), { api_slug: 'priority', value: 'high', display_value: 'Very high' }),
  { section: '2.8', kind: 'relationship', what: 'a definition leads to its account, fields and options, a field to its entity, definition and user', check: async (given) => {
    const { client, definition, option: made, field, shipment } = await given.desk()
    const { relationships } = client.get(`/custom_field_definitions/${definition.id}`).data
    assert.deepEqual([relationships['options']?.data, relationships['fields']?.data], [[{ type: 'custom_field_option', id: made.id }], [{ type: 'custom_field', id: field.id }]])
    assert.equal(client.get(`/custom_field_definitions/${definition.id}?include=account`).included[0]?.attributes['company_name'], 'Sample Forwarding')
    const own = client.get(`/custom_fields/${field.id}`).data.relationships
    assert.deepEqual([own['entity']?.data, own['definition']?.data], [{ type: 'shipment', id: shipment.id }, { type: 'custom_field_definition', id: definition.id }])
    assert.deepEqual(client.get(`/custom_fields/${field.id}?include=user,entity`).included.map(({ type }) => type), ['user', 'shipment'])
    assert.equal(client.get(`/custom_field_definitions/${definition.id}`).data.links['self'], `/v2/custom_field_definitions/${definition.id}`)
  } },
]

const invoice = of(({ invoice: { id } }) => `/documents/${id}`)
const representation: Pick = (desk) => desk.client.get(`/documents/${desk.invoice.id}?include=last_document_representation`, desk.at).included[0]!

const DOCUMENTS: readonly Row[] = [
  ...valuesOf('2.9', 'document', invoice, {
    name: 'Lamps', document_type: 'commercial_invoice', document_type_manual: null, classification_notes: 'Recognized by its wording.', source: 'upload', file_name: 'lamps.txt', file_content_type: 'text/plain', file_size_bytes: 191, created_at: MADE, updated_at: READ,
  }),
  { section: '2.9', kind: 'attribute', what: 'links.self and links.download are paths', check: async (given) => {
    const desk = await given.desk()
    assert.deepEqual(invoice(desk).links, { self: `/documents/${desk.invoice.id}`, download: `/documents/${desk.invoice.id}/download_url` })
  } },
  { section: '2.9', kind: 'relationship', what: 'account, user and email_submission: uploaded by a user, or come by mail', check: async (given) => {
    const desk = await given.desk()
    const { account, user, email_submission: email } = invoice(desk).relationships
    assert.deepEqual([(account?.data as Resource).type, (user?.data as Resource).type, email?.data], ['account', 'user', null])
    const mailed = desk.client.list('/documents', desk.at).find(({ attributes }) => attributes['source'] === 'email')!
    assert.deepEqual([only(mailed, 'user'), only(mailed, 'email_submission')], [null, desk.client.list('/email_submissions', desk.at)[0]!.id])
  } },
  { section: '2.9', kind: 'relationship', what: 'last_document_representation once it was read, and the shipments and cargos its numbers name', check: async (given) => {
    const desk = await given.desk()
    const record = invoice(desk)
    assert.deepEqual([linked(record, 'shipments'), linked(record, 'cargos'), representation(desk).id], [[{ type: 'shipment', id: desk.shipment.id }], [{ type: 'container', id: desk.container.id }], only(record, 'last_document_representation')])
    assert.deepEqual(Object.keys(record.relationships).sort(), ['account', 'cargos', 'email_submission', 'last_document_representation', 'shipments', 'user'])
  } },
  ...valueRows('2.9', 'source', ['upload', 'api', 'email'], async (given) => (await given.desk()).client.list('/documents').map(({ attributes }) => attributes['source'])),
]

const EMAIL_TEXT = `Dear all,\n${'see attached. '.repeat(30)}`
const email: Pick = (desk) => desk.client.list('/email_submissions', desk.at)[0]!

const PAPERS: readonly Row[] = [
  ...valuesOf('2.10', 'email_submission', email, {
    subject: 'Papers for lamps', body: EMAIL_TEXT, body_preview: EMAIL_TEXT.slice(0, 200), from: ['tern@sons.example'], to: ['documents@sample.example'], cc: ['boss@sons.example'], message_id: '<7@sons.example>', in_reply_to: null, references: [], content_type: 'multipart/mixed', documents_count: 1, sent_at: '2026-11-20T16:59:55Z', created_at: MADE, updated_at: MADE,
  }),
  { section: '2.10', kind: 'relationship', what: 'documents are those that came with it', check: async (given) => {
    const desk = await given.desk()
    const [document] = linked(email(desk), 'documents')
    assert.equal(desk.client.get(`/documents/${document!.id}`, desk.at).data.attributes['file_name'], 'packing.txt')
    assert.equal(email(desk).links['self'], `/email_submissions/${email(desk).id}`)
    assert.deepEqual([linked(email(desk), 'account')[0]?.type, only(email(desk), 'user')], ['account', null])
  } },
  ...valuesOf('2.11', 'document_representation', representation, {
    schema_version: '2026-03-01',
    payload: { invoice_number: 'INV-2026/118', invoice_date: '2026-10-30', supplier_name: 'Tern & Sons Lamps', buyer_name: 'Halvorsen Lamp Company', total_amount: '12480.50', currency: 'USD', bill_of_lading_number: '@bill', container_numbers: ['@container'] },
    created_at: READ, updated_at: READ,
  }).map((row): Row => (row.what.includes('payload') ? { ...row, check: payloadCheck } : row)),
  { section: '2.11', kind: 'rule', what: 'schema_version names a schema that describes every member of the payload', check: async (given) => {
    const desk = await given.desk()
    const { attributes } = representation(desk)
    assert.equal(date(attributes['schema_version']), null)
    const schema = desk.client.get(`/document_schemas/commercial_invoice@${String(attributes['schema_version'])}`).data.attributes['schema_payload'] as { properties: Record<string, unknown> }
    for (const name of Object.keys(attributes['payload'] as object)) assert.ok(name in schema.properties, name)
  } },
]

async function payloadCheck(given: Parameters<Row['check']>[0]): Promise<void> {
  const desk = await given.desk()
  assert.deepEqual(representation(desk).attributes['payload'], {
    invoice_number: 'INV-2026/118', invoice_date: '2026-10-30', supplier_name: 'Tern & Sons Lamps', buyer_name: 'Halvorsen Lamp Company', total_amount: '12480.50', currency: 'USD',
    bill_of_lading_number: desk.shipment.attributes['bill_of_lading_number'], container_numbers: [desk.container.attributes['number']],
  })
}

const notifications: Source = async (given) => {
  const desk = await given.desk()
  return desk.client.walk('/webhook_notifications?page[size]=100', desk.at)
}

const NOTIFICATIONS: readonly Row[] = [
  ...attributeRows('2.12', 'webhook_notification', notifications, [
    ['event', like(/^[a-z_]+(\.[a-z_]+)+$/)],
    ['delivery_status', oneOf('succeeded')],
    ['created_at', instant],
  ]),
  { section: '2.12', kind: 'attribute', what: 'version is a date and stands on document events only', check: async (given) => {
    const all = await notifications(given)
    for (const { attributes } of all) {
      if (String(attributes['event']).startsWith('document.')) assert.equal(date(attributes['version']), null)
      else assert.deepEqual(Object.keys(attributes).sort(), ['created_at', 'delivery_status', 'event'])
    }
    assert.ok(all.some(({ attributes }) => attributes['version'] !== undefined))
  } },
  { section: '2.12', kind: 'relationship', what: 'the subject stands as document for document events, as reference_object for others, beside webhook and logs', check: async (given) => {
    const desk = await given.desk()
    for (const { attributes, relationships } of await notifications(given)) {
      const isOfDocument = String(attributes['event']).startsWith('document.')
      assert.deepEqual(Object.keys(relationships).sort(), [isOfDocument ? 'document' : 'reference_object', 'webhook', 'webhook_notification_logs'].sort())
      assert.deepEqual([relationships['webhook']?.data, relationships['webhook_notification_logs']?.data], [{ type: 'webhook', id: desk.webhook.id }, []])
    }
  } },
  { section: '2.12', kind: 'rule', what: 'a notification read by itself brings its records in included', check: async (given) => {
    const desk = await given.desk()
    const extracted = (await notifications(given)).filter(({ attributes }) => attributes['event'] === 'document.extracted').find((notification) => only(notification, 'document') === desk.invoice.id)!
    const { data, included, links } = desk.client.get(`/webhook_notifications/${extracted.id}`, desk.at)
    assert.deepEqual([data, links['self']], [extracted, `http://127.0.0.1:4949/v2/webhook_notifications/${extracted.id}`])
    assert.deepEqual(included.map(({ type }) => type), ['document', 'account', 'user', 'document_representation'])
  } },
  { section: '2.12', kind: 'rule', what: 'a webhook is shown as it was made, with a secret of its own', check: async (given) => {
    const { client, webhook } = await given.desk()
    const { events, secret, ...rest } = client.get(`/webhooks/${webhook.id}`).data.attributes
    assert.deepEqual(rest, { url: 'https://hooks.example/quay', active: true, headers: [{ name: 'X-Team', value: 'Blue' }], created_at: new Date(NOON).toISOString().replace('.000Z', 'Z') })
    assert.equal((events as string[]).length, 43)
    assert.match(String(secret), /^[0-9a-f]{40}$/)
  } },
]

export const writtenRows: readonly Row[] = [...REQUESTS, ...FIELDS, ...DOCUMENTS, ...PAPERS, ...NOTIFICATIONS]
