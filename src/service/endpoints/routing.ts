// A route is an endpoint: a method, a path and the function that answers. Each file of this folder exports its own
// routes, all.ts lists them, and the router below finds the route of a request.
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
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>
  /** The absolute address of the request, without the query. */
  url: string
  /** The address of the service, ending in /v2. */
  baseUrl: string
  params: Readonly<Record<string, string>>
  query: Query
  body: Uint8Array | null
  /** The records at the time of the request, with the edits of clients. */
  records: Records
  /** Reads the records again, after the endpoint changed them. */
  reloadRecords(): Records
  written: WrittenStore
  account: AccountStore
  world: World
  /** The entitlements of the account. */
  features: Features
  /** The largest page size. */
  pageMax: number
  /** The reaction of the account to a document whose content is already stored. */
  duplicates: Duplicates
  /** Creates and checks signed ids and secrets. */
  signer: Signer
  /** Sends a request to another server. Null if the service may not send. */
  post: Post | null
}

export type Answer = {
  status?: number
  /** The JSON to send. An answer with neither `document` nor `content` has no body. */
  document?: unknown
  /** The bytes to send instead of JSON, such as a file. */
  content?: Uint8Array
  /** Set only if it is not the media type of JSON:API. */
  mediaType?: string
  headers?: Record<string, string>
  /** The final answer, for a caller that can wait for it. It replaces this one. */
  later?: Promise<Answer>
}

/**
 * `isRoot`: the path is below the address of the web application, not below `/v2`. `isPublic`: no API key is needed.
 * `requiredFeature`: an account without this feature gets 403.
 */
export type Route = {
  method: Method
  path: string
  answer: (context: Context) => Answer
  isRoot?: boolean
  isPublic?: boolean
  requiredFeature?: Feature
}

export function requireFeature(requiredFeature: Feature, routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, requiredFeature }))
}

export type Router = (method: string, path: string) => { route: Route; params: Record<string, string> }

/** The router throws 404 for an unknown path, and 405 if the path has no route for the method. */
export function createRouter(routes: readonly Route[]): Router {
  // `/documents/types` also matches `/documents/{id}`. Routes with fewer parameters come first, so the fixed one wins.
  const patterns = routes
    .map((route) => ({ route, segments: splitPath(route.path) }))
    .sort((one, other) => one.route.path.split('{').length - other.route.path.split('{').length)
  const findMatches = (path: string) => {
    const segments = splitPath(path)
    return patterns.flatMap(({ route, segments: pattern }) => {
      const params = matchPath(pattern, segments)
      return params ? [{ route, params }] : []
    })
  }
  return (method, path) => {
    const matches = findMatches(path)
    const match = matches.find(({ route }) => route.method === method)
    if (match) return match
    if (matches.length === 0) throw new ServiceError(404, [{ code: 'not_found', detail: `Nothing answers ${path}.` }])
    const allowed = [...new Set(matches.map(({ route }) => route.method))].join(', ')
    throw new ServiceError(405, [{ code: 'method_not_allowed', detail: `${path} answers ${allowed} only.` }], {
      allow: allowed,
    })
  }
}

function splitPath(path: string): string[] {
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
    // The segment has an invalid percent encoding, so it cannot be an id.
    return null
  }
}
