// A table as CSV (RFC 4180). It begins with the UTF-8 byte order mark: without it Excel assumes the code page of the
// computer and breaks characters such as ü. Other readers skip the mark.
import { strToU8 } from 'fflate/browser'
import { guarded } from './formula-guard.ts'
import type { Cell, Sink, TableHead, TableWriter } from './table.ts'

/** Excel separates cells by `;` in some languages, and by a tab in pasted text. */
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

export function createCsv({ columns }: TableHead, sink: Sink): TableWriter {
  const line = (cells: readonly Cell[]) => {
    let text = ''
    for (let column = 0; column < cells.length; column++)
      text += (column === 0 ? '' : ',') + fieldText(cells[column] ?? '')
    return `${text}\r\n`
  }
  sink(strToU8(`\ufeff${line(columns.map(({ title }) => title))}`))
  return {
    add: (rows) => {
      let text = ''
      for (const row of rows) text += line('heading' in row ? row.heading : row)
      sink(strToU8(text))
    },
    end: () => undefined,
  }
}

function fieldText(cell: Cell): string {
  // A number is no formula, so its minus needs no guard.
  if (typeof cell === 'number') return String(cell)
  const text = guarded(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
