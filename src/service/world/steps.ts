// A value over time that changes in steps, such as the reports of a line or terminal.

export type Step<T> = { fromMs: number; value: T }
/** The steps in order of time. There is no value before the first. */
export type Steps<T> = readonly Step<T>[]

export function getValueAt<T>(steps: Steps<T>, instantMs: number): T | null {
  return getStepAt(steps, instantMs)?.value ?? null
}

export function getStepAt<T>(steps: Steps<T>, instantMs: number): Step<T> | null {
  let current: Step<T> | null = null
  for (const step of steps) {
    if (step.fromMs > instantMs) break
    current = step
  }
  return current
}
