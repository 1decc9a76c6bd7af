// No switch adds a scheme to Chromium, so pages of `app://bundle` are served from http://bundle.localhost, a secure
// context. Addresses are translated back before the program gets them. One server answers for all of them.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AddressInfo } from 'node:net'
import type { ReadableStream as WebStream } from 'node:stream/web'

export type Answer = (request: Request) => Response | Promise<Response>

const SUFFIX = '.localhost'
/** Electron's handlers get neither of them: the length of a body is unknown before it was read. */
const NOT_PASSED_ON = ['host', 'content-length', 'connection']
export const schemes = new Set<string>()
const answers = new Map<string, Answer>()

export function toChromium(url: string): string {
  const parsed = URL.parse(url)
  return parsed && schemes.has(parsed.protocol.slice(0, -1))
    ? `http://${parsed.host}${SUFFIX}${url.slice(`${parsed.protocol}//${parsed.host}`.length)}`
    : url
}

export function fromChromium(url: string): string {
  const parsed = URL.parse(url)
  const [scheme] = schemes
  if (scheme === undefined || parsed?.protocol !== 'http:' || !parsed.hostname.endsWith(SUFFIX)) return url
  return `${scheme}://${parsed.hostname.slice(0, -SUFFIX.length)}${url.slice(parsed.origin.length)}`
}

export function answerScheme(scheme: string, answer: Answer): void {
  if (answers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
  if (!schemes.has(scheme))
    throw new Error(`not modelled: protocol.handle of "${scheme}", which was not registered as privileged`)
  answers.set(scheme, answer)
}

export function forgetScheme(scheme: string): void {
  answers.delete(scheme)
}

/** The switch that makes Chromium use this server. */
export async function openServer(): Promise<{ server: Server; rule: string }> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      process.stderr.write(`The handler of the page's scheme threw: ${String(error)}\n`)
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, rule: `--host-resolver-rules=MAP *${SUFFIX} 127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = '' } = request.headers
  const url = fromChromium(`http://${host}${request.url ?? '/'}`)
  const answer = answers.get(new URL(url).protocol.slice(0, -1))
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || NOT_PASSED_ON.includes(name) ? [] : [[name, String(value)]],
  )
  const {
    status,
    headers: given,
    body,
  } = await answer(
    new Request(url, {
      method: request.method ?? 'GET',
      headers,
      ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
    } as RequestInit),
  )
  response.writeHead(status, Object.fromEntries(given))
  if (body)
    await pipeline(Readable.fromWeb(body as WebStream), response).catch(() => {
      response.destroy()
    })
  else response.end()
}
