// Does the engine's work on the pages of a sweep with real files: decodes and writes them. Each page is one
// transaction here, while the engine splits pages to keep its turns short (page-writer.ts).
import { decodeDocument } from '#engine/api/decode.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { indexWaiting } from '#engine/mirror/search/store.ts'
import { runAtOnce } from '#engine/db/slices.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { toReading, savePagePosition } from '#engine/mirror/page-writer.ts'
import { countMissing } from '#engine/sync/missing.ts'
import { createPageCache, factsOf, markPageRead } from '#engine/mirror/page-cache.ts'
import { type Sweep, startSweep } from '#engine/mirror/records.ts'
import { WORLD_MS } from './pages.ts'

export type Sweeper = {
  /** Runs one complete sweep. `wrapPage` wraps the work of each page, for measurements. */
  sweep(pages: readonly Uint8Array[], wrapPage?: (work: () => void) => void): void
  /** Forgets all pages, as after a start. */
  forget(): void
  /** Adds the last page to the full-text index, which the engine does between two pages. */
  index(): void
  close(): void
}

export function openSweeper(folder: string): Sweeper {
  const connection = openConnection(folder, momentSetup)
  const write = createWrite(connection)
  write((db) => setMoment(db, WORLD_MS, { tomorrow: 1, soon: 3, week: 7 }))
  let requestSeq = 0
  let cache = createPageCache()
  return {
    forget: () => {
      cache = createPageCache()
    },
    sweep: (pages, wrapPage = (work) => work()) => {
      const startedAt = new Date(WORLD_MS).toISOString()
      const id = write((db) => startSweep(db, 'containers', startedAt))
      let sweep: Sweep = {
        id,
        kind: 'containers',
        startedAt,
        nextUrl: null,
        rows: 0,
        totalStart: null,
        totalEnd: null,
        state: 'RUNNING',
        endedAt: null,
        pageAt: null,
      }
      for (const [index, bytes] of pages.entries()) {
        wrapPage(() => {
          const { cached: cachedFacts, store } = cache.lookup(String(index), bytes)
          const document = cachedFacts ? null : decodeDocument(bytes, 'container')
          const facts = document ? factsOf(document) : cachedFacts!
          const reading = {
            requestSeq: ++requestSeq,
            readAt: startedAt,
            next: facts.next,
            isOverrun: false,
            isCompleteList: false,
            leftOut: { count: 0, ids: [] },
          }
          sweep = write((db, announce) => {
            const pageReadingOfSweep = toReading(reading, sweep)
            if (document) store(facts, applyRecords(db, announce, document, pageReadingOfSweep))
            else if (!markPageRead(db, cachedFacts!, pageReadingOfSweep))
              throw new Error('a cached page differs, although only this sweeper writes')
            return savePagePosition(db, announce, sweep, facts, reading)
          })
        })
      }
      runAtOnce(countMissing(connection.db, write, sweep, []))
      if (sweep.state !== 'COMPLETE') throw new Error(`the sweep ended ${sweep.state}`)
    },
    index: () => write((db) => indexWaiting(db, Number.MAX_SAFE_INTEGER)),
    close: () => connection.close(),
  }
}
