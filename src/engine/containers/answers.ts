// Handlers about many containers at once: lists, counts, the calendar, routes, the board of a past moment. They only
// read, from the connection and the board that they are given.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Lists } from '../table/lists.ts'
import type { InSlices } from '../db/slices.ts'
import { historyFrom, pastRows } from './as-of.ts'
import type { Board } from '../mirror/board/board.ts'
import { loadBands, loadCalendar } from './calendar.ts'
import { createPastCache } from './past-cache.ts'
import { loadFacets, loadSummary, orderContainers, partOf } from '../mirror/board/list.ts'
import { loadRoutes } from './routes.ts'
import { countContainers, listsAsOf, loadRows } from '../mirror/containers/store.ts'

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
  /** Resolves after so many milliseconds, or at the end. */
  rest: (ms: number) => Promise<void>
  now: () => string
}

export function containerAnswers(deps: ContainerAnswerDeps): ContainerAnswers {
  const { db, board, lists } = deps
  const pastAt = createPastCache(deps)
  const counted = () => ({ outOf: countContainers(db), asOf: listsAsOf(db) })
  return {
    'containers.list': ({ filter, sort, window, listId }) =>
      board.read(partOf(filter), () => {
        const list = lists.open(listId, ['containers', filter, sort], () => orderContainers(board, filter, sort))
        return {
          listId: list.listId,
          offset: window.offset,
          rows: loadRows(db, list.ids.slice(window.offset, window.offset + window.limit)),
          total: list.ids.length,
          moved: list.moved,
          ...counted(),
        }
      }),
    'containers.facets': ({ filter }) => board.read(partOf(filter), () => loadFacets(board, filter)),
    'containers.bands': ({ filter }) =>
      board.read(partOf(filter), () => ({ ...loadBands(board, filter), ...counted() })),
    'containers.calendar': (question) =>
      board.read(partOf(question.filter), () => ({ ...loadCalendar(board, question), ...counted() })),
    'containers.routes': ({ filter }) =>
      board.read(partOf(filter), () => ({ ...loadRoutes(db, board, filter), ...counted() })),
    'containers.asOf': async ({ at, filter, window, listId }) => {
      const now = deps.now()
      const { past, order } = pastAt(at < now ? at : now, filter)
      const list = await lists.open(listId, ['containers at', at, filter], order)
      const ids = list.ids.slice(window.offset, window.offset + window.limit)
      // If our clock was ahead for a while, the list may contain containers that were read later.
      const outOf = Math.max(past.known, list.ids.length)
      return {
        listId: list.listId,
        offset: window.offset,
        rows: pastRows(db, past, ids),
        total: list.ids.length,
        outOf,
        moved: 0,
        asOf: past.at,
        from: historyFrom(db),
      }
    },
    'containers.summary': () => board.read('first', () => ({ ...loadSummary(board), asOf: listsAsOf(db) })),
  }
}
