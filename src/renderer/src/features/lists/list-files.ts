// The content of exported lists: the rows of a table, the entries of a calendar, a sheet to print. Loaded with the
// first export.
import { createIcs, type CalendarEntry } from '#tables/ics.ts'
import type { TableKind, TableRow } from '#tables/table.ts'
import { createTableSheet, type Sheet } from '../../ui/print.ts'
import { placeColumns, splitIntoParts, type Column, type ColumnLayout } from '../../ui/grid/columns.ts'
import { getComputerZone, formatDay, formatLocalDate, formatOwnTime } from '../../words/dates.ts'
import { t, tn } from '../../words/words.ts'
import { waitForOffsets } from '../../words/zones.ts'
import { createSubtotalColumns, createExportGroups, withHeadings, withNames, withSubtotals } from './group-export.ts'
import type { ListHead, ListReader } from './list-reader.ts'
import type { ListScreen } from './list-screen.ts'
import { createCells, createFileLayout, createHead, listExportedColumns } from './table.ts'
import type { TableTask } from './write-table.ts'

export type ExportOptions<Row extends { id: string }> = {
  list: ListReader<Row>
  title: () => string
  columns: () => readonly Column<Row>[]
  layout: () => ColumnLayout
  /** The time for which rows are computed, if it is not now. */
  asOfMs: () => number | null
  grouping: () => ListScreen['grouping']
  /** Null for lists whose rows have no last free day. */
  entryOf: (() => (row: Row) => CalendarEntry | null) | null
}

/** The head of the list when the export began, and the time for ages. */
type ExportMoment = { head: ListHead; nowMs: number | null }

const GROUP_WIDTH_PX = 200

export function createFileName(title: string, { asOf }: ListHead, ending: string): string {
  const date = formatLocalDate(asOf, getComputerZone())
  return `${t('export.fileName', { title, date })}.${ending}`
}

/**
 * Lists the columns in the order of the screen, without hidden ones. A file also has hidden columns with `isInFiles`.
 */
function listColumns<Row extends { id: string }>({ columns, layout }: ExportOptions<Row>, isFile: boolean) {
  const allColumns = columns()
  const shownLayout = isFile ? createFileLayout(allColumns, layout()) : layout()
  return listExportedColumns(placeColumns(allColumns, shownLayout).map(({ column }) => column))
}

/** Creates the input of the table writer. */
export function createTable<Row extends { id: string }>(
  options: ExportOptions<Row>,
  kind: TableKind,
  batches: AsyncIterable<Row[]>,
  { head: list, nowMs }: ExportMoment,
): [TableTask, AsyncIterable<TableRow[]>] {
  const grouping = options.grouping()
  const exportedGroups = createExportGroups(grouping, list.groups, nowMs)
  const allColumns = splitIntoParts(listColumns(options, true))
  const isGroupedWorkbook = exportedGroups !== null && kind === 'xlsx'
  const columns = isGroupedWorkbook ? omitGroupColumn(allColumns, grouping) : allColumns
  const head = createHead(options.title(), columns, options.layout().widths)
  const rows = mapRows(batches, (row) => createCells(columns, row))
  // Other programs need distinct titles, so a visible column with the groups is not repeated.
  const hasGroupColumn = kind === 'csv' && columns.some(({ key }) => key === grouping)
  if (exportedGroups === null || hasGroupColumn) return [{ kind, head }, rows]
  const { title, groups } = exportedGroups
  const groupColumn = { title, width: GROUP_WIDTH_PX }
  if (!isGroupedWorkbook)
    return [{ kind, head: { ...head, columns: [groupColumn, ...head.columns] } }, withNames(rows, groups)]
  const subtotals = createSubtotalColumns(columns.map(({ key }) => key))
  return [
    { kind, head: { ...head, columns: [groupColumn, ...subtotals.map((column) => column.head), ...head.columns] } },
    withSubtotals(rows, subtotals, groups),
  ]
}

/**
 * Removes the column with the groups, because the first column of a workbook has them. The column of the line remains
 * under another title, because it has codes and the groups have names.
 */
function omitGroupColumn<Row>(
  columns: readonly Column<Row>[],
  grouping: ListScreen['grouping'],
): readonly Column<Row>[] {
  return grouping === 'line'
    ? columns.map((column) => (column.key === 'line' ? { ...column, copyTitle: t('rate.form.line') } : column))
    : columns.filter(({ key }) => key !== grouping)
}

/** Returns null if no row has a last free day. */
export async function createCalendar<Row extends { id: string }>(
  options: ExportOptions<Row>,
  batches: AsyncIterable<Row[]>,
  { asOf }: ListHead,
): Promise<Blob | null> {
  const entryOf = options.entryOf?.() ?? (() => null)
  const entries = (await collectRows(mapRows(batches, entryOf))).filter((entry) => entry !== null)
  return entries.length === 0
    ? null
    : new Blob([createIcs(t('dayFile.name'), asOf, entries)], { type: 'text/calendar;charset=utf-8' })
}

/** Creates the sheet to print. It has all rows with the texts on screen. */
export async function createSheet<Row extends { id: string }>(
  options: ExportOptions<Row>,
  batches: AsyncIterable<Row[]>,
  { head, nowMs }: ExportMoment,
): Promise<Sheet> {
  const columns = listColumns(options, false)
  const asOfMs = options.asOfMs() ?? nowMs
  const exportedGroups = createExportGroups(options.grouping(), head.groups, nowMs)
  const textRows = mapRows(batches, (row) => columns.map((column) => column.text(row, asOfMs)))
  const rows = await collectRows(exportedGroups === null ? textRows : withHeadings(textRows, exportedGroups.groups))
  return createTableSheet({
    title: options.title(),
    lines: [formatHead(head)],
    columns: columns.map(({ title, align }) => ({ title, isNumber: align === 'end' })),
    rows,
  })
}

/** Formats the number of rows and the time of their values, with the day, because paper is read later. */
function formatHead({ asOf, total }: ListHead): string {
  const time = `${formatDay(asOf, getComputerZone(), null)} ${formatOwnTime(asOf, Date.parse(asOf))}`
  return `${tn('export.rows', total)} · ${t('dayFile.asOf', { time })}`
}

async function* mapRows<Row, Value>(
  batches: AsyncIterable<Row[]>,
  mapRow: (row: Row) => Value,
): AsyncGenerator<Value[]> {
  for await (const rows of batches) {
    const values = rows.map(mapRow)
    // Rows can be in zones whose UTC offsets are not loaded yet. Then they are mapped again with the offsets.
    yield (await waitForOffsets()) ? rows.map(mapRow) : values
  }
}

async function collectRows<Value>(batches: AsyncIterable<Value[]>): Promise<Value[]> {
  const collected: Value[] = []
  for await (const batch of batches) collected.push(...batch)
  return collected
}
