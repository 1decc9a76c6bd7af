// Long work in short pieces, so that calls and timers get their turn in between.
import { AppError } from '#contract/errors.ts'
import type { Clock } from '../outside/clock.ts'

/** Well below what anybody notices, well above what changing turns costs. */
const SLICE_MS = 5

/** How often whoever gives way looks whether it can go on; and how long it waits at most for one slice. */
const WAY_MS = 5
const LONGEST_WAY_MS = 250

/** `inSlices` with a clock and an end of its own. */
export type InSlices = <Value>(steps: Generator<void, Value>) => Promise<Value>

/** Long work somebody waits for, and whether there is any: what nobody waits for yet gives way to it. */
export type Questions = { inSlices: InSlices; areOpen: () => boolean }

export function createQuestions(clock: Clock, stopped: AbortSignal): Questions {
  const { counted, areOpen } = countOpen()
  return { inSlices: (steps) => counted(inSlices(clock, steps, stopped)), areOpen }
}

/** Whether any of the work it counts is still under way. */
export function countOpen(): { counted: <Value>(work: Promise<Value>) => Promise<Value>; areOpen: () => boolean } {
  let open = 0
  return {
    counted: (work) => {
      open++
      return work.finally(() => {
        open--
      })
    },
    areOpen: () => open > 0,
  }
}

/**
 * Throws `engine/disconnected` when the engine stops meanwhile. Work that fits into one slice is done at once.
 * `givesWay`: while that is so, a slice now and then is all it takes, so that it ends whoever asks meanwhile.
 */
export async function inSlices<Value>(
  clock: Clock,
  steps: Generator<void, Value>,
  stopped: AbortSignal,
  givesWay = () => false,
): Promise<Value> {
  let untilMs = clock.mono() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (clock.mono() < untilMs) continue
    await clock.sleep(0, stopped)
    const latestMs = clock.mono() + LONGEST_WAY_MS
    while (givesWay() && clock.mono() < latestMs && !stopped.aborted) await clock.sleep(WAY_MS, stopped)
    if (stopped.aborted) throw new AppError('engine/disconnected')
    untilMs = clock.mono() + SLICE_MS
  }
}

export function atOnce<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
