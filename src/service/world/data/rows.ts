/** The rows of a table written as text: one in each line, its cells separated by `|`. */
export function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
}
