// A list as it stands on screen, made ready for a writer (src/tables): cells as another program takes them (`copy`).
import { cellOf, type Cell, type TableHead } from '#tables/table.ts'
import type { Column } from '../../ui/grid/columns.ts'

/** One without a title has nothing but a mark to show. */
export function exported<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.filter(({ title }) => title !== '')
}

export function headOf<Row>(
  title: string,
  columns: readonly Column<Row>[],
  widths: Readonly<Record<string, number>>,
): TableHead {
  return {
    title,
    columns: columns.map((column) => ({
      title: column.copyTitle ?? column.title,
      width: widths[column.key] ?? column.width,
    })),
  }
}

export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): Cell[] {
  return columns.map((column) => cellOf(column.copy(row), column.align === 'end'))
}
