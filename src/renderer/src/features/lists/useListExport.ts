// Exports a list as shown on screen: to a file, a calendar or paper. It reads all rows in windows of the current order.
// A cancelled or failed export leaves no file behind.
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { MAX_PRINTED, printSheet, tableSheet, type Sheet } from '../../ui/print.ts'
import { createIcs, type CalendarEntry } from '#tables/ics.ts'
import type { TableKind, TableRow } from '#tables/table.ts'
import { cellsOf, exported, headOf } from './table.ts'
import { withHeadings, withNames, type ExportGroup } from './group-export.ts'
import { useWriteTable, type TableTask } from './write-table.ts'
import { separated, type Column } from '../../ui/grid/columns.ts'
import { computerZone, formatDay, formatOwnTime, isoLocal } from '../../words/dates.ts'
import { t, tn } from '../../words/words.ts'
import type { ListReader } from './list-reader.ts'
import { useBlobSave } from '../../ui/useFileSave.ts'
import { useNow } from '../../engine/useNow.ts'
import { usePdfSave } from '../../ui/usePdfSave.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

export type ExportOptions<Row extends { id: string }> = {
  list: ListReader<Row>
  title: () => string
  /** As on screen: in their order, without hidden ones. */
  columns: () => readonly Column<Row>[]
  widths: () => Readonly<Record<string, number>>
  /** The time for which rows are computed, if it is not now. */
  asOfMs: () => number | null
  /** Null without groups. */
  groups: () => { title: string; groups: readonly ExportGroup[] } | null
  /** For rows that have a last free day. */
  entryOf: (() => (row: Row) => CalendarEntry | null) | null
}

export type ListExport = {
  /** Null while no file is written. */
  progress: Readonly<ShallowRef<{ done: number; total: number } | null>>
  save: (kind: TableKind | 'ics') => Promise<void>
  print: () => Promise<void>
  /** Null if the host cannot write a PDF. */
  savePdf: (() => Promise<void>) | null
  cancel: () => void
}

/** Widths are for workbooks, which have no column of groups. */
const GROUP_WIDTH_PX = 0

class Cancelled extends Error {}

/** One export at a time. */
export function useListExport<Row extends { id: string }>(out: ExportOptions<Row>): ListExport {
  const toast = useToast()
  const now = useNow()
  const writeTable = useWriteTable()
  const saveFile = useBlobSave()
  const { hasPdf, savePdf } = usePdfSave()
  const { progress, run, cancel } = useListRun(out.list)

  const fileName = (ending: string) =>
    `${t('export.fileName', { title: out.title(), date: isoLocal(asOf(out.list), computerZone()).slice(0, 10) })}.${ending}`

  const save = (kind: TableKind | 'ics') =>
    run(async (rows, signal) => {
      const blob = kind === 'ics' ? await calendarOf(out, rows) : await writeTable(...tableOf(out, kind, rows), signal)
      signal.throwIfAborted()
      if (blob === null) toast.failWith(t('export.noDays'))
      else await saveFile(blob, fileName(kind))
    })

  async function outputSheet(work: (sheet: Sheet) => unknown) {
    if ((out.list.head.value?.total ?? 0) > MAX_PRINTED) {
      toast.failWith(t('export.tooManyToPrint', { n: MAX_PRINTED }))
      return
    }
    await run(async (batches) => {
      const sheet = await sheetOf(out, batches, now.value)
      progress.value = null
      await work(sheet)
    })
  }

  return {
    progress,
    save,
    print: () => outputSheet(printSheet),
    get savePdf() {
      return hasPdf.value ? () => outputSheet((sheet) => savePdf(sheet, fileName('pdf'))) : null
    },
    cancel,
  }
}

type Rows<Row> = (rows: AsyncGenerator<Row[]>, signal: AbortSignal) => Promise<void>

