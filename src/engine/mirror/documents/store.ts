// Documents in the mirror: writes their rows from the records, with related records, mismatches and search texts. The
// rows include edits in progress. Other files read them back.
import type { Mismatch } from '#contract/documents.ts'
import type { EditValue } from '#contract/edits.ts'
import { MS_PER_DAY, instantMs } from '../../outside/calendar.ts'
import { instant, number, record, related, text } from '../../api/attributes.ts'
import type { Linkage, Resource } from '../../api/decode.ts'
import { EXTRACTION, diffDocument } from '../history/diff.ts'
import { insertChanges } from '../history/store.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../../db/open.ts'
import type { Announce } from '../../db/write.ts'
import { upsert } from '../../db/upsert.ts'
import { MANUAL_DATA, withEdits } from '../edits/store.ts'
import { type SearchedDocument, indexDocuments } from '../search/store.ts'
import { loadMeta, saveMeta } from '../../db/meta.ts'
import { type LoadResource, type Reading, loadGoneSince, loadResource, cacheResources } from '../records.ts'
import { type RelatedNumbers, lastFreeDayIn, findMismatches } from './mismatch.ts'
import { type Payload, amountOf, editableValue, identifiersIn, keyNumberOf, partyOf, textsIn } from './payload.ts'
import { rowIdOf } from '../../outbox/sightings.ts'
import { loadLastRequestAt } from '../../outbox/uploads.ts'

/**
 * A document with its edits applied. `extracted`: the extracted values, as the service has them. `payload`: the same
 * with all corrections, including unsent ones. `schema`: the id of the schema of these values.
 */
export type DocumentRecord = {
  document: Resource
  type: string | null
  payload: Payload | null
  extracted: Payload | null
  schema: string | null
}

/** Null if the document was never read. */
export function loadDocumentRecord(
  db: ReadableDb,
  id: string,
  load: LoadResource = cacheResources(db).load,
): DocumentRecord | null {
  const document = withEdits(db, load)('document', id)
  if (!document) return null
  const { attributes } = document
  const representation = loadRepresentation(document, load)
  const extracted = representation && record(representation.attributes, 'payload')
  // A correction to null removes the extracted value.
  const manual = record(attributes, MANUAL_DATA)
  const hasManual = Object.keys(manual).length > 0
  return {
    document,
    type: text(attributes, 'document_type_manual') ?? text(attributes, 'document_type'),
    payload: extracted || hasManual ? { ...extracted, ...manual } : null,
    extracted,
    schema:
      representation &&
      toSchemaId(text(attributes, 'document_type'), text(representation.attributes, 'schema_version')),
  }
}

function loadRepresentation(document: Resource, load: LoadResource): Resource | null {
  const linkage = related(document, 'last_document_representation')
  return linkage && load('document_representation', linkage.id)
}

/** The current value of one extracted field at the service: the correction if there is one. */
export function loadExtractedValue(db: ReadableDb, document: Resource, name: string): EditValue {
  const representation = loadRepresentation(document, (type, id) => loadResource(db, type, id))
  const manual = record(document.attributes, MANUAL_DATA)
  return editableValue(
    name in manual ? manual[name] : representation && record(representation.attributes, 'payload')[name],
  )
}

/** Schemas are named by type and version; some services send both in one text. */
function toSchemaId(type: string | null, version: string | null): string | null {
  if (version === null) return null
  return version.includes('@') ? version : type === null ? null : `${type}@${version}`
}

/** The schema of the document's fields; null if it has none. */
export function loadSchemaOfDocument(db: ReadableDb, id: string): Linkage | null {
  const schema = loadDocumentRecord(db, id)?.schema ?? null
  return schema === null ? null : { type: 'document_schema', id: schema }
}

/** How many extracted texts of a document can be searched, and how many characters of each. */
const MAX_SEARCHED_TEXTS = 200
const MAX_SEARCHED_LENGTH = 200

export function projectDocuments(
  db: WritableDb,
  ids: Iterable<string>,
  load: LoadResource = cacheResources(db).load,
): void {
  const searched: SearchedDocument[] = []
  for (const id of ids) {
    const projected = loadDocumentRecord(db, id, load)
    if (!projected) continue
    const { document, type, payload } = projected
    const { attributes } = document
    const links = listLinks(document)
    saveLinks(db, id, links)
    const identifiers = identifiersIn(payload ?? {})
    const mismatches = payload ? findMismatches(type, payload, identifiers, loadRelatedNumbers(db, links)) : []
    const fileName = text(attributes, 'file_name') ?? text(attributes, 'name') ?? id
    const goneSince = loadGoneSince(db, 'document', id)
    const texts = textsIn(payload ?? {})
      .slice(0, MAX_SEARCHED_TEXTS)
      .map((value) => value.slice(0, MAX_SEARCHED_LENGTH))
    const columns = {
      ...toColumns(projected),
      file_name: fileName,
      gone_since: goneSince,
      link_count: links.length,
      mismatches: JSON.stringify(mismatches satisfies Mismatch[]),
      flags: mismatches.length,
      lfd: lastFreeDayIn(payload ?? {}),
      containers: JSON.stringify(identifiers.containers),
    }
    const searchTexts = [
      fileName,
      columns.name,
      columns.key_number,
      columns.party,
      columns.amount,
      ...texts,
      ...texts.map((value) => value.replaceAll(/[ -]/g, '')),
    ]
    upsert(
      db,
      'document_row',
      {
        id,
        ...columns,
        search: searchTexts
          .filter((word) => word !== null)
          .join(' ')
          .normalize('NFC')
          .toLowerCase(),
      },
      { isNew: false },
    )
    searched.push({ id, fileName, isGone: goneSince !== null, texts })
  }
  indexDocuments(db, searched)
}

