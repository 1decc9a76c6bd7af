// HTTP around the service: collects the body, asks `handle`, packs the answer. Decides nothing.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { constants, gzipSync } from 'node:zlib'
import { MAX_BODY_BYTES } from './jsonapi/body.ts'
import type { ServiceRequest, ServiceResponse } from './service.ts'

/** Smaller answers fit one packet and are not worth packing. */
const GZIP_FROM_BYTES = 1024

/** Done at once: a page takes a millisecond and a half, and handing it to another thread costs half as much again. */
const packed = (bytes: Uint8Array) => gzipSync(bytes, { level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 })

export function createHttpServer(handle: (request: ServiceRequest) => ServiceResponse, logProblem: (problem: string) => void): Server {
  return createServer((incoming, outgoing) => {
    serve(handle, incoming, outgoing).catch((error: unknown) => {
      // The caller went away in the middle: nobody is left to answer.
      logProblem(`${incoming.method ?? ''} ${incoming.url ?? ''}: ${String(error)}`)
      outgoing.destroy()
    })
  })
}

async function serve(handle: (request: ServiceRequest) => ServiceResponse, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { body, isWhole } = await bodyOf(incoming)
  const { status, headers, body: bytes } = handle({ method: incoming.method ?? 'GET', url: incoming.url ?? '/', headers: headersOf(incoming), body })
  // What was not read would be taken for the next request.
  if (!isWhole) outgoing.setHeader('connection', 'close')
  const isPacked = bytes.byteLength >= GZIP_FROM_BYTES && acceptsGzip(incoming)
  const content = isPacked ? packed(bytes) : bytes
  outgoing.writeHead(status, {
    ...headers,
    vary: 'accept-encoding',
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    'content-length': content.byteLength,
  })
  outgoing.end(content)
}

/** Reads one byte more than is allowed at most: the service then sees that it is too much. */
async function bodyOf(incoming: IncomingMessage): Promise<{ body: Uint8Array | null; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return { body: Buffer.concat(chunks), isWhole: false }
  }
  return { body: size === 0 ? null : Buffer.concat(chunks), isWhole: true }
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
}

function acceptsGzip(incoming: IncomingMessage): boolean {
  const accepted = incoming.headers['accept-encoding'] ?? ''
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
}
