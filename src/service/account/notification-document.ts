// Builds the body of a webhook request: a notification with its related records. As in the live service, the event
// decides which records are included.
import { findIncluded } from '../jsonapi/include.ts'
import type { Records, Resource } from '../jsonapi/resource.ts'

export type NotificationDocument = { data: Resource; included?: Resource[]; links: { self: string } }

/** Paths to include, starting at the reference object. Null means that not even the reference object is included. */
function listIncludePaths(event: string): readonly string[] | null {
  if (/^container\.transport\.(available|not_available|delivered)$/.test(event)) return null
  if (event === 'tracking_request.succeeded') return ['tracked_object.containers']
  if (event === 'tracking_request.tracking_stopped') return ['tracked_object']
  if (event.startsWith('tracking_request.') || isIncludedAlone(event)) return []
  if (event === 'shipment.estimated.arrival') return ['shipment', 'port', 'vessel']
  if (event === 'container.updated') return ['container', 'shipment', 'terminal.port']
  if (event === 'container.created') return ['container', 'shipment']
  if (event === 'container.pod_terminal_changed') return ['container', 'shipment', 'terminal']
  if (event.startsWith('document.')) return ['email_submission', 'account', 'user', 'last_document_representation']
  return ['container', 'shipment', 'location', 'terminal', 'vessel']
}

/** Whether the event record is included without its relationships, and no other record with it. */
function isIncludedAlone(event: string): boolean {
  return /^container\.(transport\.estimated\.vessel_|pickup_appointment|pickup_lfd_terminal|pickup_lfd_rail)/.test(
    event,
  )
}

export function buildNotificationDocument(
  records: Records,
  notification: Resource,
  subject: Resource | null,
  baseUrl: string,
): NotificationDocument {
  const event = String(notification.attributes?.['event'])
  const paths = listIncludePaths(event)
  const links = { self: `${baseUrl}/webhook_notifications/${notification.id}` }
  if (paths === null || !subject) return { data: notification, links }
  if (isIncludedAlone(event))
    return {
      data: notification,
      included: [
        { type: subject.type, id: subject.id, ...(subject.attributes ? { attributes: subject.attributes } : {}) },
      ],
      links,
    }
  const others = findIncluded(
    records,
    [subject],
    subject.type,
    paths.map((path) => path.split('.')),
  )
  return { data: notification, included: [subject, ...others], links }
}
