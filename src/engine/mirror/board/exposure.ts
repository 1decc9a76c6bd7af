// The cost of waiting for whole lists: applies the user's rates to the board in memory, one container at a time.
import { toMajor } from '#words/currency.ts'
import { Clock } from '#contract/deadlines.ts'
import type { RateKind } from '#contract/rate-table.ts'
import type { MoneyTotal } from '#contract/rates.ts'
import type { Columns } from '../../table/columns.ts'
import type { ReadableDb } from '../../db/open.ts'
import { dateInZone, julianDayOf } from '../../outside/calendar.ts'
import type { CostedContainer } from '../../settings/cost.ts'
import { type Cost, loadRates } from '../../settings/rates.ts'
import { loadMoment } from '../containers/moment.ts'

/** Days are SQLite's day numbers. */
export type Costs = {
  /** Today at the place of the container; NaN if the zone of the place is unknown. */
  today(slot: number): number
  /** The demurrage if the container is still there on this day, or picked up on it; null: nothing can be due. */
  demurrage(slot: number, day: number): Cost | null
  /** The detention today; null: the container was not picked up, or was returned. */
  detention(slot: number): Cost | null
  /** The last day without detention; NaN: not picked up, returned, or unknown. */
  returnDay(slot: number): number
}

const [NOT_STARTED, RUNNING, STOPPED] = [
  Clock.options.indexOf('not-started'),
  Clock.options.indexOf('running'),
  Clock.options.indexOf('stopped'),
]

/**
 * Whether demurrage can become due: free time is running, or its last day is not over. A last free day that passed
 * before free time began is a conflict of the data, not a cost.
 */
export function canBeDue(isRunning: boolean, lastFreeDay: number, today: number): boolean {
  return isRunning || lastFreeDay >= today
}

/** The amount for sorting only; NaN if there is none. */
export function toSortAmount(cost: Cost | null): number {
  return cost === null || typeof cost === 'string' ? Number.NaN : toMajor(cost.minor, cost.currency)
}

/** Whole numbers of the smallest unit of money, by currency. */
export type AmountByCurrency = Map<string, number>

/** Ignores a container without an estimate. */
export function addCost(sums: AmountByCurrency | undefined, cost: Cost | null): void {
  if (cost === null || typeof cost === 'string') return
  sums?.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.minor)
}

/** Sorted by currency. Includes currencies in which nothing is due, because they have rates. */
export function totalsOf(sums: AmountByCurrency): MoneyTotal[] {
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}

/** The columns of the board from which costs are computed. */
type CostColumn =
  | 'clock'
  | 'lfd_day'
  | 'full_out_day'
  | 'is_open'
  | 'equipment_length_ft'
  | 'today_zone'
  | 'days_out_zone'
  | 'scac'
  | 'pickup_place'
  | 'equipment_type'

type Rates = ReturnType<typeof loadRates>
type Terms = ReturnType<Rates['termsOf']>

export function createCosts(db: ReadableDb, columns: Columns<CostColumn>): Costs {
  const [rates, nowMs] = [loadRates(db), loadMoment(db).ms]
  const computeTodays = (name: 'today_zone' | 'days_out_zone') =>
    columns.texts(name).map((zone) => {
      const today = dateInZone(nowMs, zone)
      return today === null ? Number.NaN : julianDayOf(today)
    })
  const [clocks, isOpen] = [columns.numbers('clock'), columns.numbers('is_open')]
  const [lastFreeDays, fullOutDays] = [columns.numbers('lfd_day'), columns.numbers('full_out_day')]
  const [zones, daysOutZones] = [columns.codes('today_zone'), columns.codes('days_out_zone')]
  const [todayByZone, todayByDaysOutZone] = [computeTodays('today_zone'), computeTodays('days_out_zone')]
  const termsOf = createTermsCache(rates, columns)
  const today = (slot: number) => todayByZone[zones[slot] ?? 0] ?? Number.NaN
  // Picked up and not yet returned empty.
  const isUnreturned = (slot: number) => clocks[slot] === STOPPED && isOpen[slot] === 1
  return {
    today,
    demurrage: (slot, day) => {
      const [clock, lastFreeDay] = [clocks[slot], lastFreeDays[slot] ?? Number.NaN]
      if (clock !== RUNNING && clock !== NOT_STARTED) return null
      return canBeDue(clock === RUNNING, lastFreeDay, today(slot))
        ? rates.cost(termsOf('demurrage', slot), lastFreeDay, day)
        : null
    },
    detention: (slot) =>
      isUnreturned(slot)
        ? rates.detentionCost(
            termsOf('detention', slot),
            fullOutDays[slot] ?? Number.NaN,
            todayByDaysOutZone[daysOutZones[slot] ?? 0] ?? Number.NaN,
          )
        : null,
    returnDay: (slot) =>
      isUnreturned(slot) ? rates.returnDay(termsOf('detention', slot), fullOutDays[slot] ?? Number.NaN) : Number.NaN,
  }
}

