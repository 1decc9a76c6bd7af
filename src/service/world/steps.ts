// A value that changes at known instants, such as a report of a line or terminal over time.

export type Step<T> = { fromMs: number; value: T }
/** In order of time; no value before the first. */
export type Steps<T> = readonly Step<T>[]

export function valueAt<T>(steps: Steps<T>, instantMs: number): T | null {
  return stepAt(steps, instantMs)?.value ?? null
}

export function stepAt<T>(steps: Steps<T>, instantMs: number): Step<T> | null {
  let current: Step<T> | null = null
  for (const step of steps) {
    if (step.fromMs > instantMs) break
    current = step
  }
  return current
}
