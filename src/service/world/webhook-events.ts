// The events of a span of time for webhooks, computed from the same journeys as the records, so that nothing runs while
// no webhook exists.
import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { isoOf } from './calendar.ts'
import type { Checks } from './checks.ts'
import { vesselEstimates } from './events.ts'
import type { Ids } from './ids.ts'
import { isPickupZoneKnown, type ContainerJourney, type Journey } from './journey.ts'
import type { Reference } from './reference-records.ts'
import type { TrackingRequest } from './requests.ts'
import type { Views } from './views.ts'

export type WebhookEvent = {
  event: string
  atMs: number
  reference: Identifier
  /** A record that only exists in the notification; it gets its id there. */
  news: Omit<Resource, 'id'> | null
  shipmentId: string | null
}

export type Span = { fromMs: number; toMs: number }

const isInSpan = ({ fromMs, toMs }: Span, instantMs: number) => instantMs > fromMs && instantMs <= toMs

const STATUS_EVENTS: Readonly<Record<string, string>> = {
  created: 'tracking_request.succeeded',
  failed: 'tracking_request.failed',
  awaiting_manifest: 'tracking_request.awaiting_manifest',
  tracking_stopped: 'tracking_request.tracking_stopped',
}

export function requestEvents(
  request: TrackingRequest,
  id: string,
  shipmentId: string | null,
  span: Span,
): WebhookEvent[] {
  return request.course.flatMap(({ fromMs, value }, order) => {
    const event = STATUS_EVENTS[value.status]
    const isNew = request.course[order - 1]?.value.status !== value.status
    if (event === undefined || !isNew || !isInSpan(span, fromMs)) return []
    return [{ event, atMs: fromMs, reference: { type: 'tracking_request', id }, news: null, shipmentId }]
  })
}

export function shipmentEvents(ids: Ids, reference: Reference, journey: Journey, span: Span): WebhookEvent[] {
  const { slot, generation } = journey.plan
  const shipmentId = ids.of('shipment', slot, generation)
  return vesselEstimates(journey)
    .slice(1)
    .filter(({ createdMs }) => isInSpan(span, createdMs))
    .map(({ createdMs, value }) =>
      newEvent('estimated_event', 'shipment.estimated.arrival', createdMs, shipmentId, {
        attributes: {
          created_at: isoOf(createdMs),
          estimated_timestamp: isoOf(value),
          event: 'shipment.estimated.arrival',
          location_locode: journey.portOfDischarge.locode,
          timezone: journey.portOfDischarge.zone,
          voyage_number: journey.sailing.voyageNumber,
          data_source: 'shipping_line',
        },
        relationships: {
          shipment: { data: { type: 'shipment', id: shipmentId } },
          port: { data: { type: 'port', id: reference.portId(journey.portOfDischarge) } },
          vessel: { data: { type: 'vessel', id: reference.vesselId(journey.sailing.vessel) } },
        },
      }),
    )
}

export function containerEvents(
  ids: Ids,
  reference: Reference,
  views: Views,
  journey: Journey,
  container: ContainerJourney,
  span: Span,
): WebhookEvent[] {
  const { slot, generation, createdMs } = journey.plan
  const shipmentId = ids.of('shipment', slot, generation)
  const linkage = {
    container: { data: { type: 'container', id: ids.of('container', slot, generation, container.index) } },
    shipment: { data: { type: 'shipment', id: shipmentId } },
  }
  const zone = isPickupZoneKnown(journey) ? container.stay.zone : null
  const terminal = { data: { type: 'terminal', id: reference.terminalId(journey.ramp ?? journey.terminal) } }
  const events = views
    .eventsBetween(journey, container, span)
    .map(({ event, id, atMs }): WebhookEvent => ({
      event,
      atMs,
      reference: { type: 'transport_event', id },
      news: null,
      shipmentId,
    }))
  const created = isInSpan(span, createdMs)
    ? [
        newEvent('container_created_event', 'container.created', createdMs, shipmentId, {
          attributes: { timestamp: isoOf(createdMs), timezone: zone },
          relationships: linkage,
        }),
      ]
    : []
  const updated = checkTimesIn(container.terminalChecks, span).flatMap((checkMs) => {
    const changeset = changesetOf(
      views.container(journey, container, checkMs - 1),
      views.container(journey, container, checkMs),
    )
    if (Object.keys(changeset).length === 0) return []
    const attributes = { changeset, timestamp: isoOf(checkMs), timezone: zone, data_source: 'terminal' }
    return [
      newEvent('container_updated_event', 'container.updated', checkMs, shipmentId, {
        attributes,
        relationships: { ...linkage, terminal },
      }),
    ]
  })
  return [...events, ...created, ...updated, ...terminalChangeEvents(journey, shipmentId, linkage, reference, span)]
}

function terminalChangeEvents(
  journey: Journey,
  shipmentId: string,
  linkage: Resource['relationships'],
  reference: Reference,
  span: Span,
): WebhookEvent[] {
  const { formerTerminal } = journey
  if (!formerTerminal || !isInSpan(span, formerTerminal.untilMs)) return []
  const attributes = { timestamp: isoOf(formerTerminal.untilMs), data_source: 'shipping_line' }
  const terminal = { data: { type: 'terminal', id: reference.terminalId(journey.terminal) } }
  return [
    newEvent(
      'container_pod_terminal_changed_event',
      'container.pod_terminal_changed',
      formerTerminal.untilMs,
      shipmentId,
      { attributes, relationships: { ...linkage, terminal } },
    ),
  ]
}

function newEvent(
  type: string,
  event: string,
  atMs: number,
  shipmentId: string,
  record: Pick<Resource, 'attributes' | 'relationships'>,
): WebhookEvent {
  return { event, atMs, reference: { type, id: '' }, news: { type, ...record }, shipmentId }
}

const WATCHED = [
  'available_for_pickup',
  'pickup_lfd',
  'fees_at_pod_terminal',
  'holds_at_pod_terminal',
  'pickup_appointment_at',
]
const WATCHED_DEADLINES = ['pickup_lfd_line', 'pickup_lfd_rail']

function changesetOf(before: Resource, after: Resource): Record<string, [unknown, unknown]> {
  const deadlines = ({ attributes }: Resource) => (attributes?.['import_deadlines'] ?? {}) as Record<string, unknown>
  const pairs: [string, unknown, unknown][] = [
    ...WATCHED.map((name): [string, unknown, unknown] => [name, before.attributes?.[name], after.attributes?.[name]]),
    ...WATCHED_DEADLINES.map((name): [string, unknown, unknown] => [
      name,
      deadlines(before)[name],
      deadlines(after)[name],
    ]),
  ]
  const changed = pairs.filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other))
  return Object.fromEntries(changed.map(([name, one, other]) => [name, [one, other]]))
}

/** A span of a year has thousands of checks, and only the newest matter. */
const MAX_CHECKS = 200

export function checkTimesIn({ firstMs, everyMs, endMs, outage }: Checks, { fromMs, toMs }: Span): number[] {
  const first = Math.max(0, Math.floor((fromMs - firstMs) / everyMs) + 1)
  const last = Math.floor((Math.min(toMs, endMs) - firstMs) / everyMs)
  if (!Number.isFinite(first) || last < first) return []
  const oldest = Math.max(first, last - MAX_CHECKS + 1)
  const checkTimes = Array.from({ length: last - oldest + 1 }, (_, index) => firstMs + (oldest + index) * everyMs)
  return checkTimes.filter((checkMs) => !outage || checkMs < outage.fromMs || checkMs >= outage.toMs)
}
