// The network between an engine under test and the embedded service: `handle()` behind the engine's own Http port, with
// every fault of a real connection. It knows nothing about containers.
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

/** The fault of a request; null: the request is answered normally. */
export type Fault =
  | { kind: 'fail'; reason: HttpFailureReason }
  /** Never answered; the engine has to time out. */
  | { kind: 'hang'; /** Before all of a file was taken. */ isEarly?: boolean }
  | {
      kind: 'answer'
      status: number
      contentType?: string
      body?: string
      headers?: Record<string, string>
      /** Before all of a file was taken. */ isEarly?: boolean
    }
  /** The service's own answer, changed on the way. */
  | { kind: 'alter'; alter: (response: HttpResponse) => HttpResponse }
  /** The answer is delayed. */
  | { kind: 'delay'; ms: number }

export type Network = Http & {
  /** Every request that the engine sent, in order. */
  sent: { method: string; url: string; headers: Record<string, string>; mono: number }[]
  /** Called for each request; the newest one that returns a fault wins. */
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
      // The request reaches the service half-way through the delay: it takes effect whatever happens to the answer.
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

/** As the service gets it: a file arrives complete, after two pieces. */
function withBytes(request: HttpRequest, isEarly: boolean): HttpRequest {
  const { body } = request
  if (!isFileBody(body)) return request
  const bytes = fileBytes(body.file)
  const half = bytes.subarray(0, Math.ceil(bytes.byteLength / 2))
  body.onSent?.(half)
  if (!isEarly) body.onSent?.(bytes.subarray(half.byteLength))
  return { ...request, body: bytes }
}

function fileBytes(path: string): Uint8Array {
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

/** The service refuses the request with this text. */
export function refusal(detail: string): Fault {
  const body = JSON.stringify({ errors: [{ detail }] })
  return { kind: 'answer', status: 422, contentType: 'application/vnd.api+json', body }
}

/** Changes the JSON of the answer; an answer without a body has none. */
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
export const truncated: Fault = {
  kind: 'alter',
  alter: (response) => ({ ...response, bytes: response.bytes.slice(0, response.bytes.length / 2) }),
}

/** From now on every address repeats its first answer: a world in which only the time changes. */
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
