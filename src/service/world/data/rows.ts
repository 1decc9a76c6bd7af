/** Parses a table that is written as text. Each line is a row, and `|` separates its cells. */
export function parseRows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
}
