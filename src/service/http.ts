// HTTP around the service: collects the body, asks `handle`, packs the answer. Decides nothing.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { constants, gzipSync } from 'node:zlib'
import { setTimeout as delay } from 'node:timers/promises'
import { NO_FAULTS, type Faults } from './faults.ts'
import { MAX_BODY_BYTES, MAX_UPLOAD_BYTES } from './jsonapi/body.ts'
import type { ServiceRequest, ServiceResponse } from './service.ts'

/** Smaller answers fit one packet and are not worth packing. */
const GZIP_FROM_BYTES = 1024

/** Done at once: a page takes a millisecond and a half, and handing it to another thread costs half as much again. */
const packed = (bytes: Uint8Array) => gzipSync(bytes, { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })

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
  const { body, isWhole } = await bodyOf(incoming)
  const request = { method: incoming.method ?? 'GET', url: incoming.url ?? '/', headers: headersOf(incoming), body }
  const fault = faults.draw(request.method, request.url)
  if (fault.delayMs > 0) await delay(fault.delayMs)
  // `before` the effect: the service never hears of the request.
  const handled = fault.answer?.when === 'before' ? null : handle(request)
  const response = handled?.later ? await handled.later : handled
  // What was not read would be taken for the next request.
  if (!isWhole) outgoing.setHeader('connection', 'close')
  if (fault.answer?.kind === 'hang') return
  if (fault.answer?.kind === 'reset') {
    incoming.socket.resetAndDestroy()
    return
  }
  const given = fault.answer?.kind === 'status' ? fault.answer.response : response
  if (!given) throw new Error('There is nothing to answer.')
  send(given, incoming, outgoing, fault.answer?.kind === 'truncate')
}

function send(
  { status, headers, body }: ServiceResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  isTruncated: boolean,
): void {
  const isPacked = body.byteLength >= GZIP_FROM_BYTES && acceptsGzip(incoming)
  const content = isPacked ? packed(body) : body
  outgoing.writeHead(status, {
    ...headers,
    vary: 'accept-encoding',
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    ...(status === 204 ? {} : { 'content-length': content.byteLength }),
  })
  if (!isTruncated) {
    outgoing.end(content)
    return
  }
  // Promised in full, half of it sent.
  outgoing.write(content.subarray(0, Math.floor(content.byteLength / 2)), () => {
    outgoing.destroy()
  })
}

/** Reads one byte more than is allowed at most: the service then sees that it is too much. */
async function bodyOf(incoming: IncomingMessage): Promise<{ body: Uint8Array | null; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  const mostBytes = incoming.method === 'PUT' ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > mostBytes) return { body: Buffer.concat(chunks), isWhole: false }
  }
  return { body: size === 0 ? null : Buffer.concat(chunks), isWhole: true }
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
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
