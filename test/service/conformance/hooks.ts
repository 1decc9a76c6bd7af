// Creates clients whose service sends its events to a webhook, and collects the deliveries.
import { DAY, NOON, type Body, type Client } from './client.ts'
import { wrapData, HOOK_URL, type Delivery } from './scenario.ts'
import type { Services } from './services.ts'

/** `status` is the webhook's answer to each delivery; `silent` means no answer. `sent` has all deliveries. */
export type Hook = { status: number | 'silent'; sent: Delivery[] }

export function createListeningClient(
  services: Services,
  hook: Hook,
  options: { containers?: number; seed?: number } = {},
): Client {
  return services.createClient({
    ...options,
    post: ({ url, headers, body }) => {
      const text = new TextDecoder().decode(body)
      hook.sent.push({ url, headers, text, document: JSON.parse(text) as Body })
      return hook.status === 'silent'
        ? Promise.reject(new Error('connect ECONNREFUSED'))
        : Promise.resolve({ status: hook.status, headers: { server: 'x' }, body: 'thanks' })
    },
  })
}

export const registerWebhook = (client: Client, attributes: Record<string, unknown> = {}) =>
  client.send('POST', '/webhooks', wrapData('webhook', { url: HOOK_URL, active: true, ...attributes })).body.data
export const workUntil = (client: Client, worldMs: number, processMs = 0) => client.service.work({ processMs, worldMs })
export const getEvent = ({ document }: Delivery) => String(document.data.attributes['event'])

/** A cache, because all rows share the deliveries of two months in a world of fifty containers. */
const deliveriesByServices = new WeakMap<Services, Promise<readonly Delivery[]>>()
export function collectDeliveries(services: Services): Promise<readonly Delivery[]> {
  let deliveries = deliveriesByServices.get(services)
  if (!deliveries) {
    const hook: Hook = { status: 200, sent: [] }
    const client = createListeningClient(services, hook, { containers: 50, seed: 1 })
    registerWebhook(client)
    deliveries = (async () => {
      for (let days = 12; days <= 60; days += 12) await workUntil(client, NOON + days * DAY)
      return hook.sent
    })()
    deliveriesByServices.set(services, deliveries)
  }
  return deliveries
}
