// What every measurement answers. `npm run bench` prints them; decisions.md 9 says how each is taken.

export type Figure = {
  name: string
  value: number
  /** `x` (a ratio to a baseline taken in the same run), `ms`, `rows/s`, … */
  unit: string
  /** What `value` is held against; null for a figure that is only reported. */
  bound: { atLeast: number } | { atMost: number } | null
  /** Always true without a bound. */
  holds: boolean
}

/** One file per measurement; a size it cannot be taken at is left out of the answer. */
export type Measure = (options: { containers: readonly number[] }) => Promise<Figure[]>

export function figure(name: string, value: number, unit: string, bound: Figure['bound']): Figure {
  const holds = bound === null || ('atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost)
  return { name, value, unit, bound, holds }
}
