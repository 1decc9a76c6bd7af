// A record as it was, from how it is and the steps it took since (changes/diff.ts names their fields). Pure.
import { isRecord, type Resource } from '../api/decode.ts'
import { type FieldChange, NAMED_LISTS, byMember } from '../changes/diff.ts'

/**
 * `steps` newest first, every one of them: of a record that went there and back, both. `typeOf` says of what type the
 * record is that a relation led to; history keeps its id alone.
 */
export function rewind(resource: Resource, steps: readonly Omit<FieldChange, 'after'>[], typeOf: (relation: string, id: string) => string): Resource {
  if (steps.length === 0) return resource
  const past: Resource = { ...resource, attributes: { ...resource.attributes }, relationships: { ...resource.relationships } }
  for (const { field, before } of steps) {
    const value: unknown = before === null ? null : JSON.parse(before)
    if (field.startsWith('→')) {
      const name = field.slice(1)
      past.relationships[name] = typeof value === 'string' ? { type: typeOf(name, value), id: value } : null
    } else setBack(past.attributes, field, value)
  }
  return past
}

function setBack(attributes: Record<string, unknown>, field: string, value: unknown): void {
  const [, list, member] = /^(\w+)\/(.*)$/s.exec(field) ?? []
  const [, whole, part] = /^(\w+)\.(.*)$/s.exec(field) ?? []
  if (list !== undefined && member !== undefined) attributes[list] = entriesWith(attributes[list], { name: NAMED_LISTS[list] ?? 'name', member, value })
  else if (whole !== undefined && part !== undefined) attributes[whole] = { ...(isRecord(attributes[whole]) ? attributes[whole] : {}), [part]: value }
  else attributes[field] = value
}

/** The list with this entry as it was; null: there was none. */
function entriesWith(list: unknown, { name, member, value }: { name: string; member: string; value: unknown }): unknown[] {
  const entries: unknown[] = Array.isArray(list) ? list.filter(isRecord) : []
  const members = byMember(entries, (entry) => (isRecord(entry) && typeof entry[name] === 'string' ? entry[name] : ''))
  if (value === null) members.delete(member)
  else members.set(member, value)
  return [...members.values()]
}
