// A rectangle of cells, from where Shift or a press of the mouse began to where the cursor is, for copying. Rows are
// places of the frozen order; columns are told by their keys, in the order they stand in.
import { computed, shallowRef, watch, type ComputedRef } from 'vue'

export type CellRange = { first: number; last: number; keys: readonly string[] }

type Cell = { row: number; key: string }

/** A column without a title is no cell to a spreadsheet (tsv.ts): it is in no range. */
export function useCellRange(
  active: () => Cell,
  columns: () => readonly { key: string; title: string }[],
): {
  range: ComputedRef<CellRange | null>
  /** Keeps its beginning where there is one. */
  begin: (from: Cell) => void
  clear: () => void
  /** How far it goes in this row, as places of columns from 0; null beside it. */
  within: (row: number) => { from: number; to: number } | null
} {
  const anchor = shallowRef<Cell | null>(null)
  const places = computed(() => {
    const from = anchor.value
    const to = active()
    if (from === null || from.row < 0 || to.row < 0) return null
    const placeOf = ({ key }: Cell) => columns().findIndex((column) => column.key === key)
    const ends = [placeOf(from), placeOf(to)] as const
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
  // A column that went takes the range with it.
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
