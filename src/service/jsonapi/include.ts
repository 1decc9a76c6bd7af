// Implements `include`: follows relations of the primary records, also along dotted paths, and adds each record once.
import { badParameter } from './errors.ts'
import { RELATIONS } from './relations.ts'
import { getLinkedIdentifiers, type Records, type Resource } from './resource.ts'

const MAX_PATHS = 30

/** Second names of relations, and the names that records use. */
const ALIASES: Readonly<Record<string, string>> = { current_extraction: 'last_document_representation' }

/** Splits `a,b.c` into paths of relations. Throws 400 if there are too many. */
export function readInclude(parameter: string): string[][] {
  const paths = [...new Set(parameter.split(',').map((path) => path.trim()))].filter((path) => path !== '')
  if (paths.length > MAX_PATHS) throw badParameter('include', `include names more than ${MAX_PATHS} relations.`)
  return paths.map((path) => path.split('.'))
}

/** Returns all records on the paths, without the primary records. A record that does not exist is skipped. */
export function findIncluded(
  records: Records,
  primary: readonly Resource[],
  type: string,
  paths: readonly (readonly string[])[],
): Resource[] {
  const seen = new Set(primary.map(buildKey))
  const found = new Map<string, Resource>()
  const cachedRecords = new Map<string, Resource | null>()
  const findCached = (kind: string, id: string) => {
    const key = `${kind} ${id}`
    let resource = cachedRecords.get(key)
    if (resource === undefined) cachedRecords.set(key, (resource = records.find(kind, id)))
    return resource
  }
  for (const path of paths) {
    let level = primary
    let types: readonly string[] = [type]
    for (const relation of path) {
      types = findTargetTypes(types, level, relation, path)
      const next = new Map<string, Resource>()
      for (const from of level) {
        for (const { type: kind, id } of getLinkedIdentifiers(from.relationships?.[ALIASES[relation] ?? relation])) {
          const resource = findCached(kind, id)
          if (resource) next.set(buildKey(resource), resource)
        }
      }
      level = [...next.values()]
      for (const [key, resource] of next) if (!seen.has(key)) found.set(key, resource)
    }
  }
  return [...found.values()]
}

/** The type of the records that a path with this segment answers. */
const TYPE_OF_COLLECTION: Readonly<Record<string, string>> = {
  containers: 'container',
  shipments: 'shipment',
  tracking_requests: 'tracking_request',
  tracking_request: 'tracking_request',
  parties: 'party',
  webhooks: 'webhook',
  custom_field_definitions: 'custom_field_definition',
  options: 'custom_field_option',
  custom_fields: 'custom_field',
  documents: 'document',
}

/** Throws 400 for an unknown relation. Called before a change, so that nothing is stored if the answer is an error. */
export function refuseUnknownIncludes(routePath: string, parameter: string): void {
  const collection = routePath.split('/').findLast((segment) => Object.hasOwn(TYPE_OF_COLLECTION, segment))
  for (const path of readInclude(parameter)) {
    let types: readonly string[] = [TYPE_OF_COLLECTION[collection ?? ''] ?? 'record']
    for (const relation of path) types = findTargetTypes(types, [], relation, path)
  }
}

/**
 * Returns the types that the relation leads to. Throws 400 if neither the type declares it nor one of the records has
 * it: recorded answers have relations that are not in `RELATIONS`.
 */
function findTargetTypes(
  types: readonly string[],
  level: readonly Resource[],
  relation: string,
  path: readonly string[],
): readonly string[] {
  const declared = types.flatMap((type) =>
    Object.hasOwn(RELATIONS[type] ?? {}, relation) ? (RELATIONS[type]?.[relation] ?? []) : [],
  )
  const hasRelation = level.some((resource) => Object.hasOwn(resource.relationships ?? {}, relation))
  if (declared.length === 0 && !hasRelation) {
    throw badParameter(
      'include',
      `${path.join('.')} is not a relation that can be included: ${types.join(' or ')} has no ${relation}.`,
    )
  }
  return declared
}

function buildKey({ type, id }: Resource): string {
  return `${type} ${id}`
}
