// What the mouse does in the grid: a click opens the row, a click on the checkbox or with Ctrl or Shift selects, a drag
// marks cells, and the right button opens the menu.
import { SELECT, type Column } from './columns.ts'
import { followCells } from './follow-cells.ts'
import { HEADER_HEIGHT_PX } from './row-window.ts'
import type { GridColumns } from './useGridColumns.ts'
import type { GridCursor } from './useGridCursor.ts'
import { isControlHeld } from '../keys/strokes.ts'
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
  /** Shows the row beside the list; focus stays in the list. `row` is undefined on the heading of a group. */
  show: (index: number, row: Row | undefined) => void
  /** Shows the row and moves focus to it. */
  open: (row: Row) => void
  /** Shows the menu of the active row at this position in the window. */
  menu: (at: { x: number; y: number }) => void
}

export function useGridPointer<Row extends { id: string }>(parts: PointerParts<Row>) {
  const { cursor, selection, cellOf, hideTip, show, open, menu } = parts
  const markCells = useCellMarking(parts)

  function onMousedown(event: MouseEvent) {
    const { index, row, column } = cellOf(event.target as Element)
    if (event.button !== 0 || !column) return
    // The grid moves focus to the cell itself: the browser would start to select text or drop focus.
    event.preventDefault()
    hideTip()
    selection.clearRange()
    cursor.activate(index, column.key)
    if (event.shiftKey && row) {
      selection.extendTo(index)
      return
    }
    selection.setAnchor(index)
    if (!row) return
    if (column.key !== SELECT) markCells(event, { row: index, key: column.key })
    if (isToggling(event, column.key)) selection.toggle(row)
  }

  /** The click that ends a drag must not clear the range of cells. */
  function onClick(event: MouseEvent) {
    const { index, row, column } = cellOf(event.target as Element)
    const isOfSelection = row && (event.shiftKey || isToggling(event, column?.key ?? SELECT))
    if (column && !isOfSelection && !selection.range.value) show(index, row)
  }

  function onDoubleClick(event: MouseEvent) {
    const { row, column } = cellOf(event.target as Element)
    if (row && column?.key !== SELECT) open(row)
  }

  /** The key for menus and Shift+F10 cause the event too, on the active cell. */
  function onContextMenu(event: MouseEvent) {
    const { index, row, column } = cellOf(event.target as Element)
    if (!row || !column) return
    event.preventDefault()
    hideTip()
    selection.clearRange()
    // Commands act on the selected rows if there are several.
    if (!selection.isSelected(row)) selection.selectNone()
    cursor.activate(index, column.key)
    menu({ x: event.clientX, y: event.clientY })
  }

  return { onMousedown, onClick, onDoubleClick, onContextMenu }
}

/** On a Mac, Ctrl and a click open the menu. */
function isToggling(event: MouseEvent, key: string): boolean {
  return isControlHeld(event) || key === SELECT
}

/** While the button is held, the range of cells goes from the pressed cell to the mouse. */
function useCellMarking<Row extends { id: string }>({
  cursor,
  selection,
  columns: { cells, pinnedWidth },
  rowHeight,
  total,
}: PointerParts<Row>) {
  const getBody = () => ({
    headerHeight: HEADER_HEIGHT_PX,
    rowHeight: rowHeight(),
    rows: total(),
    pinnedWidth: pinnedWidth.value,
    cells: cells.value,
  })
  return (pressed: MouseEvent, from: { row: number; key: string }) =>
    followCells(pressed, from.key, getBody, (row, key) => {
      const { active, setActive } = cursor
      if (row === active.value.row && key === active.value.key) return
      if (!selection.range.value) selection.selectNone()
      selection.beginRange(from)
      setActive(row, key)
    })
}
