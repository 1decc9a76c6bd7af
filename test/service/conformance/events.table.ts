// Specification 6: what is sent, when, with what in it.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { valueRows } from './attribute-rows.ts'
import { DAY, HOUR, linked, MINUTE, NOON, only, textAt, type Body, type Client, type Resource } from './client.ts'
import { dataOf, HOOK_URL, type Delivery } from './desk.ts'
import type { Given } from './given.ts'
import type { Row } from './row.ts'
import { instant, uuid } from './shapes.ts'

const rule = (what: string, check: Row['check']): Row => ({ section: '6.1', kind: 'rule', what, check })

type Hook = { status: number | 'silent'; sent: Delivery[] }

function listening(given: Given, hook: Hook, options: { containers?: number; seed?: number } = {}): Client {
  return given.fresh({
    ...options,
    post: ({ url, headers, body }) => {
      const text = new TextDecoder().decode(body)
      hook.sent.push({ url, headers, text, document: JSON.parse(text) as Body })
      return hook.status === 'silent' ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve({ status: hook.status, headers: { server: 'x' }, body: 'thanks' })
    },
  })
}

const register = (client: Client, attributes: Record<string, unknown> = {}) => client.send('POST', '/webhooks', dataOf('webhook', { url: HOOK_URL, active: true, ...attributes })).body.data
const work = (client: Client, at: number, processMs = 0) => client.service.work({ processMs, worldMs: at })
const eventOf = ({ document }: Delivery) => String(document.data.attributes['event'])

