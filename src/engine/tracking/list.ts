// The list of requests: outbox entries and records of the service in one order, all in SQL. A request made here keeps
// the id of its entry, and its record is not listed again.
import type {
  RequestFilter,
  RequestRow,
  RequestSort,
  RequestSortColumn,
  RequestState,
  RequestType,
} from '#contract/tracking.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb } from '../db/open.ts'
import { type Condition, conditionOfAny, loadOrderedIds, textCondition } from '../table/lists.ts'
import { CREATE_REQUEST } from './create-request.ts'

/** The service's own states; a state that this build does not know is `unknown`. */
const recordState = `CASE WHEN r.status IN ('pending', 'awaiting_manifest', 'created', 'failed', 'tracking_stopped') THEN r.status ELSE 'unknown' END`

/** A duplicate reported after an answer was lost is probably our own request, so it counts only after the search. */
const isDuplicate = `coalesce(json_extract(o.answer, '$.isDuplicate'), 0)`
const entryState = `CASE o.state WHEN 'PENDING' THEN 'waiting' WHEN 'SENDING' THEN 'sending' WHEN 'REJECTED' THEN 'refused'
  ELSE CASE WHEN r.id IS NOT NULL THEN ${recordState} WHEN ${isDuplicate} = 0 THEN 'pending'
    WHEN o.state = 'ACKED' AND o.maybe_sent = 1 THEN 'sending' ELSE 'already-tracked' END END`

const outboxRequests = `SELECT o.op_id AS id, json_extract(o.payload, '$.number') AS number, json_extract(o.payload, '$.type') AS type,
    coalesce(r.scac, json_extract(o.payload, '$.scac')) AS scac, ${entryState} AS state, r.status, r.reason,
    CASE WHEN o.state IN ('PENDING', 'REJECTED') THEN o.error END AS failure, coalesce(r.is_retrying, 0) AS isRetrying, r.retry_count AS retryCount,
    CASE WHEN o.state = 'PENDING' THEN o.next_at END AS nextTryAt, o.maybe_sent = 1 AND o.state IN ('PENDING', 'SENDING', 'ACKED') AS isUnsure,
    o.created_at AS createdAt, coalesce(r.updated_at, o.updated_at) AS updatedAt, json_extract(o.payload, '$.refs') AS refs,
    coalesce(r.shipment_id, d.shipment_id) AS ledTo, coalesce(r.search, '') || ' ' || lower(o.payload) AS search
  FROM main.outbox o LEFT JOIN mirror.request_row r ON r.id = o.remote_id
    LEFT JOIN mirror.request_row d ON d.id = json_extract(o.answer, '$.of')
  WHERE o.kind = '${CREATE_REQUEST}' AND o.state <> 'CANCELLED'`

const serviceRequests = `SELECT r.id, r.number, r.type, r.scac, ${recordState} AS state, r.status, r.reason, NULL AS failure, r.is_retrying AS isRetrying,
    r.retry_count AS retryCount, NULL AS nextTryAt, 0 AS isUnsure, r.created_at AS createdAt, r.updated_at AS updatedAt, r.refs,
    r.shipment_id AS ledTo, r.search
  FROM mirror.request_row r WHERE NOT EXISTS (SELECT 1 FROM main.outbox o WHERE o.remote_id = r.id)`

const allRequests = (
  only: string,
) => `(SELECT q.*, coalesce(l.name, '') AS lineNamed, EXISTS (SELECT 1 FROM main.dismissed_request x WHERE x.id = q.id) AS isDismissed
  FROM (${outboxRequests} ${only} UNION ALL ${serviceRequests} ${only.replaceAll('o.op_id', 'r.id')}) q LEFT JOIN mirror.line l ON l.scac = q.scac)`

const sortExpressions: Record<RequestSortColumn, string> = {
  number: 'number',
  type: 'type',
  line: `coalesce(nullif(lineNamed, ''), scac) COLLATE NOCASE`,
  state: 'state',
  retries: 'retryCount',
  created: 'createdAt',
}

/** States in which the user has nothing more to do. */
const TRACKED: RequestState[] = ['created', 'already-tracked', 'tracking_stopped']

export function orderRequests(db: ReadableDb, filter: RequestFilter, sort: RequestSort): string[] {
  const orderBy = sort.map(({ column, direction }) => ({ sql: sortExpressions[column], direction }))
  const conditions: Condition[] = [
    ...(filter.scope === 'open'
      ? [
          {
            sql: 'isDismissed = 0 AND state NOT IN (SELECT value FROM json_each(?))',
            values: [JSON.stringify(TRACKED)],
          },
        ]
      : []),
    ...conditionOfAny('state', filter.states),
    ...textCondition(filter.text),
  ]
  return loadOrderedIds(db, allRequests(''), conditions, [...orderBy, { sql: 'createdAt', direction: 'desc' }])
}

export function countRequests(db: ReadableDb): number {
  return (
    db.value<number>(
      `SELECT (SELECT count(*) FROM (${outboxRequests})) + (SELECT count(*) FROM (${serviceRequests})) AS n`,
    ) ?? 0
  )
}

/** Why all waiting requests are stopped: the connection, not the request. */
export type Block = { failure: Failure; nextTryAt: string | null } | null

type StoredRow = Omit<
  RequestRow,
  | 'type'
  | 'lineName'
  | 'failure'
  | 'isRetrying'
  | 'isUnsure'
  | 'isDismissed'
  | 'refs'
  | 'shipmentId'
  | 'containerCount'
  | 'state'
> & {
  type: RequestType | null
  state: RequestState
  failure: string | null
  isRetrying: number
  isUnsure: number
  isDismissed: number
  refs: string
  lineNamed: string
  shipmentId: string | null
  containerCount: number
}

/** The present rows, in the order of `ids`. */
export function loadRequestRows(db: ReadableDb, ids: string[], block: Block): RequestRow[] {
  const found = db.all<StoredRow>(
    `SELECT t.*, s.id AS shipmentId, (SELECT count(*) FROM container_row c WHERE c.shipment_id = s.id AND c.gone_since IS NULL) AS containerCount
     FROM ${allRequests('AND o.op_id IN (SELECT value FROM json_each(?))')} t LEFT JOIN mirror.shipment_row s ON s.id = t.ledTo`,
    JSON.stringify(ids),
    JSON.stringify(ids),
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toContract(row, block)] : []
  })
}

function toContract(row: StoredRow, block: Block): RequestRow {
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as Failure)
  const cause = row.state === 'waiting' ? block : null
  return {
    id: row.id,
    number: row.number,
    type: row.type,
    scac: row.scac,
    lineName: row.lineNamed === '' ? null : row.lineNamed,
    state: row.state,
    status: row.status,
    reason: row.reason,
    failure: failure ?? cause?.failure ?? null,
    isRetrying: row.isRetrying === 1,
    retryCount: row.retryCount,
    nextTryAt: row.nextTryAt ?? cause?.nextTryAt ?? null,
    isUnsure: row.isUnsure === 1,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    refs: JSON.parse(row.refs) as string[],
    shipmentId: row.shipmentId,
    containerCount: row.shipmentId === null ? null : row.containerCount,
    isDismissed: row.isDismissed === 1,
  }
}
