// How figures grow with ten times as many containers: a user's waiting time may not grow with them.
import { type Figure, takerOf } from './figure.ts'

const FROM = 10_000
const TO = 100_000
const MAX_RATIO = 2
/** Shorter times are not noticed, and cannot be measured well. */
const COUNTS_ABOVE_MS = 5

/** The limit of the ratio of both times. Work over all containers may take longer. */
export function growthOf(figures: readonly Figure[]): Figure[] {
  return figures
    .filter(({ containers, unit, value }) => containers === TO && unit === 'ms' && value > COUNTS_ABOVE_MS)
    .flatMap((large) => {
      const small = figures.find(
        ({ measure, what, containers }) => containers === FROM && measure === large.measure && what === large.what,
      )
      if (!small) return []
      const take = takerOf(`growth of ${large.measure}`)
      // Shorter times count as that time: a tenth of a millisecond may grow to five.
      return [
        take(
          large.what,
          large.value / Math.max(small.value, COUNTS_ABOVE_MS),
          'x',
          large.isWhole ? null : { atMost: MAX_RATIO },
        ),
      ]
    })
}
