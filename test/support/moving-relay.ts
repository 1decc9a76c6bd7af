// A relay between the browser host and the service that changes values at a given rate. After `start`, one container
// after the other gets a new value. The relay counts the values that it served, which is the expected number of
// changes. Each container has a value of the relay before that too: the first real value of a container that the
// service has just created is no change, and how many there are depends on the hour.
import { performance } from 'node:perf_hooks'
import { type Relay, type Resource, startRelay } from './relay.ts'

/** Returns the attributes of step `n`. Each step must have new values, because the test counts changes. */
export type Step = (n: number) => Record<string, unknown>

export type MovingRelay = Relay & {
  start(perSecond: number): void
  /** Stops further steps. The current values remain. */
  stop(): void
  /** Returns how often an answer had another value for a container than the previous answer. */
  served(): number
  /** Whether the latest step of every container was served. Then `served` no longer changes without further steps. */
  isAllServed(): boolean
}

/** `rate` is the speed of the host's clock. The time in the answers advances at this speed. */
export async function startMovingRelay(
  serviceUrl: string,
  containers: number,
  rate: number,
  step: Step,
): Promise<MovingRelay> {
  const started = { processMs: performance.now(), worldMs: Date.now() }
  const indexes = new Map<string, number>()
  /** The last step that was served, by the index of the container. */
  const servedSteps = new Map<number, number>()
  let served = 0
  let pace = { perSecond: 0, startedAt: 0 }
  let steps = 0
  const countSteps = () =>
    pace.perSecond === 0 ? steps : Math.floor(((performance.now() - pace.startedAt) / 1000) * pace.perSecond)

  /** Each container gets every n-th step. Returns the latest step of this container, or a negative number before it. */
  const latestStep = (index: number) => index + (Math.ceil((countSteps() - index) / containers) - 1) * containers

  function changeAttributes(resource: Resource) {
    const index = indexes.get(resource.id) ?? indexes.size
    indexes.set(resource.id, index)
    const n = latestStep(index)
    Object.assign(resource.attributes, step(n))
    if (n < 0) return
    if (servedSteps.get(index) !== n) served++
    servedSteps.set(index, n)
  }

  const relay = await startRelay(serviceUrl, {
    transform: (resource) => {
      if (resource.type === 'container') changeAttributes(resource)
    },
    nowMs: () => started.worldMs + (performance.now() - started.processMs) * rate,
  })
  return {
    ...relay,
    start: (perSecond) => {
      pace = { perSecond, startedAt: performance.now() }
    },
    stop: () => {
      steps = countSteps()
      pace = { perSecond: 0, startedAt: 0 }
    },
    served: () => served,
    isAllServed: () =>
      [...indexes.values()].every((index) => latestStep(index) < 0 || servedSteps.get(index) === latestStep(index)),
  }
}
