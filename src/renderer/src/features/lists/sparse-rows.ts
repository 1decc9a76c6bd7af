// A long list of which only parts are loaded. Rows are in blocks of BLOCK. A block is loaded, stale (shown, but to be
// read again) or absent (drawn as placeholders).

/** Rows per request: a few screens, and small enough to transfer within one or two frames. */
export const BLOCK = 200
/** 8,000 rows: enough to scroll back and forth without new requests, and little memory. */
const MOST_BLOCKS = 40

export class SparseRows<Row extends { id: string }> {
  readonly #blocks = new Map<number, Row[]>()
  readonly #stale = new Set<number>()

  at(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK]
  }

  /** Stores an answer. An unchanged row stays the same object, so it is not drawn again. */
  put(block: number, rows: Row[]): { before: Row; after: Row }[] {
    const known = new Map(this.#blocks.get(block)?.map((row) => [row.id, row]))
    const changed: { before: Row; after: Row }[] = []
    const merged = rows.map((row) => {
      const before = known.get(row.id)
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

  /** One block, or all loaded ones. */
  markStale(block?: number): void {
    for (const each of block === undefined ? this.#blocks.keys() : [block]) this.#stale.add(each)
  }

  /** The first absent or stale block between two rows; null if all are loaded and fresh. */
  missing(first: number, last: number, except: ReadonlySet<number>): number | null {
    for (let block = Math.floor(first / BLOCK); block <= Math.floor(last / BLOCK); block++) {
      if (!except.has(block) && (!this.#blocks.has(block) || this.#stale.has(block))) return block
    }
    return null
  }

  indexOf(id: string): number {
    for (const [block, rows] of this.#blocks) {
      const place = rows.findIndex((row) => row.id === id)
      if (place >= 0) return block * BLOCK + place
    }
    return -1
  }

  #forgetFarthest(from: number) {
    if (this.#blocks.size <= MOST_BLOCKS) return
    const farthest = [...this.#blocks.keys()].reduce((a, b) => (Math.abs(a - from) >= Math.abs(b - from) ? a : b))
    this.#blocks.delete(farthest)
    this.#stale.delete(farthest)
  }
}
