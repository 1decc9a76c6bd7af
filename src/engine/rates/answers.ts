// Handlers about the cost of waiting for many containers. They compute it from the board in memory.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Board } from '../mirror/board/board.ts'
import { type AmountByCurrency, type Costs, addCost, countFits, totalsOf } from '../mirror/board/exposure.ts'
import { countAllContainers, listsAsOf } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { addDays, dateInZone, dateOfJulianDay, instantMs, julianDayOf } from '../outside/calendar.ts'
import { loadSettings } from '../settings/store.ts'
import { hasDemurrageRates, loadTables } from '../settings/rates.ts'
import type { ContainerFilter } from '#contract/containers.ts'
import type { Exposure, PickupPlan, PlannedContainer } from '#contract/rates.ts'
import { filterSlots } from '../mirror/board/filter.ts'

export type RateAnswers = Pick<Handlers<EngineContract>, 'rates.exposure' | 'rates.plan' | 'rates.fit'>

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
        outOf: countAllContainers(db),
        asOf: listsAsOf(db),
      })),
    'rates.fit': () =>
      board.read('open', () => {
        const { counts, outOf } = countFits(db, board.columns, board.openSlots())
        return loadTables(db).map(({ id, kind }) => ({ id, count: counts.get(id) ?? 0, outOf: outOf[kind] }))
      }),
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
): Omit<Exposure, 'asOf' | 'hasRates' | 'outOf'> {
  const costs = board.costs()
  const lastFreeDays = board.columns.numbers('lfd_day')
  const [costedSlots, uncostedSlots] = [new Array<number>(), new Array<number>()]
  const unconfirmedSlots = new Set(filterSlots(board, { scope: 'board', bands: ['confirm'] }))
  let notDue = 0
  for (const slot of slots) {
    const costToday = costs.demurrage(slot, costs.today(slot))
    if (costToday === null) notDue++
    else (typeof costToday === 'string' ? uncostedSlots : costedSlots).push(slot)
  }
  const firstDay = findFirstDay(costs, costedSlots, homeToday)
  const dates = listDates(firstDay, days + 1)
  const sums: AmountByCurrency[] = dates.map(() => new Map<string, number>())
  for (const slot of costedSlots)
    sums.forEach((sumOfDay, inDays) => addCost(sumOfDay, costOnDay(costs, slot, firstDay + inDays)))
  return {
    days: sums.map((sumOfDay, inDays) => ({ inDays, date: dates[inDays] ?? homeToday, totals: totalsOf(sumOfDay) })),
    costed: costedSlots.length,
    uncosted: uncostedSlots.length,
    toConfirm: costedSlots.filter((slot) => unconfirmedSlots.has(slot)).length,
    undated: uncostedSlots.filter((slot) => Number.isNaN(lastFreeDays[slot])).length,
    notDue,
  }
}

/** The earliest today at the places of these containers: there it has not ended, also if the user's own day has. */
function findFirstDay(costs: Costs, slots: readonly number[], homeToday: string): number {
  const firstDay = slots.reduce((earliest, slot) => {
    const today = costs.today(slot)
    return today < earliest ? today : earliest
  }, Number.POSITIVE_INFINITY)
  return Number.isFinite(firstDay) ? firstDay : julianDayOf(homeToday)
}

/** `count` dates, the first of which is this day. */
function listDates(firstDay: number, count: number): string[] {
  const firstDate = dateOfJulianDay(firstDay)
  return Array.from({ length: count }, (_, inDays) => addDays(firstDate, inDays))
}

/** The cost on this date at the place of the container. A date that has ended there costs what today costs there. */
function costOnDay(costs: Costs, slot: number, day: number): ReturnType<Costs['demurrage']> {
  return costs.demurrage(slot, Math.max(day, costs.today(slot)))
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
  const firstDay = findFirstDay(costs, slots, homeToday)
  const dates = listDates(firstDay, days)
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
    const costByDay = dates.map((_, inDays) => costOnDay(costs, slot, firstDay + inDays))
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
