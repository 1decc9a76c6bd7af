// Selects ranges of rows, and copies rows and cells for a spreadsheet. The rows need not be loaded.
import type { Ref } from 'vue'
import { splitIntoParts, type Column } from '../../ui/grid/columns.ts'
import type { CellRange } from '../../ui/grid/useCellRange.ts'
import { isSelected, addRange, NOTHING, type Selection } from '../../ui/grid/selection.ts'
import { toTsv } from '../../ui/grid/tsv.ts'
import { tn } from '../../words/words.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

type RowSource<Row> = {
  /** Reads the rows between two lines of the grid, loaded or not. */
  read: (first: number, last: number) => Promise<Row[]>
  /** Reads all rows of the list, including rows of collapsed groups. */
  readAll: () => Promise<Row[]>
}

export function useRowSelection<Row extends { id: string }>(
  source: RowSource<Row>,
  selection: Ref<Selection>,
  columns: () => readonly Column<Row>[],
) {
  const toast = useToast()
  const { copyText } = useClipboard()

  async function selectRange(from: number, to: number) {
    const rows = await readRows(() => source.read(from, to))
    if (rows)
      selection.value = addRange(
        NOTHING,
        rows.map((row) => row.id),
      )
  }

  async function readRows(read: () => Promise<Row[]>): Promise<Row[] | null> {
    try {
      return await read()
    } catch (reason) {
      toast.fail(asAppError(reason))
      return null
    }
  }

  /** Copies the chosen rows: as the text of `formatRows`, or without it as cells of a spreadsheet. */
  async function copyRows(chosen: Selection = selection.value, formatRows?: (rows: Row[]) => string) {
    const rows = (await readRows(source.readAll))?.filter((row) => isSelected(chosen, row.id))
    if (!rows || rows.length === 0) return
    await copyText(formatRows?.(rows) ?? toTsv(splitIntoParts(columns()), rows), tn('grid.copiedRows', rows.length))
  }

  /** Copies all marked cells in the order of the columns, including cells that were never visible. */
  async function copyCells({ first, last, keys }: CellRange, hasHeaders: boolean) {
    const markedColumns = columns().filter(({ key }) => keys.includes(key))
    const rows = await readRows(() => source.read(first, last))
    if (rows && rows.length > 0)
      await copyText(toTsv(markedColumns, rows, hasHeaders), tn('grid.copiedCells', rows.length * markedColumns.length))
  }

  return { selectRange, copyRows, copyCells, copyText }
}
