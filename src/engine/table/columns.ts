// A table held in memory column by column, to be sorted and filtered without reading a row: numbers as they are, texts
// as numbers of a dictionary. The rows in SQLite are authoritative; mirrored.ts reads them again after a write. 100,000
// rows of sixty columns take about 50 MB, and are sorted by any of them in a few milliseconds.
//
// Why not SQLite? It was measured: the rows of the board in a separate table with seven indexes, and one statement for
// each list, count and calendar, on a separate thread. These columns ran on such a thread too. Both answered the same
// questions in one process over 100,000 containers, 7,449 of them open. Milliseconds, median / 95th percentile:
//
//                                      these columns      SQL
//   a new order of everything          12 / 23            111 / 240
//   a new filter over everything       12 / 29            62 / 136
//   the choices of all filters         18 / 23            267 / 348   (as one GROUP BY 138 / 148)
//   the calendar and the bands         4 / 7              77 / 229
//   a new order of what is open        6 / 12             10 / 18
//   a window of 100 rows               4 / 6              4 / 6       (read from SQLite in both)
//
// For "everything", columns are 5 to 20 times faster, and they stay within the 150 ms that a new sort may take; SQL
// does not. SQL would also cost 58 MB more on the disk, and 20 to 30 % more processor time for each record that is
// read. SQL is better at the start: it loads nothing, while columns take 0.3 s for the open rows and 3.5 s for all
// rows. This matters for accounts with more than 30,000 open containers. For such accounts, use SQL if the choices and
// the calendar of everything stay below 150 ms at the 95th percentile on an idle machine, and reading records is no
// slower.
//
// This folder has columns and their orders (this file), texts as numbers (dictionary.ts), sorting by digits (radix.ts),
// the choices of filters (facets.ts), and the update after writes (mirrored.ts). It does not depend on what a row is.
import type { SqlValue } from '../db/open.ts'
import { type Codes, type Dictionary, identity, createDictionary } from './dictionary.ts'
import { sortByKey } from './radix.ts'

/**
 * `float32`: numbers that fit into four bytes: whole numbers up to 16 million, and SQLite's day numbers, which end in
 * .5. `instant`: instants and dates in the format of this program. `case-insensitive`: sorted as by SQLite's NOCASE.
 */
export type ColumnKind = 'number' | 'float32' | 'instant' | 'text' | 'case-insensitive'
export type Direction = 'asc' | 'desc'
export type Numbers = Float64Array | Float32Array

