// The list of numbers the user is going through: what was read, which columns count, what was changed by hand. Kept while
// the window is open, so that a look at another screen loses nothing.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type Ref } from 'vue'
import { MOST_LINES } from '#contract/rules/batch-size.ts'
import type { RequestType } from '#contract/tracking.ts'
import { withChange, type LineChange } from './draft-lines.ts'
import { guessColumns, linesOf, typeByHeading, type ColumnChoice, type ListLine } from './files/columns.ts'
import { MOST_ROWS } from './files/limits.ts'
import type { Sheet } from './files/workbook.ts'

/** The contract's bound. */
const LONGEST_NAME = 200

const NO_COLUMNS: ColumnChoice = { hasHeadings: false, number: 0, line: null, refs: [] }

export const useBatchDraft = defineStore('batch draft', () => {
  /** The file's; null where it was pasted. */
  const name = ref<string | null>(null)
  const source = createSource()
  const { sheets, lines, pages } = source
  const corrections = createCorrections(lines)
  const unclearAs = ref<RequestType | null>(null)
  const page = ref(0)
  const ordered = createOrders()
  /** Asked about: whether it may take the place of the list that is there. */
  const waiting = shallowRef<{ name: string | null; sheets: readonly Sheet[] } | null>(null)

  function begin(from: string | null, read: readonly Sheet[]) {
    waiting.value = null
    name.value = from?.slice(0, LONGEST_NAME) ?? null
    sheets.value = read
    chooseSheet(Math.max(0, read.findIndex(({ rows: own }) => own.length <= MOST_ROWS)))
  }

  /** Work that is not ordered yet is lost only when the user says so. */
  function offer(from: string | null, read: readonly Sheet[]) {
    const isWorth = ordered.pagesOfList() < pages.value && (corrections.changes.value.size > 0 || pages.value > 1)
    if (isWorth) waiting.value = { name: from, sheets: read }
    else begin(from, read)
  }

  function chooseSheet(place: number) {
    source.sheet.value = place
    chooseColumns(guessColumns(sheets.value[place]?.rows ?? []), false)
  }

  /** What was changed by hand belonged to the numbers: lines and references only stand beside them. */
  function chooseColumns(choice: ColumnChoice, hasSameNumbers = source.hasSameNumbers(choice)) {
    source.columns.value = choice
    if (hasSameNumbers) return
    unclearAs.value = typeByHeading(source.rows.value, choice)
    corrections.changes.value = new Map()
    ordered.beginList()
    page.value = 0
  }

  return {
    ...source, ...corrections, name, unclearAs, page, waiting,
    isEmpty: computed(() => lines.value.length === 0),
    begin,
    offer,
    clear: () => {
      begin(null, [])
    },
    orders: ordered.orders,
    chooseSheet,
    chooseColumns: (choice: ColumnChoice) => { chooseColumns(choice) },
    ordered: (id: string) => { ordered.add(id, page.value, corrections.numbers()) },
  }
})

/** What was read, and how it is looked at. */
function createSource() {
  const sheets = shallowRef<readonly Sheet[]>([])
  const sheet = ref(0)
  const columns = shallowRef<ColumnChoice>(NO_COLUMNS)
  const rows = computed(() => sheets.value[sheet.value]?.rows ?? [])
  const lines = computed(() => linesOf(rows.value, columns.value))
  const pages = computed(() => Math.ceil(lines.value.length / MOST_LINES))
  const hasSameNumbers = ({ number, hasHeadings }: ColumnChoice) => number === columns.value.number && hasHeadings === columns.value.hasHeadings
  return { sheets, sheet, columns, rows, lines, pages, hasSameNumbers }
}

function createCorrections(lines: Readonly<Ref<readonly ListLine[]>>) {
  const changes = shallowRef<ReadonlyMap<number, LineChange>>(new Map())
  /** As corrected, else as read. */
  const numberAt = (place: number) => changes.value.get(place)?.number ?? lines.value[place]?.number ?? ''
  return {
    changes,
    numberAt,
    numbers: () => lines.value.map((_, place) => numberAt(place)),
    change: (place: number, change: LineChange) => {
      changes.value = new Map(changes.value).set(place, withChange(changes.value.get(place) ?? {}, change, numberAt(place)))
    },
  }
}

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
