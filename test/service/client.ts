// A client that calls the service without a network. Each call has a path and an instant, and returns the answer as
// JSON. The client throws if an answer is not a valid JSON:API document.
import {
  createService,
  MEDIA_TYPE,
  type Now,
  type Service,
  type ServiceOptions,
  type ServiceRequest,
  type ServiceResponse,
} from '#service/service.ts'
import { isJsonApi } from './json-api-validator.ts'

export type Identifier = { type: string; id: string }
export type Resource = Identifier & {
  attributes: Record<string, unknown>
  relationships: Record<string, { data: Identifier | Identifier[] | null }>
  links?: Record<string, string>
}
export type Document = {
  data: Resource
  included: Resource[]
  meta: { size: number; total: number; pagination: Record<string, number> }
  links: Record<string, string>
  errors: {
    status: string
    code: string
    title: string
    detail: string
    source?: { pointer?: string; parameter?: string }
  }[]
}
export type ListDocument = Omit<Document, 'data'> & { data: Resource[] }

export const KEY = 'test-key'
export const BASE_URL = 'http://127.0.0.1:4949/v2'
export const NOON = Date.UTC(2026, 10, 20, 17)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type Client = {
  service: Service
  sendRaw(
    method: string,
    url: string,
    options?: { body?: unknown; at?: number; processMs?: number; key?: string | null },
  ): ServiceResponse
  send(method: string, path: string, body: unknown, at?: number): { status: number; document: Document }
  get(path: string, at?: number): Document
  list(path: string, at?: number): ListDocument
  /** Returns the records of all pages, by `links.next`. */
  listAll(path: string, at?: number): Resource[]
}

export function createClient(options: Partial<ServiceOptions> = {}): Client {
  const service = createService({
    seed: 1,
    containers: 60,
    key: KEY,
    baseUrl: BASE_URL,
    startMs: NOON,
    isLimited: false,
    ...options,
  })
  const isRegular = !options.isQuirky && !options.replay
  const handleChecked = (request: ServiceRequest, now: Now) => {
    const response = service.handle(request, now)
    if (isRegular) throwUnlessJsonApi(request, response)
    return response
  }
  const sendRaw: Client['sendRaw'] = (method, url, { body, at = NOON, processMs = 0, key = KEY } = {}) =>
    handleChecked(
      {
        method,
        url,
        headers: {
          ...(key === null ? {} : { authorization: `Token ${key}` }),
          'content-type': 'application/vnd.api+json',
        },
        body:
          body === undefined
            ? null
            : body instanceof Uint8Array
              ? body
              : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      },
      { processMs, worldMs: at },
    )
  const send: Client['send'] = (method, path, body, at) => {
    const response = sendRaw(method, `/v2${path}`, { body, ...(at === undefined ? {} : { at }) })
    return { status: response.status, document: parseDocument(response) }
  }
  const get = (path: string, at?: number) => {
    const { status, document } = send('GET', path, undefined, at)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(document)}`)
    return document
  }
  const list = (path: string, at?: number) => get(path, at) as unknown as ListDocument
  const listAll = (path: string, at?: number) => {
    const records: Resource[] = []
    let next: string | undefined = path
    while (next !== undefined) {
      const page: ListDocument = list(next, at)
      records.push(...page.data)
      next = page.links['next']?.slice(BASE_URL.length)
    }
    return records
  }
  return { service, sendRaw, send, get, list, listAll }
}

/** Larger documents are not checked: they have the same kinds of records, and the check is as slow as the test. */
const CHECKED_BYTES = 30_000

/** Throws if a JSON:API answer is not a valid document. */
function throwUnlessJsonApi({ method, url }: ServiceRequest, response: ServiceResponse): void {
  const { status, headers, body } = response
  if (headers['content-type'] !== MEDIA_TYPE || body.byteLength > CHECKED_BYTES || body.byteLength === 0) return
  if (!isJsonApi(parseDocument(response)))
    throw new Error(`${method} ${url}: ${status} is no JSON:API document: ${readText(response).slice(0, 2000)}`)
}

export function parseDocument(response: ServiceResponse): Document {
  return JSON.parse(readText(response)) as Document
}

export function readText(response: ServiceResponse): string {
  return new TextDecoder().decode(response.body)
}

export function getLinkedId(record: Resource, relation: string): string | null {
  const data = record.relationships[relation]?.data
  return data && !Array.isArray(data) ? data.id : null
}

export function getText(record: Resource, attribute: string): string | null {
  const value = record.attributes[attribute]
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw new Error(`${attribute} is no text: ${JSON.stringify(value)}`)
  return value
}
