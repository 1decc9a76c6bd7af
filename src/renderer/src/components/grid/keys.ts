// Which key means what in a grid. The grid itself is one Tab stop; everything in it is reached from here.

export type GridCommand =
  | { do: 'rows'; by: number }
  | { do: 'pages'; by: 1 | -1 }
  | { do: 'cells'; by: number }
  | { do: 'extend'; by: 1 | -1 }
  | { do: 'column'; by: 1 | -1 }
  | { do: 'width'; by: 1 | -1 }
  | { do: 'act'; adds: boolean }
  | { do: 'peek' | 'toggle' | 'select-all' | 'copy' | 'copy-number' | 'escape' }

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const plain: Record<string, GridCommand> = {
  ArrowDown: { do: 'rows', by: 1 },
  ArrowUp: { do: 'rows', by: -1 },
  j: { do: 'rows', by: 1 },
  k: { do: 'rows', by: -1 },
  ArrowRight: { do: 'cells', by: 1 },
  ArrowLeft: { do: 'cells', by: -1 },
  Home: { do: 'cells', by: -Infinity },
  End: { do: 'cells', by: Infinity },
  PageDown: { do: 'pages', by: 1 },
  PageUp: { do: 'pages', by: -1 },
  Enter: { do: 'act', adds: false },
  ' ': { do: 'peek' },
  x: { do: 'toggle' },
  c: { do: 'copy-number' },
  Escape: { do: 'escape' },
}

const withControl: Record<string, GridCommand> = {
  Home: { do: 'rows', by: -Infinity },
  End: { do: 'rows', by: Infinity },
  a: { do: 'select-all' },
  c: { do: 'copy' },
}

const withShift: Record<string, GridCommand> = {
  ArrowDown: { do: 'extend', by: 1 },
  ArrowUp: { do: 'extend', by: -1 },
  Enter: { do: 'act', adds: true },
}

const withAlt: Record<string, GridCommand> = {
  ArrowRight: { do: 'column', by: 1 },
  ArrowLeft: { do: 'column', by: -1 },
}

const withAltShift: Record<string, GridCommand> = {
  ArrowRight: { do: 'width', by: 1 },
  ArrowLeft: { do: 'width', by: -1 },
}

export function gridCommand(event: Key): GridCommand | null {
  const isControl = event.ctrlKey || event.metaKey
  if (isControl && (event.altKey || event.shiftKey)) return null
  const table = isControl
    ? withControl
    : event.altKey
      ? event.shiftKey
        ? withAltShift
        : withAlt
      : event.shiftKey
        ? withShift
        : plain
  // Caps Lock makes a letter large without meaning anything by it.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return table[key] ?? null
}
