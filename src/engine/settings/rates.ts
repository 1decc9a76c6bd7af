// Rate tables in state.db, and the cost of a container by them. They are the user's own. Only the members of an office
// share them.
import type { Detention, Estimate, RateKind, RateTable } from '#contract/rate-table.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { dateOfJulianDay, julianDayOf } from '../outside/calendar.ts'
import { markOwn } from './own-marks.ts'
import { loadCalendars } from './terminals.ts'
import {
  countChargeableDays,
  computeTierCost,
  computeLastFree,
  listParts,
  findTable,
  appliesTo,
  type ClosedDays,
  type CostedContainer,
} from './cost.ts'

type StoredTable = Omit<RateTable, 'tiers'> & { tiers: string }

export function loadTables(db: ReadableDb): RateTable[] {
  return db
    .all<StoredTable>(
      'SELECT id, name, kind, scac, place, length_ft AS lengthFt, equipment_type AS equipmentType, currency, counting, free_days AS freeDays, tiers FROM rate_table ORDER BY name COLLATE NOCASE, id',
    )
    .map(({ tiers, ...table }) => ({ ...table, tiers: JSON.parse(tiers) as RateTable['tiers'] }))
}

/** Without a demurrage table that has rates, no estimate of waiting is possible. */
export function hasDemurrageRates(db: ReadableDb): boolean {
  return loadTables(db).some(({ kind, tiers }) => kind === 'demurrage' && tiers.length > 0)
}

export function saveTable(
  db: WritableDb,
  { id, name, kind, scac, place, lengthFt, equipmentType, currency, counting, freeDays, tiers }: RateTable,
  at: string,
): void {
  markOwn(db, 'rates', [id], at)
  db.run(
    'INSERT OR REPLACE INTO rate_table (id, name, kind, scac, place, length_ft, equipment_type, currency, counting, free_days, tiers, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    name,
    kind,
    scac,
    place,
    lengthFt,
    equipmentType,
    currency,
    counting,
    kind === 'detention' ? freeDays : null,
    JSON.stringify(tiers),
    at,
  )
}

export function deleteTable(db: WritableDb, id: string, at: string): void {
  markOwn(db, 'rates', [id], at)
  db.run('DELETE FROM rate_table WHERE id = ?', id)
}

/** The cost so far, or why it is unknown. */
export type Cost = { currency: string; minor: number } | 'no-rate' | 'no-date'

/** Loaded once for many rows. Days are SQLite's day numbers; NaN: not known. */
export type Rates = {
  exposure(container: CostedContainer, lastFree: number, today: number): Estimate
  detention(container: CostedContainer, out: number, today: number): Detention
  /** Like `exposure` and `detention`, but for lists, which need only the sum. */
  termsOf(kind: RateKind, container: CostedContainer): Terms
  /** The tables of both kinds that have this container in their scope. */
  tablesOf(container: CostedContainer): readonly RateTable[]
  cost(terms: Terms, lastFree: number, day: number): Cost
  detentionCost(terms: Terms, out: number, today: number): Cost
  returnDay(terms: Terms, out: number): number
}

/**
 * Cached, because every list window needs the rates, and a tariff of some hundred tables takes longer to read than the
 * rows.
 */
const ratesCache = new WeakMap<ReadableDb, { version: number; rates: Rates }>()

/** The version on this connection: raised by writes (reader/touched.ts), or set by `setRatesVersion`. */
export function loadRatesVersion(db: ReadableDb): number {
  return db.value<number>('SELECT n FROM temp.rates_version') ?? 0
}

/** Sets the version that another connection reported. */
export function setRatesVersion(db: WritableDb, version: number): void {
  if (loadRatesVersion(db) !== version) db.run('UPDATE temp.rates_version SET n = ?', version)
}

export function loadRates(db: ReadableDb): Rates {
  const version = loadRatesVersion(db)
  const cached = ratesCache.get(db)
  if (cached?.version === version) return cached.rates
  const rates = readRates(db)
  ratesCache.set(db, { version, rates })
  return rates
}

