// A fake network between the engine under test and the embedded service. It calls `handle()` of the service with a
// latency, and can fail like a real connection.
import { readFileSync } from 'node:fs'
import {
  type Http,
  HttpFailure,
  type HttpFailureReason,
  type HttpRequest,
  type HttpResponse,
  isFileBody,
} from '#engine/outside/http.ts'
import type { FakeClock } from './fake-clock.ts'

export type Handle = (request: HttpRequest) => HttpResponse

/** The fault of a request. `isEarly`: it occurs before the whole file of an upload was sent. */
export type Fault =
  | { kind: 'fail'; reason: HttpFailureReason }
  /** The request is never answered, so the engine must time out. */
  | { kind: 'hang'; isEarly?: boolean }
  | {
      kind: 'answer'
      status: number
      contentType?: string
      body?: string
      headers?: Record<string, string>
      isEarly?: boolean
    }
  /** The answer of the service is changed. */
  | { kind: 'alter'; alter: (response: HttpResponse) => HttpResponse }
  /** The answer is delayed. */
  | { kind: 'delay'; ms: number }

export type Network = Http & {
  /** Every request that the engine sent, in order. */
  sent: { method: string; url: string; headers: Record<string, string>; mono: number }[]
  /** Sets the function that decides the fault of each request. `n` counts the requests from 1. Null: no faults. */
  fault: (decide: ((request: HttpRequest, n: number) => Fault | null) | null) => void
  unplug(): void
  plug(): void
}

const LATENCY_MS = 40

export function createNetwork(clock: FakeClock, handle: Handle): Network {
  const sent: Network['sent'] = []
  let decide: ((request: HttpRequest, n: number) => Fault | null) | null = null
  let isPlugged = true
  return {
    sent,
    fault: (next) => {
      decide = next
    },
    unplug: () => {
      isPlugged = false
    },
    plug: () => {
      isPlugged = true
    },
    async send(request, signal) {
      sent.push({ method: request.method, url: request.url, headers: request.headers, mono: clock.mono() })
      const fault: Fault | null = isPlugged
        ? (decide?.(request, sent.length) ?? null)
        : { kind: 'fail', reason: 'unreachable' }
      // The request takes effect after half of the latency, whatever happens to its answer.
      await clock.sleep(LATENCY_MS / 2, signal)
      const arriving = withBytes(request, fault !== null && 'isEarly' in fault && fault.isEarly === true)
      const answer = fault?.kind === 'fail' || fault?.kind === 'answer' ? null : handle(arriving)
      await clock.sleep(LATENCY_MS / 2 + (fault?.kind === 'delay' ? fault.ms : 0), signal)
      if (fault?.kind === 'hang') await clock.sleep(Number.POSITIVE_INFINITY, signal)
      if (signal.aborted) throw new HttpFailure('aborted')
      return deliver(fault, answer)
    },
  }
}

/** Replaces the file of an upload by its bytes, and reports them as sent in two pieces, or only one if `isEarly`. */
function withBytes(request: HttpRequest, isEarly: boolean): HttpRequest {
  const { body } = request
  if (!isFileBody(body)) return request
  const bytes = readFileBytes(body.file)
  const half = bytes.subarray(0, Math.ceil(bytes.byteLength / 2))
  body.onSent?.(half)
  if (!isEarly) body.onSent?.(bytes.subarray(half.byteLength))
  return { ...request, body: bytes }
}

function readFileBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new HttpFailure('unreadable', error)
  }
}

function deliver(fault: Fault | null, answer: HttpResponse | null): HttpResponse {
  if (fault?.kind === 'fail') throw new HttpFailure(fault.reason)
  if (fault?.kind === 'answer') {
    const { status, contentType = 'text/html', body = '<html>', headers = {} } = fault
    return { status, headers: { 'content-type': contentType, ...headers }, bytes: new TextEncoder().encode(body) }
  }
  if (!answer) throw new Error('an answered request has an answer')
  return fault?.kind === 'alter' ? fault.alter(answer) : answer
}

/** Creates the answer 422 with this detail. */
export function createRefusal(detail: string): Fault {
  const body = JSON.stringify({ errors: [{ detail }] })
  return { kind: 'answer', status: 422, contentType: 'application/vnd.api+json', body }
}

/** Creates a fault that changes the JSON of the answer. An answer without a body is not changed. */
export function alterJson(change: (json: Record<string, unknown>) => unknown): Fault {
  return {
    kind: 'alter',
    alter: (response) => {
      if (response.bytes.byteLength === 0) return response
      const json = JSON.parse(new TextDecoder().decode(response.bytes)) as Record<string, unknown>
      return { ...response, bytes: new TextEncoder().encode(JSON.stringify(change(json))) }
    },
  }
}

/** Cuts the answer in the middle. */
export const TRUNCATED: Fault = {
  kind: 'alter',
  alter: (response) => ({ ...response, bytes: response.bytes.slice(0, response.bytes.length / 2) }),
}

/** Creates faults that repeat the first answer of each address, so that the records no longer change. */
export function repeatFirstAnswers(): (request: HttpRequest) => Fault {
  const first = new Map<string, Uint8Array>()
  return ({ url }) => ({
    kind: 'alter',
    alter: (response) => {
      const bytes = first.get(url) ?? response.bytes
      first.set(url, bytes)
      return { ...response, bytes }
    },
  })
}
