// How figures grow when there is ten times as much: what a person waits for may not grow along.
import { type Figure, takerOf } from './figure.ts'

const FROM = 10_000
const TO = 100_000
const AT_MOST = 2
/** Below, it is too short for anybody to notice, and for the clock to tell. */
const COUNTS_ABOVE_MS = 5

/** Of the times taken at both sizes; what goes over everything there is may take longer the more there is. */
export function growthOf(figures: readonly Figure[]): Figure[] {
  return figures
    .filter(({ containers, unit, value }) => containers === TO && unit === 'ms' && value > COUNTS_ABOVE_MS)
    .flatMap((large) => {
      const small = figures.find(
        ({ measure, what, containers }) => containers === FROM && measure === large.measure && what === large.what,
      )
      if (!small) return []
      const take = takerOf(`growth of ${large.measure}`)
      // What lay below counts from there: a tenth of a millisecond may grow to five.
      return [
        take(
          large.what,
          large.value / Math.max(small.value, COUNTS_ABOVE_MS),
          'x',
          large.isWhole ? null : { atMost: AT_MOST },
        ),
      ]
    })
}
