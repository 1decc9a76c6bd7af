// A table held in memory column by column, to be sorted and filtered without reading a row: numbers as they are, texts
// as numbers of a dictionary. SQLite keeps the truth; whoever fills a table says when (mirrored.ts). 100,000 rows of
// forty columns are some 40 MB, and their order by any of them is there in a few milliseconds.
import type { SqlValue } from './db/open.ts'
import { sortByKey } from './radix.ts'

/** `instant` and `date` are texts in our one spelling; `caseless` orders as SQLite's NOCASE; `own` is never sorted by. */
export type ColumnKind = 'number' | 'instant' | 'text' | 'caseless' | 'own'
export type Direction = 'asc' | 'desc'

export type Columns<Name extends string> = {
  /** By slot. Rows come and change; none ever goes. */
  readonly ids: readonly string[]
  slotOf(id: string): number | undefined
  put(id: string, values: Partial<Record<Name, SqlValue>>): void
  /** By slot; NaN where there is none. Good until the next `put`. */
  numbers(name: Name): Float64Array
  /** By slot the number of a text of `texts`; 0 where there is none. Good until the next `put`. */
  codes(name: Name): Uint32Array
  texts(name: Name): readonly string[]
  /** The number of a text; undefined where no row has it. */
  codeOf(name: Name, text: string): number | undefined
  own(name: Name): readonly string[]
  /** Numbers by slot that rise as the column does in this direction; rows without a value come last in either. 0 elsewhere than at `slots`. */
  keys(name: Name, direction: Direction, slots?: Uint32Array): Float64Array
  /** Every slot, in the order of the ids. */
  slots(): Uint32Array<ArrayBuffer>
  /** Rises with every `put`: what was worked out at this number still holds. */
  version(): number
  /** Puts new texts in their order, a step at a time; `keys` and `slots` do the same at once. */
  ordering(): Generator<void>
}

export function createColumns<Name extends string>(kinds: Record<Name, ColumnKind>): Columns<Name> {
  const ids: string[] = []
  // Ids come in the order of their slots, so their codes are the slots and one.
  const idOrder = createDictionary(asWritten)
  let slots = new Uint32Array(0)
  let version = 0
  const columns = new Map(Object.entries<ColumnKind>(kinds).map(([name, kind]) => [name, createColumn(kind)]))
  const column = (name: Name): Column => {
    const found = columns.get(name)
    if (!found) throw new Error(`no column ${name}`)
    return found
  }
  const put = (id: string, values: Partial<Record<Name, SqlValue>>) => {
    const slot = idOrder.code(id) - 1
    version++
    if (slot === ids.length) ids.push(id)
    for (const name in values) column(name).set(slot, values[name] ?? null)
  }
  const inOrder = () => {
    if (slots.length !== ids.length) slots = idOrder.sorted().map((code) => code - 1)
    return slots
  }
  return {
    ids,
    slotOf: (id) => {
      const code = idOrder.known(id)
      return code === undefined ? undefined : code - 1
    },
    put,
    numbers: (name) => column(name).numbers.subarray(0, ids.length),
    codes: (name) => column(name).codes.subarray(0, ids.length),
    texts: (name) => column(name).dictionary.texts,
    codeOf: (name, text) => column(name).dictionary.known(text),
    own: (name) => column(name).own,
    keys: (name, direction, wanted = inOrder()) => keysOf(column(name), ids.length, direction, wanted),
    slots: inOrder,
    version: () => version,
    *ordering() {
      yield* idOrder.ordering()
      for (const { dictionary } of columns.values()) yield* dictionary.ordering()
    },
  }
}

/** So many rows are tested, or given keys, in a few milliseconds at most. */
const ROWS_PER_STEP = 16_384

/** The slots that pass every test, in the order they came in. */
export function* passing(slots: Uint32Array<ArrayBuffer>, tests: readonly ((slot: number) => boolean)[]): Generator<void, Uint32Array<ArrayBuffer>> {
  if (tests.length === 0) return slots
  const passed = new Uint32Array(slots.length)
  let count = 0
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    let passes = true
    for (let k = 0; passes && k < tests.length; k++) passes = tests[k]?.(slot) === true
    if (passes) passed[count++] = slot
    if (i % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield
  }
  return passed.slice(0, count)
}

