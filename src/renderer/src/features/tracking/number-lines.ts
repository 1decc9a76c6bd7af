// Splits text pasted into the number field: the current line, and those that wait.

export type NumberLines = { first: string; others: number }

/** The maximum length of a number in the contract. */
const LONGEST = 200

function filled(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

export function numberLines(text: string): NumberLines {
  const lines = filled(text)
  // From a spreadsheet: the first cell of its row.
  const [cell = ''] = (lines[0] ?? '').trim().split('\t')
  return { first: cell.trim().slice(0, LONGEST), others: Math.max(0, lines.length - 1) }
}

/** Replaces or removes the first line; the others stay as pasted. */
export function withFirst(text: string, first: string | null): string {
  const [, ...others] = filled(text)
  return [...(first === null ? [] : [first]), ...others].join('\n')
}
