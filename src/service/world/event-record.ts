// A transport event as a record at an instant (specification 2.4).

import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { isoOf, isoOrNull } from './calendar.ts'
import type { TransportEvent } from './events.ts'

export type EventLinks = {
  id: string
  shipmentId: string
  containerId: string
  location: Identifier | null
  vesselId: string | null
  terminal: Identifier | null
  previousId: string | null
}

export function eventRecord(event: TransportEvent, nowMs: number, links: EventLinks): Resource {
  const one = (type: string, id: string | null) => ({ data: id === null ? null : { type, id } })
  const isInvalid = event.invalidatedMs !== null && event.invalidatedMs <= nowMs
  return {
    type: 'transport_event',
    id: links.id,
    attributes: {
      event: event.event,
      voyage_number: event.voyageNumber,
      timestamp: event.timestamp,
      timezone: event.zone,
      location_locode: event.place?.locode ?? null,
      created_at: isoOf(event.createdMs),
      data_source: event.source,
      value: event.value,
      invalidated_at: isInvalid ? isoOrNull(event.invalidatedMs) : null,
    },
    relationships: {
      shipment: one('shipment', links.shipmentId),
      container: one('container', links.containerId),
      location: { data: links.location },
      vessel: one('vessel', links.vesselId),
      terminal: { data: links.terminal },
      previous_version: one('transport_event', links.previousId),
    },
  }
}
