// Records of shipments, containers, events and requests at an instant. A record changes only after a check or an event;
// until then the same object is returned, so that its JSON is written once.
import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { lastCheckMs, lastCheckOrRefreshMs } from './checks.ts'
import { containerRecord, type CheckTimes } from './container-record.ts'
import type { Place } from './data/places.ts'
import type { Terminal } from './data/terminals.ts'
import { noticesOf, type Notice, type TransportEvent } from './events.ts'
import type { Ids } from './ids.ts'
import type { ContainerJourney, Journey } from './journey.ts'
import type { Reference } from './reference-records.ts'
import type { PlanCustomer } from './plan.ts'
import { type TrackingRequest, PENDING } from './requests.ts'
import { shipmentRecord } from './shipment-record.ts'
import { isoOf, isoOrNull } from './calendar.ts'
import { stepAt } from './steps.ts'

export type Views = {
  shipment(journey: Journey, nowMs: number): Resource
  container(journey: Journey, container: ContainerJourney, nowMs: number): Resource
  request(request: TrackingRequest, id: string, nowMs: number): Resource
  /** Known events, newest first. */
  events(journey: Journey, container: ContainerJourney, nowMs: number): Resource[]
  event(journey: Journey, container: ContainerJourney, id: string, nowMs: number): Resource | null
  /** Events that became known after `fromMs`, up to `toMs`. */
  eventsBetween(
    journey: Journey,
    container: ContainerJourney,
    span: { fromMs: number; toMs: number },
  ): { event: string; id: string; atMs: number }[]
}

/** Bits of an event's index: three for the container in its shipment, nine for the event. */
export const EVENT_BITS = 9

/** `identifiers`: those from a position on, because ids are expensive and future ones are not needed. */
type History = { events: readonly Notice[]; identifiers: (from: number) => readonly Identifier[] }
type Last = { key: string; resource: Resource }

export type ViewSources = {
  ids: Ids
  reference: Reference
  /** When clients refreshed a container. */
  refreshTimesOf: (containerId: string) => readonly number[]
  /** The name that a client gave a party, or null. */
  partyNameOf: (partyId: string) => string | null
  /** Caches the last record of each, which helps if the same records are requested again. */
  isCaching: boolean
}

export function createViews({ ids, reference, refreshTimesOf, partyNameOf, isCaching }: ViewSources): Views {
  const historyOf = createHistoryLookup(ids, isCaching)
  const lastRecords = new WeakMap<Journey | ContainerJourney, Last>()
  const reuseUnlessChanged = (subject: Journey | ContainerJourney, key: string, make: () => Resource): Resource => {
    const last = lastRecords.get(subject)
    if (last?.key === key) return last.resource
    const resource = make()
    lastRecords.set(subject, { key, resource })
    return resource
  }
  const nameOf = (customer: PlanCustomer | null): string | null => {
    const partyId = customer && partyIdOf(reference, customer)
    return (partyId && partyNameOf(partyId)) ?? customer?.name ?? null
  }
  return {
    shipment: (journey, nowMs) => {
      const customerName = nameOf(journey.plan.customer)
      if (!isCaching) return shipmentAt(ids, reference, journey, customerName, nowMs)
      const [lead] = journey.containers
      const known = lead ? indexOfNewestKnown(historyOf(journey, lead), nowMs) : 0
      const attemptedMs = lastCheckMs({ ...journey.lineChecks, outage: null }, nowMs)
      const key = `${attemptedMs ?? ''} ${lastCheckMs(journey.lineChecks, nowMs) ?? ''} ${journey.stopped.atMs <= nowMs} ${known} ${customerName ?? ''}`
      return reuseUnlessChanged(journey, key, () => shipmentAt(ids, reference, journey, customerName, nowMs))
    },
    container: (journey, container, nowMs) => {
      const history = historyOf(journey, container)
      const known = indexOfNewestKnown(history, nowMs)
      const id = ids.of('container', journey.plan.slot, journey.plan.generation, container.index)
      const checkTimes = {
        lineMs: lastCheckOrRefreshMs(journey.lineChecks, refreshTimesOf(id), nowMs),
        terminalMs: lastCheckOrRefreshMs(container.terminalChecks, refreshTimesOf(id), nowMs),
      }
      const make = () =>
        containerAt(ids, reference, journey, container, history.identifiers(known), { ...checkTimes, nowMs })
      return isCaching
        ? reuseUnlessChanged(container, `${checkTimes.lineMs ?? ''} ${checkTimes.terminalMs ?? ''} ${known}`, make)
        : make()
    },
    request: (request, id, nowMs) => requestAt(ids, reference, request, id, nowMs),
    events: (journey, container, nowMs) => {
      const history = historyOf(journey, container)
      return history.events
        .slice(indexOfNewestKnown(history, nowMs))
        .map((event) => eventAt(ids, reference, journey, container, event, nowMs))
    },
    event: (journey, container, id, nowMs) => {
      const { events, identifiers } = historyOf(journey, container)
      const event = events[identifiers(0).findIndex((identifier) => identifier.id === id)]
      return event && event.createdMs <= nowMs ? eventAt(ids, reference, journey, container, event, nowMs) : null
    },
    eventsBetween: (journey, container, { fromMs, toMs }) => {
      const { events, identifiers } = historyOf(journey, container)
      return events.flatMap(({ event, createdMs }, position) => {
        const id = createdMs > fromMs && createdMs <= toMs ? identifiers(position)[0]?.id : undefined
        return id === undefined ? [] : [{ event, id, atMs: createdMs }]
      })
    },
  }
}

