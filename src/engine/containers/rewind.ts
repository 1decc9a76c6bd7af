// Computes a record as it was, from its present state and its later changes (mirror/history/diff.ts names the fields).
// Pure.
import { isRecord, type Resource } from '../api/decode.ts'
import { type FieldChange, NAMED_LISTS, byMember } from '../mirror/history/diff.ts'

/**
 * `steps` are all later changes, newest first. `typeOf` returns the type of a related record, because history stores
 * only its id.
 */
export function rewind(
  resource: Resource,
  steps: readonly Omit<FieldChange, 'after'>[],
  typeOf: (relation: string, id: string) => string,
): Resource {
  if (steps.length === 0) return resource
  const past: Resource = {
    ...resource,
    attributes: { ...resource.attributes },
    relationships: { ...resource.relationships },
  }
  const lists = new Map<string, Members>()
  for (const { field, before } of steps) {
    const value: unknown = before === null ? null : JSON.parse(before)
    // The regular expression runs only if the field has a slash: a board of two months ago undoes 60,000 changes.
    const [, list, member] = (field.includes('/') && /^(\w+)\/(.*)$/s.exec(field)) || []
    if (field.startsWith('→')) {
      const name = field.slice(1)
      past.relationships[name] = typeof value === 'string' ? { type: typeOf(name, value), id: value } : null
    } else if (list !== undefined && member !== undefined) {
      const members = lists.get(list) ?? membersOf(list, past.attributes[list])
      lists.set(list, members)
      if (value === null) members.delete(member)
      else members.set(member, value)
    } else setBack(past.attributes, field, value)
  }
  for (const [list, members] of lists) past.attributes[list] = entriesOf(members)
  return past
}

function setBack(attributes: Record<string, unknown>, field: string, value: unknown): void {
  const [, whole, part] = (field.includes('.') && /^(\w+)\.(.*)$/s.exec(field)) || []
  if (whole !== undefined && part !== undefined)
    attributes[whole] = { ...(isRecord(attributes[whole]) ? attributes[whole] : {}), [part]: value }
  else attributes[field] = value
}

/**
 * List entries by their names in history. The names must stay the same through all steps: in between, a second customs
 * hold may exist without the first.
 */
type Members = Map<string, unknown>

function membersOf(list: string, value: unknown): Members {
  const name = NAMED_LISTS[list] ?? 'name'
  return byMember(Array.isArray(value) ? value.filter(isRecord) : [], (entry) =>
    typeof entry[name] === 'string' ? entry[name] : '',
  )
}

/** Sorts entries of one name by their number, because readers number them again by position. */
function entriesOf(members: Members): unknown[] {
  if (![...members.keys()].some((member) => member.includes('#'))) return [...members.values()]
  const numbered = Map.groupBy(
    [...members.keys()].sort((one, other) => one.length - other.length || (one < other ? -1 : 1)),
    baseOf,
  )
  return [...members.keys()].map((member) => members.get(numbered.get(baseOf(member))?.shift() ?? member))
}

function baseOf(member: string): string {
  return member.replace(/#\d+$/, '')
}
