// The structure of a JSON:API 1.1 document, written from the standard and independent of the service. Returns the
// problems; an empty list means none. `links.current` is the one member beyond the standard, because the live service
// sends it.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

const TOP_LEVEL = ['data', 'errors', 'meta', 'jsonapi', 'links', 'included']
const TOP_LEVEL_LINKS = ['self', 'related', 'describedby', 'first', 'last', 'prev', 'next', 'current']
const RESOURCE = ['type', 'id', 'attributes', 'relationships', 'links', 'meta']
const ERROR = ['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta']
const MEMBER_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/

export function problemsOf(document: Json): string[] {
  if (!isObject(document)) return ['a document is an object']
  const problems: string[] = []
  const say = (problem: string) => problems.push(problem)
  onlyMembers(document, TOP_LEVEL, 'the document', say)
  if (!('data' in document) && !('errors' in document) && !('meta' in document))
    say('a document has data, errors or meta')
  if ('data' in document && 'errors' in document) say('data and errors exclude each other')
  if ('included' in document && !('data' in document)) say('included needs data')
  if ('links' in document) checkLinks(document['links'], TOP_LEVEL_LINKS, 'links', say)
  if ('errors' in document) checkErrors(document['errors'], say)
  if ('data' in document) checkCompound(document, say)
  return problems
}

type Say = (problem: string) => unknown

function checkCompound(document: JsonObject, say: Say): void {
  const { data } = document
  const primary = Array.isArray(data) ? data : data === null ? [] : [data as Json]
  const included = document['included'] ?? []
  if (!Array.isArray(included)) {
    say('included is an array')
    return
  }
  const seen = new Map<string, JsonObject>()
  for (const resource of [...primary, ...included]) {
    if (!isObject(resource)) {
      say('a resource is an object')
      continue
    }
    checkResource(resource, say)
    const key = keyOf(resource)
    if (seen.has(key)) say(`${key} appears twice`)
    seen.set(key, resource)
  }
  checkFullLinkage(primary.filter(isObject), included.filter(isObject), seen, say)
}

/** Every included resource is reached from the primary data through linkage in the document. */
function checkFullLinkage(
  primary: readonly JsonObject[],
  included: readonly JsonObject[],
  all: Map<string, JsonObject>,
  say: Say,
): void {
  const reached = new Set(primary.map(keyOf))
  const waiting = [...primary]
  for (let resource = waiting.pop(); resource; resource = waiting.pop()) {
    for (const key of linkageOf(resource)) {
      const target = all.get(key)
      if (!target || reached.has(key)) continue
      reached.add(key)
      waiting.push(target)
    }
  }
  for (const resource of included)
    if (!reached.has(keyOf(resource))) say(`${keyOf(resource)} is included and linked by nothing`)
}

function linkageOf(resource: JsonObject): string[] {
  const relationships = resource['relationships']
  if (!isObject(relationships)) return []
  return Object.values(relationships).flatMap((relationship) => {
    const data = isObject(relationship) ? relationship['data'] : null
    const entries: Json[] = Array.isArray(data) ? data : [data ?? null]
    return entries.filter(isObject).map(keyOf)
  })
}

function checkResource(resource: JsonObject, say: Say): void {
  const name = keyOf(resource)
  onlyMembers(resource, RESOURCE, name, say)
  checkIdentity(resource, name, say)
  const attributes = resource['attributes'] ?? {}
  const relationships = resource['relationships'] ?? {}
  if (!isObject(attributes) || !isObject(relationships)) {
    say(`${name}: attributes and relationships are objects`)
    return
  }
  for (const member of [...Object.keys(attributes), ...Object.keys(relationships)]) {
    if (!MEMBER_NAME.test(member)) say(`${name}: ${member} is no member name`)
    if (member === 'id' || member === 'type') say(`${name}: a field is called ${member}`)
  }
  for (const member of Object.keys(attributes))
    if (member in relationships) say(`${name}: ${member} is attribute and relationship`)
  checkAttributeValues(attributes, name, say)
  for (const [member, relationship] of Object.entries(relationships))
    checkRelationship(relationship, `${name}.${member}`, say)
  if ('links' in resource) checkLinks(resource['links'], ['self', 'related', 'describedby', 'download'], name, say)
}

