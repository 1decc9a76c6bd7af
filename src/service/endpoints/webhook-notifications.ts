// Notifications that were sent to webhooks, newest first, and examples (specification 2.12, 4.2).
import { notificationDocument, type NotificationDocument } from '../account/notification-document.ts'
import { badParameter, unknownRecord } from '../jsonapi/errors.ts'
import { pageAnswer, rowOf, idIn } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'
import { EVENT_NAMES } from './webhook-events.ts'
import { isDocumentEvent, NOTIFICATION_VERSION } from '../account/webhook-records.ts'
import { type Identifier, type Resource, linkedIdentifiers } from '../jsonapi/resource.ts'
import { isoOf } from '../world/calendar.ts'

export const webhookNotificationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/webhook_notifications',
    answer: (context) => pageAnswer(context, 'webhook_notification', context.records.list('webhook_notification')),
  },
  { method: 'GET', path: '/webhook_notifications/examples', answer: examples },
  { method: 'GET', path: '/webhook_notifications/{id}', answer: answerNotification },
]

function answerNotification(context: Context): Answer {
  const id = idIn(context)
  const stored = context.account.notifications.get(rowOf(context, 'webhook_notification', id))
  const record = context.records.find('webhook_notification', id)
  if (!stored || !record) throw unknownRecord('webhook notification', id)
  const subject = stored.news ?? context.records.find(stored.reference.type, stored.reference.id)
  return { document: notificationDocument(context.records, record, subject, context.baseUrl) }
}

/** A list, as in the schema; without `event`, one example for each event. */
function examples(context: Context): Answer {
  const wanted = context.query.get('event')
  if (wanted !== null && !EVENT_NAMES.includes(wanted))
    throw badParameter('event', `${wanted} is not one of the events.`)
  const documents = (wanted === null ? EVENT_NAMES : [wanted]).flatMap((event) => exampleOf(context, event) ?? [])
  const included = new Map(
    documents.flatMap((document) => document.included ?? []).map((record) => [`${record.type} ${record.id}`, record]),
  )
  return {
    document: {
      data: documents.map(({ data }) => data),
      included: [...included.values()],
      links: { self: context.url },
    },
  }
}

/** Above all rows that clients can create. */
const EXAMPLE_SLOT = 500_000
const MAX_SEARCHED = 30

/**
 * An example about a container of this world, so that its references can be requested. If there was no such event, it
 * has a made record of the right form. Null if the world is empty.
 */
export function exampleOf(context: Context, event: string): NotificationDocument | null {
  const subject = subjectOf(context, event)
  if (!subject) return null
  const { world, worldMs, baseUrl, records } = context
  const number = EVENT_NAMES.indexOf(event)
  const reference: Identifier = { type: subject.type, id: subject.id }
  const isOfDocument = isDocumentEvent(event)
  const data: Resource = {
    type: 'webhook_notification',
    id: world.ids.of('webhook_notification', EXAMPLE_SLOT + number),
    attributes: {
      event,
      delivery_status: 'pending',
      created_at: isoOf(worldMs),
      ...(isOfDocument ? { version: NOTIFICATION_VERSION } : {}),
    },
    relationships: {
      webhook: { data: { type: 'webhook', id: world.ids.of('webhook', EXAMPLE_SLOT) } },
      [isOfDocument ? 'document' : 'reference_object']: { data: reference },
      webhook_notification_logs: { data: [] },
    },
  }
  return notificationDocument(records, data, subject, baseUrl)
}

