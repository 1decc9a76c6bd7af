// Rows of the inbox: every file that was seen on this computer, and every document of the service that is not one of
// these files. This file has the parts of the SQL, and loads the rows of one page; inbox.ts lists the ids of all rows.
import type { DocumentRow, RecordLink } from '#contract/documents.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb } from '../db/open.ts'
import { MS_PER_DAY, instantMs, instantOf } from '../outside/calendar.ts'
import type { Progress } from './progress.ts'
import { DROP, sightingIdOf } from '../outbox/sightings.ts'
import { NEEDING, isFirstFile, isWaitingFile, stateOfFile, stateOfRecord } from './state-words.ts'
import { HISTORY_MS, reviewSince } from '../mirror/documents/store.ts'

/** The last part of a path. Only Windows paths have backslashes as separators. */
const plainPath = `CASE WHEN s.path GLOB '[A-Za-z]:*' OR substr(s.path, 1, 2) = '\\\\' THEN replace(s.path, '\\', '/') ELSE s.path END`
const baseName = `replace(${plainPath}, rtrim(${plainPath}, replace(${plainPath}, '/', '')), '')`

const documentColumns = `d.type, coalesce(t.label, '') AS typeLabel, coalesce(d.is_manual, 0) AS isManual, d.key_number AS keyNumber, d.party, d.amount, d.amount_number AS amountNumber, d.currency,
  CASE WHEN d.gone_since IS NULL THEN 0 ELSE 1 END AS isGone`

/** Failures that the service reported only by a notification. */
const extractionFailure = `CASE WHEN n.id IS NOT NULL AND coalesce(d.has_result, 0) = 0 THEN '{"code":"documents/not-extracted","details":{}}' END`
const failureJoin = 'LEFT JOIN mirror.document_failure n ON n.id = d.id AND n.is_over = 0'

/** The linked containers, and all containers of their shipments and of the linked shipments. */
const linkedContainers = `SELECT l.record_id FROM mirror.document_link l WHERE l.document_id = d.id AND l.type = 'container'
  UNION SELECT k.id FROM mirror.document_link l JOIN mirror.container_row k ON k.shipment_id = l.record_id WHERE l.document_id = d.id AND l.type = 'shipment'
  UNION SELECT k.id FROM mirror.document_link l JOIN mirror.container_row c ON c.id = l.record_id JOIN mirror.container_row k ON k.shipment_id = c.shipment_id
    WHERE l.document_id = d.id AND l.type = 'container'`

/** The number of containers whose last free day differs from the document's: `lastFreeDayMismatches` in SQL. */
const lastFreeDayFlags = `CASE WHEN d.lfd IS NULL THEN 0 ELSE (SELECT count(*) FROM mirror.container_row k WHERE k.id IN (${linkedContainers})
  AND k.full_out_at IS NULL AND k.lfd_date IS NOT NULL AND (d.containers = '[]' OR k.number IN (SELECT value FROM json_each(d.containers)))
  AND NOT EXISTS (SELECT 1 FROM json_each(k.lfd_sources) x WHERE x.value ->> 'date' = d.lfd)) END`
const allFlags = `coalesce(d.flags, 0) + ${lastFreeDayFlags} AS flags`

const fileRows = `SELECT 'f' || s.id AS id, ${stateOfFile} AS state, CASE WHEN ${isWaitingFile} THEN s.error ELSE coalesce(u.error, u.warning, ${extractionFailure}) END AS failure,
    CASE WHEN ${isWaitingFile} THEN s.next_at ELSE u.next_at END AS nextTryAt, ${baseName} AS fileName, s.path, ${documentColumns},
    CASE WHEN s.folder_id = '${DROP}' THEN 'drop' ELSE 'folder' END AS source, f.path AS sourceName, u.document_id AS documentId,
    s.first_seen_at AS receivedAt, coalesce(u.post_sent_at, u.updated_at) AS processingSince, s.size AS sizeBytes, coalesce(u.content_type, d.content_type) AS contentType, s.sha256, s.gen, ${isFirstFile} AS isFirst,
    coalesce(u.is_duplicate, 0) AS isTheirs, u.existing_name AS existingName, s.settled_at IS NOT NULL AS isReviewed, ${allFlags}, 1 AS isFresh,
    coalesce(u.tries, 0) AS tries, plain(s.path) || ' ' || coalesce(d.search, '') || ' ' || plain(coalesce(t.label, '')) AS search
  FROM main.sighting s LEFT JOIN main.folder f ON f.id = s.folder_id LEFT JOIN main.upload u ON u.sha256 = s.sha256 AND u.gen = s.gen
    LEFT JOIN mirror.document_row d ON d.id = u.document_id LEFT JOIN mirror.document_type t ON t.code = d.type ${failureJoin}
  WHERE (s.sha256 IS NOT NULL OR s.state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') OR (s.state = 'IGNORED' AND s.error IS NOT NULL))`

