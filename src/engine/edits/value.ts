// A field that can be edited: how its value stands in a record, how it is sent, and when two values say the same. Pure.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { instant, text, texts } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'

/** Fields that are attributes of the record itself. */
export type OwnField = Exclude<EditField, object>

const attributes = { refs: 'ref_numbers', tags: 'tags' } as const
const STOPPED_AT = 'line_tracking_stopped_at'
const STOPPED_REASON = 'line_tracking_stopped_reason'

/** Under which type the record is kept, and where it is. Requests are known by a second path (facts section 2). */
export const recordTypes: Record<EditTarget['type'], string> = { container: 'container', shipment: 'shipment', tracking_request: 'tracking_request', option: 'custom_field_option' }
const paths: Record<Exclude<EditTarget['type'], 'option'>, string> = { container: '/containers', shipment: '/shipments', tracking_request: '/tracking_requests' }

/** What the record says. */
export function valueIn({ attributes: said }: Resource, field: OwnField): EditValue {
  if (field === 'tracking') return instant(said, STOPPED_AT) === null
  if (field === 'label') return text(said, 'label') ?? ''
  const single = field === 'refs' ? text(said, 'ref_number') : null
  const list = texts(said, attributes[field])
  // Of requests the reference declares a single text (facts section 2, 11).
  return list.length === 0 && single !== null ? [single] : list
}

/** The service may list words in another order, and drops blanks around them. */
export function isSame(one: EditValue, other: EditValue): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

function plain(value: EditValue): EditValue {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return value
  return value.map((word) => word.trim()).filter((word) => word !== '').sort()
}

export function isSameField(one: EditField, other: EditField): boolean {
  return typeof one === 'object' ? typeof other === 'object' && one.custom === other.custom : one === other
}

/** The record as it will be. Custom fields are no part of it. */
export function withValue(record: Resource, field: EditField, value: EditValue, savedAt: string): Resource {
  if (typeof field === 'object') return record
  const changed = field === 'tracking' ? trackingAttributes(record, value === true, savedAt) : { [field === 'label' ? 'label' : attributes[field]]: value }
  return { ...record, attributes: { ...record.attributes, ...changed } }
}

function trackingAttributes(record: Resource, isTracked: boolean, savedAt: string): Record<string, unknown> {
  if (isTracked) return { [STOPPED_AT]: null, [STOPPED_REASON]: null }
  const { attributes: before } = record
  return { [STOPPED_AT]: before[STOPPED_AT] ?? savedAt, [STOPPED_REASON]: before[STOPPED_REASON] ?? null }
}

export type EditRequest = {
  method: 'PATCH' | 'POST' | 'DELETE'
  /** The second where the first is not known; the reference and the guide differ (facts section 2, 1). */
  paths: string[]
  body?: unknown
  /** Not JSON:API (specification 4.1). */
  isPlainJson?: boolean
  /** Of the record that answers. */
  type: string
}

/** `definitionId`: of an option, whose it is. */
export function requestFor({ type, id }: EditTarget, field: EditField, value: EditValue, definitionId: string | null): EditRequest {
  const name = encodeURIComponent(id)
  if (type === 'option') {
    const path = `/custom_field_definitions/${encodeURIComponent(definitionId ?? '')}/options/${name}`
    return { method: 'PATCH', paths: [path], body: { label: value }, isPlainJson: true, type: recordTypes.option }
  }
  const path = `${paths[type]}/${name}`
  if (typeof field === 'object') return fieldRequest(`${path}/custom_fields`, field.custom, value)
  if (field === 'tracking') return { method: 'PATCH', paths: [`${path}/${value === true ? 'resume' : 'stop'}_tracking`], body: { data: { type, id } }, type }
  const body = { data: { type, id, attributes: { [field === 'label' ? 'label' : attributes[field]]: value } } }
  return { method: 'PATCH', paths: type === 'container' ? [path, paths.container] : type === 'tracking_request' ? [path, `/tracking_request/${name}`] : [path], body, type }
}

/** Set by its slug it takes the place of what was there, so that sending it twice does no harm (facts 1.17). */
function fieldRequest(path: string, slug: string, value: EditValue): EditRequest {
  const type = 'custom_field'
  if (value === null) return { method: 'DELETE', paths: [`${path}/${encodeURIComponent(slug)}`], type }
  return { method: 'POST', paths: [path], body: { data: { type, attributes: { api_slug: slug, value } } }, type }
}
