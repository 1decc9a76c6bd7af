// Checks which events are sent, when, and with which content (specification 6).
import assert from 'node:assert/strict'
import { createValueRows } from './attribute-rows.ts'
import { DAY, listLinked, NOON, getLinkedId, type Client, type Resource } from './client.ts'
import type { Row } from './row.ts'
import { instant, uuid } from './shapes.ts'
import { collectDeliveries, type Hook, createListeningClient, registerWebhook, workUntil, getEvent } from './hooks.ts'

const createTransportNames = (names: string) => names.split(' ').map((name) => `container.transport.${name}`)
/** The milestones, which all include the same types of records. */
const MILESTONES = createTransportNames(
  'empty_out full_in vessel_loaded vessel_departed vessel_arrived vessel_berthed vessel_discharged transshipment_arrived transshipment_discharged transshipment_loaded transshipment_departed feeder_arrived feeder_discharged feeder_loaded feeder_departed rail_loaded rail_departed rail_arrived rail_unloaded arrived_at_inland_destination full_out empty_in',
)
/** The types of the records that each event includes, the subject first. Null means that nothing is included. */
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
  ...Object.fromEntries(MILESTONES.map((name) => [name, ['transport_event', 'container', 'shipment']])),
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
const OPTIONAL_TYPES = [
  'port',
  'metro_area',
  'terminal',
  'rail_terminal',
  'vessel',
  'account',
  'user',
  'document_representation',
  'email_submission',
]

const listOffered = (client: Client) =>
  client
    .list('/webhooks/events')
    .flatMap(({ attributes }) => attributes['events'] as { name: string; description: string }[])

const CATALOGUE: readonly Row[] = [
  ...createValueRows('6.2', 'event on offer', NAMES, ({ reader }) => listOffered(reader).map(({ name }) => name)),
  {
    section: '6.2',
    kind: 'rule',
    what: 'each of the 43 events has a description and is in one of six categories',
    check: ({ reader }) => {
      assert.deepEqual(
        reader.list('/webhooks/events').map(({ id, attributes }) => [id, attributes['name']]),
        [
          ['tracking_requests', 'Tracking requests'],
          ['shipments', 'Shipments'],
          ['containers', 'Containers'],
          ['container_transport', 'Container milestones'],
          ['estimates', 'Estimates'],
          ['documents', 'Documents'],
        ],
      )
      assert.equal(new Set(listOffered(reader).map(({ name }) => name)).size, 43)
      for (const { description } of listOffered(reader)) assert.match(description, /^[A-Z].+\.$/)
    },
  },
  ...NAMES.map((event): Row => ({
    section: '6.2',
    kind: 'event',
    what: `${event}: its example has the same shape as a delivery`,
    check: async ({ account }) => {
      const { client } = await account()
      const { data, included, links } = client.get(`/webhook_notifications/examples?event=${event}`)
      const [notification, ...others] = data as unknown as Resource[]
      assert.ok(links['self'])
      assert.deepEqual(
        [
          others,
          notification?.type,
          notification?.attributes['event'],
          notification?.attributes['delivery_status'],
          notification?.attributes['created_at'],
          notification?.relationships['webhook_notification_logs']?.data,
        ],
        [[], 'webhook_notification', event, 'pending', '2026-11-20T17:00:00Z', []],
      )
      const subject = listLinked(notification!, event.startsWith('document.') ? 'document' : 'reference_object')[0]
      checkIncluded(event, subject?.id, included)
    },
  })),
]

function checkIncluded(event: string, subjectId: string | undefined, included: readonly Resource[] | undefined): void {
  const includedTypes = EVENTS[event]
  const [subject, ...rest] = included ?? []
  if (includedTypes === null) {
    assert.deepEqual(included ?? [], [])
    return
  }
  assert.deepEqual([subject?.type, subject?.id], [includedTypes?.[0], subjectId])
  const types = new Set(rest.map(({ type }) => type))
  assert.deepEqual([...(includedTypes ?? []).slice(1).filter((type) => !types.has(type))], [], `missing with ${event}`)
  assert.deepEqual(
    [...types].filter((type) => !includedTypes?.includes(type) && !OPTIONAL_TYPES.includes(type)),
    [],
    `too much with ${event}`,
  )
  if (includedTypes?.length === 1 && subject?.type === 'transport_event')
    assert.deepEqual([subject.relationships, rest], [undefined, []])
  if (subject?.type === 'transport_event') assert.equal(subject.attributes['event'], event)
}

