// The groups of a list in its exports: a heading or subtotals above the rows of each group, or its name in each row.
import type { ContainerGroup } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { Cell, TableHead, TableRow } from '#tables/table.ts'
import { MONEY_CELLS } from '#words/container-cells.ts'
import { formatFees } from '../../words/money.ts'
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
 * The columns of subtotals in a workbook. The rows of containers are empty in them, so that a sum or a count of another
 * column has each container once. `cells`: of one group, below each other.
 */
type SubtotalColumn = { head: TableHead['columns'][number]; cells: (group: ExportGroup) => Cell[] }

const WIDTH_PX = 90
const NOTE_WIDTH_PX = 160

/** `keys`: of the exported columns. A column that the user has hidden has no subtotals. */
export function createSubtotalColumns(keys: readonly string[]): SubtotalColumn[] {
  const count = { head: { title: t('grouping.count'), width: WIDTH_PX }, cells: (group: ExportGroup) => [group.count] }
  const day = {
    head: { title: t('grouping.earliest'), width: WIDTH_PX, hasDays: true },
    cells: ({ earliestLfd }: ExportGroup) => [earliestLfd ?? ''],
  }
  return [
    count,
    ...(keys.includes('lastFreeDay') ? [day] : []),
    ...(keys.includes(MONEY_CELLS.fees[0]) ? createFeeColumns() : []),
  ]
}

/** One cell for each currency, and a note as on screen if an amount is not final: `at least $850`. */
function createFeeColumns(): SubtotalColumn[] {
  const listPriced = ({ feesDue }: ExportGroup) => feesDue.filter(({ amount }) => amount !== 0)
  const column = t('grouping.subtotalOf', { column: t('column.fees') })
  return [
    { head: { title: column, width: WIDTH_PX }, cells: (group) => listPriced(group).map(({ amount }) => amount) },
    {
      head: { title: t('export.currencyOf', { column }), width: WIDTH_PX },
      cells: (group) => listPriced(group).map(({ currency }) => currency ?? ''),
    },
    {
      head: { title: t('export.noteOf', { column }), width: NOTE_WIDTH_PX },
      cells: ({ feesDue }) => (feesDue.some(({ isPending }) => isPending) ? [formatFees(feesDue)] : []),
    },
  ]
}

/** Adds rows with the subtotals of each group above its first row, and the name of the group to each row. */
export function withSubtotals(
  batches: Batches<Cell[]>,
  columns: readonly SubtotalColumn[],
  groups: readonly ExportGroup[],
): AsyncGenerator<TableRow[]> {
  const noSubtotals = columns.map(() => '')
  return splitByGroup<Cell[], TableRow>(batches, groups, (cells, group, isFirst) => [
    ...(isFirst ? createSubtotalRows(columns, group, cells.length) : []),
    [group.name, ...noSubtotals, ...cells],
  ])
}

/** `width`: the number of cells after the subtotals. They are empty. */
function createSubtotalRows(
  columns: readonly SubtotalColumn[],
  group: ExportGroup,
  width: number,
): { subtotals: readonly Cell[] }[] {
  const subtotals = columns.map(({ cells }) => cells(group))
  const empty = Array.from({ length: width }, () => '')
  return Array.from({ length: Math.max(...subtotals.map(({ length }) => length)) }, (_, row) => ({
    subtotals: [group.name, ...subtotals.map((cells) => cells[row] ?? ''), ...empty],
  }))
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
