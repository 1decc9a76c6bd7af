// Costs of waiting from day to day: for all containers of a board, and for some containers by their day of pickup.
// Amounts are added per currency, as whole numbers.
import type { ContainerFilter } from '#contract/containers.ts'
import type { Exposure, MoneyTotal, PickupPlan, PlannedContainer } from '#contract/rates.ts'
import type { Board } from '../mirror/board/board.ts'
import { choosing } from '../mirror/board/filter.ts'
import { addDays, dateOfJulianDay, julianDayOf } from '../outside/calendar.ts'
import type { Cost } from '../settings/rates.ts'

type Sums = Map<string, number>

/** Computes the cost of this many containers over 14 days in about 1 ms. */
const CONTAINERS_PER_STEP = 256

export function* exposureOf(
  board: Board,
  filter: ContainerFilter,
  homeToday: string,
  days: number,
): Generator<void, Omit<Exposure, 'asOf' | 'hasRates'>> {
  const slots = yield* choosing(board, filter)
  const costs = board.costs()
  const sums: Sums[] = Array.from({ length: days + 1 }, () => new Map<string, number>())
  let [costed, uncosted] = [0, 0]
  for (let i = 0; i < slots.length; i++) {
    if (i % CONTAINERS_PER_STEP === CONTAINERS_PER_STEP - 1) yield
    const slot = slots[i] ?? 0
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
  const containers = ids.flatMap((id): PlannedContainer[] => {
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
    containers,
    uncosted: containers.filter(({ reason }) => reason === 'no-rate' || reason === 'no-date').length,
  }
}

function add(sums: Sums | undefined, cost: Cost | null): void {
  if (cost === null || typeof cost === 'string') return
  sums?.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.minor)
}

/** By currency; one in which nothing is due is said, too: it is where there are rates. */
function totalsOf(sums: Sums): MoneyTotal[] {
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}
