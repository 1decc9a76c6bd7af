// Caches one past moment while the user scrolls through it: its shipments as they were, and the order of its
// containers. The cache is dropped when no call uses it, because it holds thousands of records.
import { newestChangeId } from '../mirror/history/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadSettings, newestManualStep } from '../settings/store.ts'
import type { InSlices } from '../db/slices.ts'
import { type Past, type PastFilter, orderPast, pastOf } from './as-of.ts'

export type PastCacheDeps = {
  db: ReadableDb
  inSlices: InSlices
  /** Resolves after this time, or when the engine stops. */
  rest: (ms: number) => Promise<void>
}

export type PastCache = (at: string, filter: PastFilter) => { past: Past; order: () => Promise<string[]> }

const RETENTION_MS = 60_000
/** Each letter that the user types is a new filter. */
const MOST_FILTERS = 8

type Cached = { key: string; past: Past }
/** The key has no change id, because later changes do not alter a past moment. */
type Orders = { key: string; byFilter: Map<string, string[]> }

export function createPastCache({ db, inSlices, rest }: PastCacheDeps): PastCache {
  let cached: Cached | null = null
  let orders: Orders | null = null
  let asked = 0
  let isWatched = false
  const forgetUnasked = async () => {
    if (isWatched) return
    isWatched = true
    for (let before = -1; before !== asked;) {
      before = asked
      await rest(RETENTION_MS)
    }
    isWatched = false
    cached = null
    orders = null
  }
  return (at, filter) => {
    asked++
    void forgetUnasked()
    const orderKey = JSON.stringify([at, loadSettings(db)])
    const key = `${newestChangeId(db)} ${newestManualStep(db)} ${orderKey}`
    const found: Cached = cached?.key === key ? cached : { key, past: pastOf(db, at) }
    cached = found
    const order = async () => {
      const own: Orders = orders?.key === orderKey ? orders : { key: orderKey, byFilter: new Map() }
      orders = own
      const name = JSON.stringify(filter)
      const ids = own.byFilter.get(name) ?? (await inSlices(orderPast(db, found.past, filter)))
      const oldest = own.byFilter.keys().next().value
      if (own.byFilter.size >= MOST_FILTERS && oldest !== undefined && !own.byFilter.has(name))
        own.byFilter.delete(oldest)
      own.byFilter.set(name, ids)
      return ids
    }
    return { past: found.past, order }
  }
}
