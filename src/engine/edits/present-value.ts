// Reads the mirror's value of something that can be edited.
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import { text } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import type { ReadableDb } from '../db/open.ts'
import { fieldValue } from '../mirror/fields/store.ts'
import { loadResource } from '../mirror/records.ts'
import { extractedValue } from '../mirror/documents/store.ts'
import { isCustom, isExtracted, recordTypes, valueIn } from '../mirror/edits/value.ts'

export function recordOf(db: ReadableDb, { type, id }: EditTarget): Resource | null {
  return loadResource(db, recordTypes[type], id)
}

/** Undefined if there is no such record or field. */
export function presentValue(db: ReadableDb, target: EditTarget, field: EditField): EditValue | undefined {
  if (isExtracted(field)) {
    const document = recordOf(db, target)
    return document ? extractedValue(db, document, field.extracted) : undefined
  }
  if (!isCustom(field)) {
    const record = recordOf(db, target)
    return record ? valueIn(record, field) : undefined
  }
  return target.type === 'option' || target.type === 'document'
    ? undefined
    : fieldValue(db, target.type, target.id, field.custom)
}

/** The name that users know. */
export function nameOf(db: ReadableDb, target: EditTarget): string {
  const record = recordOf(db, target)
  return (record && text(record.attributes, NAMES[target.type])) ?? target.id
}

const NAMES: Record<EditTarget['type'], string> = {
  container: 'number',
  shipment: 'bill_of_lading_number',
  tracking_request: 'request_number',
  option: 'label',
  document: 'file_name',
}
