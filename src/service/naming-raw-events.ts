// Adds the relation to raw events to containers. Raw events are deprecated and as many as milestones, so a page of
// containers has the relation only on request.

import { mapped, type Records, type Resource } from './jsonapi/resource.ts'
import { rawEventIdentifiers } from './world/raw-events.ts'
import type { World } from './world/world.ts'

export function withRawEvents(records: Records, world: World, nowMs: number): Records {
  const naming = (resource: Resource): Resource => {
    const way = resource.type === 'container' ? world.wayOf(resource.id, nowMs) : null
    if (!way) return resource
    const data = rawEventIdentifiers(world.ids, way.journey, way.container)
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
    list: (type) => (type === 'container' ? mapped(records.list(type), naming) : records.list(type)),
    belonging: (type, relation, id) => records.belonging(type, relation, id),
  }
}
