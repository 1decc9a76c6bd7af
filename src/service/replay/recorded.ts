// Serves recorded answers (`--replay`): each record of the files by type and id, unchanged except for links to the
// original service. Recorded data is incomplete, so a relation may have no target.
import {
  isIdentifier,
  linkedIdentifiers,
  listingOf,
  type Records,
  type Relationship,
  type Resource,
} from '../jsonapi/resource.ts'
import { isObject } from '../jsonapi/body.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupProblem } from '../startup-problem.ts'

/** Merges repeated records by attribute and relation; later values win. */
export function createRecorded(resources: readonly Resource[], baseUrl: string): Records {
  const types = new Map<string, Map<string, Resource>>()
  for (const resource of resources) {
    let ofType = types.get(resource.type)
    if (!ofType) types.set(resource.type, (ofType = new Map<string, Resource>()))
    ofType.set(resource.id, mergeRecords(ofType.get(resource.id), withOwnLinks(resource, baseUrl)))
  }
  const all = (type: string) => [...(types.get(type)?.values() ?? [])]
  return {
    find: (type, id) => types.get(type)?.get(id) ?? null,
    list: (type) => listingOf(all(type)),
    belonging: (type, relation, id) =>
      all(type).filter((resource) =>
        linkedIdentifiers(resource.relationships?.[relation]).some((target) => target.id === id),
      ),
  }
}

/** Every record in `data` and `included` of a JSON:API document. */
export function resourcesIn(document: unknown): Resource[] {
  if (!isObject(document)) return []
  const { data, included } = document
  const records: unknown[] = [data, included].flatMap((member: unknown) =>
    Array.isArray(member) ? (member as unknown[]) : [member],
  )
  return records.filter(isIdentifier)
}

/** The first layer that has a record answers; lists are concatenated. */
export function layerRecords(layers: readonly Records[]): Records {
  return {
    find: (type, id) => {
      for (const layer of layers) {
        const resource = layer.find(type, id)
        if (resource) return resource
      }
      return null
    },
    list: (type) =>
      listingOf(
        layers.flatMap((layer) => {
          const listing = layer.list(type)
          return listing.slice(0, listing.total)
        }),
      ),
    belonging: (type, relation, id) => layers.flatMap((layer) => layer.belonging(type, relation, id)),
  }
}

function mergeRecords(before: Resource | undefined, after: Resource): Resource {
  if (!before) return after
  const attributes = mergedMember(before.attributes, after.attributes)
  const relationships = mergedMember<Relationship>(before.relationships, after.relationships)
  return { ...before, ...after, ...(attributes ? { attributes } : {}), ...(relationships ? { relationships } : {}) }
}

function mergedMember<T>(
  before: Record<string, T> | undefined,
  after: Record<string, T> | undefined,
): Record<string, T> | undefined {
  return before && after ? { ...before, ...after } : (after ?? before)
}

function withOwnLinks(resource: Resource, baseUrl: string): Resource {
  return rewriteLinks(resource, baseUrl) as Resource
}

/** Replaces absolute addresses in `links` with ours: up to /v2 if there is one, else the origin. */
function rewriteLinks(value: unknown, baseUrl: string, isLink = false): unknown {
  if (typeof value === 'string') return isLink ? ownAddress(value, baseUrl) : value
  if (Array.isArray(value)) return value.map((entry) => rewriteLinks(entry, baseUrl))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, rewriteLinks(entry, baseUrl, isLink || key === 'links')]),
  )
}

function ownAddress(address: string, baseUrl: string): string {
  const path = /^https?:\/\/[^/]*(.*)$/.exec(address)?.[1]
  if (path === undefined) return address
  const cut = path.search(/\/v2(\/|\?|$)/)
  return cut === -1 ? new URL(baseUrl).origin + path : baseUrl + path.slice(cut + 3)
}

/** Reads all records of a folder of recorded answers: its JSON files, sorted by name. */
export function readRecordedFolder(folder: string): Resource[] {
  const names = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  const resources = names.flatMap((name) => resourcesIn(documentIn(join(folder, name))))
  if (resources.length > 0) return resources
  throw new StartupProblem(
    `The folder ${folder} holds no JSON file with JSON:API records. Give --replay a folder of recorded answers.`,
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new StartupProblem(`The folder ${folder} cannot be read. Give --replay a folder of recorded answers.`, {
      cause,
    })
  }
}

function documentIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartupProblem(`${path} is not valid JSON. Correct it or remove it from the folder.`, { cause })
  }
}
