// What an account without the rail plan is not told: the ramp's last free day and its changes (service facts 1.22). They
// are absent, not refused.

import { mapped, type Records, type Resource } from '../jsonapi/resource.ts'

const RAIL_EVENT = 'container.pickup_lfd_rail.changed'

export function withoutRail(records: Records): Records {
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && !isRailEvent(resource) ? shown(resource) : null
    },
    list: (type) => mapped(records.list(type), shown),
    belonging: (type, relation, id) => records.belonging(type, relation, id).filter((resource) => !isRailEvent(resource)),
  }
}

function isRailEvent({ type, attributes }: Resource): boolean {
  return type === 'transport_event' && attributes?.['event'] === RAIL_EVENT
}

function shown(resource: Resource): Resource {
  if (resource.type !== 'container') return resource
  const deadlines = (resource.attributes?.['import_deadlines'] ?? {}) as Record<string, unknown>
  const { pickup_lfd_line: line = null, pickup_lfd_terminal: terminal = null } = deadlines
  return {
    ...resource,
    attributes: {
      ...resource.attributes,
      pickup_lfd: line ?? terminal,
      ind_facility_lfd_on: null,
      import_deadlines: { ...deadlines, pickup_lfd_rail: null },
    },
  }
}
