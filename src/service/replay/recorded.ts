// Serves recorded answers (`--replay`). Each record of the files is found by type and id. Only its links to the
// original service are changed. The recorded data is incomplete, so a relation may lead to no record.
import {
  isIdentifier,
  getLinkedIdentifiers,
  createListing,
  type Records,
  type Relationship,
  type Resource,
} from '../jsonapi/resource.ts'
import { isObject } from '../jsonapi/body.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupProblem } from '../startup-problem.ts'

/** A record that occurs several times is merged by attribute and relation. Later values win. */
export function createRecorded(resources: readonly Resource[], baseUrl: string): Records {
  const types = new Map<string, Map<string, Resource>>()
  for (const resource of resources) {
    let recordsOfType = types.get(resource.type)
    if (!recordsOfType) types.set(resource.type, (recordsOfType = new Map<string, Resource>()))
    recordsOfType.set(resource.id, mergeRecords(recordsOfType.get(resource.id), replaceLinks(resource, baseUrl)))
  }
  const listAll = (type: string) => [...(types.get(type)?.values() ?? [])]
  return {
    find: (type, id) => types.get(type)?.get(id) ?? null,
    list: (type) => createListing(listAll(type)),
    listRelated: (type, relation, id) =>
      listAll(type).filter((resource) =>
        getLinkedIdentifiers(resource.relationships?.[relation]).some((target) => target.id === id),
      ),
  }
}

/** Lists every record in `data` and `included` of a JSON:API document. Returns none for another value. */
export function listResources(document: unknown): Resource[] {
  if (!isObject(document)) return []
  const { data, included } = document
  const records: unknown[] = [data, included].flatMap((member: unknown) =>
    Array.isArray(member) ? (member as unknown[]) : [member],
  )
  return records.filter(isIdentifier)
}

/** Combines several layers. A record comes from the first layer that has it, and lists are concatenated. */
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
      createListing(
        layers.flatMap((layer) => {
          const listing = layer.list(type)
          return listing.slice(0, listing.total)
        }),
      ),
    listRelated: (type, relation, id) => layers.flatMap((layer) => layer.listRelated(type, relation, id)),
  }
}

function mergeRecords(before: Resource | undefined, after: Resource): Resource {
  if (!before) return after
  const attributes = mergeMember(before.attributes, after.attributes)
  const relationships = mergeMember<Relationship>(before.relationships, after.relationships)
  return { ...before, ...after, ...(attributes ? { attributes } : {}), ...(relationships ? { relationships } : {}) }
}

function mergeMember<T>(
  before: Record<string, T> | undefined,
  after: Record<string, T> | undefined,
): Record<string, T> | undefined {
  return before && after ? { ...before, ...after } : (after ?? before)
}

function replaceLinks(resource: Resource, baseUrl: string): Resource {
  return rewriteLinks(resource, baseUrl) as Resource
}

/** Replaces the original service in absolute addresses in `links`: everything up to `/v2`, else only the origin. */
function rewriteLinks(value: unknown, baseUrl: string, isLink = false): unknown {
  if (typeof value === 'string') return isLink ? replaceAddress(value, baseUrl) : value
  if (Array.isArray(value)) return value.map((entry) => rewriteLinks(entry, baseUrl))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, rewriteLinks(entry, baseUrl, isLink || key === 'links')]),
  )
}

function replaceAddress(address: string, baseUrl: string): string {
  const path = /^https?:\/\/[^/]*(.*)$/.exec(address)?.[1]
  if (path === undefined) return address
  const cut = path.search(/\/v2(\/|\?|$)/)
  return cut === -1 ? new URL(baseUrl).origin + path : baseUrl + path.slice(cut + 3)
}

/**
 * Reads all records in the JSON files of the folder, sorted by file name. Throws a `StartupProblem` if there are none.
 */
export function readRecordedFolder(folder: string): Resource[] {
  const names = listNames(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
  const resources = names.flatMap((name) => listResources(readDocument(join(folder, name))))
  if (resources.length > 0) return resources
  throw new StartupProblem(
    `The folder ${folder} holds no JSON file with JSON:API records. Give --replay a folder of recorded answers.`,
  )
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (cause) {
    throw new StartupProblem(`The folder ${folder} cannot be read. Give --replay a folder of recorded answers.`, {
      cause,
    })
  }
}

function readDocument(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartupProblem(`${path} is not valid JSON. Correct it or remove it from the folder.`, { cause })
  }
}
