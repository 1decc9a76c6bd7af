// The lines of a grouped list: a heading for each group, followed by its rows unless the group is collapsed. Without
// groups, lines are rows. Rows are places in the order of the list; they include those of collapsed groups.
import type { RowRange } from './list-reader.ts'

type Group = { key: string; count: number }
/** What a line shows. */
type Line = { group: number } | { row: number }

export class GroupLines {
  readonly total: number
  readonly hasGroups: boolean
  /** For each group: its first row, and the line of its heading. One entry more marks the end of the last group. */
  readonly #rows: number[] = []
  readonly #lines: number[] = []

  /** `collapsed`: keys of groups. */
  constructor(groups: readonly Group[], total: number, collapsed: ReadonlySet<string>) {
    let [row, line] = [0, 0]
    for (const { key, count } of groups) {
      this.#rows.push(row)
      this.#lines.push(line)
      row += count
      line += 1 + (collapsed.has(key) ? 0 : count)
    }
    this.#rows.push(row)
    this.#lines.push(line)
    this.hasGroups = groups.length > 0
    this.total = this.hasGroups ? line : total
  }

  at(line: number): Line {
    const group = this.#groupAt(this.#lines, line)
    if (group < 0) return { row: line }
    const below = line - (this.#lines[group] ?? 0)
    return below === 0 ? { group } : { row: (this.#rows[group] ?? 0) + below - 1 }
  }

  /** The line of a row; in a collapsed group, its heading. */
  getLineOfRow(row: number): number {
    const group = this.#groupAt(this.#rows, row)
    if (group < 0) return row
    const line = (this.#lines[group] ?? 0) + row - (this.#rows[group] ?? 0) + 1
    return line < (this.#lines[group + 1] ?? 0) ? line : (this.#lines[group] ?? 0)
  }

  /** The row on this line, or the first row below this heading, also if its group is collapsed. */
  findFirstRow(line: number): number {
    const content = this.at(line)
    return 'row' in content ? content.row : (this.#rows[content.group] ?? 0)
  }

  /** The rows on these lines, without headings and collapsed rows. Lines beyond the end have no rows. */
  listRowRanges(first: number, last: number): RowRange[] {
    if (!this.hasGroups) return [[first, last]]
    const ranges: RowRange[] = []
    const upTo = Math.min(last, this.total - 1)
    for (let line = first; line <= upTo;) {
      const group = this.#groupAt(this.#lines, line)
      const end = Math.min(upTo, (this.#lines[group + 1] ?? 0) - 1)
      const [begin, until] = [this.at(line === this.#lines[group] ? line + 1 : line), this.at(end)]
      if ('row' in begin && 'row' in until) {
        const before = ranges.at(-1)
        if (before?.[1] === begin.row - 1) ranges.splice(-1, 1, [before[0], until.row])
        else ranges.push([begin.row, until.row])
      }
      line = end + 1
    }
    return ranges
  }

  isSameAs(other: GroupLines): boolean {
    return (
      this.total === other.total &&
      String(this.#lines) === String(other.#lines) &&
      String(this.#rows) === String(other.#rows)
    )
  }

  /** The last group that begins at or before this place; -1 without groups. */
  #groupAt(begins: readonly number[], index: number): number {
    let [low, high] = [0, begins.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((begins[middle] ?? 0) <= index) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
