// Converts the value of a custom field from any format of the service to that of the contract, and checks it. Pure.
import type { FieldType, FieldValue } from '#contract/fields.ts'
import { isRecord } from '../../api/decode.ts'
import { normalInstant } from '../../outside/calendar.ts'

const typeByName: Partial<Record<string, FieldType>> = {
  short_text: 'text',
  number: 'number',
  date: 'date',
  datetime: 'instant',
  boolean: 'boolean',
  enum: 'option',
  enum_multi: 'options',
}

/** A type that this version does not know is shown but cannot be changed, like a reference to another record. */
export function fieldTypeOf(dataType: string | null): FieldType {
  return typeByName[dataType ?? ''] ?? 'other'
}

const booleanByText: Partial<Record<string, boolean>> = { true: true, false: false }

const DATE = /^\d{4}-\d{2}-\d{2}/

/** Null if there is no value of this type. Blanks around a text are removed. */
export function readValue(type: FieldType, sent: unknown): FieldValue {
  const text = typeof sent === 'string' ? sent.trim() : typeof sent === 'number' ? String(sent) : ''
  switch (type) {
    case 'number':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
    case 'date':
      return DATE.exec(text)?.[0] ?? null
    case 'instant':
      return normalInstant(text) ?? normalInstant(`${text}T00:00:00Z`)
    case 'boolean':
      return typeof sent === 'boolean' ? sent : (booleanByText[text] ?? null)
    case 'options':
      return optionValues(Array.isArray(sent) ? sent : text.split(','))
    case 'other':
      return text || (isRecord(sent) && typeof sent['id'] === 'string' ? sent['id'] : null)
    default:
      return text || null
  }
}

/** The service accepts a list, but returns one text separated by commas. */
function optionValues(entries: readonly unknown[]): string[] | null {
  const values = entries
    .filter((entry): entry is string => typeof entry === 'string')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  return values.length === 0 ? null : values
}

/** The service stores numbers as decimal(18,6). */
const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/
const MAX_TEXT_LENGTH = 255

export type FieldRules = {
  type: FieldType
  options: readonly { value: string }[]
  isRequired: boolean
  maxLength: number | null
}
export type FieldProblem = 'type' | 'option' | 'required' | 'too-long' | 'read-only'

/** Why the service would refuse the value, as far as it can be checked here; the service checks it again. */
export function problemOf(
  { type, options, isRequired, maxLength }: FieldRules,
  value: FieldValue,
): FieldProblem | null {
  if (type === 'other') return 'read-only'
  if (value === null) return isRequired ? 'required' : null
  if (JSON.stringify(readValue(type, value)) !== JSON.stringify(value)) return 'type'
  if (type === 'number' && !DECIMAL.test(String(value))) return 'type'
  if (typeof value === 'string' && value.length > Math.min(MAX_TEXT_LENGTH, maxLength ?? MAX_TEXT_LENGTH))
    return 'too-long'
  const isOption = (entry: unknown) => options.some((option) => option.value === entry)
  const chosen = type === 'option' || type === 'options' ? [value].flat() : []
  return chosen.every(isOption) ? null : 'option'
}
