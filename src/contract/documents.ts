// Documents: from a file that is still being written to data beside its shipment (specification 2.9, 2.11,
// 3.4). One row per file that came from here, and one per document of the service that did not.
import { z } from 'zod'
import { Edit, EditValue } from './edits.ts'
import type { Contract } from './rpc.ts'
import { Direction, Failure, Instant, Window, listOf } from './values.ts'

/** The only place where the screen's words and the machine's states meet is the engine. */
export const DocumentState = z.enum([
  /** The file may still be written to. */
  'waiting',
  /** Another program has it open. */
  'locked',
  /** It is in the cloud and not on this computer. */
  'online-only',
  'queued',
  'uploading',
  /** The service has it and has not reported its type yet. */
  'processing',
  /** Read, and beside a shipment or container. */
  'extracted',
  /** Read, and its shipment is not known. */
  'needs-link',
  /** The same content was there already: not sent, or not taken, twice. */
  'duplicate',
  /** A day has gone by without one. */
  'no-result',
  /** `failure` says why and what can be done. */
  'failed',
])

export const DocumentSource = z.enum(['folder', 'drop', 'email', 'split', 'other'])

export const RecordLink = z.object({
  type: z.enum(['shipment', 'container']),
  id: z.string(),
  /** Master bill or container number. */
  number: z.string(),
  /** The shipment of a container; of a shipment itself. Null when it is not known here. */
  shipmentId: z.string().nullable(),
})

export const DocumentRow = z.object({
  /** Stays the same from the first sight of a file on; of a document that came another way, the service's own. */
  id: z.string(),
  state: DocumentState,
  /** Why it failed, or what it waits for; with `extracted` and `needs-link` null. */
  failure: Failure.nullable(),
  nextTryAt: Instant.nullable(),
  fileName: z.string(),
  /** Code the service gave, and its word for it; null until it is classified. An edit on its way is in it. */
  type: z.object({ code: z.string(), label: z.string(), isManual: z.boolean() }).nullable(),
  source: DocumentSource,
  /** Path of the folder, or subject of the e-mail; null for what has none. */
  sourceName: z.string().nullable(),
  /** Null until the service has it. */
  documentId: z.string().nullable(),
  links: z.array(RecordLink),
  /** Invoice, bill or order number; whom it is from; what it is about in money, of which currency. */
  keyNumber: z.string().nullable(),
  party: z.string().nullable(),
  amount: z
    .object({ /** Decimal, as it was read: `12480.50`. */ value: z.string(), currency: z.string().nullable() })
    .nullable(),
  /** When the file was first seen here, or the document was made at the service. */
  receivedAt: Instant,
  /** With `processing`: since when its result is waited for. */
  processingSince: Instant.nullable(),
  sizeBytes: z.int().nullable(),
  contentType: z.string().nullable(),
  /** Bytes sent so far; only while uploading. */
  sentBytes: z.int().nullable(),
  /** With `duplicate`: the one that was first; `rowId` null where only the service knows it. */
  duplicateOf: z.object({ rowId: z.string().nullable(), name: z.string(), at: Instant.nullable() }).nullable(),
  /**
   * Not gone through by the user, and something is to be decided: failed, no result, needs a link, or does not agree.
   */
  needsMe: z.boolean(),
  /** Things that do not agree with the shipment it stands beside. */
  flags: z.int(),
  /** Deleted at the service. */
  isGone: z.boolean(),
})

export const ExtractedField = z.object({
  /** Name in the payload. */
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'date', 'number', 'amount', 'flag', 'list', 'table', 'other']),
  /** An edit on its way is in it. Null: the schema knows the field and the document did not say. */
  value: EditValue,
  /** Of a table; its cells as text. */
  table: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** Set by hand rather than read. */
  isCorrected: z.boolean(),
  /** The records here that this value names. */
  names: z.array(RecordLink),
})

/** Why a record may be meant. `exact`: a number of the document is a number of the record. */
export const LinkReason = z.object({
  record: RecordLink,
  isLinked: z.boolean(),
  isExact: z.boolean(),
  because: z.array(
    z.object({
      kind: z.enum(['container', 'master-bill', 'booking', 'reference', 'vessel', 'party', 'date']),
      text: z.string(),
    }),
  ),
})

