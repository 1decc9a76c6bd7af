// Records with the edits of clients applied.
import { asText } from '../jsonapi/matching.ts'
import { mapListing, type Records, type Resource } from '../jsonapi/resource.ts'
import { isoOf } from '../world/calendar.ts'
import type { WrittenStore } from './store.ts'

export function withEdits(records: Records, written: WrittenStore): Records {
  const edited = (resource: Resource): Resource => {
    const edit = written.editOf(resource.type, resource.id)
    if (!edit) return resource
    const { updatedMs, ...attributes } = edit
    const changed = { ...resource, attributes: { ...resource.attributes, ...attributes } }
    return updatedMs === undefined ? changed : updatedSince(changed, updatedMs)
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && edited(resource)
    },
    list: (type) => mapListing(records.list(type), edited, () => written.editedIds()),
    belonging: (type, relation, id) => records.belonging(type, relation, id).map(edited),
  }
}

/** `updated_at` never decreases, because clients read changes by it. */
export function updatedSince(resource: Resource, atMs: number): Resource {
  const ownMs = Date.parse(asText(resource.attributes?.['updated_at']))
  return ownMs >= atMs ? resource : { ...resource, attributes: { ...resource.attributes, updated_at: isoOf(atMs) } }
}
