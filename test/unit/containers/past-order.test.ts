// The order of a past board by the columns that the user sorts.
import { expect, test } from 'vitest'
import type { PastSort } from '#contract/containers.ts'
import { sortPastRows } from '#engine/containers/past-order.ts'

const customers = { urgent: 'bayport', later: 'BNSF', none: null }
const rows = Object.entries(customers).map(([id, customer], index) => ({
  id,
  number: id,
  sortTexts: [customer?.toLowerCase() ?? null],
  severity: index + 1,
  daysLeft: index,
}))
const order = (sort: PastSort) => sortPastRows(rows.toReversed(), sort)

test('the most urgent rows come first without a sort', () => {
  expect(order([])).toEqual(['urgent', 'later', 'none'])
})

test.each([
  ['asc', ['urgent', 'later', 'none']],
  ['desc', ['later', 'urgent', 'none']],
] as const)('rows without a value come last when sorted %s', (direction, ids) => {
  expect(order([{ column: 'customer', direction }])).toEqual(ids)
})

test('equal rows come most urgent first', () => {
  const equalRows = rows.map((row) => ({ ...row, sortTexts: ['same'] }))
  expect(sortPastRows(equalRows.toReversed(), [{ column: 'customer', direction: 'desc' }])).toEqual([
    'urgent',
    'later',
    'none',
  ])
})
