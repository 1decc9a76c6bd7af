// The list of numbers that the user works on: the typed text, the sheets, the chosen columns and the corrections. It
// lives as long as the window, so that a visit to another screen loses nothing.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type Ref } from 'vue'
import { MAX_LINES } from '#contract/rules/batch-size.ts'
import type { RequestType } from '#contract/tracking.ts'
import { applyChange, type LineChange } from './draft-lines.ts'
import { guessColumns, readLines, findTypeByHeading, type ColumnChoice, type ListLine } from './files/columns.ts'
import { MAX_ROWS } from './files/limits.ts'
import type { Sheet } from './files/workbook.ts'

/** The contract's limit of the file name's length. */
const MAX_NAME_LENGTH = 200

const NO_COLUMNS: ColumnChoice = { hasHeadings: false, number: 0, shippingLine: null, refs: [] }

export const useBatchDraft = defineStore('batch draft', () => {
  /** The text in the form of a new list. */
  const typedText = ref('')
  const source = createSource()
  const { name, sheets, lines, pageCount } = source
  const corrections = createCorrections(lines)
  const { orders, page, beginList, addOrder, countOrderedPages } = createOrders()

  /** Chooses the first sheet that is not too long. `fileName` is null if the list was pasted. */
  function beginDraft(fileName: string | null, newSheets: readonly Sheet[]) {
    replacement.pendingList.value = null
    typedText.value = ''
    name.value = fileName?.slice(0, MAX_NAME_LENGTH) ?? null
    sheets.value = newSheets
    chooseSheet(
      Math.max(
        0,
        newSheets.findIndex(({ rows: sheetRows }) => sheetRows.length <= MAX_ROWS),
      ),
    )
  }

  const replacement = createReplacement(
    beginDraft,
    () => countOrderedPages() < pageCount.value && (corrections.changes.value.size > 0 || pageCount.value > 1),
  )

  function chooseSheet(index: number) {
    source.sheet.value = index
    chooseColumns(guessColumns(sheets.value[index]?.rows ?? []), false)
  }

  /** Corrections belong to the numbers, so a choice of other numbers discards them. */
  function chooseColumns(choice: ColumnChoice, hasSameNumbers = source.hasSameNumbers(choice)) {
    source.columns.value = choice
    if (hasSameNumbers) return
    corrections.reset(findTypeByHeading(source.rows.value, choice))
    beginList()
  }

  return {
    ...source,
    ...corrections,
    ...replacement,
    typedText,
    page,
    beginDraft,
    clear: () => beginDraft(null, []),
    orders,
    chooseSheet,
    chooseColumns: (choice: ColumnChoice) => chooseColumns(choice),
    addOrder: (id: string) => addOrder(id, corrections.listNumbers()),
  }
})

type NewList = { name: string | null; sheets: readonly Sheet[] }

/** A new list replaces one with corrections or unordered pages only after the user confirms it. */
function createReplacement(
  begin: (name: string | null, sheets: readonly Sheet[]) => void,
  hasUnorderedWork: () => boolean,
) {
  const pendingList = shallowRef<NewList | null>(null)
  return {
    /** The list that waits for the user's confirmation. */
    pendingList,
    offer: (name: string | null, sheets: readonly Sheet[]) => {
      if (hasUnorderedWork()) pendingList.value = { name, sheets }
      else begin(name, sheets)
    },
  }
}

/** The sheets that were read, and the chosen sheet and columns. */
function createSource() {
  /** Name of the file; null if the list was pasted. */
  const name = ref<string | null>(null)
  const sheets = shallowRef<readonly Sheet[]>([])
  const sheet = ref(0)
  const columns = shallowRef<ColumnChoice>(NO_COLUMNS)
  const rows = computed(() => sheets.value[sheet.value]?.rows ?? [])
  const lines = computed(() => readLines(rows.value, columns.value))
  const pageCount = computed(() => Math.ceil(lines.value.length / MAX_LINES))
  const hasSameNumbers = ({ number, hasHeadings }: ColumnChoice) =>
    number === columns.value.number && hasHeadings === columns.value.hasHeadings
  const isEmpty = computed(() => lines.value.length === 0)
  return { name, sheets, sheet, columns, rows, lines, pageCount, isEmpty, hasSameNumbers }
}

function createCorrections(lines: Readonly<Ref<readonly ListLine[]>>) {
  const changes = shallowRef<ReadonlyMap<number, LineChange>>(new Map())
  /** The type that the user chose for all numbers whose type is unclear. */
  const unclearAs = ref<RequestType | null>(null)
  /** The corrected number, or else the number in the list. */
  const getNumber = (index: number) => changes.value.get(index)?.number ?? lines.value[index]?.number ?? ''
  return {
    changes,
    unclearAs,
    reset: (type: RequestType | null) => {
      changes.value = new Map()
      unclearAs.value = type
    },
    getNumber,
    listNumbers: () => lines.value.map((_, index) => getNumber(index)),
    change: (index: number, change: LineChange) => {
      changes.value = new Map(changes.value).set(
        index,
        applyChange(changes.value.get(index) ?? {}, change, getNumber(index)),
      )
    },
  }
}

type OrderedList = { numbers: readonly string[] }
type Order = { page: number; list: OrderedList }

/** The orders by id, each with its list. They remain after the draft is cleared, because the user still views them. */
function createOrders() {
  const orders = shallowRef<ReadonlyMap<string, Order>>(new Map())
  /** The orders of one list share this object, so that a correction on a later page reaches the earlier ones. */
  let list: OrderedList = { numbers: [] }
  /** The page that is ordered next. */
  const page = ref(0)
  return {
    orders,
    page,
    beginList: () => {
      list = { numbers: [] }
      page.value = 0
    },
    addOrder: (id: string, numbers: readonly string[]) => {
      list.numbers = numbers
      orders.value = new Map(orders.value).set(id, { page: page.value, list })
    },
    countOrderedPages: () =>
      new Set([...orders.value.values()].filter((order) => order.list === list).map(({ page }) => page)).size,
  }
}
