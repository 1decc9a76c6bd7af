// A relay between the browser host and the service that changes many values: after `start` one container after the
// other gets a new value, at this rate. It counts the values that it served, so a test knows the expected number of
// changes.
import { performance } from 'node:perf_hooks'
import { type Relay, type Resource, startRelay } from './relay.ts'

/** The value of each step. It never returns to an earlier value, because a value that returns counts as one line. */
export type Step = (n: number) => Record<string, unknown>

export type MovingRelay = Relay & {
  start(perSecond: number): void
  /** Stops further steps; reached values remain. */
  stop(): void
  /** How often a container had another value in an answer than in the answer before. */
  served(): number
  /** The latest step of every container was served: without further steps `served` no longer changes. */
  isAllServed(): boolean
}

/** `rate`: how fast the clock of the host runs. The world may be constant, but the time of the answers must advance. */
export async function startMovingRelay(
  serviceUrl: string,
  containers: number,
  rate: number,
  step: Step,
): Promise<MovingRelay> {
  const started = { processMs: performance.now(), worldMs: Date.now() }
  const indexes = new Map<string, number>()
  /** By place: the last step that was served. */
  const servedSteps = new Map<number, number>()
  let served = 0
  let pace = { perSecond: 0, startedAt: 0 }
  let steps = 0
  const stepsNow = () =>
    pace.perSecond === 0 ? steps : Math.floor(((performance.now() - pace.startedAt) / 1000) * pace.perSecond)

  /** Places take turns: the latest step of this place, negative before its first. */
  const latestStep = (index: number) => index + (Math.ceil((stepsNow() - index) / containers) - 1) * containers

  function change(resource: Resource) {
    const index = indexes.get(resource.id) ?? indexes.size
    indexes.set(resource.id, index)
    const n = latestStep(index)
    if (n < 0) return
    if (servedSteps.get(index) !== n) served++
    servedSteps.set(index, n)
    Object.assign(resource.attributes, step(n))
  }

  const relay = await startRelay(serviceUrl, {
    shape: (resource) => {
      if (resource.type === 'container') change(resource)
    },
    nowMs: () => started.worldMs + (performance.now() - started.processMs) * rate,
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
    isAllServed: () =>
      [...indexes.values()].every((index) => latestStep(index) < 0 || servedSteps.get(index) === latestStep(index)),
  }
}