const DELIVERY: readonly Row[] = [
  rule('a delivery is a POST of a webhook_notification with its subject in included', async (given) => {
    const { deliveries } = await given.desk()
    for (const { url, document } of deliveries) {
      assert.deepEqual([url, document.data.type, uuid(document.data.id), instant(document.data.attributes['created_at']), document.data.attributes['delivery_status']], [HOOK_URL, 'webhook_notification', null, null, 'pending'])
      const subject = linked(document.data, 'reference_object')[0] ?? linked(document.data, 'document')[0]
      if ('included' in document) assert.deepEqual([document.included[0]?.type, document.included[0]?.id], [subject?.type, subject?.id])
      assert.equal(document.links['self'], `http://127.0.0.1:4949/v2/webhook_notifications/${document.data.id}`)
    }
  }),
  rule('it is signed: hex HMAC-SHA256 of the raw body under the webhook’s secret', async (given) => {
    const { deliveries, webhook } = await given.desk()
    for (const { headers, text } of deliveries) assert.deepEqual(headers, { 'Content-Type': 'application/json', 'User-Agent': 'tracking-service-webhook-bot', 'X-Team': 'Blue', 'X-T49-Webhook-Signature': createHmac('sha256', textAt(webhook, 'secret')!).update(text).digest('hex') })
  }),
  rule('one notification per container and event, none sent twice, newest first in the list', async (given) => {
    const { deliveries, client, at } = await given.desk()
    const keys = deliveries.map(({ document }) => `${String(document.data.attributes['event'])} ${JSON.stringify(document.data.relationships['reference_object'] ?? document.data.relationships['document'])}`)
    assert.equal(new Set(keys).size, keys.length)
    const listed = client.walk('/webhook_notifications', at)
    assert.deepEqual([...listed.map(({ id }) => id)].sort(), deliveries.map(({ document }) => document.data.id).sort())
    const stamps = listed.map((record) => textAt(record, 'created_at')!)
    assert.deepEqual(stamps.filter((stamp) => stamp > '2026-11-20T17:01'), stamps.filter((stamp) => stamp > '2026-11-20T17:01').toSorted().toReversed())
  }),
  rule('nothing from before the webhook was made, nothing it did not ask for', async (given) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = listening(given, hook)
    register(client, { events: ['container.transport.vessel_arrived', 'container.updated'] })
    await work(client, NOON + 5 * DAY)
    assert.deepEqual(new Set(hook.sent.map(eventOf)), new Set(['container.transport.vessel_arrived', 'container.updated']))
    assert.ok(hook.sent.every(({ document }) => textAt(document.data, 'created_at')! > '2026-11-20T17:00:00Z'))
  }),
  rule('a webhook that is switched off gets nothing, and what it missed is not sent later', async (given) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = listening(given, hook)
    const { id } = register(client, { active: false })
    await work(client, NOON + DAY)
    client.send('PATCH', `/webhooks/${id}`, dataOf('webhook', { active: true }), NOON + DAY)
    await work(client, NOON + DAY)
    assert.deepEqual(hook.sent.map(eventOf), [])
    await work(client, NOON + 3 * DAY)
    assert.ok(hook.sent.length > 0 && hook.sent.every(({ document }) => textAt(document.data, 'created_at')! > '2026-11-21T17:00:00Z'))
  }),
  rule('a webhook that was deleted gets nothing', async (given) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = listening(given, hook)
    const { id } = register(client)
    client.send('DELETE', `/webhooks/${id}`)
    await work(client, NOON + DAY)
    assert.deepEqual([hook.sent, client.send('GET', `/webhooks/${id}`).status], [[], 404])
  }),
  rule('shipments whose tracking was stopped are silent', async (given) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = listening(given, hook)
    register(client, { events: ['container.updated', 'container.transport.vessel_arrived'] })
    for (const { id } of client.walk('/shipments')) client.send('PATCH', `/shipments/${id}/stop_tracking`)
    await work(client, NOON + 2 * DAY)
    assert.deepEqual(hook.sent, [])
  }),
  ...[200, 201, 202, 204].map((status): Row => ({
    section: '6.1', kind: 'value', what: `${status} is an accepted answer: delivery_status succeeded`,
    check: async (given) => {
      const hook: Hook = { status, sent: [] }
      const client = listening(given, hook)
      register(client, { events: ['container.updated'] })
      await work(client, NOON + DAY)
      await work(client, NOON + DAY, DAY)
      const statuses = client.walk('/webhook_notifications', NOON + DAY).map(({ attributes }) => attributes['delivery_status'])
      assert.deepEqual([new Set(statuses), hook.sent.length], [new Set(['succeeded']), statuses.length])
    },
  })),
  ...([203, 301, 404, 500, 'silent'] as const).map((status): Row => ({
    section: '6.1', kind: 'value', what: `${status} is none: pending, tried twelve times more, then failed`,
    check: async (given) => {
      const hook: Hook = { status, sent: [] }
      const client = listening(given, hook, { containers: 12 })
      register(client, { events: ['tracking_request.failed'] })
      client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-FAILED', scac: 'TEST' }))
      const moments: number[] = []
      const stateAt = () => client.walk('/webhook_notifications', NOON + MINUTE).map(({ attributes }) => attributes['delivery_status'])
      for (let seconds = 0; moments.length < 13 && seconds < 60 * 3600; seconds += 5) {
        const before = hook.sent.length
        await work(client, NOON + MINUTE, seconds * 1000)
        if (hook.sent.length > before) moments.push(seconds)
        if (moments.length === 12 && hook.sent.length > before) assert.deepEqual(stateAt(), ['pending'])
      }
      assert.deepEqual(moments.slice(1).map((moment, index) => moment - moments[index]!), [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600])
      assert.deepEqual(stateAt(), ['failed'])
      await work(client, NOON + MINUTE, 10 * DAY)
      assert.equal(hook.sent.length, 13)
    },
  })),
  rule('five notifications given up in a row switch the webhook off; switched on it begins anew', async (given) => {
    const hook: Hook = { status: 500, sent: [] }
    const client = listening(given, hook, { containers: 12 })
    const { id } = register(client, { events: ['tracking_request.failed'] })
    const ask = (letter: string) => client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: `TEST-TR-${letter}`, scac: 'TEST' }))
    const giveUp = async (fromHour: number) => { for (let hour = fromHour; hour < fromHour + 14; hour += 1) await work(client, NOON + MINUTE, hour * HOUR) }
    for (const letter of ['A', 'B', 'C', 'D']) ask(letter)
    await giveUp(0)
    assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], true)
    for (const letter of ['E', 'F']) client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: `TEST-TR-${letter}`, scac: 'TEST' }), NOON + MINUTE)
    for (let hour = 20; hour < 34; hour += 1) await work(client, NOON + 2 * MINUTE, hour * HOUR)
    assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], false)
    client.send('PATCH', `/webhooks/${id}`, dataOf('webhook', { active: true }), NOON + 2 * MINUTE)
    client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: 'TEST-TR-G', scac: 'TEST' }), NOON + 2 * MINUTE)
    for (let hour = 40; hour < 54; hour += 1) await work(client, NOON + 3 * MINUTE, hour * HOUR)
    assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], true)
    // Nothing of before counts: it takes five once more, and these are the second to the fourth.
    for (const letter of ['H', 'I', 'J']) client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', request_number: `TEST-TR-${letter}`, scac: 'TEST' }), NOON + 3 * MINUTE)
    for (let hour = 60; hour < 74; hour += 1) await work(client, NOON + 4 * MINUTE, hour * HOUR)
    assert.equal(client.get(`/webhooks/${id}`).data.attributes['active'], true)
  }),
  rule('the trigger sends an example and tells what was answered', async (given) => {
    const hook: Hook = { status: 202, sent: [] }
    const client = listening(given, hook)
    const asked = client.service.handle({ method: 'POST', url: '/v2/webhooks/trigger', headers: { authorization: 'Token conformance-key' }, body: new TextEncoder().encode(JSON.stringify({ url: HOOK_URL, event: 'container.transport.vessel_arrived', secret: 'shh' })) }, { processMs: 0, worldMs: NOON })
    const told = JSON.parse(new TextDecoder().decode((await asked.later)!.body)) as Record<string, unknown>
    const [sent] = hook.sent
    assert.deepEqual(told, { url: HOOK_URL, succeeded: true, status_code: 202, request_headers: sent!.headers, request_body: sent!.text, response_headers: { server: 'x' }, response_body: 'thanks' })
    assert.deepEqual([eventOf(sent!), sent!.headers['X-T49-Webhook-Signature']], ['container.transport.vessel_arrived', createHmac('sha256', 'shh').update(sent!.text).digest('hex')])
  }),
  rule('the trigger says so where there is nothing to make an example of', (given) => {
    const client = listening(given, { status: 200, sent: [] }, { containers: 0 })
    const { status, body } = client.send('POST', '/webhooks/trigger', { url: HOOK_URL, event: 'container.updated' })
    assert.deepEqual([status, body.errors.map(({ code, source }) => ({ code, source }))], [422, [{ code: 'invalid', source: undefined }]])
  }),
  rule('the trigger tells that it failed, and why nobody answered', async (given) => {
    for (const [status, wanted] of [[500, { succeeded: false, status_code: 500 }], ['silent', { succeeded: false, error: 'connect ECONNREFUSED' }]] as const) {
      const client = listening(given, { status, sent: [] })
      const asked = client.service.handle({ method: 'POST', url: '/v2/webhooks/trigger', headers: { authorization: 'Token conformance-key' }, body: new TextEncoder().encode(JSON.stringify({ url: HOOK_URL, event: 'container.updated' })) }, { processMs: 0, worldMs: NOON })
      const told = JSON.parse(new TextDecoder().decode((await asked.later)!.body)) as Record<string, unknown>
      for (const [name, value] of Object.entries(wanted)) assert.equal(told[name], value)
    }
  }),
]

