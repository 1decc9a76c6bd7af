// The width a column needs for its texts, measured on a canvas to avoid a layout.
import type { Column, Now } from './columns.ts'

/** Cell padding on both sides, plus the header's sort mark. */
const CELL_PADDING = 18
const HEADER_EXTRA = 30

export function fittingWidth<Row>(column: Column<Row>, rows: readonly Row[], now: Now, cell: Element): number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return column.width
  // Not the `font` shorthand: it is empty with tabular numerals.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(cell)
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const widest = Math.max(0, ...rows.map((row) => context.measureText(column.text(row, now)).width))
  const header = context.measureText(column.title).width + HEADER_EXTRA
  return Math.ceil(Math.max(widest + CELL_PADDING + (column.extraWidth ?? 0), header))
}
