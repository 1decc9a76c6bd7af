// Checks the records that clients create, and the notifications they get (specification 2.7, 2.8 and 2.12).
import assert from 'node:assert/strict'
import {
  createAttributeRows,
  createAttributeNamesRow,
  createRelationshipRows,
  createValueRows,
  type AttributeEntry,
  type RelationEntry,
  type LoadRecords,
} from './attribute-rows.ts'
import { NOON, getLinkedId } from './client.ts'
import type { Row } from './row.ts'
import { date, instant, trueOrFalse, textLike, listOf, oneOf, scac, text, wholeNumber } from './shapes.ts'
import { createExactValueRows, createScenarioReader, CREATED_AT } from './scenario-values.ts'

const REQUEST: readonly AttributeEntry[] = [
  ['request_type', oneOf('bill_of_lading', 'booking_number', 'container')],
  ['request_number', text],
  ['scac', scac],
  ['ref_numbers', listOf(text)],
  ['created_at', instant],
  ['updated_at', instant],
  ['status', text],
  ['failed_reason', textLike(/^[a-z_]+$/), 'may be null'],
  ['is_retrying', trueOrFalse],
  ['retry_count', wholeNumber(1, 14), 'null if unknown'],
  ['shipment_tags', listOf(text)],
  ['tags', listOf(text)],
]
const REQUEST_RELATIONS: readonly RelationEntry[] = [
  ['tracked_object', ['shipment'], 'one or none'],
  ['customer', ['party'], 'one or none'],
  ['user', ['user'], 'one'],
]
const loadRequests: LoadRecords = ({ sample }) => sample.recordsOf('tracking_request')

const REQUESTS: readonly Row[] = [
  createAttributeNamesRow(
    '2.7',
    'tracking_request',
    loadRequests,
    REQUEST.map(([name]) => name),
    REQUEST_RELATIONS.map(([name]) => name),
  ),
  ...createAttributeRows('2.7', 'tracking_request', loadRequests, REQUEST),
  ...createRelationshipRows('2.7', 'tracking_request', loadRequests, REQUEST_RELATIONS),
  ...createValueRows('2.7', 'request_type', ['bill_of_lading', 'booking_number', 'container'], ({ sample }) =>
    sample.recordsOf('tracking_request').map(({ attributes }) => attributes['request_type']),
  ),
  {
    section: '2.7',
    kind: 'attribute',
    what: 'links.self is the path /v2/tracking_requests/<id>',
    check: ({ sample }) => {
      for (const { id, links } of sample.recordsOf('tracking_request'))
        assert.deepEqual(links, { self: `/v2/tracking_requests/${id}` })
    },
  },
  {
    section: '2.7',
    kind: 'rule',
    what: 'tracked_object is null until a shipment was found, and then links the shipment of that number',
    check: ({ sample }) => {
      const shipments = new Map(sample.recordsOf('shipment').map((shipment) => [shipment.id, shipment.attributes]))
      for (const request of sample.recordsOf('tracking_request')) {
        const isFound = ['created', 'tracking_stopped'].includes(String(request.attributes['status']))
        assert.equal(getLinkedId(request, 'tracked_object') !== null, isFound)
        const shipment = shipments.get(getLinkedId(request, 'tracked_object') ?? '')
        if (shipment)
          assert.deepEqual(
            [
              request.attributes['request_number'],
              request.attributes['scac'],
              request.attributes['ref_numbers'],
              request.attributes['tags'],
            ],
            [
              shipment['bill_of_lading_number'],
              shipment['shipping_line_scac'],
              shipment['ref_numbers'],
              shipment['tags'],
            ],
          )
      }
    },
  },
  {
    section: '2.7',
    kind: 'rule',
    what: 'tags are shown under both names',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('tracking_request'))
        assert.deepEqual(attributes['tags'], attributes['shipment_tags'])
    },
  },
  {
    section: '2.7',
    kind: 'rule',
    what: 'a request has a reason exactly if it failed or is retrying',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('tracking_request'))
        assert.equal(
          attributes['failed_reason'] !== null,
          attributes['status'] === 'failed' || attributes['is_retrying'] === true,
        )
    },
  },
  {
    section: '2.7',
    kind: 'rule',
    what: 'customer is the party of the shipment',
    check: ({ sample }) => {
      const parties = new Map(sample.recordsOf('party').map(({ id, attributes }) => [id, attributes['company_name']]))
      const shipments = new Map(
        sample.recordsOf('shipment').map((shipment) => [shipment.id, shipment.attributes['customer_name']]),
      )
      for (const request of sample.recordsOf('tracking_request')) {
        const shipment = shipments.get(getLinkedId(request, 'tracked_object') ?? '')
        if (shipment !== undefined) assert.equal(parties.get(getLinkedId(request, 'customer') ?? '') ?? null, shipment)
      }
    },
  },
  {
    section: '2.7',
    kind: 'rule',
    what: 'updated_at is never before created_at',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('tracking_request'))
        assert.ok(String(attributes['updated_at']) >= String(attributes['created_at']))
    },
  },
]
const readOption = createScenarioReader(
  ({ definition, option: { id } }) => `/custom_field_definitions/${definition.id}/options/${id}`,
)

