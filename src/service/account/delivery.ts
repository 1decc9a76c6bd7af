// The request to a webhook: the notification's bytes with a signature and the headers that its owner set.

import { signatureOf } from '../seal.ts'
import type { Delivery } from '../outgoing.ts'
import type { StoredWebhook } from './stored.ts'

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
