// A value that changes at known moments. Everything a line or a terminal says over time is one of these.

export type Step<T> = { fromMs: number; value: T }
/** In order of time; before the first there is no value. */
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
