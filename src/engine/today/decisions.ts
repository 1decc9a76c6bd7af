// Containers that need a decision, grouped by their most severe reason.
import type { ContainerFilter, ContainerSort } from '#contract/containers.ts'
import { RiskReason } from '#contract/risk.ts'
import { DECISIONS_SHOWN, type Today } from '#contract/today.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Board } from '../mirror/board/board.ts'
import { orderSlots, slotsByFirstReason } from '../mirror/board/list.ts'
import { loadRows } from '../mirror/containers/store.ts'

const undecided: ContainerFilter = { scope: 'open', risks: [] }

/** Money can still be saved in these groups, so they come before the costs that cannot be avoided any more. */
const SAVEABLE: readonly RiskReason[] = [
  'last-free-day-today',
  'not-ready-in-time',
  'last-free-day-tomorrow',
  'no-appointment',
  'appointment-too-late',
]
const ORDER = [...new Set([...SAVEABLE, ...RiskReason.options])]
/** These reasons need a last free day, so the LFD board has all their containers. */
const onBoard = new Set<RiskReason>([...SAVEABLE, 'past-last-free-day'])

const money: ContainerSort = [
  { column: 'fees', direction: 'desc' },
  { column: 'exposure', direction: 'desc' },
]
const days: ContainerSort = [{ column: 'daysLeft', direction: 'asc' }]
const ties: ContainerSort = [
  { column: 'priority', direction: 'asc' },
  { column: 'number', direction: 'asc' },
]
const byDays: ContainerSort = [...days, ...money, ...ties]
const byMoney: ContainerSort = [...money, ...days, ...ties]

export function decisionsOf(
  db: ReadableDb,
  board: Board,
): Pick<Today, 'decisions' | 'decisionCount' | 'decisionFilter'> {
  const byReason = slotsByFirstReason(board, undecided)
  const decisions = ORDER.flatMap((reason) => {
    const slots = byReason.get(reason)
    if (slots === undefined) return []
    const filter: ContainerFilter = { scope: onBoard.has(reason) ? 'board' : 'open', leadingRisks: [reason] }
    const ids = orderSlots(board, slots, reason === 'past-last-free-day' ? byMoney : byDays)
    return [{ reason, count: slots.length, filter, rows: loadRows(db, ids.slice(0, DECISIONS_SHOWN)) }]
  })
  return { decisions, decisionCount: decisions.reduce((sum, { count }) => sum + count, 0), decisionFilter: undecided }
}
