// The extracted fields: as words, and as fields of a form.
import type { ExtractedField } from '#contract/documents.ts'
import type { CustomField, FieldType } from '#contract/fields.ts'
import { joinParts, tn } from '../../words/words.ts'
import { formatFieldValue } from '../edits/fields.ts'
import { formatAmount } from './documents.ts'

/** An amount is edited as text, because a number could lose its last decimals. */
const fieldTypes: Record<ExtractedField['kind'], FieldType> = {
  text: 'text',
  amount: 'text',
  date: 'date',
  number: 'number',
  flag: 'boolean',
  list: 'options',
  table: 'other',
  other: 'other',
}
const DATE = /^\d{4}-\d{2}-\d{2}$/
const DECIMAL = /^-?\d{1,12}(\.\d+)?$/
const MAX_LENGTH = 1_000

/** Returns the type of the form's field. A date or a number that cannot be parsed is corrected as text. */
function getFieldType({ kind, value }: ExtractedField): FieldType {
  if (kind === 'date' && value !== null && !(typeof value === 'string' && DATE.test(value))) return 'text'
  if (kind === 'number' && value !== null && typeof value !== 'number') return 'text'
  return fieldTypes[kind]
}

/** Converts an extracted field into a field of the form that changes it. */
export function toFormField(field: ExtractedField): CustomField {
  return {
    slug: field.name,
    name: field.label,
    type: getFieldType(field),
    options: [],
    description: null,
    isRequired: false,
    maxLength: MAX_LENGTH,
    value: field.value,
    display: null,
  }
}

/** Formats a field for the screen. `currency` is the currency of the document. */
export function formatExtracted(field: ExtractedField, currency: string | null, nowMs: number | null): string {
  if (field.table) return tn('extracted.rows', field.table.rows.length)
  const value = String(field.value)
  // An amount in another form, such as `EUR 12.480,50`, is shown as it was read.
  if (field.kind === 'amount' && DECIMAL.test(value)) return formatAmount({ amount: { value, currency } })
  return formatFieldValue(field.value, toFormField(field), nowMs)
}

/** Formats the value for another program, as it is written in the document. */
export function formatExtractedCopy({ value }: ExtractedField): string {
  return Array.isArray(value) ? joinParts(', ', ...value) : String(value ?? '')
}

export function isFilled({ value, table }: ExtractedField): boolean {
  if (table) return table.rows.length > 0
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** Tables and values without a form are shown unchanged. */
export function canCorrect({ kind }: ExtractedField): boolean {
  return kind !== 'table' && kind !== 'other'
}
