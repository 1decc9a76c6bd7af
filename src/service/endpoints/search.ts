// Search: shipments first, then containers, then requests, each newest first. A request is left out if its shipment was
// found.
import { ServiceError } from '../jsonapi/errors.ts'
import { asText, plain, textsOf } from '../jsonapi/matching.ts'
import { listCandidates, linkedIdentifiers, type Resource } from '../jsonapi/resource.ts'
import { selfLink } from '../jsonapi/paging.ts'
import type { Answer, Context, Route } from './routing.ts'

const MAX_HITS = 25

export const searchRoutes: readonly Route[] = [{ method: 'GET', path: '/search', answer: search }]

function search(context: Context): Answer {
  const wanted = plain(context.query.get('query') ?? '')
  if (wanted === '')
    throw new ServiceError(400, [
      { code: 'blank', detail: 'query must say what to look for.', source: { parameter: 'query' } },
    ])
  const { records, account } = context
  const withValue = new Set(
    account.fields
      .all()
      .filter(({ value }) => typeof value === 'string' && plain(value).includes(wanted))
      .map(({ entity }) => entity.id),
  )
  const contains = (record: Resource, ...attributes: string[]) =>
    withValue.has(record.id) || textsOf(record, ...attributes).some((text) => plain(text).includes(wanted))
  const data: Resource[] = []
  /** Stops at the limit of hits. */
  const take = (type: string, isHit: (record: Resource) => boolean, shown: (record: Resource) => Resource) => {
    if (data.length >= MAX_HITS) return
    for (const record of listCandidates(records.list(type), [wanted], withValue)) {
      if (isHit(record)) data.push(shown(record))
      if (data.length >= MAX_HITS) return
    }
  }
  take(
    'shipment',
    (shipment) => contains(shipment, 'bill_of_lading_number', 'normalized_number', 'ref_numbers'),
    shipmentHit,
  )
  const found = new Set(data.map(({ id }) => id))
  take(
    'container',
    (container) => contains(container, 'number', 'ref_numbers'),
    (container) => containerHit(context, container),
  )
  const leadsToFound = (request: Resource) =>
    linkedIdentifiers(request.relationships?.['tracked_object']).some(({ id }) => found.has(id))
  take(
    'tracking_request',
    (request) => contains(request, 'request_number', 'ref_numbers') && !leadsToFound(request),
    requestHit,
  )
  return { document: { data, links: { self: selfLink(context.url, context.query) } } }
}

function hitOf(record: Resource, attributes: Record<string, unknown>): Resource {
  const createdAt = record.attributes?.['created_at'] ?? null
  return {
    type: 'search_result',
    id: record.id,
    attributes: {
      ...attributes,
      ref_numbers: record.attributes?.['ref_numbers'] ?? [],
      created_at: createdAt,
      updated_at: record.attributes?.['updated_at'] ?? createdAt,
    },
  }
}

function shipmentHit(shipment: Resource): Resource {
  const { attributes = {} } = shipment
  return hitOf(shipment, {
    entity_type: 'shipment',
    number: attributes['bill_of_lading_number'],
    shipment_id: shipment.id,
    scac: attributes['shipping_line_scac'],
    port_of_lading_name: attributes['port_of_lading_name'] ?? null,
    port_of_discharge_name: attributes['port_of_discharge_name'] ?? null,
    containers_count: linkedIdentifiers(shipment.relationships?.['containers']).length,
    tracking_stopped: attributes['line_tracking_stopped_at'] !== null,
    tracking_stopped_reason: attributes['line_tracking_stopped_reason'] ?? null,
  })
}

/** The specification of search names containers `cargo`. */
function containerHit({ records }: Context, container: Resource): Resource {
  const [shipment] = linkedIdentifiers(container.relationships?.['shipment'])
  const scac = shipment && records.find('shipment', shipment.id)?.attributes?.['shipping_line_scac']
  return hitOf(container, {
    entity_type: 'cargo',
    number: container.attributes?.['number'],
    shipment_id: shipment?.id ?? null,
    scac: scac ?? null,
    status: asText(container.attributes?.['current_status']),
  })
}

function requestHit(request: Resource): Resource {
  const { attributes = {} } = request
  return hitOf(request, {
    entity_type: 'tracking_request',
    number: attributes['request_number'],
    shipment_id: linkedIdentifiers(request.relationships?.['tracked_object'])[0]?.id ?? null,
    scac: attributes['scac'] ?? null,
    status: attributes['status'],
    failed_reason: attributes['failed_reason'] ?? null,
  })
}
