// The groups of a list in its exports: a heading above the rows of each group, or the name of the group in each row.
import type { ContainerGroup } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { Cell } from '#tables/table.ts'
import { t } from '../../words/words.ts'
import { groupName, groupTotals } from './group-words.ts'
import type { ListScreen } from './list-screen.ts'

export type ExportGroup = { name: string; count: number; totals: readonly string[] }

/** `title`: of the column that the rows are grouped by. Null without groups. */
export function exportGroups(
  grouping: ListScreen['grouping'],
  groups: readonly ContainerGroup[] | null,
  nowMs: number | null,
): { title: string; groups: readonly ExportGroup[] } | null {
  if (grouping === null || groups === null) return null
  return {
    title: t(`column.${grouping}`),
    groups: groups.map((group) => ({
      name: groupName(grouping, group),
      count: group.count,
      totals: groupTotals(group, nowMs),
    })),
  }
}

type Batches<Line> = AsyncIterable<Line[]>

/** Adds the heading of each group above its first line. Its first part is the name, the others are the subtotals. */
export function withHeadings<Line>(
  batches: Batches<Line>,
  groups: readonly ExportGroup[],
): AsyncGenerator<(Line | { heading: string[] })[]> {
  return splitByGroup<Line, Line | { heading: string[] }>(batches, groups, (line, { name, totals }, isFirst) =>
    isFirst ? [{ heading: [name, ...totals] }, line] : [line],
  )
}

/** Adds a first cell with the name of the group, for programs that expect the same cells in each row. */
export function withNames(batches: Batches<Cell[]>, groups: readonly ExportGroup[]): AsyncGenerator<Cell[][]> {
  return splitByGroup(batches, groups, (cells, { name }) => [[name, ...cells]])
}

async function* splitByGroup<Line, Out>(
  batches: Batches<Line>,
  groups: readonly ExportGroup[],
  map: (line: Line, group: ExportGroup, isFirst: boolean) => Out[],
): AsyncGenerator<Out[]> {
  let [groupIndex, below] = [0, 0]
  for await (const lines of batches) {
    yield lines.flatMap((line) => {
      if (below === groups[groupIndex]?.count) [groupIndex, below] = [groupIndex + 1, 0]
      const group = groups[groupIndex]
      if (!group) throw new AppError('export/list-changed')
      return map(line, group, below++ === 0)
    })
  }
}
