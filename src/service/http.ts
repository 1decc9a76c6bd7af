// The HTTP server around the service. It reads the body, calls `handle`, and compresses and sends the answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { constants, gzipSync } from 'node:zlib'
import { setTimeout as delay } from 'node:timers/promises'
import { NO_FAULTS, type Faults } from './faults.ts'
import { MAX_BODY_BYTES, MAX_UPLOAD_BYTES } from './jsonapi/body.ts'
import type { ServiceRequest, ServiceResponse } from './service.ts'

/** Smaller answers fit into one packet, so compression does not help. */
const GZIP_FROM_BYTES = 1024

/** Compresses synchronously. A page takes 1.5 ms, and handing it to another thread would add half of that. */
const gzip = (bytes: Uint8Array) => gzipSync(bytes, { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })

type Handle = (request: ServiceRequest) => ServiceResponse

export function createHttpServer(
  handle: Handle,
  logProblem: (problem: string) => void,
  faults: Faults = NO_FAULTS,
): Server {
  return createServer((incoming, outgoing) => {
    serve(handle, faults, incoming, outgoing).catch((error: unknown) => {
      // The client closed the connection, so no answer can be sent.
      logProblem(`${incoming.method ?? ''} ${incoming.url ?? ''}: ${String(error)}`)
      outgoing.destroy()
    })
  })
}

async function serve(
  handle: Handle,
  faults: Faults,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { body, isWhole } = await readBody(incoming)
  const request = { method: incoming.method ?? 'GET', url: incoming.url ?? '/', headers: readHeaders(incoming), body }
  const fault = faults.draw(request.method, request.url)
  if (fault.delayMs > 0) await delay(fault.delayMs)
  // A fault `before` prevents the request, so it has no effect.
  const handled = fault.answer?.when === 'before' ? null : handle(request)
  const response = handled?.later ? await handled.later : handled
  // Without this header the server would read the rest of the body as the next request.
  if (!isWhole) outgoing.setHeader('connection', 'close')
  if (fault.answer?.kind === 'hang') return
  if (fault.answer?.kind === 'reset') {
    incoming.socket.resetAndDestroy()
    return
  }
  const answer = fault.answer?.kind === 'status' ? fault.answer.response : response
  if (!answer) throw new Error('There is nothing to answer.')
  send(answer, incoming, outgoing, fault.answer?.kind === 'truncate')
}

function send(
  { status, headers, body }: ServiceResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isTruncated: boolean,
): void {
  const isCompressed = body.byteLength >= GZIP_FROM_BYTES && acceptsGzip(incoming)
  const content = isCompressed ? gzip(body) : body
  outgoing.writeHead(status, {
    ...headers,
    vary: 'accept-encoding',
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    ...(status === 204 ? {} : { 'content-length': content.byteLength }),
  })
  if (!isTruncated) {
    outgoing.end(content)
    return
  }
  // The header announced the full length. The client gets half of the body and then the end of the connection.
  outgoing.write(content.subarray(0, Math.floor(content.byteLength / 2)), () => {
    outgoing.destroy()
  })
}

/** Stops after the chunk that exceeds the limit (`isWhole` is false). The service then answers 413. */
async function readBody(incoming: IncomingMessage): Promise<{ body: Uint8Array | null; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  const maxBytes = incoming.method === 'PUT' ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > maxBytes) return { body: Buffer.concat(chunks), isWhole: false }
  }
  return { body: size === 0 ? null : Buffer.concat(chunks), isWhole: true }
}

function readHeaders(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

function acceptsGzip(incoming: IncomingMessage): boolean {
  const accepted = incoming.headers['accept-encoding'] ?? ''
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
}
