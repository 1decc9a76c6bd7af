// The container lists: which rows, in which order, and the choices a filter offers. All of it in SQL.
import type { ContainerFilter, ContainerSort, ContainerSortColumn } from '#contract/containers.ts'
import type { FeeTotal } from '#contract/deadlines.ts'
import type { FacetValue } from '#contract/values.ts'
import type { ReadableDb } from '../db/open.ts'
import { type Condition, anyOf, bandRank, orderedIds, textCondition } from '../lists.ts'
import { addDue, type Due } from './readiness.ts'
import { SEVERITY, maskOf } from './risk-code.ts'

const verdictRank = `CASE verdict WHEN 'ready' THEN 0 WHEN 'ready-unverified' THEN 1 WHEN 'conflict' THEN 2 WHEN 'held' THEN 3
  WHEN 'not-released' THEN 4 WHEN 'unknown' THEN 5 WHEN 'not-arrived' THEN 6 ELSE 7 END`

/** One or more expressions a column is ordered by. */
const sortExpressions: Record<ContainerSortColumn, string[]> = {
  number: ['number'],
  status: ['status'],
  band: [bandRank],
  // By date and then by band, so that a box that is out stands behind one that still costs money (product 3).
  lastFreeDay: ['lfd_date', bandRank],
  daysLeft: ['days_left'],
  verdict: [verdictRank],
  risk: [SEVERITY],
  readySince: ['ready_since'],
  holds: ['nullif(hold_count, 0)'],
  fees: ['fee_amount'],
  appointment: ['appointment_at'],
  pickupPlace: ['pickup_place'],
  masterBill: ['master_bill'],
  line: ['scac'],
  customer: ['customer COLLATE NOCASE'],
  vessel: ['vessel', 'voyage'],
  portOfLading: ['coalesce(pol_name, pol_locode)'],
  portOfDischarge: ['coalesce(pod_name, pod_locode)'],
  eta: ['coalesce(ata_at, eta_at)'],
  discharged: ['discharged_at'],
  fullOut: ['full_out_at'],
  emptyReturned: ['empty_returned_at'],
  destination: ['coalesce(destination_name, destination_locode)'],
  inlandEta: ['coalesce(inland_ata_at, inland_eta_at)'],
  equipment: ['equipment_length_ft', 'equipment_type', 'equipment_height'],
  weight: ['weight_lb'],
  seal: ['seal'],
  terminalChecked: ['terminal_checked_at'],
  lineChecked: ['line_checked_at'],
  lastChange: ['last_change_at'],
}

const scopes: Record<ContainerFilter['scope'], string> = {
  // Returned boxes are out, so the board is a part of what is open and its index serves both.
  board: `is_open = 1 AND (clock = 'running' OR (clock = 'not-started' AND lfd_date IS NOT NULL))`,
  open: 'is_open = 1',
  all: '1',
}

export function orderContainers(db: ReadableDb, filter: ContainerFilter, sort: ContainerSort): string[] {
  const orderBy = sort.flatMap(({ column, direction }) => sortExpressions[column].map((sql) => ({ sql, direction })))
  return orderedIds(db, 'temp.container_now', conditionsOf(filter), [...orderBy, { sql: 'number', direction: 'asc' }])
}

