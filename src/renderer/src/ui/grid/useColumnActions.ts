// The actions of a header on its column: sort, width, place, pin and hide. It emits the user's intent; the parent
// stores it.
import {
  SELECT,
  withHidden,
  withMoved,
  withPinned,
  withSort,
  withWidth,
  type Column,
  type ColumnLayout,
  type NowMs,
  type PlacedColumn,
  type SortLevel,
} from './columns.ts'

type ColumnParts<Row> = {
  columns: () => readonly Column<Row>[]
  layout: () => ColumnLayout
  sort: () => readonly SortLevel[]
  placed: () => readonly PlacedColumn<Row>[]
  /** The rows to fit a width to, and a cell with the font; null while none is drawn. */
  measured: () => { rows: readonly Row[]; cell: Element | null; now: NowMs }
  setLayout: (layout: ColumnLayout) => void
  setSort: (sort: SortLevel[]) => void
  /** Moves the cursor to another header, because its own is removed. */
  leaveFor: (key: string) => void
}

export function useColumnActions<Row>({
  columns,
  layout,
  sort,
  placed,
  measured,
  setLayout,
  setSort,
  leaveFor,
}: ColumnParts<Row>) {
  const findColumn = (key: string) => columns().find((column) => column.key === key)
  const listKeys = () => placed().map(({ column }) => column.key)
  return {
    moveColumn: (key: string, by: 1 | -1) => {
      const to = listKeys()[listKeys().indexOf(key) + by]
      if (to !== undefined && to !== SELECT) setLayout(withMoved(columns(), layout(), key, to))
    },
    resizeBy: (key: string, by: number) => {
      const cell = placed().find(({ column }) => column.key === key)
      if (cell) setLayout(withWidth(placed(), layout(), key, cell.width + by))
    },
    fit: (key: string) => {
      const column = findColumn(key)
      const { rows, cell, now } = measured()
      if (column && cell) setLayout(withWidth(placed(), layout(), key, measureFittingWidth(column, rows, now, cell)))
    },
    sortBy: (key: string, addsSortLevel: boolean) => {
      const column = findColumn(key)
      if (column?.sort !== undefined) setSort(withSort(sort(), column.sort, addsSortLevel, column.firstDirection))
    },
    /** Columns that identify the row cannot be hidden. */
    hideColumn: (key: string) => {
      if (findColumn(key)?.isPinned !== undefined || key === SELECT) return
      const at = listKeys().indexOf(key)
      leaveFor(listKeys()[at + 1] ?? listKeys()[at - 1] ?? SELECT)
      setLayout(withHidden(layout(), key, true))
    },
    pinColumn: (key: string, isPinned: boolean) => setLayout(withPinned(columns(), layout(), key, isPinned)),
  }
}

// The width a column needs for its texts, measured on a canvas to avoid a layout.
/** Cell padding on both sides, plus the header's sort mark. */
const CELL_PADDING = 16
const HEADER_EXTRA = 30

function measureFittingWidth<Row>(column: Column<Row>, rows: readonly Row[], now: NowMs, cell: Element): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return column.width
  // The `font` shorthand is empty with tabular numerals, so its parts are read.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(cell)
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const widest = Math.max(0, ...rows.map((row) => context.measureText(column.text(row, now)).width))
  const header = context.measureText(column.title).width + HEADER_EXTRA
  return Math.ceil(Math.max(widest + CELL_PADDING + (column.extraWidth ?? 0), header))
}