/** Caches terms, because containers in the same scope have the same, and scopes are few. */
function createTermsCache(
  rates: Rates,
  columns: Columns<CostColumn>,
): (kind: 'demurrage' | 'detention', slot: number) => Terms {
  const scopes = createScopeReader(columns)
  const cache = new Map<string, Terms>()
  return (kind, slot) => {
    const key = `${kind} ${scopes.keyOf(slot)}`
    let terms = cache.get(key)
    if (!terms) {
      terms = rates.termsOf(kind, scopes.containerOf(slot))
      cache.set(key, terms)
    }
    return terms
  }
}

/** Reads what decides about the tables of a container. Containers with the same key have the same tables. */
type ScopeReader = { keyOf(slot: number): string; containerOf(slot: number): CostedContainer }

function createScopeReader(columns: Columns<CostColumn>): ScopeReader {
  const createTextReader = (name: 'scac' | 'pickup_place' | 'equipment_type') => {
    const [codes, texts] = [columns.codes(name), columns.texts(name)]
    return (slot: number) => (codes[slot] ? (texts[codes[slot]] ?? null) : null)
  }
  const [lines, places, types] = [columns.codes('scac'), columns.codes('pickup_place'), columns.codes('equipment_type')]
  const [readLine, readPlace, readType] = [
    createTextReader('scac'),
    createTextReader('pickup_place'),
    createTextReader('equipment_type'),
  ]
  const lengths = columns.numbers('equipment_length_ft')
  return {
    keyOf: (slot) => `${lines[slot] ?? 0} ${places[slot] ?? 0} ${types[slot] ?? 0} ${lengths[slot] ?? Number.NaN}`,
    containerOf: (slot) => {
      const length = lengths[slot] ?? Number.NaN
      return {
        scac: readLine(slot),
        place: readPlace(slot),
        equipmentType: readType(slot),
        lengthFt: Number.isNaN(length) ? null : length,
      }
    },
  }
}

/**
 * Counts the containers in the scope of each table by its id, with one pass over the slots. Demurrage counts containers
 * that were not picked up. Detention counts all, because it begins with the pickup.
 */
export function countFits(
  db: ReadableDb,
  columns: Columns<CostColumn>,
  openSlots: Uint32Array,
): { counts: ReadonlyMap<string, number>; outOf: Record<RateKind, number> } {
  const [rates, scopes, clocks] = [loadRates(db), createScopeReader(columns), columns.numbers('clock')]
  const groups = new Map<string, { container: CostedContainer } & Record<RateKind, number>>()
  const outOf = { demurrage: 0, detention: openSlots.length }
  for (const slot of openSlots) {
    const key = scopes.keyOf(slot)
    const group = groups.get(key) ?? { container: scopes.containerOf(slot), demurrage: 0, detention: 0 }
    const waiting = clocks[slot] === STOPPED ? 0 : 1
    group.demurrage += waiting
    outOf.demurrage += waiting
    group.detention++
    groups.set(key, group)
  }
  const counts = new Map<string, number>()
  for (const group of groups.values())
    for (const { id, kind } of rates.tablesOf(group.container)) counts.set(id, (counts.get(id) ?? 0) + group[kind])
  return { counts, outOf }
}
