// Compares times at two sizes: with ten times as many containers, a user must not wait much longer.
import { type Figure, createFigureFactory } from './figure.ts'

const SMALL_SIZE = 10_000
const LARGE_SIZE = 100_000
const MAX_RATIO = 2
/** Shorter times are not compared: users do not notice them, and they cannot be measured well. */
const MIN_MS = 5

/** Creates a figure for each time: its ratio between both sizes. Work on all containers has no bound. */
export function createGrowthFigures(figures: readonly Figure[]): Figure[] {
  return figures
    .filter(({ containers, unit, value }) => containers === LARGE_SIZE && unit === 'ms' && value > MIN_MS)
    .flatMap((large) => {
      const small = figures.find(
        ({ measure, what, containers }) =>
          containers === SMALL_SIZE && measure === large.measure && what === large.what,
      )
      if (!small) return []
      const createFigure = createFigureFactory(`growth of ${large.measure}`)
      // A shorter time at the small size counts as MIN_MS, so that 0.1 ms may grow to 5 ms.
      return [
        createFigure(
          large.what,
          large.value / Math.max(small.value, MIN_MS),
          'x',
          large.isWhole ? null : { atMost: MAX_RATIO },
        ),
      ]
    })
}
