// Keeps columns in memory true to rows of the mirror. Whoever writes rows says which (`touch`); they are read again
// before the next answer. The first reading is done in slices, what is asked for most of the time first.
import type { Columns } from './columns.ts'
import type { Clock } from '../outside/clock.ts'
import { atOnce, countOpen, inSlices } from '../db/slices.ts'

export type Source = {
  /** Rows that screens mostly ask for. */
  firstIds: () => string[]
  /** Of all rows. */
  count: () => number
  /** Every row, in the order of the ids. */
  idsAfter: (id: string, limit: number) => string[]
  /** Reads rows into the columns. */
  load: (ids: string[]) => void
  /** Rows that moved though nobody wrote them, and what to do once they have been read; null when there are none. */
  turned: () => { ids: string[]; done: () => void } | null
  /** Reads of rows what moves by itself. */
  turn: (ids: string[]) => void
}

/** `first`: at least the rows of `firstIds`. */
export type Part = 'first' | 'all'

export type Mirrored = {
  /**
   * Resolves when the columns have every row as it was when it was called. What is written meanwhile is not waited for:
   * as long as pages pour in there is always more. `isAhead`: nobody waits for it yet.
   */
  current: (part: Part, isAhead?: boolean) => Promise<void>
  /** Reads what was written or moved since, at once; where that is too much for it, the next `current` has it. */
  settle: () => void
  /** These rows were written: after the commit, and before anybody asks who is to see it. */
  touch: (ids: readonly string[]) => void
}

/** `areQuestionsOpen`: somebody waits for other work. */
export type MirroredDeps = { clock: Clock; stopped: AbortSignal; areQuestionsOpen?: () => boolean }

/** A few days' worth: what comes after a start need not move everything at once. */
const withNew = (rows: number) => rows + (rows >> 5)

/** About a millisecond's work. */
const ROWS_PER_STEP = 64
/** A slice's. */
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
    // One that is under way may have begun before the last of these rows was written; the next one has them all.
    for (let round = 0; round < 2 && stale.isThere(wanted); round++) {
      refreshing ??= inSlices(clock, refresh(), stopped).finally(() => {
        refreshing = null
      })
      await refreshing
    }
  }
  return {
    current: (part, isAhead = false) => (isAhead ? reach(part) : waits.counted(reach(part))),
    // New texts are put in order where somebody sorts by them: all columns at once would take too long.
    settle: () => {
      atOnce(stale.load(MOST_AT_ONCE))
    },
    touch: stale.add,
  }
}

type Stale = {
  /** Rows are being read, from which on all that is written counts. */
  begin(): void
  add: (ids: readonly string[]) => void
  /** The number of the latest note. */
  newest(): number
  /** Whether rows noted up to this one have not been read, or some moved though nobody wrote them. */
  isThere(wanted: number): boolean
  /** Both parts of it, each only where there are no more rows than `most`. */
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
      // One that fails stays noted; one that is written again meanwhile is noted again.
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
 * One after the other: the rest of the rows must not keep those wanted first. One that fails is begun anew when asked
 * for.
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
