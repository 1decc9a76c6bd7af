// Webhooks: management, notifications and the trigger.
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EVENT_NAMES } from '#service/endpoints/webhook-events.ts'
import { listCheckTimes } from '#service/world/webhook-events.ts'
import { createClient, DAY, HOUR, NOON, readText, type Client, type ListDocument, type Resource } from './client.ts'
import { createWebhookBody, WEBHOOK_URL, registerWebhook, startListener } from './webhook-listener.ts'

describe('management', () => {
  const client = createClient()

  test('a webhook is created with a secret, read, changed, listed and deleted', () => {
    const created = client.send(
      'POST',
      '/webhooks',
      createWebhookBody({
        url: WEBHOOK_URL,
        active: true,
        events: ['container.updated'],
        headers: [{ name: 'x-team', value: 'Blue' }],
      }),
    )
    expect(created.status).toBe(201)
    expect(created.document.data.attributes).toEqual({
      url: WEBHOOK_URL,
      active: true,
      events: ['container.updated'],
      secret: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      headers: [{ name: 'X-Team', value: 'Blue' }],
      created_at: '2026-11-20T17:00:00Z',
    })
    const path = `/webhooks/${created.document.data.id}`
    const { secret } = created.document.data.attributes
    expect(client.send('PATCH', path, createWebhookBody({ active: false })).document.data.attributes).toMatchObject({
      active: false,
      secret,
      events: ['container.updated'],
    })
    expect(client.list('/webhooks').data.map(({ id }) => id)).toEqual([created.document.data.id])
    expect(client.sendRaw('DELETE', `/v2${path}`)).toMatchObject({ status: 200, body: new Uint8Array() })
    expect(client.sendRaw('GET', `/v2${path}`).status).toBe(404)
  })

  test.each([
    ['url', { url: 'http://elsewhere.example/x' }],
    ['url', { url: 'not an address' }],
    ['active', { active: 'yes' }],
    ['events', { events: [] }],
    ['events', { events: ['container.painted'] }],
    ['headers', { headers: [{ name: 'X-A\r\nX-B', value: 'x' }] }],
    ['headers', { headers: [{ name: 'X-A', value: 'x\r\nX-B: y' }] }],
  ])('a wrong %s is refused', (name, changes) => {
    const { status, document } = client.send(
      'POST',
      '/webhooks',
      createWebhookBody({ url: WEBHOOK_URL, active: true, events: EVENT_NAMES, ...changes }),
    )
    expect(status).toBe(422)
    expect(document.errors[0]!.source).toEqual({ pointer: `/data/attributes/${name}` })
  })

  test('there are 43 events in categories, without those of features the account does not have', () => {
    const listEventNames = (reader: Client) =>
      reader
        .list('/webhooks/events')
        .data.flatMap(({ attributes }) => (attributes['events'] as { name: string }[]).map(({ name }) => name))
    expect(new Set(listEventNames(client)).size).toBe(43)
    expect(listEventNames(createClient({ features: new Set(['webhooks']) }))).not.toContain(
      'container.pickup_lfd_rail.changed',
    )
    expect(createClient({ features: new Set() }).sendRaw('GET', '/v2/webhooks').status).toBe(403)
  })

  test('the source addresses of deliveries are plain JSON', () => {
    const response = client.sendRaw('GET', '/v2/webhooks/ips')
    expect(response.headers['content-type']).toBe('application/json')
    expect(JSON.parse(readText(response))).toMatchObject({ webhook_notification_ips: ['127.0.0.1'] })
  })
})

test('for a long time span only the newest 200 checks are reported', () => {
  const checks = listCheckTimes(
    { firstMs: NOON, everyMs: HOUR, endMs: Infinity, outage: null },
    { fromMs: NOON, toMs: NOON + 1000 * HOUR },
  )
  expect([checks.length, checks[0], checks.at(-1)]).toEqual([200, NOON + 801 * HOUR, NOON + 1000 * HOUR])
  expect(
    listCheckTimes(
      { firstMs: NOON, everyMs: HOUR, endMs: Infinity, outage: null },
      { fromMs: NOON, toMs: NOON + 2 * HOUR },
    ),
  ).toEqual([NOON + HOUR, NOON + 2 * HOUR])
})

