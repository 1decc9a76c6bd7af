// The order of containers that need a decision. Today, the handover and the alert centre use the same one.
import type { ContainerFilter, ContainerSort } from '#contract/containers.ts'
import { Band } from '#contract/deadlines.ts'
import { type RiskReason, decisionOrder } from '#contract/risk.ts'
import { firstReasonOf } from '../containers/risk-code.ts'
import type { Board } from './board.ts'
import { filterSlots } from './filter.ts'
import { orderContainers, orderSlots } from './list.ts'
import { UNDECIDED } from './urgent-filters.ts'

const moneySort: ContainerSort = [
  { column: 'fees', direction: 'desc' },
  { column: 'exposure', direction: 'desc' },
]
/** Not by days left: the list of last free days does not show that column, so its header would show no sort. */
const daysSort: ContainerSort = [{ column: 'lastFreeDay', direction: 'asc' }]
const tieSort: ContainerSort = [
  { column: 'priority', direction: 'asc' },
  { column: 'number', direction: 'asc' },
]
const byDays: ContainerSort = [...daysSort, ...moneySort, ...tieSort]
const byMoney: ContainerSort = [...moneySort, ...daysSort, ...tieSort]
/** The gate is open for hours only, so what a trucker can pick up now comes first. */
const byReadiness: ContainerSort = [{ column: 'verdict', direction: 'asc' }, ...moneySort, ...tieSort]
const sortOfReason: Partial<Record<RiskReason, ContainerSort>> = {
  'past-last-free-day': byMoney,
  'last-free-day-today': byReadiness,
}

/** Containers with the same most severe reason, sorted. `isToConfirm`: those past their day that probably left. */
export type DecisionIds = { reason: RiskReason; isToConfirm: boolean; sort: ContainerSort; ids: string[] }

const CONFIRM = Band.options.indexOf('confirm')

/** The containers of a filter that need a decision, by reason. What can still be saved comes first. */
export function groupByDecision(board: Board, filter: ContainerFilter = UNDECIDED): DecisionIds[] {
  const byReason = groupSlotsByFirstReason(board, { ...filter, risks: [] })
  const bands = board.columns.numbers('band')
  return decisionOrder.flatMap((reason) => {
    const slots = byReason.get(reason)
    if (slots === undefined) return []
    const sort = sortOfReason[reason] ?? byDays
    const isUnconfirmed = (slot: number) => reason === 'past-last-free-day' && bands[slot] === CONFIRM
    return [false, true].flatMap((isToConfirm) => {
      const part = slots.filter((slot) => isUnconfirmed(slot) === isToConfirm)
      return part.length === 0 ? [] : [{ reason, isToConfirm, sort, ids: orderSlots(board, part, sort) }]
    })
  })
}

/** The containers of a filter in the order of decisions, then those that need none. */
export function orderByDecision(board: Board, filter: ContainerFilter): string[] {
  const undecided = groupByDecision(board, filter).flatMap(({ ids }) => ids)
  return [...new Set([...undecided, ...orderContainers(board, filter, byDays)])]
}

/** Groups the slots that a filter accepts by the most severe risk of each. Leaves out those without a risk. */
function groupSlotsByFirstReason(board: Board, filter: ContainerFilter): Map<RiskReason, Uint32Array<ArrayBuffer>> {
  const codes = board.columns.numbers('risk_code')
  const byReason = Map.groupBy(filterSlots(board, filter), (slot) => firstReasonOf(codes[slot] ?? 0))
  return new Map(
    [...byReason].flatMap(([reason, slots]) => (reason === null ? [] : [[reason, Uint32Array.from(slots)] as const])),
  )
}
