// Documents, from a file that is still being written up to extracted data that is linked to a shipment (specification
// 2.9, 2.11, 3.4). There is a row for each file of this computer, and one for each other document of the service.
import { z } from 'zod'
import { Edit, EditValue } from './edits.ts'
import type { Contract } from './rpc.ts'
import { CalendarDate, Direction, Failure, Instant, Window, listOf } from './values.ts'

/** The engine maps its internal states to these; screens use no other. */
export const DocumentState = z.enum([
  /** The file may still be written to. */
  'waiting',
  /** Another program has it open. */
  'locked',
  /** The file is in the cloud and not downloaded to this computer. */
  'online-only',
  'queued',
  'uploading',
  /** The service has the file, and has not reported its type yet. */
  'processing',
  /** Extracted, and linked to a shipment or container. */
  'extracted',
  /** Extracted, and its shipment is unknown. */
  'needs-link',
  /** The same content exists already: not sent, or not accepted, a second time. */
  'duplicate',
  /** The service gave no result within a day. */
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
  /** The shipment of a container; for a shipment its own id. Null if it is unknown here. */
  shipmentId: z.string().nullable(),
})

export const DocumentRow = z.object({
  /**
   * Remains the same from the first time the file is seen. For a document that did not come from here, its id at the
   * service.
   */
  id: z.string(),
  state: DocumentState,
  /** Why it failed, or what it waits for; null with `extracted` and `needs-link`. */
  failure: Failure.nullable(),
  nextTryAt: Instant.nullable(),
  fileName: z.string(),
  /** The code and the label from the service, or from an unconfirmed edit; null until it is classified. */
  type: z.object({ code: z.string(), label: z.string(), isManual: z.boolean() }).nullable(),
  source: DocumentSource,
  /** The path of the folder, or the subject of the e-mail; null for other sources. */
  sourceName: z.string().nullable(),
  /** Null until the service has it. */
  documentId: z.string().nullable(),
  links: z.array(RecordLink),
  /** The number of the invoice, bill or order; the sender; the amount with its currency. */
  keyNumber: z.string().nullable(),
  party: z.string().nullable(),
  amount: z
    .object({ /** Decimal, as it was read: `12480.50`. */ value: z.string(), currency: z.string().nullable() })
    .nullable(),
  /** When the file was first seen here, or the document was created at the service. */
  receivedAt: Instant,
  /** With `processing`: since when the engine waits for the result. */
  processingSince: Instant.nullable(),
  sizeBytes: z.int().nullable(),
  contentType: z.string().nullable(),
  /** Bytes sent so far; only while uploading. */
  sentBytes: z.int().nullable(),
  /** With `duplicate`: the first document; `rowId` is null if only the service knows it. */
  duplicateOf: z.object({ rowId: z.string().nullable(), name: z.string(), at: Instant.nullable() }).nullable(),
  /** It needs a decision (failed, no result, needs a link, or mismatches), and the user has not reviewed it. */
  needsMe: z.boolean(),
  /** How many values disagree with the linked shipment. */
  flags: z.int(),
  /** It was deleted at the service. */
  isGone: z.boolean(),
})

export const ExtractedField = z.object({
  /** Name in the payload. */
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'date', 'number', 'amount', 'flag', 'list', 'table', 'other']),
  /** Includes an unconfirmed edit. Null: the schema has the field, and the document had no value for it. */
  value: EditValue,
  /** For a table: its cells as text. */
  table: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  /** The user set it. */
  isCorrected: z.boolean(),
  /** The records of this account whose number is in this value. */
  names: z.array(RecordLink),
})

/** Why a record may be the right one. `exact`: a number of the document is a number of the record. */
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
    /** The amounts of the items do not add up to the total. */
    'sum',
  ]),
  /** The value in question; null where something is absent. */
  text: z.string().nullable(),
})

/** No source reports the document's last free day for this container. */
export const LastFreeDayMismatch = z.object({
  kind: z.literal('other-lfd'),
  /** A container number. */
  number: z.string(),
  inDocument: CalendarDate,
  inEffect: CalendarDate,
})

