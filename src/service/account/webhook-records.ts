// Webhooks and notifications as records, and the signed request that delivers a notification.
import type { Resource } from '../jsonapi/resource.ts'
import { isoOf } from '../world/calendar.ts'
import type { Address, IdKind, Ids } from '../world/ids.ts'
import type { Stored } from '../written/collection.ts'
import type { StoredNotification, StoredWebhook } from './stored.ts'
import { signatureOf } from '../signing.ts'
import type { Delivery } from '../outgoing.ts'

/** There are many notifications: after this many rows, ids continue in the next generation. */
const ROWS_A_GENERATION = 2 ** 18

export function idOfNews(ids: Ids, kind: IdKind, row: number): string {
  return ids.of(kind, row % ROWS_A_GENERATION, Math.floor(row / ROWS_A_GENERATION))
}

export function rowAt({ slot, generation }: Address): number {
  return slot + generation * ROWS_A_GENERATION
}

/** Only document events have a version. */
export const NOTIFICATION_VERSION = '2025-06-01'

export function webhookRecord(ids: Ids, webhook: Stored<StoredWebhook>): Resource {
  const id = ids.of('webhook', webhook.row)
  return {
    type: 'webhook',
    id,
    attributes: {
      url: webhook.url,
      active: webhook.isActive,
      events: webhook.events,
      secret: webhook.secret,
      headers: webhook.headers,
      created_at: isoOf(webhook.createdMs),
    },
    links: { self: `/v2/webhooks/${id}` },
  }
}

export function isDocumentEvent(event: string): boolean {
  return event.startsWith('document.')
}

export function notificationRecord(ids: Ids, notification: Stored<StoredNotification>): Resource {
  const { event, reference } = notification
  const isOfDocument = isDocumentEvent(event)
  return {
    type: 'webhook_notification',
    id: idOfNews(ids, 'webhook_notification', notification.row),
    attributes: {
      event,
      delivery_status: notification.status,
      created_at: isoOf(notification.createdMs),
      ...(isOfDocument ? { version: NOTIFICATION_VERSION } : {}),
    },
    relationships: {
      webhook: { data: { type: 'webhook', id: ids.of('webhook', notification.webhook) } },
      [isOfDocument ? 'document' : 'reference_object']: { data: reference },
      webhook_notification_logs: { data: [] },
    },
  }
}

export const SIGNATURE_HEADER = 'X-T49-Webhook-Signature'
export const ACCEPTED_STATUSES: ReadonlySet<number> = new Set([200, 201, 202, 204])

type Receiver = Pick<StoredWebhook, 'url' | 'secret' | 'headers'>

export function deliveryOf({ url, secret, headers }: Receiver, document: unknown): Delivery {
  const body = new TextEncoder().encode(JSON.stringify(document))
  const own = Object.fromEntries((headers ?? []).map(({ name, value }) => [name, value]))
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'tracking-service-webhook-bot',
      ...own,
      [SIGNATURE_HEADER]: signatureOf(secret, body),
    },
    body,
  }
}
