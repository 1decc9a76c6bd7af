// The cursor of the grid: its one active cell, which is also its one Tab stop.
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { SELECT } from './columns.ts'
import { HEADER_HEIGHT_PX, scrollTopAround, scrollTopFor } from './row-window.ts'
import type { GridColumns } from './useGridColumns.ts'
import { takeFocus } from '../take-focus.ts'

export const HEADER_ROW = -1

type Cell = { row: number; key: string }

type CursorParts<Row> = {
  scroller: Readonly<ShallowRef<HTMLElement | null>>
  columns: GridColumns<Row>
  /** Key of the column in which the cursor starts. */
  firstKey: string
  rowHeight: () => number
  total: () => number
  /** Called when the cursor moves to this row. */
  onRow: (row: number) => void
}

export type GridCursor = {
  active: ShallowRef<Cell>
  /** Without rows the header has the focusable cell. */
  isOnHeader: ComputedRef<boolean>
  focus: () => void
  /** Makes a cell active that is in view. */
  setActive: (row: number, key: string, hasFocus?: boolean) => void
  /** Makes a cell active and scrolls it into view. */
  activate: (row: number, key: string, hasFocus?: boolean) => void
  /** Makes a row active that the user did not choose here, and scrolls it to the middle if it is not visible. */
  reveal: (row: number) => void
}

export function useGridCursor<Row>({
  scroller,
  columns: { cells, pinnedWidth },
  firstKey,
  rowHeight,
  total,
  onRow,
}: CursorParts<Row>): GridCursor {
  const active = shallowRef<Cell>({ row: 0, key: firstKey })
  watch(cells, (now) => {
    if (!now.some(({ column }) => column.key === active.value.key)) active.value = { ...active.value, key: SELECT }
  })
  watch(total, (count) => {
    if (active.value.row >= count) active.value = { ...active.value, row: Math.max(0, count - 1) }
  })

  function focus() {
    takeFocus(() => scroller.value?.querySelector<HTMLElement>('[tabindex="0"]'), { preventScroll: true })
  }

  function setActive(row: number, key: string, hasFocus = true) {
    active.value = { row, key }
    onRow(row)
    if (hasFocus) focus()
  }

  function activate(row: number, key: string, hasFocus = true) {
    const element = scroller.value
    if (element) {
      if (row >= 0)
        element.scrollTop = scrollTopFor(row, element.scrollTop, element.clientHeight, rowHeight(), HEADER_HEIGHT_PX)
      scrollToColumn(
        element,
        cells.value.find(({ column }) => column.key === key),
        pinnedWidth.value,
      )
    }
    setActive(row, key, hasFocus)
  }

  function reveal(row: number) {
    const element = scroller.value
    if (element)
      element.scrollTop = scrollTopAround(row, element.scrollTop, element.clientHeight, rowHeight(), HEADER_HEIGHT_PX)
    active.value = { ...active.value, row }
  }

  return {
    active,
    isOnHeader: computed(() => active.value.row === HEADER_ROW || total() === 0),
    focus,
    setActive,
    activate,
    reveal,
  }
}

function scrollToColumn(
  element: HTMLElement,
  cell: { column: { isPinned?: boolean }; left: number; width: number } | undefined,
  pinnedWidth: number,
) {
  if (!cell || cell.column.isPinned) return
  const hiddenLeft = cell.left - pinnedWidth
  const hiddenRight = cell.left + cell.width - element.clientWidth
  if (hiddenLeft < element.scrollLeft) element.scrollLeft = hiddenLeft
  else if (hiddenRight > element.scrollLeft) element.scrollLeft = hiddenRight
}
