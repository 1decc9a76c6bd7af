// Which relations each type has and what they lead to: what `include` may name (service facts 1.4). A new type is a new
// row here.

export const RELATIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  container: {
    shipment: ['shipment'],
    pickup_facility: ['terminal'],
    pod_terminal: ['terminal'],
    transport_events: ['transport_event'],
    raw_events: ['raw_event'],
  },
  shipment: {
    containers: ['container'],
    port_of_lading: ['port'],
    port_of_discharge: ['port'],
    pod_terminal: ['terminal'],
    destination: ['port', 'metro_area'],
    destination_terminal: ['terminal', 'rail_terminal'],
    line_tracking_stopped_by_user: ['user'],
  },
  tracking_request: { tracked_object: ['shipment'], customer: ['party'], user: ['user'] },
  transport_event: {
    shipment: ['shipment'],
    container: ['container'],
    location: ['port', 'metro_area'],
    vessel: ['vessel'],
    terminal: ['terminal', 'rail_terminal'],
    previous_version: ['transport_event'],
  },
  terminal: { port: ['port'] },
  port: { terminals: ['terminal'] },
}
