// Stands between the browser host and the service and makes the world busy: from `start` on, one container after the
// other gets a new value, so many a second. It knows what it served, so a test can say how many changes there must be.
import { performance } from 'node:perf_hooks'
import { type Relay, type Resource, startRelay } from './relay.ts'

/** What one step writes. Never back to what was there, or there and back would count as one line. */
export type Step = (n: number) => Record<string, unknown>

export type MovingRelay = Relay & {
  start(perSecond: number): void
  /** No further steps; what was stepped to stays. */
  stop(): void
  /** How often a container had another value in an answer than in the answer before. */
  served(): number
  /** The latest step of every container has been served: without further steps `served` stays. */
  isAllServed(): boolean
}

/** `rate`: how fast the clock of the host runs; the world may stand still, but the time of an answer must not. */
export async function startMovingRelay(
  serviceUrl: string,
  containers: number,
  rate: number,
  step: Step,
): Promise<MovingRelay> {
  const begun = { processMs: performance.now(), worldMs: Date.now() }
  const places = new Map<string, number>()
  /** By place: the step served last. */
  const told = new Map<number, number>()
  let served = 0
  let pace = { perSecond: 0, startedAt: 0 }
  let steps = 0
  const stepsNow = () =>
    pace.perSecond === 0 ? steps : Math.floor(((performance.now() - pace.startedAt) / 1000) * pace.perSecond)

  /** Steps take turns: the latest that was this place's, negative before its first. */
  const latest = (place: number) => place + (Math.ceil((stepsNow() - place) / containers) - 1) * containers

  function move(resource: Resource) {
    const place = places.get(resource.id) ?? places.size
    places.set(resource.id, place)
    const n = latest(place)
    if (n < 0) return
    if (told.get(place) !== n) served++
    told.set(place, n)
    Object.assign(resource.attributes, step(n))
  }

  const relay = await startRelay(serviceUrl, {
    shape: (resource) => {
      if (resource.type === 'container') move(resource)
    },
    nowMs: () => begun.worldMs + (performance.now() - begun.processMs) * rate,
  })
  return {
    ...relay,
    start: (perSecond) => {
      pace = { perSecond, startedAt: performance.now() }
    },
    stop: () => {
      steps = stepsNow()
      pace = { perSecond: 0, startedAt: 0 }
    },
    served: () => served,
    isAllServed: () => [...places.values()].every((place) => latest(place) < 0 || told.get(place) === latest(place)),
  }
}
