// Computes the cost of days by a rate table: which days are charged, their sum, and which table applies. Pure. Days are
// SQLite's Julian day numbers of calendar dates, as on the board; money is in whole minor units.
import type { DayCounting, EstimatePart, RateKind, RateTable, RateTier } from '#contract/rate-table.ts'

/** The numbers of the days on which a terminal is closed, ascending, from the user's own calendar. */
export type ClosedDays = readonly number[]

/**
 * Counts the charged days after the last free day through another day, both at the place of the container. At least 0.
 */
export function countChargeableDays(
  lastFree: number,
  through: number,
  counting: DayCounting,
  closed: ClosedDays,
): number {
  if (through <= lastFree) return 0
  if (counting === 'calendar') return through - lastFree
  const holidays = closed.filter((day) => day > lastFree && day <= through && isWeekday(day)).length
  return countWeekdaysThrough(through) - countWeekdaysThrough(lastFree) - holidays
}

/** The last of the free days, which begin after `day`. */
export function computeLastFree(day: number, freeDays: number, counting: DayCounting, closed: ClosedDays): number {
  if (counting === 'calendar') return day + freeDays
  let lastDay = day
  for (let daysLeft = freeDays; daysLeft > 0;) {
    lastDay++
    if (isWeekday(lastDay) && !closed.includes(lastDay)) daysLeft--
  }
  return lastDay
}

/** Monday is 0. A Julian day begins at noon, and the first of them was a Monday. */
function getWeekday(day: number): number {
  return (day + 0.5) % 7
}

function isWeekday(day: number): boolean {
  return getWeekday(day) < 5
}

/** The number of weekdays from the first Monday, day -0.5, through a day. */
function countWeekdaysThrough(day: number): number {
  const days = day + 1.5
  return Math.floor(days / 7) * 5 + Math.min(days % 7, 5)
}

/** The cost of this many charged days. */
export function computeTierCost(tiers: readonly RateTier[], days: number): number {
  let minor = 0
  for (let index = 0; index < tiers.length; index++)
    minor += countDaysInTier(tiers, index, days) * (tiers[index]?.rate ?? 0)
  return minor
}

/** The cost by tier; tiers without days are left out. */
export function listParts(tiers: readonly RateTier[], days: number): EstimatePart[] {
  return tiers.flatMap(({ fromDay, rate }, index) => {
    const daysInTier = countDaysInTier(tiers, index, days)
    return daysInTier === 0 ? [] : [{ fromDay, days: daysInTier, rate, minor: daysInTier * rate }]
  })
}

function countDaysInTier(tiers: readonly RateTier[], index: number, days: number): number {
  const [firstDay, nextFirstDay] = [tiers[index]?.fromDay ?? 1, tiers[index + 1]?.fromDay ?? Infinity]
  return Math.max(0, Math.min(days, nextFirstDay - 1) - firstDay + 1)
}

export type CostedContainer = {
  scac: string | null
  place: string | null
  lengthFt: number | null
  equipmentType: string | null
}

/**
 * The most specific table for a container: the one that names most of line, terminal, type and length. Of two with the
 * same number, the one that names the line, then the terminal, then the type.
 */
export function findTable<Table extends RateTable>(
  tables: readonly Table[],
  kind: RateKind,
  container: CostedContainer,
): Table | null {
  let bestTable: Table | null = null
  let bestWeight = -1
  for (const table of tables) {
    if (table.kind !== kind || !appliesTo(table, container)) continue
    const weight = computeWeight(table)
    // Two tables for the same containers cannot be saved, but can come from an imported file. Then the name decides, so
    // that the result is stable.
    if (weight > bestWeight || (weight === bestWeight && bestTable !== null && compareNames(table, bestTable) < 0))
      [bestTable, bestWeight] = [table, weight]
  }
  return bestTable
}

function compareNames(one: RateTable, other: RateTable): number {
  const [oneName, otherName] = [`${one.name} ${one.id}`, `${other.name} ${other.id}`]
  return oneName < otherName ? -1 : 1
}

/** Whether the container is in the scope of the table. A more specific table may still be the one for its cost. */
export function appliesTo({ scac, place, lengthFt, equipmentType }: RateTable, container: CostedContainer): boolean {
  return (
    matches(scac, container.scac) &&
    matches(place, container.place) &&
    matches(equipmentType, container.equipmentType) &&
    (lengthFt === null || lengthFt === container.lengthFt)
  )
}

/** Users type these values, so case is ignored. */
function matches(wanted: string | null, actual: string | null): boolean {
  return wanted === null || (actual !== null && wanted.toLowerCase() === actual.toLowerCase())
}

function computeWeight({ scac, place, lengthFt, equipmentType }: RateTable): number {
  const namedBits = [scac, place, equipmentType, lengthFt].map((part) => (part === null ? 0 : 1))
  // The count outweighs the four bits that decide between equal counts.
  return (
    namedBits.reduce<number>((sum, bit) => sum + bit, 0) * 16 + namedBits.reduce<number>((sum, bit) => sum * 2 + bit, 0)
  )
}

/** Tables with the same key are of one kind and for the same containers. Names, rates, currency and days may differ. */
export function createTermsKey(...terms: readonly unknown[]): string {
  return JSON.stringify(terms).toLowerCase()
}

/** Whether the tables have the same terms. */
export function isForSameContainers(one: Omit<RateTable, 'id'>, other: Omit<RateTable, 'id'>): boolean {
  const createKey = ({ kind, scac, place, lengthFt, equipmentType }: Omit<RateTable, 'id'>) =>
    createTermsKey(kind, scac, place, lengthFt, equipmentType)
  return createKey(one) === createKey(other)
}
