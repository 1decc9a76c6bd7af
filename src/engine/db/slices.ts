// Divides long work into short slices, so that calls and timers can run in between.
import { AppError } from '#contract/errors.ts'
import type { Clock } from '../outside/clock.ts'

/** Too short for a user to notice, and much longer than a new turn of the event loop takes. */
const SLICE_MS = 5

/** `inSlices` with a given clock and abort signal. */
export type InSlices = <Value>(steps: Generator<void, Value>) => Promise<Value>

/** Throws `engine/disconnected` when the engine stops meanwhile. Work that fits into one slice is done at once. */
export async function inSlices<Value>(
  clock: Clock,
  steps: Generator<void, Value>,
  stopped: AbortSignal,
): Promise<Value> {
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

export function runAtOnce<Value>(steps: Generator<void, Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
