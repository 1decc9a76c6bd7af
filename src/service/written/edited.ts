// Applies the edits of clients to the records.
import { asText } from '../jsonapi/matching.ts'
import { mapListing, type Records, type Resource } from '../jsonapi/resource.ts'
import { formatIso } from '../world/calendar.ts'
import type { WrittenStore } from './store.ts'

export function withEdits(records: Records, written: WrittenStore): Records {
  const applyEdit = (resource: Resource): Resource => {
    const edit = written.getEdit(resource.type, resource.id)
    if (!edit) return resource
    const { updatedMs, ...attributes } = edit
    const changed = { ...resource, attributes: { ...resource.attributes, ...attributes } }
    return updatedMs === undefined ? changed : withUpdatedAt(changed, updatedMs)
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && applyEdit(resource)
    },
    list: (type) => mapListing(records.list(type), applyEdit, () => written.getEditedIds()),
    listRelated: (type, relation, id) => records.listRelated(type, relation, id).map(applyEdit),
  }
}

/** Sets `updated_at`, but never to an earlier time, because clients use it to find changes. */
export function withUpdatedAt(resource: Resource, atMs: number): Resource {
  const ownMs = Date.parse(asText(resource.attributes?.['updated_at']))
  return ownMs >= atMs ? resource : { ...resource, attributes: { ...resource.attributes, updated_at: formatIso(atMs) } }
}
