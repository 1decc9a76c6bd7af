// A field that can be edited: how a record contains its value, how it is sent, and when two values are equal. Pure.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { instant, text, texts } from '../../api/attributes.ts'
import { type Resource, isRecord } from '../../api/decode.ts'

/** Fields that are attributes of the record itself, and not custom or extracted fields. */
export type StandardField = Exclude<EditField, object>
export type CustomField = Extract<EditField, { custom: string }>
export type ExtractedField = Extract<EditField, { extracted: string }>

export const isCustom = (field: EditField): field is CustomField => typeof field === 'object' && 'custom' in field
export const isExtracted = (field: EditField): field is ExtractedField =>
  typeof field === 'object' && 'extracted' in field

const attributes = { refs: 'ref_numbers', tags: 'tags' } as const
const STOPPED_AT = 'line_tracking_stopped_at'
const STOPPED_REASON = 'line_tracking_stopped_reason'
const MANUAL_TYPE = 'document_type_manual'
export const MANUAL_DATA = 'extracted_data_manual'

/** The record type of each target. */
export const recordTypes: Record<EditTarget['type'], string> = {
  container: 'container',
  shipment: 'shipment',
  tracking_request: 'tracking_request',
  option: 'custom_field_option',
  document: 'document',
}
/** The path of each target. Containers and tracking requests also have a second one (`createEditRequest`). */
const paths: Record<Exclude<EditTarget['type'], 'option'>, string> = {
  container: '/containers',
  shipment: '/shipments',
  tracking_request: '/tracking_requests',
  document: '/documents',
}

/** The value in the record. */
export function getValue({ attributes: values }: Resource, field: StandardField): EditValue {
  if (field === 'tracking') return instant(values, STOPPED_AT) === null
  if (field === 'label') return text(values, 'label') ?? ''
  if (field === 'document-type') return text(values, MANUAL_TYPE) ?? text(values, 'document_type')
  // The record does not show whether the action was done.
  if (field === 'ask') return null
  const single = field === 'refs' ? text(values, 'ref_number') : null
  const list = texts(values, attributes[field])
  // For requests, the reference documents a single text.
  return list.length === 0 && single !== null ? [single] : list
}

/** Whether two values are equal. The service may return a list in another order, and drops blanks around texts. */
export function isSame(one: EditValue, other: EditValue): boolean {
  return JSON.stringify(normalizeValue(one)) === JSON.stringify(normalizeValue(other))
}

function normalizeValue(value: EditValue): EditValue {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return value
  return value
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .sort()
}

export function isSameField(one: EditField, other: EditField): boolean {
  if (isCustom(one)) return isCustom(other) && one.custom === other.custom
  if (isExtracted(one)) return isExtracted(other) && one.extracted === other.extracted
  return one === other
}

/** The record with the edit applied. Custom fields are not part of it. */
export function withValue(record: Resource, field: EditField, value: EditValue, savedAt: string): Resource {
  if (isCustom(field) || field === 'ask') return record
  if (isExtracted(field)) return withCorrection(record, field.extracted, value)
  if (field === 'document-type') return { ...record, attributes: { ...record.attributes, [MANUAL_TYPE]: value } }
  const changed =
    field === 'tracking'
      ? createTrackingAttributes(record, value === true, savedAt)
      : { [field === 'label' ? 'label' : attributes[field]]: value }
  return { ...record, attributes: { ...record.attributes, ...changed } }
}

/** After a reset, the extracted value is shown if it is known. */
function withCorrection(record: Resource, name: string, value: EditValue): Resource {
  const manualData = record.attributes[MANUAL_DATA]
  const otherCorrections = Object.fromEntries(
    Object.entries(isRecord(manualData) ? manualData : {}).filter(([other]) => other !== name),
  )
  return {
    ...record,
    attributes: {
      ...record.attributes,
      [MANUAL_DATA]: value === null ? otherCorrections : { ...otherCorrections, [name]: value },
    },
  }
}

function createTrackingAttributes(record: Resource, isTracked: boolean, savedAt: string): Record<string, unknown> {
  if (isTracked) return { [STOPPED_AT]: null, [STOPPED_REASON]: null }
  const { attributes: before } = record
  return { [STOPPED_AT]: before[STOPPED_AT] ?? savedAt, [STOPPED_REASON]: before[STOPPED_REASON] ?? null }
}