const transport = (names: string) => names.split(' ').map((name) => `container.transport.${name}`)
/** What comes along with each event: types in included, in order, or null for nothing at all. */
const MOVES = transport('empty_out full_in vessel_loaded vessel_departed vessel_arrived vessel_berthed vessel_discharged transshipment_arrived transshipment_discharged transshipment_loaded transshipment_departed feeder_arrived feeder_discharged feeder_loaded feeder_departed rail_loaded rail_departed rail_arrived rail_unloaded arrived_at_inland_destination full_out empty_in')
const EVENTS: Readonly<Record<string, readonly string[] | null>> = {
  'tracking_request.succeeded': ['tracking_request', 'shipment', 'container'],
  'tracking_request.failed': ['tracking_request'],
  'tracking_request.awaiting_manifest': ['tracking_request'],
  'tracking_request.tracking_stopped': ['tracking_request', 'shipment'],
  'shipment.estimated.arrival': ['estimated_event', 'shipment', 'port'],
  'container.created': ['container_created_event', 'container', 'shipment'],
  'container.updated': ['container_updated_event', 'container', 'shipment'],
  'container.pod_terminal_changed': ['container_pod_terminal_changed_event', 'container', 'shipment'],
  'container.pickup_lfd.changed': ['transport_event', 'container', 'shipment'],
  'container.pickup_lfd_line.changed': ['transport_event', 'container', 'shipment'],
  'container.pickup_lfd_terminal.changed': ['transport_event'],
  'container.pickup_lfd_rail.changed': ['transport_event'],
  'container.pickup_appointment.changed': ['transport_event'],
  ...Object.fromEntries(MOVES.map((name) => [name, ['transport_event', 'container', 'shipment']])),
  'container.transport.available': null,
  'container.transport.not_available': null,
  'container.transport.delivered': null,
  'container.transport.estimated.vessel_departed': ['transport_event'],
  'container.transport.estimated.vessel_arrived': ['transport_event'],
  'container.transport.estimated.arrived_at_inland_destination': ['transport_event', 'container', 'shipment'],
  'document.extracted': ['document'],
  'document.extraction_failed': ['document'],
}