/** Written like the partial index `upload_in_doubt`, so that SQLite uses it: it runs for every record. */
const isInDoubt = `u.state IN ('PUT_OK', 'UNSURE') AND u.post_sent_at IS NOT NULL`

/**
 * A duplicate does not replace a document that arrived by another channel. Left out: documents that are probably a file
 * of ours whose answer is unknown, and deleted documents that were sent again.
 */
const recordRows = `SELECT d.id, ${stateOfRecord} AS state, ${extractionFailure} AS failure, NULL AS nextTryAt, d.file_name AS fileName, NULL AS path, ${documentColumns},
    d.source, e.subject AS sourceName, d.id AS documentId, d.created_at AS receivedAt, d.created_at AS processingSince, d.size AS sizeBytes, d.content_type AS contentType, NULL AS sha256, NULL AS gen, 1 AS isFirst,
    0 AS isTheirs, NULL AS existingName, EXISTS (SELECT 1 FROM main.settled_document x WHERE x.id = d.id) AS isReviewed, ${allFlags}, d.created_at >= (SELECT since FROM asked) AS isFresh,
    0 AS tries, d.search || ' ' || plain(coalesce(t.label, '')) || ' ' || plain(coalesce(e.subject, '')) AS search
  FROM mirror.document_row d LEFT JOIN mirror.document_type t ON t.code = d.type LEFT JOIN mirror.email_row e ON e.id = d.email_id ${failureJoin}
  WHERE NOT EXISTS (SELECT 1 FROM main.upload u CROSS JOIN main.sighting s ON s.sha256 = u.sha256 AND s.gen = u.gen WHERE u.document_id = d.id AND u.is_duplicate = 0)
    AND NOT EXISTS (SELECT 1 FROM main.upload u WHERE ${isInDoubt} AND u.size = d.size AND u.name = d.name)
    AND NOT (d.gone_since IS NOT NULL AND EXISTS (SELECT 1 FROM main.upload u WHERE u.document_id = d.id))`

const needsReview = `NOT isReviewed AND NOT isGone AND isFresh AND (${NEEDING})`

const asRows = (query: string) =>
  `(WITH asked (day_ago, since) AS (VALUES (?, ?)) SELECT q.*, (${needsReview}) AS needsMe FROM (${query}) q)`

/** Rows by ids as JSON; for files, the ids of their sightings. The parameters of `momentsOf` come first. */
export const rowsOf = {
  files: asRows(`${fileRows} AND s.id IN (SELECT value FROM json_each(?))`),
  records: asRows(`${recordRows} AND d.id IN (SELECT value FROM json_each(?))`),
}

/** A day before now, and when the documents were first read. */
export function momentsOf(db: ReadableDb, now: string): [dayAgo: string, since: string] {
  const nowMs = instantMs(now) ?? 0
  const sinceMs = instantMs(reviewSince(db) ?? '')
  return [instantOf(nowMs - MS_PER_DAY), instantOf(sinceMs ?? nowMs - HISTORY_MS)]
}

export type StoredDocumentRow = Omit<
  DocumentRow,
  'failure' | 'type' | 'links' | 'amount' | 'duplicateOf' | 'needsMe' | 'isGone' | 'sentBytes'
> & {
  failure: string | null
  path: string | null
  type: string | null
  typeLabel: string
  isManual: number
  amount: string | null
  currency: string | null
  isGone: number
  needsMe: number
  sha256: string | null
  gen: number | null
  isFirst: number
  isTheirs: number
  existingName: string | null
  tries: number
}

/** Why all waiting uploads are stopped: the connection, not the file. */
export type SendingBlock = { failure: Failure; nextTryAt: string | null } | null

export type RowContext = { now: string; block: SendingBlock; progress: Progress }

