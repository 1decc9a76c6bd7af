// The list of numbers the user is going through: what was read, which columns count, what was changed by hand. Kept while
// the window is open, so that a look at another screen loses nothing.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { MOST_LINES } from '#contract/batch-size.ts'
import type { RequestType } from '#contract/tracking.ts'
import { withChange, type LineChange } from '../components/batch/draft-lines.ts'
import { guessColumns, linesOf, typeByHeading, type ColumnChoice } from '../import/columns.ts'
import { MOST_ROWS } from '../import/limits.ts'
import type { Sheet } from '../import/workbook.ts'

/** The contract's bound. */
const LONGEST_NAME = 200

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
  const ordered = createOrders()
  const rows = computed(() => sheets.value[sheet.value]?.rows ?? [])
  const lines = computed(() => linesOf(rows.value, columns.value))
  const pages = computed(() => Math.ceil(lines.value.length / MOST_LINES))
  /** Asked about: whether it may take the place of the list that is there. */
  const waiting = shallowRef<{ name: string | null; sheets: readonly Sheet[] } | null>(null)

  function begin(source: string | null, read: readonly Sheet[]) {
    waiting.value = null
    name.value = source?.slice(0, LONGEST_NAME) ?? null
    sheets.value = read
    chooseSheet(Math.max(0, read.findIndex(({ rows: own }) => own.length <= MOST_ROWS)))
  }

  /** Work that is not ordered yet is lost only when the user says so. */
  function offer(source: string | null, read: readonly Sheet[]) {
    const isWorth = ordered.pagesOfList() < pages.value && (changes.value.size > 0 || pages.value > 1)
    if (isWorth) waiting.value = { name: source, sheets: read }
    else begin(source, read)
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
    ordered.beginList()
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
    pages,
    waiting,
    isEmpty: computed(() => lines.value.length === 0),
    begin,
    offer,
    clear: () => {
      begin(null, [])
    },
    orders: ordered.orders,
    numberAt,
    numbers,
    chooseSheet,
    chooseColumns,
    ordered: (id: string) => { ordered.add(id, page.value, numbers()) },
    change: (place: number, change: LineChange) => {
      changes.value = new Map(changes.value).set(place, withChange(changes.value.get(place) ?? {}, change, numberAt(place)))
    },
  }
})

type OrderedList = { numbers: readonly string[] }
type Order = { page: number; list: OrderedList }

/** What was ordered of which list. Outlives the draft: an order is looked at longer. */
function createOrders() {
  const orders = shallowRef<ReadonlyMap<string, Order>>(new Map())
  /** The orders of one list share it, so that what is corrected on a later page is known to the earlier ones. */
  let list: OrderedList = { numbers: [] }
  return {
    orders,
    beginList: () => { list = { numbers: [] } },
    add: (id: string, page: number, numbers: readonly string[]) => {
      list.numbers = numbers
      orders.value = new Map(orders.value).set(id, { page, list })
    },
    pagesOfList: () => new Set([...orders.value.values()].filter((order) => order.list === list).map(({ page }) => page)).size,
  }
}
