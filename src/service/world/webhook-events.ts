// Lists the events in a span of time, for webhooks. They are computed from the same journeys as the records, so no work
// is needed while there is no webhook.
import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { formatIso } from './calendar.ts'
import type { Checks } from './checks.ts'
import { listVesselEstimates } from './events.ts'
import type { Ids } from './ids.ts'
import { isPickupZoneKnown, type ContainerJourney, type Journey } from './journey.ts'
import type { Reference } from './reference-records.ts'
import type { TrackingRequest } from './requests.ts'
import type { Views } from './views.ts'

export type WebhookEvent = {
  event: string
  atMs: number
  reference: Identifier
  /**
   * A record that exists only in the notification and gets its id there. Null if `reference` is a record of the API.
   */
  news: Omit<Resource, 'id'> | null
  shipmentId: string | null
}

/** The instants after `fromMs`, up to and including `toMs`. */
export type TimeSpan = { fromMs: number; toMs: number }

const isInSpan = ({ fromMs, toMs }: TimeSpan, instantMs: number) => instantMs > fromMs && instantMs <= toMs

const STATUS_EVENTS: Readonly<Record<string, string>> = {
  created: 'tracking_request.succeeded',
  failed: 'tracking_request.failed',
  awaiting_manifest: 'tracking_request.awaiting_manifest',
  tracking_stopped: 'tracking_request.tracking_stopped',
}

export function listRequestEvents(
  request: TrackingRequest,
  id: string,
  shipmentId: string | null,
  span: TimeSpan,
): WebhookEvent[] {
  return request.stateSteps.flatMap(({ fromMs, value }, order) => {
    const event = STATUS_EVENTS[value.status]
    const isNew = request.stateSteps[order - 1]?.value.status !== value.status
    if (event === undefined || !isNew || !isInSpan(span, fromMs)) return []
    return [{ event, atMs: fromMs, reference: { type: 'tracking_request', id }, news: null, shipmentId }]
  })
}

export function listShipmentEvents(ids: Ids, reference: Reference, journey: Journey, span: TimeSpan): WebhookEvent[] {
  const { slot, generation } = journey.plan
  const shipmentId = ids.create('shipment', slot, generation)
  return listVesselEstimates(journey)
    .slice(1)
    .filter(({ createdMs }) => isInSpan(span, createdMs))
    .map(({ createdMs, value }) =>
      createEvent('estimated_event', 'shipment.estimated.arrival', createdMs, shipmentId, {
        attributes: {
          created_at: formatIso(createdMs),
          estimated_timestamp: formatIso(value),
          event: 'shipment.estimated.arrival',
          location_locode: journey.portOfDischarge.locode,
          timezone: journey.portOfDischarge.zone,
          voyage_number: journey.sailing.voyageNumber,
          data_source: 'shipping_line',
        },
        relationships: {
          shipment: { data: { type: 'shipment', id: shipmentId } },
          port: { data: { type: 'port', id: reference.getPortId(journey.portOfDischarge) } },
          vessel: { data: { type: 'vessel', id: reference.getVesselId(journey.sailing.vessel) } },
        },
      }),
    )
}