describe('notifications', () => {
  test('are listed newest first also if nothing can be sent, and read one by one with their records', () => {
    const client = createClient()
    registerWebhook(client)
    const at = NOON + 3 * DAY
    const all = client.listAll('/webhook_notifications', at)
    const createdTimes = all.map(({ attributes }) => String(attributes['created_at']))
    expect(createdTimes.length).toBeGreaterThan(10)
    expect(createdTimes).toEqual(createdTimes.toSorted().toReversed())
    expect(all[0]!.attributes['delivery_status']).toBe('pending')
    const update = all.find(({ attributes }) => attributes['event'] === 'container.updated')!
    const listed = client.list('/webhook_notifications?page[size]=100&include=reference_object', at)
    expect(listed.included.map(({ id }) => id)).toContain(
      (update.relationships['reference_object']!.data as Resource).id,
    )
    expect(client.get(`/webhook_notifications/${update.id}`, at).included[0]).toMatchObject({
      type: 'container_updated_event',
      id: (update.relationships['reference_object']!.data as Resource).id,
    })
    expect(client.sendRaw('GET', '/v2/webhook_notifications/x').status).toBe(404)
  })

  test('survive a restart: none is sent twice, and none is lost', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-webhooks-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const firstClient = createClient({ dataDir })
    registerWebhook(firstClient)
    const notificationsBefore = firstClient.listAll('/webhook_notifications', NOON + 2 * DAY)
    firstClient.service.close()
    const after = createClient({ dataDir, startMs: NOON + 4 * DAY }).listAll('/webhook_notifications', NOON + 4 * DAY)
    const uninterruptedClient = createClient()
    registerWebhook(uninterruptedClient)
    const listContents = (records: readonly Resource[]) =>
      records.map(({ attributes, relationships }) => [
        attributes['event'],
        attributes['created_at'],
        relationships['reference_object'],
      ])
    expect(listContents(after)).toEqual(
      listContents(uninterruptedClient.listAll('/webhook_notifications', NOON + 4 * DAY)),
    )
    expect(after.slice(-notificationsBefore.length)).toEqual(notificationsBefore)
  })

  const client = createClient()

  test.each([...EVENT_NAMES])('%s has an example', (event) => {
    const { data, included } = client.get(`/webhook_notifications/examples?event=${event}`) as unknown as ListDocument
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ type: 'webhook_notification', attributes: { event } })
    const reference = data[0]!.relationships[event.startsWith('document.') ? 'document' : 'reference_object']!
      .data as Resource
    if (included.length > 0) expect(included.map(({ id }) => id)).toContain(reference.id)
  })

  test('without an event the list has an example of each, and for an unknown event none', () => {
    expect((client.get('/webhook_notifications/examples') as unknown as ListDocument).data).toHaveLength(43)
    expect(
      client.send('GET', '/webhook_notifications/examples?event=container.painted', undefined).document.errors[0]!
        .source,
    ).toEqual({ parameter: 'event' })
  })
})

describe('the trigger', () => {
  const trigger = async (client: Client, body: unknown) => {
    const response = client.sendRaw('POST', '/v2/webhooks/trigger', { body })
    return JSON.parse(readText((await response.later) ?? response)) as Record<string, unknown>
  }

  test('sends an example and returns the answer', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post })
    const answer = await trigger(client, {
      url: WEBHOOK_URL,
      event: 'container.transport.vessel_arrived',
      secret: 'shh',
    })
    expect(answer).toMatchObject({ url: WEBHOOK_URL, succeeded: true, status_code: 200, response_body: 'ok' })
    const [delivery] = listener.received
    expect(answer['request_body']).toBe(new TextDecoder().decode(delivery!.body))
    expect((answer['request_headers'] as Record<string, string>)['X-T49-Webhook-Signature']).toBe(
      createHmac('sha256', 'shh').update(delivery!.body).digest('hex'),
    )
  })

  test('returns the reason of a missing answer', async () => {
    const listener = startListener()
    listener.status = 'silent'
    expect(
      await trigger(createClient({ post: listener.post }), { url: WEBHOOK_URL, event: 'container.updated' }),
    ).toMatchObject({ succeeded: false, error: 'connect ECONNREFUSED' })
    listener.status = 500
    expect(
      await trigger(createClient({ post: listener.post }), { url: WEBHOOK_URL, event: 'container.updated' }),
    ).toMatchObject({ succeeded: false, status_code: 500 })
  })

  test.each([
    [{}, '/url'],
    [{ url: 'ftp://x', event: 'container.updated' }, '/url'],
    [{ url: WEBHOOK_URL, event: 'x' }, '/event'],
    [{ url: WEBHOOK_URL, event: 'container.updated', secret: 7 }, '/secret'],
  ])('refuses %j', (body, pointer) => {
    const { status, document } = createClient().send('POST', '/webhooks/trigger', body)
    expect([status, document.errors[0]!.source]).toEqual([422, { pointer }])
  })
})
