// Checks the deliveries to webhooks: signature, retries, deactivation, and order (specification 6.1).
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { DAY, HOUR, listLinked, MINUTE, NOON, getText } from './client.ts'
import { wrapData, HOOK_URL } from './scenario.ts'
import type { Row } from './row.ts'
import { instant, uuid } from './shapes.ts'
import { type Hook, createListeningClient, registerWebhook, workUntil, getEvent } from './hooks.ts'

const rule = (what: string, check: Row['check']): Row => ({ section: '6.1', kind: 'rule', what, check })

export const deliveryRows: readonly Row[] = [
  rule('a delivery is a POST of a webhook_notification with its subject in included', async (services) => {
    const { deliveries } = await services.scenario()
    for (const { url, document } of deliveries) {
      assert.deepEqual(
        [
          url,
          document.data.type,
          uuid(document.data.id),
          instant(document.data.attributes['created_at']),
          document.data.attributes['delivery_status'],
        ],
        [HOOK_URL, 'webhook_notification', null, null, 'pending'],
      )
      const subject = listLinked(document.data, 'reference_object')[0] ?? listLinked(document.data, 'document')[0]
      if ('included' in document)
        assert.deepEqual([document.included[0]?.type, document.included[0]?.id], [subject?.type, subject?.id])
      assert.equal(document.links['self'], `http://127.0.0.1:4949/v2/webhook_notifications/${document.data.id}`)
    }
  }),
  rule('it is signed: hex HMAC-SHA256 of the raw body under the webhook’s secret', async (services) => {
    const { deliveries, webhook } = await services.scenario()
    for (const { headers, text } of deliveries)
      assert.deepEqual(headers, {
        'Content-Type': 'application/json',
        'User-Agent': 'tracking-service-webhook-bot',
        'X-Team': 'Blue',
        'X-T49-Webhook-Signature': createHmac('sha256', getText(webhook, 'secret')!).update(text).digest('hex'),
      })
  }),
  rule('one notification per container and event, each sent once, newest first in the list', async (services) => {
    const { deliveries, client, worldMs } = await services.scenario()
    const keys = deliveries.map(
      ({ document }) =>
        `${String(document.data.attributes['event'])} ${JSON.stringify(document.data.relationships['reference_object'] ?? document.data.relationships['document'])}`,
    )
    assert.equal(new Set(keys).size, keys.length)
    const listed = client.listAll('/webhook_notifications', worldMs)
    assert.deepEqual([...listed.map(({ id }) => id)].sort(), deliveries.map(({ document }) => document.data.id).sort())
    const createdTimes = listed.map((record) => getText(record, 'created_at')!)
    assert.deepEqual(
      createdTimes.filter((createdAt) => createdAt > '2026-11-20T17:01'),
      createdTimes
        .filter((createdAt) => createdAt > '2026-11-20T17:01')
        .toSorted()
        .toReversed(),
    )
  }),
  rule('no event from before the webhook was created, and none that it did not choose', async (services) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = createListeningClient(services, hook)
    registerWebhook(client, { events: ['container.transport.vessel_arrived', 'container.updated'] })
    await workUntil(client, NOON + 5 * DAY)
    assert.deepEqual(
      new Set(hook.sent.map(getEvent)),
      new Set(['container.transport.vessel_arrived', 'container.updated']),
    )
    assert.ok(hook.sent.every(({ document }) => getText(document.data, 'created_at')! > '2026-11-20T17:00:00Z'))
  }),
  rule('a webhook that is switched off gets nothing, and missed events are not sent later', async (services) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = createListeningClient(services, hook)
    const { id } = registerWebhook(client, { active: false })
    await workUntil(client, NOON + DAY)
    client.send('PATCH', `/webhooks/${id}`, wrapData('webhook', { active: true }), NOON + DAY)
    await workUntil(client, NOON + DAY)
    assert.deepEqual(hook.sent.map(getEvent), [])
    await workUntil(client, NOON + 3 * DAY)
    assert.ok(
      hook.sent.length > 0 &&
        hook.sent.every(({ document }) => getText(document.data, 'created_at')! > '2026-11-21T17:00:00Z'),
    )
  }),
  rule('a webhook that was deleted gets nothing', async (services) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = createListeningClient(services, hook)
    const { id } = registerWebhook(client)
    client.send('DELETE', `/webhooks/${id}`)
    await workUntil(client, NOON + DAY)
    assert.deepEqual([hook.sent, client.send('GET', `/webhooks/${id}`).status], [[], 404])
  }),
  rule('shipments whose tracking was stopped send nothing', async (services) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = createListeningClient(services, hook)
    registerWebhook(client, { events: ['container.updated', 'container.transport.vessel_arrived'] })
    for (const { id } of client.listAll('/shipments')) client.send('PATCH', `/shipments/${id}/stop_tracking`)
    await workUntil(client, NOON + 2 * DAY)
    assert.deepEqual(hook.sent, [])
  }),
  ...[200, 201, 202, 204].map((status): Row => ({
    section: '6.1',
    kind: 'value',
    what: `${status} counts as delivered: delivery_status succeeded`,
    check: async (services) => {
      const hook: Hook = { status, sent: [] }
      const client = createListeningClient(services, hook)
      registerWebhook(client, { events: ['container.updated'] })
      await workUntil(client, NOON + DAY)
      await workUntil(client, NOON + DAY, DAY)
      const statuses = client
        .listAll('/webhook_notifications', NOON + DAY)
        .map(({ attributes }) => attributes['delivery_status'])
      assert.deepEqual([new Set(statuses), hook.sent.length], [new Set(['succeeded']), statuses.length])
    },
  })),
  ...([203, 301, 404, 500, 'silent'] as const).map((status): Row => ({
    section: '6.1',
    kind: 'value',
    what: `${status} counts as failed: pending, retried twelve times, then failed`,
    check: async (services) => {
      const hook: Hook = { status, sent: [] }
      const client = createListeningClient(services, hook, { containers: 12 })
      registerWebhook(client, { events: ['tracking_request.failed'] })
      client.send(
        'POST',
        '/tracking_requests',
        wrapData('tracking_request', {
          request_type: 'bill_of_lading',
          request_number: 'TEST-TR-FAILED',
          scac: 'TEST',
        }),
      )
      const sentSeconds: number[] = []
      const readStatuses = () =>
        client.listAll('/webhook_notifications', NOON + MINUTE).map(({ attributes }) => attributes['delivery_status'])
      for (let seconds = 0; sentSeconds.length < 13 && seconds < 60 * 3600; seconds += 5) {
        const countBefore = hook.sent.length
        await workUntil(client, NOON + MINUTE, seconds * 1000)
        if (hook.sent.length > countBefore) sentSeconds.push(seconds)
        if (sentSeconds.length === 12 && hook.sent.length > countBefore) assert.deepEqual(readStatuses(), ['pending'])
      }
      assert.deepEqual(
        sentSeconds.slice(1).map((sentSecond, index) => sentSecond - sentSeconds[index]!),
        [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600],
      )
      assert.deepEqual(readStatuses(), ['failed'])
      await workUntil(client, NOON + MINUTE, 10 * DAY)
      assert.equal(hook.sent.length, 13)
    },
  })),
  rule(
    'five failed notifications in a row deactivate the webhook; after activation the count starts again',
    async (services) => {
      const hook: Hook = { status: 500, sent: [] }
      const client = createListeningClient(services, hook, { containers: 12 })
      const { id } = registerWebhook(client, { events: ['tracking_request.failed'] })
      const requestTracking = (letter: string) =>
        client.send(
          'POST',
          '/tracking_requests',
          wrapData('tracking_request', {
            request_type: 'bill_of_lading',
            request_number: `TEST-TR-${letter}`,
            scac: 'TEST',
          }),
        )
      const workUntilFailed = async (fromHour: number) => {
        for (let hour = fromHour; hour < fromHour + 14; hour += 1) await workUntil(client, NOON + MINUTE, hour * HOUR)
      }
      for (const letter of ['A', 'B', 'C', 'D']) requestTracking(letter)
      await workUntilFailed(0)
      assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], true)
      for (const letter of ['E', 'F'])
        client.send(
          'POST',
          '/tracking_requests',
          wrapData('tracking_request', {
            request_type: 'bill_of_lading',
            request_number: `TEST-TR-${letter}`,
            scac: 'TEST',
          }),
          NOON + MINUTE,
        )
      for (let hour = 20; hour < 34; hour += 1) await workUntil(client, NOON + 2 * MINUTE, hour * HOUR)
      assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], false)
      client.send('PATCH', `/webhooks/${id}`, wrapData('webhook', { active: true }), NOON + 2 * MINUTE)
      client.send(
        'POST',
        '/tracking_requests',
        wrapData('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-G', scac: 'TEST' }),
        NOON + 2 * MINUTE,
      )
      for (let hour = 40; hour < 54; hour += 1) await workUntil(client, NOON + 3 * MINUTE, hour * HOUR)
      assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], true)
      // The failures before the activation do not count. These are only the second to the fourth after it.
      for (const letter of ['H', 'I', 'J'])
        client.send(
          'POST',
          '/tracking_requests',
          wrapData('tracking_request', {
            request_type: 'bill_of_lading',
            request_number: `TEST-TR-${letter}`,
            scac: 'TEST',
          }),
          NOON + 3 * MINUTE,
        )
      for (let hour = 60; hour < 74; hour += 1) await workUntil(client, NOON + 4 * MINUTE, hour * HOUR)
      assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], true)
    },
  ),
  rule('the trigger sends an example and returns the answer', async (services) => {
    const hook: Hook = { status: 202, sent: [] }
    const client = createListeningClient(services, hook)
    const response = client.service.handle(
      {
        method: 'POST',
        url: '/v2/webhooks/trigger',
        headers: { authorization: 'Token conformance-key' },
        body: new TextEncoder().encode(
          JSON.stringify({ url: HOOK_URL, event: 'container.transport.vessel_arrived', secret: 'shh' }),
        ),
      },
      { processMs: 0, worldMs: NOON },
    )
    const answer = JSON.parse(new TextDecoder().decode((await response.later)!.body)) as Record<string, unknown>
    const [sent] = hook.sent
    assert.deepEqual(answer, {
      url: HOOK_URL,
      succeeded: true,
      status_code: 202,
      request_headers: sent!.headers,
      request_body: sent!.text,
      response_headers: { server: 'x' },
      response_body: 'thanks',
    })
    assert.deepEqual(
      [getEvent(sent!), sent!.headers['X-T49-Webhook-Signature']],
      ['container.transport.vessel_arrived', createHmac('sha256', 'shh').update(sent!.text).digest('hex')],
    )
  }),
  rule('the trigger returns an error if there is no record for an example', (services) => {
    const client = createListeningClient(services, { status: 200, sent: [] }, { containers: 0 })
    const { status, body } = client.send('POST', '/webhooks/trigger', { url: HOOK_URL, event: 'container.updated' })
    assert.deepEqual(
      [status, body.errors.map(({ code, source }) => ({ code, source }))],
      [422, [{ code: 'invalid', source: undefined }]],
    )
  }),
  rule('the trigger returns its failure, and why there was no answer', async (services) => {
    for (const [status, expected] of [
      [500, { succeeded: false, status_code: 500 }],
      ['silent', { succeeded: false, error: 'connect ECONNREFUSED' }],
    ] as const) {
      const client = createListeningClient(services, { status, sent: [] })
      const response = client.service.handle(
        {
          method: 'POST',
          url: '/v2/webhooks/trigger',
          headers: { authorization: 'Token conformance-key' },
          body: new TextEncoder().encode(JSON.stringify({ url: HOOK_URL, event: 'container.updated' })),
        },
        { processMs: 0, worldMs: NOON },
      )
      const answer = JSON.parse(new TextDecoder().decode((await response.later)!.body)) as Record<string, unknown>
      for (const [name, value] of Object.entries(expected)) assert.equal(answer[name], value)
    }
  }),
]
