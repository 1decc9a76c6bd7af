// Serves pages of the program's own schemes. Chromium has no switch that adds a scheme, so a page of `app://bundle` is
// loaded from http://bundle.localhost, which is a secure context too. The program sees only its own addresses.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AddressInfo } from 'node:net'
import type { ReadableStream as WebStream } from 'node:stream/web'

export type SchemeHandler = (request: Request) => Response | Promise<Response>

const HOST_SUFFIX = '.localhost'
/** Request headers that Electron does not pass to a handler. */
const DROPPED_HEADERS = ['host', 'content-length', 'connection']
export const schemes = new Set<string>()
const handlers = new Map<string, SchemeHandler>()

export function toChromiumUrl(url: string): string {
  const parsed = URL.parse(url)
  return parsed && schemes.has(parsed.protocol.slice(0, -1))
    ? `http://${parsed.host}${HOST_SUFFIX}${url.slice(`${parsed.protocol}//${parsed.host}`.length)}`
    : url
}

export function fromChromiumUrl(url: string): string {
  const parsed = URL.parse(url)
  const [scheme] = schemes
  if (scheme === undefined || parsed?.protocol !== 'http:' || !parsed.hostname.endsWith(HOST_SUFFIX)) return url
  return `${scheme}://${parsed.hostname.slice(0, -HOST_SUFFIX.length)}${url.slice(parsed.origin.length)}`
}

export function addSchemeHandler(scheme: string, handler: SchemeHandler): void {
  if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
  if (!schemes.has(scheme))
    throw new Error(`not modelled: protocol.handle of "${scheme}", which was not registered as privileged`)
  handlers.set(scheme, handler)
}

export function removeSchemeHandler(scheme: string): void {
  handlers.delete(scheme)
}

/** Starts the server. `resolverSwitch` is the switch that makes Chromium send all requests of the schemes to it. */
export async function startServer(): Promise<{ server: Server; resolverSwitch: string }> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      process.stderr.write(`The handler of the page's scheme threw: ${String(error)}\n`)
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    resolverSwitch: `--host-resolver-rules=MAP *${HOST_SUFFIX} 127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = '' } = request.headers
  const url = fromChromiumUrl(`http://${host}${request.url ?? '/'}`)
  const handler = handlers.get(new URL(url).protocol.slice(0, -1))
  if (!handler) {
    response.writeHead(404).end()
    return
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || DROPPED_HEADERS.includes(name) ? [] : [[name, String(value)]],
  )
  const {
    status,
    headers: responseHeaders,
    body,
  } = await handler(
    new Request(url, {
      method: request.method ?? 'GET',
      headers,
      ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
    } as RequestInit),
  )
  response.writeHead(status, Object.fromEntries(responseHeaders))
  if (body)
    await pipeline(Readable.fromWeb(body as WebStream), response).catch(() => {
      response.destroy()
    })
  else response.end()
}
