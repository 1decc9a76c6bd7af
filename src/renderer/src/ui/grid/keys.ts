// Maps keys to commands of a list. A list is one Tab stop, and everything in it is reached by these keys. The user can
// change the keys of `commandByAction` (keys/actions.ts), but not the other keys.
import type { Action } from '../keys/actions.ts'
import { listStrokes, type KeyPress } from '../keys/strokes.ts'

export type MoveCommand =
  | { do: 'rows'; by: number }
  | { do: 'pages'; by: 1 | -1 }
  | { do: 'cells'; by: number }
  /** Extends the selection of rows from its anchor. */
  | { do: 'extend'; by: 1 | -1 }
  /** Extends the range of cells from its anchor. */
  | { do: 'range'; rows: number; cells: number }

/** Changes the column of the active cell. */
export type ColumnCommand =
  { do: 'column'; by: 1 | -1 } | { do: 'width'; by: 1 | -1 } | { do: 'pin'; isPinned: boolean } | { do: 'fit' | 'hide' }

export type GridCommand =
  | MoveCommand
  | ColumnCommand
  /** Opens a row, or sorts by a header. With `addsSortLevel`, the earlier sort columns remain. */
  | { do: 'act'; addsSortLevel: boolean }
  | { do: 'copy'; hasHeaders: boolean }
  | { do: 'peek' | 'toggle' | 'select-all' | 'copy-number' | 'escape' }

const commandByStroke: Record<string, GridCommand> = {
  arrowdown: { do: 'rows', by: 1 },
  arrowup: { do: 'rows', by: -1 },
  arrowright: { do: 'cells', by: 1 },
  arrowleft: { do: 'cells', by: -1 },
  home: { do: 'cells', by: -Infinity },
  end: { do: 'cells', by: Infinity },
  'ctrl+home': { do: 'rows', by: -Infinity },
  'ctrl+end': { do: 'rows', by: Infinity },
  pagedown: { do: 'pages', by: 1 },
  pageup: { do: 'pages', by: -1 },
  'shift+arrowdown': { do: 'range', rows: 1, cells: 0 },
  'shift+arrowup': { do: 'range', rows: -1, cells: 0 },
  'shift+arrowright': { do: 'range', rows: 0, cells: 1 },
  'shift+arrowleft': { do: 'range', rows: 0, cells: -1 },
  'ctrl+shift+arrowdown': { do: 'extend', by: 1 },
  'ctrl+shift+arrowup': { do: 'extend', by: -1 },
  'shift+enter': { do: 'act', addsSortLevel: true },
  'alt+arrowright': { do: 'column', by: 1 },
  'alt+arrowleft': { do: 'column', by: -1 },
  'alt+shift+arrowright': { do: 'width', by: 1 },
  'alt+shift+arrowleft': { do: 'width', by: -1 },
  escape: { do: 'escape' },
}

/** An action is named by its default key. */
const commandByAction: Partial<Record<Action, GridCommand>> = {
  j: { do: 'rows', by: 1 },
  k: { do: 'rows', by: -1 },
  space: { do: 'peek' },
  enter: { do: 'act', addsSortLevel: false },
  x: { do: 'toggle' },
  c: { do: 'copy-number' },
  'ctrl+a': { do: 'select-all' },
  'ctrl+c': { do: 'copy', hasHeaders: false },
  'ctrl+shift+c': { do: 'copy', hasHeaders: true },
}

/** Commands of a header that differ from those of a row. Enter and Space always press a header. */
const headerCommandByStroke: Record<string, GridCommand> = {
  enter: { do: 'act', addsSortLevel: false },
  space: { do: 'act', addsSortLevel: false },
  'alt+enter': { do: 'fit' },
  'alt+delete': { do: 'hide' },
  'ctrl+shift+arrowleft': { do: 'pin', isPinned: true },
  'ctrl+shift+arrowright': { do: 'pin', isPinned: false },
}

export function getGridCommand(
  event: KeyPress,
  findAction: (event: KeyPress) => Action | null,
  isHeader = false,
): GridCommand | null {
  const strokes = listStrokes(event)
  const tables = isHeader ? [commandByStroke, headerCommandByStroke] : [commandByStroke]
  const fixedCommand = strokes
    .flatMap((stroke) => tables.map((table) => table[stroke]))
    .find((command) => command !== undefined)
  if (fixedCommand) return fixedCommand
  const action = findAction(event)
  return action === null ? null : (commandByAction[action] ?? null)
}
