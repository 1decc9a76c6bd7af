// The result of a measurement, as `npm run bench` prints it.

export type Figure = {
  measure: string
  /** All containers of the set, with the old ones; null if the number does not matter. */
  containers: number | null
  /** The same in every run; `name` may have more details. */
  what: string
  /** For readers: measure, size, and what was measured. */
  name: string
  value: number
  /** `x` (a ratio to a baseline in the same run), `ms`, `rows/s`, … */
  unit: string
  /** The bound of `value`; null for a figure that is only reported. */
  bound: Bound | null
  /** Always true without a bound. */
  holds: boolean
  better: 'less' | 'more'
  /**
   * It may grow with the number of containers: it is work over all of them, or the longest of many turns, which has its
   * own bound.
   */
  isWhole: boolean
}

export type Bound = { atLeast: number } | { atMost: number }

/** One file for each measurement; sizes it does not support are left out. */
export type Measure = (options: { containers: readonly number[] }) => Promise<Figure[]>

type Extra = {
  /** Which of many it was in this run. */
  of?: string
  /** Without a bound, less is better. */
  better?: Figure['better']
  isWhole?: boolean
}

export type Take = (what: string, value: number, unit: string, bound: Bound | null, extra?: Extra) => Figure

/** Figures of one measure at one size. */
export function takerOf(measure: string, containers: number | null = null): Take {
  const place = containers === null ? measure : `${measure} ${containers.toLocaleString('en')}`
  return (what, value, unit, bound, { of, better, isWhole = false } = {}) => ({
    measure,
    containers,
    what,
    name: `${place}: ${what}${of === undefined ? '' : ` (${of})`}`,
    value,
    unit,
    bound,
    holds: isWithin(value, bound),
    better: better ?? (bound !== null && 'atLeast' in bound ? 'more' : 'less'),
    isWhole,
  })
}

export function isWithin(value: number, bound: Bound | null): boolean {
  return bound === null || ('atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost)
}
