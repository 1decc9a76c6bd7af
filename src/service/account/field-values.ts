// Checks a value of a custom field by its type, its options and its validation rules. The result is the value to store,
// or the problem.
import { isObject } from '../jsonapi/body.ts'
import { parseInstant } from '../jsonapi/instants.ts'
import type { Stored } from '../written/collection.ts'
import { getOptions } from './custom-field-records.ts'
import { findPatternProblem } from './patterns.ts'
import type { AccountStore, StoredDefinition } from './stored.ts'

export const DATA_TYPES = [
  'short_text',
  'number',
  'date',
  'datetime',
  'boolean',
  'enum',
  'enum_multi',
  'reference',
] as const
export type DataType = (typeof DATA_TYPES)[number]

export type ValueCheck = { value: unknown } | { problem: string }

const MAX_TEXT = 255
/** The live service stores numbers in a column of the type decimal(18,6). */
const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/

export function checkValue(account: AccountStore, definition: Stored<StoredDefinition>, value: unknown): ValueCheck {
  const { validation } = definition
  if (value === null) return validation?.['required'] === true ? { problem: 'a value is required' } : { value }
  const check = checkByType(account, definition, value)
  return 'problem' in check ? check : checkRules(validation, check)
}

function checkByType(account: AccountStore, definition: Stored<StoredDefinition>, value: unknown): ValueCheck {
  switch (definition.dataType as DataType) {
    case 'short_text':
      return typeof value === 'string' && value.length <= MAX_TEXT
        ? { value }
        : { problem: `must be a string of at most ${MAX_TEXT} characters` }
    case 'number':
      return (typeof value === 'number' || typeof value === 'string') && DECIMAL.test(String(value))
        ? { value: Number(value) }
        : { problem: 'must be a number with at most 12 digits and 6 decimals' }
    case 'date':
      return typeof value === 'string' && value.length === 10 && parseInstant(value) !== null
        ? { value }
        : { problem: 'must be a date such as 2026-11-20' }
    case 'datetime':
      return typeof value === 'string' && parseInstant(value) !== null
        ? { value }
        : { problem: 'must be an ISO 8601 date-time' }
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' }
    case 'enum':
      return typeof value === 'string' && listAllowedValues(account, definition).has(value)
        ? { value }
        : { problem: 'must be the value of one of the options' }
    case 'enum_multi':
      return checkSeveralOptions(account, definition, value)
    case 'reference':
      return isReference(value, definition.referenceType)
        ? { value: { type: value['type'], id: value['id'] } }
        : { problem: 'must be {type, id} of the type the field refers to' }
  }
}

/** Clients send a list. The value is stored as one string with commas, as in the live service. */
function checkSeveralOptions(account: AccountStore, definition: Stored<StoredDefinition>, value: unknown): ValueCheck {
  const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [null]
  const allowed = listAllowedValues(account, definition)
  const isAllowed = entries.every((entry) => typeof entry === 'string' && allowed.has(entry))
  return isAllowed ? { value: entries.join(',') } : { problem: 'must be a list of values of the options' }
}

function checkRules(validation: Record<string, unknown> | null, check: { value: unknown }): ValueCheck {
  const { value } = check
  if (!validation || typeof value !== 'string') return check
  const { max_length: maxLength, pattern } = validation
  if (typeof maxLength === 'number' && value.length > maxLength)
    return { problem: `must have at most ${maxLength} characters` }
  if (typeof pattern !== 'string') return check
  const problem = findPatternProblem(pattern)
  if (problem !== null) return { problem: `cannot be checked: ${problem}` }
  return matchesPattern(pattern, value) ? check : { problem: 'does not have the required form' }
}

function matchesPattern(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    // JavaScript cannot parse every pattern of the live service. Such a pattern accepts all values.
    return true
  }
}

function listAllowedValues(account: AccountStore, definition: Stored<StoredDefinition>): Set<string> {
  return new Set(getOptions(account, definition.row).map((option) => option.value))
}

function isReference(value: unknown, type: string | null): value is { type: string; id: string } {
  return (
    isObject(value) &&
    typeof value['type'] === 'string' &&
    typeof value['id'] === 'string' &&
    (type === null || value['type'] === type)
  )
}
