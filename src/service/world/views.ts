// Builds the records of shipments, containers, events and requests at an instant. A record changes only after a check
// or an event. Until then the same object is returned, so that its JSON is written only once (bytes.ts).
import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { findLastCheckMs, findLastCheckOrRefreshMs } from './checks.ts'
import { buildContainerRecord, type CheckTimes } from './container-record.ts'
import type { Place } from './data/places.ts'
import type { Terminal } from './data/terminals.ts'
import { listEventOutlines, type EventOutline, type TransportEvent } from './events.ts'
import type { Ids } from './ids.ts'
import type { ContainerJourney, Journey } from './journey.ts'
import type { Reference } from './reference-records.ts'
import type { PlanCustomer } from './plan.ts'
import { type TrackingRequest, PENDING } from './requests.ts'
import { buildShipmentRecord } from './shipment-record.ts'
import { formatIso, formatIsoOrNull } from './calendar.ts'
import { getStepAt } from './steps.ts'

export type Views = {
  shipment(journey: Journey, nowMs: number): Resource
  container(journey: Journey, container: ContainerJourney, nowMs: number): Resource
  request(request: TrackingRequest, id: string, nowMs: number): Resource
  /** Returns the events that are known at `nowMs`, newest first. */
  events(journey: Journey, container: ContainerJourney, nowMs: number): Resource[]
  event(journey: Journey, container: ContainerJourney, id: string, nowMs: number): Resource | null
  /** Returns the events that became known after `fromMs`, up to and including `toMs`. */
  eventsBetween(
    journey: Journey,
    container: ContainerJourney,
    span: { fromMs: number; toMs: number },
  ): { event: string; id: string; atMs: number }[]
}

/** The index in the id of an event has nine bits for the event and three above them for the container. */
export const EVENT_BITS = 9

/**
 * All events of a container. `identifiers` returns the ids from an index on. Without caching it creates only these,
 * because creating ids is slow.
 */
type EventHistory = { events: readonly EventOutline[]; identifiers: (from: number) => readonly Identifier[] }
/** `key`: the check times and all else that the record depends on. The record is reused while the key is the same. */
type CachedRecord = { key: string; resource: Resource }

export type ViewSources = {
  ids: Ids
  reference: Reference
  /** Returns the times at which clients refreshed a container. */
  listRefreshTimes: (containerId: string) => readonly number[]
  /** Returns the name that a client gave a party, or null. */
  getPartyName: (partyId: string) => string | null
  /** Whether to cache the last record of each shipment and container. */
  isCaching: boolean
}