export function listContainerEvents(
  ids: Ids,
  reference: Reference,
  views: Views,
  journey: Journey,
  container: ContainerJourney,
  span: TimeSpan,
): WebhookEvent[] {
  const { slot, generation, createdMs } = journey.plan
  const shipmentId = ids.create('shipment', slot, generation)
  const linkage = {
    container: { data: { type: 'container', id: ids.create('container', slot, generation, container.index) } },
    shipment: { data: { type: 'shipment', id: shipmentId } },
  }
  const zone = isPickupZoneKnown(journey) ? container.stay.zone : null
  const terminal = { data: { type: 'terminal', id: reference.getTerminalId(journey.ramp ?? journey.terminal) } }
  const events = views
    .eventsBetween(journey, container, span)
    .map(({ event, id, atMs }): WebhookEvent => ({
      event,
      atMs,
      reference: { type: 'transport_event', id },
      news: null,
      shipmentId,
    }))
  const createdEvents = isInSpan(span, createdMs)
    ? [
        createEvent('container_created_event', 'container.created', createdMs, shipmentId, {
          attributes: { timestamp: formatIso(createdMs), timezone: zone },
          relationships: linkage,
        }),
      ]
    : []
  const updatedEvents = listCheckTimes(container.terminalChecks, span).flatMap((checkMs) => {
    const changeset = computeChangeset(
      views.container(journey, container, checkMs - 1),
      views.container(journey, container, checkMs),
    )
    if (Object.keys(changeset).length === 0) return []
    const attributes = { changeset, timestamp: formatIso(checkMs), timezone: zone, data_source: 'terminal' }
    return [
      createEvent('container_updated_event', 'container.updated', checkMs, shipmentId, {
        attributes,
        relationships: { ...linkage, terminal },
      }),
    ]
  })
  return [
    ...events,
    ...createdEvents,
    ...updatedEvents,
    ...listTerminalChangeEvents(journey, shipmentId, linkage, reference, span),
  ]
}

function listTerminalChangeEvents(
  journey: Journey,
  shipmentId: string,
  linkage: Resource['relationships'],
  reference: Reference,
  span: TimeSpan,
): WebhookEvent[] {
  const { formerTerminal } = journey
  if (!formerTerminal || !isInSpan(span, formerTerminal.untilMs)) return []
  const attributes = { timestamp: formatIso(formerTerminal.untilMs), data_source: 'shipping_line' }
  const terminal = { data: { type: 'terminal', id: reference.getTerminalId(journey.terminal) } }
  return [
    createEvent(
      'container_pod_terminal_changed_event',
      'container.pod_terminal_changed',
      formerTerminal.untilMs,
      shipmentId,
      { attributes, relationships: { ...linkage, terminal } },
    ),
  ]
}

function createEvent(
  type: string,
  event: string,
  atMs: number,
  shipmentId: string,
  record: Pick<Resource, 'attributes' | 'relationships'>,
): WebhookEvent {
  return { event, atMs, reference: { type, id: '' }, news: { type, ...record }, shipmentId }
}

/** The attributes whose changes are an event `container.updated`. */
const WATCHED_ATTRIBUTES = [
  'available_for_pickup',
  'pickup_lfd',
  'fees_at_pod_terminal',
  'holds_at_pod_terminal',
  'pickup_appointment_at',
]
const WATCHED_DEADLINES = ['pickup_lfd_line', 'pickup_lfd_rail']

function computeChangeset(before: Resource, after: Resource): Record<string, [unknown, unknown]> {
  const getDeadlines = ({ attributes }: Resource) => (attributes?.['import_deadlines'] ?? {}) as Record<string, unknown>
  const pairs: [string, unknown, unknown][] = [
    ...WATCHED_ATTRIBUTES.map((name): [string, unknown, unknown] => [
      name,
      before.attributes?.[name],
      after.attributes?.[name],
    ]),
    ...WATCHED_DEADLINES.map((name): [string, unknown, unknown] => [
      name,
      getDeadlines(before)[name],
      getDeadlines(after)[name],
    ]),
  ]
  const changed = pairs.filter(([, first, second]) => JSON.stringify(first) !== JSON.stringify(second))
  return Object.fromEntries(changed.map(([name, one, other]) => [name, [one, other]]))
}

/** A long span has thousands of checks. Only this many, the newest, are searched for changes. */
const MAX_CHECKS = 200

export function listCheckTimes({ firstMs, everyMs, endMs, outage }: Checks, { fromMs, toMs }: TimeSpan): number[] {
  const first = Math.max(0, Math.floor((fromMs - firstMs) / everyMs) + 1)
  const last = Math.floor((Math.min(toMs, endMs) - firstMs) / everyMs)
  if (!Number.isFinite(first) || last < first) return []
  const oldest = Math.max(first, last - MAX_CHECKS + 1)
  const checkTimes = Array.from({ length: last - oldest + 1 }, (_, index) => firstMs + (oldest + index) * everyMs)
  return checkTimes.filter((checkMs) => !outage || checkMs < outage.fromMs || checkMs >= outage.toMs)
}
