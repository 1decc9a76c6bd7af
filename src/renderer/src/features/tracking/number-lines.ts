// What was pasted into the number box: the line that is taken now, and those that wait in the box.

export type NumberLines = { first: string; others: number }

/** As much of a line as may be a number; the contract takes no more. */
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

/** Another first line, or none; the others stay as they were pasted. */
export function withFirst(text: string, first: string | null): string {
  const [, ...others] = filled(text)
  return [...(first === null ? [] : [first]), ...others].join('\n')
}
