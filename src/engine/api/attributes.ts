// Reads one attribute. A value of an unexpected type counts as missing, and is never an error or `false`.
import { isZone, normalInstant } from '../outside/calendar.ts'
import { isRecord, type Linkage, type Resource } from './decode.ts'

type Attributes = Record<string, unknown>

/** Non-empty text without surrounding blanks. */
export function text(attributes: Attributes, name: string): string | null {
  const value = attributes[name]
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  return trimmed === '' ? null : trimmed
}

/** The non-empty texts of an array. `null` and `[null]` give an empty list. */
export function texts(attributes: Attributes, name: string): string[] {
  const value = attributes[name]
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
    : []
}

/** A number, also if it was sent as text. */
export function number(attributes: Attributes, name: string): number | null {
  const value = attributes[name]
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null
}

export function boolean(attributes: Attributes, name: string): boolean | null {
  const value = attributes[name]
  return typeof value === 'boolean' ? value : null
}

/** An instant in the format of `instantOf`. A date without a time is read as midnight UTC of that day. */
export function instant(attributes: Attributes, name: string): string | null {
  const value = text(attributes, name)
  if (value === null) return null
  return normalInstant(value) ?? normalInstant(`${value}T00:00:00Z`)
}

/** A zone that this computer knows; null for any other. */
export function zone(attributes: Attributes, name: string): string | null {
  const value = text(attributes, name)
  return value !== null && isZone(value) ? value : null
}

/** The object with this name; an empty one if the value is not an object. */
export function record(attributes: Attributes, name: string): Attributes {
  const value = attributes[name]
  return isRecord(value) ? value : {}
}

/** The objects of an array; other items are left out. */
export function records(attributes: Attributes, name: string): Attributes[] {
  const value = attributes[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The type and id of a to-one relation; null for none or a list. */
export function related(resource: Resource, name: string): Linkage | null {
  const linkage = resource.relationships[name]
  return linkage === undefined || Array.isArray(linkage) ? null : linkage
}
