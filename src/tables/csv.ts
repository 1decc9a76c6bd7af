// A table as CSV (RFC 4180). It begins with the UTF-8 byte order mark: without it Excel assumes the code page of the
// computer and breaks characters such as ü. Other readers skip the mark.
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
  // A negative number needs no guard against formulas.
  if (typeof cell === 'number') return String(cell)
  const text = guarded(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
