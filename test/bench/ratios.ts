// Compares the figures that do not depend on the computer with the saved figures, for `npm run bench -- --check`.
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
  const savedByKey = new Map(saved.map((entry) => [getKey(entry), entry]))
  const comparison: Comparison = { worse: [], better: [], same: 0, isNew: [], gone: [] }
  const comparable = figures.filter(isComparable)
  for (const figure of comparable) {
    const savedFigure = savedByKey.get(getKey(figure))
    if (savedFigure === undefined) comparison.isNew.push(figure)
    else if (!isWithin(figure.value, getAllowedBound(savedFigure)))
      comparison.worse.push({ figure, saved: savedFigure })
    else if (isMuchBetter(figure, savedFigure)) comparison.better.push({ figure, saved: savedFigure })
    else comparison.same++
  }
  const [comparableKeys, measuredSizes] = [new Set(comparable.map(getKey)), new Set(figures.map(getSizeKey))]
  comparison.gone = saved.filter((entry) => measuredSizes.has(getSizeKey(entry)) && !comparableKeys.has(getKey(entry)))
  return comparison
}

/** Merges new figures into the saved ones. New figures replace all saved ones of their measure and size. */
export function mergeFigures(saved: readonly Saved[], figures: readonly Figure[], load: number): Saved[] {
  const measuredSizes = new Set(figures.map(getSizeKey))
  const others = saved.filter((entry) => !measuredSizes.has(getSizeKey(entry)))
  const newEntries = figures
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
  return [...others, ...newEntries].toSorted(
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

const getKey = ({ measure, containers, what }: Pick<Figure, 'measure' | 'containers' | 'what'>) =>
  JSON.stringify([measure, containers, what])
const getSizeKey = ({ measure, containers }: Pick<Figure, 'measure' | 'containers'>) =>
  JSON.stringify([measure, containers])

/** Rounds to four significant digits. */
function roundFigure(value: number): number {
  return Number(value.toPrecision(4))
}
