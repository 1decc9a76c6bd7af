// *freshness*: the time between a change at the service and its arrival on the board, in virtual time of the simulator
// (`npm run sim -- --only fresh` prints the whole table). It is compared with two other ways to read at the same rate:
// page after page without hints, and one container after the other. The seed is fixed, so the result is the same in
// every run and on every computer, and it is measured once.
import { simulateFreshness } from '../sim/freshness.ts'
import { type Measure, createFigureFactory } from './figure.ts'

const PAGE_SIZE = 100
/** A larger simulated sweep takes minutes, with the same result. */
const MAX_CONTAINERS = 10_000
const MAX_TO_BOUND = 1.15
const MIN_TO_ONE_BY_ONE = 40
/** The bound is defined for this number of containers. */
const BOUND_SIZE = 1_000

export const measureFreshness: Measure = async ({ containers }) => {
  // The size of the bound is always measured.
  const sizes = [...new Set([BOUND_SIZE, ...containers.filter((size) => size <= MAX_CONTAINERS)])].toSorted(
    (a, b) => a - b,
  )
  const figures = []
  for (const size of sizes) {
    const { p50, p95, vsBlindBound, vsOneByOne } = await simulateFreshness(size, PAGE_SIZE)
    const createFigure = createFigureFactory('freshness', size)
    figures.push(
      createFigure('mean age of a change, to the bound', vsBlindBound, 'x', { atMost: MAX_TO_BOUND }),
      createFigure(
        'fresher than one by one',
        vsOneByOne,
        'x',
        size === BOUND_SIZE ? { atLeast: MIN_TO_ONE_BY_ONE } : null,
        { better: 'more' },
      ),
      createFigure('age of a change, p50', p50, 'simulated s', null),
      createFigure('age of a change, p95', p95, 'simulated s', null),
    )
  }
  return figures
}
