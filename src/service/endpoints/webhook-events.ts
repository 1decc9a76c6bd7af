// The names and descriptions of webhook events, by category.

export type EventCategory = {
  slug: string
  name: string
  events: readonly (readonly [name: string, description: string])[]
}

const transport = (name: string, description: string) => [`container.transport.${name}`, description] as const

export const EVENT_CATEGORIES: readonly EventCategory[] = [
  {
    slug: 'tracking_requests',
    name: 'Tracking requests',
    events: [
      ['tracking_request.succeeded', 'A shipment was found and is tracked from now on.'],
      ['tracking_request.failed', 'The number cannot be tracked.'],
      ['tracking_request.awaiting_manifest', 'The number is not known yet. The service checks it daily.'],
      ['tracking_request.tracking_stopped', 'The shipment is no longer updated.'],
    ],
  },
  {
    slug: 'shipments',
    name: 'Shipments',
    events: [['shipment.estimated.arrival', 'The estimated arrival at the port of discharge changed.']],
  },
  {
    slug: 'containers',
    name: 'Containers',
    events: [
      ['container.created', 'A container was added to a shipment.'],
      ['container.updated', 'The terminal’s data about a container changed.'],
      ['container.pod_terminal_changed', 'The container goes to another terminal at the port of discharge.'],
      ['container.pickup_lfd.changed', 'The last free day changed, from any source.'],
      ['container.pickup_lfd_line.changed', 'The last free day of the shipping line changed.'],
      ['container.pickup_lfd_terminal.changed', 'The last free day of the terminal changed.'],
      ['container.pickup_lfd_rail.changed', 'The last free day of the rail ramp changed.'],
      ['container.pickup_appointment.changed', 'The appointment for pickup changed.'],
    ],
  },
  {
    slug: 'container_transport',
    name: 'Container milestones',
    events: [
      transport('empty_out', 'The empty container left the depot.'),
      transport('full_in', 'The full container entered the port of lading.'),
      transport('vessel_loaded', 'Loaded on the ship.'),
      transport('vessel_departed', 'The ship left the port of lading.'),
      transport('vessel_arrived', 'The ship arrived at the port of discharge.'),
      transport('vessel_berthed', 'The ship is alongside at the port of discharge.'),
      transport('vessel_discharged', 'Discharged at the port of discharge.'),
      transport('transshipment_arrived', 'Arrived at a transshipment port.'),
      transport('transshipment_discharged', 'Discharged at a transshipment port.'),
      transport('transshipment_loaded', 'Loaded at a transshipment port.'),
      transport('transshipment_departed', 'Left a transshipment port.'),
      transport('feeder_arrived', 'The feeder arrived.'),
      transport('feeder_discharged', 'Discharged from the feeder.'),
      transport('feeder_loaded', 'Loaded on the feeder.'),
      transport('feeder_departed', 'The feeder left.'),
      transport('rail_loaded', 'Loaded on the train.'),
      transport('rail_departed', 'The train left.'),
      transport('rail_arrived', 'The train arrived.'),
      transport('rail_unloaded', 'Unloaded from the train.'),
      transport('arrived_at_inland_destination', 'Arrived at the inland destination.'),
      transport('available', 'Available for pickup.'),
      transport('not_available', 'No longer available for pickup.'),
      transport('full_out', 'Picked up.'),
      transport('delivered', 'Delivered.'),
      transport('empty_in', 'The empty container was returned.'),
    ],
  },
  {
    slug: 'estimates',
    name: 'Estimates',
    events: [
      transport('estimated.vessel_departed', 'The estimated departure changed.'),
      transport('estimated.vessel_arrived', 'The estimated arrival of the ship changed.'),
      transport('estimated.arrived_at_inland_destination', 'The estimated arrival at the inland destination changed.'),
    ],
  },
  {
    slug: 'documents',
    name: 'Documents',
    events: [
      ['document.extracted', 'Data was extracted from a document.'],
      ['document.extraction_failed', 'No data could be extracted from a document.'],
    ],
  },
]

export const EVENT_NAMES: readonly string[] = EVENT_CATEGORIES.flatMap(({ events }) => events.map(([name]) => name))