export function createViews({ ids, reference, listRefreshTimes, getPartyName, isCaching }: ViewSources): Views {
  const getHistory = createHistoryLookup(ids, isCaching)
  const lastRecords = new WeakMap<Journey | ContainerJourney, CachedRecord>()
  const getCachedRecord = (subject: Journey | ContainerJourney, key: string, make: () => Resource): Resource => {
    const last = lastRecords.get(subject)
    if (last?.key === key) return last.resource
    const resource = make()
    lastRecords.set(subject, { key, resource })
    return resource
  }
  const getCustomerName = (customer: PlanCustomer | null): string | null => {
    const partyId = customer && findPartyId(reference, customer)
    return (partyId && getPartyName(partyId)) ?? customer?.name ?? null
  }
  return {
    shipment: (journey, nowMs) => {
      const customerName = getCustomerName(journey.plan.customer)
      if (!isCaching) return buildShipment(ids, reference, journey, customerName, nowMs)
      const [firstContainer] = journey.containers
      const newestIndex = firstContainer ? findNewestIndex(getHistory(journey, firstContainer), nowMs) : 0
      const attemptedMs = findLastCheckMs({ ...journey.lineChecks, outage: null }, nowMs)
      const key = `${attemptedMs ?? ''} ${findLastCheckMs(journey.lineChecks, nowMs) ?? ''} ${journey.trackingStop.atMs <= nowMs} ${newestIndex} ${customerName ?? ''}`
      return getCachedRecord(journey, key, () => buildShipment(ids, reference, journey, customerName, nowMs))
    },
    container: (journey, container, nowMs) => {
      const history = getHistory(journey, container)
      const newestIndex = findNewestIndex(history, nowMs)
      const id = ids.create('container', journey.plan.slot, journey.plan.generation, container.index)
      const checkTimes = {
        lineMs: findLastCheckOrRefreshMs(journey.lineChecks, listRefreshTimes(id), nowMs),
        terminalMs: findLastCheckOrRefreshMs(container.terminalChecks, listRefreshTimes(id), nowMs),
      }
      const make = () =>
        buildContainer(ids, reference, journey, container, history.identifiers(newestIndex), { ...checkTimes, nowMs })
      const key = `${checkTimes.lineMs ?? ''} ${checkTimes.terminalMs ?? ''} ${newestIndex}`
      return isCaching ? getCachedRecord(container, key, make) : make()
    },
    request: (request, id, nowMs) => buildRequest(ids, reference, request, id, nowMs),
    events: (journey, container, nowMs) => {
      const history = getHistory(journey, container)
      return history.events
        .slice(findNewestIndex(history, nowMs))
        .map((event) => buildEvent(ids, reference, journey, container, event, nowMs))
    },
    event: (journey, container, id, nowMs) => {
      const { events, identifiers } = getHistory(journey, container)
      const event = events[identifiers(0).findIndex((identifier) => identifier.id === id)]
      return event && event.createdMs <= nowMs ? buildEvent(ids, reference, journey, container, event, nowMs) : null
    },
    eventsBetween: (journey, container, { fromMs, toMs }) => {
      const { events, identifiers } = getHistory(journey, container)
      return events.flatMap(({ event, createdMs }, position) => {
        const id = createdMs > fromMs && createdMs <= toMs ? identifiers(position)[0]?.id : undefined
        return id === undefined ? [] : [{ event, id, atMs: createdMs }]
      })
    },
  }
}

/** Returns the index of the newest event that is known at `nowMs`. Events with lower indexes are in the future. */
function findNewestIndex({ events }: EventHistory, nowMs: number): number {
  const position = events.findIndex((event) => event.createdMs <= nowMs)
  return position === -1 ? events.length : position
}

function createHistoryLookup(
  ids: Ids,
  isCaching: boolean,
): (journey: Journey, container: ContainerJourney) => EventHistory {
  const cache = new WeakMap<ContainerJourney, EventHistory>()
  const historyOf = (journey: Journey, container: ContainerJourney): EventHistory => {
    const { slot, generation } = journey.plan
    const events = listEventOutlines(journey, container)
    const buildIdentifier = ({ index }: EventOutline) => ({
      type: 'transport_event',
      id: ids.create('transport_event', slot, generation, (container.index << EVENT_BITS) | index),
    })
    if (!isCaching) return { events, identifiers: (from) => events.slice(from).map(buildIdentifier) }
    const identifiers = events.map(buildIdentifier)
    return { events, identifiers: (from) => identifiers.slice(from) }
  }
  if (!isCaching) return historyOf
  return (journey, container) => {
    let history = cache.get(container)
    if (!history) cache.set(container, (history = historyOf(journey, container)))
    return history
  }
}

function buildContainer(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  container: ContainerJourney,
  transportEvents: readonly Identifier[],
  checkTimes: CheckTimes,
): Resource {
  const { slot, generation } = journey.plan
  const podTerminalId = journey.isTerminalNamed
    ? reference.getTerminalId(findReportedTerminal(journey, checkTimes.lineMs))
    : null
  return buildContainerRecord(journey, container, checkTimes, {
    id: ids.create('container', slot, generation, container.index),
    shipmentId: ids.create('shipment', slot, generation),
    podTerminalId,
    pickupFacilityId: journey.ramp ? reference.getTerminalId(journey.ramp) : podTerminalId,
    transportEvents,
  })
}

/** Returns the terminal that the line named at its last check. */
function findReportedTerminal({ terminal, formerTerminal }: Journey, lineMs: number | null): Terminal {
  return formerTerminal && (lineMs ?? -Infinity) < formerTerminal.untilMs ? formerTerminal.terminal : terminal
}

