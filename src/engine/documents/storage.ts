// The storage that holds the bytes of documents. It is not the service: the service gives an address that is valid for
// minutes. Our key is never sent there, and its answers have their own form. It uses no slot of the gate.
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { failureOf } from '../api/failures.ts'
import type { Priority } from '../api/budget.ts'
import { isRecord, parseJson } from '../api/decode.ts'
import type { Traffic } from '../api/traffic.ts'
import type { HttpRequest, HttpResponse } from '../outside/http.ts'
import type { Outside } from '../outside/index.ts'

export type StorageDeps = {
  outside: Pick<Outside, 'clock' | 'http'>
  traffic: Pick<Traffic, 'sent' | 'received'>
  client: ApiClient
  baseUrl: string
}

/** A slow upload may take an hour. A connection without progress for this long is dead. */
const IDLE_MS = 30_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_REDIRECTS = 3

export type Address = { url: string; headers: Record<string, string> }

/** Returns the status; throws if no answer came. */
export async function putFile(
  deps: StorageDeps,
  { url, headers }: Address,
  body: { file: string; sizeBytes: number; onSent: (chunk: Uint8Array) => void },
  signal: AbortSignal,
): Promise<number> {
  checkAddress(url)
  let restartTimer: () => void = () => undefined
  const onSent = (chunk: Uint8Array) => {
    restartTimer()
    deps.traffic.sent(chunk.byteLength)
    body.onSent(chunk)
  }
  const request: HttpRequest = { method: 'PUT', url, headers, body: { ...body, onSent }, maxBytes: MAX_ANSWER_BYTES }
  const { status } = await withTimeout(deps, request, signal, (restart) => {
    restartTimer = restart
  })
  return status
}

/** Downloads the file of a document; `documents/too-large` if it is larger than `mostBytes`. */
export async function fetchFile(
  deps: StorageDeps,
  documentId: string,
  options: { mostBytes: number; priority: Priority; signal: AbortSignal },
): Promise<Uint8Array> {
  const { mostBytes, priority, signal } = options
  const { bytes } = await deps.client.request({
    path: `/documents/${encodeURIComponent(documentId)}/download_url`,
    priority,
    signal,
  })
  const answer = parseJson(bytes)
  let url = isRecord(answer) && typeof answer['download_url'] === 'string' ? answer['download_url'] : ''
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const origin = new URL(deps.baseUrl).origin
    url = URL.canParse(url, origin) ? new URL(url, origin).href : url
    checkAddress(url)
    let restartTimer: () => void = () => undefined
    const onReceived = () => restartTimer()
    const response = await withTimeout(
      deps,
      { method: 'GET', url, headers: {}, maxBytes: mostBytes, onReceived },
      signal,
      (restart) => {
        restartTimer = restart
      },
    )
    deps.traffic.received(response.bytes.byteLength)
    if (response.status === 200) return response.bytes
    const { location } = response.headers
    if (response.status < 300 || response.status >= 400 || location === undefined)
      throw new AppError(failureOfAnswer(response.status), { status: response.status })
    url = URL.canParse(location, url) ? new URL(location, url).href : location
  }
  throw new AppError('api/redirected', { status: null })
}

const NOT_THERE = [404, 410]

/** Only these two statuses mean that the file is missing. A proxy's block page or a busy storage proves nothing. */
function failureOfAnswer(status: number): ErrorCode {
  if (NOT_THERE.includes(status)) return 'documents/no-file'
  return status >= 300 && status < 400 ? 'api/redirected' : 'api/server-error'
}

/** The address comes from outside, so its protocol is checked. */
function checkAddress(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : null
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new AppError('api/malformed', { reason: 'no address of storage' })
}

/** Aborts when there is no progress for IDLE_MS. */
async function withTimeout(
  { outside: { clock, http } }: StorageDeps,
  request: HttpRequest,
  signal: AbortSignal,
  live: (restart: () => void) => void,
): Promise<HttpResponse> {
  const limit = new AbortController()
  const giveUp = () => limit.abort()
  let cancel = clock.after(IDLE_MS, giveUp)
  live(() => {
    cancel()
    cancel = clock.after(IDLE_MS, giveUp)
  })
  signal.addEventListener('abort', giveUp)
  try {
    if (signal.aborted) throw signal.reason
    return await http.send(request, limit.signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const failure = failureOf(error, request.url)
    throw failure.code === 'api/too-large' ? new AppError('documents/too-large', failure.details, error) : failure
  } finally {
    cancel()
    live(() => undefined)
    signal.removeEventListener('abort', giveUp)
  }
}