/** What stands in these slots. */
export function idsAt(ids: readonly string[], slots: Uint32Array): string[] {
  const found = new Array<string>(slots.length)
  for (let i = 0; i < slots.length; i++) found[i] = ids[slots[i] ?? 0] ?? ''
  return found
}

/** Below this, comparing costs less than the 65,536 counts of every pass over a digit. */
const FEW_ROWS = 2_000

/** By the first order, rows equal in it by the second, and so on; rows equal in all stay as they are. */
export function* sorted(slots: Uint32Array<ArrayBuffer>, orders: Float64Array[]): Generator<void, Uint32Array<ArrayBuffer>> {
  if (slots.length >= FEW_ROWS) {
    let order = slots
    for (const keys of orders.toReversed()) {
      order = sortByKey(order, keys)
      yield
    }
    return order
  }
  return slots.toSorted((a, b) => {
    for (const keys of orders) {
      const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
      if (x !== y) return x < y ? -1 : 1
    }
    return 0
  })
}

type Column = {
  kind: ColumnKind
  numbers: Float64Array
  codes: Uint32Array
  own: string[]
  dictionary: Dictionary
  set(slot: number, value: SqlValue): void
}

const FIRST_ROWS = 256

function createColumn(kind: ColumnKind): Column {
  const isNumber = kind === 'number' || kind === 'instant'
  const column: Column = {
    kind,
    numbers: new Float64Array(isNumber ? FIRST_ROWS : 0),
    codes: new Uint32Array(isNumber || kind === 'own' ? 0 : FIRST_ROWS),
    own: [],
    dictionary: createDictionary(kind === 'caseless' ? caseless : asWritten),
    set: (slot, value) => {
      if (kind === 'own') {
        column.own[slot] = String(value)
      } else if (isNumber) {
        if (slot >= column.numbers.length) column.numbers = grown(column.numbers, new Float64Array(slot * 2))
        column.numbers[slot] = typeof value === 'number' ? value : typeof value === 'string' ? instantKey(value) : Number.NaN
      } else {
        if (slot >= column.codes.length) column.codes = grown(column.codes, new Uint32Array(slot * 2))
        column.codes[slot] = value === null ? 0 : column.dictionary.code(String(value))
      }
    },
  }
  return column
}

function grown<Values extends Float64Array | Uint32Array>(before: Values, after: Values): Values {
  after.set(before)
  return after
}