function buildShipment(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  customerName: string | null,
  nowMs: number,
): Resource {
  const { slot, generation } = journey.plan
  const { destination, ramp } = journey
  const linkTerminal = (id: string): Identifier => ({ type: 'terminal', id })
  return buildShipmentRecord(journey, nowMs, {
    id: ids.create('shipment', slot, generation),
    portOfLading: { type: 'port', id: reference.getPortId(journey.portOfLading) },
    portOfDischarge: { type: 'port', id: reference.getPortId(journey.portOfDischarge) },
    destination: destination && { type: 'metro_area', id: reference.getMetroAreaId(destination) },
    podTerminal: journey.isTerminalNamed
      ? linkTerminal(reference.getTerminalId(findReportedTerminal(journey, findLastCheckMs(journey.lineChecks, nowMs))))
      : null,
    destinationTerminal: ramp && reference.getFacility(ramp),
    stoppedByUser: { type: 'user', id: reference.userId },
    customerName,
    containers: journey.containers.map(({ index }) => ({
      type: 'container',
      id: ids.create('container', slot, generation, index),
    })),
  })
}

function buildEvent(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  container: ContainerJourney,
  notice: EventOutline,
  nowMs: number,
): Resource {
  const { slot, generation } = journey.plan
  const event = { ...notice, ...notice.details() }
  const eventId = (index: number) =>
    ids.create('transport_event', slot, generation, (container.index << EVENT_BITS) | index)
  return buildEventRecord(event, nowMs, {
    id: eventId(event.index),
    shipmentId: ids.create('shipment', slot, generation),
    containerId: ids.create('container', slot, generation, container.index),
    location: event.place && identifyLocation(reference, event.place),
    vesselId: event.vessel && reference.getVesselId(event.vessel),
    terminal: event.terminal && reference.getFacility(event.terminal),
    previousId: event.previousIndex === null ? null : eventId(event.previousIndex),
  })
}

function identifyLocation(reference: Reference, place: Place): Identifier {
  return place.isInland
    ? { type: 'metro_area', id: reference.getMetroAreaId(place) }
    : { type: 'port', id: reference.getPortId(place) }
}

function buildRequest(ids: Ids, reference: Reference, request: TrackingRequest, id: string, nowMs: number): Resource {
  const { shipment, customer } = request
  return buildRequestRecord(request, nowMs, {
    id,
    shipmentId: shipment && ids.create('shipment', shipment.slot, shipment.generation),
    partyId: customer && findPartyId(reference, customer),
    userId: reference.userId,
  })
}

function findPartyId(reference: Reference, { name, partyId }: PlanCustomer): string | null {
  return partyId ?? reference.getPartyId(name)
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

export function buildEventRecord(event: TransportEvent, nowMs: number, links: EventLinks): Resource {
  const buildRelationship = (type: string, id: string | null) => ({ data: id === null ? null : { type, id } })
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
      created_at: formatIso(event.createdMs),
      data_source: event.source,
      value: event.value,
      invalidated_at: isInvalid ? formatIsoOrNull(event.invalidatedMs) : null,
    },
    relationships: {
      shipment: buildRelationship('shipment', links.shipmentId),
      container: buildRelationship('container', links.containerId),
      location: { data: links.location },
      vessel: buildRelationship('vessel', links.vesselId),
      terminal: { data: links.terminal },
      previous_version: buildRelationship('transport_event', links.previousId),
    },
  }
}

export type RequestLinks = { id: string; shipmentId: string | null; partyId: string | null; userId: string }

export function buildRequestRecord(request: TrackingRequest, nowMs: number, links: RequestLinks): Resource {
  const step = getStepAt(request.stateSteps, nowMs)
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
      // The live service has two names for this attribute.
      shipment_tags: request.shipmentTags,
      tags: request.shipmentTags,
      status: state.status,
      failed_reason: state.failedReason,
      is_retrying: state.isRetrying,
      retry_count: state.retryCount,
      created_at: formatIso(request.createdMs),
      updated_at: formatIso(step?.fromMs ?? request.createdMs),
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