const REQUEST_STATES: Readonly<Record<string, string>> = {
  succeeded: 'created',
  failed: 'failed',
  awaiting_manifest: 'awaiting_manifest',
  tracking_stopped: 'tracking_stopped',
}

const EXAMPLES: readonly Row[] = [
  ...Object.entries(REQUEST_STATES).map(([event, status]): Row => ({
    section: '6.2',
    kind: 'value',
    what: `the example of tracking_request.${event} is of a request that is ${status}`,
    check: async ({ account, createClient }) => {
      for (const client of [(await account()).client, createClient({ containers: 3 })]) {
        const [request] = client.get(`/webhook_notifications/examples?event=tracking_request.${event}`).included
        assert.deepEqual(
          [
            request?.attributes['status'],
            request?.attributes['failed_reason'] !== null,
            getLinkedId(request!, 'tracked_object') !== null,
          ],
          [status, status === 'failed', status === 'created' || status === 'tracking_stopped'],
        )
      }
    },
  })),
  {
    section: '6.2',
    kind: 'rule',
    what: 'every example has a unique id',
    check: async ({ account }) => {
      const all = (await account()).client.list('/webhook_notifications/examples')
      assert.deepEqual(
        [all.map(({ id }) => uuid(id)), new Set(all.map(({ id }) => id)).size],
        [all.map(() => null), 43],
      )
    },
  },
  {
    section: '6.2',
    kind: 'rule',
    what: 'the examples of documents are of one that was extracted and one that failed',
    check: ({ reader }) => {
      const types = ['extracted', 'extraction_failed'].map((event) => {
        const { data, included } = reader.get(`/webhook_notifications/examples?event=document.${event}`)
        const [document] = included
        assert.deepEqual(
          [
            (data as unknown as Resource[])[0]?.attributes['version'],
            document?.attributes['file_content_type'],
            document?.attributes['source'],
            included.map(({ type }) => type),
          ],
          ['2025-06-01', 'application/pdf', 'upload', ['document', 'account', 'user']],
        )
        return document?.attributes['document_type']
      })
      assert.deepEqual(types, ['commercial_invoice', null])
    },
  },
]

const DELIVERED_EVENTS = [
  'tracking_request.succeeded',
  'tracking_request.failed',
  'tracking_request.awaiting_manifest',
  'tracking_request.tracking_stopped',
  'shipment.estimated.arrival',
  'container.created',
  'container.updated',
  'container.pickup_lfd.changed',
  'container.pickup_lfd_line.changed',
  'container.pickup_lfd_terminal.changed',
  'container.pickup_lfd_rail.changed',
  'container.pickup_appointment.changed',
  ...createTransportNames(
    'vessel_arrived available full_out empty_in rail_loaded vessel_departed estimated.vessel_arrived',
  ),
]

