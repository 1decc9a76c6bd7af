// Webhooks: management, signed deliveries, retries, and what is told about what.
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Delivery, Post } from '#service/outgoing.ts'
import type { Service } from '#service/service.ts'
import { EVENT_NAMES } from '#service/endpoints/webhook-events.ts'
import { looksIn } from '#service/world/happenings.ts'
import { asking, DAY, HOUR, MINUTE, NOON, textOf, type Asking, type Document, type ListDocument, type Resource } from './asking.ts'
import { handIn } from './uploading.ts'

const URL = 'https://hooks.example/in'
const body = (attributes: object) => ({ data: { type: 'webhook', attributes } })

type Listener = { post: Post; received: Delivery[]; status: number | 'silent' }

function listener(): Listener {
  const own: Listener = {
    received: [],
    status: 200,
    post: (delivery) => {
      own.received.push(delivery)
      return own.status === 'silent' ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve({ status: own.status, headers: {}, body: 'ok' })
    },
  }
  return own
}

const register = (ask: Asking, attributes: object = {}): Resource => ask.send('POST', '/webhooks', body({ url: URL, active: true, events: EVENT_NAMES, ...attributes })).document.data
const work = (service: Service, worldMs: number, processMs = worldMs - NOON) => service.work({ processMs, worldMs })
const documents = (received: readonly Delivery[]) => received.map((delivery) => JSON.parse(new TextDecoder().decode(delivery.body)) as Document)
const eventOf = ({ data }: Document) => String(data.attributes['event'])

describe('management', () => {
  const ask = asking()

  test('a webhook is made with a secret, read, changed, listed and deleted', () => {
    const made = ask.send('POST', '/webhooks', body({ url: URL, active: true, events: ['container.updated'], headers: [{ name: 'x-team', value: 'Blue' }] }))
    expect(made.status).toBe(201)
    expect(made.document.data.attributes).toEqual({
      url: URL,
      active: true,
      events: ['container.updated'],
      secret: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      headers: [{ name: 'X-Team', value: 'Blue' }],
      created_at: '2026-11-20T17:00:00Z',
    })
    const path = `/webhooks/${made.document.data.id}`
    const { secret } = made.document.data.attributes
    expect(ask.send('PATCH', path, body({ active: false })).document.data.attributes).toMatchObject({ active: false, secret, events: ['container.updated'] })
    expect(ask.list('/webhooks').data.map(({ id }) => id)).toEqual([made.document.data.id])
    expect(ask.raw('DELETE', `/v2${path}`)).toMatchObject({ status: 200, body: new Uint8Array() })
    expect(ask.raw('GET', `/v2${path}`).status).toBe(404)
  })

  test.each([
    ['url', { url: 'http://elsewhere.example/x' }],
    ['url', { url: 'not an address' }],
    ['active', { active: 'yes' }],
    ['events', { events: [] }],
    ['events', { events: ['container.painted'] }],
    ['headers', { headers: [{ name: 'X-A\r\nX-B', value: 'x' }] }],
    ['headers', { headers: [{ name: 'X-A', value: 'x\r\nX-B: y' }] }],
  ])('a wrong %s is refused', (name, part) => {
    const { status, document } = ask.send('POST', '/webhooks', body({ url: URL, active: true, events: EVENT_NAMES, ...part }))
    expect(status).toBe(422)
    expect(document.errors[0]!.source).toEqual({ pointer: `/data/attributes/${name}` })
  })

  test('the events are 43 in categories, less what the account has not bought', () => {
    const names = (from: Asking) => from.list('/webhooks/events').data.flatMap(({ attributes }) => (attributes['events'] as { name: string }[]).map(({ name }) => name))
    expect(new Set(names(ask)).size).toBe(43)
    expect(names(asking({ features: new Set(['webhooks']) }))).not.toContain('container.pickup_lfd_rail.changed')
    expect(asking({ features: new Set() }).raw('GET', '/v2/webhooks').status).toBe(403)
  })

  test('the addresses deliveries come from are plain JSON', () => {
    const response = ask.raw('GET', '/v2/webhooks/ips')
    expect(response.headers['content-type']).toBe('application/json')
    expect(JSON.parse(textOf(response))).toMatchObject({ webhook_notification_ips: ['127.0.0.1'] })
  })
})

