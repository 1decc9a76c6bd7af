// Records with what clients changed laid over them, whatever they come from.

import { mapped, type Records, type Resource } from '../jsonapi/resource.ts'
import type { WrittenStore } from './store.ts'

export function withEdits(records: Records, written: WrittenStore): Records {
  const edited = (resource: Resource): Resource => {
    const edit = written.editOf(resource.type, resource.id)
    return edit ? { ...resource, attributes: { ...resource.attributes, ...edit } } : resource
  }
  return {
    find: (type, id) => {
      const resource = records.find(type, id)
      return resource && edited(resource)
    },
    list: (type) => mapped(records.list(type), edited, () => written.editedIds()),
    belonging: (type, relation, id) => records.belonging(type, relation, id).map(edited),
  }
}
