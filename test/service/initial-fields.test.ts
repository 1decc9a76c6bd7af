// The service sets the custom fields and the customer of a tracking request when the shipment exists.
import { describe, expect, test } from 'vitest'
import { createClient, HOUR, getLinkedId, MINUTE, NOON, type Client, type Document } from './client.ts'

const createDefinition = (client: Client, entity: string, slug: string, otherAttributes: object = {}) =>
  client.send('POST', '/custom_field_definitions', {
    data: {
      type: 'custom_field_definition',
      attributes: {
        entity_type: entity,
        api_slug: slug,
        display_name: slug,
        data_type: 'short_text',
        ...otherAttributes,
      },
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

const listFields = (client: Client, path: string, atMs: number) =>
  client.list(`${path}/custom_fields`, atMs).data.map(({ attributes }) => [attributes['api_slug'], attributes['value']])

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
    const atMs = NOON + 5 * MINUTE
    const shipmentId = getLinkedId(
      client.get(`/tracking_requests/${created.document.data.id}`, atMs).data,
      'tracked_object',
    )!
    expect(listFields(client, `/shipments/${shipmentId}`, atMs)).toEqual([['buyer', 'Ada']])
    const containers = client.list(`/shipments/${shipmentId}?include=containers`, atMs).included
    expect(containers.length).toBeGreaterThan(0)
    for (const { id } of containers) expect(listFields(client, `/containers/${id}`, atMs)).toEqual([['yard', 'North']])
  })

  test.each([
    ['with an unknown slug', '/shipment/0/api_slug', { shipment: [{ api_slug: 'unknown', value: 1 }] }],
    ['of a container on a shipment', '/shipment/0/api_slug', { shipment: [{ api_slug: 'yard', value: 'x' }] }],
    [
      'with a value of another type',
      '/containers/1/value',
      {
        containers: [
          { api_slug: 'yard', value: 'x' },
          { api_slug: 'pallets', value: 'many' },
        ],
      },
    ],
    [
      'with a container number that is no text',
      '/containers/0/number',
      { containers: [{ api_slug: 'yard', value: 'x', number: 7 }] },
    ],
    ['in a text instead of a list', '/containers', { containers: 'all' }],
    ['in a list instead of an object', '', []],
  ])('%s are refused, and nothing is requested', (_name, pointer, fields) => {
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
