// The network. One request, one answer, nothing decided here: no retry, no redirect, no status is an error.
// got rather than bare fetch: it honours agents (office proxies) and tells an answer that was cut short from a whole
// one.
import { createReadStream } from 'node:fs'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import got, { RequestError } from 'got'
import { type Proxies, proxyReason } from './proxies.ts'

/** Sent as it is read: a file of half a gigabyte never stands in memory. */
export type FileBody = {
  file: string
  sizeBytes: number
  /** What has left, piece by piece. */
  onSent?: (chunk: Uint8Array) => void
}

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array | FileBody
  /** Answers longer than this (after inflating) are cut off with reason `too-large`. */
  maxBytes: number
  /** Some more of the answer is here. */
  onReceived?: () => void
}

export type HttpResponse = { status: number; headers: Record<string, string>; bytes: Uint8Array }

/**
 * Why no whole answer came. `aborted` is our own doing (time-out, sleep, quit), `unreadable`: the file to be sent was
 * not.
 * `proxy-login`: the proxy wants a user name and password; `proxy-refused`: it does not let us through.
 */
export type HttpFailureReason =
  'unreachable' | 'certificate' | 'broken' | 'too-large' | 'aborted' | 'unreadable' | 'proxy-login' | 'proxy-refused'

export function isFileBody(body: HttpRequest['body']): body is FileBody {
  return typeof body === 'object' && 'file' in body
}

export class HttpFailure extends Error {
  readonly reason: HttpFailureReason
  /** The one it was sent through; null: directly. */
  readonly proxy: string | null

  constructor(reason: HttpFailureReason, cause?: unknown, proxy: string | null = null) {
    super(reason, { cause })
    this.name = 'HttpFailure'
    this.reason = reason
    this.proxy = proxy
  }
}

