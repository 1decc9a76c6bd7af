// A list that is exported, for its two writers: the page's worker, and the engine for snapshots.

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

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/

/** Numbers are what stands at the right edge and reads as one; a plain text of digits stays what it is. */
export function cellOf(text: string, isNumber: boolean): Cell {
  return isNumber && NUMBER.test(text) ? Number(text) : text
}
