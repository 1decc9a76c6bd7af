// A listener of webhooks, which records its deliveries.
import type { Delivery, Post } from '#service/outgoing.ts'
import { EVENT_NAMES } from '#service/endpoints/webhook-events.ts'
import type { Client, Resource } from './client.ts'

export const URL = 'https://hooks.example/in'
export const webhookBody = (attributes: object) => ({ data: { type: 'webhook', attributes } })

type Listener = { post: Post; received: Delivery[]; status: number | 'silent' }

export function startListener(): Listener {
  const own: Listener = {
    received: [],
    status: 200,
    post: (delivery) => {
      own.received.push(delivery)
      return own.status === 'silent'
        ? Promise.reject(new Error('connect ECONNREFUSED'))
        : Promise.resolve({ status: own.status, headers: {}, body: 'ok' })
    },
  }
  return own
}

export const register = (client: Client, attributes: object = {}): Resource =>
  client.send('POST', '/webhooks', webhookBody({ url: URL, active: true, events: EVENT_NAMES, ...attributes })).document
    .data
