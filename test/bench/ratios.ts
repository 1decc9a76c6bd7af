// What `npm run bench -- --check` compares: machine-independent figures with the saved ones.
import { type Bound, type Figure, isWithin } from './figure.ts'

export type Saved = Pick<Figure, 'measure' | 'containers' | 'what' | 'value' | 'unit' | 'better'> & {
  /** Of the machine, when it was taken. */ load: number
}

export type Comparison = {
  /** Compared with the saved value. */
  worse: { figure: Figure; saved: Saved }[]
  /** Better by as much: the new value should be saved. */
  better: { figure: Figure; saved: Saved }[]
  same: number
  /** There is no saved value. */
  isNew: Figure[]
  /** Saved for a measure and size that were measured now, but the figure no longer exists. */
  gone: Saved[]
}

/** A saved figure may be this much worse because of noise. */
export const SLACK = 0.2

/** Ratios, counts, sizes and virtual time; times and rates depend on the machine. */
const MACHINE_INDEPENDENT: ReadonlySet<string> = new Set(['x', 'MB', 'kB', 'bytes', 'requests', 'simulated s'])

export function isComparable({ unit, value }: Pick<Figure, 'unit' | 'value'>): boolean {
  return MACHINE_INDEPENDENT.has(unit) && Number.isFinite(value)
}

export function compare(figures: readonly Figure[], saved: readonly Saved[]): Comparison {
  const known = new Map(saved.map((one) => [keyOf(one), one]))
  const comparison: Comparison = { worse: [], better: [], same: 0, isNew: [], gone: [] }
  const comparable = figures.filter(isComparable)
  for (const figure of comparable) {
    const before = known.get(keyOf(figure))
    if (before === undefined) comparison.isNew.push(figure)
    else if (!isWithin(figure.value, slackBelow(before))) comparison.worse.push({ figure, saved: before })
    else if (isMuchBetter(figure, before)) comparison.better.push({ figure, saved: before })
    else comparison.same++
  }
  const [taken, places] = [new Set(comparable.map(keyOf)), new Set(figures.map(placeOf))]
  comparison.gone = saved.filter((one) => places.has(placeOf(one)) && !taken.has(keyOf(one)))
  return comparison
}

/** The new figures, and the saved ones of everything else, in a fixed order. */
export function mergeFigures(saved: readonly Saved[], figures: readonly Figure[], load: number): Saved[] {
  const places = new Set(figures.map(placeOf))
  const others = saved.filter((one) => !places.has(placeOf(one)))
  const taken = figures
    .filter(isComparable)
    .map(({ measure, containers, what, value, unit, better }): Saved => ({
      measure,
      containers,
      what,
      value: rounded(value),
      unit,
      better,
      load: rounded(load),
    }))
  return [...others, ...taken].toSorted(
    (a, b) =>
      a.measure.localeCompare(b.measure) || (a.containers ?? 0) - (b.containers ?? 0) || a.what.localeCompare(b.what),
  )
}

function slackBelow({ value, better }: Saved): Bound {
  return better === 'more' ? { atLeast: value * (1 - SLACK) } : { atMost: value * (1 + SLACK) }
}

function isMuchBetter(figure: Figure, { value, better }: Saved): boolean {
  return better === 'more' ? figure.value > value * (1 + SLACK) : figure.value < value * (1 - SLACK)
}

const keyOf = ({ measure, containers, what }: Pick<Figure, 'measure' | 'containers' | 'what'>) =>
  JSON.stringify([measure, containers, what])
const placeOf = ({ measure, containers }: Pick<Figure, 'measure' | 'containers'>) =>
  JSON.stringify([measure, containers])

/** Rounded to the digits that are significant for a ratio. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
