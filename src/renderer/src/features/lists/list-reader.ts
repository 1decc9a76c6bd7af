// Reads one ordered list in windows for the screen. The engine keeps the order under `listId`. In that order rows keep
// their places, and only their values change. `reordered` is the number of rows that a new sort would move.
import { shallowRef, triggerRef } from 'vue'
import type { ContainerGroup } from '#contract/containers.ts'
import { AppError } from '#contract/errors.ts'
import { isUnanswered } from '../../engine/link.ts'
import { asAppError } from '../../engine/useQuery.ts'

export type ListRequest = { window: { offset: number; limit: number; startId?: string }; listId?: string }
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

/** Two requests at a time: one for the visible rows, one for the next rows. A fast scroll must not queue many. */
const MAX_PARALLEL_READS = 2
/**
 * Rows to read ahead of a scrolling screen, because a placeholder needs a second rendering. A jump of this many rows
 * has no direction.
 */
const AHEAD_ROWS = 200
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
  readonly previousRows = shallowRef<ReadonlyMap<string, Row>>(new Map())

  readonly #read: ReadWindow<Row>
  readonly #blocksBeingRead = new Set<number>()
  /** Increments with each new order. Answers for older orders are dropped. */
  #orderVersion = 0
  /** Increments when values changed in the same order. Older answers are shown, but read again. */
  #valueVersion = 0
  /** Ranges of rows on screen, in their order. */
  #visible: readonly RowRange[] = [[0, BLOCK_ROWS - 1]]
  /** The number of rows to read beyond the screen in the direction of scrolling; negative if that is upwards. */
  #aheadRows = 0
  #markTimers = new Set<ReturnType<typeof setTimeout>>()

  constructor(read: ReadWindow<Row>) {
    this.#read = read
  }

  at(index: number): Row | undefined {
    return this.rows.value.at(index)
  }

  /** Reports the rows that the screen shows now. Rows between two ranges belong to collapsed groups. */
  need(ranges: readonly RowRange[]): void {
    const scrolledRows = getFirstRow(ranges) - getFirstRow(this.#visible)
    if (scrolledRows !== 0)
      this.#aheadRows = Math.abs(scrolledRows) >= AHEAD_ROWS ? 0 : Math.sign(scrolledRows) * AHEAD_ROWS
    this.#visible = ranges
    this.#readMissingBlocks()
  }

  /** Values may have changed. Reads the visible rows again, and the others when they become visible. */
  refresh(): void {
    // In an empty list no row can move under the cursor, so new rows may appear at once.
    if (!this.head.value?.total) {
      void this.reorder()
      return
    }
    this.#valueVersion++
    this.#aheadRows = 0
    this.rows.value.markStale()
    this.#readMissingBlocks()
  }

  /** Sorts and filters again. The visible rows stay until the first new window arrives. */
  async reorder(): Promise<void> {
    const orderVersion = ++this.#orderVersion
    this.#blocksBeingRead.clear()
    this.isReordering.value = true
    const block = Math.floor(getFirstRow(this.#visible) / BLOCK_ROWS)
    try {
      const answer = await this.#read({ window: { offset: block * BLOCK_ROWS, limit: BLOCK_ROWS } })
      if (orderVersion !== this.#orderVersion) return
      this.#startOrder(block, answer)
      this.isReordering.value = false
      this.#readMissingBlocks()
    } catch (reason) {
      if (orderVersion !== this.#orderVersion) return
      this.isReordering.value = false
      this.error.value = asAppError(reason)
    }
  }

  /** Finds the place of a row in the order, loaded or not; -1 if the list does not have it. */
  async find(id: string): Promise<number> {
    const loaded = this.rows.value.indexOf(id)
    const head = this.head.value
    if (loaded >= 0 || !head) return loaded
    const { listId, offset, rows } = await this.#read({
      window: { offset: 0, limit: 1, startId: id },
      listId: head.listId,
    })
    return listId === this.head.value?.listId && rows[0]?.id === id ? offset : -1
  }

  /** Reads rows between two places of the order, loaded or not, for copying and for a range of selected rows. */
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
   * Yields all rows of the order of this head, one window at a time. The next window is read in the meantime. Throws
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
    let nextAnswer = read(0)
    for (let offset = BATCH_ROWS; nextAnswer; offset += BATCH_ROWS) {
      signal.throwIfAborted()
      const answer = await nextAnswer
      if (answer.listId !== head.listId) throw new AppError('export/list-changed')
      nextAnswer = read(offset)
      yield answer.rows
    }
  }

  /** Forgets a failure without an answer, because the engine may answer again. */
  forgetUnanswered(): void {
    if (this.error.value && isUnanswered(this.error.value)) this.error.value = null
  }

  stop(): void {
    this.#orderVersion++
    for (const timer of this.#markTimers) clearTimeout(timer)
  }

  #startOrder(block: number, answer: ListAnswer<Row>) {
    const rows = new SparseRows<Row>()
    rows.putBlock(block, answer.rows)
    this.rows.value = rows
    this.previousRows.value = new Map()
    this.#setHead(answer)
  }

  #setHead(answer: ListAnswer<Row>) {
    const { listId, total, outOf, reordered, asOf, groups = null } = answer
    this.head.value = { listId, total, outOf, reordered, asOf, groups }
    this.error.value = null
  }

  #readMissingBlocks() {
    const head = this.head.value
    if (!head || head.total === 0) return
    const clampToLast = (row: number) => Math.min(row, head.total - 1)
    const last = this.#visible.at(-1)?.[1] ?? 0
    const aheadRange: RowRange =
      this.#aheadRows < 0
        ? [Math.max(0, getFirstRow(this.#visible) + this.#aheadRows), getFirstRow(this.#visible)]
        : [last, last + this.#aheadRows]
    while (this.#blocksBeingRead.size < MAX_PARALLEL_READS) {
      const block = [...this.#visible, ...(this.#aheadRows === 0 ? [] : [aheadRange])]
        .map(([first, until]) => this.rows.value.findMissingBlock(first, clampToLast(until), this.#blocksBeingRead))
        .find((missingBlock) => missingBlock !== null)
      if (block === undefined) return
      this.#blocksBeingRead.add(block)
      void this.#loadBlock(block, head.listId)
    }
  }

  async #loadBlock(block: number, listId: string) {
    const orderVersion = this.#orderVersion
    const valueVersion = this.#valueVersion
    try {
      const answer = await this.#read({ window: { offset: block * BLOCK_ROWS, limit: BLOCK_ROWS }, listId })
      if (orderVersion !== this.#orderVersion) return
      this.#blocksBeingRead.delete(block)
      // Drops an answer for an older order.
      if (this.head.value?.listId === listId) this.#storeAnswer(block, answer, valueVersion)
    } catch (reason) {
      if (orderVersion !== this.#orderVersion) return
      this.#blocksBeingRead.delete(block)
      this.error.value = asAppError(reason)
      return
    }
    this.#readMissingBlocks()
  }

  #storeAnswer(block: number, answer: ListAnswer<Row>, valueVersion: number) {
    // The engine no longer has that order and answered with a window of a new one.
    if (answer.listId === this.head.value?.listId) this.#storeBlock(block, answer)
    else this.#startOrder(block, answer)
    if (valueVersion !== this.#valueVersion) this.rows.value.markStale(block)
  }

  #storeBlock(block: number, answer: ListAnswer<Row>) {
    const replacedRows = this.rows.value.putBlock(block, answer.rows)
    triggerRef(this.rows)
    this.#setHead(answer)
    if (replacedRows.length > 0) this.#markChanged(replacedRows)
  }

  #markChanged(rows: Row[]) {
    this.previousRows.value = new Map([...this.previousRows.value, ...rows.map((row) => [row.id, row] as const)])
    const timer = setTimeout(() => {
      this.#markTimers.delete(timer)
      const remaining = new Map(this.previousRows.value)
      for (const row of rows) if (remaining.get(row.id) === row) remaining.delete(row.id)
      this.previousRows.value = remaining
    }, MARK_MS)
    this.#markTimers.add(timer)
  }
}

// A long list of which only parts are loaded. Each block has BLOCK_ROWS rows. A block is loaded, stale (shown, but to
// be read again) or absent (drawn as placeholders).
/** The rows of a block and of a request: a few screens, and few enough to transfer within one or two frames. */
const BLOCK_ROWS = 200
/** 8,000 rows: enough to scroll back and forth without new requests, and little memory. */
const MAX_BLOCKS = 40

class SparseRows<Row extends { id: string }> {
  readonly #blocks = new Map<number, Row[]>()
  readonly #stale = new Set<number>()

  at(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK_ROWS))?.[index % BLOCK_ROWS]
  }

  /**
   * Stores a block, and returns the rows that it replaced. An unchanged row stays the same object and is not redrawn.
   */
  putBlock(block: number, rows: Row[]): Row[] {
    const earlierRows = new Map(this.#blocks.get(block)?.map((row) => [row.id, row]))
    const replacedRows: Row[] = []
    const merged = rows.map((row) => {
      const earlierRow = earlierRows.get(row.id)
      if (!earlierRow) return row
      if (JSON.stringify(earlierRow) === JSON.stringify(row)) return earlierRow
      replacedRows.push(earlierRow)
      return row
    })
    this.#blocks.set(block, merged)
    this.#stale.delete(block)
    this.#forgetFarthest(block)
    return replacedRows
  }

  /** Marks one block as stale, or all loaded blocks. */
  markStale(block?: number): void {
    for (const staleBlock of block === undefined ? this.#blocks.keys() : [block]) this.#stale.add(staleBlock)
  }

  /** Finds the first absent or stale block between two rows; null if all blocks are loaded and fresh. */
  findMissingBlock(first: number, last: number, except: ReadonlySet<number>): number | null {
    for (let block = Math.floor(first / BLOCK_ROWS); block <= Math.floor(last / BLOCK_ROWS); block++) {
      if (!except.has(block) && (!this.#blocks.has(block) || this.#stale.has(block))) return block
    }
    return null
  }

  indexOf(id: string): number {
    for (const [block, rows] of this.#blocks) {
      const index = rows.findIndex((row) => row.id === id)
      if (index >= 0) return block * BLOCK_ROWS + index
    }
    return -1
  }

  #forgetFarthest(block: number) {
    if (this.#blocks.size <= MAX_BLOCKS) return
    const farthest = [...this.#blocks.keys()].reduce((a, b) => (Math.abs(a - block) >= Math.abs(b - block) ? a : b))
    this.#blocks.delete(farthest)
    this.#stale.delete(farthest)
  }
}
