// The order of a past board by the columns that the user sorts.
import { expect, test } from 'vitest'
import type { PastSort } from '#contract/containers.ts'
import { readSortTexts, sortPastRows } from '#engine/containers/past-order.ts'
import type { StoredRow } from '#engine/mirror/containers/contract-rows.ts'

/** The values of `container_row` by which rows are sorted; the most urgent row is first. */
const storedRows = [
  { id: 'urgent', number: 'AAAU1', customer: 'bayport', pickup_place: 'T18', lfd_date: '2026-11-20' },
  { id: 'later', number: 'AAAU2', customer: 'BNSF', pickup_place: null, lfd_date: '2026-11-22' },
  { id: 'latest', number: 'AAAU3', customer: 'bnsf', pickup_place: 'LBCT', lfd_date: null },
  { id: 'no-customer', number: 'AAAU4', customer: null, pickup_place: 'LBCT', lfd_date: '2026-11-21' },
]

function order(...sort: PastSort): string[] {
  const rows = storedRows.map((row, index) => ({
    id: row.id,
    number: row.number,
    sortTexts: readSortTexts(row as unknown as StoredRow, sort),
    severity: index + 1,
    daysLeft: index,
  }))
  return sortPastRows(rows.toReversed(), sort)
}

test('the most urgent rows come first without a sort', () => {
  expect(order()).toEqual(['urgent', 'later', 'latest', 'no-customer'])
})

test('names ignore case, equal names come most urgent first, and rows without a name last in both directions', () => {
  expect(order({ column: 'customer', direction: 'asc' })).toEqual(['urgent', 'later', 'latest', 'no-customer'])
  expect(order({ column: 'customer', direction: 'desc' })).toEqual(['later', 'latest', 'urgent', 'no-customer'])
})

test('each column sorts by its own value, and the second level decides among equal rows', () => {
  expect(order({ column: 'lastFreeDay', direction: 'desc' })).toEqual(['later', 'no-customer', 'urgent', 'latest'])
  expect(order({ column: 'number', direction: 'desc' })).toEqual(['no-customer', 'latest', 'later', 'urgent'])
  expect(order({ column: 'pickupPlace', direction: 'asc' }, { column: 'number', direction: 'desc' })).toEqual([
    'no-customer',
    'latest',
    'urgent',
    'later',
  ])
})
