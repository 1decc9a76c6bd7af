// Rows of the inbox: every file that was seen on this computer, and every document of the service that is not one of
// these files. This file has the parts of the SQL, and loads the rows of one page; inbox.ts lists the ids of all rows.
import type { DocumentRow, RecordLink } from '#contract/documents.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb } from '../db/open.ts'
import { MS_PER_DAY, instantMs, instantOf } from '../outside/calendar.ts'
import type { Progress } from './progress.ts'
import { DROP, sightingIdOf } from '../outbox/sightings.ts'
import { NEEDS_USER_SQL, isFirstFileSql, isWaitingFileSql, fileStateSql, recordStateSql } from './state-words.ts'
import { HISTORY_MS, loadReviewSince } from '../mirror/documents/store.ts'

/** The last part of a path. Only Windows paths have backslashes as separators. */
const plainPathSql = `CASE WHEN sighting.path GLOB '[A-Za-z]:*' OR substr(sighting.path, 1, 2) = '\\\\' THEN replace(sighting.path, '\\', '/') ELSE sighting.path END`
const baseNameSql = `replace(${plainPathSql}, rtrim(${plainPathSql}, replace(${plainPathSql}, '/', '')), '')`

const documentColumnsSql = `document.type, coalesce(document_type.label, '') AS typeLabel, coalesce(document.is_manual, 0) AS isManual, document.key_number AS keyNumber, document.party, document.amount, document.amount_number AS amountNumber, document.currency,
  CASE WHEN document.gone_since IS NULL THEN 0 ELSE 1 END AS isGone`

/** A failure that the service reported only by a notification. */
const extractionFailureSql = `CASE WHEN reported_failure.id IS NOT NULL AND coalesce(document.has_result, 0) = 0 THEN '{"code":"documents/not-extracted","details":{}}' END`
const failureJoinSql =
  'LEFT JOIN mirror.document_failure reported_failure ON reported_failure.id = document.id AND reported_failure.is_over = 0'

/** The linked containers, and all containers of their shipments and of the linked shipments. */
const linkedContainersSql = `SELECT link.record_id FROM mirror.document_link link WHERE link.document_id = document.id AND link.type = 'container'
  UNION SELECT container.id FROM mirror.document_link link JOIN mirror.container_row container ON container.shipment_id = link.record_id
    WHERE link.document_id = document.id AND link.type = 'shipment'
  UNION SELECT container.id FROM mirror.document_link link JOIN mirror.container_row linked ON linked.id = link.record_id
    JOIN mirror.container_row container ON container.shipment_id = linked.shipment_id
    WHERE link.document_id = document.id AND link.type = 'container'`

/** The number of containers whose last free day differs from the document's: `findLastFreeDayMismatches` in SQL. */
const lastFreeDayFlagsSql = `CASE WHEN document.lfd IS NULL THEN 0 ELSE (SELECT count(*) FROM mirror.container_row container WHERE container.id IN (${linkedContainersSql})
  AND container.full_out_at IS NULL AND container.lfd_date IS NOT NULL
  AND (document.containers = '[]' OR container.number IN (SELECT value FROM json_each(document.containers)))
  AND NOT EXISTS (SELECT 1 FROM json_each(container.lfd_sources) source WHERE source.value ->> 'date' = document.lfd)) END`
const flagsSql = `coalesce(document.flags, 0) + ${lastFreeDayFlagsSql} AS flags`

const fileRowsSql = `SELECT 'f' || sighting.id AS id, ${fileStateSql} AS state, CASE WHEN ${isWaitingFileSql} THEN sighting.error ELSE coalesce(upload.error, upload.warning, ${extractionFailureSql}) END AS failure,
    CASE WHEN ${isWaitingFileSql} THEN sighting.next_at ELSE upload.next_at END AS nextTryAt, ${baseNameSql} AS fileName, sighting.path, ${documentColumnsSql},
    CASE WHEN sighting.folder_id = '${DROP}' THEN 'drop' ELSE 'folder' END AS source, folder.path AS sourceName, upload.document_id AS documentId,
    sighting.first_seen_at AS receivedAt, coalesce(upload.post_sent_at, upload.updated_at) AS processingSince, sighting.size AS sizeBytes, coalesce(upload.content_type, document.content_type) AS contentType, sighting.sha256, sighting.gen, ${isFirstFileSql} AS isFirst,
    coalesce(upload.is_duplicate, 0) AS isTheirs, upload.existing_name AS existingName, sighting.settled_at IS NOT NULL AS isReviewed, ${flagsSql}, 1 AS isFresh,
    coalesce(upload.tries, 0) AS tries, plain(sighting.path) || ' ' || coalesce(document.search, '') || ' ' || plain(coalesce(document_type.label, '')) AS search
  FROM main.sighting LEFT JOIN main.folder ON folder.id = sighting.folder_id LEFT JOIN main.upload ON upload.sha256 = sighting.sha256 AND upload.gen = sighting.gen
    LEFT JOIN mirror.document_row document ON document.id = upload.document_id LEFT JOIN mirror.document_type ON document_type.code = document.type ${failureJoinSql}
  WHERE (sighting.sha256 IS NOT NULL OR sighting.state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') OR (sighting.state = 'IGNORED' AND sighting.error IS NOT NULL))`