function toColumns({ document, type, payload, schema }: DocumentRecord) {
  const { attributes, id } = document
  const data = payload ?? {}
  const amount = amountOf(data)
  const email = related(document, 'email_submission')
  return {
    name: text(attributes, 'name') ?? id,
    type,
    is_manual: text(attributes, 'document_type_manual') === null ? 0 : 1,
    notes: text(attributes, 'classification_notes'),
    source: sources[text(attributes, 'source') ?? ''] ?? (email ? 'email' : 'other'),
    content_type: text(attributes, 'file_content_type'),
    size: number(attributes, 'file_size_bytes'),
    email_id: email?.id ?? null,
    has_result: payload ? 1 : 0,
    schema,
    key_number: keyNumberOf(type, data),
    party: partyOf(data),
    amount: amount?.value ?? null,
    amount_number: amount && Number.isFinite(Number(amount.value)) ? Number(amount.value) : null,
    currency: amount?.currency ?? null,
    created_at: instant(attributes, 'created_at') ?? EPOCH,
  } satisfies Record<string, SqlValue>
}

/** The time that is stored if the service sent no readable one. */
const EPOCH = '1970-01-01T00:00:00.000Z'
const sources: Partial<Record<string, 'email' | 'split'>> = { email: 'email', split_document: 'split' }

/** The records that the document is about, according to the service. */
function listLinks({ relationships }: Resource): Linkage[] {
  const listLinkages = (name: string) => {
    const linkage = relationships[name]
    return Array.isArray(linkage) ? linkage : linkage ? [linkage] : []
  }
  const linkages = [...listLinkages('shipments'), ...listLinkages('cargos'), ...listLinkages('containers')]
  return [
    ...new Map(
      linkages
        .filter(({ type }) => type === 'shipment' || type === 'container')
        .map((linkage) => [`${linkage.type} ${linkage.id}`, linkage]),
    ).values(),
  ]
}

function saveLinks(db: WritableDb, documentId: string, links: Linkage[]): void {
  db.run('DELETE FROM document_link WHERE document_id = ?', documentId)
  for (const { type, id } of links)
    db.run('INSERT INTO document_link (document_id, type, record_id) VALUES (?, ?, ?)', documentId, type, id)
}

/**
 * The container numbers and bills of the linked shipments, and of the shipments of linked containers. Null if there are
 * none.
 */
export function loadRelatedNumbers(db: ReadableDb, links: Linkage[]): RelatedNumbers | null {
  const shipments = links.filter(({ type }) => type === 'shipment').map(({ id }) => id)
  const containerIds = links.filter(({ type }) => type === 'container').map(({ id }) => id)
  const shipmentRows = db.all<{ id: string }>(
    `SELECT value AS id FROM json_each(?) UNION SELECT shipment_id FROM container_row WHERE id IN (SELECT value FROM json_each(?)) AND shipment_id IS NOT NULL`,
    JSON.stringify(shipments),
    JSON.stringify(containerIds),
  )
  if (shipmentRows.length === 0) return null
  const ids = JSON.stringify(shipmentRows.map(({ id }) => id))
  const numbers = db.all<{ number: string }>(
    'SELECT number FROM container_row WHERE shipment_id IN (SELECT value FROM json_each(?))',
    ids,
  )
  const bills = shipmentRows.flatMap(({ id }) => {
    const shipment = loadResource(db, 'shipment', id)
    return shipment
      ? ['bill_of_lading_number', 'normalized_number'].flatMap((name) => text(shipment.attributes, name) ?? [])
      : []
  })
  return { containers: numbers.map(({ number: container }) => container), bills }
}

export function loadAllDocumentIds(db: ReadableDb): string[] {
  return db.column<string>(`SELECT id FROM res WHERE type = 'document'`)
}

