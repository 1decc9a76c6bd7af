// Reads one ordered list in windows for the screen. The engine freezes the order under `listId`: while it lasts, rows
// keep their places and only their values change. `reordered` is the number of rows that a new sort would move.
import { shallowRef, triggerRef } from 'vue'
import type { ContainerGroup } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import { isUnanswered } from '../../engine/link.ts'
import { asAppError } from '../../engine/useQuery.ts'

export type ListRequest = { window: { offset: number; limit: number }; listId?: string }
export type ListAnswer<Row> = {
  listId: string
  offset: number
  rows: Row[]
  total: number
  outOf: number
  reordered: number
  asOf: string
  /** The groups in the order of the list. Their counts add up to `total`. Null or absent without groups. */
  groups?: readonly ContainerGroup[] | null
}
export type ReadWindow<Row> = (request: ListRequest) => Promise<ListAnswer<Row>>

/** The state of the list as a whole. */
export type ListHead = Required<Omit<ListAnswer<unknown>, 'rows' | 'offset'>>

/** The range includes both ends. */
export type RowRange = readonly [first: number, last: number]

const getFirstRow = (ranges: readonly RowRange[]) => ranges[0]?.[0] ?? 0

/** Two requests at a time: one for the visible rows, one for the next. A fast scroll must not queue fifty. */
const MAX_AT_ONCE = 2
/**
 * Rows to read ahead of a scrolling screen, because a placeholder needs a second rendering. A jump of this many rows
 * has no direction.
 */
const AHEAD = 200
/** How long a changed cell stays marked. */
export const MARK_MS = 8_000
/** The contract's longest window, for reading rows that are not on screen. */
const MAX_WINDOW = 500
/** Small, because no screen waits for it, and a long list must not delay the engine's other answers. */
const BATCH_ROWS = 100

export class ListReader<Row extends { id: string }> {
  /** Null until the first answer. Replaced with every answer. */
  readonly head = shallowRef<ListHead | null>(null)
  readonly rows = shallowRef(new SparseRows<Row>())
  readonly error = shallowRef<AppError | null>(null)
  readonly isReordering = shallowRef(false)
  /** Rows as they were before their latest change, kept for a short time. */
  readonly before = shallowRef<ReadonlyMap<string, Row>>(new Map())

  readonly #read: ReadWindow<Row>
  readonly #reading = new Set<number>()
  /** Increments with each new order. Answers for older orders are dropped. */
  #generation = 0
  /** Increments when values changed in the same order. Older answers are shown, but read again. */
  #epoch = 0
  /** Ranges of rows on screen, in their order. */
  #visible: readonly RowRange[] = [[0, BLOCK - 1]]
  /** Number of rows to read beyond the screen in the direction of scrolling; below 0: upwards. */
  #ahead = 0
  #marks = new Set<ReturnType<typeof setTimeout>>()

  constructor(read: ReadWindow<Row>) {
    this.#read = read
  }

  at(index: number): Row | undefined {
    return this.rows.value.at(index)
  }