describe('deliveries', () => {
  test('tell what happened after the webhook was made, signed over the raw bytes, once per container and event', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post })
    const { attributes } = register(ask, { headers: [{ name: 'X-Team', value: 'Blue' }] })
    await work(ask.service, NOON + 3 * DAY)

    expect(hook.received.length).toBeGreaterThan(20)
    for (const { url, headers, body: bytes } of hook.received) {
      expect(url).toBe(URL)
      expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'X-Team': 'Blue', 'X-T49-Webhook-Signature': createHmac('sha256', String(attributes['secret'])).update(bytes).digest('hex') })
    }
    const told = documents(hook.received)
    expect(new Set(told.map(({ data }) => data.id)).size).toBe(told.length)
    const subjects = told.map((document) => `${eventOf(document)} ${JSON.stringify(document.data.relationships['reference_object'])}`)
    expect(new Set(subjects).size).toBe(subjects.length)
    expect(told.every(({ data }) => Date.parse(String(data.attributes['created_at'])) > NOON)).toBe(true)

    const before = hook.received.length
    await work(ask.service, NOON + 3 * DAY)
    expect(hook.received.length).toBe(before)
  })

  test('carry the records their event carries live', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post, containers: 120 })
    register(ask)
    for (let hours = 12; hours <= 20 * 24; hours += 12) await work(ask.service, NOON + hours * HOUR)
    const told = documents(hook.received)
    const types = (event: string) => new Set(told.find((document) => eventOf(document) === event)?.included.map(({ type }) => type))
    expect(types('tracking_request.succeeded')).toEqual(new Set(['tracking_request', 'shipment', 'container']))
    expect(types('tracking_request.tracking_stopped')).toEqual(new Set(['tracking_request', 'shipment']))
    expect([...types('container.transport.vessel_arrived')]).toEqual(expect.arrayContaining(['transport_event', 'container', 'shipment', 'port', 'vessel']))
    expect(types('container.created')).toEqual(new Set(['container_created_event', 'container', 'shipment']))
    expect([...types('container.updated')]).toEqual(expect.arrayContaining(['container_updated_event', 'container', 'shipment', 'terminal']))
    expect([...types('shipment.estimated.arrival')]).toEqual(expect.arrayContaining(['estimated_event', 'shipment', 'port']))
    for (const document of told) {
      if (/available$|delivered$/.test(eventOf(document))) expect(document).not.toHaveProperty('included')
      if (/pickup_lfd_(terminal|rail)|pickup_appointment/.test(eventOf(document))) expect(document.included.map(({ type, relationships }) => [type, relationships])).toEqual([['transport_event', undefined]])
    }
    const changes = told.filter((document) => eventOf(document) === 'container.updated').map(({ included }) => included[0]!.attributes['changeset'] as Record<string, [unknown, unknown]>)
    for (const changeset of changes) for (const [before, after] of Object.values(changeset)) expect(before).not.toEqual(after)
    expect(new Set(told.map(eventOf)).size).toBeGreaterThan(28)
  })

  test.each([200, 201, 202, 204])('%d is an accepted answer', async (status) => {
    const hook = listener()
    hook.status = status
    const ask = asking({ post: hook.post })
    register(ask)
    await work(ask.service, NOON + DAY)
    expect(new Set(ask.walk('/webhook_notifications', NOON + DAY).map(({ attributes }) => attributes['delivery_status']))).toEqual(new Set(['succeeded']))
  })

  test.each([301, 400, 500, 'silent'] as const)('after %s it is tried twelve times more, further and further apart, then failed', async (status) => {
    const hook = listener()
    hook.status = status
    const ask = asking({ post: hook.post })
    register(ask, { events: ['container.transport.vessel_arrived', 'container.updated'] })
    const at = NOON + DAY
    await work(ask.service, at, 0)
    const [first] = hook.received
    const bytes = new TextDecoder().decode(first!.body)
    const tries = () => hook.received.filter((delivery) => new TextDecoder().decode(delivery.body).slice(0, 80) === bytes.slice(0, 80)).length
    const moments: number[] = []
    for (let minute = 0; minute <= 12 * 60; minute += 0.25) {
      const before = tries()
      await work(ask.service, at, minute * MINUTE)
      if (tries() > before) moments.push(minute)
    }
    expect(tries()).toBe(13)
    const gaps = moments.map((moment, index) => moment - (moments[index - 1] ?? 0))
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
    expect(ask.get(`/webhook_notifications/${documents([first!])[0]!.data.id}`, at).data.attributes['delivery_status']).toBe('failed')
  })

  test('after repeated failure the webhook is switched off, and can be switched on again', async () => {
    const hook = listener()
    hook.status = 503
    const ask = asking({ post: hook.post })
    const { id } = register(ask)
    await work(ask.service, NOON + DAY, 0)
    for (let hour = 1; hour <= 13; hour += 1) await work(ask.service, NOON + DAY, hour * HOUR)
    expect(ask.get(`/webhooks/${id}`).data.attributes['active']).toBe(false)
    const quiet = hook.received.length
    await work(ask.service, NOON + 2 * DAY, 30 * HOUR)
    expect(hook.received.length).toBe(quiet)

    hook.status = 200
    expect(ask.send('PATCH', `/webhooks/${id}`, body({ active: true })).document.data.attributes['active']).toBe(true)
    await work(ask.service, NOON + 4 * DAY, 60 * HOUR)
    expect(hook.received.length).toBeGreaterThan(quiet)
  })

  test('tell each webhook only what it asked for, and nothing from before it asked', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post })
    register(ask, { events: ['container.updated'] })
    await work(ask.service, NOON + 3 * DAY)
    expect(new Set(documents(hook.received).map(eventOf))).toEqual(new Set(['container.updated']))
  })

  test('one that does not answer holds up neither the others nor the reading of documents, and is not asked twice', async () => {
    const hook = listener()
    const asked: Delivery[] = []
    const slow = 'https://slow.example/in'
    const ask = asking({
      post: (delivery) => {
        if (delivery.url !== slow) return hook.post(delivery)
        asked.push(delivery)
        return new Promise(() => undefined)
      },
    })
    register(ask, { url: slow })
    register(ask)
    void work(ask.service, NOON + DAY)
    await expect.poll(() => hook.received.length).toBeGreaterThan(0)
    const [before, inFlight] = [hook.received.length, asked.length]
    const { data } = handIn(ask, new TextEncoder().encode('PACKING LIST'), { filename: 'a.txt', content_type: 'text/plain' }, NOON + DAY)
    void work(ask.service, NOON + 3 * DAY)
    await expect.poll(() => hook.received.length).toBeGreaterThan(before + 20)
    expect(ask.get(`/documents/${data.id}`, NOON + 3 * DAY).data.attributes['document_type']).toBe('packing_list')
    expect(asked).toHaveLength(inFlight)
  })

  test('of many, so many a turn are sent, and none is forgotten', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post, containers: 140 })
    register(ask)
    const at = NOON + 14 * DAY
    await work(ask.service, at)
    expect(hook.received).toHaveLength(240)
    for (let turn = 0; turn < 20; turn += 1) await work(ask.service, at)
    const told = documents(hook.received).map(({ data }) => data.id)
    expect(told.toSorted()).toEqual(ask.walk('/webhook_notifications?page[size]=100', at).map(({ id }) => id).toSorted())
  })

  test('are forgotten when they are over and thousands are newer', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post, containers: 300 })
    for (let each = 0; each < 3; each += 1) register(ask)
    for (let day = 1; day <= 40; day += 1) await work(ask.service, NOON + day * DAY)
    expect(hook.received.length).toBeGreaterThan(6000)
    const { data, meta } = ask.list('/webhook_notifications', NOON + 40 * DAY)
    expect(meta.total).toBeGreaterThanOrEqual(4000)
    expect(meta.total).toBeLessThan(6000)
    expect(Date.parse(String(data[0]!.attributes['created_at']))).toBeGreaterThan(NOON + 39 * DAY)
    const oldest = ask.walk('/webhook_notifications?page[size]=100', NOON + 40 * DAY).at(-1)!
    expect(Date.parse(String(oldest.attributes['created_at']))).toBeGreaterThan(NOON + 2 * DAY)
  })

  test('leave out shipments whose tracking was stopped', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post })
    register(ask, { events: ['container.updated'] })
    for (const { id } of ask.walk('/shipments')) ask.send('PATCH', `/shipments/${id}/stop_tracking`, undefined)
    await work(ask.service, NOON + 3 * DAY)
    expect(hook.received).toEqual([])
  })
})

