// A text of lines and cells, whatever separates them. The first line may name the sign (`sep=;`, as Excel does).
import Papa from 'papaparse'

const SIGNS = [',', ';', '\t', '|']
/** A sign that stands in no text: with it nothing is quoted. */
const NO_QUOTES = '\u0000'

export function csvRows(text: string): string[][] {
  const [, named = '', rest = text] = /^\s*"?sep=(.)"?\s*?\r?\n([\s\S]*)$/i.exec(text) ?? []
  const delimiter = named === '' ? signOf(rest) : named
  const parse = (quoteChar: string) => Papa.parse<string[]>(rest, { delimiter, quoteChar })
  const parsed = parse('"')
  // A single inch sign would swallow all lines below it.
  const isTorn = parsed.errors.some(({ type }) => type === 'Quotes')
  return withoutBlankEnds((isTorn ? parse(NO_QUOTES) : parsed).data.map((row) => row.map((cell) => cell.trim())))
}

/** A blank row within a list keeps its place: results are pasted back beside the rows they belong to. */
export function withoutBlankEnds(rows: readonly string[][]): string[][] {
  const isFilled = (row: readonly string[]) => row.some((cell) => cell !== '')
  return rows.slice(Math.max(0, rows.findIndex(isFilled)), rows.findLastIndex(isFilled) + 1)
}

/** The sign that most lines have equally often; a comma within one cell of a plain list separates nothing. */
function signOf(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '').slice(0, 50)
  const counted = SIGNS.map((sign) => {
    const counts = lines.map((line) => unquoted(line).split(sign).length - 1)
    const usual = [...counts].sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0
    return { sign, usual, alike: usual === 0 ? 0 : counts.filter((count) => count === usual).length }
  })
  const best = counted.toSorted((one, other) => other.alike - one.alike || other.usual - one.usual)[0]
  return best && best.usual > 0 ? best.sign : '\t'
}

function unquoted(line: string): string {
  return line.replace(/"(?:[^"]|"")*"/g, '')
}
