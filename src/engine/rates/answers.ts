// Handlers about the cost of waiting for many containers. They compute it from the board in memory.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Board } from '../mirror/board/board.ts'
import { type AmountByCurrency, addCost, totalsOf } from '../mirror/board/exposure.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { addDays, dateInZone, dateOfJulianDay, instantMs, julianDayOf } from '../outside/calendar.ts'
import { loadSettings } from '../settings/store.ts'
import { hasDemurrageRates } from '../settings/rates.ts'
import type { ContainerFilter } from '#contract/containers.ts'
import type { Exposure, PickupPlan, PlannedContainer } from '#contract/rates.ts'
import { filterSlots } from '../mirror/board/filter.ts'

export type RateAnswers = Pick<Handlers<EngineContract>, 'rates.exposure' | 'rates.plan'>

export function rateAnswers({ db, board }: { db: ReadableDb; board: Board }): RateAnswers {
  const getHomeToday = () => {
    const at = listsAsOf(db)
    return dateInZone(instantMs(at) ?? 0, loadSettings(db).homeZone) ?? at.slice(0, 10)
  }
  return {
    'rates.exposure': ({ filter, only, except, days }) =>
      board.read(filter.scope, () => ({
        ...computeExposure(board, selectSlots(board, filter, only, except), getHomeToday(), days),
        hasRates: hasDemurrageRates(db),
        asOf: listsAsOf(db),
      })),
    'rates.plan': ({ ids, days }) => board.read('all', () => computePlan(board, ids, getHomeToday(), days)),
  }
}

/** The slots of the filtered containers: all, or those that the user selected. */
function selectSlots(
  board: Board,
  filter: ContainerFilter,
  only?: readonly string[],
  except: readonly string[] = [],
): Iterable<number> {
  const slots = filterSlots(board, filter)
  if (only === undefined && except.length === 0) return slots
  const findSlots = (ids: readonly string[]) => new Set(ids.map((id) => board.columns.slotOf(id)))
  const [selectedSlots, exceptSlots] = [only && findSlots(only), findSlots(except)]
  return slots.filter((slot) => (selectedSlots?.has(slot) ?? true) && !exceptSlots.has(slot))
}

function computeExposure(
  board: Board,
  slots: Iterable<number>,
  homeToday: string,
  days: number,
): Omit<Exposure, 'asOf' | 'hasRates'> {
  const costs = board.costs()
  const sums: AmountByCurrency[] = Array.from({ length: days + 1 }, () => new Map<string, number>())
  const countByToday = new Map<number, number>()
  let [costedCount, uncostedCount] = [0, 0]
  for (const slot of slots) {
    const today = costs.today(slot)
    const costToday = costs.demurrage(slot, today)
    if (costToday === null) continue
    if (typeof costToday === 'string') {
      uncostedCount++
      continue
    }
    costedCount++
    countByToday.set(today, (countByToday.get(today) ?? 0) + 1)
    sums.forEach((sumOfDay, inDays) =>
      addCost(sumOfDay, inDays === 0 ? costToday : costs.demurrage(slot, today + inDays)),
    )
  }
  // Each cost is that of a day at the container's own place. The dates are those of most containers.
  const [commonToday] = [...countByToday].toSorted(([, one], [, other]) => other - one)
  const firstDate = commonToday ? dateOfJulianDay(commonToday[0]) : homeToday
  return {
    days: sums.map((sumOfDay, inDays) => ({ inDays, date: addDays(firstDate, inDays), totals: totalsOf(sumOfDay) })),
    costed: costedCount,
    uncosted: uncostedCount,
  }
}

/** The cost of each container by the day of its pickup, for this many days from today on. */
function computePlan(board: Board, ids: readonly string[], homeToday: string, days: number): PickupPlan {
  const [columns, costs] = [board.columns, board.costs()]
  const [numberCodes, numberTexts, lastFreeDays] = [
    columns.codes('number'),
    columns.texts('number'),
    columns.numbers('lfd_day'),
  ]
  const slots = ids.flatMap((id) => columns.slotOf(id) ?? [])
  const todays = slots.map((slot) => costs.today(slot)).filter((day) => !Number.isNaN(day))
  // A container can be picked up today where it is, also if the user's own day has ended.
  const firstDay = todays.length > 0 ? Math.min(...todays) : julianDayOf(homeToday)
  const dates = Array.from({ length: days }, (_, inDays) => addDays(dateOfJulianDay(firstDay), inDays))
  const sums: AmountByCurrency[] = dates.map(() => new Map<string, number>())
  const containers = ids.flatMap((id): PlannedContainer[] => {
    const slot = columns.slotOf(id)
    if (slot === undefined) return []
    const lastFreeDay = lastFreeDays[slot] ?? Number.NaN
    const costedContainer = {
      id,
      number: numberTexts[numberCodes[slot] ?? 0] ?? '',
      lastFreeDay: Number.isNaN(lastFreeDay) ? null : dateOfJulianDay(lastFreeDay),
    }
    // A day that has ended where the container is costs what today costs there.
    const today = costs.today(slot)
    const costByDay = dates.map((_, inDays) => costs.demurrage(slot, Math.max(firstDay + inDays, today)))
    const [costToday = null] = costByDay
    if (costToday === null || typeof costToday === 'string')
      return [{ ...costedContainer, currency: null, minor: null, reason: costToday ?? 'out' }]
    costByDay.forEach((cost, inDays) => addCost(sums[inDays], cost))
    return [
      {
        ...costedContainer,
        currency: costToday.currency,
        minor: costByDay.map((cost) => (cost === null || typeof cost === 'string' ? 0 : cost.minor)),
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
