// Endpoints: a method, a path and what answers it. Every feature file lists its own; endpoints/all.ts puts them together.

import type { WrittenStore } from '../written/store.ts'
import type { World } from '../world/world.ts'
import { ServiceError } from '../jsonapi/errors.ts'
import type { Query } from '../jsonapi/query.ts'
import type { Records } from '../jsonapi/resource.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Context = {
  /** Epoch milliseconds of the world. */
  worldMs: number
  /** The request's own absolute address, without its query. */
  url: string
  /** The service's address, ending in /v2. */
  baseUrl: string
  params: Readonly<Record<string, string>>
  query: Query
  body: Uint8Array | null
  /** What the service knows at this instant, edits included. */
  records: Records
  written: WrittenStore
  world: World
}

export type Answer = { status?: number; document: unknown; headers?: Record<string, string> }

export type Route = { method: Method; path: string; answer: (context: Context) => Answer }

export type Router = (method: string, path: string) => { route: Route; params: Record<string, string> }

/** Throws 404 for a path nothing answers and 405 for a method that path does not know. */
export function createRouter(routes: readonly Route[]): Router {
  // A path that names its last part goes before one that takes anything there.
  const patterns = routes
    .map((route) => ({ route, segments: segmentsOf(route.path) }))
    .sort((one, other) => one.route.path.split('{').length - other.route.path.split('{').length)
  return (method, path) => {
    const segments = segmentsOf(path)
    const matches = patterns.flatMap(({ route, segments: pattern }) => {
      const params = matched(pattern, segments)
      return params ? [{ route, params }] : []
    })
    const match = matches.find(({ route }) => route.method === method)
    if (match) return match
    if (matches.length === 0) throw new ServiceError(404, [{ code: 'not_found', detail: `Nothing answers ${path}.` }])
    const allowed = [...new Set(matches.map(({ route }) => route.method))].join(', ')
    throw new ServiceError(405, [{ code: 'method_not_allowed', detail: `${path} answers ${allowed} only.` }], { allow: allowed })
  }
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}

function matched(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? ''
    if (expected.startsWith('{')) {
      const value = decoded(actual)
      if (value === null || value === '') return null
      params[expected.slice(1, -1)] = value
    } else if (expected !== actual) return null
  }
  return params
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Half an escape: no record has such an id.
    return null
  }
}
