// Starts the embedded service for a test engine, on the test's clock.
import { onTestFinished } from 'vitest'
import type { Duplicates } from '#service/features.ts'
import type { LogDocument } from '#service/request-log.ts'
import { type Service, createService } from '#service/service.ts'
import type { FakeClock } from './fake-clock.ts'
import { isFileBody } from '#engine/outside/http.ts'
import type { Handle } from './network.ts'

export const SERVICE_KEY = 'test-key'
export const SERVICE_URL = 'https://track.example/v2'

export type TrackingService = {
  handle: Handle
  /** Answers a request of another user in the web application of the service. */
  act: Handle
  service: Service
  /** Returns the time of the world. */
  worldMs(): number
  /** Runs the background work of the service, which processes files and sends webhooks. */
  work(): Promise<void>
  /** Returns the request log of the service. */
  log(): LogDocument
}

export type TrackingServiceOptions = {
  containers?: number
  seed?: number
  speed?: number
  start?: string
  isLimited?: boolean
  baseUrl?: string
  key?: string
  duplicates?: Duplicates
}

const lowerCaseNames = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

export function startTrackingService(clock: FakeClock, options: TrackingServiceOptions = {}): TrackingService {
  const {
    containers = 60,
    seed = 1,
    speed = 1,
    isLimited = true,
    baseUrl = SERVICE_URL,
    key = SERVICE_KEY,
    duplicates = 'reject',
  } = options
  const startMs = Date.parse(options.start ?? '2026-11-20T17:00:00Z')
  const service = createService({ seed, containers, key, baseUrl, startMs, isLimited, duplicates })
  onTestFinished(() => service.close())
  return { service, ...createHandlers(service, clock, startMs, speed) }
}

/** Creates the functions of a service whose world begins at `startMs`, on the test's clock. */
export function createHandlers(
  service: Service,
  clock: FakeClock,
  startMs: number,
  speed = 1,
): Omit<TrackingService, 'service'> {
  const startUptimeMs = clock.up()
  // The service does not sleep with the user's computer, so its clock is the uptime, which includes sleep.
  const worldMs = () => startMs + (clock.up() - startUptimeMs) * speed
  const now = () => ({ processMs: clock.up(), worldMs: worldMs() })
  const request = (method: string, url: string, headers: Record<string, string>, body: Uint8Array | null) =>
    service.handle({ method, url, headers, body }, now())
  const toHandle =
    (answer: Service['handle']): Handle =>
    ({ method, url, headers, body }) => {
      const { pathname, search } = new URL(url)
      if (isFileBody(body)) throw new Error('expected a JSON body')
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? null)
      const { body: answered, ...response } = answer(
        { method, url: pathname + search, headers: lowerCaseNames(headers), body: bytes },
        now(),
      )
      return { ...response, bytes: answered }
    }
  return {
    worldMs,
    work: () => service.work(now()),
    handle: toHandle((request, at) => service.handle(request, at)),
    act: toHandle((request, at) => service.act(request, at)),
    log: () => {
      const { body } = request('GET', '/_service/log', {}, null)
      return JSON.parse(new TextDecoder().decode(body)) as LogDocument
    },
  }
}