function keysOf({ kind, numbers, codes, dictionary }: Column, length: number, direction: Direction, slots: Uint32Array): Float64Array {
  const sign = direction === 'asc' ? 1 : -1
  const keys = new Float64Array(length)
  if (kind === 'number' || kind === 'instant') {
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

/** As SQLite's NOCASE and lower(): the letters A to Z and no others. */
export function caseless(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text
}

const ZERO = 48

/** `2026-11-20T17:00:00.000Z`, or the date alone, as a number that rises as the text does. NaN for any other spelling. */
export function instantKey(text: string): number {
  const digits = (from: number, count: number) => {
    let value = 0
    for (let i = from; i < from + count; i++) value = value * 10 + text.charCodeAt(i) - ZERO
    return value
  }
  if (text.length !== 24 && text.length !== 10) return Number.NaN
  const days = (digits(0, 4) * 13 + digits(5, 2)) * 32 + digits(8, 2)
  return text.length === 10 ? days * 86_400_000 : days * 86_400_000 + ((digits(11, 2) * 60 + digits(14, 2)) * 60 + digits(17, 2)) * 1000 + digits(20, 3)
}

type Dictionary = {
  /** By code; the first is no text. */
  texts: string[]
  code(text: string): number
  known(text: string): number | undefined
  /** All codes in the order of their texts. */
  sorted(): Uint32Array<ArrayBuffer>
  /** By code. Equal for texts that are equal in the order of this column. */
  ranks(): Uint32Array
  ordering(): Generator<void>
}

/** So many texts are sorted, or merged, in about two milliseconds. */
const TEXTS_PER_STEP = 4096

function createDictionary(orderedAs: (text: string) => string): Dictionary {
  const texts = ['']
  const codes = new Map<string, number>()
  // Nearly all columns are ordered as they are written: their texts are kept once.
  const ordered = orderedAs === asWritten ? texts : ['']
  let order = new Uint32Array(0)
  let ranks = new Uint32Array(1)
  // Comparing as SQLite does is slower, and only one text in a million needs it.
  let hasHalves = false
  const compare = (a: number, b: number) => {
    const [x, y] = [ordered[a] ?? '', ordered[b] ?? '']
    return hasHalves ? compareTexts(x, y) : x < y ? -1 : x > y ? 1 : 0
  }
  function* ordering(): Generator<void> {
    while (order.length < texts.length - 1) {
      const runs = [order]
      for (let from = order.length + 1; from < texts.length; from += TEXTS_PER_STEP) {
        const length = Math.min(TEXTS_PER_STEP, texts.length - from)
        runs.push(Uint32Array.from({ length }, (_, i) => from + i).sort(compare))
        yield
      }
      const merged = yield* mergeAll(runs, compare)
      // What another has put in order meanwhile has all of these and more.
      if (merged.length <= order.length) continue
      order = merged
      ranks = ranksOf(order, texts.length, compare)
    }
  }
  const atOnce = () => {
    for (const steps = ordering(); steps.next().done !== true; );
  }
  return {
    texts,
    known: (text) => codes.get(text),
    code: (text) => {
      const known = codes.get(text)
      if (known !== undefined) return known
      texts.push(text)
      if (ordered !== texts) ordered.push(orderedAs(text))
      hasHalves ||= /[\ud800-\udfff]/.test(text)
      codes.set(text, texts.length - 1)
      return texts.length - 1
    },
    sorted: () => {
      atOnce()
      return order
    },
    ranks: () => {
      atOnce()
      return ranks
    },
    ordering,
  }
}

const asWritten = (text: string) => text

type Compare = (a: number, b: number) => number

/** Neighbours first, so that no run is merged more often than it must be. */
function* mergeAll(runs: Uint32Array<ArrayBuffer>[], compare: Compare): Generator<void, Uint32Array<ArrayBuffer>> {
  let left = runs
  while (left.length > 1) {
    const merged: Uint32Array<ArrayBuffer>[] = []
    for (let i = 0; i < left.length; i += 2) {
      const [a, b] = [left[i], left[i + 1]]
      if (a) merged.push(b ? yield* merge(a, b, compare) : a)
    }
    left = merged
  }
  return left[0] ?? new Uint32Array(0)
}

function* merge(a: Uint32Array, b: Uint32Array, compare: Compare): Generator<void, Uint32Array<ArrayBuffer>> {
  const merged = new Uint32Array(a.length + b.length)
  let i = 0
  let k = 0
  for (let at = 0; at < merged.length; at++) {
    const isFirst = k >= b.length || (i < a.length && compare(a[i] ?? 0, b[k] ?? 0) <= 0)
    merged[at] = (isFirst ? a[i++] : b[k++]) ?? 0
    if (at % TEXTS_PER_STEP === 0) yield
  }
  return merged
}

function ranksOf(order: Uint32Array, length: number, compare: Compare): Uint32Array<ArrayBuffer> {
  const ranks = new Uint32Array(length)
  let rank = 0
  order.forEach((code, place) => {
    if (place > 0 && compare(order[place - 1] ?? 0, code) !== 0) rank++
    ranks[code] = rank
  })
  return ranks
}

/** As SQLite compares: by code point, where JavaScript compares halves of pairs. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return isHalf(x) === isHalf(y) ? x - y : isHalf(x) ? 1 : -1
  }
  return a.length - b.length
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
