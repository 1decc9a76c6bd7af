// The carrier's own events of a journey (deprecated): every milestone in the carrier's words, in the order of the
// journey, future ones as estimates.
import { type Identifier, type Resource, mapListing, type Records } from '../jsonapi/resource.ts'
import { dateOf, isoOf, localDay, writtenAt } from './calendar.ts'
import type { Ids } from './ids.ts'
import type { ContainerJourney, Journey, Located, Milestone, MilestoneKind } from './journey.ts'
import type { Reference } from './reference-records.ts'

/** The carrier's words. */
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

/** The index has bits as for transport events: three for the container, nine for the event. */
const EVENT_BITS = 9

type Maker = { ids: Ids; reference: Reference }

/** All events, also future ones, because the carrier reports its plan from the start. */
function rawEventIdentifiers(
  ids: Ids,
  { plan: { slot, generation } }: Journey,
  { index, milestones }: ContainerJourney,
): Identifier[] {
  return milestones.map((_, order) => ({
    type: 'raw_event',
    id: ids.of('raw_event', slot, generation, (index << EVENT_BITS) | order),
  }))
}

export function rawEventsOf(
  { ids, reference }: Maker,
  journey: Journey,
  container: ContainerJourney,
  nowMs: number,
): Resource[] {
  const { slot, generation } = journey.plan
  const containerId = ids.of('container', slot, generation, container.index)
  return container.milestones
    .toSorted((one, other) => one.atMs - other.atMs)
    .map((milestone, index) => {
      const id = ids.of('raw_event', slot, generation, (container.index << EVENT_BITS) | index)
      const { place, vessel, terminal } = milestone
      const location = place.isInland
        ? { type: 'metro_area', id: reference.metroAreaId(place) }
        : { type: 'port', id: reference.portId(place) }
      return {
        type: 'raw_event',
        id,
        attributes: {
          ...describe(milestone, nowMs),
          index,
          created_at: isoOf(Math.min(nowMs, milestone.seenMs ?? nowMs)),
        },
        relationships: {
          location: { data: location },
          vessel: { data: vessel && { type: 'vessel', id: reference.vesselId(vessel) } },
          terminal: { data: terminal && reference.facility(terminal) },
          container: { data: { type: 'container', id: containerId } },
        },
      }
    })
}

function describe(
  { kind, atMs, seenMs, place, vessel, voyageNumber }: Milestone,
  nowMs: number,
): Record<string, unknown> {
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
    // The four below are the deprecated attributes.
    actual_on: isEstimated ? null : day,
    estimated_on: isEstimated ? day : null,
    actual_at: isEstimated ? null : timestamp,
    estimated_at: isEstimated ? timestamp : null,
  }
}

/**
 * Adds the relation to raw events to containers. There are as many raw events as milestones, so a page of containers
 * has the relation only on request.
 */
export function withRawEvents(
  records: Records,
  world: { ids: Ids; locate(containerId: string, nowMs: number): Located | null },
  nowMs: number,
): Records {
  const naming = (resource: Resource): Resource => {
    const located = resource.type === 'container' ? world.locate(resource.id, nowMs) : null
    if (!located) return resource
    const data = rawEventIdentifiers(world.ids, located.journey, located.container)
    return {
      ...resource,
      relationships: { ...resource.relationships, raw_events: { ...resource.relationships?.['raw_events'], data } },
    }
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && naming(resource)
    },
    list: (type) => (type === 'container' ? mapListing(records.list(type), naming) : records.list(type)),
    belonging: (type, relation, id) => records.belonging(type, relation, id),
  }
}
