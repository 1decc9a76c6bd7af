// Documents and e-mails as records (specification 2.9-2.11). There is no attribute for the state of processing: a
// document has no type until it was classified, and no representation until it was extracted.
import type { Identifier, Relationship, Resource } from '../jsonapi/resource.ts'
import { isoOf, isoOrNull } from '../world/calendar.ts'
import type { Ids } from '../world/ids.ts'
import type { Stored } from '../written/collection.ts'
import { classifyDocument } from './classify.ts'
import { currentSchema } from './document-schemas.ts'
import { extractFields } from './extract.ts'
import type { AccountStore, StoredDocument, StoredEmail } from './stored.ts'

const CLASSIFIED_AFTER_MS = 2_000
const EXTRACTED_AFTER_MS = 5_000

/** When the result of processing is known. */
export function processedMs({ startedMs }: Pick<StoredDocument, 'startedMs'>): number {
  return startedMs + EXTRACTED_AFTER_MS
}

export function typeOf(document: StoredDocument, nowMs: number): string | null {
  if (document.manualType !== null) return document.manualType
  if (!document.reading || nowMs < document.startedMs + CLASSIFIED_AFTER_MS) return null
  return cachedExtraction(document.reading).type
}

/** Cached for each reading, because lists show the same documents often. */
const known = new WeakMap<Reading, { type: string | null; payloads: Map<string, Record<string, unknown> | null> }>()

type Reading = NonNullable<StoredDocument['reading']>

function cachedExtraction(reading: Reading) {
  let all = known.get(reading)
  if (!all)
    known.set(
      reading,
      (all = { type: classifyDocument(reading.text), payloads: new Map<string, Record<string, unknown> | null>() }),
    )
  return all
}

function extractedFrom(reading: Reading, type: string): Record<string, unknown> | null {
  const { payloads } = cachedExtraction(reading)
  if (!payloads.has(type)) payloads.set(type, extractFields(type, reading.text))
  return payloads.get(type) ?? null
}

/** Extracted and manually set fields; null if there are none, or processing has not finished. */
export function payloadOf(document: StoredDocument, nowMs: number): Record<string, unknown> | null {
  if (!document.reading || nowMs < processedMs(document)) return null
  const type = typeOf(document, nowMs)
  const payload = type === null ? null : extractedFrom(document.reading, type)
  return payload || document.manualData ? { ...payload, ...document.manualData } : null
}

export function documentRecord(
  ids: Ids,
  account: AccountStore,
  document: Stored<StoredDocument>,
  nowMs: number,
): Resource {
  const id = ids.of('document', document.row)
  const blob = account.blobs.get(document.blob)
  const one = (linkage: Identifier | null): Relationship => ({ data: linkage })
  const type = typeOf(document, nowMs)
  const hasRepresentation = payloadOf(document, nowMs) !== null
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
      created_at: isoOf(document.createdMs),
      updated_at: isoOf(updatedMs(document, nowMs)),
    },
    relationships: {
      account: one({ type: 'account', id: ids.of('account', 0) }),
      user: one(document.email === null ? { type: 'user', id: ids.of('user', 0) } : null),
      email_submission: one(
        document.email === null ? null : { type: 'email_submission', id: ids.of('email_submission', document.email) },
      ),
      last_document_representation: one(
        hasRepresentation
          ? { type: 'document_representation', id: ids.of('document_representation', document.row) }
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

function updatedMs(document: StoredDocument, nowMs: number): number {
  const moments = [document.startedMs + CLASSIFIED_AFTER_MS, processedMs(document)].filter(
    (moment) => document.reading !== null && moment <= nowMs,
  )
  return Math.max(document.updatedMs, ...moments)
}

export function representationRecord(ids: Ids, document: Stored<StoredDocument>, nowMs: number): Resource | null {
  const payload = payloadOf(document, nowMs)
  const type = typeOf(document, nowMs)
  if (!payload) return null
  const at = isoOf(processedMs(document))
  return {
    type: 'document_representation',
    id: ids.of('document_representation', document.row),
    attributes: {
      schema_version: (type === null ? null : currentSchema(type)?.version) ?? '',
      payload,
      created_at: at,
      updated_at: at,
    },
  }
}

const PREVIEW_LENGTH = 200

export function emailRecord(ids: Ids, account: AccountStore, email: Stored<StoredEmail>): Resource {
  const id = ids.of('email_submission', email.row)
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
      sent_at: isoOrNull(email.sentMs),
      created_at: isoOf(email.createdMs),
      updated_at: isoOf(email.createdMs),
    },
    relationships: {
      account: { data: { type: 'account', id: ids.of('account', 0) } },
      user: { data: null },
      documents: { data: documents.map(({ row }) => ({ type: 'document', id: ids.of('document', row) })) },
    },
    links: { self: `/email_submissions/${id}` },
  }
}
