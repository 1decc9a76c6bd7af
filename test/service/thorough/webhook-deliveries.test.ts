// Deliveries to webhooks have the right content, are retried, and are limited.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Delivery } from '#service/outgoing.ts'
import type { Service } from '#service/service.ts'
import { createClient, DAY, HOUR, MINUTE, NOON, type Document } from '../client.ts'
import { uploadDocument } from '../uploading.ts'
import { createWebhookBody, WEBHOOK_URL, registerWebhook, startListener } from '../webhook-listener.ts'

const work = (service: Service, worldMs: number, processMs = worldMs - NOON) => service.work({ processMs, worldMs })
const parseDocuments = (received: readonly Delivery[]) =>
  received.map((delivery) => JSON.parse(new TextDecoder().decode(delivery.body)) as Document)
const getEvent = ({ data }: Document) => String(data.attributes['event'])

describe('deliveries', () => {
  test('report events after the webhook was created, signed over the raw bytes, once per container and event', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post })
    const { attributes } = registerWebhook(client, { headers: [{ name: 'X-Team', value: 'Blue' }] })
    await work(client.service, NOON + 3 * DAY)

    expect(listener.received.length).toBeGreaterThan(20)
    for (const { url, headers, body: bytes } of listener.received) {
      expect(url).toBe(WEBHOOK_URL)
      expect(headers).toMatchObject({
        'Content-Type': 'application/json',
        'X-Team': 'Blue',
        'X-T49-Webhook-Signature': createHmac('sha256', String(attributes['secret'])).update(bytes).digest('hex'),
      })
    }
    const delivered = parseDocuments(listener.received)
    expect(new Set(delivered.map(({ data }) => data.id)).size).toBe(delivered.length)
    const subjects = delivered.map(
      (document) => `${getEvent(document)} ${JSON.stringify(document.data.relationships['reference_object'])}`,
    )
    expect(new Set(subjects).size).toBe(subjects.length)
    expect(delivered.every(({ data }) => Date.parse(String(data.attributes['created_at'])) > NOON)).toBe(true)

    const countBefore = listener.received.length
    await work(client.service, NOON + 3 * DAY)
    expect(listener.received.length).toBe(countBefore)
  })

  test('include the records that belong to their event', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post, containers: 120 })
    registerWebhook(client)
    for (let hours = 12; hours <= 20 * 24; hours += 12) await work(client.service, NOON + hours * HOUR)
    const delivered = parseDocuments(listener.received)
    const listIncludedTypes = (event: string) =>
      new Set(delivered.find((document) => getEvent(document) === event)?.included.map(({ type }) => type))
    expect(listIncludedTypes('tracking_request.succeeded')).toEqual(
      new Set(['tracking_request', 'shipment', 'container']),
    )
    expect(listIncludedTypes('tracking_request.tracking_stopped')).toEqual(new Set(['tracking_request', 'shipment']))
    expect([...listIncludedTypes('container.transport.vessel_arrived')]).toEqual(
      expect.arrayContaining(['transport_event', 'container', 'shipment', 'port', 'vessel']),
    )
    expect(listIncludedTypes('container.created')).toEqual(
      new Set(['container_created_event', 'container', 'shipment']),
    )
    expect([...listIncludedTypes('container.updated')]).toEqual(
      expect.arrayContaining(['container_updated_event', 'container', 'shipment', 'terminal']),
    )
    expect([...listIncludedTypes('shipment.estimated.arrival')]).toEqual(
      expect.arrayContaining(['estimated_event', 'shipment', 'port']),
    )
    for (const document of delivered) {
      if (/available$|delivered$/.test(getEvent(document))) expect(document).not.toHaveProperty('included')
      if (/pickup_lfd_(terminal|rail)|pickup_appointment/.test(getEvent(document)))
        expect(document.included.map(({ type, relationships }) => [type, relationships])).toEqual([
          ['transport_event', undefined],
        ])
    }
    const changes = delivered
      .filter((document) => getEvent(document) === 'container.updated')
      .map(({ included }) => included[0]!.attributes['changeset'] as Record<string, [unknown, unknown]>)
    for (const changeset of changes)
      for (const [before, after] of Object.values(changeset)) expect(before).not.toEqual(after)
    expect(new Set(delivered.map(getEvent)).size).toBeGreaterThan(28)
  })

  test.each([200, 201, 202, 204])('%d is an accepted answer', async (status) => {
    const listener = startListener()
    listener.status = status
    const client = createClient({ post: listener.post })
    registerWebhook(client)
    await work(client.service, NOON + DAY)
    expect(
      new Set(
        client.listAll('/webhook_notifications', NOON + DAY).map(({ attributes }) => attributes['delivery_status']),
      ),
    ).toEqual(new Set(['succeeded']))
  })

  test.each([301, 400, 500, 'silent'] as const)(
    'after %s it is retried twelve times with growing delays, then failed',
    async (status) => {
      const listener = startListener()
      listener.status = status
      const client = createClient({ post: listener.post })
      registerWebhook(client, { events: ['container.transport.vessel_arrived', 'container.updated'] })
      const at = NOON + DAY
      await work(client.service, at, 0)
      const [first] = listener.received
      const firstText = new TextDecoder().decode(first!.body)
      const countTries = () =>
        listener.received.filter(
          (delivery) => new TextDecoder().decode(delivery.body).slice(0, 80) === firstText.slice(0, 80),
        ).length
      const retryMinutes: number[] = []
      for (let minute = 0; minute <= 12 * 60; minute += 0.25) {
        const triesBefore = countTries()
        await work(client.service, at, minute * MINUTE)
        if (countTries() > triesBefore) retryMinutes.push(minute)
      }
      expect(countTries()).toBe(13)
      const gaps = retryMinutes.map((retryMinute, index) => retryMinute - (retryMinutes[index - 1] ?? 0))
      expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
      expect(
        client.get(`/webhook_notifications/${parseDocuments([first!])[0]!.data.id}`, at).data.attributes[
          'delivery_status'
        ],
      ).toBe('failed')
    },
  )

  test('after repeated failure the webhook is deactivated, and can be activated again', async () => {
    const listener = startListener()
    listener.status = 503
    const client = createClient({ post: listener.post })
    const { id } = registerWebhook(client)
    await work(client.service, NOON + DAY, 0)
    for (let hour = 1; hour <= 13; hour += 1) await work(client.service, NOON + DAY, hour * HOUR)
    expect(client.get(`/webhooks/${id}`).data.attributes['active']).toBe(false)
    const countWhenInactive = listener.received.length
    await work(client.service, NOON + 2 * DAY, 30 * HOUR)
    expect(listener.received.length).toBe(countWhenInactive)

    listener.status = 200
    expect(
      client.send('PATCH', `/webhooks/${id}`, createWebhookBody({ active: true })).document.data.attributes['active'],
    ).toBe(true)
    await work(client.service, NOON + 4 * DAY, 60 * HOUR)
    expect(listener.received.length).toBeGreaterThan(countWhenInactive)
  })

  test('of each webhook have its events only, and none from before its registration', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post })
    registerWebhook(client, { events: ['container.updated'] })
    await work(client.service, NOON + 3 * DAY)
    expect(new Set(parseDocuments(listener.received).map(getEvent))).toEqual(new Set(['container.updated']))
  })

  test('without an answer delay neither other deliveries nor the extraction of documents, and are not sent twice', async () => {
    const listener = startListener()
    const slowDeliveries: Delivery[] = []
    const slowUrl = 'https://slow.example/in'
    const client = createClient({
      post: (delivery) => {
        if (delivery.url !== slowUrl) return listener.post(delivery)
        slowDeliveries.push(delivery)
        return new Promise(() => undefined)
      },
    })
    registerWebhook(client, { url: slowUrl })
    registerWebhook(client)
    void work(client.service, NOON + DAY)
    await expect.poll(() => listener.received.length).toBeGreaterThan(0)
    const [countBefore, inFlight] = [listener.received.length, slowDeliveries.length]
    const { data } = uploadDocument(
      client,
      new TextEncoder().encode('PACKING LIST'),
      { filename: 'a.txt', content_type: 'text/plain' },
      NOON + DAY,
    )
    void work(client.service, NOON + 3 * DAY)
    await expect.poll(() => listener.received.length).toBeGreaterThan(countBefore + 20)
    expect(client.get(`/documents/${data.id}`, NOON + 3 * DAY).data.attributes['document_type']).toBe('packing_list')
    expect(slowDeliveries).toHaveLength(inFlight)
  })

  test('are sent in batches, and none is lost', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post, containers: 140 })
    registerWebhook(client)
    const at = NOON + 14 * DAY
    await work(client.service, at)
    expect(listener.received).toHaveLength(240)
    for (let turn = 0; turn < 20; turn += 1) await work(client.service, at)
    const delivered = parseDocuments(listener.received).map(({ data }) => data.id)
    expect(delivered.toSorted()).toEqual(
      client
        .listAll('/webhook_notifications?page[size]=100', at)
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  test('are deleted if they are complete and thousands are newer', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post, containers: 300 })
    for (let index = 0; index < 3; index += 1) registerWebhook(client)
    for (let day = 1; day <= 40; day += 1) await work(client.service, NOON + day * DAY)
    expect(listener.received.length).toBeGreaterThan(6000)
    const { data, meta } = client.list('/webhook_notifications', NOON + 40 * DAY)
    expect(meta.total).toBeGreaterThanOrEqual(4000)
    expect(meta.total).toBeLessThan(6000)
    expect(Date.parse(String(data[0]!.attributes['created_at']))).toBeGreaterThan(NOON + 39 * DAY)
    const oldest = client.listAll('/webhook_notifications?page[size]=100', NOON + 40 * DAY).at(-1)!
    expect(Date.parse(String(oldest.attributes['created_at']))).toBeGreaterThan(NOON + 2 * DAY)
  })

  test('leave out shipments whose tracking was stopped', async () => {
    const listener = startListener()
    const client = createClient({ post: listener.post })
    registerWebhook(client, { events: ['container.updated'] })
    for (const { id } of client.listAll('/shipments')) client.send('PATCH', `/shipments/${id}/stop_tracking`, undefined)
    await work(client.service, NOON + 3 * DAY)
    expect(listener.received).toEqual([])
  })
})
