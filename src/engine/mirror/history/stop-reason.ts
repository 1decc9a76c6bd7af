// Why the service no longer tracks a number, for the severity of the request's change.
import type { Resource } from '../../api/decode.ts'
import { idOf } from './diff.ts'
import { STOPPED_REASON } from './kinds.ts'

/** Returns the attributes of a record. A stopped request gets the reason, which only its shipment has. */
export function addStopReason(
  resource: Resource,
  loadShipment: (id: string) => Resource | null,
): Resource['attributes'] {
  const { type, attributes } = resource
  const isStopped = type === 'tracking_request' && attributes['status'] === 'tracking_stopped'
  const shipmentId = isStopped ? idOf(resource, 'tracked_object') : null
  if (shipmentId === null) return attributes
  return { ...attributes, [STOPPED_REASON]: loadShipment(shipmentId)?.attributes[STOPPED_REASON] }
}
