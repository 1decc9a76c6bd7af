// Parses text into lines and cells with any separator. The first line may name it (`sep=;`, as Excel does).
import Papa from 'papaparse'
import { removeGuard } from '#tables/formula-guard.ts'

const SEPARATORS = [',', ';', '\t', '|']
/** A quote that is not closed within this many lines is not a quote. */
const MAX_RECORD_LINES = 20

export function parseCsv(text: string): string[][] {
  const [, named = '', rest = text] = /^\s*"?sep=(.)"?\s*?\r?\n([\s\S]*)$/i.exec(text) ?? []
  const delimiter = named === '' ? detectSeparator(rest) : named
  const parsed = Papa.parse<string[]>(rest, { delimiter })
  const rows = hasQuoteErrors(parsed) ? splitRecords(rest, delimiter) : parsed.data
  return trimBlankEnds(rows.map((row) => row.map((cell) => removeGuard(cell.trim()).trim())))
}

function hasQuoteErrors({ errors }: Papa.ParseResult<string[]>): boolean {
  return errors.some(({ type }) => type === 'Quotes')
}

/**
 * Parses record by record, so that a single inch sign does not join all lines below it into one cell. Only its own line
 * loses its quotes.
 */
function splitRecords(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/)
  const rows: string[][] = []
  let at = 0
  while (at < lines.length) {
    const { row, lineCount } = readRecord(lines, at, delimiter)
    rows.push(row)
    at += lineCount
  }
  return rows
}

function readRecord(lines: readonly string[], at: number, delimiter: string): { row: string[]; lineCount: number } {
  for (let lineCount = 1; lineCount <= MAX_RECORD_LINES && at + lineCount <= lines.length; lineCount++) {
    const parsed = Papa.parse<string[]>(lines.slice(at, at + lineCount).join('\n'), { delimiter })
    if (!hasQuoteErrors(parsed)) return { row: parsed.data[0] ?? [''], lineCount }
    // More lines would only help with an unclosed quote, not with a misplaced one.
    if (parsed.errors.some(({ code }) => code === 'InvalidQuotes')) break
  }
  return { row: splitCells(lines[at] ?? '', delimiter), lineCount: 1 }
}

/** A quote counts if a cell begins and ends with it. Any other is an ordinary character. */
function splitCells(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const end = line.startsWith('"', at) ? line.indexOf(`"${delimiter}`, at + 1) : -1
    const isLast = line.startsWith('"', at) && end < 0 && line.endsWith('"') && line.length > at + 1
    const plainEnd = line.indexOf(delimiter, at)
    const stop = end >= 0 ? end + 1 : isLast || plainEnd < 0 ? line.length : plainEnd
    const cell = line.slice(at, stop)
    cells.push(end >= 0 || isLast ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    at = stop + 1
  }
  return cells
}

/** Blank rows inside a list stay, because results are pasted back beside their rows. */
export function trimBlankEnds(rows: readonly string[][]): string[][] {
  const isFilled = (row: readonly string[]) => row.some((cell) => cell !== '')
  return rows.slice(Math.max(0, rows.findIndex(isFilled)), rows.findLastIndex(isFilled) + 1)
}

/** The separator that occurs equally often in most lines. A comma within single cells of a list is not one. */
function detectSeparator(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50)
  const counted = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => removeQuoted(line).split(separator).length - 1)
    const cellCount = [...counts].sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0
    return {
      separator,
      cellCount,
      matching: cellCount === 0 ? 0 : counts.filter((count) => count === cellCount).length,
    }
  })
  const bestSeparator = counted.toSorted(
    (one, other) => other.matching - one.matching || other.cellCount - one.cellCount,
  )[0]
  return bestSeparator && bestSeparator.cellCount > 0 ? bestSeparator.separator : '\t'
}

function removeQuoted(line: string): string {
  return line.replace(/"(?:[^"]|"")*"/g, '')
}
