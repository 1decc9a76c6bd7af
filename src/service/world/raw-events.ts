// The carrier's own events of a journey, which are deprecated. They are all milestones in the carrier's words and in
// the order of the journey. Future ones are estimates.
import { type Identifier, type Resource, mapListing, type Records } from '../jsonapi/resource.ts'
import { formatDay, formatIso, getLocalDay, formatInstant } from './calendar.ts'
import type { Ids } from './ids.ts'
import type { ContainerJourney, Journey, ContainerWithJourney, Milestone, MilestoneKind } from './journey.ts'
import type { Reference } from './reference-records.ts'

/** The event name and the carrier's words for each milestone. */
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

/** The index in an id has nine bits for the event and three above them for the container, as for transport events. */
const EVENT_BITS = 9

type RawEventSources = { ids: Ids; reference: Reference }

/** Lists the ids of all events, also future ones, because the carrier reports its plan from the start. */
function listRawEventIdentifiers(
  ids: Ids,
  { plan: { slot, generation } }: Journey,
  { index, milestones }: ContainerJourney,
): Identifier[] {
  return milestones.map((_, order) => ({
    type: 'raw_event',
    id: ids.create('raw_event', slot, generation, (index << EVENT_BITS) | order),
  }))
}

export function listRawEvents(
  { ids, reference }: RawEventSources,
  journey: Journey,
  container: ContainerJourney,
  nowMs: number,
): Resource[] {
  const { slot, generation } = journey.plan
  const containerId = ids.create('container', slot, generation, container.index)
  return container.milestones
    .toSorted((one, other) => one.atMs - other.atMs)
    .map((milestone, index) => {
      const id = ids.create('raw_event', slot, generation, (container.index << EVENT_BITS) | index)
      const { place, vessel, terminal } = milestone
      const location = place.isInland
        ? { type: 'metro_area', id: reference.getMetroAreaId(place) }
        : { type: 'port', id: reference.getPortId(place) }
      return {
        type: 'raw_event',
        id,
        attributes: {
          ...describeMilestone(milestone, nowMs),
          index,
          created_at: formatIso(Math.min(nowMs, milestone.seenMs ?? nowMs)),
        },
        relationships: {
          location: { data: location },
          vessel: { data: vessel && { type: 'vessel', id: reference.getVesselId(vessel) } },
          terminal: { data: terminal && reference.getFacility(terminal) },
          container: { data: { type: 'container', id: containerId } },
        },
      }
    })
}

function describeMilestone(
  { kind, atMs, seenMs, place, vessel, voyageNumber }: Milestone,
  nowMs: number,
): Record<string, unknown> {
  const isEstimated = seenMs === null || seenMs > nowMs
  const [event, original] = WORDINGS[kind]
  const timestamp = formatInstant(atMs, place.zone, true)
  const day = formatDay(getLocalDay(place.zone, atMs))
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
    // The four attributes below are deprecated.
    actual_on: isEstimated ? null : day,
    estimated_on: isEstimated ? day : null,
    actual_at: isEstimated ? null : timestamp,
    estimated_at: isEstimated ? timestamp : null,
  }
}

/**
 * Adds the relation to raw events to containers. A container has many of them, so the service adds the relation only if
 * the request needs it.
 */
export function withRawEvents(
  records: Records,
  world: { ids: Ids; findContainer(containerId: string, nowMs: number): ContainerWithJourney | null },
  nowMs: number,
): Records {
  const addRelation = (resource: Resource): Resource => {
    const located = resource.type === 'container' ? world.findContainer(resource.id, nowMs) : null
    if (!located) return resource
    const data = listRawEventIdentifiers(world.ids, located.journey, located.container)
    return {
      ...resource,
      relationships: { ...resource.relationships, raw_events: { ...resource.relationships?.['raw_events'], data } },
    }
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && addRelation(resource)
    },
    list: (type) => (type === 'container' ? mapListing(records.list(type), addRelation) : records.list(type)),
    listRelated: (type, relation, id) => records.listRelated(type, relation, id),
  }
}
