// A field that can be edited: how its value stands in a record, and when two values say the same. Pure.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { instant, texts } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'

const attributes = { refs: 'ref_numbers', tags: 'tags' } as const
const STOPPED_AT = 'line_tracking_stopped_at'
const STOPPED_REASON = 'line_tracking_stopped_reason'

/** What the record says. */
export function valueIn(record: Resource, field: EditField): EditValue {
  return field === 'tracking' ? instant(record.attributes, STOPPED_AT) === null : texts(record.attributes, attributes[field])
}

/** The service may list words in another order, and drops blanks around them. */
export function isSame(one: EditValue, other: EditValue): boolean {
  if (typeof one === 'boolean' || typeof other === 'boolean') return one === other
  const plain = (words: string[]) => JSON.stringify(words.map((word) => word.trim()).filter((word) => word !== '').sort())
  return plain(one) === plain(other)
}

/** The record as it will be. */
export function withValue(record: Resource, field: EditField, value: EditValue, savedAt: string): Resource {
  const changed = field === 'tracking' ? trackingAttributes(record, value === true, savedAt) : { [attributes[field]]: value }
  return { ...record, attributes: { ...record.attributes, ...changed } }
}

function trackingAttributes(record: Resource, isTracked: boolean, savedAt: string): Record<string, unknown> {
  if (isTracked) return { [STOPPED_AT]: null, [STOPPED_REASON]: null }
  const { attributes: before } = record
  return { [STOPPED_AT]: before[STOPPED_AT] ?? savedAt, [STOPPED_REASON]: before[STOPPED_REASON] ?? null }
}

export type EditRequest = { paths: string[]; body: unknown }

/** `paths`: the second where the first is not known; the reference and the guide differ (facts section 2, 1). */
export function requestFor({ type, id }: EditTarget, field: EditField, value: EditValue): EditRequest {
  const path = `/${type}s/${encodeURIComponent(id)}`
  if (field === 'tracking') return { paths: [`${path}/${value === true ? 'resume' : 'stop'}_tracking`], body: { data: { type, id } } }
  return { paths: type === 'container' ? [path, '/containers'] : [path], body: { data: { type, id, attributes: { [attributes[field]]: value } } } }
}
