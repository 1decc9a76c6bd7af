// The network. One request, one answer, no decisions: no retry, no redirect, and no status is an error. Uses got and
// not fetch: it supports agents (office proxies) and distinguishes a truncated answer from a complete one.
import { createReadStream } from 'node:fs'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import got, { RequestError } from 'got'
import { type Proxies, findProxyReason } from './proxies.ts'

/** Streamed: a file of 500 MB is never in memory as a whole. */
export type FileBody = {
  file: string
  sizeBytes: number
  /** Called with each chunk that was sent. */
  onSent?: (chunk: Uint8Array) => void
}

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array | FileBody
  /** Answers longer than this (after inflating) are cut off with reason `too-large`. */
  maxBytes: number
  /** Called when more of the answer arrived. */
  onReceived?: () => void
}

export type HttpResponse = { status: number; headers: Record<string, string>; bytes: Uint8Array }

/**
 * Why no complete answer came. `aborted`: by this program (time-out, sleep, quit). `unreadable`: the file to be sent
 * could not be read. `proxy-login`: the proxy requires a user name and password. `proxy-refused`: it denies the
 * connection.
 */
export type HttpFailureReason =
  'unreachable' | 'certificate' | 'broken' | 'too-large' | 'aborted' | 'unreadable' | 'proxy-login' | 'proxy-refused'

export function isFileBody(body: HttpRequest['body']): body is FileBody {
  return typeof body === 'object' && 'file' in body
}

export class HttpFailure extends Error {
  readonly reason: HttpFailureReason
  /** The proxy that was used; null if none was. */
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

/** For other methods got waits for a body in its stream; a request without a body would never be sent. */
const BODYLESS_METHODS: readonly HttpRequest['method'][] = ['GET']

/** Even the slowest service accepts a connection within this time. */
const STUCK_AFTER_MS = 10_000

/** Without `proxies` everything is reached directly. */
export function createHttp(proxies: Proxies | null = null): Http {
  return {
    async send(request, signal) {
      const proxy = proxies && (await rejectOnAbort(proxies.findProxy(request.url), signal))
      const startedMono = performance.now()
      const body = createBody(request.body ?? (BODYLESS_METHODS.includes(request.method) ? undefined : ''))
      const stream = got.stream(request.url, {
        method: request.method,
        headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...request.headers, ...body.headers },
        decompress: false,
        ...(body.body === undefined ? {} : { body: body.body }),
        ...(proxies && proxy !== null ? { agent: proxies.getAgents(proxy) } : {}),
        signal,
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
      })
      const chunks: Uint8Array[] = []
      const maxPackedBytes = computeMaxCompressedBytes(request.maxBytes)
      let receivedBytes = 0
      try {
        for await (const chunk of stream as AsyncIterable<Uint8Array>) {
          receivedBytes += chunk.byteLength
          request.onReceived?.()
          if (receivedBytes > maxPackedBytes) throw new HttpFailure('too-large')
          chunks.push(chunk)
        }
      } catch (error) {
        stream.destroy()
        if (error instanceof HttpFailure) throw error
        const readError = body.readError()
        if (readError !== null) throw new HttpFailure('unreadable', readError)
        const reason = findReason(error, signal, proxy)
        // Got never had a connection: a firewall that drops packets to the office proxy reports nothing.
        const isStuck = stream.timings?.socket === undefined && performance.now() - startedMono >= STUCK_AFTER_MS
        if (reason === 'unreachable' || isStuck) proxies?.onFailure(request.url, proxy)
        throw new HttpFailure(reason, error, proxy)
      }
      // For plain HTTP the proxy answers in place of the server, instead of refusing a tunnel.
      if (stream.response?.statusCode === 407 && proxy !== null) throw new HttpFailure('proxy-login', undefined, proxy)
      const headers = flattenHeaders(stream.response?.headers)
      return {
        status: stream.response?.statusCode ?? 0,
        headers,
        bytes: await decompress(Buffer.concat(chunks), headers['content-encoding'], request.maxBytes),
      }
    },
  }
}

