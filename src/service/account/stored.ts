// The stored form of an account's records. The other files of this folder turn them into resources.
import type Database from 'better-sqlite3'
import { openCollection, openContents, type Collection, type Contents } from '../written/collection.ts'
import type { Identifier, Resource } from '../jsonapi/resource.ts'

export type StoredWebhook = {
  url: string
  isActive: boolean
  events: readonly string[]
  secret: string
  headers: readonly { name: string; value: string }[] | null
  createdMs: number
  /** Failed notifications in a row. */
  failures: number
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed'

export type StoredNotification = {
  webhook: number
  event: string
  createdMs: number
  status: DeliveryStatus
  attempts: number
  reference: Identifier
  /** The record, if it exists only in the notification and cannot be requested. */
  news: Resource | null
}

export type StoredDefinition = {
  entityType: string
  apiSlug: string
  displayName: string
  description: string | null
  dataType: string
  referenceType: string | null
  validation: Record<string, unknown> | null
  defaultFormat: string | null
  defaultValue: unknown
  createdMs: number
  updatedMs: number
}

export type StoredOption = { definition: number; label: string; value: string; position: number | null }

export type StoredField = { definition: number; entity: Identifier; value: unknown }

/** `number`: the container it is for (as in `plain`); null: for all of them. */
export type StoredInitialField = { definition: number; value: unknown; number: string | null }

/** `request`: the row of the request whose shipment gets them. */
export type StoredInitialFields = { request: number; fields: readonly StoredInitialField[] }

export type StoredParty = { companyName: string }

export type StoredBlob = {
  filename: string
  contentType: string
  sizeBytes: number
  /** Base64 of the binary MD5; announced, and checked at the upload. */
  checksum: string
  createdMs: number
  isUploaded: boolean
}

export type StoredDocument = {
  name: string
  blob: number
  source: 'upload' | 'api' | 'email' | 'split_document'
  /** SHA-256 of the content in hexadecimal; it identifies duplicates. */
  contentHash: string
  createdMs: number
  updatedMs: number
  email: number | null
  /** When processing began: at submission, or after a request to repeat it. */
  startedMs: number
  /** Null until the file was read; the text is empty if there is none. */
  reading: { text: string; isReadable: boolean } | null
  /** Ids of records whose numbers it contains, found at the last reading or linking. */
  links: { shipments: readonly string[]; containers: readonly string[] }
  isAnnounced: boolean
  manualType: string | null
  manualData: Record<string, unknown> | null
  /** Clockwise; only for images. */
  degrees: number
}

export type StoredEmail = {
  subject: string
  body: string | null
  from: readonly string[]
  to: readonly string[]
  cc: readonly string[]
  messageId: string | null
  inReplyTo: string | null
  references: readonly string[]
  contentType: string | null
  sentMs: number | null
  createdMs: number
}

export type StoredRefresh = { container: string; atMs: number }

export type StoredStop = { shipment: string; fromMs: number; untilMs: number | null }

/** Up to which event of the world webhooks were notified. */
export type StoredScan = { untilMs: number }

export type AccountStore = {
  webhooks: Collection<StoredWebhook>
  notifications: Collection<StoredNotification>
  scans: Collection<StoredScan>
  definitions: Collection<StoredDefinition>
  options: Collection<StoredOption>
  fields: Collection<StoredField>
  initialFields: Collection<StoredInitialFields>
  parties: Collection<StoredParty>
  blobs: Collection<StoredBlob>
  documents: Collection<StoredDocument>
  emails: Collection<StoredEmail>
  refreshes: Collection<StoredRefresh>
  stops: Collection<StoredStop>
  contents: Contents
}

export function openAccount(db: Database.Database): AccountStore {
  return {
    webhooks: openCollection(db, 'webhook'),
    notifications: openCollection(db, 'webhook_notification'),
    scans: openCollection(db, 'scan'),
    definitions: openCollection(db, 'custom_field_definition'),
    options: openCollection(db, 'custom_field_option'),
    fields: openCollection(db, 'custom_field'),
    initialFields: openCollection(db, 'initial_fields'),
    parties: openCollection(db, 'party'),
    blobs: openCollection(db, 'blob'),
    documents: openCollection(db, 'document'),
    emails: openCollection(db, 'email_submission'),
    refreshes: openCollection(db, 'refresh'),
    stops: openCollection(db, 'stop'),
    contents: openContents(db),
  }
}
