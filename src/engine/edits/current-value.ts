// Reads the current value of an editable field from the mirror.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { text } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadFieldValue } from '../mirror/fields/store.ts'
import { loadResource } from '../mirror/records.ts'
import { loadExtractedValue } from '../mirror/documents/store.ts'
import { isCustom, isExtracted, recordTypes, getValue } from '../mirror/edits/value.ts'

export function loadRecord(db: ReadableDb, { type, id }: EditTarget): Resource | null {
  return loadResource(db, recordTypes[type], id)
}

/** Undefined if there is no such record or field. */
export function loadCurrentValue(db: ReadableDb, target: EditTarget, field: EditField): EditValue | undefined {
  if (isExtracted(field)) {
    const document = loadRecord(db, target)
    return document ? loadExtractedValue(db, document, field.extracted) : undefined
  }
  if (!isCustom(field)) {
    const record = loadRecord(db, target)
    return record ? getValue(record, field) : undefined
  }
  // Options and documents have no custom fields.
  return target.type === 'option' || target.type === 'document'
    ? undefined
    : loadFieldValue(db, target.type, target.id, field.custom)
}

/** The name that the user sees, such as the container number; the id if the record is missing. */
export function loadDisplayName(db: ReadableDb, target: EditTarget): string {
  const record = loadRecord(db, target)
  return (record && text(record.attributes, NAME_ATTRIBUTES[target.type])) ?? target.id
}

const NAME_ATTRIBUTES: Record<EditTarget['type'], string> = {
  container: 'number',
  shipment: 'bill_of_lading_number',
  tracking_request: 'request_number',
  option: 'label',
  document: 'file_name',
}
