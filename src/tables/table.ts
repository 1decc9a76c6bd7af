// The types of an exported list. The page's worker and the engine's snapshots use the same writers.

/** Writers store a string as text, even if it looks like a number: the reference 00123 must keep its zeros. */
export type Cell = string | number

/** The cells of a row, or the subtotals of the rows below it, in the same columns. */
export type TableRow = readonly Cell[] | { subtotals: readonly Cell[] }

export type TableHead = {
  /** The title of the sheet. */
  title: string
  columns: readonly {
    title: string
    /** In pixels, as on screen. */
    width: number
    /** Texts such as 2026-11-20 in it are days, which a workbook stores as dates. */
    hasDays?: boolean
  }[]
}

/** Writes rows in batches and passes their bytes to the sink at once, so it stores no rows. */
export type TableWriter = { add(rows: readonly TableRow[]): void; end(): void }
export type Sink = (bytes: Uint8Array<ArrayBuffer>) => void

export const tableKinds = ['csv', 'xlsx'] as const
export type TableKind = (typeof tableKinds)[number]

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/

/** Converts the text of a number column to a number if it is a plain number. */
export function parseCell(text: string, isNumber: boolean): Cell {
  return isNumber && NUMBER.test(text) ? Number(text) : text
}