/** Documents linked to these shipments. Their mismatches can change when a shipment gets more containers. */
export function loadRelatedDocumentIds(db: ReadableDb, shipmentIds: Iterable<string>): string[] {
  return db.column<string>(
    `SELECT DISTINCT document_id AS id FROM document_link WHERE type = 'shipment' AND record_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...shipmentIds]),
  )
}

/** Announces the document, and the files that were uploaded for it, because screens list it under these. */
export function announceDocument(db: ReadableDb, announce: Announce, id: string): void {
  announce('documents', id)
  const sightings = db.all<{ id: number }>(
    'SELECT s.id FROM upload u CROSS JOIN sighting s ON s.sha256 = u.sha256 AND s.gen = u.gen WHERE u.document_id = ?',
    id,
  )
  for (const sighting of sightings) announce('documents', rowIdOf(sighting.id))
}

export type DocumentType = { code: string; label: string }

export function saveTypes(db: WritableDb, types: readonly DocumentType[], at: string): void {
  db.run('DELETE FROM document_type')
  for (const { code, label } of types)
    db.run('INSERT OR REPLACE INTO document_type (code, label) VALUES (?, ?)', code, label)
  saveMeta(db, 'mirror', TYPES_READ_AT_KEY, at)
}

export function loadTypes(db: ReadableDb): DocumentType[] {
  return db.all<DocumentType>('SELECT code, label FROM document_type')
}

const TYPES_READ_AT_KEY = 'document_types_at'

export function loadTypesReadAt(db: ReadableDb): string | null {
  return loadMeta(db, 'mirror', TYPES_READ_AT_KEY)
}

/** Documents that are at most this old at the first reading of the account still need the user's review. */
export const HISTORY_MS = 7 * MS_PER_DAY

/** The time from which on documents need the user's review. */
const REVIEW_SINCE_KEY = 'documents_since'

export function loadReviewSince(db: ReadableDb): string | null {
  return loadMeta(db, 'mirror', REVIEW_SINCE_KEY)
}

export function saveReviewSince(db: WritableDb, since: string): void {
  saveMeta(db, 'mirror', REVIEW_SINCE_KEY, since)
}

/**
 * Stores that nothing could be extracted, which only a notification reports. Returns false if this notification, or a
 * newer one, was stored before, even if a later request has ended that failure.
 */
export function noteNotExtracted(db: WritableDb, id: string, at: string): boolean {
  return (
    db.runAndCount(
      'INSERT INTO mirror.document_failure (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at, is_over = 0 WHERE excluded.at > at',
      id,
      at,
    ) > 0
  )
}

export function forgetNotExtracted(db: WritableDb, id: string): boolean {
  return db.runAndCount('UPDATE mirror.document_failure SET is_over = 1 WHERE id = ? AND is_over = 0', id) > 0
}

/**
 * Whether a change of the document is news: one of our uploads waits for its result, or `at` is after the first reading
 * of the account.
 */
function isNews(db: ReadableDb, id: string, at: string | null): boolean {
  if (loadLastRequestAt(db, id) !== null) return true
  const since = loadReviewSince(db)
  const [sinceMs, atMs] = [instantMs(since ?? ''), instantMs(at ?? '')]
  return sinceMs !== null && atMs !== null && atMs >= sinceMs + HISTORY_MS
}

/** Records the extraction of a document that was first read with its values. Returns whether a change was recorded. */
export function recordNewDocument(
  db: WritableDb,
  document: Resource,
  { requestSeq, readAt }: Pick<Reading, 'requestSeq' | 'readAt'>,
): boolean {
  const { type, id, attributes } = document
  if (!isNews(db, id, instant(attributes, 'created_at'))) return false
  const changes = diffDocument({ ...document, relationships: { last_document_representation: null } }, document)
  insertChanges(db, { type, id, attributes, requestSeq, seenAt: readAt }, changes)
  return changes.length > 0
}

/**
 * Records the failed extraction as a change, if it is news, was not recorded before, and the document has no values
 * from earlier. `at`: when the service gave up. Returns whether a change was recorded.
 */
export function recordNotExtracted(
  db: WritableDb,
  id: string,
  { at, seenAt }: { at: string; seenAt: string },
): boolean {
  const hasResult = db.get('SELECT 1 FROM document_row WHERE id = ? AND has_result = 1', id) !== undefined
  if (hasResult || !isNews(db, id, at) || isFailureRecorded(db, id)) return false
  // The failure comes from a notification and not from a read of the record, so there is no request number.
  insertChanges(db, { type: 'document', id, attributes: {}, requestSeq: 0, seenAt }, [
    { field: EXTRACTION, before: '"processing"', after: FAILED },
  ])
  return true
}

/**
 * Records the failure of a document that was linked to its upload only now: if the upload got no answer, the
 * notification of the failure may have arrived earlier.
 */
export function recordFailedBefore(db: WritableDb, id: string, seenAt: string): boolean {
  const failure = db.get<{ at: string }>('SELECT at FROM mirror.document_failure WHERE id = ? AND is_over = 0', id)
  return failure !== undefined && recordNotExtracted(db, id, { at: failure.at, seenAt })
}

const FAILED = '"failed"'

/**
 * Whether history has the failure of our upload since its last request. A rebuilt mirror reads the same notification
 * again, while its history may come from the old mirror.
 */
function isFailureRecorded(db: ReadableDb, id: string): boolean {
  const since = loadLastRequestAt(db, id)
  return (
    since !== null &&
    db.get(
      `SELECT 1 FROM change WHERE type = 'document' AND rid = ? AND field = ? AND after = ? AND seen_at >= ?`,
      id,
      EXTRACTION,
      FAILED,
      since,
    ) !== undefined
  )
}