export const Mismatch = z.object({
  kind: z.enum([
    /** A container of the document is not of the shipment. */
    'other-container',
    /** The bill in the document is not the shipment's. */
    'other-bill',
    'no-total',
    'no-currency',
    /** The lines do not add up to the total. */
    'sum',
  ]),
  /** The value in question; null where something is absent. */
  text: z.string().nullable(),
})

export const DocumentDetail = DocumentRow.extend({
  /** Folder and name on this computer; null for what did not come from here. */
  path: z.string().nullable(),
  /** Schema it was read by, such as `commercial_invoice@2026-03-01`. */
  schema: z.string().nullable(),
  notes: z.string().nullable(),
  fields: z.array(ExtractedField),
  reasons: z.array(LinkReason),
  mismatches: z.array(Mismatch),
  /** Of this document, whatever has not come to its end. */
  edits: z.array(Edit),
  /** The e-mail it came with. */
  emailId: z.string().nullable(),
  /** Other rows here with the same content. */
  sameContent: z.array(z.object({ rowId: z.string(), name: z.string(), at: Instant })),
  tries: z.int(),
})

export const DocumentFilter = z.object({
  /** `needs-me`: what waits for the user. */
  scope: z.enum(['all', 'needs-me']),
  states: z.array(DocumentState).optional(),
  types: z.array(z.string()).optional(),
  sources: z.array(DocumentSource).optional(),
  /** In names, numbers, parties and everything that was read. */
  text: z.string().max(200).optional(),
  shipmentId: z.string().optional(),
  containerId: z.string().optional(),
})

export const DocumentSort = z
  .array(
    z.object({
      column: z.enum(['state', 'file', 'type', 'source', 'link', 'key', 'party', 'amount', 'received', 'size']),
      direction: Direction,
    }),
  )
  .max(6)

/** A document goes by its own id here, not by the row's. */
const Id = z.object({ id: z.string() })

export const documents = {
  queries: {
    'documents.list': {
      input: z.object({ filter: DocumentFilter, sort: DocumentSort, window: Window, listId: z.string().optional() }),
      output: listOf(DocumentRow),
    },
    /** `id` is a row's, or a document's of the service. `documents/unknown` when there is none. */
    'documents.get': { input: Id, output: DocumentDetail },
    /** The account's types by label, with how many rows have it. */
    'documents.types': {
      input: z.object({}),
      output: z.array(z.object({ code: z.string(), label: z.string(), count: z.int() })),
    },
  },
  commands: {
    /**
     * Makes its file ready to be fetched from the host under `file` (files.ts): kept from the upload, or read from the
     * service. `documents/no-file`, `documents/too-large-to-open`, or what reading failed of.
     */
    'documents.open': {
      input: Id,
      output: z.object({ file: z.string(), name: z.string(), contentType: z.string(), sizeBytes: z.int() }),
    },
    /**
     * Of rows that failed or wait for their next try: now. `documents/not-kept` where none of them has a file to be
     * tried.
     */
    'documents.retry': { input: z.object({ ids: z.array(z.string()).min(1).max(1_000) }), output: z.void() },
    /**
     * Of one whose document is gone at the service, or a duplicate of such: sends the content once more, read from its
     * file again where no copy is kept. `documents/not-kept`.
     */
    'documents.uploadAgain': { input: Id, output: z.void() },
    /** Gone through: out of what needs the user, and back. */
    'documents.settle': {
      input: z.object({ ids: z.array(z.string()).min(1).max(1_000), isSettled: z.boolean() }),
      output: z.void(),
    },
    /**
     * Asks the service to do its part once more; saved, shown and sent as every edit is (edits.ts). Only images can be
     * rotated.
     */
    'documents.ask': {
      input: z.object({
        documentId: z.string(),
        act: z.enum(['reextract', 'reclassify', 'relink', 'rotate-90', 'rotate-180', 'rotate-270']),
      }),
      output: z.object({ id: z.string() }),
    },
  },
  events: {},
} satisfies Contract

export type DocumentState = z.infer<typeof DocumentState>
export type DocumentSource = z.infer<typeof DocumentSource>
export type RecordLink = z.infer<typeof RecordLink>
export type DocumentRow = z.infer<typeof DocumentRow>
export type ExtractedField = z.infer<typeof ExtractedField>
export type LinkReason = z.infer<typeof LinkReason>
export type Mismatch = z.infer<typeof Mismatch>
export type DocumentDetail = z.infer<typeof DocumentDetail>
export type DocumentFilter = z.infer<typeof DocumentFilter>
export type DocumentSort = z.infer<typeof DocumentSort>
