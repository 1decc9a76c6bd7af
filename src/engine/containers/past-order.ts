// The order of a past board. Pure.
import type { PastSort, PastSortColumn } from '#contract/containers.ts'
import type { StoredRow } from '../mirror/containers/contract-rows.ts'
import { toLowerAscii } from '../table/columns.ts'

/** `sortTexts`: by the columns of the sort; null without a value. */
export type SortableRow = {
  id: string
  sortTexts: (string | null)[]
  severity: number
  daysLeft: number
  number: string
}

const sortColumns: Record<PastSortColumn, string> = {
  number: 'number',
  lastFreeDay: 'lfd_date',
  customer: 'customer',
  pickupPlace: 'pickup_place',
  masterBill: 'master_bill',
}

/** Names ignore case as in lists of the present. Numbers and dates have no lower case. */
export function readSortTexts(row: StoredRow, sort: PastSort): (string | null)[] {
  return sort.map(({ column }) => {
    const value = row[sortColumns[column]]
    return typeof value === 'string' ? toLowerAscii(value) : null
  })
}

/** Returns the ids. Rows that are equal in `sort` come most urgent first: by severity, days left, number. */
export function sortPastRows(rows: readonly SortableRow[], sort: PastSort): string[] {
  return rows
    .toSorted(
      (one, other) =>
        compareSortTexts(one, other, sort) ||
        compare(one.severity, other.severity) ||
        compare(one.daysLeft, other.daysLeft) ||
        compare(one.number, other.number) ||
        compare(one.id, other.id),
    )
    .map(({ id }) => id)
}

/** Rows without a value come last in both directions. */
function compareSortTexts(one: SortableRow, other: SortableRow, sort: PastSort): number {
  for (const [index, { direction }] of sort.entries()) {
    const [text, otherText] = [one.sortTexts[index] ?? null, other.sortTexts[index] ?? null]
    if (text === otherText) continue
    if (text === null) return 1
    if (otherText === null) return -1
    return compare(text, otherText) * (direction === 'asc' ? 1 : -1)
  }
  return 0
}

function compare(one: number | string, other: number | string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
