// Checks a value of a custom field by its type, options and validation rules. Returns the value to store, or the
// problem.
import { isObject } from '../jsonapi/body.ts'
import { instantIn } from '../jsonapi/instants.ts'
import type { Stored } from '../written/collection.ts'
import { optionsOf } from './custom-field-records.ts'
import { patternProblem } from './patterns.ts'
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

export type Verdict = { value: unknown } | { problem: string }

const MAX_TEXT = 255
/** The column type decimal(18,6). */
const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/

export function verdictOf(account: AccountStore, definition: Stored<StoredDefinition>, value: unknown): Verdict {
  const { validation } = definition
  if (value === null) return validation?.['required'] === true ? { problem: 'a value is required' } : { value }
  const verdict = byType(account, definition, value)
  return 'problem' in verdict ? verdict : byRules(validation, verdict)
}

function byType(account: AccountStore, definition: Stored<StoredDefinition>, value: unknown): Verdict {
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
      return typeof value === 'string' && value.length === 10 && instantIn(value) !== null
        ? { value }
        : { problem: 'must be a date such as 2026-11-20' }
    case 'datetime':
      return typeof value === 'string' && instantIn(value) !== null
        ? { value }
        : { problem: 'must be an ISO 8601 date-time' }
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' }
    case 'enum':
      return typeof value === 'string' && allowedOptions(account, definition).has(value)
        ? { value }
        : { problem: 'must be the value of one of the options' }
    case 'enum_multi':
      return ofSeveral(account, definition, value)
    case 'reference':
      return isReference(value, definition.referenceType)
        ? { value: { type: value['type'], id: value['id'] } }
        : { problem: 'must be {type, id} of the type the field refers to' }
  }
}

/** Sent as a list, stored as one string with commas, as in the live service. */
function ofSeveral(account: AccountStore, definition: Stored<StoredDefinition>, value: unknown): Verdict {
  const entries: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [null]
  const known = allowedOptions(account, definition)
  const isKnown = entries.every((entry) => typeof entry === 'string' && known.has(entry))
  return isKnown ? { value: entries.join(',') } : { problem: 'must be a list of values of the options' }
}

function byRules(validation: Record<string, unknown> | null, verdict: { value: unknown }): Verdict {
  const { value } = verdict
  if (!validation || typeof value !== 'string') return verdict
  const { max_length: most, pattern } = validation
  if (typeof most === 'number' && value.length > most) return { problem: `must have at most ${most} characters` }
  if (typeof pattern !== 'string') return verdict
  const problem = patternProblem(pattern)
  if (problem !== null) return { problem: `cannot be checked: ${problem}` }
  return matchesPattern(pattern, value) ? verdict : { problem: 'does not have the required form' }
}

function matchesPattern(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    // JavaScript cannot parse the pattern, so the value is accepted.
    return true
  }
}

function allowedOptions(account: AccountStore, definition: Stored<StoredDefinition>): Set<string> {
  return new Set(optionsOf(account, definition.row).map((option) => option.value))
}

function isReference(value: unknown, type: string | null): value is { type: string; id: string } {
  return (
    isObject(value) &&
    typeof value['type'] === 'string' &&
    typeof value['id'] === 'string' &&
    (type === null || value['type'] === type)
  )
}
