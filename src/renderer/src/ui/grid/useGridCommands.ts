// Runs the commands of keys (keys.ts) on the active cell of the grid. On the heading of a group, the keys that open and
// move between cells collapse and expand it.
import { SELECT } from './columns.ts'
import type { GroupHeading } from './grid-handle.ts'
import type { ColumnCommand, GridCommand, MoveCommand } from './keys.ts'
import type { CellRange } from './useCellRange.ts'
import type { useColumnActions } from './useColumnActions.ts'
import type { GridCursor } from './useGridCursor.ts'
import type { useGridMoves } from './useGridMoves.ts'
import type { GridSelection } from './useGridSelection.ts'

const WIDTH_STEP_PX = 8

type MoveParts = {
  moves: ReturnType<typeof useGridMoves>
  /** The number of rows that fit into the viewport. */
  rowsInView: () => number
}
type ColumnParts = { cursor: GridCursor; columnActions: ReturnType<typeof useColumnActions> }
type GroupParts = {
  cursor: GridCursor
  groupAt: (index: number) => GroupHeading | undefined
  toggleGroup: (index: number) => void
}
type CommandParts<Row> = MoveParts &
  ColumnParts &
  GroupParts & {
    selection: GridSelection
    rowAt: (index: number) => Row | undefined
    open: (row: Row) => void
    peek: (row: Row) => void
    copy: (row: Row | undefined) => void
    copyRange: (range: CellRange, hasHeaders: boolean) => void
    copyNumber: (row: Row) => void
    escape: () => void
  }

export function useGridCommands<Row extends { id: string }>(parts: CommandParts<Row>): (command: GridCommand) => void {
  const { cursor, selection, columnActions } = parts
  const { active, isOnHeader } = cursor

  function runCommand(addsSortLevel: boolean) {
    const { row: index, key } = active.value
    const row = parts.rowAt(index)
    if (!isOnHeader.value) {
      if (row) parts.open(row)
    } else if (key === SELECT) selection.toggleAll()
    else columnActions.sortBy(key, addsSortLevel)
  }

  /** The space bar: it presses a header, selects in the first column, and previews elsewhere. */
  function peekRow(row: Row | undefined) {
    if (isOnHeader.value) runCommand(false)
    else if (active.value.key === SELECT) selection.toggle(row)
    else if (row) parts.peek(row)
  }

  return (command) => {
    if (runOnGroup(parts, command)) return
    const row = parts.rowAt(active.value.row)
    const range = selection.range.value
    switch (command.do) {
      case 'act':
        runCommand(command.addsSortLevel)
        break
      case 'peek':
        peekRow(row)
        break
      case 'toggle':
        selection.toggle(row)
        break
      case 'select-all':
        selection.selectAll()
        break
      case 'copy':
        if (range) parts.copyRange(range, command.hasHeaders)
        else parts.copy(row)
        break
      case 'copy-number':
        if (row) parts.copyNumber(row)
        break
      case 'escape':
        if (range) selection.clearRange()
        else parts.escape()
        break
      default:
        if (isMove(command)) runMove(parts, command)
        else runOnColumn(parts, command)
    }
  }
}

/** Whether the command was about the heading of the active group. */
function runOnGroup({ cursor, groupAt, toggleGroup }: GroupParts, command: GridCommand): boolean {
  const { row: index } = cursor.active.value
  const group = groupAt(index)
  if (!group) return false
  const toggles =
    command.do === 'act' ||
    command.do === 'peek' ||
    (command.do === 'cells' && Math.abs(command.by) === 1 && group.isCollapsed === command.by > 0)
  if (toggles) toggleGroup(index)
  return toggles || command.do === 'cells'
}

function isMove(command: MoveCommand | ColumnCommand): command is MoveCommand {
  return ['rows', 'pages', 'cells', 'extend', 'range'].includes(command.do)
}

function runMove({ moves, rowsInView }: MoveParts, command: MoveCommand): void {
  if (command.do === 'rows') moves.moveRows(command.by)
  else if (command.do === 'pages') moves.moveRows(command.by * rowsInView())
  else if (command.do === 'cells') moves.moveCells(command.by)
  else if (command.do === 'extend') moves.extendRows(command.by)
  else moves.extendRange(command.rows, command.cells)
}

function runOnColumn({ columnActions, cursor }: ColumnParts, command: ColumnCommand): void {
  const { key } = cursor.active.value
  switch (command.do) {
    case 'fit':
      columnActions.fit(key)
      break
    case 'hide':
      columnActions.hideColumn(key)
      break
    case 'width':
      columnActions.resizeBy(key, command.by * WIDTH_STEP_PX)
      break
    case 'pin':
      columnActions.pinColumn(key, command.isPinned)
      break
    case 'column':
      columnActions.moveColumn(key, command.by)
      break
  }
  // A header that moved has another element.
  if (command.do === 'pin' || command.do === 'column') cursor.focus()
}
