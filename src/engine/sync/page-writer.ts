// Pages of a sweep, written down without keeping everybody else waiting: a page of a hundred boxes never read before takes
// 50 ms and more, one on which nothing moved takes five. So each goes in as few transactions as keep the turns short.
import type { Document } from '../api/decode.ts'
import type { WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import { type PageReading, applyPageRecords, turnPage } from './apply.ts'
import { type Sweep, loadSweep } from './store.ts'

/**
 * Answers the sweep as it stands after the page; `last` runs in the transaction that says so. Should the program end
 * before that one, the page is read again and finds its first records as it would have left them.
 */
export type PageWriter = (sweepId: number, document: Document, reading: PageReading, last: (db: WritableDb, after: Sweep) => void) => Promise<Sweep>

type Part = Pick<Document, 'data' | 'included'>

/** With the commit and an answer to a screen in the same turn this stays below the 40 ms of decisions 9. */
const TURN_MS = 15
const FEWEST_RECORDS = 8

/** Pages are written in the order they are given: what one leads to may count on those before it (page-chain.ts). */
export function createPageWriter({ write, clock }: { write: Write; clock: Clock }): PageWriter {
  const writeParts = partWriter(write, clock)
  let before: Promise<unknown> = Promise.resolve()
  return (...page) => {
    const own = before.then(() => writeParts(...page))
    before = own.catch(() => undefined)
    return own
  }
}

function partWriter(write: Write, clock: Clock): PageWriter {
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
    let rest: Part = document
    while (rest.data.length + rest.included.length > records) {
      const part = firstOf(rest, records)
      timed(part, () => {
        write((db, announce) => {
          applyPageRecords(db, announce, loadSweep(db, sweepId), { ...document, ...part }, reading)
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
        applyPageRecords(db, announce, sweep, { ...document, ...part }, reading)
        const after = turnPage(db, announce, sweep, document, reading)
        last(db, after)
        return after
      }),
    )
  }
}

/** What records stand on comes before them, as in one piece. */
function firstOf({ included, data }: Part, count: number): Part {
  return { included: included.slice(0, count), data: data.slice(0, Math.max(0, count - included.length)) }
}
