// Exports a list as shown on screen: to a table file, a calendar file, a PDF or paper. It reads all rows in windows of
// the current order. A cancelled or failed export leaves no file behind.
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import type { TableKind } from '#tables/table.ts'
import type { Sheet } from '../../ui/print.ts'
import { t } from '../../words/words.ts'
import type { ListHead, ListReader } from './list-reader.ts'
import { listLater } from './later.ts'
import type { ExportOptions } from './list-files.ts'
import { useWriteTable } from './write-table.ts'
import { useBlobSave } from '../../ui/useFileSave.ts'
import { useNow } from '../../engine/useNow.ts'
import { useDataTime } from '../../engine/useSession.ts'
import { usePdfSave } from '../../ui/usePdfSave.ts'
import { EVERYTHING, isSelected, selectedCount, type Selection } from '../../ui/grid/selection.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

export type ListExport = {
  /** The number of rows that were read, of all rows to export. Null while no rows are read. */
  progress: Readonly<ShallowRef<{ done: number; total: number } | null>>
  /** With `chosen`, only these rows are written, without groups. */
  save: (kind: TableKind | 'ics', chosen?: Selection) => Promise<void>
  print: () => Promise<void>
  /** Null if the host cannot write a PDF. */
  savePdf: (() => Promise<void>) | null
  cancel: () => void
}

class ExportCancelled extends Error {}

/** Runs one export at a time: a call while one runs does nothing. */
export function useListExport<Row extends { id: string }>(options: ExportOptions<Row>): ListExport {
  const toast = useToast()
  const now = useNow()
  const getDataTime = useDataTime()
  const writeTable = useWriteTable()
  const saveFile = useBlobSave()
  const { hasPdf, savePdf } = usePdfSave()
  const { progress, run, cancel } = useExportRun(options.list)

  const save = (kind: TableKind | 'ics', chosen?: Selection) =>
    run(async (batches, head, signal) => {
      const { createCalendar, createFileName, createTable } = await listLater.files()
      const blob =
        kind === 'ics'
          ? await createCalendar(options, batches, head)
          : await writeTable(...createTable(options, kind, batches, { head, nowMs: now.value }), signal)
      signal.throwIfAborted()
      if (blob === null) toast.failWith(t('export.noDays'))
      else await saveFile(blob, createFileName(options.title(), head, kind))
    }, chosen)

  async function outputSheet(output: (sheet: Sheet, head: ListHead) => unknown) {
    const { MAX_PRINTED } = await listLater.print()
    if ((options.list.head.value?.total ?? 0) > MAX_PRINTED) {
      toast.failWith(t('export.tooManyToPrint', { n: MAX_PRINTED }))
      return
    }
    await run(async (batches, head) => {
      const { createSheet } = await listLater.files()
      // The file name has the time of the list. The sheet shows the time of its data, which may be older.
      const datedHead = { ...head, asOf: getDataTime(head.asOf) }
      const sheet = await createSheet(options, batches, { head: datedHead, nowMs: now.value })
      // All rows are read. The print dialog or the dialog to save the file follows.
      progress.value = null
      await output(sheet, head)
    })
  }

  const print = async (sheet: Sheet) => {
    const { printSheet } = await listLater.print()
    printSheet(sheet)
  }
  const savePdfOfSheet = async (sheet: Sheet, head: ListHead) => {
    const { createFileName } = await listLater.files()
    await savePdf(sheet, createFileName(options.title(), head, 'pdf'))
  }
  return {
    progress,
    save,
    print: () => outputSheet(print),
    get savePdf() {
      return hasPdf.value ? () => outputSheet(savePdfOfSheet) : null
    },
    cancel,
  }
}

/** `head`: the head of the list when the export began. */
type ExportWork<Row> = (batches: AsyncGenerator<Row[]>, head: ListHead, signal: AbortSignal) => Promise<void>

/** While an export runs, `progress` counts the rows, and `run` does nothing. */
function useExportRun<Row extends { id: string }>(list: ListReader<Row>) {
  const toast = useToast()
  const progress = shallowRef<{ done: number; total: number } | null>(null)
  let runningExport: AbortController | null = null
  async function run(work: ExportWork<Row>, chosen = EVERYTHING) {
    const head = list.head.value
    if (runningExport || !head) return
    const total = selectedCount(chosen, head.total)
    // The counts of the groups are those of all rows.
    const exportedHead = chosen === EVERYTHING ? head : { ...head, total, groups: null }
    const controller = new AbortController()
    runningExport = controller
    try {
      const report = (done: number) => {
        progress.value = { done, total }
      }
      report(0)
      const batches = readRows(list.batches(head, controller.signal), chosen, report)
      await work(batches, exportedHead, controller.signal)
    } catch (reason) {
      if (controller.signal.aborted) toast.say(t('export.cancelled'))
      else toast.fail(asAppError(reason))
    }
    runningExport = null
    progress.value = null
  }

  const cancel = () => runningExport?.abort(new ExportCancelled())
  onScopeDispose(cancel)
  return { progress, run, cancel }
}

/** Yields the chosen rows in batches, and reports how many were yielded. */
async function* readRows<Row extends { id: string }>(
  batches: AsyncIterable<Row[]>,
  chosen: Selection,
  report: (done: number) => void,
): AsyncGenerator<Row[]> {
  let done = 0
  for await (const batch of batches) {
    const rows = batch.filter(({ id }) => isSelected(chosen, id))
    yield rows
    done += rows.length
    report(done)
  }
}