function checkRelationship(relationship: Json, name: string, say: Say): void {
  if (!isObject(relationship)) {
    say(`${name}: a relationship is an object`)
    return
  }
  onlyMembers(relationship, ['data', 'links', 'meta'], name, say)
  if (Object.keys(relationship).length === 0) say(`${name}: a relationship has links, data or meta`)
  if (!('data' in relationship) || relationship['data'] === null) return
  const { data } = relationship
  const entries = Array.isArray(data) ? data : [data as Json]
  const keys = new Set<string>()
  for (const entry of entries) {
    if (!isObject(entry)) {
      say(`${name}: linkage is made of identifiers`)
      continue
    }
    onlyMembers(entry, ['type', 'id', 'meta'], name, say)
    checkIdentity(entry, name, say)
    if (keys.has(keyOf(entry))) say(`${name} links ${keyOf(entry)} twice`)
    keys.add(keyOf(entry))
  }
}

/** `links` and `relationships` are reserved inside attributes, however deep. */
function checkAttributeValues(value: Json, name: string, say: Say): void {
  if (Array.isArray(value)) for (const entry of value) checkAttributeValues(entry, name, say)
  if (!isObject(value)) return
  for (const [member, entry] of Object.entries(value)) {
    if (member === 'links' || member === 'relationships') say(`${name}: ${member} inside attributes`)
    checkAttributeValues(entry, name, say)
  }
}

function checkLinks(links: Json | undefined, allowed: readonly string[], name: string, say: Say): void {
  if (!isObject(links)) {
    say(`${name}: links is an object`)
    return
  }
  onlyMembers(links, allowed, `${name} links`, say)
  for (const [member, link] of Object.entries(links)) {
    const href = isObject(link) ? link['href'] : link
    if (href !== null && (typeof href !== 'string' || !/^[^\s"<>\\^`{|}]+$/.test(href)))
      say(`${name}: link ${member} is no address`)
  }
}

function checkErrors(errors: Json | undefined, say: Say): void {
  if (!Array.isArray(errors) || errors.length === 0) {
    say('errors is an array with at least one entry')
    return
  }
  for (const error of errors) {
    if (!isObject(error)) {
      say('an error is an object')
      continue
    }
    onlyMembers(error, ERROR, 'an error', say)
    if (Object.keys(error).length === 0) say('an error says something')
    for (const member of ['id', 'status', 'code', 'title', 'detail']) {
      if (member in error && typeof error[member] !== 'string') say(`error ${member} is a string`)
    }
    const source = error['source']
    if (source === undefined) continue
    if (!isObject(source)) say('an error source is an object')
    else {
      onlyMembers(source, ['pointer', 'parameter', 'header'], 'an error source', say)
      const { pointer } = source
      if (pointer !== undefined && (typeof pointer !== 'string' || !/^(\/[^/]*)*$/.test(pointer)))
        say('a pointer is a JSON pointer')
    }
  }
}

function checkIdentity(entry: JsonObject, name: string, say: Say): void {
  const { type, id } = entry
  if (typeof type !== 'string' || !MEMBER_NAME.test(type)) say(`${name}: type is a member name`)
  if (typeof id !== 'string' || id === '') say(`${name}: id is a string`)
}

function onlyMembers(object: JsonObject, allowed: readonly string[], name: string, say: Say): void {
  for (const member of Object.keys(object)) if (!allowed.includes(member)) say(`${name} may not have ${member}`)
}

function keyOf(resource: JsonObject): string {
  return `${JSON.stringify(resource['type'])} ${JSON.stringify(resource['id'])}`
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
