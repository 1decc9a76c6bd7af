// Computes the list of holds and fees in SQL: its rows and order, the filter choices, and the amounts due.
import type { ChargeFilter, ChargeSort, ChargeSortColumn, charges } from '#contract/charges.ts'
import type { FacetValue } from '#contract/values.ts'
import type { z } from 'zod'
import type { ReadableDb } from '../db/open.ts'
import { MAX_CHOICES } from '../table/facets.ts'
import { type Condition, conditionOfAny, loadOrderedIds, textCondition } from '../table/lists.ts'
import { loadOwnColumns } from '../settings/own.ts'
import { IS_LISTED_CHARGE, IS_OPEN_CHARGE } from '../mirror/charges.ts'

export type Facets = z.infer<(typeof charges)['queries']['charges.facets']['output']>

/**
 * Charges of containers that are not picked up, with the current row of each container. Charges come first in the join,
 * because there are a hundred times more containers. The join condition is in WHERE: with ON, SQLite would first
 * materialize the view.
 */
const CHARGES_SQL = `(SELECT h.id, h.container_id, h.kind, h.name, h.state, h.amount, h.currency, h.first_seen_at,
    c.number, c.days_left, c.lfd_date, c.master_bill, c.customer, c.search || ' ' || h.words AS search,
    (SELECT name FROM main.own_assignee a WHERE a.container_id = h.container_id) AS assignee
  FROM mirror.charge_row h CROSS JOIN temp.container_at c
  WHERE c.id = h.container_id AND ${IS_LISTED_CHARGE} AND ${IS_OPEN_CHARGE})`

const sortExpressions: Record<ChargeSortColumn, string> = {
  number: 'number',
  name: 'lower(name)',
  state: 'lower(state)',
  amount: 'amount',
  firstSeen: 'first_seen_at',
  daysLeft: 'days_left',
  lastFreeDay: 'lfd_date',
  masterBill: 'master_bill',
  customer: 'customer COLLATE NOCASE',
  assignee: 'assignee COLLATE NOCASE',
}

export function orderCharges(db: ReadableDb, filter: ChargeFilter, sort: ChargeSort): string[] {
  const orderBy = sort.map(({ column, direction }) => ({ sql: sortExpressions[column], direction }))
  return loadOrderedIds(db, CHARGES_SQL, createConditions(db, filter), [
    ...orderBy,
    { sql: 'number', direction: 'asc' },
  ])
}

function createConditions(db: ReadableDb, filter: ChargeFilter): Condition[] {
  return [
    ...(filter.kind === undefined ? [] : [{ sql: 'kind = ?', values: [filter.kind] }]),
    ...conditionOfAny(
      'lower(name)',
      filter.names?.map((name) => name.toLowerCase()),
    ),
    ...conditionOfAny('customer', filter.customers),
    ...conditionOfAny(`coalesce(assignee, '')`, filter.assignedTo),
    ...textCondition(filter.text, createOwnWordTest(db, filter.text)),
  ]
}

/**
 * Creates a condition that finds containers by the user's notes, tags and assignees. These are in state.db, so no
 * search text of the mirror contains them.
 */
function createOwnWordTest(db: ReadableDb, text: string | undefined): (word: string) => Condition | null {
  if (text === undefined || text.trim() === '') return () => null
  const ids = db.column<string>('SELECT DISTINCT container_id AS id FROM mirror.charge_row')
  const ownColumns = [...loadOwnColumns(db, ids)]
  return (word) =>
    conditionOfAny(
      'container_id',
      ownColumns.filter(([, { words }]) => words.includes(word)).map(([id]) => id),
    )[0] ?? null
}

/** Each facet is counted with all parts of the filter except its own, so that the user can add a choice. */
export function loadFacets(db: ReadableDb, filter: ChargeFilter): Facets {
  const loadFacet = (name: 'names' | 'customers' | 'assignedTo', valueSql: string, labelSql: string): FacetValue[] => {
    const { where, values } = createWhere([
      ...createConditions(db, { ...filter, [name]: undefined }),
      { sql: `${valueSql} IS NOT NULL`, values: [] },
    ])
    return db.all<FacetValue>(
      `SELECT ${valueSql} AS value, max(${labelSql}) AS label, count(*) AS count FROM ${CHARGES_SQL} ${where}
       GROUP BY 1 ORDER BY count DESC, label LIMIT ${MAX_CHOICES}`,
      ...values,
    )
  }
  return {
    names: loadFacet('names', 'lower(name)', 'name'),
    customers: loadFacet('customers', 'customer', 'customer'),
    assignedTo: loadFacet('assignedTo', `coalesce(assignee, '')`, `coalesce(assignee, '')`),
    totals: loadTotals(db, filter),
  }
}

/** Cents are added as whole numbers: 0.1 + 0.2 must not reach a screen. An amount of 0 is a fee without a price yet. */
function loadTotals(db: ReadableDb, filter: ChargeFilter): Facets['totals'] {
  const { where, values } = createWhere([...createConditions(db, filter), { sql: `kind = 'fee'`, values: [] }])
  const rows = db.all<{ currency: string | null; amount: number; isPending: number; containers: number }>(
    `SELECT currency, sum(round(amount * 100)) / 100 AS amount, max(amount = 0) AS isPending, count(DISTINCT container_id) AS containers
     FROM ${CHARGES_SQL} ${where} GROUP BY currency ORDER BY currency IS NULL, amount DESC, currency`,
    ...values,
  )
  return rows.map((row) => ({ ...row, isPending: row.isPending === 1 }))
}

function createWhere(conditions: Condition[]): { where: string; values: Condition['values'] } {
  return {
    where: `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  }
}