const NAMES = Object.keys(EVENTS)
const OPTIONAL = ['port', 'metro_area', 'terminal', 'rail_terminal', 'vessel', 'account', 'user', 'document_representation', 'email_submission']

const offered = (client: Client) => client.list('/webhooks/events').flatMap(({ attributes }) => attributes['events'] as { name: string; description: string }[])

const CATALOGUE: readonly Row[] = [
  ...valueRows('6.2', 'event on offer', NAMES, ({ reader }) => offered(reader).map(({ name }) => name)),
  { section: '6.2', kind: 'rule', what: 'each event stands in one category, named and described', check: ({ reader }) => {
    assert.deepEqual(reader.list('/webhooks/events').map(({ id, attributes }) => [id, attributes['name']]), [['tracking_requests', 'Tracking requests'], ['shipments', 'Shipments'], ['containers', 'Containers'], ['container_transport', 'Container milestones'], ['estimates', 'Estimates'], ['documents', 'Documents']])
    assert.equal(new Set(offered(reader).map(({ name }) => name)).size, 43)
    for (const { description } of offered(reader)) assert.match(description, /^[A-Z].+\.$/)
  } },
  ...NAMES.map((event): Row => ({
    section: '6.2', kind: 'event', what: `${event}: its example has the shape it is delivered in`,
    check: async ({ house }) => {
      const { client } = await house()
      const { data, included, links } = client.get(`/webhook_notifications/examples?event=${event}`)
      const [notification, ...others] = data as unknown as Resource[]
      assert.ok(links['self'])
      assert.deepEqual([others, notification?.type, notification?.attributes['event'], notification?.attributes['delivery_status'], notification?.attributes['created_at'], notification?.relationships['webhook_notification_logs']?.data], [[], 'webhook_notification', event, 'pending', '2026-11-20T17:00:00Z', []])
      const subject = linked(notification!, event.startsWith('document.') ? 'document' : 'reference_object')[0]
      checkIncluded(event, subject?.id, included)
    },
  })),
]

