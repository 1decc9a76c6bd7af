// Keeps columns in memory true to rows of the mirror. Rows written are noted by a trigger in a temporary table
// (moment.ts), so that no writer can forget to say so; they are read again before the next answer. The first reading
// is done in slices, what is asked for most of the time first.
import type { Columns } from './columns.ts'
import type { ReadableDb, WritableDb } from './db/open.ts'
import type { Clock } from './outside/clock.ts'
import { atOnce, countOpen, inSlices } from './slices.ts'

export type Source = {
  touched: 'temp.container_touched' | 'temp.shipment_touched'
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
   * Resolves when the columns have every row as it was when it was called. What is written meanwhile is not waited for: as
   * long as pages pour in there is always more. `isAhead`: nobody waits for it yet.
   */
  current: (part: Part, isAhead?: boolean) => Promise<void>
  /** Reads what was written or moved since, at once; where that is too much for it, the next `current` has it. */
  settle: () => void
  /** Notes of what was read are dropped; once a minute will do. */
  forgetTouched: (db: WritableDb) => void
}

/** `areQuestionsOpen`: somebody waits for other work. */
export type MirroredDeps = { db: ReadableDb; clock: Clock; stopped: AbortSignal; areQuestionsOpen?: () => boolean }

/** A few days' worth: what comes after a start need not move everything at once. */
const withNew = (rows: number) => rows + (rows >> 5)

/** About a millisecond's work. */
const ROWS_PER_STEP = 64
/** A slice's. */
const MOST_AT_ONCE = 512

export function createMirrored<Name extends string>({ db, clock, stopped, areQuestionsOpen = () => false }: MirroredDeps, columns: Columns<Name>, source: Source): Mirrored {
  const stale = createStale(db, source)
  let hasBegun = false
  let refreshing: Promise<void> | null = null
  const waits = countOpen()
  const done: Partial<Record<Part, boolean>> = {}

  function* fill(part: Part): Generator<void> {
    hasBegun = true
    const first = part === 'first' ? source.firstIds() : []
    columns.expect(part === 'first' ? first.length : withNew(source.count()))
    yield* loadInSteps(first, source.load)
    for (let last = ''; part === 'all'; ) {
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
    const wanted = newestTouched(db, source)
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
    forgetTouched: (w) => {
      // Rows read before are not read again: what was written to them since then must stay noted.
      stale.forget(w, hasBegun)
    },
  }
}

type Stale = {
  /** Whether rows noted up to this one have not been read, or some moved though nobody wrote them. */
  isThere(wanted: number): boolean
  /** Both parts of it, each only where there are no more rows than `most`. */
  load(most?: number): Generator<void>
  /** `hasBegun`: rows have been read, from which on all that is written counts. */
  forget(db: WritableDb, hasBegun: boolean): void
}

function createStale(db: ReadableDb, source: Source): Stale {
  let readThrough = newestTouched(db, source)
  return {
    isThere: (wanted) => readThrough < wanted || source.turned() !== null,
    *load(most = Number.POSITIVE_INFINITY) {
      const through = newestTouched(db, source)
      const touched = through > readThrough ? touchedAfter(db, source, readThrough) : []
      if (touched.length > most) return
      yield* loadInSteps(touched, source.load)
      readThrough = Math.max(readThrough, through)
      const turned = source.turned()
      if (!turned || turned.ids.length > most) return
      yield* loadInSteps(turned.ids, source.turn)
      turned.done()
    },
    forget: (w, hasBegun) => {
      if (!hasBegun) readThrough = newestTouched(w, source)
      w.run(`DELETE FROM ${source.touched} WHERE seq <= ?`, readThrough)
    },
  }
}

/** One after the other: the rest of the rows must not keep those wanted first. One that fails is begun anew when asked for. */
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

function newestTouched(db: ReadableDb, { touched }: Source): number {
  return db.get<{ seq: number | null }>(`SELECT max(seq) AS seq FROM ${touched}`)?.seq ?? 0
}

function touchedAfter(db: ReadableDb, { touched }: Source, after: number): string[] {
  return db.all<{ id: string }>(`SELECT DISTINCT id FROM ${touched} WHERE seq > ?`, after).map(({ id }) => id)
}
