// The network. One request, one answer, nothing decided here: no retry, no redirect, no status is an error.
// got rather than bare fetch: it honours agents (office proxies) and inflates gzip with an error when it is cut short.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import tls from 'node:tls'
import got, { RequestError } from 'got'

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
  /** Answers longer than this (after inflating) are cut off with reason `too-large`. */
  maxBytes: number
}

export type HttpResponse = { status: number; headers: Record<string, string>; bytes: Uint8Array }

/** Why no whole answer came. `aborted` is our own doing (time-out, sleep, quit). */
export type HttpFailureReason = 'unreachable' | 'certificate' | 'broken' | 'too-large' | 'aborted'

export class HttpFailure extends Error {
  readonly reason: HttpFailureReason

  constructor(reason: HttpFailureReason, cause?: unknown) {
    super(reason, { cause })
    this.name = 'HttpFailure'
    this.reason = reason
  }
}

export interface Http {
  /** Rejects with HttpFailure only. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>
}

/** `proxy`: `http://host:port` of an office proxy. Node's own agents go through it, and to this machine directly. */
export function createHttp(proxy: string | null = null): Http {
  const proxyEnv = proxy === null ? null : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: 'localhost,127.0.0.1,::1' }
  const agent = proxyEnv && { http: new HttpAgent({ proxyEnv, keepAlive: true }), https: new HttpsAgent({ proxyEnv, keepAlive: true }) }
  return {
    async send(request, signal) {
      const stream = got.stream(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(agent ? { agent } : {}),
        signal,
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
      })
      const chunks: Uint8Array[] = []
      let size = 0
      try {
        for await (const chunk of stream as AsyncIterable<Uint8Array>) {
          size += chunk.byteLength
          if (size > request.maxBytes) throw new HttpFailure('too-large')
          chunks.push(chunk)
        }
      } catch (error) {
        stream.destroy()
        throw error instanceof HttpFailure ? error : new HttpFailure(reasonOf(error, signal), error)
      }
      return { status: stream.response?.statusCode ?? 0, headers: headersOf(stream.response?.headers), bytes: Buffer.concat(chunks) }
    },
  }
}

/**
 * Offices that inspect TLS install a certificate authority of their own on the machine; Node does not look there by
 * itself. Once per process, before the first request.
 */
export function trustSystemCertificates(): void {
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])])
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

function reasonOf(error: unknown, signal: AbortSignal): HttpFailureReason {
  if (signal.aborted) return 'aborted'
  const code = error instanceof RequestError ? error.code : ''
  if (CONNECTING.test(code)) return 'unreachable'
  return CERTIFICATE.test(code) ? 'certificate' : 'broken'
}