export interface Http {
  /** Rejects with HttpFailure only. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
}

/** Of any other got waits for a body to be written to its stream; one that asks without a body would never be sent. */
const METHODS_ALONE: readonly HttpRequest['method'][] = ['GET']

/** Even the slowest service takes a connection within this. */
const STUCK_MS = 10_000

/** Without `proxies` everything is reached directly. */
export function createHttp(proxies: Proxies | null = null): Http {
  return {
    async send(request, signal) {
      const proxy = proxies && (await orAborted(proxies.leadingTo(request.url), signal))
      const startedMs = performance.now()
      const sending = bodyOf(request.body ?? (METHODS_ALONE.includes(request.method) ? undefined : ''))
      const stream = got.stream(request.url, {
        method: request.method,
        headers: { 'accept-encoding': ASKED_FOR, ...request.headers, ...sending.headers },
        decompress: false,
        ...(sending.body === undefined ? {} : { body: sending.body }),
        ...(proxies && proxy !== null ? { agent: proxies.agentsOf(proxy) } : {}),
        signal,
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
      })
      const chunks: Uint8Array[] = []
      const mostPacked = mostPackedOf(request.maxBytes)
      let size = 0
      try {
        for await (const chunk of stream as AsyncIterable<Uint8Array>) {
          size += chunk.byteLength
          request.onReceived?.()
          if (size > mostPacked) throw new HttpFailure('too-large')
          chunks.push(chunk)
        }
      } catch (error) {
        stream.destroy()
        if (error instanceof HttpFailure) throw error
        const unread = sending.unread()
        if (unread !== null) throw new HttpFailure('unreadable', unread)
        const reason = reasonOf(error, signal, proxy)
        // Got never had a connection to write to: a firewall that drops what is meant for the office's proxy says
        // nothing.
        const isStuck = stream.timings?.socket === undefined && performance.now() - startedMs >= STUCK_MS
        if (reason === 'unreachable' || isStuck) proxies?.failed(request.url, proxy)
        throw new HttpFailure(reason, error, proxy)
      }
      // In the clear it answers in the server's place, instead of refusing a tunnel to it.
      if (stream.response?.statusCode === 407 && proxy !== null) throw new HttpFailure('proxy-login', undefined, proxy)
      const headers = headersOf(stream.response?.headers)
      return {
        status: stream.response?.statusCode ?? 0,
        headers,
        bytes: await unpacked(Buffer.concat(chunks), headers['content-encoding'], request.maxBytes),
      }
    },
  }
}

/** The question which proxy to use may wait for a script of the office's. */
async function orAborted<Answer>(question: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => {
    aborted.reject(new HttpFailure('aborted'))
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([question, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>

const unpackers = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
])
const ASKED_FOR = 'gzip, br'
/**
 * Not asked for, and not to be undone here. Whatever else is named (`utf-8`, `none`, `aws-chunked`) is a label that
 * storage repeats, and packs nothing.
 */
const OTHER_PACKINGS = ['deflate', 'compress', 'x-compress', 'zstd']
const CHUNK_BYTES = 16 * 1024

/** What is packed already grows by a little when it is packed once more. */
function mostPackedOf(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 64) + 1024
}

/**
 * In one go when all is here: in a stream, a page's twenty pieces and their way through it take as long as reading the
 * line.
 */
async function unpacked(bytes: Buffer, encodings: string | undefined, maxBytes: number): Promise<Uint8Array> {
  let rest = bytes
  // Named in the order in which they were packed.
  for (const encoding of (encodings ?? '').toLowerCase().split(',').reverse())
    rest = await unpackedOnce(rest, encoding.trim(), mostPackedOf(maxBytes))
  if (rest.byteLength > maxBytes) throw new HttpFailure('too-large')
  return rest
}

async function unpackedOnce(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  if (bytes.byteLength === 0) return bytes
  if (OTHER_PACKINGS.includes(encoding))
    throw new HttpFailure('broken', new Error(`packed as ${encoding}, which was not asked for`))
  const unpack = unpackers.get(encoding)
  if (!unpack) return bytes
  // gzip ends with its length (RFC 1952). One byte more than that, and zlib knows it is at the end without asking for
  // another piece.
  const toldBytes = encoding === 'br' || bytes.byteLength <= 4 ? 0 : bytes.readUInt32LE(bytes.byteLength - 4) + 1
  try {
    return await unpack(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: Math.max(CHUNK_BYTES, Math.min(toldBytes, maxBytes)),
    })
  } catch (error) {
    throw new HttpFailure(error instanceof RangeError ? 'too-large' : 'broken', error)
  }
}

type Sending = {
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  headers: Record<string, string>
  /** Why the file could not be. */ unread: () => unknown
}

/** Storage takes no bytes without being told how many: of a stream only we know. */
function bodyOf(body: HttpRequest['body']): Sending {
  if (body === undefined) return { headers: {}, unread: () => null }
  if (!isFileBody(body)) return { body, headers: {}, unread: () => null }
  let unread: unknown = null
  async function* chunks({ file, onSent }: FileBody) {
    try {
      for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
        yield chunk
        // Asked for the next one: the line has taken this one.
        onSent?.(chunk)
      }
    } catch (error) {
      unread = error
      throw error
    }
  }
  return { body: chunks(body), headers: { 'content-length': String(body.sizeBytes) }, unread: () => unread }
}

/**
 * Offices that inspect TLS install a certificate authority of their own on the machine; Node does not look there by
 * itself. Once per process, before the first request. Where the machine's cannot be had, everything but such an office
 * can be reached all the same: `failed` is told, and nothing is thrown.
 */
export function trustSystemCertificates(failed: (error: unknown) => void): void {
  try {
    tls.setDefaultCACertificates([
      ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
    ])
  } catch (error) {
    failed(error)
  }
}

function headersOf(headers: NodeJS.Dict<string | string[]> | undefined): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** Before a connection stands it is the network; after that, a broken answer. */
const CONNECTING = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

function reasonOf(error: unknown, signal: AbortSignal, proxy: string | null): HttpFailureReason {
  if (signal.aborted) return 'aborted'
  if (!(error instanceof RequestError)) return 'broken'
  const said = proxy === null ? null : proxyReason(error)
  if (said !== null) return said
  const { code } = error
  if (CONNECTING.test(code)) return 'unreachable'
  return CERTIFICATE.test(code) ? 'certificate' : 'broken'
}