test('of the looks in a long span the newest 200 are told of', () => {
  const looks = looksIn({ firstMs: NOON, everyMs: HOUR, endMs: Infinity, outage: null }, { fromMs: NOON, toMs: NOON + 1000 * HOUR })
  expect([looks.length, looks[0], looks.at(-1)]).toEqual([200, NOON + 801 * HOUR, NOON + 1000 * HOUR])
  expect(looksIn({ firstMs: NOON, everyMs: HOUR, endMs: Infinity, outage: null }, { fromMs: NOON, toMs: NOON + 2 * HOUR })).toEqual([NOON + HOUR, NOON + 2 * HOUR])
})

describe('notifications', () => {
  test('are listed newest first also where nothing can be sent, and read one by one with their records', () => {
    const ask = asking()
    register(ask)
    const at = NOON + 3 * DAY
    const all = ask.walk('/webhook_notifications', at)
    const stamps = all.map(({ attributes }) => String(attributes['created_at']))
    expect(stamps.length).toBeGreaterThan(10)
    expect(stamps).toEqual(stamps.toSorted().toReversed())
    expect(all[0]!.attributes['delivery_status']).toBe('pending')
    const news = all.find(({ attributes }) => attributes['event'] === 'container.updated')!
    const listed = ask.list('/webhook_notifications?page[size]=100&include=reference_object', at)
    expect(listed.included.map(({ id }) => id)).toContain((news.relationships['reference_object']!.data as Resource).id)
    expect(ask.get(`/webhook_notifications/${news.id}`, at).included[0]).toMatchObject({ type: 'container_updated_event', id: (news.relationships['reference_object']!.data as Resource).id })
    expect(ask.raw('GET', '/v2/webhook_notifications/x').status).toBe(404)
  })

  test('survive a restart: nothing is told twice, nothing in between is lost', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-webhooks-'))
    onTestFinished(() => {
      rmSync(dataDir, { recursive: true })
    })
    const first = asking({ dataDir })
    register(first)
    const before = first.walk('/webhook_notifications', NOON + 2 * DAY)
    first.service.close()
    const after = asking({ dataDir, startMs: NOON + 4 * DAY }).walk('/webhook_notifications', NOON + 4 * DAY)
    const unbroken = asking()
    register(unbroken)
    const told = (records: readonly Resource[]) => records.map(({ attributes, relationships }) => [attributes['event'], attributes['created_at'], relationships['reference_object']])
    expect(told(after)).toEqual(told(unbroken.walk('/webhook_notifications', NOON + 4 * DAY)))
    expect(after.slice(-before.length)).toEqual(before)
  })

  const ask = asking()

  test.each([...EVENT_NAMES])('an example of %s exists', (event) => {
    const { data, included } = ask.get(`/webhook_notifications/examples?event=${event}`) as unknown as ListDocument
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ type: 'webhook_notification', attributes: { event } })
    const reference = data[0]!.relationships[event.startsWith('document.') ? 'document' : 'reference_object']!.data as Resource
    if (included.length > 0) expect(included.map(({ id }) => id)).toContain(reference.id)
  })

  test('without an event there is an example of each, and of none for an unknown one', () => {
    expect((ask.get('/webhook_notifications/examples') as unknown as ListDocument).data).toHaveLength(43)
    expect(ask.send('GET', '/webhook_notifications/examples?event=container.painted', undefined).document.errors[0]!.source).toEqual({ parameter: 'event' })
  })
})

