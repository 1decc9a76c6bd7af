// The service sets the custom fields and the customer of a tracking request when the shipment exists. This file
// also tests the numbers that are meant for tests.
import { describe, expect, test } from 'vitest'
import {
  createClient,
  DAY,
  HOUR,
  getLinkedId,
  MINUTE,
  NOON,
  type Client,
  type Document,
  type Resource,
} from './client.ts'

const createDefinition = (client: Client, entity: string, slug: string, changes: object = {}) =>
  client.send('POST', '/custom_field_definitions', {
    data: {
      type: 'custom_field_definition',
      attributes: { entity_type: entity, api_slug: slug, display_name: slug, data_type: 'short_text', ...changes },
    },
  }).document.data

const postRequest = (
  client: Client,
  attributes: object,
  relationships?: object,
): { status: number; document: Document } =>
  client.send('POST', '/tracking_requests', {
    data: {
      type: 'tracking_request',
      attributes: { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST', ...attributes },
      relationships,
    },
  })

const listFields = (client: Client, path: string, at: number) =>
  client.list(`${path}/custom_fields`, at).data.map(({ attributes }) => [attributes['api_slug'], attributes['value']])

function createClientWithDefinitions(): Client {
  const client = createClient()
  createDefinition(client, 'Shipment', 'buyer')
  createDefinition(client, 'Container', 'yard')
  createDefinition(client, 'Container', 'pallets', { data_type: 'number' })
  return client
}

describe('initial custom fields', () => {
  test('are set on the shipment and its containers when these exist; a field of another container number is not set', () => {
    const client = createClientWithDefinitions()
    const created = postRequest(client, {
      initial_custom_fields: {
        shipment: [{ api_slug: 'buyer', value: 'Ada' }],
        containers: [
          { api_slug: 'yard', value: 'North' },
          { api_slug: 'pallets', value: 12, number: 'NONE0000000' },
        ],
      },
    })
    expect(created.status).toBe(201)
    expect(client.list('/custom_fields', NOON).data).toEqual([])
    const at = NOON + 5 * MINUTE
    const shipmentId = getLinkedId(
      client.get(`/tracking_requests/${created.document.data.id}`, at).data,
      'tracked_object',
    )!
    expect(listFields(client, `/shipments/${shipmentId}`, at)).toEqual([['buyer', 'Ada']])
    const containers = client.list(`/shipments/${shipmentId}?include=containers`, at).included
    expect(containers.length).toBeGreaterThan(0)
    for (const { id } of containers) expect(listFields(client, `/containers/${id}`, at)).toEqual([['yard', 'North']])
  })

  test.each([
    ['/shipment/0/api_slug', { shipment: [{ api_slug: 'unknown', value: 1 }] }],
    ['/shipment/0/api_slug', { shipment: [{ api_slug: 'yard', value: 'x' }] }],
    [
      '/containers/1/value',
      {
        containers: [
          { api_slug: 'yard', value: 'x' },
          { api_slug: 'pallets', value: 'many' },
        ],
      },
    ],
    ['/containers/0/number', { containers: [{ api_slug: 'yard', value: 'x', number: 7 }] }],
    ['/containers', { containers: 'all' }],
    ['', []],
  ])('that are wrong at %s are refused, and nothing is requested', (pointer, fields) => {
    const client = createClientWithDefinitions()
    const countBefore = client.list('/tracking_requests').meta.total
    const { status, document } = postRequest(client, { initial_custom_fields: fields })
    expect(status).toBe(422)
    expect(document.errors[0]!.source).toEqual({ pointer: `/data/attributes/initial_custom_fields${pointer}` })
    expect(client.list('/tracking_requests').meta.total).toBe(countBefore)
  })
})

describe('a customer', () =>
  test('may be a party that the account created itself', () => {
    const client = createClient()
    const party = client.send('POST', '/parties', {
      data: { type: 'party', attributes: { company_name: 'Wexcombe Lamps' } },
    }).document.data
    const created = postRequest(client, {}, { customer: { data: { type: 'party', id: party.id } } })
    expect(getLinkedId(created.document.data, 'customer')).toBe(party.id)
    const request = client.get(`/tracking_requests/${created.document.data.id}?include=tracked_object`, NOON + HOUR)
    expect(request.included[0]!.attributes['customer_name']).toBe('Wexcombe Lamps')
  }))

describe('test numbers', () => {
  test.each([
    'all_containers_terminated',
    'past_arrival_window',
    'past_full_out_window',
    'no_updates_at_line',
    'cancelled_by_user',
    'booking_cancelled',
  ])('show a shipment whose tracking stopped for %s', (reason) => {
    const client = createClient()
    const created: Resource = postRequest(client, {
      request_number: `TEST-TR-STOPPED-${reason.toUpperCase().replaceAll('_', '-')}`,
    }).document.data
    expect(client.get(`/tracking_requests/${created.id}`, NOON + 2 * MINUTE).data.attributes['status']).toBe('created')
    const stopped = client.get(`/tracking_requests/${created.id}?include=tracked_object`, NOON + DAY)
    expect(stopped.data.attributes['status']).toBe('tracking_stopped')
    expect(stopped.included[0]!.attributes).toMatchObject({ line_tracking_stopped_reason: reason })
  })

  test.each(['SMLU', 'ZZZZ'])('of a carrier that is not tracked (%s) are refused', (scac) => {
    const { status, document } = postRequest(createClient(), { scac })
    expect([status, document.errors[0]!.code, document.errors[0]!.source]).toEqual([
      422,
      'blank',
      { pointer: '/data/attributes/scac' },
    ])
  })
})
