// What is selected in the grid: rows, and the range of cells to copy.
import { computed } from 'vue'
import { EVERYTHING, NOTHING, isSelected, selectedCount, toggleRow, type Selection } from './selection.ts'
import { useCellRange } from './useCellRange.ts'
import type { GridColumns } from './useGridColumns.ts'
import type { GridCursor } from './useGridCursor.ts'

type SelectionParts<Row> = {
  cursor: GridCursor
  columns: GridColumns<Row>
  total: () => number
  selection: () => Selection
  select: (selection: Selection) => void
  /** Selects the rows between two rows, including both. */
  selectRange: (from: number, to: number) => void
}

export type GridSelection = ReturnType<typeof useGridSelection>

export function useGridSelection<Row extends { id: string }>({
  cursor: { active },
  columns: { cells },
  total,
  selection,
  select,
  selectRange,
}: SelectionParts<Row>) {
  const { range, begin, clear, within } = useCellRange(
    () => active.value,
    () => cells.value.map(({ column }) => column),
  )
  /** The row from which Shift extends the selection. */
  let anchor = 0
  const isAllSelected = computed(() => total() > 0 && selectedCount(selection(), total()) === total())
  return {
    range,
    beginRange: begin,
    clearRange: clear,
    within,
    isAllSelected,
    selectAll: () => select(EVERYTHING),
    toggleAll: () => select(isAllSelected.value ? NOTHING : EVERYTHING),
    isSelected: ({ id }: { id: string }) => isSelected(selection(), id),
    selectNone: () => select(NOTHING),
    toggle: (row: { id: string } | undefined) => {
      if (row) select(toggleRow(selection(), row.id))
    },
    setAnchor: (row: number) => {
      anchor = row
    },
    extendTo: (row: number) => selectRange(Math.min(anchor, row), Math.max(anchor, row)),
  }
}
