// Handlers about the cost of waiting for many containers: counted over the board.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Board } from '../mirror/board/board.ts'
import { partOf } from '../mirror/board/list.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { addDays, dateInZone, dateOfJulianDay, instantMs, julianDayOf } from '../outside/calendar.ts'
import { loadSettings } from '../settings/store.ts'
import type { InSlices } from '../db/slices.ts'
import { loadTables, type Cost } from '../settings/rates.ts'
import type { ContainerFilter } from '#contract/containers.ts'
import type { Exposure, MoneyTotal, PickupPlan, PlannedContainer } from '#contract/rates.ts'
import { choosing } from '../mirror/board/filter.ts'

export type RateAnswers = Pick<Handlers<EngineContract>, 'rates.exposure' | 'rates.plan'>

export function rateAnswers({
  db,
  board,
  inSlices,
}: {
  db: ReadableDb
  board: Board
  inSlices: InSlices
}): RateAnswers {
  const homeToday = () => {
    const at = listsAsOf(db)
    return dateInZone(instantMs(at) ?? 0, loadSettings(db).homeZone) ?? at.slice(0, 10)
  }
  return {
    'rates.exposure': async ({ filter, days }) => {
      await board.current(partOf(filter))
      return {
        ...(await inSlices(exposureOf(board, filter, homeToday(), days))),
        hasRates: loadTables(db).some(({ kind, tiers }) => kind === 'demurrage' && tiers.length > 0),
        asOf: listsAsOf(db),
      }
    },
    'rates.plan': async ({ ids, days }) => {
      await board.current('all')
      return planOf(board, ids, homeToday(), days)
    },
  }
}

// Costs of waiting from day to day: for all containers of a board, and for some containers by their day of pickup.
// Amounts are added per currency, as whole numbers.

type Sums = Map<string, number>

/** Computes the cost of this many containers over 14 days in about 1 ms. */
const CONTAINERS_PER_STEP = 256

function* exposureOf(
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

function planOf(board: Board, ids: readonly string[], homeToday: string, days: number): PickupPlan {
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
