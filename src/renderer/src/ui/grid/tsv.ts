// Rows as text for the clipboard and a spreadsheet: a header line, then cells separated by tabs.
import { guardFormula } from '#tables/formula-guard.ts'
import type { Column } from './columns.ts'

const NEGATIVE = /^-[\d.]+$/

export function toTsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[], hasHeaders = true): string {
  const shown = columns.filter((column) => column.title !== '')
  const lines = [
    ...(hasHeaders ? [shown.map(({ title, copyTitle }) => copyTitle ?? title)] : []),
    ...rows.map((row) => shown.map((column) => column.copy(row))),
  ]
  return lines.map((cells) => cells.map(writeCell).join('\t')).join('\n')
}

/** A tab or a line break would start another cell, and some first characters would start a formula. */
export function writeCell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ')
  return NEGATIVE.test(flat) ? flat : guardFormula(flat)
}
