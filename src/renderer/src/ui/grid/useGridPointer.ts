// What the mouse does in the grid: it moves the cursor, selects and opens rows, and extends the range of cells.
import { SELECT, type Column } from './columns.ts'
import { followCells } from './follow-cells.ts'
import { HEADER_HEIGHT_PX } from './row-window.ts'
import type { GridColumns } from './useGridColumns.ts'
import type { GridCursor } from './useGridCursor.ts'
import type { GridSelection } from './useGridSelection.ts'

type PointerParts<Row> = {
  cursor: GridCursor
  selection: GridSelection
  columns: GridColumns<Row>
  rowHeight: () => number
  total: () => number
  /** The row and column that contain an element. */
  cellOf: (element: Element) => { index: number; row: Row | undefined; column: Column<Row> | undefined }
  hideTip: () => void
  open: (row: Row) => void
}

export function useGridPointer<Row extends { id: string }>({
  cursor,
  selection,
  columns: { cells, pinnedWidth },
  rowHeight,
  total,
  cellOf,
  hideTip,
  open,
}: PointerParts<Row>) {
  const body = () => ({
    headerHeight: HEADER_HEIGHT_PX,
    rowHeight: rowHeight(),
    rows: total(),
    pinnedWidth: pinnedWidth.value,
    cells: cells.value,
  })

  /** While the button is held, the range of cells goes from the pressed cell to the mouse. */
  function markCells(pressed: MouseEvent, from: { row: number; key: string }) {
    followCells(pressed, from.key, body, (row, key) => {
      const { active, setActive } = cursor
      if (row === active.value.row && key === active.value.key) return
      if (!selection.range.value) selection.selectNone()
      selection.beginRange(from)
      setActive(row, key)
    })
  }

  function onMousedown(event: MouseEvent) {
    const { index, row, column } = cellOf(event.target as Element)
    if (event.button !== 0 || !column) return
    // The grid moves focus to the cell itself: the browser would start to select text or drop focus.
    event.preventDefault()
    hideTip()
    selection.clearRange()
    cursor.activate(index, column.key)
    if (!row) return
    if (event.shiftKey) {
      selection.extendTo(index)
      return
    }
    if (column.key !== SELECT) markCells(event, { row: index, key: column.key })
    selection.setAnchor(index)
    if (event.ctrlKey || event.metaKey || column.key === SELECT) selection.toggle(row)
    else selection.selectOnly(row)
  }

  function onDoubleClick(event: MouseEvent) {
    const { row, column } = cellOf(event.target as Element)
    if (row && column?.key !== SELECT) open(row)
  }

  return { onMousedown, onDoubleClick }
}
