// What every measurement answers. `npm run bench` prints them.

export type Figure = {
  measure: string
  /** All of the set it was taken at, the old ones too; null where containers do not matter. */
  containers: number | null
  /** The same in every run: `name` may say more. */
  what: string
  /** For people: measure, size, what, and of what in particular. */
  name: string
  value: number
  /** `x` (a ratio to a baseline taken in the same run), `ms`, `rows/s`, … */
  unit: string
  /** What `value` is held against; null for a figure that is only reported. */
  bound: Bound | null
  /** Always true without a bound. */
  holds: boolean
  better: 'less' | 'more'
  /**
   * It may grow with what there is: it goes over all of it, or is the longest turn of many, which has a bound of its
   * own.
   */
  isWhole: boolean
}

export type Bound = { atLeast: number } | { atMost: number }

/** One file per measurement; a size it cannot be taken at is left out of the answer. */
export type Measure = (options: { containers: readonly number[] }) => Promise<Figure[]>

type Extra = {
  /** What of many it was this time. */
  of?: string
  /** Without a bound less is better. */
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
