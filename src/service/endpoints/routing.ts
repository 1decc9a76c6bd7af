// Endpoints: a method, a path and a function that answers. Each file of this folder exports its own; all.ts collects
// them.
import type { WrittenStore } from '../written/store.ts'
import type { World } from '../world/world.ts'
import type { AccountStore } from '../account/stored.ts'
import type { Duplicates, Feature, Features } from '../features.ts'
import type { Post } from '../outgoing.ts'
import type { Signer } from '../signing.ts'
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
  /** The absolute address of the request, without its query. */
  url: string
  /** The address of the service, ending in /v2. */
  baseUrl: string
  params: Readonly<Record<string, string>>
  query: Query
  body: Uint8Array | null
  /** The records at this instant, with edits. */
  records: Records
  /** The records again, after a write changed them. */
  recordsNow(): Records
  written: WrittenStore
  account: AccountStore
  world: World
  /** The entitlements of the account. */
  features: Features
  /** The largest page size. */
  pageMax: number
  /** How a document whose content exists already is handled. */
  duplicates: Duplicates
  /** Creates and checks signed ids and secrets. */
  signer: Signer
  /** Sends to other servers; null if nothing can be sent. */
  post: Post | null
}

export type Answer = {
  status?: number
  /** Undefined: the answer has no content. */
  document?: unknown
  /** Content other than JSON: a file. */
  content?: Uint8Array
  /** If it is not the media type of JSON:API. */
  mediaType?: string
  headers?: Record<string, string>
  /** The answer that replaces this one, for a caller that can wait. */
  later?: Promise<Answer>
}

/** `isRoot`: under the address of the web application. `isOpen`: needs no key. `needs`: 403 without this feature. */
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

/** Throws 404 for an unknown path, and 405 for an unknown method of a path. */
export function createRouter(routes: readonly Route[]): Router {
  // A path with a fixed part has priority over one with a parameter there.
  const patterns = routes
    .map((route) => ({ route, segments: segmentsOf(route.path) }))
    .sort((one, other) => one.route.path.split('{').length - other.route.path.split('{').length)
  const matchesOf = (path: string) => {
    const segments = segmentsOf(path)
    return patterns.flatMap(({ route, segments: pattern }) => {
      const params = matchPath(pattern, segments)
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

function matchPath(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? ''
    if (expected.startsWith('{')) {
      const value = decodeSegment(actual)
      if (value === null || value === '') return null
      params[expected.slice(1, -1)] = value
    } else if (expected !== actual) return null
  }
  return params
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // An incomplete escape cannot be part of an id.
    return null
  }
}
