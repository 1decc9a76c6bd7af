// Records of shipments, containers, events and requests at an instant. A record changes only after a check or an event;
// until then the same object is returned, so that its JSON is written once.

import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { lastCheckMs, lookedAt } from './checks.ts'
import { containerRecord, type Looks } from './container-record.ts'
import type { Place } from './data/places.ts'
import type { Terminal } from './data/terminal-makers.ts'
import { eventRecord } from './event-record.ts'
import { noticesOf, type Notice } from './events.ts'
import type { Ids } from './ids.ts'
import type { ContainerJourney, Journey } from './journey.ts'
import type { Reference } from './reference-records.ts'
import { requestRecord } from './request-record.ts'
import type { PlanCustomer } from './plan.ts'
import type { TrackingRequest } from './requests.ts'
import { shipmentRecord } from './shipment-record.ts'

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
  refreshed: (containerId: string) => readonly number[]
  /** The name that a client gave a party, or null. */
  renamed: (partyId: string) => string | null
  /** Caches the last record of each, which helps if the same records are requested again. */
  isKeeping: boolean
}

export function createViews({ ids, reference, refreshed, renamed, isKeeping }: ViewSources): Views {
  const historyOf = histories(ids, isKeeping)
  const shown = new WeakMap<Journey | ContainerJourney, Last>()
  const unlessChanged = (subject: Journey | ContainerJourney, key: string, make: () => Resource): Resource => {
    const last = shown.get(subject)
    if (last?.key === key) return last.resource
    const resource = make()
    shown.set(subject, { key, resource })
    return resource
  }
  const nameOf = (customer: PlanCustomer | null): string | null => {
    const partyId = customer && partyIdOf(reference, customer)
    return (partyId && renamed(partyId)) ?? customer?.name ?? null
  }
  return {
    shipment: (journey, nowMs) => {
      const customerName = nameOf(journey.plan.customer)
      if (!isKeeping) return shipmentAt(ids, reference, journey, customerName, nowMs)
      const [lead] = journey.containers
      const known = lead ? knownFrom(historyOf(journey, lead), nowMs) : 0
      const attemptedMs = lastCheckMs({ ...journey.lineChecks, outage: null }, nowMs)
      const key = `${attemptedMs ?? ''} ${lastCheckMs(journey.lineChecks, nowMs) ?? ''} ${journey.stopped.atMs <= nowMs} ${known} ${customerName ?? ''}`
      return unlessChanged(journey, key, () => shipmentAt(ids, reference, journey, customerName, nowMs))
    },
    container: (journey, container, nowMs) => {
      const history = historyOf(journey, container)
      const known = knownFrom(history, nowMs)
      const id = ids.of('container', journey.plan.slot, journey.plan.generation, container.index)
      const looks = {
        lineMs: lookedAt(journey.lineChecks, refreshed(id), nowMs),
        terminalMs: lookedAt(container.terminalChecks, refreshed(id), nowMs),
      }
      const make = () =>
        containerAt(ids, reference, journey, container, history.identifiers(known), { ...looks, nowMs })
      return isKeeping
        ? unlessChanged(container, `${looks.lineMs ?? ''} ${looks.terminalMs ?? ''} ${known}`, make)
        : make()
    },
    request: (request, id, nowMs) => requestAt(ids, reference, request, id, nowMs),
    events: (journey, container, nowMs) => {
      const history = historyOf(journey, container)
      return history.events
        .slice(knownFrom(history, nowMs))
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
function knownFrom({ events }: History, nowMs: number): number {
  const position = events.findIndex((event) => event.createdMs <= nowMs)
  return position === -1 ? events.length : position
}

function histories(ids: Ids, isKeeping: boolean): (journey: Journey, container: ContainerJourney) => History {
  const kept = new WeakMap<ContainerJourney, History>()
  const historyOf = (journey: Journey, container: ContainerJourney): History => {
    const { slot, generation } = journey.plan
    const events = noticesOf(journey, container)
    const identifierOf = ({ index }: Notice) => ({
      type: 'transport_event',
      id: ids.of('transport_event', slot, generation, (container.index << EVENT_BITS) | index),
    })
    if (!isKeeping) return { events, identifiers: (from) => events.slice(from).map(identifierOf) }
    const identifiers = events.map(identifierOf)
    return { events, identifiers: (from) => identifiers.slice(from) }
  }
  if (!isKeeping) return historyOf
  return (journey, container) => {
    let history = kept.get(container)
    if (!history) kept.set(container, (history = historyOf(journey, container)))
    return history
  }
}

function containerAt(
  ids: Ids,
  reference: Reference,
  journey: Journey,
  container: ContainerJourney,
  transportEvents: readonly Identifier[],
  looks: Looks,
): Resource {
  const { slot, generation } = journey.plan
  const podTerminalId = journey.isTerminalNamed ? reference.terminalId(terminalKnown(journey, looks.lineMs)) : null
  return containerRecord(journey, container, looks, {
    id: ids.of('container', slot, generation, container.index),
    shipmentId: ids.of('shipment', slot, generation),
    podTerminalId,
    pickupFacilityId: journey.ramp ? reference.terminalId(journey.ramp) : podTerminalId,
    transportEvents,
  })
}

/** As the line reported it at the last check. */
function terminalKnown({ terminal, formerTerminal }: Journey, lineMs: number | null): Terminal {
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
      ? terminal(reference.terminalId(terminalKnown(journey, lastCheckMs(journey.lineChecks, nowMs))))
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
  const event = { ...notice, ...notice.tell() }
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
