// The search endpoint. It lists shipments first, then containers, then requests, each newest first. A request is left
// out if its shipment is in the result.
import { ServiceError } from '../jsonapi/errors.ts'
import { asText, normalizeText, getTexts } from '../jsonapi/matching.ts'
import { listCandidates, getLinkedIdentifiers, type Resource } from '../jsonapi/resource.ts'
import { buildSelfLink } from '../jsonapi/paging.ts'
import type { Answer, Context, Route } from './routing.ts'

const MAX_HITS = 25

export const searchRoutes: readonly Route[] = [{ method: 'GET', path: '/search', answer: search }]

function search(context: Context): Answer {
  const wanted = normalizeText(context.query.get('query') ?? '')
  if (wanted === '')
    throw new ServiceError(400, [
      { code: 'blank', detail: 'query must say what to look for.', source: { parameter: 'query' } },
    ])
  const { records, account } = context
  const withValue = new Set(
    account.fields
      .all()
      .filter(({ value }) => typeof value === 'string' && normalizeText(value).includes(wanted))
      .map(({ entity }) => entity.id),
  )
  const contains = (record: Resource, ...attributes: string[]) =>
    withValue.has(record.id) || getTexts(record, ...attributes).some((text) => normalizeText(text).includes(wanted))
  const data: Resource[] = []
  /** Adds the matching records of one type, until the result has `MAX_HITS` entries. */
  const addHits = (type: string, isHit: (record: Resource) => boolean, formatHit: (record: Resource) => Resource) => {
    if (data.length >= MAX_HITS) return
    for (const record of listCandidates(records.list(type), [wanted], withValue)) {
      if (isHit(record)) data.push(formatHit(record))
      if (data.length >= MAX_HITS) return
    }
  }
  addHits(
    'shipment',
    (shipment) => contains(shipment, 'bill_of_lading_number', 'normalized_number', 'ref_numbers'),
    buildShipmentHit,
  )
  const found = new Set(data.map(({ id }) => id))
  addHits(
    'container',
    (container) => contains(container, 'number', 'ref_numbers'),
    (container) => buildContainerHit(context, container),
  )
  const isShipmentFound = (request: Resource) =>
    getLinkedIdentifiers(request.relationships?.['tracked_object']).some(({ id }) => found.has(id))
  addHits(
    'tracking_request',
    (request) => contains(request, 'request_number', 'ref_numbers') && !isShipmentFound(request),
    buildRequestHit,
  )
  return { document: { data, links: { self: buildSelfLink(context.url, context.query) } } }
}

function buildHit(record: Resource, attributes: Record<string, unknown>): Resource {
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

function buildShipmentHit(shipment: Resource): Resource {
  const { attributes = {} } = shipment
  return buildHit(shipment, {
    entity_type: 'shipment',
    number: attributes['bill_of_lading_number'],
    shipment_id: shipment.id,
    scac: attributes['shipping_line_scac'],
    port_of_lading_name: attributes['port_of_lading_name'] ?? null,
    port_of_discharge_name: attributes['port_of_discharge_name'] ?? null,
    containers_count: getLinkedIdentifiers(shipment.relationships?.['containers']).length,
    tracking_stopped: attributes['line_tracking_stopped_at'] !== null,
    tracking_stopped_reason: attributes['line_tracking_stopped_reason'] ?? null,
  })
}

/** In the search, the specification calls a container `cargo`. */
function buildContainerHit({ records }: Context, container: Resource): Resource {
  const [shipment] = getLinkedIdentifiers(container.relationships?.['shipment'])
  const scac = shipment && records.find('shipment', shipment.id)?.attributes?.['shipping_line_scac']
  return buildHit(container, {
    entity_type: 'cargo',
    number: container.attributes?.['number'],
    shipment_id: shipment?.id ?? null,
    scac: scac ?? null,
    status: asText(container.attributes?.['current_status']),
  })
}

function buildRequestHit(request: Resource): Resource {
  const { attributes = {} } = request
  return buildHit(request, {
    entity_type: 'tracking_request',
    number: attributes['request_number'],
    shipment_id: getLinkedIdentifiers(request.relationships?.['tracked_object'])[0]?.id ?? null,
    scac: attributes['scac'] ?? null,
    status: attributes['status'],
    failed_reason: attributes['failed_reason'] ?? null,
  })
}
