// Handlers of the Today screen: what needs the user, what changed, and what is unknown.
import type { ContainerFilter } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Today, TodayTile } from '#contract/today.ts'
import { countLines, loadLines, mostSevereLines } from '../mirror/history/store.ts'
import { loadReadMark } from '../mirror/history/read-marks.ts'
import type { Board } from '../mirror/board/board.ts'
import { countContainers, countNotAssessed } from '../mirror/board/list.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { decisionsOf } from './decisions.ts'
import { moneyOf } from './money.ts'

type Names = Extract<keyof Handlers<EngineContract>, `today.${string}`>

const CHANGES_SHOWN = 10

const notAssessed: ContainerFilter = { scope: 'open', isNotAssessed: true }

/** Counted over the board. */
export type TodayAnswers = {
  'today.board': () => Promise<BoardPart>
  'today.tiles': () => Promise<Record<string, number>>
}
type BoardPart = Omit<Today, 'documents'>

export function todayAnswers({ db, board }: { db: ReadableDb; board: Board }): TodayAnswers {
  return {
    'today.board': () => board.read('open', () => loadToday(db, board)),
    'today.tiles': () =>
      board.read('open', () => Object.fromEntries(countTiles(board).map(({ tile, count }) => [tile, count]))),
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
  const seenThrough = lastRead?.throughId ?? 0
  return {
    tiles: countTiles(board).map((tile) => {
      const then = lastRead?.tiles[tile.tile]
      return { ...tile, delta: then === undefined ? null : tile.count - then }
    }),
    money: moneyOf(db, board),
    ...decisionsOf(db, board),
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

type CountedTile = { tile: TodayTile['tile']; filter: ContainerFilter; count: number }

function countTiles(board: Board): CountedTile[] {
  const names = Object.keys(tiles) as TodayTile['tile'][]
  return names.map((tile) => ({ tile, filter: tiles[tile], count: countContainers(board, tiles[tile]) }))
}
