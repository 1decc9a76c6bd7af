// The endpoints of notifications (specification 2.12, 4.2): those for webhooks, newest first, and examples.
import { buildNotificationDocument, type NotificationDocument } from '../account/notification-document.ts'
import { badParameter, unknownRecord } from '../jsonapi/errors.ts'
import { answerPage, readRow, readId } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'
import { EVENT_NAMES } from './webhook-events.ts'
import { isDocumentEvent, NOTIFICATION_VERSION } from '../account/webhook-records.ts'
import { type Identifier, type Resource, getLinkedIdentifiers } from '../jsonapi/resource.ts'
import { formatIso } from '../world/calendar.ts'

export const webhookNotificationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/webhook_notifications',
    answer: (context) => answerPage(context, 'webhook_notification', context.records.list('webhook_notification')),
  },
  { method: 'GET', path: '/webhook_notifications/examples', answer: answerExamples },
  { method: 'GET', path: '/webhook_notifications/{id}', answer: answerNotification },
]

function answerNotification(context: Context): Answer {
  const id = readId(context)
  const stored = context.account.notifications.get(readRow(context, 'webhook_notification', id))
  const record = context.records.find('webhook_notification', id)
  if (!stored || !record) throw unknownRecord('webhook notification', id)
  const subject = stored.news ?? context.records.find(stored.reference.type, stored.reference.id)
  return { document: buildNotificationDocument(context.records, record, subject, context.baseUrl) }
}

/** Answers a list, as in the schema of the specification. Without `event` it has one example of each event. */
function answerExamples(context: Context): Answer {
  const wanted = context.query.get('event')
  if (wanted !== null && !EVENT_NAMES.includes(wanted))
    throw badParameter('event', `${wanted} is not one of the events.`)
  const documents = (wanted === null ? EVENT_NAMES : [wanted]).flatMap((event) => createExample(context, event) ?? [])
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

/** Examples have id slots from here on, so that their ids differ from those of stored records. */
const EXAMPLE_SLOT = 500_000
const MAX_SEARCHED = 30

/**
 * Creates an example about a real container of this world, so that a client can request the records that it names. If
 * the event has not happened yet, the subject is an invented record of the same form. Null if the world is empty.
 */
export function createExample(context: Context, event: string): NotificationDocument | null {
  const subject = findSubject(context, event)
  if (!subject) return null
  const { world, worldMs, baseUrl, records } = context
  const number = EVENT_NAMES.indexOf(event)
  const reference: Identifier = { type: subject.type, id: subject.id }
  const isOfDocument = isDocumentEvent(event)
  const data: Resource = {
    type: 'webhook_notification',
    id: world.ids.create('webhook_notification', EXAMPLE_SLOT + number),
    attributes: {
      event,
      delivery_status: 'pending',
      created_at: formatIso(worldMs),
      ...(isOfDocument ? { version: NOTIFICATION_VERSION } : {}),
    },
    relationships: {
      webhook: { data: { type: 'webhook', id: world.ids.create('webhook', EXAMPLE_SLOT) } },
      [isOfDocument ? 'document' : 'reference_object']: { data: reference },
      webhook_notification_logs: { data: [] },
    },
  }
  return buildNotificationDocument(records, data, subject, baseUrl)
}

function findSubject(context: Context, event: string): Resource | null {
  const { records, world, worldMs } = context
  const containers = records.list('container').slice(0, MAX_SEARCHED)
  const [container] = containers
  if (!container) return null
  const createExampleId = (kind: Parameters<typeof world.ids.create>[0]) =>
    world.ids.create(kind, EXAMPLE_SLOT + EVENT_NAMES.indexOf(event))
  const related = {
    container: { data: { type: 'container', id: container.id } },
    shipment: { data: getLinkedIdentifiers(container.relationships?.['shipment'])[0] ?? null },
    terminal: { data: getLinkedIdentifiers(container.relationships?.['pod_terminal'])[0] ?? null },
  }
  const stamp = { timestamp: formatIso(worldMs), timezone: container.attributes?.['pod_timezone'] ?? null }
  if (event.startsWith('tracking_request.')) return findRequestExample(context, event)
  if (isDocumentEvent(event))
    return createDocumentExample(context, createExampleId('document'), event === 'document.extracted')
  if (event === 'shipment.estimated.arrival')
    return createEstimateExample(context, createExampleId('estimated_event'), related.shipment.data)
  if (event === 'container.created')
    return {
      type: 'container_created_event',
      id: createExampleId('container_created_event'),
      attributes: stamp,
      relationships: { container: related.container, shipment: related.shipment },
    }
  if (event === 'container.updated') {
    return {
      type: 'container_updated_event',
      id: createExampleId('container_updated_event'),
      attributes: { changeset: { available_for_pickup: [false, true] }, ...stamp, data_source: 'terminal' },
      relationships: related,
    }
  }
  if (event === 'container.pod_terminal_changed') {
    return {
      type: 'container_pod_terminal_changed_event',
      id: createExampleId('container_pod_terminal_changed_event'),
      attributes: { timestamp: stamp.timestamp, data_source: 'terminal' },
      relationships: related,
    }
  }
  const events = containers.flatMap((candidate) => records.listRelated('transport_event', 'container', candidate.id))
  const real = events.find((candidate) => candidate.attributes?.['event'] === event)
  const [model] = events
  if (real ?? !model) return real ?? null
  return { ...model, id: createExampleId('transport_event'), attributes: { ...model.attributes, event } }
}

function findRequestExample({ records }: Context, event: string): Resource | null {
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

function createDocumentExample(context: Context, id: string, isExtracted: boolean): Resource {
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
      created_at: formatIso(worldMs),
      updated_at: formatIso(worldMs),
    },
    relationships: {
      account: { data: { type: 'account', id: world.ids.create('account', 0) } },
      user: { data: { type: 'user', id: world.ids.create('user', 0) } },
      email_submission: { data: null },
      last_document_representation: { data: null },
    },
    links: { self: `/documents/${id}`, download: `/documents/${id}/download_url` },
  }
}

function createEstimateExample({ records, worldMs }: Context, id: string, shipment: Identifier | null): Resource {
  const record = shipment && records.find('shipment', shipment.id)
  return {
    type: 'estimated_event',
    id,
    attributes: {
      created_at: formatIso(worldMs),
      estimated_timestamp: record?.attributes?.['pod_eta_at'] ?? null,
      event: 'shipment.estimated.arrival',
      location_locode: record?.attributes?.['port_of_discharge_locode'] ?? null,
      timezone: record?.attributes?.['pod_timezone'] ?? null,
      voyage_number: record?.attributes?.['pod_voyage_number'] ?? null,
      data_source: 'shipping_line',
    },
    relationships: {
      shipment: { data: shipment },
      port: { data: getLinkedIdentifiers(record?.relationships?.['port_of_discharge'])[0] ?? null },
      vessel: { data: null },
    },
  }
}