export type Columns<Name extends string> = {
  /** By slot. Rows are added and changed, and never removed. */
  readonly ids: readonly string[]
  slotOf(id: string): number | undefined
  /** Adds or changes a row. Ignores names that are not columns, so a row of SQLite can be passed unchanged. */
  put(id: string, values: Readonly<Partial<Record<Name, SqlValue>>>): void
  /** Reserves memory for this many rows. */
  reserve(rowCount: number): void
  /** By slot; NaN without a value. Valid until the next `put`. */
  numbers(name: Name): Numbers
  /** By slot, the code of a text of `texts`; 0 without one. Valid until the next `put`. */
  codes(name: Name): Codes
  texts(name: Name): readonly string[]
  /** The code of a text; undefined if no row has it. */
  codeOf(name: Name, text: string): number | undefined
  /** Sets `marks[i]` to 1 if the text of `slots[i]` contains `part` (dictionary.ts). */
  markMatches(name: Name, part: string, slots: Uint32Array, marks: Uint8Array): void
  /**
   * Sort keys by slot: they rise in this direction of the column. Rows without a value come last in both directions.
   * Slots that are not in `slots` have the key 0.
   */
  keys(name: Name, direction: Direction, slots?: Uint32Array): Float64Array
  /** Every slot, sorted by the order column, if there is one, then by id. */
  slots(): Uint32Array<ArrayBuffer>
  /** Every slot in memory order: a scan in any other order takes twice as long. */
  slotsInMemoryOrder(): Uint32Array<ArrayBuffer>
  /** The given slots, sorted in the order of `slots`. */
  sortSlots(unsorted: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer>
  /** Rises with every `put`. A result is valid while this number is the same as when the result was computed. */
  version(): number
  /** Sorts the new texts of one column in each step. `keys` and `slots` sort those of their own columns. */
  sortTexts(): Generator<void>
}

/**
 * `orderColumn`: the column by which rows are sorted that are otherwise equal. Without it they are sorted by id. This
 * order is cached, so that a list of all rows is not sorted by it each time.
 */
export function createColumns<Name extends string>(
  kinds: Record<Name, ColumnKind>,
  orderColumn?: NoInfer<Name>,
): Columns<Name> {
  const ids: string[] = []
  // Ids are added in the order of their slots, so the code of an id is its slot plus one.
  const idOrder = createDictionary(identity)
  let version = 0
  const columns = new Map(Object.entries<ColumnKind>(kinds).map(([name, kind]) => [name, createColumn(kind)]))
  const column = (name: Name): Column => {
    const existing = columns.get(name)
    if (!existing) throw new Error(`no column ${name}`)
    return existing
  }
  const entries = [...columns] as [Name, Column][]
  const put = (id: string, values: Readonly<Partial<Record<Name, SqlValue>>>) => {
    const slot = idOrder.addText(id) - 1
    version++
    if (slot === ids.length) ids.push(id)
    for (const [name, target] of entries) {
      const value = values[name]
      if (value !== undefined) target.set(slot, value)
    }
  }
  const order = createOrder(ids, idOrder, orderColumn === undefined ? null : column(orderColumn))
  return {
    ids,
    slotOf: (id) => {
      const code = idOrder.codeOf(id)
      return code === undefined ? undefined : code - 1
    },
    put,
    reserve: (rowCount) => {
      for (const target of columns.values()) target.reserve(rowCount)
    },
    numbers: (name) => column(name).numbers.subarray(0, ids.length),
    codes: (name) => column(name).codes.subarray(0, ids.length),
    texts: (name) => column(name).dictionary.texts,
    codeOf: (name, text) => column(name).dictionary.codeOf(text),
    markMatches: (name, part, slots, marks) => column(name).dictionary.mark(part, column(name).codes, slots, marks),
    keys: (name, direction, slots = order.slots()) => createKeys(column(name), ids.length, direction, slots),
    ...order,
    version: () => version,
    *sortTexts() {
      for (const dictionary of [idOrder, ...[...columns.values()].map((column) => column.dictionary)]) {
        if (dictionary.isSorted()) continue
        dictionary.sortCodes()
        yield
      }
    },
  }
}

type Order = Pick<Columns<string>, 'slots' | 'slotsInMemoryOrder' | 'sortSlots'>

/**
 * The order of rows that no sort distinguishes: by a column, if there is one, then by id. Cached until a row is added
 * or a text of that column changes.
 */
function createOrder(ids: readonly string[], idOrder: Dictionary, orderColumn: Column | null): Order {
  let sortedSlots = new Uint32Array(0)
  let slotsInMemoryOrder = new Uint32Array(0)
  let textVersion = -1
  const getSlots = () => {
    const currentVersion = orderColumn?.textVersion() ?? 0
    if (sortedSlots.length === ids.length && textVersion === currentVersion) return sortedSlots
    textVersion = currentVersion
    sortedSlots = idOrder.sortCodes().map((code) => code - 1)
    if (orderColumn) sortedSlots = sortByKey(sortedSlots, createKeys(orderColumn, ids.length, 'asc', sortedSlots))
    return sortedSlots
  }
  return {
    slots: getSlots,
    slotsInMemoryOrder: () => {
      if (slotsInMemoryOrder.length !== ids.length) slotsInMemoryOrder = Uint32Array.from(ids, (_, slot) => slot)
      return slotsInMemoryOrder
    },
    sortSlots: (unsorted) => {
      const all = getSlots()
      if (unsorted.length === all.length) return all
      const isIncluded = new Uint8Array(all.length)
      for (let i = 0; i < unsorted.length; i++) isIncluded[unsorted[i] ?? 0] = 1
      return all.filter((slot) => isIncluded[slot] === 1)
    },
  }
}

/** The slots that pass every test, in their given order. */
export function filterByTests(
  slots: Uint32Array<ArrayBuffer>,
  tests: readonly ((slot: number) => boolean)[],
): Uint32Array<ArrayBuffer> {
  if (tests.length === 0) return slots
  const passed = new Uint32Array(slots.length)
  let count = 0
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    let passes = true
    for (let k = 0; passes && k < tests.length; k++) passes = tests[k]?.(slot) === true
    if (passes) passed[count++] = slot
  }
  return passed.slice(0, count)
}

/** The ids of these slots. */
export function idsAt(ids: readonly string[], slots: Uint32Array): string[] {
  const idsOfSlots = new Array<string>(slots.length)
  for (let i = 0; i < slots.length; i++) idsOfSlots[i] = ids[slots[i] ?? 0] ?? ''
  return idsOfSlots
}

/** For fewer rows, comparing takes less time than the 65,536 counters of each pass over a digit (radix.ts). */
const FEW_ROWS = 2_000

