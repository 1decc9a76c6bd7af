// Answers about many containers at once: lists, counts, the calendar, routes, the board of a past moment. They only
// read, from the connection and the board that they are given.
import type { ContainerGroup, PastSort } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists, OrderGroup } from '../table/lists.ts'
import type { InSlices } from '../db/slices.ts'
import {
  loadCompleteStart,
  loadHistoryStart,
  listPastOrder,
  loadPast,
  loadRowsAt,
  type Past,
  type PastFilter,
} from './as-of.ts'
import type { Board } from '../mirror/board/board.ts'
import { loadBands, loadCalendar } from './calendar.ts'
import { computeGroupTotals } from '../mirror/board/group-totals.ts'
import { listGroups } from '../mirror/board/groups.ts'
import { loadFacets, loadSummary, orderContainers } from '../mirror/board/list.ts'
import { loadRoutes } from './routes.ts'
import { countAllContainers, listsAsOf, loadRows } from '../mirror/containers/store.ts'
import { newestChangeId } from '../mirror/history/store.ts'
import { loadSettings, loadNewestManualStep } from '../settings/store.ts'

export type ContainerAnswers = Pick<
  Handlers<EngineContract>,
  | 'containers.list'
  | 'containers.facets'
  | 'containers.bands'
  | 'containers.calendar'
  | 'containers.routes'
  | 'containers.asOf'
  | 'containers.summary'
>

export type ContainerAnswerDeps = {
  db: ReadableDb
  board: Board
  lists: Lists
  inSlices: InSlices
  /** Resolves after this time, or when the engine stops. */
  sleep: (ms: number) => Promise<void>
  now: () => string
}

export function containerAnswers(deps: ContainerAnswerDeps): ContainerAnswers {
  const { db, board, lists } = deps
  const getPast = createPastCache(deps)
  const getTotals = createTotalsCache(board)
  const getCounts = () => ({ outOf: countAllContainers(db), asOf: listsAsOf(db) })
  return {
    'containers.list': ({ filter, sort, grouping, ...request }) =>
      board.read(filter.scope, () => {
        const { page, ids, order, groups } = lists.open(
          request,
          ['containers', filter, sort, grouping],
          () => orderContainers(board, filter, sort, grouping),
          grouping && ((allIds) => listGroups(board, grouping, allIds)),
        )
        const totals = grouping === undefined ? null : getTotals(order, groups)
        return { ...page, rows: loadRows(db, ids), groups: totals, ...getCounts() }
      }),
    'containers.facets': ({ filter }) => board.read(filter.scope, () => loadFacets(board, filter)),
    'containers.bands': ({ filter }) =>
      board.read(filter.scope, () => ({ ...loadBands(board, filter), ...getCounts() })),
    'containers.calendar': (query) =>
      board.read(query.filter.scope, () => ({ ...loadCalendar(board, query), ...getCounts() })),
    'containers.routes': ({ filter }) =>
      board.read(filter.scope, () => ({ ...loadRoutes(db, board, filter), ...getCounts() })),
    'containers.asOf': async ({ at, filter, sort, ...request }) => {
      const now = deps.now()
      const { past, order } = getPast(at < now ? at : now, filter, sort)
      const { page, ids } = await lists.open(request, ['containers at', at, filter, sort], order)
      return {
        ...page,
        rows: loadRowsAt(db, past, ids),
        // If the clock of this computer was ahead for a while, the list may contain containers that were read later.
        outOf: Math.max(past.containerCount, page.total),
        reordered: 0,
        asOf: past.at,
        from: loadHistoryStart(db),
        completeFrom: loadCompleteStart(db),
      }
    },
    'containers.summary': () => board.read('open', () => ({ ...loadSummary(board), asOf: listsAsOf(db) })),
  }
}

/** The subtotals of 100,000 rows take as long as the window of rows itself, so they are computed once per version. */
function createTotalsCache(board: Board) {
  const cache = new WeakMap<readonly string[], { version: number; totals: ContainerGroup[] }>()
  return (order: readonly string[], groups: readonly OrderGroup[]): ContainerGroup[] => {
    const version = board.columns.version()
    const cached = cache.get(order)
    if (cached?.version === version) return cached.totals
    const totals = computeGroupTotals(board, order, groups)
    cache.set(order, { version, totals })
    return totals
  }
}

// Caches one past moment while the user scrolls through it: its shipments as they were, and the order of its
// containers. The cache is dropped when no call uses it, because it holds thousands of records.

type PastCacheDeps = {
  db: ReadableDb
  inSlices: InSlices
  /** Resolves after this time, or when the engine stops. */
  sleep: (ms: number) => Promise<void>
}

type PastCache = (at: string, filter: PastFilter, sort: PastSort) => { past: Past; order: () => Promise<string[]> }

/** The cache is dropped if no call used it for this long. */
const UNUSED_MS = 60_000
/** Each letter that the user types is a new filter, and each click on a header a new sort. */
const MAX_ORDERS = 8

type Cached = { key: string; past: Past }
/** The key has no change id, because later changes do not alter a past moment. */
type Orders = { key: string; byQuery: Map<string, string[]> }

export function createPastCache({ db, inSlices, sleep }: PastCacheDeps): PastCache {
  let cached: Cached | null = null
  let orders: Orders | null = null
  let useCount = 0
  let isDropScheduled = false
  const dropUnusedCache = async () => {
    if (isDropScheduled) return
    isDropScheduled = true
    for (let previousUseCount = -1; previousUseCount !== useCount;) {
      previousUseCount = useCount
      await sleep(UNUSED_MS)
    }
    isDropScheduled = false
    cached = null
    orders = null
  }
  return (at, filter, sort) => {
    useCount++
    void dropUnusedCache()
    const orderKey = JSON.stringify([at, loadSettings(db)])
    const key = `${newestChangeId(db)} ${loadNewestManualStep(db)} ${orderKey}`
    const current: Cached = cached?.key === key ? cached : { key, past: loadPast(db, at) }
    cached = current
    const order = async () => {
      const currentOrders: Orders = orders?.key === orderKey ? orders : { key: orderKey, byQuery: new Map() }
      orders = currentOrders
      const { byQuery } = currentOrders
      const queryKey = JSON.stringify([filter, sort])
      const ids = byQuery.get(queryKey) ?? (await inSlices(listPastOrder(db, current.past, filter, sort)))
      const oldestKey = byQuery.keys().next().value
      if (byQuery.size >= MAX_ORDERS && oldestKey !== undefined && !byQuery.has(queryKey)) byQuery.delete(oldestKey)
      byQuery.set(queryKey, ids)
      return ids
    }
    return { past: current.past, order }
  }
}
