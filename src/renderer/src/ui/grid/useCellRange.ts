// A rectangle of cells to copy, from its start (Shift or a mouse press) to the cursor. Rows are indexes of lines;
// columns are identified by keys, in their order.
import { computed, shallowRef, watch, type ComputedRef } from 'vue'

export type CellRange = { first: number; last: number; keys: readonly string[] }

type Cell = { row: number; key: string }

/** A column without a title is not exported (tsv.ts), so it is in no range. */
export function useCellRange(
  active: () => Cell,
  columns: () => readonly { key: string; title: string }[],
): {
  range: ComputedRef<CellRange | null>
  /** Begins a range, unless one has already begun. */
  begin: (from: Cell) => void
  clear: () => void
  /** The part of this row in the range, as column indexes from 0; null if outside. */
  within: (row: number) => { from: number; to: number } | null
} {
  const anchor = shallowRef<Cell | null>(null)
  const places = computed(() => {
    const from = anchor.value
    const to = active()
    if (from === null || from.row < 0 || to.row < 0) return null
    const findColumnIndex = ({ key }: Cell) => columns().findIndex((column) => column.key === key)
    const ends = [findColumnIndex(from), findColumnIndex(to)] as const
    return ends.includes(-1)
      ? null
      : {
          first: Math.min(from.row, to.row),
          last: Math.max(from.row, to.row),
          from: Math.min(...ends),
          to: Math.max(...ends),
        }
  })
  const range = computed<CellRange | null>(() => {
    const at = places.value
    if (at === null) return null
    const inside = columns()
      .slice(at.from, at.to + 1)
      .filter(({ title }) => title !== '')
      .map(({ key }) => key)
    return inside.length === 0 ? null : { first: at.first, last: at.last, keys: inside }
  })
  // The range is cleared when one of its end columns is removed.
  watch(
    () => anchor.value !== null && places.value === null,
    (isLost) => {
      if (isLost) anchor.value = null
    },
  )
  return {
    range,
    begin: (from) => {
      anchor.value ??= from
    },
    clear: () => {
      anchor.value = null
    },
    within: (row) => {
      const at = places.value
      return at !== null && range.value !== null && row >= at.first && row <= at.last ? at : null
    },
  }
}
