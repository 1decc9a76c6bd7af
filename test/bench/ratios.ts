// Compares the figures that do not depend on the computer with the saved ones, for `npm run bench -- --check`.
import { type Bound, type Figure, isWithin } from './figure.ts'

export type Saved = Pick<Figure, 'measure' | 'containers' | 'what' | 'value' | 'unit' | 'better'> & {
  /** The load of the computer when the figure was measured. */
  load: number
}

export type Comparison = {
  /** Figures that are worse than the saved ones by more than SLACK. */
  worse: { figure: Figure; saved: Saved }[]
  /** Figures that are better by more than SLACK. Their new values should be saved. */
  better: { figure: Figure; saved: Saved }[]
  same: number
  /** Figures without a saved value. */
  isNew: Figure[]
  /** Saved figures of a measure and size that were measured now, but without such a figure. */
  gone: Saved[]
}

/** A saved figure may be this much worse because of noise. */
export const SLACK = 0.2

/** The units that do not depend on the computer: ratios, counts, sizes and virtual time. */
const MACHINE_INDEPENDENT: ReadonlySet<string> = new Set(['x', 'MB', 'kB', 'bytes', 'requests', 'simulated s'])

export function isComparable({ unit, value }: Pick<Figure, 'unit' | 'value'>): boolean {
  return MACHINE_INDEPENDENT.has(unit) && Number.isFinite(value)
}

export function compare(figures: readonly Figure[], saved: readonly Saved[]): Comparison {
  const savedByKey = new Map(saved.map((one) => [keyOf(one), one]))
  const comparison: Comparison = { worse: [], better: [], same: 0, isNew: [], gone: [] }
  const comparable = figures.filter(isComparable)
  for (const figure of comparable) {
    const before = savedByKey.get(keyOf(figure))
    if (before === undefined) comparison.isNew.push(figure)
    else if (!isWithin(figure.value, getAllowedBound(before))) comparison.worse.push({ figure, saved: before })
    else if (isMuchBetter(figure, before)) comparison.better.push({ figure, saved: before })
    else comparison.same++
  }
  const [taken, measuredSizes] = [new Set(comparable.map(keyOf)), new Set(figures.map(sizeKeyOf))]
  comparison.gone = saved.filter((one) => measuredSizes.has(sizeKeyOf(one)) && !taken.has(keyOf(one)))
  return comparison
}

/** Merges new figures into the saved ones. New figures replace all saved ones of their measure and size. */
export function mergeFigures(saved: readonly Saved[], figures: readonly Figure[], load: number): Saved[] {
  const measuredSizes = new Set(figures.map(sizeKeyOf))
  const others = saved.filter((one) => !measuredSizes.has(sizeKeyOf(one)))
  const taken = figures
    .filter(isComparable)
    .map(({ measure, containers, what, value, unit, better }): Saved => ({
      measure,
      containers,
      what,
      value: roundFigure(value),
      unit,
      better,
      load: roundFigure(load),
    }))
  return [...others, ...taken].toSorted(
    (a, b) =>
      a.measure.localeCompare(b.measure) || (a.containers ?? 0) - (b.containers ?? 0) || a.what.localeCompare(b.what),
  )
}

function getAllowedBound({ value, better }: Saved): Bound {
  return better === 'more' ? { atLeast: value * (1 - SLACK) } : { atMost: value * (1 + SLACK) }
}

function isMuchBetter(figure: Figure, { value, better }: Saved): boolean {
  return better === 'more' ? figure.value > value * (1 + SLACK) : figure.value < value * (1 - SLACK)
}

const keyOf = ({ measure, containers, what }: Pick<Figure, 'measure' | 'containers' | 'what'>) =>
  JSON.stringify([measure, containers, what])
const sizeKeyOf = ({ measure, containers }: Pick<Figure, 'measure' | 'containers'>) =>
  JSON.stringify([measure, containers])

/** Rounds to four significant digits. */
function roundFigure(value: number): number {
  return Number(value.toPrecision(4))
}
