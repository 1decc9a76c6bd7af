// The values of custom fields in words, and typed text parsed into values.
import type { FieldKind, FieldValue } from '#contract/fields.ts'
import { formatNumber, t } from '../../words/words.ts'
import { formatDate, formatOwnTime, isoOwn } from '../../words/dates.ts'
import { plainNumber, typedNumber } from '../../words/typed-number.ts'

/** Empty if not set. A removed option is shown by its value. */
export function formatFieldValue(value: FieldValue, { type, options }: FieldKind, nowMs: number | null): string {
  const labelOf = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen
  if (value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'fields.yes' : 'fields.no')
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.map(labelOf).join(', ')
  if (type === 'date') return formatDate(value, nowMs)
  if (type === 'instant') return formatOwnTime(value, nowMs)
  return type === 'option' ? labelOf(value) : value
}

/** For an input of the page: an instant as day and minute in this computer's zone. */
export function draftOf(value: FieldValue, { type }: FieldKind): string {
  if (value === null || Array.isArray(value)) return ''
  if (typeof value === 'number') return typedNumber(String(value))
  return type === 'instant' && typeof value === 'string' ? isoOwn(value).slice(0, 16) : String(value)
}

export type FieldDraft = { text: string; chosen: readonly string[] }
export type DraftProblem = 'required' | 'notNumber' | 'tooManyDigits'

/** decimal(18,6) */
const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/

export function fieldValueOf(
  { text, chosen }: FieldDraft,
  { type }: FieldKind,
  isRequired: boolean,
): { value: FieldValue } | { problem: DraftProblem } {
  const typed = text.trim()
  if (type === 'options') return chosen.length === 0 ? nothing(isRequired) : { value: [...chosen] }
  if (typed === '') return nothing(isRequired)
  if (type === 'boolean') return { value: typed === 'true' }
  if (type === 'instant') return { value: new Date(typed).toISOString() }
  return type === 'number' ? numberOf(typed) : { value: typed }
}

function nothing(isRequired: boolean): { value: null } | { problem: 'required' } {
  return isRequired ? { problem: 'required' } : { value: null }
}

function numberOf(typed: string): { value: number } | { problem: DraftProblem } {
  const plain = plainNumber(typed)
  if (plain === null) return { problem: 'notNumber' }
  return DECIMAL.test(String(Number(plain))) ? { value: Number(plain) } : { problem: 'tooManyDigits' }
}
