// A table as CSV (RFC 4180). It begins with the mark of UTF-8: without it Excel reads the code page of the computer,
// and every ü and every emoji breaks; readers that need no mark skip it.
import { strToU8 } from 'fflate/browser'
import { guarded } from './formula-guard.ts'
import type { Cell, Sink, TableHead, TableWriter } from './table.ts'

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/

export function createCsv({ columns }: TableHead, sink: Sink): TableWriter {
  const line = (cells: readonly Cell[]) => {
    let text = ''
    for (let place = 0; place < cells.length; place++) text += (place === 0 ? '' : ',') + field(cells[place] ?? '')
    return `${text}\r\n`
  }
  sink(strToU8(`\ufeff${line(columns.map(({ title }) => title))}`))
  return {
    add: (rows) => {
      let text = ''
      for (const row of rows) text += line(row)
      sink(strToU8(text))
    },
    end: () => undefined,
  }
}

function field(cell: Cell): string {
  // A negative number of ours is no formula.
  if (typeof cell === 'number') return String(cell)
  const text = guarded(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
