// Removes the last free day of rail ramps and its events, for an account without the rail plan. The live service sends
// such an account records without them, and no error.
import { getLinkedIdentifiers, mapListing, type Records, type Resource } from '../jsonapi/resource.ts'

export function withoutRail(records: Records): Records {
  const hideRail = (resource: Resource): Resource =>
    resource.type === 'container' ? withoutRailEvents(records, withoutRampDay(resource)) : resource
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && !isRailEvent(resource) ? hideRail(resource) : null
    },
    list: (type) => mapListing(records.list(type), hideRail),
    listRelated: (type, relation, id) =>
      records.listRelated(type, relation, id).filter((resource) => !isRailEvent(resource)),
  }
}

/**
 * Whether the event is about a ramp's last free day: its own event, or a change of the coalesced day that comes from a
 * ramp. Inland, only ramps report a day, so the location shows the source.
 */
function isRailEvent({ type, attributes, relationships }: Resource): boolean {
  if (type !== 'transport_event') return false
  if (attributes?.['event'] !== 'container.pickup_lfd.changed')
    return attributes?.['event'] === 'container.pickup_lfd_rail.changed'
  return (
    attributes['data_source'] === 'terminal' &&
    getLinkedIdentifiers(relationships?.['location'])[0]?.type === 'metro_area'
  )
}

/** Removes the rail events from the container's relation. */
function withoutRailEvents(records: Records, container: Resource): Resource {
  const { transport_events: events } = container.relationships ?? {}
  const hidden = new Set(
    records
      .listRelated('transport_event', 'container', container.id)
      .filter(isRailEvent)
      .map(({ id }) => id),
  )
  if (!events || hidden.size === 0) return container
  return {
    ...container,
    relationships: {
      ...container.relationships,
      transport_events: { ...events, data: getLinkedIdentifiers(events).filter(({ id }) => !hidden.has(id)) },
    },
  }
}

/** Removes the ramp's last free day. The coalesced date is then that of the line, else that of the terminal. */
export function withoutRampDay(container: Resource): Resource {
  const deadlines = (container.attributes?.['import_deadlines'] ?? {}) as Record<string, unknown>
  const { pickup_lfd_line: line = null, pickup_lfd_terminal: terminal = null } = deadlines
  return {
    ...container,
    attributes: {
      ...container.attributes,
      pickup_lfd: line ?? terminal,
      ind_facility_lfd_on: null,
      import_deadlines: { ...deadlines, pickup_lfd_rail: null },
    },
  }
}
