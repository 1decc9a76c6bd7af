// The lines of a grouped list on screen. A line is a heading of a group, or a row of a group that is not collapsed.
// Without groups, each line is a row. The number of a row is its place in the list, which includes collapsed rows.
import type { RowRange } from './list-reader.ts'

type Group = { key: string; count: number }
/** What a line shows: the heading of a group, or a row. Both are numbers. */
type Line = { group: number } | { row: number }

export class GroupLines {
  readonly total: number
  readonly hasGroups: boolean
  /** For each group: its first row, and the line of its heading. One entry more marks the end of the last group. */
  readonly #firstRows: number[] = []
  readonly #headingLines: number[] = []

  /** `total` is the number of rows, and `collapsed` has keys of groups. */
  constructor(groups: readonly Group[], total: number, collapsed: ReadonlySet<string>) {
    let [row, line] = [0, 0]
    for (const { key, count } of groups) {
      this.#firstRows.push(row)
      this.#headingLines.push(line)
      row += count
      line += 1 + (collapsed.has(key) ? 0 : count)
    }
    this.#firstRows.push(row)
    this.#headingLines.push(line)
    this.hasGroups = groups.length > 0
    this.total = this.hasGroups ? line : total
  }

  at(line: number): Line {
    const group = this.#findGroup(this.#headingLines, line)
    if (group < 0) return { row: line }
    const distance = line - (this.#headingLines[group] ?? 0)
    return distance === 0 ? { group } : { row: (this.#firstRows[group] ?? 0) + distance - 1 }
  }

  /** Returns the line of a row. If its group is collapsed, this is the line of the heading. */
  getLineOfRow(row: number): number {
    const group = this.#findGroup(this.#firstRows, row)
    if (group < 0) return row
    const line = (this.#headingLines[group] ?? 0) + row - (this.#firstRows[group] ?? 0) + 1
    return line < (this.#headingLines[group + 1] ?? 0) ? line : (this.#headingLines[group] ?? 0)
  }

  /** Returns the row on this line. For a heading it returns the first row of the group, even if that is collapsed. */
  findFirstRow(line: number): number {
    const content = this.at(line)
    return 'row' in content ? content.row : (this.#firstRows[content.group] ?? 0)
  }

  /** Lists the rows on these lines, without headings and collapsed rows. Lines beyond the end have no rows. */
  listRowRanges(first: number, last: number): RowRange[] {
    if (!this.hasGroups) return [[first, last]]
    const ranges: RowRange[] = []
    const lastLine = Math.min(last, this.total - 1)
    for (let line = first; line <= lastLine;) {
      const group = this.#findGroup(this.#headingLines, line)
      const end = Math.min(lastLine, (this.#headingLines[group + 1] ?? 0) - 1)
      const [startContent, endContent] = [this.at(line === this.#headingLines[group] ? line + 1 : line), this.at(end)]
      if ('row' in startContent && 'row' in endContent) {
        const previous = ranges.at(-1)
        if (previous?.[1] === startContent.row - 1) ranges.splice(-1, 1, [previous[0], endContent.row])
        else ranges.push([startContent.row, endContent.row])
      }
      line = end + 1
    }
    return ranges
  }

  isSameAs(other: GroupLines): boolean {
    return (
      this.total === other.total &&
      String(this.#headingLines) === String(other.#headingLines) &&
      String(this.#firstRows) === String(other.#firstRows)
    )
  }

  /** Finds the last group that starts at or before `index`, a row or a line; -1 without groups. */
  #findGroup(starts: readonly number[], index: number): number {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= index) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
