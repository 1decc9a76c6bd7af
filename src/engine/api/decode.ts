// Decodes JSON:API text into resources. It accepts all irregularities that the live service is known to send: unknown
// types and attributes, dangling linkage, a list sent as one object. Other text is an error, never an empty list.
import { isUtf8 } from 'node:buffer'
import { AppError } from '#contract/errors.ts'
import { runAtOnce } from '../db/slices.ts'
import { type LongList, scanJson } from './json-scan.ts'

export type Linkage = { type: string; id: string }

export type Resource = {
  type: string
  id: string
  attributes: Record<string, unknown>
  /** A relation is null if the service sent it empty, and absent if it was not sent. */
  relationships: Record<string, Linkage | Linkage[] | null>
}

/** A record of the list that is left out because it cannot be used. */
export type Unreadable = {
  /** Null if the record has no id. */
  id: string | null
  /** Index of the record in its list. */
  index: number
  fault: 'no-id' | 'too-deep' | 'too-large'
}

export type Document = {
  /** One resource or a list, always as a list. */
  data: Resource[]
  included: Resource[]
  /** Records left out of `data`. Those left out of `included` are not counted. */
  unreadable: Unreadable[]
  next: string | null
  /** `meta.total` (or `pagination.records`) where a list gives it. */
  total: number | null
}

/** A container may call itself `account` or `cargo`, so `requestedType` is used instead of its own type. */
export function decodeDocument(bytes: Uint8Array, requestedType: string): Document {
  return runAtOnce(decodeSteps(bytes, requestedType))
}

const RECORDS_PER_STEP = 100

/** `decodeDocument` in slices, so that a large answer does not block other work. */
export function* decodeSteps(bytes: Uint8Array, requestedType: string): Generator<void, Document> {
  const json = yield* parseSteps(bytes)
  yield
  if (!isRecord(json) || !('data' in json)) throw new AppError('api/malformed', { reason: 'no data' })
  const { data, included, links, meta } = json
  // Null means that there is no record. As a list it would mean that all was read and is empty.
  if (typeof data !== 'object' || data === null) throw new AppError('api/malformed', { reason: 'data is no resource' })
  const main = yield* decodeList(listOf(data), requestedType)
  const [unreadableRecord] = main.unreadable
  // The request was for this one record, so nothing of the answer can be used.
  if (unreadableRecord && !Array.isArray(data))
    throw new AppError('api/malformed', {
      reason: `resource ${unreadableRecord.fault}`,
      record: unreadableRecord.id ?? '',
    })
  return {
    data: main.resources,
    included: (yield* decodeList(listOf(included), null)).resources,
    unreadable: main.unreadable,
    next: linkOf(isRecord(links) ? links['next'] : null),
    total: totalOf(meta),
  }
}

/** The most included records that are stored from the answer to a change. */
const MAX_INCLUDED = 50

/** For the answer to a change of one record: leaves out other records, so that it can be stored in one transaction. */
export function withFirstRecordOnly({ data, included }: Document): Pick<Document, 'data' | 'included'> {
  return { data: data.slice(0, 1), included: included.slice(0, MAX_INCLUDED) }
}

/** Thrown if one record was requested and the answer cannot be used. */
export function isUnreadableRecord({ code, details }: AppError): boolean {
  return code === 'api/malformed' && details['record'] !== undefined
}

function* decodeList(
  items: unknown[],
  requestedType: string | null,
): Generator<void, { resources: Resource[]; unreadable: Unreadable[] }> {
  const resources: Resource[] = []
  const unreadable: Unreadable[] = []
  for (const [index, item] of items.entries()) {
    const resource = decodeResource(item, requestedType)
    if (typeof resource === 'string')
      unreadable.push({
        id:
          isRecord(item) && typeof item['id'] === 'string' && item['id'] !== ''
            ? item['id'].slice(0, MAX_ID_CHARS)
            : null,
        index,
        fault: resource,
      })
    else resources.push(resource)
    if (index % RECORDS_PER_STEP === RECORDS_PER_STEP - 1) yield
  }
  return { resources, unreadable }
}