export const DocumentDetail = DocumentRow.extend({
  /** The folder and name on this computer; null if it did not come from here. */
  path: z.string().nullable(),
  /** The schema it was extracted with, such as `commercial_invoice@2026-03-01`. */
  schema: z.string().nullable(),
  notes: z.string().nullable(),
  fields: z.array(ExtractedField),
  reasons: z.array(LinkReason),
  mismatches: z.array(z.union([Mismatch, LastFreeDayMismatch])),
  /** Edits of this document that are not finished. */
  edits: z.array(Edit),
  /** The e-mail it came with. */
  emailId: z.string().nullable(),
  /** Other rows with the same content. */
  sameContent: z.array(z.object({ rowId: z.string(), name: z.string(), at: Instant })),
  tries: z.int(),
})

export const DocumentFilter = z.object({
  /** `needs-me`: documents that need a decision by the user. */
  scope: z.enum(['all', 'needs-me']),
  states: z.array(DocumentState).optional(),
  types: z.array(z.string()).optional(),
  sources: z.array(DocumentSource).optional(),
  /** A text to find in names, numbers, parties and all extracted text. */
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

/** The document's id at the service, not the id of the row. */
const Id = z.object({ id: z.string() })

export const documents = {
  queries: {
    'documents.list': {
      input: z.object({ filter: DocumentFilter, sort: DocumentSort, window: Window, listId: z.string().optional() }),
      output: listOf(DocumentRow),
    },
    /** `id` is the id of a row, or of a document at the service. `documents/unknown` if there is none. */
    'documents.get': { input: Id, output: DocumentDetail },
    /** `dropped`: rows of files that the user dropped or chose. */
    'documents.counts': { input: z.object({}), output: z.object({ all: z.int(), needsMe: z.int(), dropped: z.int() }) },
    /** The account's document types by label, with the number of rows of each. */
    'documents.types': {
      input: z.object({}),
      output: z.array(z.object({ code: z.string(), label: z.string(), count: z.int() })),
    },
  },
  commands: {
    /**
     * Prepares the file so that the host serves it under `file` (rules/files.ts): the copy from the upload, or a copy
     * read from the service. `documents/no-file`, `documents/too-large-to-open`, or the error of the read.
     */
    'documents.open': {
      input: Id,
      output: z.object({ file: z.string(), name: z.string(), contentType: z.string(), sizeBytes: z.int() }),
    },
    /** Retries rows that failed or wait for a retry. `documents/not-kept` if none of them has a file to retry with. */
    'documents.retry': { input: z.object({ ids: z.array(z.string()).min(1).max(1_000) }), output: z.void() },
    /**
     * Uploads the content again, for a document that was deleted at the service or a duplicate of one. Reads the file
     * again if there is no copy. `documents/not-kept`.
     */
    'documents.uploadAgain': { input: Id, output: z.void() },
    /** Marks documents as reviewed, so that they no longer need the user, or undoes this. */
    'documents.review': {
      input: z.object({ ids: z.array(z.string()).min(1).max(1_000), isReviewed: z.boolean() }),
      output: z.void(),
    },
    /** Asks the service to repeat a step; saved, shown and sent as an edit (edits.ts). Only images can be rotated. */
    'documents.ask': {
      input: z.object({
        documentId: z.string(),
        act: z.enum(['reextract', 'reclassify', 'relink', 'rotate-90', 'rotate-180', 'rotate-270']),
      }),
      output: z.object({ id: z.string() }),
    },
  },
} satisfies Partial<Contract>

export type DocumentState = z.infer<typeof DocumentState>
export type DocumentSource = z.infer<typeof DocumentSource>
export type RecordLink = z.infer<typeof RecordLink>
export type DocumentRow = z.infer<typeof DocumentRow>
export type ExtractedField = z.infer<typeof ExtractedField>
export type LinkReason = z.infer<typeof LinkReason>
export type Mismatch = z.infer<typeof Mismatch>
export type LastFreeDayMismatch = z.infer<typeof LastFreeDayMismatch>
export type DocumentDetail = z.infer<typeof DocumentDetail>
export type DocumentFilter = z.infer<typeof DocumentFilter>
export type DocumentSort = z.infer<typeof DocumentSort>
