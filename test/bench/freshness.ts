// *freshness*: how long after somebody else changed a container the board has it, on the simulator's clock: the
// simulator's own measurement (`npm run sim -- --only fresh` prints the whole table), held against the mean age of
// whoever reads page after page and knows nothing in advance, and against asking for one container after the other at
// the same pace. Virtual time, one seed: the same in every run and on every machine, so it is taken once.
import { freshness } from '../sim/freshness.ts'
import { type Measure, takerOf } from './figure.ts'

const PAGE = 100
/** A simulated sweep of more takes the simulator minutes, and shows the same. */
const LARGEST = 10_000
const VS_BOUND = 1.15
const VS_ONE_BY_ONE = 40
/** At which that is promised. */
const PROMISED_AT = 1_000

export const measureFreshness: Measure = async ({ containers }) => {
  // The promise is about one size: it is looked at whatever was asked for.
  const sizes = [...new Set([PROMISED_AT, ...containers.filter((size) => size <= LARGEST)])].toSorted((a, b) => a - b)
  const figures = []
  for (const size of sizes) {
    const { p50, p95, vsBlindBound, vsOneByOne } = await freshness(size, PAGE)
    const take = takerOf('freshness', size)
    figures.push(
      take('mean age of a change, to the bound', vsBlindBound, 'x', { atMost: VS_BOUND }),
      take('fresher than one by one', vsOneByOne, 'x', size === PROMISED_AT ? { atLeast: VS_ONE_BY_ONE } : null, {
        better: 'more',
      }),
      take('age of a change, p50', p50, 'simulated s', null),
      take('age of a change, p95', p95, 'simulated s', null),
    )
  }
  return figures
}
