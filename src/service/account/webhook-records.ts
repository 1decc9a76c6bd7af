// Builds the records of webhooks and notifications, and the signed request that delivers a notification.
import type { Resource } from '../jsonapi/resource.ts'
import { formatIso } from '../world/calendar.ts'
import type { Address, IdKind, Ids } from '../world/ids.ts'
import type { Stored } from '../written/collection.ts'
import type { StoredNotification, StoredWebhook } from './stored.ts'
import { computeSignature } from '../signing.ts'
import type { Delivery } from '../outgoing.ts'

/** An id has too few bits for the row of every notification. After this many rows it uses the next generation. */
const ROWS_PER_GENERATION = 2 ** 18

/** Creates the id of a notification, or of a record that exists only in one. `row` is the row of the notification. */
export function createNotificationId(ids: Ids, kind: IdKind, row: number): string {
  return ids.create(kind, row % ROWS_PER_GENERATION, Math.floor(row / ROWS_PER_GENERATION))
}

export function getRowOfAddress({ slot, generation }: Address): number {
  return slot + generation * ROWS_PER_GENERATION
}

/** The version in notifications of document events. Other notifications have none. */
export const NOTIFICATION_VERSION = '2025-06-01'

export function buildWebhookRecord(ids: Ids, webhook: Stored<StoredWebhook>): Resource {
  const id = ids.create('webhook', webhook.row)
  return {
    type: 'webhook',
    id,
    attributes: {
      url: webhook.url,
      active: webhook.isActive,
      events: webhook.events,
      secret: webhook.secret,
      headers: webhook.headers,
      created_at: formatIso(webhook.createdMs),
    },
    links: { self: `/v2/webhooks/${id}` },
  }
}

export function isDocumentEvent(event: string): boolean {
  return event.startsWith('document.')
}

export function buildNotificationRecord(ids: Ids, notification: Stored<StoredNotification>): Resource {
  const { event, reference } = notification
  const isOfDocument = isDocumentEvent(event)
  return {
    type: 'webhook_notification',
    id: createNotificationId(ids, 'webhook_notification', notification.row),
    attributes: {
      event,
      delivery_status: notification.status,
      created_at: formatIso(notification.createdMs),
      ...(isOfDocument ? { version: NOTIFICATION_VERSION } : {}),
    },
    relationships: {
      webhook: { data: { type: 'webhook', id: ids.create('webhook', notification.webhook) } },
      [isOfDocument ? 'document' : 'reference_object']: { data: reference },
      webhook_notification_logs: { data: [] },
    },
  }
}

export const SIGNATURE_HEADER = 'X-T49-Webhook-Signature'
export const ACCEPTED_STATUSES: ReadonlySet<number> = new Set([200, 201, 202, 204])

type Receiver = Pick<StoredWebhook, 'url' | 'secret' | 'headers'>

export function createDelivery({ url, secret, headers }: Receiver, document: unknown): Delivery {
  const body = new TextEncoder().encode(JSON.stringify(document))
  const customHeaders = Object.fromEntries((headers ?? []).map(({ name, value }) => [name, value]))
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'tracking-service-webhook-bot',
      ...customHeaders,
      [SIGNATURE_HEADER]: computeSignature(secret, body),
    },
    body,
  }
}
