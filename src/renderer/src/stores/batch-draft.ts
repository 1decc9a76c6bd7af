// The list of numbers the user is going through: what was read, which columns count, what was changed by hand. Kept while
// the window is open, so that a look at another screen loses nothing.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { MOST_LINES } from '#contract/batch-size.ts'
import type { RequestType } from '#contract/tracking.ts'
import { withChange, type LineChange } from '../components/batch/draft-lines.ts'
import { guessColumns, linesOf, typeByHeading, type ColumnChoice } from '../import/columns.ts'
import { csvRows } from '../import/csv.ts'
import type { Sheet } from '../import/workbook.ts'

type OrderedList = { numbers: readonly string[] }

const NO_COLUMNS: ColumnChoice = { hasHeadings: false, number: 0, line: null, refs: [] }

export const useBatchDraft = defineStore('batch draft', () => {
  /** The file's; null where it was pasted. */
  const name = ref<string | null>(null)
  const sheets = shallowRef<readonly Sheet[]>([])
  const sheet = ref(0)
  const columns = shallowRef<ColumnChoice>(NO_COLUMNS)
  const changes = shallowRef<ReadonlyMap<number, LineChange>>(new Map())
  const unclearAs = ref<RequestType | null>(null)
  const page = ref(0)
  /** By the order's id: where in its list it began, and that list. Outlives the draft: an order is looked at longer. */
  const orders = shallowRef<ReadonlyMap<string, { offset: number; list: OrderedList }>>(new Map())
  /** The orders of one list share it, so that what is corrected on a later page is known to the earlier ones. */
  let list: OrderedList = { numbers: [] }
  const rows = computed(() => sheets.value[sheet.value]?.rows ?? [])
  const lines = computed(() => linesOf(rows.value, columns.value))

  function begin(source: string | null, read: readonly Sheet[]) {
    name.value = source
    sheets.value = read
    chooseSheet(0)
  }

  function chooseSheet(place: number) {
    sheet.value = place
    chooseColumns(guessColumns(sheets.value[place]?.rows ?? []))
  }

  /** What was changed by hand belonged to other lines. */
  function chooseColumns(choice: ColumnChoice) {
    columns.value = choice
    unclearAs.value = typeByHeading(rows.value, choice)
    changes.value = new Map()
    list = { numbers: [] }
    page.value = 0
  }

  /** As corrected, else as read. */
  function numberAt(place: number): string {
    return changes.value.get(place)?.number ?? lines.value[place]?.number ?? ''
  }

  const numbers = () => lines.value.map((_, place) => numberAt(place))

  return {
    name,
    sheets,
    sheet,
    columns,
    changes,
    unclearAs,
    page,
    rows,
    lines,
    pages: computed(() => Math.ceil(lines.value.length / MOST_LINES)),
    isEmpty: computed(() => lines.value.length === 0),
    begin,
    /** Pasted or typed. */
    beginWith: (text: string) => {
      begin(null, [{ name: null, rows: csvRows(text) }])
    },
    clear: () => {
      begin(null, [])
    },
    orders,
    numberAt,
    numbers,
    chooseSheet,
    chooseColumns,
    ordered: (id: string) => {
      list.numbers = numbers()
      orders.value = new Map(orders.value).set(id, { offset: page.value * MOST_LINES, list })
    },
    change: (place: number, change: LineChange) => {
      changes.value = new Map(changes.value).set(place, withChange(changes.value.get(place) ?? {}, change, numberAt(place)))
    },
  }
})
