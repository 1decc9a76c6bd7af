// The groups of a list in its exports: a heading or subtotals above the rows of each group, or its name in each row.
import type { ContainerGroup } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { Cell, TableRow } from '#tables/table.ts'
import { MONEY_CELLS } from '#words/container-cells.ts'
import { t } from '../../words/words.ts'
import { groupName, groupTotals } from './group-words.ts'
import type { ListScreen } from './list-screen.ts'

type ExportGroup = Omit<ContainerGroup, 'key' | 'label'> & { name: string; totals: readonly string[] }

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
      earliestLfd: group.earliestLfd,
      feesDue: group.feesDue,
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

/**
 * Adds the subtotals of each group above its first row, and in front of each row the name of the group and an empty
 * cell for the number of rows. `keys`: of the columns of the cells.
 */
export function withSubtotals(
  batches: Batches<Cell[]>,
  keys: readonly string[],
  groups: readonly ExportGroup[],
): AsyncGenerator<TableRow[]> {
  return splitByGroup<Cell[], TableRow>(batches, groups, (cells, group, isFirst) => [
    ...(isFirst ? createSubtotals(keys, group) : []),
    [group.name, '', ...cells],
  ])
}

/** One row, and one more for each further currency. */
function createSubtotals(
  keys: readonly string[],
  { name, count, earliestLfd, feesDue }: ExportGroup,
): { subtotals: readonly Cell[] }[] {
  const [amountKey, currencyKey] = MONEY_CELLS.fees
  const [first = null, ...others] = feesDue.filter(({ amount }) => amount !== 0)
  const feeCells = (fees: typeof first): Record<string, Cell> =>
    fees === null ? {} : { [amountKey]: fees.amount, [currencyKey]: fees.currency ?? '' }
  const createRow = (rowCount: Cell, cells: Record<string, Cell>) => ({
    subtotals: [name, rowCount, ...keys.map((key) => cells[key] ?? '')],
  })
  return [
    createRow(count, { lastFreeDay: earliestLfd ?? '', ...feeCells(first) }),
    ...(keys.includes(amountKey) ? others.map((fees) => createRow('', feeCells(fees))) : []),
  ]
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