export function loadStored(db: ReadableDb, ids: readonly string[], now: string): StoredDocumentRow[] {
  const sightings = ids.flatMap((id) => sightingIdOf(id) ?? [])
  const moments = momentsOf(db, now)
  const found = [
    ...db.all<StoredDocumentRow>(`SELECT * FROM ${rowsOf.files}`, ...moments, JSON.stringify(sightings)),
    ...db.all<StoredDocumentRow>(`SELECT * FROM ${rowsOf.records}`, ...moments, JSON.stringify(ids)),
  ]
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The present rows, in the order of `ids`. */
export function loadDocumentRows(db: ReadableDb, ids: readonly string[], context: RowContext): DocumentRow[] {
  const stored = loadStored(db, ids, context.now)
  const links = linksOf(
    db,
    stored.flatMap(({ documentId }) => documentId ?? []),
  )
  return stored.map((row) => toContract(db, row, links.get(row.documentId ?? '') ?? [], context))
}

const WAITING_STATES: DocumentRow['state'][] = ['queued', 'uploading']

function toContract(
  db: ReadableDb,
  row: StoredDocumentRow,
  links: RecordLink[],
  { block, progress }: RowContext,
): DocumentRow {
  const cause = WAITING_STATES.includes(row.state) ? block : null
  const hasFailure = !['extracted', 'needs-link', 'duplicate', 'no-result'].includes(row.state)
  const own = hasFailure && row.failure !== null ? (JSON.parse(row.failure) as Failure) : null
  return {
    id: row.id,
    state: row.state,
    failure: own ?? cause?.failure ?? null,
    nextTryAt: hasFailure ? (row.nextTryAt ?? cause?.nextTryAt ?? null) : null,
    fileName: row.fileName,
    type:
      row.type === null
        ? null
        : {
            code: row.type,
            label: row.typeLabel === '' ? labelOf(row.type) : row.typeLabel,
            isManual: row.isManual === 1,
          },
    source: row.source,
    sourceName: row.sourceName,
    documentId: row.documentId,
    links,
    keyNumber: row.keyNumber,
    party: row.party,
    amount: row.amount === null ? null : { value: row.amount, currency: row.currency },
    receivedAt: row.receivedAt,
    processingSince: row.state === 'processing' ? row.processingSince : null,
    sizeBytes: row.sizeBytes,
    contentType: row.contentType,
    sentBytes:
      row.state === 'uploading' && row.sha256 !== null && row.gen !== null
        ? progress.sentBytes({ sha256: row.sha256, gen: row.gen })
        : null,
    duplicateOf: row.state === 'duplicate' ? findOriginal(db, row) : null,
    needsMe: row.needsMe === 1,
    flags: row.state === 'duplicate' ? 0 : row.flags,
    isGone: row.isGone === 1,
  }
}

/** The state of a document for alerts. `isSent`: one of our uploads created the document. */
type StoredOutcome = {
  id: string
  state: string
  type: string | null
  fileName: string
  receivedAt: string
  isSent: boolean
}

/** The states of these rows; deleted documents are left out. */
export function loadOutcomes(db: ReadableDb, ids: readonly string[], now: string): StoredOutcome[] {
  return loadStored(db, ids, now)
    .filter(({ isGone }) => isGone === 0)
    .map(({ id, state, type, typeLabel, fileName, receivedAt, sha256, documentId, isTheirs }) => ({
      id,
      state,
      type: type === null ? null : typeLabel === '' ? labelOf(type) : typeLabel,
      fileName,
      receivedAt,
      isSent: sha256 !== null && documentId !== null && isTheirs === 0,
    }))
}

/** A label for a code that has none: `sea_waybill` → `Sea waybill`. */
export function labelOf(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

type OriginalDocument = { rowId: string | null; name: string; at: string | null }

/** The first file with this content, or the document that the service already had. */
function findOriginal(db: ReadableDb, row: StoredDocumentRow): OriginalDocument {
  if (row.isFirst === 0) {
    const first = db.get<OriginalDocument>(
      `SELECT 'f' || s.id AS rowId, ${baseName} AS name, s.first_seen_at AS at FROM main.sighting s WHERE s.sha256 = ? AND s.gen = ? ORDER BY s.id LIMIT 1`,
      row.sha256,
      row.gen,
    )
    if (first) return first
  }
  const existing = db.get<OriginalDocument>(
    `SELECT coalesce((SELECT 'f' || min(s.id) FROM main.upload u CROSS JOIN main.sighting s ON s.sha256 = u.sha256 AND s.gen = u.gen WHERE u.document_id = d.id AND u.is_duplicate = 0), d.id) AS rowId,
       d.file_name AS name, d.created_at AS at FROM mirror.document_row d WHERE d.id = ?`,
    row.documentId,
  )
  return existing ?? { rowId: null, name: row.existingName ?? row.fileName, at: null }
}

type StoredLink = RecordLink & { documentId: string }

export function linksOf(db: ReadableDb, documentIds: readonly string[]): Map<string, RecordLink[]> {
  const rows = db.all<StoredLink>(
    `SELECT l.document_id AS documentId, l.type, l.record_id AS id, coalesce(c.number, s.master_bill, l.record_id) AS number,
       CASE WHEN l.type = 'shipment' THEN l.record_id ELSE c.shipment_id END AS shipmentId
     FROM mirror.document_link l LEFT JOIN mirror.container_row c ON l.type = 'container' AND c.id = l.record_id
       LEFT JOIN mirror.shipment_row s ON l.type = 'shipment' AND s.id = l.record_id
     WHERE l.document_id IN (SELECT value FROM json_each(?)) ORDER BY l.type DESC, number`,
    JSON.stringify(documentIds),
  )
  const links = new Map<string, RecordLink[]>()
  for (const { documentId, ...link } of rows) links.set(documentId, [...(links.get(documentId) ?? []), link])
  return links
}
