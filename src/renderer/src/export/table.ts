// A list on its way out of the app: columns as they stand on screen, cells as another program takes them (`copy`).
import type { Column } from '../components/grid/columns.ts'

/** Texts stay texts, whatever they look like: a reference 00123 is no number. */
export type Cell = string | number

export type TableHead = {
  /** Of the sheet. */
  title: string
  columns: readonly { title: string; /** In pixels, as on screen. */ width: number }[]
}

/** Takes rows one batch after the other and hands bytes on as they come; nothing is kept of rows that are written. */
export type TableWriter = { add(rows: readonly (readonly Cell[])[]): void; end(): void }
export type Sink = (bytes: Uint8Array<ArrayBuffer>) => void

export const tableKinds = ['csv', 'xlsx'] as const
export type TableKind = (typeof tableKinds)[number]

/** One without a title has nothing but a mark to show. */
export function exported<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns.filter(({ title }) => title !== '')
}

export function headOf<Row>(title: string, columns: readonly Column<Row>[], widths: Readonly<Record<string, number>>): TableHead {
  return { title, columns: columns.map((column) => ({ title: column.copyTitle ?? column.title, width: widths[column.key] ?? column.width })) }
}

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/

/** Numbers are what stands at the right edge and reads as one; a plain text of digits stays what it is. */
export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): Cell[] {
  return columns.map((column) => {
    const text = column.copy(row)
    return column.align === 'end' && NUMBER.test(text) ? Number(text) : text
  })
}
