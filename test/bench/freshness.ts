// *freshness*: how long after a change at the service the board has it, in virtual time, by the simulator (`npm run sim
// -- --only fresh` prints the whole table). Compared with the mean age for a reader that reads page after page without
// hints, and with reading one container after the other at the same rate. With one seed the result is the same in every
// run and on every machine, so it is taken once.
import { simulateFreshness } from '../sim/freshness.ts'
import { type Measure, takerOf } from './figure.ts'

const PAGE = 100
/** A larger simulated sweep takes minutes, with the same result. */
const LARGEST = 10_000
const VS_BOUND = 1.15
const VS_ONE_BY_ONE = 40
/** The size of the promised bound. */
const PROMISED_AT = 1_000

export const measureFreshness: Measure = async ({ containers }) => {
  // The bound is for one size, so that size is always measured.
  const sizes = [...new Set([PROMISED_AT, ...containers.filter((size) => size <= LARGEST)])].toSorted((a, b) => a - b)
  const figures = []
  for (const size of sizes) {
    const { p50, p95, vsBlindBound, vsOneByOne } = await simulateFreshness(size, PAGE)
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
