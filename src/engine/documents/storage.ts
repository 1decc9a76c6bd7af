// Requests to the storage that holds the bytes of documents. The storage is not the service: the service gives an
// address that is valid for minutes. The key is never sent there, answers have another form, and requests use no permit
// of the gate.
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

/** A slow upload may take an hour. A connection without progress for this long counts as broken. */
const IDLE_MS = 30_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_REDIRECTS = 3

/** An address of the storage, and the headers that a request to it must have. */
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
  const { status } = await sendWithIdleTimeout(deps, request, signal, (restart) => {
    restartTimer = restart
  })
  return status
}

/** Downloads the file of a document. Throws `documents/too-large` if it is larger than `maxBytes`. */
export async function fetchFile(
  deps: StorageDeps,
  documentId: string,
  options: { maxBytes: number; priority: Priority; signal: AbortSignal },
): Promise<Uint8Array> {
  const { maxBytes, priority, signal } = options
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
    const response = await sendWithIdleTimeout(
      deps,
      { method: 'GET', url, headers: {}, maxBytes, onReceived },
      signal,
      (restart) => {
        restartTimer = restart
      },
    )
    deps.traffic.received(response.bytes.byteLength)
    if (response.status === 200) return response.bytes
    const { location } = response.headers
    if (response.status < 300 || response.status >= 400 || location === undefined)
      throw new AppError(findErrorCode(response.status), { status: response.status })
    url = URL.canParse(location, url) ? new URL(location, url).href : location
  }
  throw new AppError('api/redirected', { status: null })
}

const MISSING_STATUSES = [404, 410]

/** Only these two statuses mean that the file is missing. A proxy's block page or a busy storage proves nothing. */
function findErrorCode(status: number): ErrorCode {
  if (MISSING_STATUSES.includes(status)) return 'documents/no-file'
  return status >= 300 && status < 400 ? 'api/redirected' : 'api/server-error'
}

/** The service or the storage names the address, so its protocol is checked. */
function checkAddress(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : null
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new AppError('api/malformed', { reason: 'no address of storage' })
}

/** Aborts after IDLE_MS without progress. `setRestart` gets the function that reports progress. */
async function sendWithIdleTimeout(
  { outside: { clock, http } }: StorageDeps,
  request: HttpRequest,
  signal: AbortSignal,
  setRestart: (restart: () => void) => void,
): Promise<HttpResponse> {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  let cancelTimer = clock.after(IDLE_MS, giveUp)
  setRestart(() => {
    cancelTimer()
    cancelTimer = clock.after(IDLE_MS, giveUp)
  })
  signal.addEventListener('abort', giveUp)
  try {
    if (signal.aborted) throw signal.reason
    return await http.send(request, controller.signal)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const failure = failureOf(error, request.url)
    throw failure.code === 'api/too-large' ? new AppError('documents/too-large', failure.details, error) : failure
  } finally {
    cancelTimer()
    setRestart(() => undefined)
    signal.removeEventListener('abort', giveUp)
  }
}