function subjectOf(context: Context, event: string): Resource | null {
  const { records, world, worldMs } = context
  const containers = records.list('container').slice(0, MAX_SEARCHED)
  const [container] = containers
  if (!container) return null
  const id = (kind: Parameters<typeof world.ids.of>[0]) => world.ids.of(kind, EXAMPLE_SLOT + EVENT_NAMES.indexOf(event))
  const related = {
    container: { data: { type: 'container', id: container.id } },
    shipment: { data: linkedIdentifiers(container.relationships?.['shipment'])[0] ?? null },
    terminal: { data: linkedIdentifiers(container.relationships?.['pod_terminal'])[0] ?? null },
  }
  const stamp = { timestamp: isoOf(worldMs), timezone: container.attributes?.['pod_timezone'] ?? null }
  if (event.startsWith('tracking_request.')) return requestFor(context, event)
  if (isDocumentEvent(event)) return documentExample(context, id('document'), event === 'document.extracted')
  if (event === 'shipment.estimated.arrival')
    return estimateExample(context, id('estimated_event'), related.shipment.data)
  if (event === 'container.created')
    return {
      type: 'container_created_event',
      id: id('container_created_event'),
      attributes: stamp,
      relationships: { container: related.container, shipment: related.shipment },
    }
  if (event === 'container.updated') {
    return {
      type: 'container_updated_event',
      id: id('container_updated_event'),
      attributes: { changeset: { available_for_pickup: [false, true] }, ...stamp, data_source: 'terminal' },
      relationships: related,
    }
  }
  if (event === 'container.pod_terminal_changed') {
    return {
      type: 'container_pod_terminal_changed_event',
      id: id('container_pod_terminal_changed_event'),
      attributes: { timestamp: stamp.timestamp, data_source: 'terminal' },
      relationships: related,
    }
  }
  const events = containers.flatMap((candidate) => records.belonging('transport_event', 'container', candidate.id))
  const real = events.find((candidate) => candidate.attributes?.['event'] === event)
  const [model] = events
  if (real ?? !model) return real ?? null
  return { ...model, id: id('transport_event'), attributes: { ...model.attributes, event } }
}

function requestFor({ records }: Context, event: string): Resource | null {
  const wanted =
    {
      'tracking_request.succeeded': 'created',
      'tracking_request.failed': 'failed',
      'tracking_request.awaiting_manifest': 'awaiting_manifest',
    }[event] ?? 'tracking_stopped'
  const requests = records.list('tracking_request').slice(0, 200)
  const real = requests.find((request) => request.attributes?.['status'] === wanted)
  const [model] = requests
  if (real || !model) return real ?? null
  const isFound = wanted === 'created' || wanted === 'tracking_stopped'
  return {
    ...model,
    attributes: { ...model.attributes, status: wanted, failed_reason: wanted === 'failed' ? 'not_found' : null },
    relationships: { ...model.relationships, ...(isFound ? {} : { tracked_object: { data: null } }) },
  }
}

function documentExample(context: Context, id: string, isExtracted: boolean): Resource {
  const { world, worldMs } = context
  return {
    type: 'document',
    id,
    attributes: {
      name: 'Invoice 1027.pdf',
      document_type: isExtracted ? 'commercial_invoice' : null,
      source: 'upload',
      file_name: 'Invoice 1027.pdf',
      file_content_type: 'application/pdf',
      file_size_bytes: 48_213,
      created_at: isoOf(worldMs),
      updated_at: isoOf(worldMs),
    },
    relationships: {
      account: { data: { type: 'account', id: world.ids.of('account', 0) } },
      user: { data: { type: 'user', id: world.ids.of('user', 0) } },
      email_submission: { data: null },
      last_document_representation: { data: null },
    },
    links: { self: `/documents/${id}`, download: `/documents/${id}/download_url` },
  }
}

function estimateExample({ records, worldMs }: Context, id: string, shipment: Identifier | null): Resource {
  const record = shipment && records.find('shipment', shipment.id)
  return {
    type: 'estimated_event',
    id,
    attributes: {
      created_at: isoOf(worldMs),
      estimated_timestamp: record?.attributes?.['pod_eta_at'] ?? null,
      event: 'shipment.estimated.arrival',
      location_locode: record?.attributes?.['port_of_discharge_locode'] ?? null,
      timezone: record?.attributes?.['pod_timezone'] ?? null,
      voyage_number: record?.attributes?.['pod_voyage_number'] ?? null,
      data_source: 'shipping_line',
    },
    relationships: {
      shipment: { data: shipment },
      port: { data: linkedIdentifiers(record?.relationships?.['port_of_discharge'])[0] ?? null },
      vessel: { data: null },
    },
  }
}
