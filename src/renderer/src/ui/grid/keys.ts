// Maps keys to commands of a list. A list is one Tab stop, and everything in it is reached by these keys. Keys for
// moving and pressing are standard and fixed; the others are the user's own (keys/actions.ts).
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

/** About the column of the active cell. */
export type ColumnCommand =
  { do: 'column'; by: 1 | -1 } | { do: 'width'; by: 1 | -1 } | { do: 'pin'; isPinned: boolean } | { do: 'fit' | 'hide' }

export type GridCommand =
  | MoveCommand
  | ColumnCommand
  | { do: 'act'; adds: boolean }
  | { do: 'copy'; hasHeaders: boolean }
  | { do: 'peek' | 'toggle' | 'select-all' | 'copy-number' | 'escape' }

/** Commands by stroke. */
const fixed: Record<string, GridCommand> = {
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
  'shift+enter': { do: 'act', adds: true },
  'alt+arrowright': { do: 'column', by: 1 },
  'alt+arrowleft': { do: 'column', by: -1 },
  'alt+shift+arrowright': { do: 'width', by: 1 },
  'alt+shift+arrowleft': { do: 'width', by: -1 },
  escape: { do: 'escape' },
}

const byAction: Partial<Record<Action, GridCommand>> = {
  j: { do: 'rows', by: 1 },
  k: { do: 'rows', by: -1 },
  space: { do: 'peek' },
  enter: { do: 'act', adds: false },
  x: { do: 'toggle' },
  c: { do: 'copy-number' },
  'ctrl+a': { do: 'select-all' },
  'ctrl+c': { do: 'copy', hasHeaders: false },
  'ctrl+shift+c': { do: 'copy', hasHeaders: true },
}

/** Commands of a header that differ from those of a row. Enter and Space always press a header. */
const ofHeader: Record<string, GridCommand> = {
  enter: { do: 'act', adds: false },
  space: { do: 'act', adds: false },
  'alt+enter': { do: 'fit' },
  'alt+delete': { do: 'hide' },
  'ctrl+shift+arrowleft': { do: 'pin', isPinned: true },
  'ctrl+shift+arrowright': { do: 'pin', isPinned: false },
}

export function getGridCommand(
  event: KeyPress,
  actionOf: (event: KeyPress) => Action | null,
  isHeader = false,
): GridCommand | null {
  const strokes = listStrokes(event)
  const tables = isHeader ? [fixed, ofHeader] : [fixed]
  const knownStroke = strokes
    .flatMap((stroke) => tables.map((table) => table[stroke]))
    .find((command) => command !== undefined)
  if (knownStroke) return knownStroke
  const action = actionOf(event)
  return action === null ? null : (byAction[action] ?? null)
}
