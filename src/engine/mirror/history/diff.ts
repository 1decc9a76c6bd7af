// Finds what changed between two reads of one record, field by field. Pure. A new time of a check is no change. The
// holds and fees of a terminal are compared one by one, so that "customs hold cleared" is one change and not a change
// of the whole list.
import { isRecord, type Resource } from '../../api/decode.ts'

export type FieldChange = {
  /** An attribute, `attribute.member`, `holds_at_pod_terminal/<name>`, `→relation`, `→shipments/<id>` or EXTRACTION. */
  field: string
  /** JSON text; null where there was no value. */
  before: string | null
  after: string | null
}

type Attributes = Record<string, unknown>

/** Types with a history, because their changes matter to the user. */
const RECORDED = new Set(['container', 'shipment', 'tracking_request'])
/** Times of a check, not of an event. */
const CHECK_TIME =
  /^(id|updated_at|terminal_checked_at|\w*last_tracking_request_at|line_tracking_last_(attempted|succeeded)_at)$/
const RELATIONS = ['pod_terminal', 'pickup_facility', 'shipment', 'destination_terminal', 'tracked_object']
/** Lists whose entries have a name, with the attribute of the name. The free text of the terminal is no key. */
export const NAMED_LISTS: Record<string, string> = { holds_at_pod_terminal: 'name', fees_at_pod_terminal: 'type' }

const checkTimeCache = new Map<string, boolean>()

/** Whether an attribute is the time of a check. Cached, because every record has the same few dozen names. */
function isCheckTime(name: string): boolean {
  let isTime = checkTimeCache.get(name)
  if (isTime === undefined) checkTimeCache.set(name, (isTime = CHECK_TIME.test(name)))
  return isTime
}

/** Whether only times of a check changed, byte for byte: then nothing computed from the record changed. */
export function isOnlyChecked(before: Resource, after: Resource): boolean {
  const names = Object.keys(after.attributes)
  if (names.length !== Object.keys(before.attributes).length) return false
  const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)
  return (
    names.every((name) => isSame(before.attributes[name], after.attributes[name]) || isCheckTime(name)) &&
    isSame(before.relationships, after.relationships)
  )
}

/** The times of checks, which may change without a change of the record. */
export function pickCheckTimes(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isCheckTime(name)))
}

/** The result of a document's extraction, as a field of the document. */
export const EXTRACTION = 'extraction'

export function diffResource(before: Resource, after: Resource): FieldChange[] {
  if (after.type === 'document') return diffDocument(before, after)
  if (!RECORDED.has(after.type)) return []
  const names = Object.keys(after.attributes).filter((name) => !isCheckTime(name))
  return [
    ...names.flatMap((name) => diffAttribute(name, before.attributes[name], after.attributes[name])),
    ...RELATIONS.flatMap((name) => diffValue(`→${name}`, idOf(before, name), idOf(after, name))),
  ]
}

/**
 * For a document, the history covers its extraction and its relations; the extracted values are in another record. If
 * its relations were never sent so far, their first values are no change.
 */
export function diffDocument(before: Resource, after: Resource): FieldChange[] {
  if (before.relationships['last_document_representation'] === undefined) return []
  const isExtracted =
    idOf(before, 'last_document_representation') === null && idOf(after, 'last_document_representation') !== null
  const [idsBefore, idsAfter] = [shipmentsOf(before), shipmentsOf(after)]
  const ids = [...new Set([...idsBefore, ...idsAfter])]
  return [
    ...(isExtracted ? [{ field: EXTRACTION, before: '"processing"', after: '"extracted"' }] : []),
    ...ids.flatMap((id) => diffValue(`→shipments/${id}`, idsBefore.has(id) ? id : null, idsAfter.has(id) ? id : null)),
  ]
}

function shipmentsOf({ relationships }: Resource): Set<string> {
  const linkages = [relationships['shipments'] ?? []].flat()
  return new Set(linkages.filter(({ type }) => type === 'shipment').map(({ id }) => id))
}

function diffAttribute(name: string, before: unknown, after: unknown): FieldChange[] {
  const key = NAMED_LISTS[name]
  if (key !== undefined) return diffMembers(`${name}/`, indexMembersByName(before, key), indexMembersByName(after, key))
  if (name === 'import_deadlines')
    return diffMembers(`${name}.`, isRecord(before) ? before : {}, isRecord(after) ? after : {})
  return diffValue(name, before, after)
}

function diffMembers(prefix: string, before: Attributes, after: Attributes): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => diffValue(`${prefix}${name}`, before[name], after[name]))
}

function diffValue(field: string, before: unknown, after: unknown): FieldChange[] {
  if (before === after) return []
  const [textBefore, textAfter] = [textOf(before), textOf(after)]
  return textBefore === textAfter ? [] : [{ field, before: textBefore, after: textAfter }]
}

/** Absent, null and an empty list all mean: no value. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return null
  return JSON.stringify(value)
}

function indexMembersByName(list: unknown, key: string): Attributes {
  const records = Array.isArray(list) ? list.filter(isRecord) : []
  return Object.fromEntries(indexByMember(records, (item) => (typeof item[key] === 'string' ? item[key] : '')))
}

/** Keys are name and occurrence: the second customs hold is `customs#2`. History and charges use these keys. */
export function indexByMember<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item> {
  const members = new Map<string, Item>()
  for (const item of items) {
    const name = nameOf(item)
    let member = name
    for (let occurrence = 2; members.has(member); occurrence++) member = `${name}#${occurrence}`
    members.set(member, item)
  }
  return members
}

export function idOf(resource: Resource, name: string): string | null {
  const linkage = resource.relationships[name]
  return linkage === undefined || linkage === null || Array.isArray(linkage) ? null : linkage.id
}
