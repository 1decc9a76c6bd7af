// Shipments whose tracking a client stopped: the records of the shipment, its containers and its request no longer
// change. After a resume they are current, as if tracking had never stopped.
import { linkedIdentifiers, mapListing, type Records, type Resource } from '../jsonapi/resource.ts'
import type { AccountStore, StoredStop } from '../account/stored.ts'
import { isoOf } from '../world/calendar.ts'
import { updatedSince } from './edited.ts'

/** `at`: the records at another instant. */
export function withStops(
  records: Records,
  account: AccountStore,
  userId: string,
  at: (nowMs: number) => Records,
): Records {
  const stops = new Map(account.stops.all().map((stop) => [stop.shipment, stop]))
  if (stops.size === 0) return records
  const stopped = (resource: Resource): Resource => {
    const shipmentId = shipmentOf(resource)
    const stop = shipmentId === null ? undefined : stops.get(shipmentId)
    return stop ? shownWith(stop, resource, userId, at) : resource
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && stopped(resource)
    },
    list: (type) => mapListing(records.list(type), stopped),
    belonging: (type, relation, id) => {
      const container = relation === 'container' ? records.find('container', id) : null
      const shipmentId = container && shipmentOf(container)
      const stop = shipmentId === null ? undefined : stops.get(shipmentId)
      return (stop?.untilMs === null ? at(stop.fromMs) : records).belonging(type, relation, id)
    },
  }
}

function shipmentOf(resource: Resource): string | null {
  if (resource.type === 'shipment') return resource.id
  const relation = resource.type === 'tracking_request' ? 'tracked_object' : 'shipment'
  return linkedIdentifiers(resource.relationships?.[relation])[0]?.id ?? null
}

function shownWith(stop: StoredStop, resource: Resource, userId: string, at: (nowMs: number) => Records): Resource {
  if (stop.untilMs !== null) return withResumedTracking(stop.untilMs, resource)
  const then = at(stop.fromMs).find(resource.type, resource.id) ?? resource
  if (resource.type === 'shipment') {
    const stoppedAt = {
      line_tracking_stopped_at: isoOf(stop.fromMs),
      line_tracking_stopped_reason: 'cancelled_by_user',
    }
    return {
      ...then,
      attributes: { ...then.attributes, ...stoppedAt },
      relationships: { ...then.relationships, line_tracking_stopped_by_user: { data: { type: 'user', id: userId } } },
    }
  }
  if (resource.type !== 'tracking_request') return then
  return { ...then, attributes: { ...then.attributes, status: 'tracking_stopped', updated_at: isoOf(stop.fromMs) } }
}

function withResumedTracking(resumedMs: number, resource: Resource): Resource {
  if (resource.type === 'shipment') return withResumedShipment(resumedMs, resource)
  return resource.type === 'tracking_request' ? updatedSince(resource, resumedMs) : resource
}

/** Removes a stop that is older than the resume. */
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