function checkIncluded(event: string, subjectId: string | undefined, included: readonly Resource[] | undefined): void {
  const wanted = EVENTS[event]
  const [subject, ...rest] = included ?? []
  if (wanted === null) {
    assert.deepEqual(included ?? [], [])
    return
  }
  assert.deepEqual([subject?.type, subject?.id], [wanted?.[0], subjectId])
  const types = new Set(rest.map(({ type }) => type))
  assert.deepEqual([...(wanted ?? []).slice(1).filter((type) => !types.has(type))], [], `missing with ${event}`)
  assert.deepEqual([...types].filter((type) => !wanted?.includes(type) && !OPTIONAL.includes(type)), [], `too much with ${event}`)
  if (wanted?.length === 1 && subject?.type === 'transport_event') assert.deepEqual([subject.relationships, rest], [undefined, []])
  if (subject?.type === 'transport_event') assert.equal(subject.attributes['event'], event)
}

const REQUEST_STATES: Readonly<Record<string, string>> = { succeeded: 'created', failed: 'failed', awaiting_manifest: 'awaiting_manifest', tracking_stopped: 'tracking_stopped' }

const EXAMPLES: readonly Row[] = [
  ...Object.entries(REQUEST_STATES).map(([event, status]): Row => ({
    section: '6.2', kind: 'value', what: `the example of tracking_request.${event} is of a request that is ${status}`,
    check: async ({ house, fresh }) => {
      for (const client of [(await house()).client, fresh({ containers: 3 })]) {
        const [request] = client.get(`/webhook_notifications/examples?event=tracking_request.${event}`).included
        assert.deepEqual([request?.attributes['status'], request?.attributes['failed_reason'] !== null, only(request!, 'tracked_object') !== null], [status, status === 'failed', status === 'created' || status === 'tracking_stopped'])
      }
    },
  })),
  { section: '6.2', kind: 'rule', what: 'every example has an id of its own', check: async ({ house }) => {
    const all = (await house()).client.list('/webhook_notifications/examples')
    assert.deepEqual([all.map(({ id }) => uuid(id)), new Set(all.map(({ id }) => id)).size], [all.map(() => null), 43])
  } },
  { section: '6.2', kind: 'rule', what: 'the examples of documents are of one that was read and one that was not', check: ({ reader }) => {
    const types = ['extracted', 'extraction_failed'].map((event) => {
      const { data, included } = reader.get(`/webhook_notifications/examples?event=document.${event}`)
      const [document] = included
      assert.deepEqual([(data as unknown as Resource[])[0]?.attributes['version'], document?.attributes['file_content_type'], document?.attributes['source'], included.map(({ type }) => type)], ['2025-06-01', 'application/pdf', 'upload', ['document', 'account', 'user']])
      return document?.attributes['document_type']
    })
    assert.deepEqual(types, ['commercial_invoice', null])
  } },
]

/** Two months' news of a world of fifty, told at once. */
const toldOf = new WeakMap<Given, Promise<readonly Delivery[]>>()
function told(given: Given): Promise<readonly Delivery[]> {
  let all = toldOf.get(given)
  if (!all) {
    const hook: Hook = { status: 200, sent: [] }
    const client = listening(given, hook, { containers: 50, seed: 1 })
    register(client)
    all = (async () => {
      for (let days = 12; days <= 60; days += 12) await work(client, NOON + days * DAY)
      return hook.sent
    })()
    toldOf.set(given, all)
  }
  return all
}

const LIVE = ['tracking_request.succeeded', 'tracking_request.failed', 'tracking_request.awaiting_manifest', 'tracking_request.tracking_stopped', 'shipment.estimated.arrival', 'container.created', 'container.updated', 'container.pickup_lfd.changed', 'container.pickup_lfd_line.changed', 'container.pickup_lfd_terminal.changed', 'container.pickup_lfd_rail.changed', 'container.pickup_appointment.changed', ...transport('vessel_arrived available full_out empty_in rail_loaded vessel_departed estimated.vessel_arrived')]

