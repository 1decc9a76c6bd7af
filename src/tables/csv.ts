// Writes a table as CSV (RFC 4180). The file begins with the UTF-8 byte order mark. Without it, Excel assumes the code
// page of the computer and breaks characters such as ü. Other readers skip the mark.
import { strToU8 } from 'fflate/browser'
import { guardFormula } from './formula-guard.ts'
import type { Cell, Sink, TableHead, TableWriter } from './table.ts'

/** Excel separates cells by `;` in some languages, and by a tab in pasted text. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

export function createCsv({ columns }: TableHead, sink: Sink): TableWriter {
  const formatLine = (cells: readonly Cell[]) => {
    let text = ''
    for (let column = 0; column < cells.length; column++)
      text += (column === 0 ? '' : ',') + formatField(cells[column] ?? '')
    return `${text}\r\n`
  }
  sink(strToU8(`\ufeff${formatLine(columns.map(({ title }) => title))}`))
  return {
    add: (rows) => {
      let text = ''
      for (const row of rows) text += formatLine('subtotals' in row ? row.subtotals : row)
      sink(strToU8(text))
    },
    end: () => undefined,
  }
}

function formatField(cell: Cell): string {
  // A number is not a formula, so its minus sign needs no apostrophe.
  if (typeof cell === 'number') return String(cell)
  const text = guardFormula(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