/** The whole text must be valid JSON before any of it is used: a truncated answer changes nothing. */
export function parseJson(bytes: Uint8Array): unknown {
  return runAtOnce(parseSteps(bytes))
}

const BYTE_ORDER_MARK = '\uFEFF'

function* parseSteps(bytes: Uint8Array): Generator<void, unknown> {
  const lists = yield* scanJson(bytes)
  // Takes a fifth of the time of a TextDecoder that throws.
  if (!isUtf8(bytes)) throw new AppError('api/malformed', { reason: 'not UTF-8' })
  yield
  try {
    return yield* parseParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), lists)
  } catch (error) {
    throw new AppError('api/malformed', { reason: 'not whole JSON' }, error)
  }
}

/** Parses long lists part by part, then the document around them. Throws where JSON.parse of the whole would. */
function* parseParts(bytes: Buffer, lists: LongList[]): Generator<void, unknown> {
  const outerParts: Buffer[] = []
  const records = new Map<string, unknown[]>()
  let offset = 0
  for (const { name, start, cuts, end } of lists) {
    const items: unknown[] = []
    let partStart = start
    for (const partEnd of [...cuts, end]) {
      const value = JSON.parse(`[${bytes.toString('utf8', partStart, partEnd)}]`) as unknown[]
      if (value.length === 0) throw new SyntaxError('a comma without a record')
      items.push(...value)
      partStart = partEnd + 1
      yield
    }
    records.set(name, items)
    outerParts.push(bytes.subarray(offset, start))
    offset = end
  }
  const text = Buffer.concat([...outerParts, bytes.subarray(offset)]).toString()
  const document = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) as unknown
  return isRecord(document) ? Object.assign(document, Object.fromEntries(records)) : document
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined ? [] : [value]
}

/** Returns the reason if the record cannot be used. */
function decodeResource(value: unknown, requestedType: string | null): Resource | Unreadable['fault'] {
  if (!isRecord(value)) return 'no-id'
  const { id, attributes, relationships } = value
  const type = typeOf(value['type'], requestedType)
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID_CHARS || type === null) return 'no-id'
  const fault = findFault(attributes, MAX_ITEMS) ?? findFault(relationships, MAX_VALUES)
  if (fault) return fault
  const decoded: Resource['relationships'] = {}
  for (const [name, relation] of Object.entries(isRecord(relationships) ? relationships : {})) {
    const linkage = decodeLinkage(isRecord(relation) ? relation['data'] : undefined)
    if (linkage !== undefined) decoded[name] = linkage
  }
  return { type, id, attributes: isRecord(attributes) ? attributes : {}, relationships: decoded }
}

const MAX_ID_CHARS = 200
/**
 * Records of the service nest four deep and have some hundred values; a large shipment leads to a few hundred
 * containers.
 */
const MAX_DEPTH = 64
const MAX_VALUES = 10_000
/** The most attributes of an object, and items of an attribute: each may become a change, or a row of its own. */
const MAX_NAMES = 500
const MAX_ITEMS = 500
const MAX_CHARS = 1024 * 1024

/**
 * Whether data is nested too deep or is too large. Checks level by level, so that it does not descend into data that is
 * nested too deep.
 */
function findFault(value: unknown, maxItems: number): 'too-deep' | 'too-large' | null {
  let [valueCount, charCount] = [0, 0]
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return 'too-deep'
    const nextLevel: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') charCount += value.length
      else if (Array.isArray(value)) {
        if (value.length > maxItems) return 'too-large'
        for (const item of value as unknown[]) nextLevel.push(item)
      } else if (isRecord(value)) {
        const names = Object.keys(value)
        if (names.length > MAX_NAMES) return 'too-large'
        for (const name of names) {
          charCount += name.length
          nextLevel.push(value[name])
        }
      }
    }
    valueCount += level.length
    if (valueCount > MAX_VALUES || charCount > MAX_CHARS) return 'too-large'
    level = nextLevel
  }
  return null
}

function typeOf(type: unknown, requestedType: string | null): string | null {
  if (requestedType !== null) return requestedType
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
