// A client as a reader of the specification would write it, with methods, paths, headers and bytes. Of the service it
// uses only `handle`, which has the form of HTTP, and the options of the command line.
import type { createService, ServiceOptions, ServiceRequest, ServiceResponse } from '#service/service.ts'

export type CreateService = typeof createService

export type Identifier = { type: string; id: string }
export type Resource = Identifier & {
  attributes: Record<string, unknown>
  relationships: Record<string, { data: Identifier | Identifier[] | null }>
  links: Record<string, string>
}
export type ErrorItem = {
  status: string
  title: string
  detail: string
  code: string
  source?: { pointer?: string; parameter?: string }
  meta?: Record<string, unknown>
}
export type Body = {
  data: Resource
  included: Resource[]
  meta: { size: number; total: number; pagination: { current: number; next?: number; last?: number; records: number } }
  links: Record<string, string>
  errors: ErrorItem[]
}
export type Answer = { status: number; headers: Record<string, string>; text: string; bytes: Uint8Array; body: Body }

export const KEY = 'conformance-key'
export const BASE_URL = 'http://127.0.0.1:4949/v2'
export const ROOT_URL = 'http://127.0.0.1:4949'
export const NOON = Date.UTC(2026, 10, 20, 17)
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export type RequestOptions = {
  body?: unknown
  headers?: Record<string, string>
  worldMs?: number
  processMs?: number
  key?: string | null
}

export type Client = {
  service: ReturnType<CreateService>
  /** `url` is the path after the host, such as `/v2/containers`. */
  sendRaw(method: string, url: string, options?: RequestOptions): Answer
  /** `path` is relative to `/v2`. */
  send(method: string, path: string, body?: unknown, worldMs?: number): Answer
  /** Throws unless the status is 200. */
  get(path: string, worldMs?: number): Body
  list(path: string, worldMs?: number): Resource[]
  /** Returns the records of all pages, by `links.next`. */
  listAll(path: string, worldMs?: number): Resource[]
}

export function openClient(create: CreateService, options: Partial<ServiceOptions> = {}): Client {
  const service = create({
    seed: 'harbour',
    containers: 40,
    key: KEY,
    baseUrl: BASE_URL,
    startMs: NOON,
    isLimited: false,
    ...options,
  })
  const sendRaw: Client['sendRaw'] = (
    method,
    url,
    { body, headers = {}, worldMs = NOON, processMs = 0, key = KEY } = {},
  ) => {
    const request: ServiceRequest = {
      method,
      url,
      headers: {
        ...(key === null ? {} : { authorization: `Token ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
        ...headers,
      },
      body: encodeBody(body),
    }
    return parseAnswer(service.handle(request, { processMs, worldMs }))
  }
  const send: Client['send'] = (method, path, body, worldMs) =>
    sendRaw(method, `/v2${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(worldMs === undefined ? {} : { worldMs }),
    })
  const get: Client['get'] = (path, worldMs) => {
    const { status, text, body } = send('GET', path, undefined, worldMs)
    if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${text.slice(0, 200)}`)
    return body
  }
  const list: Client['list'] = (path, worldMs) => get(path, worldMs).data as unknown as Resource[]
  const listAll: Client['listAll'] = (path, worldMs) => {
    const records: Resource[] = []
    for (let next: string | undefined = path, pageCount = 0; next !== undefined; pageCount += 1) {
      if (pageCount > 100) throw new Error(`GET ${path}: links.next never ends`)
      const page: Body = get(next, worldMs)
      records.push(...(page.data as unknown as Resource[]))
      next = page.links['next']?.slice(BASE_URL.length)
    }
    return records
  }
  return { service, sendRaw, send, get, list, listAll }
}

function encodeBody(body: unknown): Uint8Array | null {
  if (body === undefined) return null
  return body instanceof Uint8Array
    ? body
    : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

export function parseAnswer({ status, headers, body: bytes }: ServiceResponse): Answer {
  const text = new TextDecoder().decode(bytes)
  const isJson = /json/.test(headers['content-type'] ?? '')
  return { status, headers, text, bytes, body: (isJson ? JSON.parse(text) : {}) as Body }
}

export function listLinked(record: Resource, relation: string): Identifier[] {
  const data = record.relationships[relation]?.data
  return data === undefined || data === null ? [] : Array.isArray(data) ? data : [data]
}

export function getLinkedId(record: Resource, relation: string): string | null {
  return listLinked(record, relation)[0]?.id ?? null
}

export function getText(record: Resource, attribute: string): string | null {
  const value = record.attributes[attribute]
  return typeof value === 'string' ? value : null
}

export function getInstant(record: Resource, attribute: string): number | null {
  const text = getText(record, attribute)
  return text === null ? null : Date.parse(text)
}
