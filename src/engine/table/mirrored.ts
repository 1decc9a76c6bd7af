// Updates columns in memory from rows of the mirror. The writer of rows reports their ids (`touch`); they are read
// again before the next answer. The first reading runs in slices, with the rows first that screens need most.
import type { Columns } from './columns.ts'
import type { Clock } from '../outside/clock.ts'
import { atOnce, countOpen, inSlices } from '../db/slices.ts'

export type Source = {
  /** The rows that screens mostly need. */
  firstIds: () => string[]
  /** Of all rows. */
  count: () => number
  /** Every row, in the order of the ids. */
  idsAfter: (id: string, limit: number) => string[]
  /** Reads rows into the columns. */
  load: (ids: string[]) => void
  /** Rows that changed only because time passed, and a callback for after they are read; null when there are none. */
  turned: () => { ids: string[]; done: () => void } | null
  /** Reads the values that change with time. */
  turn: (ids: string[]) => void
}

/** `first`: at least the rows of `firstIds`. */
export type Part = 'first' | 'all'

export type Mirrored = {
  /**
   * Resolves when the columns have every row as of the call. Later writes are not waited for: while pages arrive there
   * are always more. `isAhead`: no caller waits for it yet.
   */
  current: (part: Part, isAhead?: boolean) => Promise<void>
  /**
   * Reads rows that were written or have changed since, at once; if there are too many, the next `current` reads them.
   */
  settle: () => void
  /** These rows were written: call it after the commit and before the next question. */
  touch: (ids: readonly string[]) => void
}

/** `areQuestionsOpen`: a caller waits for other work. */
export type MirroredDeps = { clock: Clock; stopped: AbortSignal; areQuestionsOpen?: () => boolean }

/** A few days of rows: what follows a start need not read everything at once. */
const withNew = (rows: number) => rows + (rows >> 5)

/** About 1 ms of work. */
const ROWS_PER_STEP = 64
/** The work of one slice. */
const MOST_AT_ONCE = 512

export function createMirrored<Name extends string>(
  { clock, stopped, areQuestionsOpen = () => false }: MirroredDeps,
  columns: Columns<Name>,
  source: Source,
): Mirrored {
  const stale = createStale(source)
  let refreshing: Promise<void> | null = null
  const waits = countOpen()
  const done: Partial<Record<Part, boolean>> = {}

  function* fill(part: Part): Generator<void> {
    stale.begin()
    const first = part === 'first' ? source.firstIds() : []
    columns.expect(part === 'first' ? first.length : withNew(source.count()))
    yield* loadInSteps(first, source.load)
    for (let last = ''; part === 'all';) {
      const ids = source.idsAfter(last, ROWS_PER_STEP)
      if (ids.length === 0) break
      source.load(ids.filter((id) => columns.slotOf(id) === undefined))
      last = ids.at(-1) ?? last
      yield
    }
    yield* columns.ordering()
    done[part] = true
  }
  const filled = inTurn((part) => inSlices(clock, fill(part), stopped, () => !waits.areOpen() && areQuestionsOpen()))
  function* refresh(): Generator<void> {
    yield* stale.load()
    yield* columns.ordering()
  }
  const reach = async (part: Part) => {
    if (done.first !== true) await filled('first')
    if (part === 'all' && done.all !== true) await filled('all')
    const wanted = stale.newest()
    // The one in progress may have begun before the last of these writes; the next one includes them all.
    for (let round = 0; round < 2 && stale.isThere(wanted); round++) {
      refreshing ??= inSlices(clock, refresh(), stopped).finally(() => {
        refreshing = null
      })
      await refreshing
    }
  }
  return {
    current: (part, isAhead = false) => (isAhead ? reach(part) : waits.counted(reach(part))),
    // New texts are sorted when a user sorts by their column: all columns at once would take too long.
    settle: () => {
      atOnce(stale.load(MOST_AT_ONCE))
    },
    touch: stale.add,
  }
}

type Stale = {
  /** Rows are being read: from now on every write must be noted. */
  begin(): void
  add: (ids: readonly string[]) => void
  /** The number of the latest note. */
  newest(): number
  /** Whether rows noted up to this one are unread, or some changed only because time passed. */
  isThere(wanted: number): boolean
  /** Both parts, each only if it has at most `most` rows. */
  load(most?: number): Generator<void>
}

function createStale(source: Source): Stale {
  const touched = new Set<string>()
  let [hasBegun, newest, readThrough] = [false, 0, 0]
  return {
    begin: () => {
      hasBegun = true
    },
    add: (ids) => {
      if (!hasBegun || ids.length === 0) return
      newest++
      for (const id of ids) touched.add(id)
    },
    newest: () => newest,
    isThere: (wanted) => readThrough < wanted || source.turned() !== null,
    *load(most = Number.POSITIVE_INFINITY) {
      const through = newest
      if (touched.size > most) return
      // A row whose reading fails stays noted; a row that is written again meanwhile is noted again.
      yield* loadInSteps([...touched], (ids) => {
        source.load(ids)
        for (const id of ids) touched.delete(id)
      })
      readThrough = Math.max(readThrough, through)
      const turned = source.turned()
      if (!turned || turned.ids.length > most) return
      yield* loadInSteps(turned.ids, source.turn)
      turned.done()
    },
  }
}

/**
 * One after the other: the other rows must not delay the first ones. A failed reading is repeated on the next request.
 */
function inTurn(read: (part: Part) => Promise<void>): (part: Part) => Promise<void> {
  const underWay = new Map<Part, Promise<void>>()
  let last: Promise<void> = Promise.resolve()
  return (part) => {
    const begun = underWay.get(part)
    if (begun) return begun
    const reading = last.then(() => read(part)).finally(() => underWay.delete(part))
    underWay.set(part, reading)
    last = reading.catch(() => undefined)
    return reading
  }
}

function* loadInSteps(ids: string[], load: (ids: string[]) => void): Generator<void> {
  for (let from = 0; from < ids.length; from += ROWS_PER_STEP) {
    load(ids.slice(from, from + ROWS_PER_STEP))
    yield
  }
}
