// Checks the structure of a JSON:API 1.1 document. It is written from the standard and uses no code of the service. The
// only member it allows beyond the standard is `links.current`, because the live service sends it.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

const TOP_LEVEL = ['data', 'errors', 'meta', 'jsonapi', 'links', 'included']
const TOP_LEVEL_LINKS = ['self', 'related', 'describedby', 'first', 'last', 'prev', 'next', 'current']
const RESOURCE = ['type', 'id', 'attributes', 'relationships', 'links', 'meta']
const ERROR = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta']
const MEMBER_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/

/** Returns what is wrong with the document. The list is empty if it is valid. */
export function findProblems(document: Json): string[] {
  if (!isObject(document)) return ['a document is an object']
  const problems: string[] = []
  const report = (problem: string) => problems.push(problem)
  checkMembers(document, TOP_LEVEL, 'the document', report)
  if (!('data' in document) && !('errors' in document) && !('meta' in document))
    report('a document has data, errors or meta')
  if ('data' in document && 'errors' in document) report('data and errors exclude each other')
  if ('included' in document && !('data' in document)) report('included needs data')
  if ('links' in document) checkLinks(document['links'], TOP_LEVEL_LINKS, 'links', report)
  if ('errors' in document) checkErrors(document['errors'], report)
  if ('data' in document) checkCompound(document, report)
  return problems
}

type Report = (problem: string) => unknown

function checkCompound(document: JsonObject, report: Report): void {
  const { data } = document
  const primary = Array.isArray(data) ? data : data === null ? [] : [data as Json]
  const included = document['included'] ?? []
  if (!Array.isArray(included)) {
    report('included is an array')
    return
  }
  const resourcesByKey = new Map<string, JsonObject>()
  for (const resource of [...primary, ...included]) {
    if (!isObject(resource)) {
      report('a resource is an object')
      continue
    }
    checkResource(resource, report)
    const key = getKey(resource)
    if (resourcesByKey.has(key)) report(`${key} appears twice`)
    resourcesByKey.set(key, resource)
  }
  checkFullLinkage(primary.filter(isObject), included.filter(isObject), resourcesByKey, report)
}

/** Reports each included resource that no chain of links in the document connects with the primary data. */
function checkFullLinkage(
  primary: readonly JsonObject[],
  included: readonly JsonObject[],
  all: Map<string, JsonObject>,
  report: Report,
): void {
  const reached = new Set(primary.map(getKey))
  const queue = [...primary]
  for (let resource = queue.pop(); resource; resource = queue.pop()) {
    for (const key of listLinkage(resource)) {
      const target = all.get(key)
      if (!target || reached.has(key)) continue
      reached.add(key)
      queue.push(target)
    }
  }
  for (const resource of included)
    if (!reached.has(getKey(resource))) report(`${getKey(resource)} is included and linked by nothing`)
}

function listLinkage(resource: JsonObject): string[] {
  const relationships = resource['relationships']
  if (!isObject(relationships)) return []
  return Object.values(relationships).flatMap((relationship) => {
    const data = isObject(relationship) ? relationship['data'] : null
    const entries: Json[] = Array.isArray(data) ? data : [data ?? null]
    return entries.filter(isObject).map(getKey)
  })
}

function checkResource(resource: JsonObject, report: Report): void {
  const name = getKey(resource)
  checkMembers(resource, RESOURCE, name, report)
  checkIdentity(resource, name, report)
  const attributes = resource['attributes'] ?? {}
  const relationships = resource['relationships'] ?? {}
  if (!isObject(attributes) || !isObject(relationships)) {
    report(`${name}: attributes and relationships are objects`)
    return
  }
  for (const member of [...Object.keys(attributes), ...Object.keys(relationships)]) {
    if (!MEMBER_NAME.test(member)) report(`${name}: ${member} is no member name`)
    if (member === 'id' || member === 'type') report(`${name}: a field is called ${member}`)
  }
  for (const member of Object.keys(attributes))
    if (member in relationships) report(`${name}: ${member} is attribute and relationship`)
  checkAttributeValues(attributes, name, report)
  for (const [member, relationship] of Object.entries(relationships))
    checkRelationship(relationship, `${name}.${member}`, report)
  if ('links' in resource) checkLinks(resource['links'], ['self', 'related', 'describedby', 'download'], name, report)
}

