// How long a desktop waits before it connects to the office again.
import { expect, test } from 'vitest'
import { computeRetryMs } from '#engine/office/link.ts'

test.each([
  [1, 300, 600],
  [2, 300, 1_200],
  [5, 300, 9_600],
  [6, 300, 15_000],
  [2_000, 300, 15_000],
])('after %i failures in a row the wait is between %i and %i ms', (failures, shortest, longest) =>
  expect([computeRetryMs(failures, 0), computeRetryMs(failures, 1)]).toEqual([shortest, longest]),
)
