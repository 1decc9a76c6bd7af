// The list of tracking requests: entries of the outbox and records of the service in one order, all in SQL. A tracking
// request that was created in Quaywatch keeps the id of its entry, and its record is not listed again. Entries of other
// members of the office are listed by their records.
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

/** The service's own states. A state that this version does not know is `unknown`. */
const recordStateSql = `CASE WHEN record.status IN ('pending', 'awaiting_manifest', 'created', 'failed', 'tracking_stopped') THEN record.status ELSE 'unknown' END`

/**
 * If an answer was lost, a reported duplicate is probably our own request. Its state stays `sending` until the engine
 * has searched the service for it.
 */
const isDuplicateSql = `coalesce(json_extract(entry.answer, '$.isDuplicate'), 0)`
const entryStateSql = `CASE entry.state WHEN 'PENDING' THEN 'waiting' WHEN 'SENDING' THEN 'sending' WHEN 'REJECTED' THEN 'refused'
  ELSE CASE WHEN record.id IS NOT NULL THEN ${recordStateSql} WHEN ${isDuplicateSql} = 0 THEN 'pending'
    WHEN entry.state = 'ACKED' AND entry.maybe_sent = 1 THEN 'sending' ELSE 'already-tracked' END END`

const outboxRequestsSql = `SELECT entry.op_id AS id, json_extract(entry.payload, '$.number') AS number, json_extract(entry.payload, '$.type') AS type,
    coalesce(record.scac, json_extract(entry.payload, '$.scac')) AS scac, ${entryStateSql} AS state, record.status, record.reason,
    CASE WHEN entry.state IN ('PENDING', 'REJECTED') THEN entry.error END AS failure, coalesce(record.is_retrying, 0) AS isRetrying, record.retry_count AS retryCount,
    CASE WHEN entry.state = 'PENDING' THEN entry.next_at END AS nextTryAt, entry.maybe_sent = 1 AND entry.state IN ('PENDING', 'SENDING', 'ACKED') AS isUnsure,
    entry.created_at AS createdAt, coalesce(record.updated_at, entry.updated_at) AS updatedAt, json_extract(entry.payload, '$.refs') AS refs,
    coalesce(record.shipment_id, duplicate.shipment_id) AS trackedShipmentId, coalesce(record.search, '') || ' ' || lower(entry.payload) AS search
  FROM main.outbox entry LEFT JOIN mirror.request_row record ON record.id = entry.remote_id
    LEFT JOIN mirror.request_row duplicate ON duplicate.id = json_extract(entry.answer, '$.of')
  WHERE entry.kind = '${CREATE_REQUEST}' AND entry.state <> 'CANCELLED' AND entry.member IS NULL`

const serviceRequestsSql = `SELECT record.id, record.number, record.type, record.scac, ${recordStateSql} AS state, record.status, record.reason, NULL AS failure, record.is_retrying AS isRetrying,
    record.retry_count AS retryCount, NULL AS nextTryAt, 0 AS isUnsure, record.created_at AS createdAt, record.updated_at AS updatedAt, record.refs,
    record.shipment_id AS trackedShipmentId, record.search
  FROM mirror.request_row record WHERE NOT EXISTS (SELECT 1 FROM main.outbox entry WHERE entry.remote_id = record.id AND entry.member IS NULL)`

/**
 * `entryIdCondition` limits the ids of the entries. The same condition, on the ids of the records, limits the records.
 */
const createRequestsSql = (
  entryIdCondition: string,
) => `(SELECT request.*, coalesce(line.name, '') AS storedLineName, EXISTS (SELECT 1 FROM main.dismissed_request dismissed WHERE dismissed.id = request.id) AS isDismissed
  FROM (${outboxRequestsSql} ${entryIdCondition} UNION ALL ${serviceRequestsSql} ${entryIdCondition.replaceAll('entry.op_id', 'record.id')}) request
    LEFT JOIN mirror.line line ON line.scac = request.scac)`

const sortExpressions: Record<RequestSortColumn, string> = {
  number: 'number',
  type: 'type',
  line: `coalesce(nullif(storedLineName, ''), scac) COLLATE NOCASE`,
  state: 'state',
  retries: 'retryCount',
  created: 'createdAt',
}

/** States in which the user has nothing more to do. */
const FINISHED_STATES: RequestState[] = ['created', 'already-tracked', 'tracking_stopped']

export function loadOrderedRequestIds(db: ReadableDb, filter: RequestFilter, sort: RequestSort): string[] {
  const orderBy = sort.map(({ column, direction }) => ({ sql: sortExpressions[column], direction }))
  const conditions: Condition[] = [
    ...(filter.scope === 'open'
      ? [
          {
            sql: 'isDismissed = 0 AND state NOT IN (SELECT value FROM json_each(?))',
            values: [JSON.stringify(FINISHED_STATES)],
          },
        ]
      : []),
    ...conditionOfAny('state', filter.states),
    ...textCondition(filter.text),
  ]
  return loadOrderedIds(db, createRequestsSql(''), conditions, [...orderBy, { sql: 'createdAt', direction: 'desc' }])
}

export function countRequests(db: ReadableDb): number {
  return (
    db.value<number>(
      `SELECT (SELECT count(*) FROM (${outboxRequestsSql})) + (SELECT count(*) FROM (${serviceRequestsSql})) AS n`,
    ) ?? 0
  )
}

/** Why no waiting request is sent, for example because there is no connection. Null: requests are sent. */
export type SendingBlock = { failure: Failure; nextTryAt: string | null } | null

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
  storedLineName: string
  /** Null if the shipment is not in the mirror. */
  shipmentId: string | null
  containerCount: number
}

/** Loads the rows that exist, in the order of `ids`. */
export function loadRequestRows(db: ReadableDb, ids: string[], block: SendingBlock): RequestRow[] {
  const storedRows = db.all<StoredRow>(
    `SELECT request.*, shipment.id AS shipmentId, (SELECT count(*) FROM container_row container WHERE container.shipment_id = shipment.id AND container.gone_since IS NULL) AS containerCount
     FROM ${createRequestsSql('AND entry.op_id IN (SELECT value FROM json_each(?))')} request LEFT JOIN mirror.shipment_row shipment ON shipment.id = request.trackedShipmentId`,
    JSON.stringify(ids),
    JSON.stringify(ids),
  )
  const byId = new Map(storedRows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toRequestRow(row, block)] : []
  })
}

function toRequestRow(row: StoredRow, block: SendingBlock): RequestRow {
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as Failure)
  const activeBlock = row.state === 'waiting' ? block : null
  return {
    id: row.id,
    number: row.number,
    type: row.type,
    scac: row.scac,
    lineName: row.storedLineName === '' ? null : row.storedLineName,
    state: row.state,
    status: row.status,
    reason: row.reason,
    failure: failure ?? activeBlock?.failure ?? null,
    isRetrying: row.isRetrying === 1,
    retryCount: row.retryCount,
    nextTryAt: row.nextTryAt ?? activeBlock?.nextTryAt ?? null,
    isUnsure: row.isUnsure === 1,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    refs: JSON.parse(row.refs) as string[],
    shipmentId: row.shipmentId,
    containerCount: row.shipmentId === null ? null : row.containerCount,
    isDismissed: row.isDismissed === 1,
  }
}
