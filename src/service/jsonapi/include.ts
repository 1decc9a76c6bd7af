// `include`: follows relations of the primary records, also along dotted paths, and adds each record once.
import { badParameter } from './errors.ts'
import { RELATIONS } from './relations.ts'
import { linkedIdentifiers, type Records, type Resource } from './resource.ts'

const MAX_PATHS = 30

/** Other names of a relation. */
const ALIASES: Readonly<Record<string, string>> = { current_extraction: 'last_document_representation' }

export function readInclude(parameter: string): string[][] {
  const paths = [...new Set(parameter.split(',').map((path) => path.trim()))].filter((path) => path !== '')
  if (paths.length > MAX_PATHS) throw badParameter('include', `include names more than ${MAX_PATHS} relations.`)
  return paths.map((path) => path.split('.'))
}

/** The records at the end of the paths, without the primary records; missing ones are skipped. */
export function includedBy(
  records: Records,
  primary: readonly Resource[],
  type: string,
  paths: readonly (readonly string[])[],
): Resource[] {
  const seen = new Set(primary.map(keyOf))
  const found = new Map<string, Resource>()
  const fetched = new Map<string, Resource | null>()
  const fetch = (kind: string, id: string) => {
    const key = `${kind} ${id}`
    let resource = fetched.get(key)
    if (resource === undefined) fetched.set(key, (resource = records.find(kind, id)))
    return resource
  }
  for (const path of paths) {
    let level = primary
    let types: readonly string[] = [type]
    for (const relation of path) {
      types = targetsOf(types, level, relation, path)
      const next = new Map<string, Resource>()
      for (const from of level) {
        for (const { type: kind, id } of linkedIdentifiers(from.relationships?.[ALIASES[relation] ?? relation])) {
          const resource = fetch(kind, id)
          if (resource) next.set(keyOf(resource), resource)
        }
      }
      level = [...next.values()]
      for (const [key, resource] of next) if (!seen.has(key)) found.set(key, resource)
    }
  }
  return [...found.values()]
}

const TYPES: Readonly<Record<string, string>> = {
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

/** Called before a change is made, so that a bad `include` does not refuse a change that was already stored. */
export function refuseUnknownIncludes(routePath: string, parameter: string): void {
  const collection = routePath.split('/').findLast((segment) => Object.hasOwn(TYPES, segment))
  for (const path of readInclude(parameter)) {
    let types: readonly string[] = [TYPES[collection ?? ''] ?? 'record']
    for (const relation of path) types = targetsOf(types, [], relation, path)
  }
}

/** A relation is known if its type declares it or a record has it: recorded answers have more of them. */
function targetsOf(
  types: readonly string[],
  level: readonly Resource[],
  relation: string,
  path: readonly string[],
): readonly string[] {
  const declared = types.flatMap((type) =>
    Object.hasOwn(RELATIONS[type] ?? {}, relation) ? (RELATIONS[type]?.[relation] ?? []) : [],
  )
  const isCarried = level.some((resource) => Object.hasOwn(resource.relationships ?? {}, relation))
  if (declared.length === 0 && !isCarried) {
    throw badParameter(
      'include',
      `${path.join('.')} is not a relation that can be included: ${types.join(' or ')} has no ${relation}.`,
    )
  }
  return declared
}

function keyOf({ type, id }: Resource): string {
  return `${type} ${id}`
}