describe('the trigger', () => {
  const trigger = async (ask: Asking, sent: unknown) => {
    const response = ask.raw('POST', '/v2/webhooks/trigger', { body: sent })
    return JSON.parse(textOf((await response.later) ?? response)) as Record<string, unknown>
  }

  test('sends an example and tells what came back', async () => {
    const hook = listener()
    const ask = asking({ post: hook.post })
    const told = await trigger(ask, { url: URL, event: 'container.transport.vessel_arrived', secret: 'shh' })
    expect(told).toMatchObject({ url: URL, succeeded: true, status_code: 200, response_body: 'ok' })
    const [sent] = hook.received
    expect(told['request_body']).toBe(new TextDecoder().decode(sent!.body))
    expect((told['request_headers'] as Record<string, string>)['X-T49-Webhook-Signature']).toBe(createHmac('sha256', 'shh').update(sent!.body).digest('hex'))
  })

  test('tells why nothing came back', async () => {
    const hook = listener()
    hook.status = 'silent'
    expect(await trigger(asking({ post: hook.post }), { url: URL, event: 'container.updated' })).toMatchObject({ succeeded: false, error: 'connect ECONNREFUSED' })
    hook.status = 500
    expect(await trigger(asking({ post: hook.post }), { url: URL, event: 'container.updated' })).toMatchObject({ succeeded: false, status_code: 500 })
  })

  test.each([[{}, '/url'], [{ url: 'ftp://x', event: 'container.updated' }, '/url'], [{ url: URL, event: 'x' }, '/event'], [{ url: URL, event: 'container.updated', secret: 7 }, '/secret']])('refuses %j', (sent, pointer) => {
    const { status, document } = asking().send('POST', '/webhooks/trigger', sent)
    expect([status, document.errors[0]!.source]).toEqual([422, { pointer }])
  })
})
