// Prepares a list as shown on screen for a writer (src/tables). The cells have the form for other programs (`copy`).
import { parseCell, type Cell, type TableHead } from '#tables/table.ts'
import type { Column, ColumnLayout } from '../../ui/grid/columns.ts'

/** Lists the columns to export. A column without a title only draws a mark. */
export function listExportedColumns<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.filter(({ title }) => title !== '')
}

/** The layout of a file: hidden columns with `isInFiles` are shown. */
export function createFileLayout<Row>(columns: readonly Column<Row>[], layout: ColumnLayout): ColumnLayout {
  const fileKeys = columns.filter(({ isInFiles }) => isInFiles).map(({ key }) => key)
  return { ...layout, hidden: layout.hidden.filter((key) => !fileKeys.includes(key)) }
}

export function createHead<Row>(
  title: string,
  columns: readonly Column<Row>[],
  widths: Readonly<Record<string, number>>,
): TableHead {
  return {
    title,
    columns: columns.map((column) => ({
      title: column.copyTitle ?? column.title,
      width: widths[column.key] ?? column.width,
      ...(column.isDate ? { hasDays: true } : {}),
    })),
  }
}

export function createCells<Row>(columns: readonly Column<Row>[], row: Row): Cell[] {
  return columns.map((column) => parseCell(column.copy(row), column.isNumber ?? column.align === 'end'))
}
