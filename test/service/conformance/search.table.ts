// Checks the search over records, and the parameter `q` of lists (specification 4.2).
import assert from 'node:assert/strict'
import { MINUTE, NOON, getLinkedId, getText, type Resource } from './client.ts'
import { wrapData, patch, TEST_REQUEST } from './scenario.ts'
import { rule, type Row } from './row.ts'

export const searchRows: readonly Row[] = [
  rule(
    '4.2',
    'search: shipments, containers, then requests whose shipment was not found; by number, reference and field',
    ({ createClient }) => {
      const client = createClient()
      const container = client.list('/containers')[4]!
      const shipment = client.get(`/shipments/${getLinkedId(container, 'shipment')!}`).data
      const search = (query: string) => client.list(`/search?query=${encodeURIComponent(query)}`)
      const containerResults = search(getText(container, 'number')!.toLowerCase())
      assert.deepEqual(
        containerResults.map(({ type, id, attributes }) => [type, id, attributes]),
        [
          [
            'search_result',
            container.id,
            {
              entity_type: 'cargo',
              number: container.attributes['number'],
              shipment_id: shipment.id,
              scac: shipment.attributes['shipping_line_scac'],
              status: container.attributes['current_status'],
              ref_numbers: container.attributes['ref_numbers'],
              created_at: container.attributes['created_at'],
              updated_at: container.attributes['created_at'],
            },
          ],
        ],
      )
      const { attributes } = shipment
      const [first, ...otherResults] = search(getText(shipment, 'bill_of_lading_number')!)
      assert.deepEqual(
        [first?.id, first?.attributes, otherResults],
        [
          shipment.id,
          {
            entity_type: 'shipment',
            number: attributes['bill_of_lading_number'],
            shipment_id: shipment.id,
            scac: attributes['shipping_line_scac'],
            port_of_lading_name: attributes['port_of_lading_name'],
            port_of_discharge_name: attributes['port_of_discharge_name'],
            containers_count: (shipment.relationships['containers']!.data as Resource[]).length,
            tracking_stopped: attributes['line_tracking_stopped_at'] !== null,
            tracking_stopped_reason: attributes['line_tracking_stopped_reason'],
            ref_numbers: attributes['ref_numbers'],
            created_at: attributes['created_at'],
            updated_at: attributes['created_at'],
          },
          [],
        ],
      )
      const request = client.send(
        'POST',
        '/tracking_requests',
        wrapData('tracking_request', { ...TEST_REQUEST, request_number: 'TEST-TR-FAILED', ref_numbers: ['QQ-1'] }),
      ).body.data
      assert.deepEqual(
        search('test tr failed').map(({ id, attributes }) => [id, attributes]),
        [
          [
            request.id,
            {
              entity_type: 'tracking_request',
              number: 'TEST-TR-FAILED',
              shipment_id: null,
              scac: 'TEST',
              status: 'pending',
              failed_reason: null,
              ref_numbers: ['QQ-1'],
              created_at: '2026-11-20T17:00:00Z',
              updated_at: '2026-11-20T17:00:00Z',
            },
          ],
        ],
      )
      client.send(
        'POST',
        '/custom_field_definitions',
        wrapData('custom_field_definition', {
          entity_type: 'Container',
          api_slug: 'own',
          display_name: 'Own',
          data_type: 'short_text',
        }),
      )
      client.send(
        'POST',
        `/containers/${container.id}/custom_fields`,
        wrapData('custom_field', { api_slug: 'own', value: 'Pier 39-b' }),
      )
      patch(client, `/shipments/${shipment.id}`, 'shipment', { ref_numbers: ['PIER 39 B/7'] })
      assert.deepEqual(
        search('pier39b').map(({ attributes }) => attributes['entity_type']),
        ['shipment', 'cargo'],
      )
    },
  ),
  rule(
    '4.2',
    'search and q find exactly the records with the text, whatever signs and case, also after changes',
    ({ createClient }) => {
      const client = createClient({ containers: 60 })
      const worldMs = NOON + MINUTE
      const [container, shipment] = [client.list('/containers')[7]!, client.list('/shipments')[9]!]
      client.send(
        'POST',
        '/tracking_requests',
        wrapData('tracking_request', { ...TEST_REQUEST, request_number: 'Test/TR-succeeded', ref_numbers: ['QQ 1'] }),
      )
      patch(client, `/containers/${container.id}`, 'container', { ref_numbers: ['ZQ/8 1'] })
      patch(client, `/shipments/${shipment.id}`, 'shipment', { ref_numbers: ['ZQ/82'] })
      const [shipments, containers, requests] = ['/shipments', '/containers', '/tracking_requests'].map((path) =>
        client.listAll(path, worldMs),
      ) as [Resource[], Resource[], Resource[]]
      const normalize = (text: unknown) => String(text).toLowerCase().replaceAll(/[\s-]/g, '')
      const listTexts = ({ attributes }: Resource) =>
        ['bill_of_lading_number', 'normalized_number', 'number', 'request_number', 'ref_numbers']
          .flatMap((name) => attributes[name] ?? [])
          .map(normalize)
      const filterMatching = (records: readonly Resource[], query: string) =>
        records.filter((record) => listTexts(record).some((text) => text.includes(normalize(query))))
      const getIds = (records: readonly Resource[]) => records.map(({ id }) => id)
      const queries = [...containers, ...requests].filter((_, index) => index % 9 === 0).flatMap(listTexts)
      for (const query of new Set([
        'zq/8',
        'Z Q/82',
        'testtrsucceeded',
        'test/tr',
        'qq1',
        '/2',
        ...queries,
        ...queries.map((text) => text.slice(2, -2)).filter((text) => text !== ''),
      ])) {
        const matchingShipments = filterMatching(shipments, query)
        const otherRequests = filterMatching(requests, query).filter(
          (request) => !matchingShipments.some(({ id }) => id === getLinkedId(request, 'tracked_object')),
        )
        assert.deepEqual(
          getIds(client.list(`/search?query=${encodeURIComponent(query)}`, worldMs)),
          getIds([...matchingShipments, ...filterMatching(containers, query), ...otherRequests]).slice(0, 25),
          query,
        )
        assert.deepEqual(
          getIds(client.list(`/tracking_requests?page[size]=100&q=${encodeURIComponent(query)}`, worldMs)),
          getIds(filterMatching(requests, query)).slice(0, 100),
          query,
        )
        const withContainers = shipments.filter(
          (shipment) =>
            matchingShipments.includes(shipment) ||
            filterMatching(containers, query).some((container) => getLinkedId(container, 'shipment') === shipment.id),
        )
        assert.deepEqual(
          getIds(client.list(`/shipments?page[size]=100&q=${encodeURIComponent(query)}`, worldMs)),
          getIds(withContainers).slice(0, 100),
          query,
        )
      }
    },
  ),
]