function readRates(db: ReadableDb): Rates {
  const findTables = groupTables(loadTables(db))
  const closedDaysByPlace = new Map<string, ClosedDays>(
    loadCalendars(db).map(({ place, closed: days }) => [place.toLowerCase(), days.map(julianDayOf)]),
  )
  const getTerms = (kind: RateKind, container: CostedContainer): Terms => ({
    table: findTable(findTables(container), kind, container),
    closed: closedDaysByPlace.get(container.place?.toLowerCase() ?? '') ?? [],
  })
  return {
    exposure: (container, lastFree, today) => createEstimate(getTerms('demurrage', container), lastFree, today),
    detention: (container, pickedUpDay, today) => createDetention(getTerms('detention', container), pickedUpDay, today),
    termsOf: getTerms,
    tablesOf: (container) => findTables(container).filter((table) => appliesTo(table, container)),
    cost: computeCost,
    detentionCost: (terms, pickedUpDay, today) =>
      terms.table?.freeDays === null ? 'no-rate' : computeCost(terms, computeReturnDay(terms, pickedUpDay), today),
    returnDay: computeReturnDay,
  }
}

function computeCost({ table, closed }: Terms, lastFree: number, day: number): Cost {
  if (!hasRates(table)) return 'no-rate'
  if (Number.isNaN(lastFree) || Number.isNaN(day)) return 'no-date'
  return {
    currency: table.currency,
    minor: computeTierCost(table.tiers, countChargeableDays(lastFree, day, table.counting, closed)),
  }
}

/** Groups the tables by line and terminal, so that a large tariff is not scanned for each container. */
function groupTables(tables: readonly RateTable[]): (container: CostedContainer) => readonly RateTable[] {
  const tablesByKey = new Map<string, RateTable[]>()
  const createKey = (scac: string | null, place: string | null) => `${scac ?? ''}\n${place ?? ''}`.toLowerCase()
  for (const table of tables) {
    const key = createKey(table.scac, table.place)
    tablesByKey.set(key, [...(tablesByKey.get(key) ?? []), table])
  }
  return ({ scac, place }) =>
    [
      ...new Set([createKey(null, null), createKey(scac, null), createKey(null, place), createKey(scac, place)]),
    ].flatMap((key) => tablesByKey.get(key) ?? [])
}

// The estimate for one container by the user's tables: demurrage while it is at the terminal, detention after it left.

/** The table for a container, and the days on which its terminal is closed. */
type Terms = { table: RateTable | null; closed: ClosedDays }

/** A table without rates means that the cost is unknown, not zero. */
function hasRates(table: RateTable | null): table is RateTable {
  return table !== null && table.tiers.length > 0
}

/** The cost if the container is still there, or picked up, on the day `through`. `lastFree` NaN: not known. */
export function createEstimate({ table, closed }: Terms, lastFree: number, through: number): Estimate {
  if (!hasRates(table)) return { state: 'no-rate' }
  if (Number.isNaN(lastFree) || Number.isNaN(through)) return { state: 'no-date' }
  const days = countChargeableDays(lastFree, through, table.counting, closed)
  const { id, name, currency, counting, tiers } = table
  return {
    state: 'costed',
    table: { id, name },
    currency,
    minor: computeTierCost(tiers, days),
    days,
    counting,
    parts: listParts(tiers, days),
  }
}

/** `pickedUpDay`: the day of pickup; NaN: not known. */
export function createDetention(terms: Terms, pickedUpDay: number, today: number): Detention {
  const returnDay = computeReturnDay(terms, pickedUpDay)
  const freeDays = terms.table?.freeDays ?? null
  const hasNoTerms = terms.table === null || freeDays === null
  return {
    freeDays,
    returnBy: Number.isNaN(returnDay) ? null : dateOfJulianDay(returnDay),
    estimate: hasNoTerms ? { state: 'no-rate' } : createEstimate(terms, returnDay, today),
  }
}

/** The last day for a return without detention; NaN: not known. */
function computeReturnDay({ table, closed }: Terms, pickedUpDay: number): number {
  const freeDays = table?.freeDays ?? null
  return table === null || freeDays === null || Number.isNaN(pickedUpDay)
    ? Number.NaN
    : computeLastFree(pickedUpDay, freeDays, table.counting, closed)
}