/** Reads all rows of a list for one output at a time. */
function useListRun<Row extends { id: string }>(list: ListReader<Row>) {
  const toast = useToast()
  const progress = shallowRef<{ done: number; total: number } | null>(null)
  let stop: AbortController | null = null
  async function run(work: Rows<Row>) {
    if (stop) return
    const controller = new AbortController()
    stop = controller
    try {
      await work(counted(list, controller.signal, progress), controller.signal)
    } catch (reason) {
      if (controller.signal.aborted) toast.say(t('export.cancelled'))
      else toast.fail(asAppError(reason))
    }
    stop = null
    progress.value = null
  }

  const cancel = () => {
    stop?.abort(new Cancelled())
  }
  onScopeDispose(cancel)
  return { progress, run, cancel }
}

/** What the writer of a table needs. */
function tableOf<Row extends { id: string }>(
  out: ExportOptions<Row>,
  kind: TableKind,
  batches: AsyncIterable<Row[]>,
): [TableTask, AsyncIterable<TableRow[]>] {
  const columns = separated(exported(out.columns()))
  const head = headOf(out.title(), columns, out.widths())
  const rows = mapped(batches, (row) => cellsOf(columns, row))
  const found = out.groups()
  if (found === null) return [{ kind, head }, rows]
  if (kind === 'xlsx') return [{ kind, head }, withHeadings(rows, found.groups)]
  const first = { title: found.title, width: GROUP_WIDTH_PX }
  return [{ kind, head: { ...head, columns: [first, ...head.columns] } }, withNames(rows, found.groups)]
}

/** Null if no row has a last free day. */
async function calendarOf<Row extends { id: string }>(
  out: ExportOptions<Row>,
  batches: AsyncIterable<Row[]>,
): Promise<Blob | null> {
  const entryOf = out.entryOf?.() ?? (() => null)
  const entries = (await gathered(mapped(batches, entryOf))).filter((entry) => entry !== null)
  return entries.length === 0
    ? null
    : new Blob([createIcs(t('dayFile.name'), asOf(out.list), entries)], { type: 'text/calendar;charset=utf-8' })
}

/** All rows, with the texts on screen. */
async function sheetOf<Row extends { id: string }>(
  out: ExportOptions<Row>,
  batches: AsyncIterable<Row[]>,
  nowMs: number | null,
): Promise<Sheet> {
  const columns = exported(out.columns())
  const atMs = out.asOfMs() ?? nowMs
  const found = out.groups()
  const lines = mapped(batches, (row) => columns.map((column) => column.text(row, atMs)))
  const rows = await gathered(found === null ? lines : withHeadings(lines, found.groups))
  return tableSheet({
    title: out.title(),
    lines: [headLine(out.list, out.list.head.value?.total ?? 0)],
    columns: columns.map(({ title, align }) => ({ title, isNumber: align === 'end' })),
    rows,
  })
}

/** The time of the values on screen. */
function asOf<Row extends { id: string }>(list: ListReader<Row>): string {
  return list.head.value?.asOf ?? new Date(0).toISOString()
}

/** With day and hour, because paper is read later. */
function headLine<Row extends { id: string }>(list: ListReader<Row>, rows: number): string {
  const at = asOf(list)
  return `${tn('export.rows', rows)} · ${t('dayFile.asOf', { time: `${formatDay(at, computerZone(), null)} ${formatOwnTime(at, Date.parse(at))}` })}`
}

async function* counted<Row extends { id: string }>(
  list: ListReader<Row>,
  signal: AbortSignal,
  progress: ShallowRef<{ done: number; total: number } | null>,
): AsyncGenerator<Row[]> {
  const total = list.head.value?.total ?? 0
  let done = 0
  progress.value = { done, total }
  for await (const rows of list.batches(signal)) {
    yield rows
    done += rows.length
    progress.value = { done, total }
  }
}

async function* mapped<Row, Value>(batches: AsyncIterable<Row[]>, work: (row: Row) => Value): AsyncGenerator<Value[]> {
  for await (const rows of batches) yield rows.map(work)
}

async function gathered<Value>(batches: AsyncIterable<Value[]>): Promise<Value[]> {
  const all: Value[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}