const FIELDS: readonly Row[] = [
  ...createExactValueRows('2.8', 'custom_field_option', readOption, { label: 'Very high', value: 'high', position: 2 }),
  {
    section: '2.8',
    kind: 'attribute',
    what: 'links.self of an option is its path',
    check: async (services) => {
      const scenario = await services.scenario()
      assert.deepEqual(readOption(scenario).links, {
        self: `/v2/custom_field_definitions/${scenario.definition.id}/options/${scenario.option.id}`,
      })
    },
  },
  ...createExactValueRows(
    '2.8',
    'custom_field_definition',
    createScenarioReader(({ definition }) => `/custom_field_definitions/${definition.id}`),
    {
      entity_type: 'Shipment',
      api_slug: 'priority',
      display_name: 'Priority',
      description: null,
      data_type: 'enum',
      reference_type: null,
      validation: null,
      default_format: null,
      default_value: null,
      template_id: null,
      created_at: CREATED_AT,
      updated_at: CREATED_AT,
    },
  ),
  ...createExactValueRows(
    '2.8',
    'custom_field',
    createScenarioReader(({ field }) => `/custom_fields/${field.id}`),
    { api_slug: 'priority', value: 'high', display_value: 'Very high' },
  ),
  {
    section: '2.8',
    kind: 'relationship',
    what: 'a definition links its account, fields and options, and a field its entity, definition and user',
    check: async (services) => {
      const { client, definition, option: made, field, shipment } = await services.scenario()
      const { relationships } = client.get(`/custom_field_definitions/${definition.id}`).data
      assert.deepEqual(
        [relationships['options']?.data, relationships['fields']?.data],
        [[{ type: 'custom_field_option', id: made.id }], [{ type: 'custom_field', id: field.id }]],
      )
      assert.equal(
        client.get(`/custom_field_definitions/${definition.id}?include=account`).included[0]?.attributes[
          'company_name'
        ],
        'Sample Forwarding',
      )
      const fieldRelationships = client.get(`/custom_fields/${field.id}`).data.relationships
      assert.deepEqual(
        [fieldRelationships['entity']?.data, fieldRelationships['definition']?.data],
        [
          { type: 'shipment', id: shipment.id },
          { type: 'custom_field_definition', id: definition.id },
        ],
      )
      assert.deepEqual(
        client.get(`/custom_fields/${field.id}?include=user,entity`).included.map(({ type }) => type),
        ['user', 'shipment'],
      )
      assert.equal(
        client.get(`/custom_field_definitions/${definition.id}`).data.links['self'],
        `/v2/custom_field_definitions/${definition.id}`,
      )
    },
  },
]

const loadNotifications: LoadRecords = async (services) => {
  const scenario = await services.scenario()
  return scenario.client.listAll('/webhook_notifications?page[size]=100', scenario.worldMs)
}

const NOTIFICATIONS: readonly Row[] = [
  ...createAttributeRows('2.12', 'webhook_notification', loadNotifications, [
    ['event', textLike(/^[a-z_]+(\.[a-z_]+)+$/)],
    ['delivery_status', oneOf('succeeded')],
    ['created_at', instant],
  ]),
  {
    section: '2.12',
    kind: 'attribute',
    what: 'version is a date, and only document events have it',
    check: async (services) => {
      const all = await loadNotifications(services)
      for (const { attributes } of all) {
        if (String(attributes['event']).startsWith('document.')) assert.equal(date(attributes['version']), null)
        else assert.deepEqual(Object.keys(attributes).sort(), ['created_at', 'delivery_status', 'event'])
      }
      assert.ok(all.some(({ attributes }) => attributes['version'] !== undefined))
    },
  },
  {
    section: '2.12',
    kind: 'relationship',
    what: 'the subject is document for document events, and reference_object for others, beside webhook and logs',
    check: async (services) => {
      const scenario = await services.scenario()
      for (const { attributes, relationships } of await loadNotifications(services)) {
        const isOfDocument = String(attributes['event']).startsWith('document.')
        assert.deepEqual(
          Object.keys(relationships).sort(),
          [isOfDocument ? 'document' : 'reference_object', 'webhook', 'webhook_notification_logs'].sort(),
        )
        assert.deepEqual(
          [relationships['webhook']?.data, relationships['webhook_notification_logs']?.data],
          [{ type: 'webhook', id: scenario.webhook.id }, []],
        )
      }
    },
  },
  {
    section: '2.12',
    kind: 'rule',
    what: 'a notification that is read by id includes its records',
    check: async (services) => {
      const scenario = await services.scenario()
      const extracted = (await loadNotifications(services))
        .filter(({ attributes }) => attributes['event'] === 'document.extracted')
        .find((notification) => getLinkedId(notification, 'document') === scenario.invoice.id)!
      const { data, included, links } = scenario.client.get(`/webhook_notifications/${extracted.id}`, scenario.worldMs)
      assert.deepEqual(
        [data, links['self']],
        [extracted, `http://127.0.0.1:4949/v2/webhook_notifications/${extracted.id}`],
      )
      assert.deepEqual(
        included.map(({ type }) => type),
        ['document', 'account', 'user', 'document_representation'],
      )
    },
  },
  {
    section: '2.12',
    kind: 'rule',
    what: 'a webhook is shown as it was created, with a unique secret',
    check: async (services) => {
      const { client, webhook } = await services.scenario()
      const { events, secret, ...rest } = client.get(`/webhooks/${webhook.id}`).data.attributes
      assert.deepEqual(rest, {
        url: 'https://hooks.example/quay',
        active: true,
        headers: [{ name: 'X-Team', value: 'Blue' }],
        created_at: new Date(NOON).toISOString().replace('.000Z', 'Z'),
      })
      assert.equal((events as string[]).length, 43)
      assert.match(String(secret), /^[0-9a-f]{40}$/)
    },
  },
]

export const writtenRows: readonly Row[] = [...REQUESTS, ...FIELDS, ...NOTIFICATIONS]