/** Written like the partial index `upload_in_doubt`, so that SQLite uses it: it runs for every record. */
const isInDoubtSql = `upload.state IN ('PUT_OK', 'UNSURE') AND upload.post_sent_at IS NOT NULL`

/**
 * Documents that arrived by another channel than an upload of this computer; a duplicate does not replace them. Left
 * out: documents that are probably an upload whose answer is unknown, and deleted documents that were sent again.
 */
const recordRowsSql = `SELECT document.id, ${recordStateSql} AS state, ${extractionFailureSql} AS failure, NULL AS nextTryAt, document.file_name AS fileName, NULL AS path, ${documentColumnsSql},
    document.source, email.subject AS sourceName, document.id AS documentId, document.created_at AS receivedAt, document.created_at AS processingSince, document.size AS sizeBytes, document.content_type AS contentType, NULL AS sha256, NULL AS gen, 1 AS isFirst,
    0 AS isTheirs, NULL AS existingName, EXISTS (SELECT 1 FROM main.settled_document reviewed WHERE reviewed.id = document.id) AS isReviewed, ${flagsSql}, document.created_at >= (SELECT since FROM time_parameter) AS isFresh,
    0 AS tries, document.search || ' ' || plain(coalesce(document_type.label, '')) || ' ' || plain(coalesce(email.subject, '')) AS search
  FROM mirror.document_row document LEFT JOIN mirror.document_type ON document_type.code = document.type LEFT JOIN mirror.email_row email ON email.id = document.email_id ${failureJoinSql}
  WHERE NOT EXISTS (SELECT 1 FROM main.upload CROSS JOIN main.sighting ON sighting.sha256 = upload.sha256 AND sighting.gen = upload.gen WHERE upload.document_id = document.id AND upload.is_duplicate = 0)
    AND NOT EXISTS (SELECT 1 FROM main.upload WHERE ${isInDoubtSql} AND upload.size = document.size AND upload.name = document.name)
    AND NOT (document.gone_since IS NOT NULL AND EXISTS (SELECT 1 FROM main.upload WHERE upload.document_id = document.id))`

const needsReviewSql = `NOT isReviewed AND NOT isGone AND isFresh AND (${NEEDS_USER_SQL})`

const createRowsSql = (query: string) =>
  `(WITH time_parameter (day_ago, since) AS (VALUES (?, ?)) SELECT inbox_row.*, (${needsReviewSql}) AS needsMe FROM (${query}) inbox_row)`

/**
 * Loads rows by ids as JSON. For files these are the ids of their sightings. The values of `loadTimeParameters` are the
 * first parameters.
 */
export const rowsSql = {
  files: createRowsSql(`${fileRowsSql} AND sighting.id IN (SELECT value FROM json_each(?))`),
  records: createRowsSql(`${recordRowsSql} AND document.id IN (SELECT value FROM json_each(?))`),
}

