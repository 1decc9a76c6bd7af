// The lines of a grouped list: headings and rows.
import { describe, expect, test } from 'vitest'
import { createDice } from '#service/world/chance.ts'
import { GroupLines } from '../../src/renderer/src/features/lists/group-lines.ts'

/** The same lines as a plain list of what each shows. */
function listLines(groups: { key: string; count: number }[], collapsed: ReadonlySet<string>) {
  let row = 0
  return groups.flatMap(({ key, count }, group) => {
    const rows = Array.from({ length: count }, () => ({ row: row++ }))
    return [{ group }, ...(collapsed.has(key) ? [] : rows)]
  })
}

const dice = createDice('lines of groups')
const groupedLists = Array.from({ length: 40 }, () => {
  const groups = Array.from({ length: dice.drawInteger(1, 8) }, (_, index) => ({
    key: `${index}`,
    count: dice.drawInteger(1, 5),
  }))
  const collapsed = new Set(groups.map(({ key }) => key).filter(() => dice.drawBoolean(0.4)))
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return { groups, collapsed, total }
})

describe('the lines of a grouped list', () => {
  test.each(groupedLists)('are headings and rows: $groups', ({ groups, collapsed, total }) => {
    const lines = new GroupLines(groups, total, collapsed)
    const expected = listLines(groups, collapsed)
    expect(Array.from({ length: lines.total }, (_, line) => lines.at(line))).toEqual(expected)
    for (let row = 0; row < total; row++) {
      const line = expected.findIndex((entry) => 'row' in entry && entry.row === row)
      const group = groups.findIndex(
        (_, index) => groups.slice(0, index + 1).reduce((sum, { count }) => sum + count, 0) > row,
      )
      expect(lines.getLineOfRow(row)).toBe(
        line >= 0 ? line : expected.findIndex((entry) => 'group' in entry && entry.group === group),
      )
    }
    for (let first = 0; first < lines.total; first++)
      // An end beyond the last line can come from an earlier state of the list.
      for (let last = first; last < lines.total + 3; last++) {
        const rows = lines
          .listRowRanges(first, last)
          .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
        expect(rows).toEqual(expected.slice(first, last + 1).flatMap((entry) => ('row' in entry ? [entry.row] : [])))
      }
  })

  test('are the same after an answer that changes only subtotals', () => {
    const groups = [
      { key: 'a', count: 2 },
      { key: 'b', count: 3 },
    ]
    const lines = new GroupLines(groups, 5, new Set(['a']))
    const sameGroups = groups.map((group) => ({ ...group }))
    expect([
      lines.isSameAs(new GroupLines(sameGroups, 5, new Set(['a']))),
      lines.isSameAs(new GroupLines(groups, 5, new Set())),
      lines.isSameAs(new GroupLines(groups.toReversed(), 5, new Set())),
    ]).toEqual([true, false, false])
  })

  test('are rows without groups', () => {
    const lines = new GroupLines([], 5, new Set())
    expect([lines.total, lines.at(3), lines.getLineOfRow(4), lines.listRowRanges(1, 3)]).toEqual([
      5,
      { row: 3 },
      4,
      [[1, 3]],
    ])
  })
})
