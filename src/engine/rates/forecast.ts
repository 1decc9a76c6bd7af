// Costs of waiting from day to day: for all containers of a board, and for some containers by their day of pickup.
// Amounts are added per currency, as whole numbers.
import type { ContainerFilter } from '#contract/containers.ts'
import type { Exposure, MoneyTotal, PickupPlan, PlannedContainer } from '#contract/rates.ts'
import type { Board } from '../mirror/board/board.ts'
import { filterSlots } from '../mirror/board/filter.ts'
import { addDays, dateOfJulianDay, julianDayOf } from '../outside/calendar.ts'
import type { Cost } from '../settings/rates.ts'

type Sums = Map<string, number>

export function exposureOf(
  board: Board,
  filter: ContainerFilter,
  homeToday: string,
  days: number,
): Omit<Exposure, 'asOf' | 'hasRates'> {
  const slots = filterSlots(board, filter)
  const costs = board.costs()
  const sums: Sums[] = Array.from({ length: days + 1 }, () => new Map<string, number>())
  let [costed, uncosted] = [0, 0]
  for (const slot of slots) {
    const today = costs.today(slot)
    const now = costs.demurrage(slot, today)
    if (now === null) continue
    if (typeof now === 'string') {
      uncosted++
      continue
    }
    costed++
    sums.forEach((sum, inDays) => {
      add(sum, inDays === 0 ? now : costs.demurrage(slot, today + inDays))
    })
  }
  return {
    days: sums.map((sum, inDays) => ({ inDays, date: addDays(homeToday, inDays), totals: totalsOf(sum) })),
    costed,
    uncosted,
  }
}

export function planOf(board: Board, ids: readonly string[], homeToday: string, days: number): PickupPlan {
  const [columns, costs] = [board.columns(), board.costs()]
  const [numbers, numberTexts, lastFreeDays] = [
    columns.codes('number'),
    columns.texts('number'),
    columns.numbers('lfd_day'),
  ]
  const first = julianDayOf(homeToday)
  const dates = Array.from({ length: days }, (_, inDays) => addDays(homeToday, inDays))
  const sums: Sums[] = dates.map(() => new Map<string, number>())
  const boxes = ids.flatMap((id): PlannedContainer[] => {
    const slot = columns.slotOf(id)
    if (slot === undefined) return []
    const last = lastFreeDays[slot] ?? Number.NaN
    const box = {
      id,
      number: numberTexts[numbers[slot] ?? 0] ?? '',
      lastFreeDay: Number.isNaN(last) ? null : dateOfJulianDay(last),
    }
    const byDay = dates.map((_, inDays) => costs.demurrage(slot, first + inDays))
    const [now = null] = byDay
    if (now === null || typeof now === 'string') return [{ ...box, currency: null, minor: null, reason: now ?? 'out' }]
    byDay.forEach((cost, inDays) => {
      add(sums[inDays], cost)
    })
    return [
      {
        ...box,
        currency: now.currency,
        minor: byDay.map((cost) => (cost === null || typeof cost === 'string' ? 0 : cost.minor)),
        reason: null,
      },
    ]
  })
  return {
    dates,
    totals: sums.map(totalsOf),
    boxes,
    uncosted: boxes.filter(({ reason }) => reason === 'no-rate' || reason === 'no-date').length,
  }
}

function add(sums: Sums | undefined, cost: Cost | null): void {
  if (cost === null || typeof cost === 'string') return
  sums?.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.minor)
}

/** By currency. Includes currencies in which nothing is due, because they have rates. */
function totalsOf(sums: Sums): MoneyTotal[] {
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}
