// Finding by text: case, blanks and dashes do not matter (specification 4.4), and recorded attributes may hold
// anything.

import type { Resource } from './resource.ts'

export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]/g, '')
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function asText(value: unknown): string {
  return isText(value) ? value : ''
}

/** All strings under those attributes, lists included. */
export function textsOf(resource: Resource, ...names: string[]): string[] {
  return names.flatMap((name) => {
    const value = resource.attributes?.[name]
    const entries: unknown[] = Array.isArray(value) ? value : [value]
    return entries.filter((entry) => typeof entry === 'string')
  })
}
