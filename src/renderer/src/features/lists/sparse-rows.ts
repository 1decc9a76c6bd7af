// A long list of which only some stretches are here. Rows live in blocks of BLOCK; a block is here, stale (shown, but
// to be read again) or absent (drawn as placeholders).

/** Rows per request: a few screens, and small enough to cross the pipe within a frame or two. */
export const BLOCK = 200
/** 8,000 rows: enough to scroll back and forth without asking again, little enough to forget about. */
const MOST_BLOCKS = 40

export class SparseRows<Row extends { id: string }> {
  readonly #blocks = new Map<number, Row[]>()
  readonly #stale = new Set<number>()

  at(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / BLOCK))?.[index % BLOCK]
  }

  /** Puts an answer in place. A row that says the same as before stays the same object, so nothing is drawn again. */
  put(block: number, rows: Row[]): { before: Row; after: Row }[] {
    const known = new Map(this.#blocks.get(block)?.map((row) => [row.id, row]))
    const changed: { before: Row; after: Row }[] = []
    const kept = rows.map((row) => {
      const before = known.get(row.id)
      if (!before) return row
      if (JSON.stringify(before) === JSON.stringify(row)) return before
      changed.push({ before, after: row })
      return row
    })
    this.#blocks.set(block, kept)
    this.#stale.delete(block)
    this.#forgetFarthest(block)
    return changed
  }

  /** One block, or all that are here. */
  markStale(block?: number): void {
    for (const each of block === undefined ? this.#blocks.keys() : [block]) this.#stale.add(each)
  }

  /** First block between two rows that is absent or stale; null when all of it is here and fresh. */
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