/** The index of the newest known event. */
function indexOfNewestKnown({ events }: History, nowMs: number): number {
  const position = events.findIndex((event) => event.createdMs <= nowMs)
  return position === -1 ? events.length : position
}

function createHistoryLookup(ids: Ids, isCaching: boolean): (journey: Journey, container: ContainerJourney) => History {
  const cache = new WeakMap<ContainerJourney, History>()
  const historyOf = (journey: Journey, container: ContainerJourney): History => {
    const { slot, generation } = journey.plan
    const events = noticesOf(journey, container)
    const identifierOf = ({ index }: Notice) => ({
      type: 'transport_event',
      id: ids.of('transport_event', slot, generation, (container.index << EVENT_BITS) | index),
    })
    if (!isCaching) return { events, identifiers: (from) => events.slice(from).map(identifierOf) }
    const identifiers = events.map(identifierOf)
    return { events, identifiers: (from) => identifiers.slice(from) }
  }
  if (!isCaching) return historyOf
  return (journey, container) => {
    let history = cache.get(container)
    if (!history) cache.set(container, (history = historyOf(journey, container)))
    return history
  }
}

function containerAt(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  container: ContainerJourney,
  transportEvents: readonly Identifier[],
  checkTimes: CheckTimes,
): Resource {
  const { slot, generation } = journey.plan
  const podTerminalId = journey.isTerminalNamed
    ? reference.terminalId(reportedTerminal(journey, checkTimes.lineMs))
    : null
  return containerRecord(journey, container, checkTimes, {
    id: ids.of('container', slot, generation, container.index),
    shipmentId: ids.of('shipment', slot, generation),
    podTerminalId,
    pickupFacilityId: journey.ramp ? reference.terminalId(journey.ramp) : podTerminalId,
    transportEvents,
  })
}

/** As the line reported it at the last check. */
function reportedTerminal({ terminal, formerTerminal }: Journey, lineMs: number | null): Terminal {
  return formerTerminal && (lineMs ?? -Infinity) < formerTerminal.untilMs ? formerTerminal.terminal : terminal
}

function shipmentAt(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  customerName: string | null,
  nowMs: number,
): Resource {
  const { slot, generation } = journey.plan
  const { destination, ramp } = journey
  const terminal = (id: string): Identifier => ({ type: 'terminal', id })
  return shipmentRecord(journey, nowMs, {
    id: ids.of('shipment', slot, generation),
    portOfLading: { type: 'port', id: reference.portId(journey.portOfLading) },
    portOfDischarge: { type: 'port', id: reference.portId(journey.portOfDischarge) },
    destination: destination && { type: 'metro_area', id: reference.metroAreaId(destination) },
    podTerminal: journey.isTerminalNamed
      ? terminal(reference.terminalId(reportedTerminal(journey, lastCheckMs(journey.lineChecks, nowMs))))
      : null,
    destinationTerminal: ramp && reference.facility(ramp),
    stoppedByUser: { type: 'user', id: reference.userId },
    customerName,
    containers: journey.containers.map(({ index }) => ({
      type: 'container',
      id: ids.of('container', slot, generation, index),
    })),
  })
}