function conditionsOf(filter: ContainerFilter): Condition[] {
  const plain = (sql: string, isWanted: boolean | undefined): Condition[] =>
    isWanted === undefined ? [] : [{ sql: isWanted ? sql : `NOT (${sql})`, values: [] }]
  return [
    { sql: scopes[filter.scope], values: [] },
    ...textCondition(filter.text),
    ...anyOf('band', filter.bands),
    ...anyOf('verdict', filter.verdicts),
    ...anyOf(`coalesce(status, '')`, filter.statuses),
    ...anyOf('pickup_place_id', filter.places),
    ...anyOf('scac', filter.lines),
    ...anyOf('customer', filter.customers),
    ...(filter.holds?.length
      ? [{ sql: `EXISTS (SELECT 1 FROM json_each(active_holds) h WHERE lower(h.value) IN (SELECT lower(value) FROM json_each(?)))`, values: [JSON.stringify(filter.holds)] }]
      : []),
    ...(filter.withinDays === undefined ? [] : [{ sql: `days_left <= ? AND clock <> 'stopped'`, values: [filter.withinDays] }]),
    ...plain(`fees_due <> '[]'`, filter.hasFees),
    ...plain('is_disputed = 1', filter.isDisputed),
    ...plain('is_not_assessed = 1', filter.isNotAssessed),
    ...(filter.risks === undefined ? [] : [{ sql: 'risk_code & ? <> 0', values: [maskOf(filter.risks)] }]),
    ...plain('has_new_hold = 1', filter.hasNewHold),
    ...(filter.arrivingWithinDays === undefined
      ? []
      : [{ sql: `clock = 'not-started' AND NOT has_reached_port AND days_to_arrival <= ?`, values: [filter.arrivingWithinDays] }]),
  ]
}

export type Counted = { count: number; feesDue: FeeTotal[] }

// The limit keeps SQLite from asking the rules once more for each sum, so only what the sums may speak of is asked at all.
const countedRows = `SELECT is_open, band, clock, verdict, lfd_date, has_new_hold, has_reached_port, days_to_arrival, fees_due
  FROM temp.container_now WHERE ${scopes.open} LIMIT -1`

/** How many rows each filter has, in one walk: parts of what is open, by the columns above. */
export function countEach(db: ReadableDb, filters: ContainerFilter[]): Counted[] {
  const conditions = filters.map(conditionsOf)
  const sums = conditions.map((parts, i) => `sum(${parts.map(({ sql }) => `(${sql})`).join(' AND ')}) AS c${i}`)
  const values = conditions.flatMap((parts) => parts.flatMap((part) => part.values))
  // Grouped by what is due, which for most rows is nothing.
  const groups = db.all<Record<string, number> & { feesDue: string }>(
    `SELECT fees_due AS feesDue, ${sums.join(', ')} FROM (${countedRows}) GROUP BY 1`,
    ...values,
  )
  return filters.map((_, i) => {
    const due: Due = new Map()
    let count = 0
    for (const group of groups) {
      const rows = group[`c${i}`] ?? 0
      count += rows
      if (rows > 0) addDue(due, JSON.parse(group.feesDue) as FeeTotal[], rows)
    }
    return { count, feesDue: [...due.values()].map(({ currency, amount, isPending }) => ({ currency, amount, isPending })) }
  })
}

type FacetName = 'bands' | 'verdicts' | 'statuses' | 'places' | 'lines' | 'customers' | 'holds'

const facets: Record<FacetName, { value: string; label: string; from?: string }> = {
  bands: { value: 'band', label: 'band' },
  verdicts: { value: 'verdict', label: 'verdict' },
  statuses: { value: `coalesce(status, '')`, label: `coalesce(status, '')` },
  places: { value: 'pickup_place_id', label: 'coalesce(pickup_place, pickup_place_id)' },
  lines: { value: 'scac', label: 'coalesce(line_name, scac)' },
  customers: { value: 'customer', label: 'customer' },
  holds: { value: 'lower(h.value)', label: 'h.value', from: ', json_each(active_holds) h' },
}

/** Each facet counts under all parts of the filter but its own, so that a choice can be widened. */
export function loadFacets(db: ReadableDb, filter: ContainerFilter): Record<FacetName, FacetValue[]> {
  const load = (name: FacetName): FacetValue[] => {
    const { value, label, from = '' } = facets[name]
    const conditions = conditionsOf({ ...filter, [name]: undefined })
    return db.all<FacetValue>(
      `SELECT ${value} AS value, max(${label}) AS label, count(*) AS count FROM temp.container_now${from}
       WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} AND ${value} IS NOT NULL
       GROUP BY 1 ORDER BY count DESC, label LIMIT 200`,
      ...conditions.flatMap(({ values }) => values),
    )
  }
  return {
    bands: load('bands'),
    verdicts: load('verdicts'),
    statuses: load('statuses'),
    places: load('places'),
    lines: load('lines'),
    customers: load('customers'),
    holds: load('holds'),
  }
}
