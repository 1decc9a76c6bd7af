// Which relations each type has and what they lead to: what `include` may name. A new type is a new
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
  rail_terminal: { port: ['port'], metro_area: ['metro_area'] },
  raw_event: {
    location: ['port', 'metro_area'],
    vessel: ['vessel'],
    terminal: ['terminal', 'rail_terminal'],
    container: ['container'],
  },
  estimated_event: { shipment: ['shipment'], port: ['port'], vessel: ['vessel'] },
  container_updated_event: { container: ['container'], shipment: ['shipment'], terminal: ['terminal'] },
  container_created_event: { container: ['container'], shipment: ['shipment'] },
  container_pod_terminal_changed_event: { container: ['container'], shipment: ['shipment'], terminal: ['terminal'] },
  webhook_notification: {
    webhook: ['webhook'],
    reference_object: [
      'transport_event',
      'tracking_request',
      'estimated_event',
      'container_updated_event',
      'container_created_event',
      'container_pod_terminal_changed_event',
    ],
    document: ['document'],
    webhook_notification_logs: ['webhook_notification_log'],
  },
  custom_field_definition: { account: ['account'], fields: ['custom_field'], options: ['custom_field_option'] },
  custom_field: {
    entity: ['shipment', 'container', 'tracking_request'],
    definition: ['custom_field_definition'],
    user: ['user'],
  },
  document: {
    account: ['account'],
    user: ['user'],
    email_submission: ['email_submission'],
    last_document_representation: ['document_representation'],
    // Another name for the one above.
    current_extraction: ['document_representation'],
    shipments: ['shipment'],
    cargos: ['container'],
  },
  email_submission: { account: ['account'], user: ['user'], documents: ['document'] },
}