function eventAt(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  container: ContainerJourney,
  notice: Notice,
  nowMs: number,
): Resource {
  const { slot, generation } = journey.plan
  const event = { ...notice, ...notice.details() }
  const eventId = (index: number) =>
    ids.of('transport_event', slot, generation, (container.index << EVENT_BITS) | index)
  return eventRecord(event, nowMs, {
    id: eventId(event.index),
    shipmentId: ids.of('shipment', slot, generation),
    containerId: ids.of('container', slot, generation, container.index),
    location: event.place && locationOf(reference, event.place),
    vesselId: event.vessel && reference.vesselId(event.vessel),
    terminal: event.terminal && reference.facility(event.terminal),
    previousId: event.previousIndex === null ? null : eventId(event.previousIndex),
  })
}

function locationOf(reference: Reference, place: Place): Identifier {
  return place.isInland
    ? { type: 'metro_area', id: reference.metroAreaId(place) }
    : { type: 'port', id: reference.portId(place) }
}

function requestAt(ids: Ids, reference: Reference, request: TrackingRequest, id: string, nowMs: number): Resource {
  const { shipment, customer } = request
  return requestRecord(request, nowMs, {
    id,
    shipmentId: shipment && ids.of('shipment', shipment.slot, shipment.generation),
    partyId: customer && partyIdOf(reference, customer),
    userId: reference.userId,
  })
}

function partyIdOf(reference: Reference, { name, partyId }: PlanCustomer): string | null {
  return partyId ?? reference.partyId(name)
}

export type EventLinks = {
  id: string
  shipmentId: string
  containerId: string
  location: Identifier | null
  vesselId: string | null
  terminal: Identifier | null
  previousId: string | null
}

export function eventRecord(event: TransportEvent, nowMs: number, links: EventLinks): Resource {
  const linkageTo = (type: string, id: string | null) => ({ data: id === null ? null : { type, id } })
  const isInvalid = event.invalidatedMs !== null && event.invalidatedMs <= nowMs
  return {
    type: 'transport_event',
    id: links.id,
    attributes: {
      event: event.event,
      voyage_number: event.voyageNumber,
      timestamp: event.timestamp,
      timezone: event.zone,
      location_locode: event.place?.locode ?? null,
      created_at: isoOf(event.createdMs),
      data_source: event.source,
      value: event.value,
      invalidated_at: isInvalid ? isoOrNull(event.invalidatedMs) : null,
    },
    relationships: {
      shipment: linkageTo('shipment', links.shipmentId),
      container: linkageTo('container', links.containerId),
      location: { data: links.location },
      vessel: linkageTo('vessel', links.vesselId),
      terminal: { data: links.terminal },
      previous_version: linkageTo('transport_event', links.previousId),
    },
  }
}

export type RequestLinks = { id: string; shipmentId: string | null; partyId: string | null; userId: string }

export function requestRecord(request: TrackingRequest, nowMs: number, links: RequestLinks): Resource {
  const step = stepAt(request.course, nowMs)
  const state = step?.value ?? PENDING
  const isFound = state.status === 'created' || state.status === 'tracking_stopped'
  return {
    type: 'tracking_request',
    id: links.id,
    attributes: {
      request_number: request.requestNumber,
      request_type: request.requestType,
      scac: isFound ? request.scac : request.submittedScac,
      ref_numbers: request.refNumbers,
      // Two names of one attribute.
      shipment_tags: request.shipmentTags,
      tags: request.shipmentTags,
      status: state.status,
      failed_reason: state.failedReason,
      is_retrying: state.isRetrying,
      retry_count: state.retryCount,
      created_at: isoOf(request.createdMs),
      updated_at: isoOf(step?.fromMs ?? request.createdMs),
    },
    relationships: {
      tracked_object: {
        data: isFound && links.shipmentId !== null ? { type: 'shipment', id: links.shipmentId } : null,
      },
      customer: { data: links.partyId === null ? null : { type: 'party', id: links.partyId } },
      user: { data: { type: 'user', id: links.userId } },
    },
    links: { self: `/v2/tracking_requests/${links.id}` },
  }
}
