// Formats values of custom fields, and parses typed text into values.
import type { FieldKind, FieldValue } from '#contract/fields.ts'
import { formatNumber, t } from '../../words/words.ts'
import { formatDate, formatOwnTime, formatIsoOwn } from '../../words/dates.ts'
import { parsePlainNumber, formatTypedNumber } from '../../words/typed-number.ts'

/** Returns an empty text if the value is not set. A removed option is shown by its value. */
export function formatFieldValue(value: FieldValue, { type, options }: FieldKind, nowMs: number | null): string {
  const findLabel = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen
  if (value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'fields.yes' : 'fields.no')
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.map(findLabel).join(', ')
  if (type === 'date') return formatDate(value, nowMs)
  if (type === 'instant') return formatOwnTime(value, nowMs)
  return type === 'option' ? findLabel(value) : value
}

/** Converts a value to the text of a form's input: an instant becomes day and minute in this computer's zone. */
export function toDraft(value: FieldValue, { type }: FieldKind): string {
  if (value === null || Array.isArray(value)) return ''
  if (typeof value === 'number') return formatTypedNumber(String(value))
  return type === 'instant' && typeof value === 'string' ? formatIsoOwn(value).slice(0, 16) : String(value)
}

export type FieldDraft = { text: string; chosen: readonly string[] }
export type DraftProblem = 'required' | 'notNumber' | 'tooManyDigits'

/** The service stores decimal(18,6). */
const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/

export function parseFieldValue(
  { text, chosen }: FieldDraft,
  { type }: FieldKind,
  isRequired: boolean,
): { value: FieldValue } | { problem: DraftProblem } {
  const typedText = text.trim()
  if (type === 'options') return chosen.length === 0 ? parseEmpty(isRequired) : { value: [...chosen] }
  if (typedText === '') return parseEmpty(isRequired)
  if (type === 'boolean') return { value: typedText === 'true' }
  if (type === 'instant') return { value: new Date(typedText).toISOString() }
  return type === 'number' ? parseNumber(typedText) : { value: typedText }
}

function parseEmpty(isRequired: boolean): { value: null } | { problem: 'required' } {
  return isRequired ? { problem: 'required' } : { value: null }
}

function parseNumber(typedText: string): { value: number } | { problem: DraftProblem } {
  const plainNumber = parsePlainNumber(typedText)
  if (plainNumber === null) return { problem: 'notNumber' }
  return DECIMAL.test(String(Number(plainNumber))) ? { value: Number(plainNumber) } : { problem: 'tooManyDigits' }
}
