// What a table of rates makes of days: which days are charged, what they add up to, and which table is for a box. Pure.
// Days are SQLite's day numbers of calendar dates, as the board in memory has them; money is whole numbers throughout.
import type { DayCounting, EstimatePart, RateKind, RateTable, RateTier } from '#contract/rate-table.ts'

/** Day numbers a terminal is closed, rising; of the user's own calendar. */
export type Closed = readonly number[]

/** Days after the last free one through another, both calendar days at the place of the box. Never below 0. */
export function chargeableDays(lastFree: number, through: number, counting: DayCounting, closed: Closed): number {
  if (through <= lastFree) return 0
  if (counting === 'calendar') return through - lastFree
  const holidays = closed.filter((day) => day > lastFree && day <= through && isWeekday(day)).length
  return weekdaysThrough(through) - weekdaysThrough(lastFree) - holidays
}

/** The last of so many free days that begin the day after `day`. */
export function lastFreeAfter(day: number, freeDays: number, counting: DayCounting, closed: Closed): number {
  if (counting === 'calendar') return day + freeDays
  let last = day
  for (let left = freeDays; left > 0;) {
    last++
    if (isWeekday(last) && !closed.includes(last)) left--
  }
  return last
}

/** Monday is 0. A Julian day begins at noon, and the first of them was a Monday. */
function weekdayOf(day: number): number {
  return (day + 0.5) % 7
}

function isWeekday(day: number): boolean {
  return weekdayOf(day) < 5
}

/** How many Mondays to Fridays there were up to a day, since the first Monday of all. */
function weekdaysThrough(day: number): number {
  const days = day + 1.5
  return Math.floor(days / 7) * 5 + Math.min(days % 7, 5)
}

/** What so many chargeable days cost. */
export function costOf(tiers: readonly RateTier[], days: number): number {
  let minor = 0
  for (let i = 0; i < tiers.length; i++) minor += daysIn(tiers, i, days) * (tiers[i]?.rate ?? 0)
  return minor
}

/** The same, tier by tier; tiers not reached are left out. */
export function partsOf(tiers: readonly RateTier[], days: number): EstimatePart[] {
  return tiers.flatMap(({ fromDay, rate }, i) => {
    const within = daysIn(tiers, i, days)
    return within === 0 ? [] : [{ fromDay, days: within, rate, minor: within * rate }]
  })
}

function daysIn(tiers: readonly RateTier[], i: number, days: number): number {
  const [from, next] = [tiers[i]?.fromDay ?? 1, tiers[i + 1]?.fromDay ?? Infinity]
  return Math.max(0, Math.min(days, next - 1) - from + 1)
}

export type CostedContainer = {
  scac: string | null
  place: string | null
  lengthFt: number | null
  equipmentType: string | null
}

/**
 * The most specific table that is for such a box: the one that names more of line, terminal, type and length; of two
 * that name as many, the one that names the line, then the terminal, then the type.
 */
export function tableFor<Table extends RateTable>(
  tables: readonly Table[],
  kind: RateKind,
  box: CostedContainer,
): Table | null {
  let best: Table | null = null
  let bestWeight = -1
  for (const table of tables) {
    if (table.kind !== kind || !isFor(table, box)) continue
    const weight = weightOf(table)
    // Two for the very same boxes cannot be saved, but may come with a file of own data: then by name, and steadily.
    if (weight > bestWeight || (weight === bestWeight && best !== null && nameOrder(table, best) < 0))
      [best, bestWeight] = [table, weight]
  }
  return best
}

function nameOrder(one: RateTable, other: RateTable): number {
  const [a, b] = [`${one.name} ${one.id}`, `${other.name} ${other.id}`]
  return a < b ? -1 : 1
}

function isFor({ scac, place, lengthFt, equipmentType }: RateTable, box: CostedContainer): boolean {
  return (
    isOf(scac, box.scac) &&
    isOf(place, box.place) &&
    isOf(equipmentType, box.equipmentType) &&
    (lengthFt === null || lengthFt === box.lengthFt)
  )
}

/** Typed by hand, so case says nothing. */
function isOf(wanted: string | null, has: string | null): boolean {
  return wanted === null || (has !== null && wanted.toLowerCase() === has.toLowerCase())
}

function weightOf({ scac, place, lengthFt, equipmentType }: RateTable): number {
  const named = [scac, place, equipmentType, lengthFt].map((part) => (part === null ? 0 : 1))
  return named.reduce<number>((sum, one) => sum + one, 0) * 16 + named.reduce<number>((sum, one) => sum * 2 + one, 0)
}

/** Two tables that only their names tell apart. */
export function isForSameContainers(one: Omit<RateTable, 'id'>, other: Omit<RateTable, 'id'>): boolean {
  const termsOf = ({ kind, scac, place, lengthFt, equipmentType }: Omit<RateTable, 'id'>) =>
    JSON.stringify([kind, scac, place, lengthFt, equipmentType]).toLowerCase()
  return termsOf(one) === termsOf(other)
}
