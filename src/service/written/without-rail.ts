// Removes the ramp's last free day and its changes, for an account without the rail plan. They are absent, not refused.
import { linkedIdentifiers, mapListing, type Records, type Resource } from '../jsonapi/resource.ts'

export function withoutRail(records: Records): Records {
  const shown = (resource: Resource): Resource =>
    resource.type === 'container' ? withoutRailEvents(records, withoutRampDay(resource)) : resource
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && !isRailEvent(resource) ? shown(resource) : null
    },
    list: (type) => mapListing(records.list(type), shown),
    belonging: (type, relation, id) =>
      records.belonging(type, relation, id).filter((resource) => !isRailEvent(resource)),
  }
}

/** The rail event, and the change of the coalesced day if it comes from a ramp: only ramps inland report days. */
function isRailEvent({ type, attributes, relationships }: Resource): boolean {
  if (type !== 'transport_event') return false
  if (attributes?.['event'] !== 'container.pickup_lfd.changed')
    return attributes?.['event'] === 'container.pickup_lfd_rail.changed'
  return (
    attributes['data_source'] === 'terminal' && linkedIdentifiers(relationships?.['location'])[0]?.type === 'metro_area'
  )
}

/** Removes these events also from the container's relation. */
function withoutRailEvents(records: Records, container: Resource): Resource {
  const { transport_events: events } = container.relationships ?? {}
  const hidden = new Set(
    records
      .belonging('transport_event', 'container', container.id)
      .filter(isRailEvent)
      .map(({ id }) => id),
  )
  if (!events || hidden.size === 0) return container
  return {
    ...container,
    relationships: {
      ...container.relationships,
      transport_events: { ...events, data: linkedIdentifiers(events).filter(({ id }) => !hidden.has(id)) },
    },
  }
}

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
