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
  findTimeChanged: () => { ids: string[]; onLoaded: () => void } | null
  /** Reads only the values that change with time. */
  loadTimeChanged: (ids: string[]) => void
}

/** `first`: at least the rows of `firstIds`; `all`: every row. */
export type Part = 'first' | 'all'

export type Mirrored = {
  /** Resolves when this part was read for the first time. If the reading failed, the next call repeats it. */
  loadPart: (part: Part) => Promise<void>
  /** Reads the rows again that were written since the last call, and those that changed because time passed. */
  refresh: () => void
  /** Marks rows that were written. Call it after the commit and before the next list is computed. */
  touch: (ids: readonly string[]) => void
}

/** Adds space for the new rows of a few days, so that the arrays need not grow soon after the start. */
const addSpareRows = (rowCount: number) => rowCount + (rowCount >> 5)

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
    for (const stepIds of splitIntoChunks(ids, ROWS_PER_STEP)) {
      source.load(stepIds)
      yield
    }
    yield* columns.sortTexts()
  }
  function* loadAll(): Generator<void> {
    columns.reserve(addSpareRows(source.count()))
    for (let lastId = ''; ;) {
      const ids = source.idsAfter(lastId, ROWS_PER_STEP)
      if (ids.length === 0) break
      source.load(ids.filter((id) => columns.slotOf(id) === undefined))
      lastId = ids.at(-1) ?? lastId
      yield
    }
    yield* columns.sortTexts()
  }
  const loadFirstOnce = createOnceUntilSuccess(() => inSlices(loadFirst()))
  const loadAllOnce = createOnceUntilSuccess(async () => {
    await loadFirstOnce()
    await inSlices(loadAll())
  })
  return {
    loadPart: (part) => (part === 'first' ? loadFirstOnce() : loadAllOnce()),
    refresh: () => {
      for (const ids of splitIntoChunks([...touched], ROWS_PER_LOAD)) {
        source.load(ids)
        for (const id of ids) touched.delete(id)
      }
      const timeChanged = source.findTimeChanged()
      if (!timeChanged) return
      for (const ids of splitIntoChunks(timeChanged.ids, ROWS_PER_LOAD)) source.loadTimeChanged(ids)
      timeChanged.onLoaded()
    },
    touch: (ids) => {
      if (hasBegun) for (const id of ids) touched.add(id)
    },
  }
}

/** Returns a function that runs the work once for all its callers, and again only if it failed. */
function createOnceUntilSuccess(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () =>
    (running ??= work().catch((error: unknown) => {
      running = null
      throw error
    }))
}

function* splitIntoChunks(ids: string[], size: number): Generator<string[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size)
}
