// Rate tables in state.db, and the cost of a container by them. They are the user's own and are sent to no server.
import type { Detention, Estimate, RateKind, RateTable } from '#contract/rate-table.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { dateOfJulianDay, julianDayOf } from '../outside/calendar.ts'
import { loadCalendars } from './terminals.ts'
import {
  countChargeableDays,
  costOf,
  computeLastFree,
  partsOf,
  findTable,
  type ClosedDays,
  type CostedContainer,
} from './cost.ts'

type Stored = Omit<RateTable, 'tiers'> & { tiers: string }

export function loadTables(db: ReadableDb): RateTable[] {
  return db
    .all<Stored>(
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

export function deleteTable(db: WritableDb, id: string): void {
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
  cost(terms: Terms, lastFree: number, day: number): Cost
  detentionCost(terms: Terms, out: number, today: number): Cost
  returnDay(terms: Terms, out: number): number
}

/**
 * Cached, because every list window needs the rates, and a tariff of some hundred tables takes longer to read than the
 * rows.
 */
const cache = new WeakMap<ReadableDb, { version: number; rates: Rates }>()

/** The version on this connection: raised by writes (reader/touched.ts), or set by `setRatesVersion`. */
export function loadRatesVersion(db: ReadableDb): number {
  return db.value<number>('SELECT n FROM temp.rates_version') ?? 0
}

/** Sets the version that another connection reported. */
export function setRatesVersion(db: WritableDb, n: number): void {
  if (loadRatesVersion(db) !== n) db.run('UPDATE temp.rates_version SET n = ?', n)
}

export function loadRates(db: ReadableDb): Rates {
  const version = loadRatesVersion(db)
  const cached = cache.get(db)
  if (cached?.version === version) return cached.rates
  const rates = readRates(db)
  cache.set(db, { version, rates })
  return rates
}

function readRates(db: ReadableDb): Rates {
  const tablesFor = groupTables(loadTables(db))
  const closed = new Map<string, ClosedDays>(
    loadCalendars(db).map(({ place, closed: days }) => [place.toLowerCase(), days.map(julianDayOf)]),
  )
  const termsOf = (kind: RateKind, container: CostedContainer): Terms => ({
    table: findTable(tablesFor(container), kind, container),
    closed: closed.get(container.place?.toLowerCase() ?? '') ?? [],
  })
  return {
    exposure: (container, lastFree, today) => createEstimate(termsOf('demurrage', container), lastFree, today),
    detention: (container, out, today) => createDetention(termsOf('detention', container), out, today),
    termsOf,
    cost: computeCost,
    detentionCost: (terms, out, today) =>
      terms.table?.freeDays === null ? 'no-rate' : computeCost(terms, computeReturnDay(terms, out), today),
    returnDay: computeReturnDay,
  }
}

function computeCost({ table, closed }: Terms, lastFree: number, day: number): Cost {
  if (!hasRates(table)) return 'no-rate'
  if (Number.isNaN(lastFree) || Number.isNaN(day)) return 'no-date'
  return {
    currency: table.currency,
    minor: costOf(table.tiers, countChargeableDays(lastFree, day, table.counting, closed)),
  }
}

/** Groups the tables by line and terminal, so that a large tariff is not scanned for each container. */
function groupTables(tables: readonly RateTable[]): (container: CostedContainer) => readonly RateTable[] {
  const groups = new Map<string, RateTable[]>()
  const keyOf = (scac: string | null, place: string | null) => `${scac ?? ''}\n${place ?? ''}`.toLowerCase()
  for (const table of tables) {
    const key = keyOf(table.scac, table.place)
    groups.set(key, [...(groups.get(key) ?? []), table])
  }
  return ({ scac, place }) =>
    [...new Set([keyOf(null, null), keyOf(scac, null), keyOf(null, place), keyOf(scac, place)])].flatMap(
      (key) => groups.get(key) ?? [],
    )
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
    minor: costOf(tiers, days),
    days,
    counting,
    parts: partsOf(tiers, days),
  }
}

/** `out`: the day of pickup; NaN: not known. */
export function createDetention(terms: Terms, out: number, today: number): Detention {
  const lastFree = computeReturnDay(terms, out)
  const freeDays = terms.table?.freeDays ?? null
  const isUnknown = terms.table === null || freeDays === null
  return {
    freeDays,
    returnBy: Number.isNaN(lastFree) ? null : dateOfJulianDay(lastFree),
    estimate: isUnknown ? { state: 'no-rate' } : createEstimate(terms, lastFree, today),
  }
}

/** The last day for a return without detention; NaN: not known. */
function computeReturnDay({ table, closed }: Terms, out: number): number {
  const freeDays = table?.freeDays ?? null
  return table === null || freeDays === null || Number.isNaN(out)
    ? Number.NaN
    : computeLastFree(out, freeDays, table.counting, closed)
}
