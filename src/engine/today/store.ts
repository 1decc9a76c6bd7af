// The six counts of the Today screen. Each uses the filter of the list it opens, so that both always agree.
import type { ContainerFilter } from '#contract/containers.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import type { TodayTile } from '#contract/today.ts'
import type { Board } from '../mirror/board/board.ts'
import { countEach } from '../mirror/board/list.ts'

const ARRIVING_DAYS = 3

const tiles: Record<TodayTile['tile'], ContainerFilter> = {
  past: { scope: 'board', bands: ['past'] },
  today: { scope: 'board', bands: ['today'] },
  tomorrow: { scope: 'board', bands: ['tomorrow'] },
  'new-holds': { scope: 'open', hasNewHold: true },
  ready: { scope: 'board', verdicts: ['ready', 'ready-unverified'] },
  arriving: { scope: 'open', arrivingWithinDays: ARRIVING_DAYS },
}

export type CountedTile = { tile: TodayTile['tile']; filter: ContainerFilter; count: number; feesDue: FeeTotal[] }

export function countTiles(board: Board): CountedTile[] {
  const names = Object.keys(tiles) as TodayTile['tile'][]
  const counts = countEach(
    board,
    names.map((tile) => tiles[tile]),
  )
  return names.map((tile, i) => ({ tile, filter: tiles[tile], ...(counts[i] ?? { count: 0, feesDue: [] }) }))
}
