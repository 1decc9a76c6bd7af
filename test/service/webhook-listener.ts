// A webhook listener that records its deliveries.
import type { Delivery, Post } from '#service/outgoing.ts'
import { EVENT_NAMES } from '#service/endpoints/webhook-events.ts'
import type { Client, Resource } from './client.ts'

export const WEBHOOK_URL = 'https://hooks.example/in'
export const createWebhookBody = (attributes: object) => ({ data: { type: 'webhook', attributes } })

type Listener = { post: Post; received: Delivery[]; status: number | 'silent' }

export function startListener(): Listener {
  const listener: Listener = {
    received: [],
    status: 200,
    post: (delivery) => {
      listener.received.push(delivery)
      return listener.status === 'silent'
        ? Promise.reject(new Error('connect ECONNREFUSED'))
        : Promise.resolve({ status: listener.status, headers: {}, body: 'ok' })
    },
  }
  return listener
}

export const registerWebhook = (client: Client, attributes: object = {}): Resource =>
  client.send(
    'POST',
    '/webhooks',
    createWebhookBody({ url: WEBHOOK_URL, active: true, events: EVENT_NAMES, ...attributes }),
  ).document.data
