// Long work in short pieces, so that calls and timers get their turn in between.
import { AppError } from '#contract/errors.ts'
import type { Clock } from './outside/clock.ts'

/** Well below what anybody notices, well above what changing turns costs. */
const SLICE_MS = 8

/** `inSlices` with a clock and an end of its own. */
export type InSlices = <Value>(steps: Generator<void, Value>) => Promise<Value>

/** Throws `engine/disconnected` when the engine stops meanwhile. Work that fits into one slice is done at once. */
export async function inSlices<Value>(clock: Clock, steps: Generator<void, Value>, stopped: AbortSignal): Promise<Value> {
  let untilMs = clock.mono() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (clock.mono() < untilMs) continue
    await clock.sleep(0, stopped)
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
