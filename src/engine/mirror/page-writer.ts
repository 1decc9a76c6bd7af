// Stores answers without blocking other work: a page of 100 new containers takes 50 ms and more, an unchanged one takes
// 5. So each answer is stored in as few transactions as keep each turn of the event loop short.
import type { Document } from '../api/decode.ts'
import type { WritableDb } from '../db/open.ts'
import type { WalGuard } from '../db/wal-guard.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import { type IsEnough, applySome, newProgress } from './apply.ts'
import { type PageReading, pageReading, savePagePosition } from './page-position.ts'
import { type KnownPage, type PageFacts, type PlacedPage, factsOf, markPageRead } from './page-cache.ts'
import { type Reading, type Sweep, loadSweep } from './records.ts'

/** Runs in the transaction that marks the page as stored. */
type Last = (db: WritableDb, after: Sweep) => void
/**
 * `known`: the page did not change since it was last read. `readOut` decodes it; this is needed if the page is new, or
 * if the mirror changed since.
 */
export type Page = { known: KnownPage | null; readOut: () => Promise<Document> }
/** `placed`: the places of its records in the mirror; `known`: unchanged; null: a later answer updated one of them. */
export type WrittenPage = { after: Sweep; placed: PlacedPage | 'known' | null }

/**
 * Returns the sweep after the page. If the program ends before `last`, or the signal is aborted, the page is read
 * again; its first records are then unchanged.
 */
export type PageWriter = (
  sweepId: number,
  page: Page,
  reading: PageReading,
  last: Last,
  signal: AbortSignal,
) => Promise<WrittenPage>

/**
 * With the commit and an answer to a screen in the same turn, this stays below 40 ms, the limit for a turn of the event
 * loop.
 */
const TURN_MS = 10
/** Fewer records are too few for a measurement. */
const MIN_MEASURED = 8
/** The time to rebuild the rows of one usual record: the value until it is measured, and the lower limit. */
const USUAL_REBUILD_MS = 0.5
const MIN_REBUILD_MS = 0.1

export type WriterDeps = {
  write: Write
  clock: Clock
  /** Null or missing: no other connection reads while this one writes. */
  walGuard?: Pick<WalGuard, 'idle'> | null
}

/** Pages are written in the given order: a page may depend on those before it (sync/page-chain.ts). */
export function createPageWriter(deps: WriterDeps): PageWriter {
  const { write } = deps
  const writeParts = createPartWriter(deps)
  let before: Promise<unknown> = Promise.resolve()
  const writeNew = async (
    sweepId: number,
    document: Document,
    reading: PageReading,
    last: Last,
    signal: AbortSignal,
  ): Promise<WrittenPage> => {
    const { value: after, placed } = await writeParts(document, {
      // Another page of the sweep may have been stored meanwhile.
      reading: (db) => pageReading(reading, loadSweep(db, sweepId)),
      end: (db, announce) => storePosition(db, announce, loadSweep(db, sweepId), factsOf(document), reading, last),
      signal,
    })
    return { after, placed }
  }
  return (sweepId, { known, readOut }, reading, last, signal) => {
    const own = before.then(
      async () =>
        (known && writeAgain(write, sweepId, known, reading, last)) ??
        writeNew(sweepId, await readOut(), reading, last, signal),
    )
    before = own.catch(() => undefined)
    return own
  }
}

/** Returns null and writes nothing if the mirror differs from the page. */
function writeAgain(
  write: Write,
  sweepId: number,
  page: KnownPage,
  reading: PageReading,
  last: Last,
): WrittenPage | null {
  return write((db, announce) => {
    const sweep = loadSweep(db, sweepId)
    return markPageRead(db, page, pageReading(reading, sweep))
      ? { after: storePosition(db, announce, sweep, page, reading, last), placed: 'known' }
      : null
  })
}

function storePosition(
  db: WritableDb,
  announce: Announce,
  sweep: Sweep,
  page: PageFacts,
  reading: PageReading,
  last: Last,
): Sweep {
  const after = savePagePosition(db, announce, sweep, page, reading)
  last(db, after)
  return after
}

type Parts<Value> = {
  /** Called in each transaction, because the sweep may have changed. */
  reading: (db: WritableDb) => Reading
  /** Runs in the transaction of the last part. */
  end: (db: WritableDb, announce: Announce) => Value
  /** Checked between two parts. Stored parts stay. */
  signal: AbortSignal
}

export type PartWriter = <Value>(
  records: Pick<Document, 'data' | 'included'>,
  parts: Parts<Value>,
) => Promise<{ value: Value; placed: PlacedPage | null }>

/**
 * Stores the records of one answer in as many transactions as needed. Each of them waits while the write-ahead log is
 * written back: these are the large writes. The wait ends at the latest when a silent reader thread is replaced.
 */
export function createPartWriter({ write, clock, walGuard }: WriterDeps): PartWriter {
  // The last part shows how long the next one takes: neighbouring records are of the same kind.
  let rebuildMs = USUAL_REBUILD_MS
  return async (records, { reading, end, signal }) => {
    const count = records.data.length + records.included.length
    const progress = newProgress()
    const placed: (PlacedPage | null)[] = []
    for (;;) {
      if (walGuard) {
        await walGuard.idle()
        signal.throwIfAborted()
      }
      const startedMs = clock.mono()
      let stored = { atMs: startedMs, rebuilt: 0 }
      const isEnough: IsEnough = (done, rebuilt) => {
        stored = { atMs: clock.mono(), rebuilt }
        return done > 0 && stored.atMs - startedMs + rebuilt * rebuildMs >= TURN_MS
      }
      const last = write((db, announce) => {
        placed.push(applySome(db, announce, records, reading(db), progress, isEnough))
        return progress.next < count ? null : { value: end(db, announce) }
      })
      if (stored.rebuilt >= MIN_MEASURED)
        rebuildMs = Math.max(MIN_REBUILD_MS, (clock.mono() - stored.atMs) / stored.rebuilt)
      if (last) return { value: last.value, placed: joined(placed) }
      await clock.sleep(0, signal)
      signal.throwIfAborted()
    }
  }
}

function joined(parts: readonly (PlacedPage | null)[]): PlacedPage | null {
  const whole = parts.filter((part) => part !== null)
  return whole.length < parts.length
    ? null
    : { included: whole.flatMap(({ included }) => included), data: whole.flatMap(({ data }) => data) }
}