/** The corrections of all users; null if the service does not separate them from extracted values. */
export function manualDataOf({ attributes: values }: Resource): Record<string, unknown> | null {
  const manualData = values[MANUAL_DATA]
  return isRecord(manualData) ? manualData : null
}

export type EditRequest = {
  method: 'PATCH' | 'POST' | 'DELETE'
  /** The second path is for when the first is not found; reference and guide differ. */
  paths: string[]
  body?: unknown
  /** Not JSON:API (specification 4.1). */
  isPlainJson?: boolean
  /** The type of the record in the answer. */
  type: string
}

export type EditContext = {
  /** The definition of an option. */
  definitionId: string | null
  /** All manual corrections of a document; they are sent together. */
  corrections: Record<string, unknown>
}

export function createEditRequest(
  { type, id }: EditTarget,
  field: EditField,
  value: EditValue,
  { definitionId, corrections }: EditContext,
): EditRequest {
  const escapedId = encodeURIComponent(id)
  if (type === 'option') {
    const path = `/custom_field_definitions/${encodeURIComponent(definitionId ?? '')}/options/${escapedId}`
    return { method: 'PATCH', paths: [path], body: { label: value }, isPlainJson: true, type: recordTypes.option }
  }
  const path = `${paths[type]}/${escapedId}`
  if (field === 'ask') return createActionRequest(path, String(value))
  if (isExtracted(field))
    return createPatch(path, { type, id }, { [MANUAL_DATA]: mergeCorrection(corrections, field.extracted, value) })
  if (field === 'document-type') return createPatch(path, { type, id }, { [MANUAL_TYPE]: value })
  if (isCustom(field)) return createFieldRequest(`${path}/custom_fields`, field.custom, value)
  if (field === 'tracking')
    return {
      method: 'PATCH',
      paths: [`${path}/${value === true ? 'resume' : 'stop'}_tracking`],
      body: { data: { type, id } },
      type,
    }
  const changed = { [field === 'label' ? 'label' : attributes[field]]: value }
  const otherPath = { container: paths.container, tracking_request: `/tracking_request/${escapedId}` }
  const request = createPatch(path, { type, id }, changed)
  return type === 'container' || type === 'tracking_request' ? { ...request, paths: [path, otherPath[type]] } : request
}

function createPatch(path: string, { type, id }: EditTarget, changed: Record<string, unknown>): EditRequest {
  return { method: 'PATCH', paths: [path], body: { data: { type, id, attributes: changed } }, type }
}

/** All corrections after this one is changed. Null removes all corrections at the service. */
function mergeCorrection(
  corrections: Record<string, unknown>,
  name: string,
  value: EditValue,
): Record<string, unknown> | null {
  const others = Object.entries(corrections).filter(([other]) => other !== name)
  const all = value === null ? others : [...others, [name, value] as const]
  return all.length === 0 ? null : Object.fromEntries(all)
}

/** `rotate-90` and similar send the angle; every other action has a path of its own. */
function createActionRequest(path: string, action: string): EditRequest {
  const degrees = /^rotate-(\d+)$/.exec(action)?.[1]
  const type = 'document'
  if (degrees === undefined) return { method: 'POST', paths: [`${path}/${action}`], type }
  return { method: 'POST', paths: [`${path}/rotate`], body: { degrees: Number(degrees) }, isPlainJson: true, type }
}

/** Whether an action may be sent again if its result is unknown. A second rotation would rotate the file twice. */
export const isRepeatable = (action: EditValue) => typeof action !== 'string' || !action.startsWith('rotate')

/** A value that is set by its slug replaces the old one, so sending it twice is harmless. */
function createFieldRequest(path: string, slug: string, value: EditValue): EditRequest {
  const type = 'custom_field'
  if (value === null) return { method: 'DELETE', paths: [`${path}/${encodeURIComponent(slug)}`], type }
  return { method: 'POST', paths: [path], body: { data: { type, attributes: { api_slug: slug, value } } }, type }
}
