// A figure is one result of a measurement, as `npm run bench` prints it.

export type Figure = {
  measure: string
  /** The number of containers in the data set, including the returned ones. Null if it does not matter. */
  containers: number | null
  /** What was measured. It is the same in every run and identifies the figure. */
  what: string
  /** The text for readers: measure, size, and what was measured, with details of this run. */
  name: string
  value: number
  /** `x` (a ratio to a baseline in the same run), `ms`, `rows/s`, … */
  unit: string
  /** The bound of `value`. Null for a figure that is only reported. */
  bound: Bound | null
  /** Whether the value is within the bound; true without a bound. */
  holds: boolean
  better: 'less' | 'more'
  /** Whether the value may grow with the number of containers, because it measures work on all of them. */
  isWhole: boolean
}

export type Bound = { atLeast: number } | { atMost: number }

/** Runs one measurement for each size. A size that the measurement does not support is skipped. */
export type Measure = (options: { containers: readonly number[] }) => Promise<Figure[]>

type Extra = {
  /** The name of the item with this value, if the figure is the worst of many. */
  item?: string
  /** The default is the direction of the bound, or `less` without a bound. */
  better?: Figure['better']
  isWhole?: boolean
}

export type CreateFigure = (what: string, value: number, unit: string, bound: Bound | null, extra?: Extra) => Figure

/** Returns a function that creates the figures of one measure at one size. */
export function createFigureFactory(measure: string, containers: number | null = null): CreateFigure {
  const prefix = containers === null ? measure : `${measure} ${containers.toLocaleString('en')}`
  return (what, value, unit, bound, { item, better, isWhole = false } = {}) => ({
    measure,
    containers,
    what,
    name: `${prefix}: ${what}${item === undefined ? '' : ` (${item})`}`,
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