/** Waits for the lookup of the proxy, which may run the proxy script of an office, at most until the signal aborts. */
async function rejectOnAbort<Answer>(lookup: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new HttpFailure('aborted'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([lookup, aborted.promise])
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
const ACCEPTED_ENCODINGS = 'gzip, br'
/**
 * Encodings that were not requested and are not decoded here. Every other name (`utf-8`, `none`, `aws-chunked`) is a
 * label that storage repeats, without compression.
 */
const UNSUPPORTED_ENCODINGS = ['deflate', 'compress', 'x-compress', 'zstd']
const CHUNK_BYTES = 16 * 1024

/** Compressed data grows slightly when it is compressed again. */
function computeMaxCompressedBytes(maxBytes: number): number {
  return maxBytes + Math.ceil(maxBytes / 64) + 1024
}

/** Runs after all has arrived: as a stream, the twenty pieces of a page take as long as receiving them. */
async function decompress(bytes: Buffer, encodings: string | undefined, maxBytes: number): Promise<Uint8Array> {
  let decoded = bytes
  // Named in the order in which they were applied.
  for (const encoding of (encodings ?? '').toLowerCase().split(',').reverse())
    decoded = await decompressOnce(decoded, encoding.trim(), computeMaxCompressedBytes(maxBytes))
  if (decoded.byteLength > maxBytes) throw new HttpFailure('too-large')
  return decoded
}

async function decompressOnce(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  if (bytes.byteLength === 0) return bytes
  if (UNSUPPORTED_ENCODINGS.includes(encoding))
    throw new HttpFailure('broken', new Error(`encoded as ${encoding}, which was not requested`))
  const unpack = unpackers.get(encoding)
  if (!unpack) return bytes
  // gzip ends with its length (RFC 1952). With one byte more than that, zlib reaches the end without another piece.
  const declaredBytes = encoding === 'br' || bytes.byteLength <= 4 ? 0 : bytes.readUInt32LE(bytes.byteLength - 4) + 1
  try {
    return await unpack(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: Math.max(CHUNK_BYTES, Math.min(declaredBytes, maxBytes)),
    })
  } catch (error) {
    throw new HttpFailure(error instanceof RangeError ? 'too-large' : 'broken', error)
  }
}

type RequestBody = {
  body?: string | Uint8Array | AsyncIterable<Uint8Array>
  headers: Record<string, string>
  /** The error if the file could not be read, else null. */
  readError: () => unknown
}

/** Creates the body and its headers. Storage requires the length, which got does not know for a stream. */
function createBody(body: HttpRequest['body']): RequestBody {
  if (body === undefined) return { headers: {}, readError: () => null }
  if (!isFileBody(body)) return { body, headers: {}, readError: () => null }
  let readError: unknown = null
  async function* readChunks({ file, onSent }: FileBody) {
    try {
      for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
        yield chunk
        // The next piece was requested: the connection has accepted this one.
        onSent?.(chunk)
      }
    } catch (error) {
      readError = error
      throw error
    }
  }
  return { body: readChunks(body), headers: { 'content-length': String(body.sizeBytes) }, readError: () => readError }
}

/**
 * Offices that inspect TLS install their own certificate authority on the computer, and Node does not read it by
 * default. Runs once per process, before the first request. If these certificates are not available, everything except
 * such an office can still be reached: `onFailure` is called, and nothing is thrown.
 */
export function trustSystemCertificates(onFailure: (error: unknown) => void): void {
  try {
    tls.setDefaultCACertificates([
      ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')]),
    ])
  } catch (error) {
    onFailure(error)
  }
}

function flattenHeaders(headers: NodeJS.Dict<string | string[]> | undefined): Record<string, string> {
  const flatHeaders: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== undefined) flatHeaders[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flatHeaders
}

/** Codes of failures before there is a connection. A failure after that is a broken answer. */
const CONNECTION_ERRORS =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/
const CERTIFICATE_ERRORS = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

function findReason(error: unknown, signal: AbortSignal, proxy: string | null): HttpFailureReason {
  if (signal.aborted) return 'aborted'
  if (!(error instanceof RequestError)) return 'broken'
  const proxyFailure = proxy === null ? null : findProxyReason(error)
  if (proxyFailure !== null) return proxyFailure
  const { code } = error
  if (CONNECTION_ERRORS.test(code)) return 'unreachable'
  return CERTIFICATE_ERRORS.test(code) ? 'certificate' : 'broken'
}
