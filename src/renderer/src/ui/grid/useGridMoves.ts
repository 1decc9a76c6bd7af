// How keys move the cursor of the grid and extend the selection with it.
import { SELECT } from './columns.ts'
import type { GridColumns } from './useGridColumns.ts'
import { HEADER_ROW, type GridCursor } from './useGridCursor.ts'
import type { GridSelection } from './useGridSelection.ts'

type MoveParts<Row> = { cursor: GridCursor; selection: GridSelection; columns: GridColumns<Row>; total: () => number }

export function useGridMoves<Row>({
  cursor: { active, activate },
  selection,
  columns: { cells },
  total,
}: MoveParts<Row>) {
  const listKeys = () => cells.value.map(({ column }) => column.key)
  const getRowAfter = (by: number, first = 0) => Math.max(first, Math.min(total() - 1, active.value.row + by))

  function moveRows(by: number) {
    selection.clearRange()
    // Only a single step reaches the header.
    activate(getRowAfter(by, by === -1 ? HEADER_ROW : 0), active.value.key)
    selection.setAnchor(active.value.row)
  }

  function moveCells(by: number) {
    selection.clearRange()
    const next = Math.max(0, Math.min(listKeys().length - 1, listKeys().indexOf(active.value.key) + by))
    activate(active.value.row, listKeys()[next] ?? SELECT)
  }

  function extendRows(by: 1 | -1) {
    const row = getRowAfter(by)
    activate(row, active.value.key)
    selection.extendTo(row)
  }

  /** In the column of the selection it extends the selection of rows. */
  function extendRange(rows: number, across: number) {
    const { row, key } = active.value
    if (row === HEADER_ROW) return
    if (key === SELECT) {
      if (rows !== 0) extendRows(rows > 0 ? 1 : -1)
      return
    }
    selection.beginRange(active.value)
    const next =
      listKeys()[
        Math.max(listKeys().indexOf(SELECT) + 1, Math.min(listKeys().length - 1, listKeys().indexOf(key) + across))
      ]
    activate(getRowAfter(rows), next ?? key)
  }

  return { moveRows, moveCells, extendRows, extendRange }
}
