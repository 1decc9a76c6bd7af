// Handlers of the Today screen: what needs the user, what changed, and what is unknown.
import type { ContainerFilter } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Today, TodayTile } from '#contract/today.ts'
import { countLines, loadLines, mostSevereLines } from '../mirror/history/store.ts'
import { loadReadMark } from '../mirror/history/read-marks.ts'
import type { Board } from '../mirror/board/board.ts'
import { countEach, countFirstReasons, countNotAssessed, orderContainers } from '../mirror/board/list.ts'
import { listsAsOf, loadRows } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import type { FeeTotal } from '#contract/deadlines.ts'

type Names = Extract<keyof Handlers<EngineContract>, `today.${string}`>

const DECISIONS_SHOWN = 25
const CHANGES_SHOWN = 10

const undecided: ContainerFilter = { scope: 'open', risks: [] }
const notAssessed: ContainerFilter = { scope: 'open', isNotAssessed: true }

/** Counted over the board. */
export type TodayAnswers = {
  'today.board': () => Promise<BoardPart>
  'today.tiles': () => Promise<Record<string, number>>
}
type BoardPart = Omit<Today, 'documents'>

export function todayAnswers({ db, board }: { db: ReadableDb; board: Board }): TodayAnswers {
  return {
    'today.board': () => board.read('first', () => loadToday(db, board)),
    'today.tiles': () =>
      board.read('first', () => Object.fromEntries(countTiles(board).map(({ tile, count }) => [tile, count]))),
  }
}

export type TodayDeps = { loadBoard: () => Promise<BoardPart>; countDocuments: () => Promise<Today['documents']> }

export function todayHandlers({ loadBoard, countDocuments }: TodayDeps): Pick<Handlers<EngineContract>, Names> {
  return {
    'today.get': async () => {
      const { needsMe, underWay } = await countDocuments()
      return { ...(await loadBoard()), documents: { needsMe, underWay } }
    },
  }
}

function loadToday(db: ReadableDb, board: Board): BoardPart {
  const lastRead = loadReadMark(db)
  const decisions = orderContainers(board, undecided, [
    { column: 'risk', direction: 'asc' },
    { column: 'daysLeft', direction: 'asc' },
    { column: 'fees', direction: 'desc' },
    { column: 'exposure', direction: 'desc' },
    { column: 'priority', direction: 'asc' },
    { column: 'number', direction: 'asc' },
  ])
  const seenThrough = lastRead?.throughId ?? 0
  return {
    tiles: countTiles(board).map((tile) => {
      const then = lastRead?.tiles[tile.tile]
      return { ...tile, delta: then === undefined ? null : tile.count - then }
    }),
    decisions: loadRows(db, decisions.slice(0, DECISIONS_SHOWN)),
    decisionCount: decisions.length,
    decisionReasons: countFirstReasons(board, undecided),
    decisionFilter: undecided,
    changes: loadLines(db, mostSevereLines(db, seenThrough, CHANGES_SHOWN)),
    changeCount: countLines(db, seenThrough),
    notAssessed: { ...countNotAssessed(board), filter: notAssessed },
    asOf: listsAsOf(db),
  }
}

const ARRIVING_DAYS = 3

const tiles: Record<TodayTile['tile'], ContainerFilter> = {
  past: { scope: 'board', bands: ['past'] },
  today: { scope: 'board', bands: ['today'] },
  tomorrow: { scope: 'board', bands: ['tomorrow'] },
  'new-holds': { scope: 'open', hasNewHold: true },
  ready: { scope: 'board', verdicts: ['ready', 'ready-unverified'] },
  arriving: { scope: 'open', arrivingWithinDays: ARRIVING_DAYS },
}

type CountedTile = { tile: TodayTile['tile']; filter: ContainerFilter; count: number; feesDue: FeeTotal[] }

function countTiles(board: Board): CountedTile[] {
  const names = Object.keys(tiles) as TodayTile['tile'][]
  const counts = countEach(
    board,
    names.map((tile) => tiles[tile]),
  )
  return names.map((tile, i) => ({ tile, filter: tiles[tile], ...(counts[i] ?? { count: 0, feesDue: [] }) }))
}
