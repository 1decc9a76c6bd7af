// Endpoints: a method, a path and what answers it. Every feature file lists its own; endpoints/all.ts puts them
// together.

import type { WrittenStore } from '../written/store.ts'
import type { World } from '../world/world.ts'
import type { AccountStore } from '../account/stored.ts'
import type { Duplicates, Feature, Features } from '../features.ts'
import type { Post } from '../outgoing.ts'
import type { Seal } from '../seal.ts'
import { ServiceError } from '../jsonapi/errors.ts'
import type { Query } from '../jsonapi/query.ts'
import type { Records } from '../jsonapi/resource.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Context = {
  /** Epoch milliseconds of the world. */
  worldMs: number
  method: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The request's own absolute address, without its query. */
  url: string
  /** The service's address, ending in /v2. */
  baseUrl: string
  params: Readonly<Record<string, string>>
  query: Query
  body: Uint8Array | null
  /** What the service knows at this instant, edits included. */
  records: Records
  /** The same looked up again, after something was written that they rest on. */
  recordsNow(): Records
  written: WrittenStore
  account: AccountStore
  world: World
  /** What the account is entitled to. */
  features: Features
  /** Pages are cut to this size at most. */
  pageMax: number
  /** What becomes of a document whose content is there already. */
  duplicates: Duplicates
  /** Makes and checks what only this service can have handed out: signed ids, secrets. */
  seal: Seal
  /** Sends to the world outside; null where nothing can be sent. */
  post: Post | null
}

export type Answer = {
  status?: number
  /** Undefined: the answer has no content. */
  document?: unknown
  /** Content that is no document: a file. */
  content?: Uint8Array
  /** Where it is not JSON:API's. */
  mediaType?: string
  headers?: Record<string, string>
  /** The answer is only known later; the other fields apply if the caller does not wait. */
  later?: Promise<Answer>
}

/**
 * `isRoot`: beside the interface, under the web application's address. `isOpen`: needs no key. `needs`: 403 without it.
 */
export type Route = {
  method: Method
  path: string
  answer: (context: Context) => Answer
  isRoot?: boolean
  isOpen?: boolean
  needs?: Feature
}

export function needing(needs: Feature, routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, needs }))
}

export type Router = (method: string, path: string) => { route: Route; params: Record<string, string> }

/** Throws 404 for a path nothing answers and 405 for a method that path does not know. */
export function createRouter(routes: readonly Route[]): Router {
  // A path that names its last part goes before one that takes anything there.
  const patterns = routes
    .map((route) => ({ route, segments: segmentsOf(route.path) }))
    .sort((one, other) => one.route.path.split('{').length - other.route.path.split('{').length)
  const matchesOf = (path: string) => {
    const segments = segmentsOf(path)
    return patterns.flatMap(({ route, segments: pattern }) => {
      const params = matched(pattern, segments)
      return params ? [{ route, params }] : []
    })
  }
  return (method, path) => {
    const matches = matchesOf(path)
    const match = matches.find(({ route }) => route.method === method)
    if (match) return match
    if (matches.length === 0) throw new ServiceError(404, [{ code: 'not_found', detail: `Nothing answers ${path}.` }])
    const allowed = [...new Set(matches.map(({ route }) => route.method))].join(', ')
    throw new ServiceError(405, [{ code: 'method_not_allowed', detail: `${path} answers ${allowed} only.` }], {
      allow: allowed,
    })
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
