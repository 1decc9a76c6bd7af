// Adds the groups of a list to its exports: a heading or subtotals above the rows of each group, or its name in each
// row.
import type { ContainerGroup } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import type { Cell, TableHead, TableRow } from '#tables/table.ts'
import { MONEY_CELLS } from '#words/container-cells.ts'
import { formatFees } from '../../words/money.ts'
import { t } from '../../words/words.ts'
import { formatGroupName, listGroupTotals } from './group-words.ts'
import type { ListScreen } from './list-screen.ts'

type ExportGroup = Omit<ContainerGroup, 'key' | 'label'> & { name: string; totals: readonly string[] }

/** Creates the groups of an export; null without groups. `title` is that of the column with the groups. */
export function createExportGroups(
  grouping: ListScreen['grouping'],
  groups: readonly ContainerGroup[] | null,
  nowMs: number | null,
): { title: string; groups: readonly ExportGroup[] } | null {
  if (grouping === null || groups === null) return null
  return {
    title: t(`column.${grouping}`),
    groups: groups.map((group) => ({
      name: formatGroupName(grouping, group),
      count: group.count,
      earliestLfd: group.earliestLfd,
      feesDue: group.feesDue,
      totals: listGroupTotals(group, nowMs),
    })),
  }
}

type Batches<Row> = AsyncIterable<Row[]>

/** Adds the heading of each group above its first row. Its first part is the name, the others are the subtotals. */
export function withHeadings<Row>(
  batches: Batches<Row>,
  groups: readonly ExportGroup[],
): AsyncGenerator<(Row | { heading: string[] })[]> {
  return mapRowsWithGroup<Row, Row | { heading: string[] }>(batches, groups, (row, { name, totals }, isFirst) =>
    isFirst ? [{ heading: [name, ...totals] }, row] : [row],
  )
}

/** Adds a first cell with the name of the group, for programs that expect the same cells in each row. */
export function withNames(batches: Batches<Cell[]>, groups: readonly ExportGroup[]): AsyncGenerator<Cell[][]> {
  return mapRowsWithGroup(batches, groups, (cells, { name }) => [[name, ...cells]])
}

/**
 * The columns of subtotals in a workbook. The rows of containers are empty in them, so that a sum or a count of another
 * column has each container once. `cells` returns the cells of one group from top to bottom.
 */
type SubtotalColumn = { head: TableHead['columns'][number]; cells: (group: ExportGroup) => Cell[] }

const WIDTH_PX = 90
const NOTE_WIDTH_PX = 160

/** Creates the columns of subtotals. `keys` are those of the exported columns; a hidden column has no subtotals. */
export function createSubtotalColumns(keys: readonly string[]): SubtotalColumn[] {
  const countColumn = {
    head: { title: t('grouping.count'), width: WIDTH_PX },
    cells: (group: ExportGroup) => [group.count],
  }
  const earliestLfdColumn = {
    head: { title: t('grouping.earliest'), width: WIDTH_PX, hasDays: true },
    cells: ({ earliestLfd }: ExportGroup) => [earliestLfd ?? ''],
  }
  return [
    countColumn,
    ...(keys.includes('lastFreeDay') ? [earliestLfdColumn] : []),
    ...(keys.includes(MONEY_CELLS.fees[0]) ? createFeeColumns() : []),
  ]
}

/** Creates the columns of fees: amount and currency, and a note if an amount is not final, such as `at least $850`. */
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
  return mapRowsWithGroup<Cell[], TableRow>(batches, groups, (cells, group, isFirst) => [
    ...(isFirst ? createSubtotalRows(columns, group, cells.length) : []),
    [group.name, ...noSubtotals, ...cells],
  ])
}

/** Creates the rows of a group's subtotals. `width` is the number of empty cells after the subtotals. */
function createSubtotalRows(
  columns: readonly SubtotalColumn[],
  group: ExportGroup,
  width: number,
): { subtotals: readonly Cell[] }[] {
  const subtotals = columns.map(({ cells }) => cells(group))
  const emptyCells = Array.from({ length: width }, () => '')
  return Array.from({ length: Math.max(...subtotals.map(({ length }) => length)) }, (_, rowIndex) => ({
    subtotals: [group.name, ...subtotals.map((cells) => cells[rowIndex] ?? ''), ...emptyCells],
  }))
}

/** Maps each row with its group. Rows arrive in the order of the groups. */
async function* mapRowsWithGroup<Row, ExportedRow>(
  batches: Batches<Row>,
  groups: readonly ExportGroup[],
  mapRow: (row: Row, group: ExportGroup, isFirst: boolean) => ExportedRow[],
): AsyncGenerator<ExportedRow[]> {
  let [groupIndex, rowInGroup] = [0, 0]
  for await (const rows of batches) {
    yield rows.flatMap((row) => {
      if (rowInGroup === groups[groupIndex]?.count) [groupIndex, rowInGroup] = [groupIndex + 1, 0]
      const group = groups[groupIndex]
      if (!group) throw new AppError('export/list-changed')
      return mapRow(row, group, rowInGroup++ === 0)
    })
  }
}
