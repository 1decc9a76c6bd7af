// Updates columns in memory from rows of the mirror. The writer of rows reports their ids (`touch`), and the next
// answer reads these rows again. Only the first reading of all rows is divided into slices, because it can take
// seconds: the rows that screens need most come first, and lists of them are answered meanwhile.
import type { Columns } from './columns.ts'
import type { InSlices } from '../db/slices.ts'

export type Source = {
  /** The rows that screens mostly need. */
  firstIds: () => string[]
  /** The number of all rows. */
  count: () => number
  /** The next ids of all rows, in their order. */
  idsAfter: (id: string, limit: number) => string[]
  /** Reads rows into the columns. */
  load: (ids: string[]) => void
  /** Finds rows that changed only because time passed. `onLoaded` must be called after they are read. Null if none. */
  findExpired: () => { ids: string[]; onLoaded: () => void } | null
  /** Reads the values that change with time. */
  loadExpired: (ids: string[]) => void
}

/** `first`: at least the rows of `firstIds`; `all`: every row. */
export type Part = 'first' | 'all'

export type Mirrored = {
  /** Resolves when this part was read for the first time. If the reading failed, the next call repeats it. */
  loadPart: (part: Part) => Promise<void>
  /** Reads the rows again that were written or have expired since the last call. */
  refresh: () => void
  /** Marks rows that were written. Call it after the commit and before the next list is computed. */
  touch: (ids: readonly string[]) => void
}

/** Adds room for the new rows of a few days, so that the arrays need not grow soon after the start. */
const withSpareRows = (rows: number) => rows + (rows >> 5)

/** Reading this many rows takes about 1 ms. */
const ROWS_PER_STEP = 64
/** Keeps the rows of one statement out of the old generation of the heap. */
const ROWS_PER_LOAD = 512

export function createMirrored<Name extends string>(
  inSlices: InSlices,
  columns: Columns<Name>,
  source: Source,
): Mirrored {
  // A row whose reading fails stays in the set.
  const touched = new Set<string>()
  let hasBegun = false

  function* loadFirst(): Generator<void> {
    hasBegun = true
    const ids = source.firstIds()
    columns.reserve(ids.length)
    for (const some of chunks(ids, ROWS_PER_STEP)) {
      source.load(some)
      yield
    }
    yield* columns.sortTexts()
  }
  function* loadAll(): Generator<void> {
    columns.reserve(withSpareRows(source.count()))
    for (let last = ''; ;) {
      const ids = source.idsAfter(last, ROWS_PER_STEP)
      if (ids.length === 0) break
      source.load(ids.filter((id) => columns.slotOf(id) === undefined))
      last = ids.at(-1) ?? last
      yield
    }
    yield* columns.sortTexts()
  }
  const first = onceUntilSuccess(() => inSlices(loadFirst()))
  const all = onceUntilSuccess(async () => {
    await first()
    await inSlices(loadAll())
  })
  return {
    loadPart: (part) => (part === 'first' ? first() : all()),
    refresh: () => {
      for (const ids of chunks([...touched], ROWS_PER_LOAD)) {
        source.load(ids)
        for (const id of ids) touched.delete(id)
      }
      const expired = source.findExpired()
      if (!expired) return
      for (const ids of chunks(expired.ids, ROWS_PER_LOAD)) source.loadExpired(ids)
      expired.onLoaded()
    },
    touch: (ids) => {
      if (hasBegun) for (const id of ids) touched.add(id)
    },
  }
}

/** Runs the work once for all callers, and again only if it failed. */
function onceUntilSuccess(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () =>
    (running ??= work().catch((error: unknown) => {
      running = null
      throw error
    }))
}

function* chunks(ids: string[], size: number): Generator<string[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size)
}
