// Reads request bodies of the form `{data: {type, attributes}}` (specification 4.1). An error names the wrong member by
// its JSON pointer.
import { invalid, ServiceError } from './errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024
/** The limit for a direct upload. The live limit is not published. This is enough for a scanned set of documents. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024

export type BodyData = {
  type: string
  id: string | null
  attributes: Record<string, unknown>
  relationships: Record<string, unknown>
}

/** Throws 400 if the body is absent or is not JSON in UTF-8. */
export function readJson(body: Uint8Array | null): unknown {
  const bytes = body ?? new Uint8Array()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    const detail = bytes.byteLength === 0 ? 'The request needs a JSON body.' : 'The body is not valid JSON.'
    throw new ServiceError(400, [{ code: 'invalid_json', detail, source: { pointer: '' } }])
  }
}

/** Reads the member `data`. Throws 422 if its form is wrong or it has another type. */
export function readData(body: Uint8Array | null, type: string): BodyData {
  const document = readJson(body)
  const data = isObject(document) ? document['data'] : null
  if (!isObject(data))
    throw invalid([
      {
        pointer: '/data',
        code: 'blank',
        detail: `The body must have the form {"data": {"type": "${type}", "attributes": {}}}.`,
      },
    ])
  if (data['type'] !== type)
    throw invalid([{ pointer: '/data/type', code: 'invalid', detail: `The type must be ${type}.` }])
  const { id, attributes = {}, relationships = {} } = data
  if (id !== undefined && typeof id !== 'string')
    throw invalid([{ pointer: '/data/id', code: 'invalid', detail: 'The id must be a string.' }])
  if (!isObject(attributes))
    throw invalid([{ pointer: '/data/attributes', code: 'invalid', detail: 'Attributes must be an object.' }])
  if (!isObject(relationships))
    throw invalid([{ pointer: '/data/relationships', code: 'invalid', detail: 'Relationships must be an object.' }])
  return { type, id: id ?? null, attributes, relationships }
}

/** Throws 422 if the body names another id than the path. */
export function refuseOtherId(data: BodyData, id: string): void {
  if (data.id !== null && data.id !== id)
    throw invalid([{ pointer: '/data/id', code: 'invalid', detail: 'The id in the body is not the id in the path.' }])
}

const MAX_ENTRIES = 100
const MAX_TEXT = 255

/** Reads an attribute that is a list of short strings. Undefined if it is absent; throws 422 for another value. */
export function readStrings(data: BodyData, name: string): string[] | undefined {
  const value = data.attributes[name]
  if (value === undefined) return undefined
  const isList = Array.isArray(value) && value.length <= MAX_ENTRIES
  const strings = isList
    ? value.filter((entry): entry is string => typeof entry === 'string' && entry.length <= MAX_TEXT)
    : []
  if (!isList || strings.length !== value.length) {
    throw invalid([
      {
        pointer: `/data/attributes/${name}`,
        code: 'invalid',
        detail: `${name} must be a list of at most ${MAX_ENTRIES} strings of at most ${MAX_TEXT} characters.`,
      },
    ])
  }
  return strings
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
