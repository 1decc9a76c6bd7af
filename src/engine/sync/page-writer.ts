// Pages of a sweep, written down without keeping everybody else waiting: a page of a hundred boxes never read before takes
// 50 ms and more, one on which nothing moved takes five. So each goes in as few transactions as keep the turns short.
import type { Document } from '../api/decode.ts'
import type { WritableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import { type PageReading, applyRecords, pageReading, turnPage } from './apply.ts'
import { type KnownPage, type PageFacts, type PlacedPage, factsOf, seeAgain } from './page-memory.ts'
import { type Sweep, loadSweep } from './store.ts'

/** Runs in the transaction that says that the page is in. */
type Last = (db: WritableDb, after: Sweep) => void
/** `known`: it is as it was. Read out in its turn all the same where the mirror is not: the pages behind it count on it. */
export type Page = { known: KnownPage | null; readOut: () => Document }
/** `placed`: where its records stand, as long as nobody has told a later word of one; `known`: where they stood. */
export type WrittenPage = { after: Sweep; placed: PlacedPage | 'known' | null }

/**
 * Answers the sweep as it stands after the page. Should the program end before `last`, the page is read again and finds
 * its first records as it would have left them.
 */
export type PageWriter = (sweepId: number, page: Page, reading: PageReading, last: Last) => Promise<WrittenPage>

type Part = Pick<Document, 'data' | 'included'>

/** With the commit and an answer to a screen in the same turn this stays below the 40 ms of decisions 9. */
const TURN_MS = 15
const FEWEST_RECORDS = 8

/** Pages are written in the order they are given: what one leads to may count on those before it (page-chain.ts). */
export function createPageWriter({ write, clock }: { write: Write; clock: Clock }): PageWriter {
  const writeParts = partWriter(write, clock)
  let before: Promise<unknown> = Promise.resolve()
  return (sweepId, { known, readOut }, reading, last) => {
    const own = before.then(() => (known && writeAgain(write, sweepId, known, reading, last)) ?? writeParts(sweepId, readOut(), reading, last))
    before = own.catch(() => undefined)
    return own
  }
}

/** Null, and nothing is written, where the mirror is not as the page is. */
function writeAgain(write: Write, sweepId: number, page: KnownPage, reading: PageReading, last: Last): WrittenPage | null {
  return write((db, announce) => {
    const sweep = loadSweep(db, sweepId)
    return seeAgain(db, page, pageReading(reading, sweep)) ? { after: turned(db, announce, sweep, page, reading, last), placed: 'known' } : null
  })
}

function turned(db: WritableDb, announce: Announce, sweep: Sweep, page: PageFacts, reading: PageReading, last: Last): Sweep {
  const after = turnPage(db, announce, sweep, page, reading)
  last(db, after)
  return after
}

type PartWriter = (sweepId: number, document: Document, reading: PageReading, last: Last) => Promise<WrittenPage>

function partWriter(write: Write, clock: Clock): PartWriter {
  // The last part tells how many the next one takes: neighbouring pages are of the same kind, mostly unchanged.
  let records = Number.POSITIVE_INFINITY
  const timed = <Value>({ data, included }: Part, work: () => Value): Value => {
    const startedMs = clock.mono()
    const value = work()
    const perRecord = (clock.mono() - startedMs) / Math.max(1, data.length + included.length)
    records = perRecord > 0 ? Math.max(FEWEST_RECORDS, Math.floor(TURN_MS / perRecord)) : Number.POSITIVE_INFINITY
    return value
  }
  return async (sweepId, document, reading, last) => {
    const placed: (PlacedPage | null)[] = []
    const apply = (db: WritableDb, announce: Announce, sweep: Sweep, part: Part) => {
      placed.push(applyRecords(db, announce, { ...document, ...part }, pageReading(reading, sweep)))
    }
    let rest: Part = document
    while (rest.data.length + rest.included.length > records) {
      const part = firstOf(rest, records)
      timed(part, () => {
        write((db, announce) => {
          apply(db, announce, loadSweep(db, sweepId), part)
        })
      })
      rest = { included: rest.included.slice(part.included.length), data: rest.data.slice(part.data.length) }
      await clock.sleep(0)
    }
    const part = rest
    return timed(part, () =>
      write((db, announce) => {
        // Another page of it may have come meanwhile.
        const sweep = loadSweep(db, sweepId)
        apply(db, announce, sweep, part)
        return { after: turned(db, announce, sweep, factsOf(document), reading, last), placed: joined(placed) }
      }),
    )
  }
}

function joined(parts: readonly (PlacedPage | null)[]): PlacedPage | null {
  const whole = parts.filter((part) => part !== null)
  return whole.length < parts.length ? null : { included: whole.flatMap(({ included }) => included), data: whole.flatMap(({ data }) => data) }
}

/** What records stand on comes before them, as in one piece. */
function firstOf({ included, data }: Part, count: number): Part {
  return { included: included.slice(0, count), data: data.slice(0, Math.max(0, count - included.length)) }
}
