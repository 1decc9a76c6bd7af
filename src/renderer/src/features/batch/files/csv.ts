// Parses text into rows and cells with any separator. The first line may name the separator (`sep=;`, as Excel writes).
import Papa from 'papaparse'
import { removeGuard } from '#tables/formula-guard.ts'

const SEPARATORS = [',', ';', '\t', '|']
/** The lines that are enough to detect the separator. */
const SAMPLE_LINES = 50
/** A quote that is not closed within this many lines is not a quote. */
const MAX_RECORD_LINES = 20

export function parseCsv(text: string): string[][] {
  const [, namedSeparator = '', rest = text] = /^\s*"?sep=(.)"?\s*?\r?\n([\s\S]*)$/i.exec(text) ?? []
  const separator = namedSeparator === '' ? detectSeparator(rest) : namedSeparator
  const parsed = Papa.parse<string[]>(rest, { delimiter: separator })
  const rows = hasQuoteErrors(parsed) ? splitRecords(rest, separator) : parsed.data
  return trimBlankEnds(rows.map((row) => row.map((cell) => removeGuard(cell.trim()).trim())))
}

function hasQuoteErrors({ errors }: Papa.ParseResult<string[]>): boolean {
  return errors.some(({ type }) => type === 'Quotes')
}

/**
 * Parses record by record, so that a single inch sign does not join all lines below it into one cell. Only its own line
 * loses its quotes.
 */
function splitRecords(text: string, separator: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/)
  const rows: string[][] = []
  let start = 0
  while (start < lines.length) {
    const { row, lineCount } = readRecord(lines, start, separator)
    rows.push(row)
    start += lineCount
  }
  return rows
}

function readRecord(lines: readonly string[], start: number, separator: string): { row: string[]; lineCount: number } {
  for (let lineCount = 1; lineCount <= MAX_RECORD_LINES && start + lineCount <= lines.length; lineCount++) {
    const parsed = Papa.parse<string[]>(lines.slice(start, start + lineCount).join('\n'), { delimiter: separator })
    if (!hasQuoteErrors(parsed)) return { row: parsed.data[0] ?? [''], lineCount }
    // More lines would only help with an unclosed quote, not with a misplaced one.
    if (parsed.errors.some(({ code }) => code === 'InvalidQuotes')) break
  }
  return { row: splitCells(lines[start] ?? '', separator), lineCount: 1 }
}

/** Quotes enclose a cell if they are its first and last character. Any other quote is an ordinary character. */
function splitCells(line: string, separator: string): string[] {
  const cells: string[] = []
  let start = 0
  while (start <= line.length) {
    const end = line.startsWith('"', start) ? line.indexOf(`"${separator}`, start + 1) : -1
    const isQuotedLastCell = line.startsWith('"', start) && end < 0 && line.endsWith('"') && line.length > start + 1
    const plainEnd = line.indexOf(separator, start)
    const stop = end >= 0 ? end + 1 : isQuotedLastCell || plainEnd < 0 ? line.length : plainEnd
    const cell = line.slice(start, stop)
    cells.push(end >= 0 || isQuotedLastCell ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    start = stop + 1
  }
  return cells
}

/** Blank rows inside a list stay, because results are pasted back beside their rows. */
export function trimBlankEnds(rows: readonly string[][]): string[][] {
  const isFilled = (row: readonly string[]) => row.some((cell) => cell !== '')
  return rows.slice(Math.max(0, rows.findIndex(isFilled)), rows.findLastIndex(isFilled) + 1)
}

/** The separator that occurs equally often in most lines. A comma in only a few cells is not the separator. */
function detectSeparator(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
  const counted = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => removeQuoted(line).split(separator).length - 1)
    const medianCount = [...counts].sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0
    return {
      separator,
      medianCount,
      matchingLines: medianCount === 0 ? 0 : counts.filter((count) => count === medianCount).length,
    }
  })
  const best = counted.toSorted(
    (one, other) => other.matchingLines - one.matchingLines || other.medianCount - one.medianCount,
  )[0]
  return best && best.medianCount > 0 ? best.separator : '\t'
}

function removeQuoted(line: string): string {
  return line.replace(/"(?:[^"]|"")*"/g, '')
}
