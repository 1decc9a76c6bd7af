// The money of the Today screen: reported fees, and what waiting costs by the user's own rates.
import type { ContainerFilter } from '#contract/containers.ts'
import type { TodayMoney } from '#contract/today.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Board } from '../mirror/board/board.ts'
import { type Sums, addCost, totalsOf } from '../mirror/board/exposure.ts'
import { filterSlots } from '../mirror/board/filter.ts'
import { READY, countContainers, feesDueOf } from '../mirror/board/list.ts'
import { hasDemurrageRates } from '../settings/rates.ts'

const due: ContainerFilter = { scope: 'board', hasFees: true }
/** The containers whose money can be saved by a pickup today, without another step before it. */
const pickable: ContainerFilter = { scope: 'board', bands: ['today'], verdicts: [...READY] }
/** Without the band `confirm`: those containers are probably out already. */
const expiring: ContainerFilter = { scope: 'board', bands: ['past', 'today'] }

export function moneyOf(db: ReadableDb, board: Board): TodayMoney {
  const slots = filterSlots(board, due)
  return {
    due: feesDueOf(board, slots).sort((one, other) => other.amount - one.amount),
    dueCount: slots.length,
    dueFilter: due,
    ...dayCosts(board),
    saveableReady: countContainers(board, pickable),
    hasRates: hasDemurrageRates(db),
  }
}

function dayCosts(board: Board): Pick<TodayMoney, 'accruing' | 'saveable' | 'accruingUncosted' | 'saveableUncosted'> {
  const [costs, daysLeft] = [board.costs(), board.daysLeft()]
  const accruing: Sums = new Map()
  const saveable: Sums = new Map()
  let [accruingUncosted, saveableUncosted] = [0, 0]
  for (const slot of filterSlots(board, expiring)) {
    const today = costs.today(slot)
    const [now, next] = [costs.demurrage(slot, today), costs.demurrage(slot, today + 1)]
    const isPast = daysLeft(slot) < 0
    if (typeof now === 'string' || typeof next === 'string') {
      if (isPast) accruingUncosted++
      else saveableUncosted++
    } else if (now !== null && next !== null)
      addCost(isPast ? accruing : saveable, { ...next, minor: next.minor - now.minor })
  }
  return { accruing: totalsOf(accruing), saveable: totalsOf(saveable), accruingUncosted, saveableUncosted }
}
