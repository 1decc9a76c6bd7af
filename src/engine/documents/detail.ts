// One document with all its known data: extracted fields, suggested records, and mismatches.
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentDetail, Mismatch, RecordLink } from '#contract/documents.ts'
import type { Edit } from '#contract/edits.ts'
import { AppError } from '#contract/errors.ts'
import { record, related, text } from '../api/attributes.ts'
import type { ReadableDb } from '../db/open.ts'
import { MANUAL_DATA, loadCorrections, openEdits } from '../mirror/edits/store.ts'
import { findLastFreeDayMismatches } from '../mirror/documents/mismatch.ts'
import { loadRelatedContainerIds, loadRows } from '../mirror/containers/store.ts'
import { loadResource } from '../mirror/records.ts'
import { createFields } from './extracted.ts'
import { findLinkReasons, findRecordsByNumber } from './match.ts'
import { type Payload, identifiersIn, plainNumber, textsIn } from '../mirror/documents/payload.ts'
import { type RowContext, loadDocumentRows, loadStored } from './rows.ts'
import { rowIdOf } from '../outbox/sightings.ts'
import { type DocumentRecord, loadDocumentRecord } from '../mirror/documents/store.ts'

export type DetailContext = RowContext & { loadEditsOf: (documentId: string) => Edit[] }

/** `id`: the id of a row, or of a document. A document that was uploaded from a file has the row of this file. */
export function loadDetail(db: ReadableDb, id: string, context: DetailContext): DocumentDetail {
  const rowId = findRowId(db, id)
  const [row] = loadDocumentRows(db, [rowId], context)
  const [stored] = loadStored(db, [rowId], context.now)
  if (!row || !stored) throw new AppError('documents/unknown', { id })
  const { documentId } = row
  const documentRecord = documentId === null ? null : loadDocumentRecord(db, documentId)
  const payload = documentRecord?.payload ?? {}
  const identifiers = identifiersIn(payload)
  return {
    ...row,
    path: stored.path,
    schema: documentRecord?.schema ?? null,
    notes: documentRecord && text(documentRecord.document.attributes, 'classification_notes'),
    fields: documentRecord ? loadFields(db, documentRecord, payload) : [],
    reasons: documentId === null ? [] : findLinkReasons(db, identifiers, row.links),
    mismatches:
      documentId === null || row.state === 'duplicate'
        ? []
        : [
            ...loadMismatches(db, documentId),
            ...findLastFreeDayMismatches(payload, identifiers, loadContainers(db, row.links)),
          ],
    edits: documentId === null ? [] : context.loadEditsOf(documentId),
    emailId: (documentRecord && related(documentRecord.document, 'email_submission')?.id) ?? null,
    sameContent: stored.sha256 === null ? [] : loadFilesWithContent(db, stored.sha256, rowId, context),
    tries: stored.tries,
  }
}

/** The id of the document's row in the inbox: of the first file that was uploaded for it, or else the id itself. */
export function findRowId(db: ReadableDb, id: string): string {
  const firstFile = db.get<{ id: number | null }>(
    'SELECT min(s.id) AS id FROM upload u CROSS JOIN sighting s ON s.sha256 = u.sha256 AND s.gen = u.gen WHERE u.document_id = ? AND u.is_duplicate = 0',
    id,
  )
  return typeof firstFile?.id === 'number' ? rowIdOf(firstFile.id) : id
}

/** Shorter texts are no container number and no bill. */
const MIN_NUMBER_LENGTH = 6

function loadFields(db: ReadableDb, { document, schema }: DocumentRecord, payload: Payload): DocumentDetail['fields'] {
  const resource = schema === null ? null : loadResource(db, 'document_schema', schema)
  const correctedNames = new Set([
    ...Object.keys(loadCorrections(db, document.id)),
    ...Object.keys(record(document.attributes, MANUAL_DATA)),
    ...listEditedFields(db, document.id),
  ])
  const numbers = textsIn(payload)
    .map(plainNumber)
    .filter((number) => number.length >= MIN_NUMBER_LENGTH && /\d{3}/.test(number))
  return createFields({
    payload,
    schema: resource && record(resource.attributes, 'schema_payload'),
    correctedNames,
    recordsByNumber: findRecordsByNumber(db, numbers),
  })
}

function listEditedFields(db: ReadableDb, id: string): string[] {
  return openEdits(db, { type: 'document', id }).flatMap(({ field, value, state }) =>
    typeof field === 'object' && 'extracted' in field && value !== null && state !== 'REJECTED'
      ? [field.extracted]
      : [],
  )
}

/** The linked containers, and all containers of their shipments and of the linked shipments. */
function loadContainers(db: ReadableDb, links: readonly RecordLink[]): ContainerRow[] {
  const linked = links.filter(({ type }) => type === 'container').map(({ id }) => id)
  const shipmentIds = links.flatMap(({ shipmentId }) => shipmentId ?? [])
  return loadRows(db, [...new Set([...linked, ...loadRelatedContainerIds(db, shipmentIds, [])])])
}

function loadMismatches(db: ReadableDb, id: string): Mismatch[] {
  const row = db.get<{ mismatches: string }>('SELECT mismatches FROM document_row WHERE id = ?', id)
  return row ? (JSON.parse(row.mismatches) as Mismatch[]) : []
}

function loadFilesWithContent(
  db: ReadableDb,
  sha256: string,
  rowId: string,
  context: RowContext,
): DocumentDetail['sameContent'] {
  const ids = db
    .all<{ id: number }>('SELECT id FROM sighting WHERE sha256 = ? ORDER BY id LIMIT 50', sha256)
    .map(({ id }) => rowIdOf(id))
  return loadStored(
    db,
    ids.filter((id) => id !== rowId),
    context.now,
  ).map(({ id, fileName, receivedAt }) => ({ rowId: id, name: fileName, at: receivedAt }))
}
