// The carrier's own telling of a journey (service facts 1.9, deprecated): every milestone in its words, those to come as
// estimates, in the order of the journey.

import type { Records, Resource } from '../jsonapi/resource.ts'
import { dateOf, isoOf, localDay, writtenAt } from './calendar.ts'
import type { Milestone, MilestoneKind } from './journey.ts'
import type { Way, World } from './world.ts'

/** As the carriers write them. */
const WORDINGS: Readonly<Record<MilestoneKind, readonly [event: string, original: string]>> = {
  empty_out: ['empty_out', 'Gate out empty'],
  full_in: ['full_in', 'Gate in full'],
  feeder_loaded: ['feeder_loaded', 'Loaded on feeder'],
  feeder_departed: ['feeder_departed', 'Feeder departed'],
  feeder_arrived: ['feeder_arrived', 'Feeder arrived'],
  feeder_discharged: ['feeder_discharged', 'Discharged from feeder'],
  vessel_loaded: ['vessel_loaded', 'Loaded on board'],
  vessel_departed: ['vessel_departed', 'Vessel departure'],
  transshipment_arrived: ['transshipment_arrived', 'Arrived at transshipment port'],
  transshipment_discharged: ['transshipment_discharged', 'Transshipment discharge'],
  transshipment_loaded: ['transshipment_loaded', 'Transshipment load'],
  transshipment_departed: ['transshipment_departed', 'Departed from transshipment port'],
  vessel_arrived: ['vessel_arrived', 'Vessel arrival'],
  vessel_berthed: ['vessel_arrived', 'Vessel berthed'],
  vessel_discharged: ['vessel_discharged', 'Discharged'],
  rail_loaded: ['rail_loaded', 'Loaded on rail'],
  rail_departed: ['rail_departed', 'Rail departure'],
  rail_arrived: ['rail_arrived', 'Rail arrival'],
  arrived_at_inland_destination: ['arrived_at_destination', 'Arrived at destination'],
  rail_unloaded: ['rail_unloaded', 'Unloaded from rail'],
  full_out: ['full_out', 'Gate out full'],
  delivered: ['delivered', 'Delivered to consignee'],
  empty_in: ['empty_in', 'Empty returned'],
}

/** Index bits as of transport events: three for the container, nine for the event. */
const EVENT_BITS = 9

export function rawEventsOf(world: World, way: Way, containerId: string, nowMs: number): Resource[] {
  return way.container.milestones
    .toSorted((one, other) => one.atMs - other.atMs)
    .map((milestone, index) => {
      const id = rawEventId(world, way, index)
      const { place, vessel, terminal } = milestone
      const location = place.isInland ? { type: 'metro_area', id: world.reference.metroAreaId(place) } : { type: 'port', id: world.reference.portId(place) }
      return {
        type: 'raw_event',
        id,
        attributes: { ...whatAndWhen(milestone, nowMs), index, created_at: isoOf(Math.min(nowMs, milestone.seenMs ?? nowMs)) },
        relationships: {
          location: { data: location },
          vessel: { data: vessel && { type: 'vessel', id: world.reference.vesselId(vessel) } },
          terminal: { data: terminal && world.reference.facility(terminal) },
          container: { data: { type: 'container', id: containerId } },
        },
      }
    })
}

/** Containers that name their raw events, and those found by their ids. */
export function withRawEvents(records: Records, world: World, nowMs: number): Records {
  const naming = (resource: Resource): Resource => {
    const way = resource.type === 'container' ? world.wayOf(resource.id, nowMs) : null
    if (!way) return resource
    const data = way.container.milestones.map((_, index) => ({ type: 'raw_event', id: rawEventId(world, way, index) }))
    return { ...resource, relationships: { ...resource.relationships, raw_events: { ...resource.relationships?.['raw_events'], data } } }
  }
  return {
    find: (type, id) => {
      const resource = type === 'raw_event' ? rawEvent(world, id, nowMs) : null
      return resource ?? nullOr(naming, records.find(type, id))
    },
    list: (type) => {
      const listing = records.list(type)
      return type === 'container' ? { total: listing.total, slice: (from, count) => listing.slice(from, count).map(naming) } : listing
    },
    belonging: (type, relation, id) => records.belonging(type, relation, id),
  }
}

function nullOr<T>(change: (value: T) => T, value: T | null): T | null {
  return value === null ? null : change(value)
}

function rawEvent(world: World, id: string, nowMs: number): Resource | null {
  const address = world.ids.read(id)
  if (address?.kind !== 'raw_event') return null
  const containerId = world.ids.of('container', address.slot, address.generation, address.index >>> EVENT_BITS)
  const way = world.wayOf(containerId, nowMs)
  return (way && rawEventsOf(world, way, containerId, nowMs).find((resource) => resource.id === id)) ?? null
}

function rawEventId(world: World, { journey: { plan }, container }: Way, index: number): string {
  return world.ids.of('raw_event', plan.slot, plan.generation, (container.index << EVENT_BITS) | index)
}

function whatAndWhen({ kind, atMs, seenMs, place, vessel, voyageNumber }: Milestone, nowMs: number): Record<string, unknown> {
  const isEstimated = seenMs === null || seenMs > nowMs
  const [event, original] = WORDINGS[kind]
  const timestamp = writtenAt(atMs, place.zone, true)
  const day = dateOf(localDay(place.zone, atMs))
  return {
    event,
    original_event: original,
    timestamp,
    estimated: isEstimated,
    timezone: place.zone,
    location_name: place.name,
    location_locode: place.locode,
    vessel_name: vessel?.name ?? null,
    vessel_imo: vessel?.imo ?? null,
    voyage_number: voyageNumber,
    // The four below are the deprecated spelling.
    actual_on: isEstimated ? null : day,
    estimated_on: isEstimated ? day : null,
    actual_at: isEstimated ? null : timestamp,
    estimated_at: isEstimated ? timestamp : null,
  }
}