function checkRelationship(relationship: Json, name: string, report: Report): void {
  if (!isObject(relationship)) {
    report(`${name}: a relationship is an object`)
    return
  }
  checkMembers(relationship, ['data', 'links', 'meta'], name, report)
  if (Object.keys(relationship).length === 0) report(`${name}: a relationship has links, data or meta`)
  if (!('data' in relationship) || relationship['data'] === null) return
  const { data } = relationship
  const entries = Array.isArray(data) ? data : [data as Json]
  const keys = new Set<string>()
  for (const entry of entries) {
    if (!isObject(entry)) {
      report(`${name}: linkage is made of identifiers`)
      continue
    }
    checkMembers(entry, ['type', 'id', 'meta'], name, report)
    checkIdentity(entry, name, report)
    if (keys.has(getKey(entry))) report(`${name} links ${getKey(entry)} twice`)
    keys.add(getKey(entry))
  }
}

/** Reports members called `links` or `relationships` inside attributes at any depth, because JSON:API reserves them. */
function checkAttributeValues(value: Json, name: string, report: Report): void {
  if (Array.isArray(value)) for (const entry of value) checkAttributeValues(entry, name, report)
  if (!isObject(value)) return
  for (const [member, entry] of Object.entries(value)) {
    if (member === 'links' || member === 'relationships') report(`${name}: ${member} inside attributes`)
    checkAttributeValues(entry, name, report)
  }
}

function checkLinks(links: Json | undefined, allowed: readonly string[], name: string, report: Report): void {
  if (!isObject(links)) {
    report(`${name}: links is an object`)
    return
  }
  checkMembers(links, allowed, `${name} links`, report)
  for (const [member, link] of Object.entries(links)) {
    const href = isObject(link) ? link['href'] : link
    if (href !== null && (typeof href !== 'string' || !/^[^\s"<>\\^`{|}]+$/.test(href)))
      report(`${name}: link ${member} is no address`)
  }
}

function checkErrors(errors: Json | undefined, report: Report): void {
  if (!Array.isArray(errors) || errors.length === 0) {
    report('errors is an array with at least one entry')
    return
  }
  for (const error of errors) {
    if (!isObject(error)) {
      report('an error is an object')
      continue
    }
    checkMembers(error, ERROR, 'an error', report)
    if (Object.keys(error).length === 0) report('an error says something')
    for (const member of ['id', 'status', 'code', 'title', 'detail']) {
      if (member in error && typeof error[member] !== 'string') report(`error ${member} is a string`)
    }
    const source = error['source']
    if (source === undefined) continue
    if (!isObject(source)) report('an error source is an object')
    else {
      checkMembers(source, ['pointer', 'parameter', 'header'], 'an error source', report)
      const { pointer } = source
      if (pointer !== undefined && (typeof pointer !== 'string' || !/^(\/[^/]*)*$/.test(pointer)))
        report('a pointer is a JSON pointer')
    }
  }
}

function checkIdentity(entry: JsonObject, name: string, report: Report): void {
  const { type, id } = entry
  if (typeof type !== 'string' || !MEMBER_NAME.test(type)) report(`${name}: type is a member name`)
  if (typeof id !== 'string' || id === '') report(`${name}: id is a string`)
}

function checkMembers(object: JsonObject, allowed: readonly string[], name: string, report: Report): void {
  for (const member of Object.keys(object)) if (!allowed.includes(member)) report(`${name} may not have ${member}`)
}

function getKey(resource: JsonObject): string {
  return `${JSON.stringify(resource['type'])} ${JSON.stringify(resource['id'])}`
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