/** A day before now, and when the documents were first read. */
export function loadTimeParameters(db: ReadableDb, now: string): [dayAgo: string, since: string] {
  const nowMs = instantMs(now) ?? 0
  const sinceMs = instantMs(loadReviewSince(db) ?? '')
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

/** Why no waiting upload is sent, for example because there is no connection. Null: uploads are sent. */
export type SendingBlock = { failure: Failure; nextTryAt: string | null } | null

export type RowContext = { now: string; block: SendingBlock; progress: Progress }

export function loadStored(db: ReadableDb, ids: readonly string[], now: string): StoredDocumentRow[] {
  const sightingIds = ids.flatMap((id) => sightingIdOf(id) ?? [])
  const timeParameters = loadTimeParameters(db, now)
  const storedRows = [
    ...db.all<StoredDocumentRow>(`SELECT * FROM ${rowsSql.files}`, ...timeParameters, JSON.stringify(sightingIds)),
    ...db.all<StoredDocumentRow>(`SELECT * FROM ${rowsSql.records}`, ...timeParameters, JSON.stringify(ids)),
  ]
  const byId = new Map(storedRows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Loads the rows that exist, in the order of `ids`. */
export function loadDocumentRows(db: ReadableDb, ids: readonly string[], context: RowContext): DocumentRow[] {
  const stored = loadStored(db, ids, context.now)
  const links = loadDocumentLinks(
    db,
    stored.flatMap(({ documentId }) => documentId ?? []),
  )
  return stored.map((row) => toDocumentRow(db, row, links.get(row.documentId ?? '') ?? [], context))
}

const WAITING_STATES: DocumentRow['state'][] = ['queued', 'uploading']

function toDocumentRow(
  db: ReadableDb,
  row: StoredDocumentRow,
  links: RecordLink[],
  { block, progress }: RowContext,
): DocumentRow {
  const activeBlock = WAITING_STATES.includes(row.state) ? block : null
  const hasFailure = !['extracted', 'needs-link', 'duplicate', 'no-result'].includes(row.state)
  const storedFailure = hasFailure && row.failure !== null ? (JSON.parse(row.failure) as Failure) : null
  return {
    id: row.id,
    state: row.state,
    failure: storedFailure ?? activeBlock?.failure ?? null,
    nextTryAt: hasFailure ? (row.nextTryAt ?? activeBlock?.nextTryAt ?? null) : null,
    fileName: row.fileName,
    type:
      row.type === null
        ? null
        : {
            code: row.type,
            label: row.typeLabel === '' ? formatCode(row.type) : row.typeLabel,
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

/** The state of a document for alerts. `isSent`: an upload of this computer created the document. */
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
      type: type === null ? null : typeLabel === '' ? formatCode(type) : typeLabel,
      fileName,
      receivedAt,
      isSent: sha256 !== null && documentId !== null && isTheirs === 0,
    }))
}

/** A label for a code that has none: `sea_waybill` → `Sea waybill`. */
export function formatCode(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

type OriginalDocument = { rowId: string | null; name: string; at: string | null }

/** The first file with this content, or the document that the service already had. */
function findOriginal(db: ReadableDb, row: StoredDocumentRow): OriginalDocument {
  if (row.isFirst === 0) {
    const firstFile = db.get<OriginalDocument>(
      `SELECT 'f' || sighting.id AS rowId, ${baseNameSql} AS name, sighting.first_seen_at AS at FROM main.sighting WHERE sighting.sha256 = ? AND sighting.gen = ? ORDER BY sighting.id LIMIT 1`,
      row.sha256,
      row.gen,
    )
    if (firstFile) return firstFile
  }
  const existing = db.get<OriginalDocument>(
    `SELECT coalesce((SELECT 'f' || min(sighting.id) FROM main.upload CROSS JOIN main.sighting ON sighting.sha256 = upload.sha256 AND sighting.gen = upload.gen WHERE upload.document_id = document.id AND upload.is_duplicate = 0), document.id) AS rowId,
       document.file_name AS name, document.created_at AS at FROM mirror.document_row document WHERE document.id = ?`,
    row.documentId,
  )
  return existing ?? { rowId: null, name: row.existingName ?? row.fileName, at: null }
}

type StoredLink = RecordLink & { documentId: string }

export function loadDocumentLinks(db: ReadableDb, documentIds: readonly string[]): Map<string, RecordLink[]> {
  const rows = db.all<StoredLink>(
    `SELECT link.document_id AS documentId, link.type, link.record_id AS id, coalesce(container.number, shipment.master_bill, link.record_id) AS number,
       CASE WHEN link.type = 'shipment' THEN link.record_id ELSE container.shipment_id END AS shipmentId
     FROM mirror.document_link link LEFT JOIN mirror.container_row container ON link.type = 'container' AND container.id = link.record_id
       LEFT JOIN mirror.shipment_row shipment ON link.type = 'shipment' AND shipment.id = link.record_id
     WHERE link.document_id IN (SELECT value FROM json_each(?)) ORDER BY link.type DESC, number`,
    JSON.stringify(documentIds),
  )
  const links = new Map<string, RecordLink[]>()
  for (const { documentId, ...link } of rows) links.set(documentId, [...(links.get(documentId) ?? []), link])
  return links
}
