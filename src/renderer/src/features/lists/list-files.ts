// The content of exported lists: the rows of a table, the entries of a calendar, a sheet to print. Loaded with the
// first export.
import { createIcs, type CalendarEntry } from '#tables/ics.ts'
import type { TableKind, TableRow } from '#tables/table.ts'
import { createTableSheet, type Sheet } from '../../ui/print.ts'
import { placeColumns, splitIntoParts, type Column, type ColumnLayout } from '../../ui/grid/columns.ts'
import { getComputerZone, formatDay, formatLocalDate, formatOwnTime } from '../../words/dates.ts'
import { t, tn } from '../../words/words.ts'
import { waitForOffsets } from '../../words/zones.ts'
import { createSubtotalColumns, exportGroups, withHeadings, withNames, withSubtotals } from './group-export.ts'
import type { ListHead, ListReader } from './list-reader.ts'
import type { ListScreen } from './list-screen.ts'
import { createCells, listExportedColumns, createHead } from './table.ts'
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

/** The columns as on screen: in their order, without hidden ones. A file has some hidden columns too. */
function listColumns<Row extends { id: string }>({ columns, layout }: ExportOptions<Row>, isFile: boolean) {
  const all = columns()
  const inFiles = all.filter(({ isInFiles }) => isFile && isInFiles).map(({ key }) => key)
  const hidden = layout().hidden.filter((key) => !inFiles.includes(key))
  return listExportedColumns(placeColumns(all, { ...layout(), hidden }).map(({ column }) => column))
}

/** Creates the input of the table writer. */
export function createTable<Row extends { id: string }>(
  out: ExportOptions<Row>,
  kind: TableKind,
  batches: AsyncIterable<Row[]>,
  { head: list, nowMs }: ExportMoment,
): [TableTask, AsyncIterable<TableRow[]>] {
  const grouping = out.grouping()
  const exportedGroups = exportGroups(grouping, list.groups, nowMs)
  const all = splitIntoParts(listColumns(out, true))
  const isGroupedWorkbook = exportedGroups !== null && kind === 'xlsx'
  const columns = isGroupedWorkbook ? omitGroupColumn(all, grouping) : all
  const head = createHead(out.title(), columns, out.layout().widths)
  const rows = mapRows(batches, (row) => createCells(columns, row))
  // Other programs need distinct titles, so a visible column of the groups is not repeated.
  const isInRows = kind === 'csv' && columns.some(({ key }) => key === grouping)
  if (exportedGroups === null || isInRows) return [{ kind, head }, rows]
  const { title, groups } = exportedGroups
  const first = { title, width: GROUP_WIDTH_PX }
  if (!isGroupedWorkbook)
    return [{ kind, head: { ...head, columns: [first, ...head.columns] } }, withNames(rows, groups)]
  const subtotals = createSubtotalColumns(columns.map(({ key }) => key))
  return [
    { kind, head: { ...head, columns: [first, ...subtotals.map((column) => column.head), ...head.columns] } },
    withSubtotals(rows, subtotals, groups),
  ]
}

/**
 * The first column of a workbook has the groups, so their own column is not repeated. The column of the line has codes,
 * where the group has a name, so it stays, under another title.
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
  out: ExportOptions<Row>,
  batches: AsyncIterable<Row[]>,
  { asOf }: ListHead,
): Promise<Blob | null> {
  const entryOf = out.entryOf?.() ?? (() => null)
  const entries = (await collectRows(mapRows(batches, entryOf))).filter((entry) => entry !== null)
  return entries.length === 0
    ? null
    : new Blob([createIcs(t('dayFile.name'), asOf, entries)], { type: 'text/calendar;charset=utf-8' })
}

/** All rows, with the texts on screen. */
export async function createSheet<Row extends { id: string }>(
  out: ExportOptions<Row>,
  batches: AsyncIterable<Row[]>,
  { head, nowMs }: ExportMoment,
): Promise<Sheet> {
  const columns = listColumns(out, false)
  const atMs = out.asOfMs() ?? nowMs
  const exportedGroups = exportGroups(out.grouping(), head.groups, nowMs)
  const lines = mapRows(batches, (row) => columns.map((column) => column.text(row, atMs)))
  const rows = await collectRows(exportedGroups === null ? lines : withHeadings(lines, exportedGroups.groups))
  return createTableSheet({
    title: out.title(),
    lines: [formatHead(head)],
    columns: columns.map(({ title, align }) => ({ title, isNumber: align === 'end' })),
    rows,
  })
}

/** The number of rows, and the time of their values with day and hour, because paper is read later. */
function formatHead({ asOf, total }: ListHead): string {
  const time = `${formatDay(asOf, getComputerZone(), null)} ${formatOwnTime(asOf, Date.parse(asOf))}`
  return `${tn('export.rows', total)} · ${t('dayFile.asOf', { time })}`
}

async function* mapRows<Row, Value>(batches: AsyncIterable<Row[]>, work: (row: Row) => Value): AsyncGenerator<Value[]> {
  for await (const rows of batches) {
    const values = rows.map(work)
    // The first rows can be at places that no screen has shown yet.
    yield (await waitForOffsets()) ? rows.map(work) : values
  }
}

async function collectRows<Value>(batches: AsyncIterable<Value[]>): Promise<Value[]> {
  const all: Value[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}
