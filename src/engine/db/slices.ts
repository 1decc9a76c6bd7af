// Divides long work into short slices, so that calls and timers can run in between.
import { AppError } from '#contract/errors.ts'
import type { Clock } from '../outside/clock.ts'

/** Too short for a user to notice, and much longer than a change of turns costs. */
const SLICE_MS = 5

/** How often work that gives way checks whether it can continue; and how long it waits at most before a slice. */
const WAY_MS = 5
const LONGEST_WAY_MS = 250

/** `inSlices` with a given clock and abort signal. */
export type InSlices = <Value>(steps: Generator<void, Value>) => Promise<Value>

/** Runs long work for which a caller waits, and reports whether there is any: other work gives way to it. */
export type Questions = { inSlices: InSlices; areOpen: () => boolean }

export function createQuestions(clock: Clock, stopped: AbortSignal): Questions {
  const { counted, areOpen } = countOpen()
  return { inSlices: (steps) => counted(inSlices(clock, steps, stopped)), areOpen }
}

/** Whether any of the counted work is still in progress. */
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
 * Throws `engine/disconnected` when the engine stops meanwhile. Work that fits into one slice is done at once. While
 * `givesWay` is true, the work runs only an occasional slice, so that it ends even if questions never stop.
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
