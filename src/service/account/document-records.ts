// Builds the records of documents and e-mails (specification 2.9-2.11). A record has no attribute for the state of
// processing: a document has no type until it is classified, and no representation until it is extracted.
import type { Identifier, Relationship, Resource } from '../jsonapi/resource.ts'
import { formatIso, formatIsoOrNull } from '../world/calendar.ts'
import type { Ids } from '../world/ids.ts'
import type { Stored } from '../written/collection.ts'
import { classifyDocument } from './classify.ts'
import { findCurrentSchema } from './document-schemas.ts'
import { extractFields } from './extract.ts'
import type { AccountStore, StoredDocument, StoredEmail } from './stored.ts'

const CLASSIFIED_AFTER_MS = 2_000
const EXTRACTED_AFTER_MS = 5_000

/** Returns the world time at which the processing of the document ends. */
export function getProcessedMs({ startedMs }: Pick<StoredDocument, 'startedMs'>): number {
  return startedMs + EXTRACTED_AFTER_MS
}

/** Returns the type that the user set, else the recognized type. Null before classification, or if none matches. */
export function getDocumentType(document: StoredDocument, nowMs: number): string | null {
  if (document.manualType !== null) return document.manualType
  if (!document.reading || nowMs < document.startedMs + CLASSIFIED_AFTER_MS) return null
  return getExtraction(document.reading).type
}

/** A cache by reading, because lists show the same documents often and extraction is slow. */
const extractions = new WeakMap<
  Reading,
  { type: string | null; payloads: Map<string, Record<string, unknown> | null> }
>()

type Reading = NonNullable<StoredDocument['reading']>

function getExtraction(reading: Reading) {
  let extraction = extractions.get(reading)
  if (!extraction)
    extractions.set(
      reading,
      (extraction = {
        type: classifyDocument(reading.text),
        payloads: new Map<string, Record<string, unknown> | null>(),
      }),
    )
  return extraction
}

function getExtractedFields(reading: Reading, type: string): Record<string, unknown> | null {
  const { payloads } = getExtraction(reading)
  if (!payloads.has(type)) payloads.set(type, extractFields(type, reading.text))
  return payloads.get(type) ?? null
}

/** Returns the extracted fields, overridden by those that the user set. Null if there are none, or before the end. */
export function getPayload(document: StoredDocument, nowMs: number): Record<string, unknown> | null {
  if (!document.reading || nowMs < getProcessedMs(document)) return null
  const type = getDocumentType(document, nowMs)
  const payload = type === null ? null : getExtractedFields(document.reading, type)
  return payload || document.manualData ? { ...payload, ...document.manualData } : null
}

export function buildDocumentRecord(
  ids: Ids,
  account: AccountStore,
  document: Stored<StoredDocument>,
  nowMs: number,
): Resource {
  const id = ids.create('document', document.row)
  const blob = account.blobs.get(document.blob)
  const wrapLinkage = (linkage: Identifier | null): Relationship => ({ data: linkage })
  const type = getDocumentType(document, nowMs)
  const hasRepresentation = getPayload(document, nowMs) !== null
  return {
    type: 'document',
    id,
    attributes: {
      name: document.name,
      document_type: type,
      document_type_manual: document.manualType,
      classification_notes:
        type === null ? null : document.manualType === null ? 'Recognized by its wording.' : 'Set by a user.',
      source: document.source,
      file_name: blob?.filename ?? document.name,
      file_content_type: blob?.contentType ?? null,
      file_size_bytes: blob?.sizeBytes ?? null,
      created_at: formatIso(document.createdMs),
      updated_at: formatIso(computeUpdatedMs(document, nowMs)),
    },
    relationships: {
      account: wrapLinkage({ type: 'account', id: ids.create('account', 0) }),
      user: wrapLinkage(document.email === null ? { type: 'user', id: ids.create('user', 0) } : null),
      email_submission: wrapLinkage(
        document.email === null
          ? null
          : { type: 'email_submission', id: ids.create('email_submission', document.email) },
      ),
      last_document_representation: wrapLinkage(
        hasRepresentation
          ? { type: 'document_representation', id: ids.create('document_representation', document.row) }
          : null,
      ),
      shipments: {
        data: hasRepresentation ? document.links.shipments.map((shipment) => ({ type: 'shipment', id: shipment })) : [],
      },
      cargos: {
        data: hasRepresentation
          ? document.links.containers.map((container) => ({ type: 'container', id: container }))
          : [],
      },
    },
    links: { self: `/documents/${id}`, download: `/documents/${id}/download_url` },
  }
}

function computeUpdatedMs(document: StoredDocument, nowMs: number): number {
  const moments = [document.startedMs + CLASSIFIED_AFTER_MS, getProcessedMs(document)].filter(
    (moment) => document.reading !== null && moment <= nowMs,
  )
  return Math.max(document.updatedMs, ...moments)
}

export function buildRepresentationRecord(ids: Ids, document: Stored<StoredDocument>, nowMs: number): Resource | null {
  const payload = getPayload(document, nowMs)
  const type = getDocumentType(document, nowMs)
  if (!payload) return null
  const processedAt = formatIso(getProcessedMs(document))
  return {
    type: 'document_representation',
    id: ids.create('document_representation', document.row),
    attributes: {
      schema_version: (type === null ? null : findCurrentSchema(type)?.version) ?? '',
      payload,
      created_at: processedAt,
      updated_at: processedAt,
    },
  }
}

const PREVIEW_LENGTH = 200

export function buildEmailRecord(ids: Ids, account: AccountStore, email: Stored<StoredEmail>): Resource {
  const id = ids.create('email_submission', email.row)
  const documents = account.documents.all().filter((document) => document.email === email.row)
  return {
    type: 'email_submission',
    id,
    attributes: {
      subject: email.subject,
      body: email.body,
      body_preview: email.body?.slice(0, PREVIEW_LENGTH) ?? null,
      from: email.from,
      to: email.to,
      cc: email.cc,
      message_id: email.messageId,
      in_reply_to: email.inReplyTo,
      references: email.references,
      content_type: email.contentType,
      documents_count: documents.length,
      sent_at: formatIsoOrNull(email.sentMs),
      created_at: formatIso(email.createdMs),
      updated_at: formatIso(email.createdMs),
    },
    relationships: {
      account: { data: { type: 'account', id: ids.create('account', 0) } },
      user: { data: null },
      documents: { data: documents.map(({ row }) => ({ type: 'document', id: ids.create('document', row) })) },
    },
    links: { self: `/email_submissions/${id}` },
  }
}
