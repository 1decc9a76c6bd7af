// Shipments whose tracking a client stopped. The records of the shipment, its containers and its request no longer
// change. After the client resumes the tracking, they are current, as if it had never stopped.
import { getLinkedIdentifiers, mapListing, type Records, type Resource } from '../jsonapi/resource.ts'
import type { AccountStore, StoredStop } from '../account/stored.ts'
import { formatIso } from '../world/calendar.ts'
import { withUpdatedAt } from './edited.ts'

/** `recordsAt` returns the records at another instant. */
export function withStops(
  records: Records,
  account: AccountStore,
  userId: string,
  recordsAt: (nowMs: number) => Records,
): Records {
  const stops = new Map(account.stops.all().map((stop) => [stop.shipment, stop]))
  if (stops.size === 0) return records
  const applyStop = (resource: Resource): Resource => {
    const shipmentId = findShipmentId(resource)
    const stop = shipmentId === null ? undefined : stops.get(shipmentId)
    return stop ? applyStopTo(stop, resource, userId, recordsAt) : resource
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && applyStop(resource)
    },
    list: (type) => mapListing(records.list(type), applyStop),
    listRelated: (type, relation, id) => {
      const container = relation === 'container' ? records.find('container', id) : null
      const shipmentId = container && findShipmentId(container)
      const stop = shipmentId === null ? undefined : stops.get(shipmentId)
      return (stop?.untilMs === null ? recordsAt(stop.fromMs) : records).listRelated(type, relation, id)
    },
  }
}

function findShipmentId(resource: Resource): string | null {
  if (resource.type === 'shipment') return resource.id
  const relation = resource.type === 'tracking_request' ? 'tracked_object' : 'shipment'
  return getLinkedIdentifiers(resource.relationships?.[relation])[0]?.id ?? null
}

function applyStopTo(
  stop: StoredStop,
  resource: Resource,
  userId: string,
  recordsAt: (nowMs: number) => Records,
): Resource {
  if (stop.untilMs !== null) return withResumedTracking(stop.untilMs, resource)
  const recordAtStop = recordsAt(stop.fromMs).find(resource.type, resource.id) ?? resource
  if (resource.type === 'shipment') {
    const stoppedAt = {
      line_tracking_stopped_at: formatIso(stop.fromMs),
      line_tracking_stopped_reason: 'cancelled_by_user',
    }
    return {
      ...recordAtStop,
      attributes: { ...recordAtStop.attributes, ...stoppedAt },
      relationships: {
        ...recordAtStop.relationships,
        line_tracking_stopped_by_user: { data: { type: 'user', id: userId } },
      },
    }
  }
  if (resource.type !== 'tracking_request') return recordAtStop
  return {
    ...recordAtStop,
    attributes: { ...recordAtStop.attributes, status: 'tracking_stopped', updated_at: formatIso(stop.fromMs) },
  }
}

function withResumedTracking(resumedMs: number, resource: Resource): Resource {
  if (resource.type === 'shipment') return withResumedShipment(resumedMs, resource)
  return resource.type === 'tracking_request' ? withUpdatedAt(resource, resumedMs) : resource
}

/** Removes the stop from the shipment if it is older than the resume. */
function withResumedShipment(resumedMs: number, shipment: Resource): Resource {
  const stoppedAt = shipment.attributes?.['line_tracking_stopped_at']
  if (typeof stoppedAt !== 'string' || Date.parse(stoppedAt) > resumedMs) return shipment
  return {
    ...shipment,
    attributes: { ...shipment.attributes, line_tracking_stopped_at: null, line_tracking_stopped_reason: null },
    relationships: { ...shipment.relationships, line_tracking_stopped_by_user: { data: null } },
  }
}

/** Whether the shipment is not updated because the user stopped it. */
export function isStoppedByUser(account: AccountStore, shipmentId: string): boolean {
  return account.stops.all().findLast((stop) => stop.shipment === shipmentId)?.untilMs === null
}
