// Text search, which ignores case, spaces and dashes (specification 4.4). Attributes are unchecked here, because
// recorded ones may have values of any type.
import type { Resource } from './resource.ts'

export function normalizeText(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '')
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function asText(value: unknown): string {
  return isText(value) ? value : ''
}

/** Returns all strings in these attributes, also those in lists. */
export function getTexts(resource: Resource, ...names: string[]): string[] {
  return names.flatMap((name) => {
    const value = resource.attributes?.[name]
    const entries: unknown[] = Array.isArray(value) ? value : [value]
    return entries.filter((entry) => typeof entry === 'string')
  })
}