/** Sorts by the first order, equal rows by the second, and so on. Rows that are equal in all keep their order. */
export function sortSlotsBy(slots: Uint32Array<ArrayBuffer>, orders: Float64Array[]): Uint32Array<ArrayBuffer> {
  if (slots.length >= FEW_ROWS) return orders.reduceRight((order, keys) => sortByKey(order, keys), slots)
  return slots.toSorted((a, b) => {
    for (const keys of orders) {
      const [keyA, keyB] = [keys[a] ?? 0, keys[b] ?? 0]
      if (keyA !== keyB) return keyA < keyB ? -1 : 1
    }
    return 0
  })
}

type Column = {
  kind: ColumnKind
  numbers: Numbers
  codes: Codes
  dictionary: Dictionary
  /** Rises with every changed text. */
  textVersion(): number
  set(slot: number, value: SqlValue): void
  /** Reserves memory for this many rows. */
  reserve(rowCount: number): void
}

const MAX_SHORT_CODES = 2 ** 16

function createColumn(kind: ColumnKind): Column {
  let textVersion = 0
  const isNumber = kind === 'number' || kind === 'float32' || kind === 'instant'
  const column: Column = {
    kind,
    numbers: kind === 'float32' ? new Float32Array(0) : new Float64Array(0),
    // Most columns have few texts.
    codes: new Uint16Array(0),
    dictionary: createDictionary(kind === 'case-insensitive' ? toLowerAscii : identity),
    textVersion: () => textVersion,
    set: (slot, value) => {
      if (isNumber) {
        if (slot >= column.numbers.length) column.reserve(addSpare(slot + 1))
        column.numbers[slot] =
          typeof value === 'number' ? value : typeof value === 'string' ? instantKey(value) : Number.NaN
      } else {
        if (slot >= column.codes.length) column.reserve(addSpare(slot + 1))
        const code = value === null ? 0 : column.dictionary.addText(String(value))
        if (code >= MAX_SHORT_CODES && column.codes instanceof Uint16Array)
          column.codes = Uint32Array.from(column.codes)
        if (column.codes[slot] !== code) textVersion++
        column.codes[slot] = code
      }
    },
    reserve: (rowCount) => {
      if (isNumber && rowCount > column.numbers.length)
        column.numbers = copyInto(
          column.numbers,
          kind === 'float32' ? new Float32Array(rowCount) : new Float64Array(rowCount),
        )
      if (!isNumber && rowCount > column.codes.length)
        column.codes = copyInto(
          column.codes,
          column.codes instanceof Uint16Array ? new Uint16Array(rowCount) : new Uint32Array(rowCount),
        )
    },
  }
  return column
}

/**
 * Adds one eighth to the needed rows. Doubling would leave up to half of the memory unused, and the freed arrays would
 * be too small for any later array.
 */
function addSpare(rowCount: number): number {
  return rowCount + (rowCount >> 3) + 256
}

function copyInto<Values extends Numbers | Codes>(source: Values, target: Values): Values {
  target.set(source)
  return target
}

function createKeys(
  { kind, numbers, codes, dictionary }: Column,
  length: number,
  direction: Direction,
  slots: Uint32Array,
): Float64Array {
  const sign = direction === 'asc' ? 1 : -1
  const keys = new Float64Array(length)
  if (kind === 'number' || kind === 'float32' || kind === 'instant') {
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] ?? 0
      const value = numbers[slot] ?? Number.NaN
      keys[slot] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : value * sign
    }
    return keys
  }
  const ranks = dictionary.ranks()
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const code = codes[slot] ?? 0
    keys[slot] = code === 0 ? Number.POSITIVE_INFINITY : (ranks[code] ?? 0) * sign
  }
  return keys
}

/** Converts to lower case as SQLite's NOCASE and lower() do: only the letters A to Z. */
export function toLowerAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
}

const CODE_OF_ZERO = 48

/**
 * Returns the sort key of `2026-11-20T17:00:00.000Z`, or of the date alone: a number that rises as the text does. NaN
 * for other texts.
 */
export function instantKey(text: string): number {
  const readDigits = (from: number, count: number) => {
    let value = 0
    for (let i = from; i < from + count; i++) value = value * 10 + text.charCodeAt(i) - CODE_OF_ZERO
    return value
  }
  if (text.length !== 24 && text.length !== 10) return Number.NaN
  const days = (readDigits(0, 4) * 13 + readDigits(5, 2)) * 32 + readDigits(8, 2)
  return text.length === 10
    ? days * 86_400_000
    : days * 86_400_000 +
        ((readDigits(11, 2) * 60 + readDigits(14, 2)) * 60 + readDigits(17, 2)) * 1000 +
        readDigits(20, 3)
}