const NEWS: readonly Row[] = [
  ...LIVE.map((event): Row => ({
    section: '6.2', kind: 'event', what: `${event} is told when it happens`,
    check: async (given) => {
      const own = (await told(given)).filter((delivery) => eventOf(delivery) === event)
      assert.ok(own.length > 0, 'never told')
      for (const { document } of own) checkIncluded(event, only(document.data, 'reference_object') ?? undefined, document.included)
    },
  })),
  { section: '6.2', kind: 'rule', what: 'container.updated names what changed, before and after, at the moment the terminal was asked', check: async (given) => {
    const keys = new Set<string>()
    for (const { document } of (await told(given)).filter((delivery) => eventOf(delivery) === 'container.updated')) {
      const { changeset, timestamp, data_source: source } = document.included[0]!.attributes
      assert.deepEqual([timestamp, source], [document.data.attributes['created_at'], 'terminal'])
      for (const [name, [before, after]] of Object.entries(changeset as Record<string, [unknown, unknown]>)) {
        keys.add(name)
        assert.notDeepEqual(before, after)
      }
    }
    assert.deepEqual([...keys].sort(), ['available_for_pickup', 'fees_at_pod_terminal', 'holds_at_pod_terminal', 'pickup_appointment_at', 'pickup_lfd', 'pickup_lfd_rail'])
  } },
  { section: '6.2', kind: 'rule', what: 'container.pod_terminal_changed and container.created say when they became known', check: async (given) => {
    const hook: Hook = { status: 200, sent: [] }
    const client = listening(given, hook, { containers: 200, seed: 1 })
    register(client, { events: ['container.pod_terminal_changed', 'container.created'] })
    await work(client, NOON + 25 * DAY)
    assert.equal(new Set(hook.sent.map(eventOf)).size, 2)
    for (const delivery of hook.sent) {
      const { data, included } = delivery.document
      assert.deepEqual([included[0]!.attributes['timestamp'], included[0]!.attributes['data_source']], [data.attributes['created_at'], eventOf(delivery) === 'container.created' ? undefined : 'shipping_line'])
    }
  } },
  { section: '6.2', kind: 'rule', what: 'shipment.estimated.arrival says when, where and on which voyage', check: async (given) => {
    for (const { document } of (await told(given)).filter((delivery) => eventOf(delivery) === 'shipment.estimated.arrival')) {
      const { attributes, relationships } = document.included[0]!
      assert.deepEqual([attributes['event'], attributes['data_source'], instant(attributes['estimated_timestamp']), attributes['created_at'], Object.keys(relationships).sort()], ['shipment.estimated.arrival', 'shipping_line', null, document.data.attributes['created_at'], ['port', 'shipment', 'vessel']])
      assert.equal(document.included.find(({ type }) => type === 'port')?.attributes['code'], attributes['location_locode'])
      assert.equal(document.included.find(({ type }) => type === 'port')?.attributes['time_zone'], attributes['timezone'])
    }
  } },
  { section: '6.2', kind: 'rule', what: 'a milestone’s notification is made when it became known', check: async (given) => {
    for (const { document } of (await told(given)).filter((delivery) => MOVES.includes(eventOf(delivery)))) assert.equal(document.data.attributes['created_at'], document.included[0]!.attributes['created_at'])
  } },
]

const KINDS = [...NAMES.filter((name) => name.startsWith('container.transport.') || /^container\.pickup_/.test(name))]

const TRANSPORT: readonly Row[] = [
  ...valueRows('6.3', 'event', KINDS, ({ sample }) => sample.of('transport_event').map(({ attributes }) => attributes['event'])),
  ...['document.extracted', 'document.extraction_failed'].map((event): Row => ({
    section: '6.3', kind: 'event', what: `${event} stands with the documents`,
    check: async (given) => { assert.ok((await given.desk()).deliveries.some((delivery) => eventOf(delivery) === event)) },
  })),
]

export const eventRows: readonly Row[] = [...DELIVERY, ...CATALOGUE, ...EXAMPLES, ...NEWS, ...TRANSPORT]