const DELIVERIES: readonly Row[] = [
  ...DELIVERED_EVENTS.map((event): Row => ({
    section: '6.2',
    kind: 'event',
    what: `${event} is sent when it happens`,
    check: async (services) => {
      const deliveriesOfEvent = (await collectDeliveries(services)).filter((delivery) => getEvent(delivery) === event)
      assert.ok(deliveriesOfEvent.length > 0, 'never sent')
      for (const { document } of deliveriesOfEvent)
        checkIncluded(event, getLinkedId(document.data, 'reference_object') ?? undefined, document.included)
    },
  })),
  {
    section: '6.2',
    kind: 'rule',
    what: 'container.updated has the changes with both values, at the time the terminal was asked',
    check: async (services) => {
      const keys = new Set<string>()
      for (const { document } of (await collectDeliveries(services)).filter(
        (delivery) => getEvent(delivery) === 'container.updated',
      )) {
        const { changeset, timestamp, data_source: source } = document.included[0]!.attributes
        assert.deepEqual([timestamp, source], [document.data.attributes['created_at'], 'terminal'])
        for (const [name, [before, after]] of Object.entries(changeset as Record<string, [unknown, unknown]>)) {
          keys.add(name)
          assert.notDeepEqual(before, after)
        }
      }
      assert.deepEqual([...keys].sort(), [
        'available_for_pickup',
        'fees_at_pod_terminal',
        'holds_at_pod_terminal',
        'pickup_appointment_at',
        'pickup_lfd',
        'pickup_lfd_rail',
      ])
    },
  },
  {
    section: '6.2',
    kind: 'rule',
    what: 'container.pod_terminal_changed and container.created have the time they became known',
    check: async (services) => {
      const hook: Hook = { status: 200, sent: [] }
      const client = createListeningClient(services, hook, { containers: 200, seed: 1 })
      registerWebhook(client, { events: ['container.pod_terminal_changed', 'container.created'] })
      await workUntil(client, NOON + 25 * DAY)
      assert.equal(new Set(hook.sent.map(getEvent)).size, 2)
      for (const delivery of hook.sent) {
        const { data, included } = delivery.document
        assert.deepEqual(
          [included[0]!.attributes['timestamp'], included[0]!.attributes['data_source']],
          [data.attributes['created_at'], getEvent(delivery) === 'container.created' ? undefined : 'shipping_line'],
        )
      }
    },
  },
  {
    section: '6.2',
    kind: 'rule',
    what: 'shipment.estimated.arrival has the time, the place and the voyage',
    check: async (services) => {
      for (const { document } of (await collectDeliveries(services)).filter(
        (delivery) => getEvent(delivery) === 'shipment.estimated.arrival',
      )) {
        const { attributes, relationships } = document.included[0]!
        assert.deepEqual(
          [
            attributes['event'],
            attributes['data_source'],
            instant(attributes['estimated_timestamp']),
            attributes['created_at'],
            Object.keys(relationships).sort(),
          ],
          [
            'shipment.estimated.arrival',
            'shipping_line',
            null,
            document.data.attributes['created_at'],
            ['port', 'shipment', 'vessel'],
          ],
        )
        assert.equal(
          document.included.find(({ type }) => type === 'port')?.attributes['code'],
          attributes['location_locode'],
        )
        assert.equal(
          document.included.find(({ type }) => type === 'port')?.attributes['time_zone'],
          attributes['timezone'],
        )
      }
    },
  },
  {
    section: '6.2',
    kind: 'rule',
    what: 'a milestone’s notification is created when it became known',
    check: async (services) => {
      for (const { document } of (await collectDeliveries(services)).filter((delivery) =>
        MILESTONES.includes(getEvent(delivery)),
      ))
        assert.equal(document.data.attributes['created_at'], document.included[0]!.attributes['created_at'])
    },
  },
]

const TRANSPORT_EVENTS = [
  ...NAMES.filter((name) => name.startsWith('container.transport.') || /^container\.pickup_/.test(name)),
]

const TRANSPORT: readonly Row[] = [
  ...createValueRows('6.3', 'event', TRANSPORT_EVENTS, ({ sample }) =>
    sample.recordsOf('transport_event').map(({ attributes }) => attributes['event']),
  ),
  ...['document.extracted', 'document.extraction_failed'].map((event): Row => ({
    section: '6.3',
    kind: 'event',
    what: `${event} is delivered to the webhook of the scenario`,
    check: async (services) =>
      assert.ok((await services.scenario()).deliveries.some((delivery) => getEvent(delivery) === event)),
  })),
]

export const eventRows: readonly Row[] = [...CATALOGUE, ...EXAMPLES, ...DELIVERIES, ...TRANSPORT]