  /** The screen shows these rows now. Several ranges: the rows between them are of collapsed groups. */
  need(ranges: readonly RowRange[]): void {
    const scrolled = getFirstRow(ranges) - getFirstRow(this.#visible)
    if (scrolled !== 0) this.#ahead = Math.abs(scrolled) >= AHEAD ? 0 : Math.sign(scrolled) * AHEAD
    this.#visible = ranges
    this.#fill()
  }

  /** Values may have changed. Reads the visible rows again, and the others when they become visible. */
  refresh(): void {
    // In an empty list no row can move under the cursor, so new rows may appear at once.
    if (!this.head.value?.total) {
      void this.reorder()
      return
    }
    this.#epoch++
    this.#ahead = 0
    this.rows.value.markStale()
    this.#fill()
  }

  /** Sorts and filters again. The visible rows stay until the first new window arrives. */
  async reorder(): Promise<void> {
    const generation = ++this.#generation
    this.#reading.clear()
    this.isReordering.value = true
    const block = Math.floor(getFirstRow(this.#visible) / BLOCK)
    try {
      const answer = await this.#read({ window: { offset: block * BLOCK, limit: BLOCK } })
      if (generation !== this.#generation) return
      this.#begin(block, answer)
      this.isReordering.value = false
      this.#fill()
    } catch (reason) {
      if (generation !== this.#generation) return
      this.isReordering.value = false
      this.error.value = asAppError(reason)
    }
  }

  /** Rows between two places of the frozen order, loaded or not: for copying and for a range of selected rows. */
  async read(first: number, last: number): Promise<Row[]> {
    const listId = this.head.value?.listId
    const rows: Row[] = []
    for (let offset = first; offset <= last; offset += MAX_WINDOW) {
      const limit = Math.min(MAX_WINDOW, last - offset + 1)
      const answer = await this.#read({ window: { offset, limit }, ...(listId === undefined ? {} : { listId }) })
      rows.push(...answer.rows)
    }
    return rows
  }

  /**
   * All rows of the order of this head, one window at a time, with the next one being read meanwhile. Throws
   * `export/list-changed` if the order changes.
   */
  async *batches(head: ListHead, signal: AbortSignal): AsyncGenerator<Row[]> {
    const read = (offset: number) => {
      if (offset >= head.total) return null
      const answer = this.#read({ window: { offset, limit: BATCH_ROWS }, listId: head.listId })
      // If the consumer has stopped, a failure of this request is ignored.
      answer.catch(() => undefined)
      return answer
    }
    let next = read(0)
    for (let offset = BATCH_ROWS; next; offset += BATCH_ROWS) {
      signal.throwIfAborted()
      const answer = await next
      if (answer.listId !== head.listId) throw new AppError('export/list-changed')
      next = read(offset)
      yield answer.rows
    }
  }

  /** The engine may answer again, so failed requests may be repeated. */
  forgetUnanswered(): void {
    if (this.error.value && isUnanswered(this.error.value)) this.error.value = null
  }

  stop(): void {
    this.#generation++
    for (const mark of this.#marks) clearTimeout(mark)
  }

  #begin(block: number, answer: ListAnswer<Row>) {
    const rows = new SparseRows<Row>()
    rows.put(block, answer.rows)
    this.rows.value = rows
    this.before.value = new Map()
    this.#setHead(answer)
  }

  #setHead(answer: ListAnswer<Row>) {
    const { listId, total, outOf, reordered, asOf, groups = null } = answer
    this.head.value = { listId, total, outOf, reordered, asOf, groups }
    this.error.value = null
  }

  #fill() {
    const head = this.head.value
    if (!head || head.total === 0) return
    const clampToLast = (row: number) => Math.min(row, head.total - 1)
    const last = this.#visible.at(-1)?.[1] ?? 0
    const ahead: RowRange =
      this.#ahead < 0
        ? [Math.max(0, getFirstRow(this.#visible) + this.#ahead), getFirstRow(this.#visible)]
        : [last, last + this.#ahead]
    while (this.#reading.size < MAX_AT_ONCE) {
      const block = [...this.#visible, ...(this.#ahead === 0 ? [] : [ahead])]
        .map(([first, until]) => this.rows.value.findMissingBlock(first, clampToLast(until), this.#reading))
        .find((missingBlock) => missingBlock !== null)
      if (block === undefined) return
      this.#reading.add(block)
      void this.#load(block, head.listId)
    }
  }

  async #load(block: number, listId: string) {
    const generation = this.#generation
    const epoch = this.#epoch
    try {
      const answer = await this.#read({ window: { offset: block * BLOCK, limit: BLOCK }, listId })
      if (generation !== this.#generation) return
      this.#reading.delete(block)
      // An answer for an older order is dropped.
      if (this.head.value?.listId === listId) this.#take(block, answer, epoch)
    } catch (reason) {
      if (generation !== this.#generation) return
      this.#reading.delete(block)
      this.error.value = asAppError(reason)
      return
    }
    this.#fill()
  }

  #take(block: number, answer: ListAnswer<Row>, epoch: number) {
    // The engine no longer has that order and answered with a window of a new one.
    if (answer.listId === this.head.value?.listId) this.#put(block, answer)
    else this.#begin(block, answer)
    if (epoch !== this.#epoch) this.rows.value.markStale(block)
  }

  #put(block: number, answer: ListAnswer<Row>) {
    const changed = this.rows.value.put(block, answer.rows)
    triggerRef(this.rows)
    this.#setHead(answer)
    if (changed.length > 0) this.#mark(changed.map(({ before }) => before))
  }

  #mark(rows: Row[]) {
    this.before.value = new Map([...this.before.value, ...rows.map((row) => [row.id, row] as const)])
    const mark = setTimeout(() => {
      this.#marks.delete(mark)
      const left = new Map(this.before.value)
      for (const row of rows) if (left.get(row.id) === row) left.delete(row.id)
      this.before.value = left
    }, MARK_MS)
    this.#marks.add(mark)
  }
}

// A long list of which only parts are loaded. Rows are in blocks of BLOCK. A block is loaded, stale (shown, but to be
// read again) or absent (drawn as placeholders).
/** Rows per request: a few screens, and small enough to transfer within one or two frames. */
const BLOCK = 200
/** 8,000 rows: enough to scroll back and forth without new requests, and little memory. */
const MAX_BLOCKS = 40

class SparseRows<Row extends { id: string }> {
  readonly #blocks = new Map<number, Row[]>()
  readonly #stale = new Set<number>()

  at(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK]
  }

  /** Stores an answer. An unchanged row stays the same object, so it is not drawn again. */
  put(block: number, rows: Row[]): { before: Row; after: Row }[] {
    const earlierRows = new Map(this.#blocks.get(block)?.map((row) => [row.id, row]))
    const changed: { before: Row; after: Row }[] = []
    const merged = rows.map((row) => {
      const before = earlierRows.get(row.id)
      if (!before) return row
      if (JSON.stringify(before) === JSON.stringify(row)) return before
      changed.push({ before, after: row })
      return row
    })
    this.#blocks.set(block, merged)
    this.#stale.delete(block)
    this.#forgetFarthest(block)
    return changed
  }

  /** Marks one block as stale, or all loaded ones. */
  markStale(block?: number): void {
    for (const staleBlock of block === undefined ? this.#blocks.keys() : [block]) this.#stale.add(staleBlock)
  }

  /** The first absent or stale block between two rows; null if all are loaded and fresh. */
  findMissingBlock(first: number, last: number, except: ReadonlySet<number>): number | null {
    for (let block = Math.floor(first / BLOCK); block <= Math.floor(last / BLOCK); block++) {
      if (!except.has(block) && (!this.#blocks.has(block) || this.#stale.has(block))) return block
    }
    return null
  }

  indexOf(id: string): number {
    for (const [block, rows] of this.#blocks) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) return block * BLOCK + index
    }
    return -1
  }

  #forgetFarthest(from: number) {
    if (this.#blocks.size <= MAX_BLOCKS) return
    const farthest = [...this.#blocks.keys()].reduce((a, b) => (Math.abs(a - from) >= Math.abs(b - from) ? a : b))
    this.#blocks.delete(farthest)
    this.#stale.delete(farthest)
  }
}
