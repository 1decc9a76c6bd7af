// JSON:API text into resources, forgiving everything facts 3 lists: unknown types and attributes pass through, dangling
// linkage is normal, a list may come as one object. What is not such a document at all is an error, never an empty list.
import { AppError } from '#contract/errors.ts'
import { checkLimits } from './json-limits.ts'

export type Linkage = { type: string; id: string }

export type Resource = {
  type: string
  id: string
  attributes: Record<string, unknown>
  /** Null: said to be empty. A relation that was not mentioned is absent. */
  relationships: Record<string, Linkage | Linkage[] | null>
}

export type Document = {
  /** One resource or a list, always as a list. */
  data: Resource[]
  included: Resource[]
  next: string | null
  /** `meta.total` (or `pagination.records`) where a list gives it. */
  total: number | null
}

/** `asked` is the type of the resources asked for: a container may call itself `account` or `cargo` (facts 2.3). */
export function decodeDocument(bytes: Uint8Array, asked: string): Document {
  const json = parseJson(bytes)
  if (!isRecord(json) || !('data' in json)) throw new AppError('api/malformed', { reason: 'no data' })
  const { data, included, links, meta } = json
  // Null is the word for no record: taken for a list it would say that everything was read, and that there is nothing.
  if (typeof data !== 'object' || data === null) throw new AppError('api/malformed', { reason: 'data is no resource' })
  const main = listOf(data)
  const resources = main.flatMap((item) => decodeResource(item, asked))
  if (resources.length < main.length) throw new AppError('api/malformed', { reason: 'resource without id' })
  return {
    data: resources,
    included: listOf(included).flatMap((item) => decodeResource(item, null)),
    next: linkOf(isRecord(links) ? links['next'] : null),
    total: totalOf(meta),
  }
}

/** The whole text must be JSON before anything of it is believed: a truncated answer changes nothing. */
export function parseJson(bytes: Uint8Array): unknown {
  checkLimits(bytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new AppError('api/malformed', { reason: 'not whole JSON' }, error)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : [value]
}

/** An included record that is unusable is left out; the main ones are counted by the caller. */
function decodeResource(value: unknown, asked: string | null): Resource[] {
  if (!isRecord(value)) return []
  const { id, attributes, relationships } = value
  const type = typeOf(value['type'], asked)
  if (typeof id !== 'string' || id === '' || type === null) return []
  const decoded: Resource['relationships'] = {}
  for (const [name, relation] of Object.entries(isRecord(relationships) ? relationships : {})) {
    const linkage = decodeLinkage(isRecord(relation) ? relation['data'] : undefined)
    if (linkage !== undefined) decoded[name] = linkage
  }
  return [{ type, id, attributes: isRecord(attributes) ? attributes : {}, relationships: decoded }]
}

function typeOf(type: unknown, asked: string | null): string | null {
  if (asked !== null) return asked
  if (type === 'cargo') return 'container'
  return typeof type === 'string' ? type : null
}

function decodeLinkage(data: unknown): Linkage | Linkage[] | null | undefined {
  if (data === null) return null
  if (Array.isArray(data)) return data.flatMap((item) => linkageOf(item) ?? [])
  return linkageOf(data)
}

function linkageOf(value: unknown): Linkage | undefined {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['type'] !== 'string') return undefined
  return { type: value['type'] === 'cargo' ? 'container' : value['type'], id: value['id'] }
}

/** A link is text, or an object with `href` (JSON:API 1.1). */
function linkOf(link: unknown): string | null {
  if (typeof link === 'string') return link
  return isRecord(link) && typeof link['href'] === 'string' ? link['href'] : null
}

function totalOf(meta: unknown): number | null {
  if (!isRecord(meta)) return null
  const pagination = meta['pagination']
  const total = meta['total'] ?? (isRecord(pagination) ? pagination['records'] : undefined)
  return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : null
}
