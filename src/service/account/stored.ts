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

/** `number` is the normalized number of the container that gets the value. Null means all containers. */
export type StoredInitialField = { definition: number; value: unknown; number: string | null }

/** `request` is the row of the tracking request. Its shipment gets the values. */
export type StoredInitialFields = { request: number; fields: readonly StoredInitialField[] }

export type StoredParty = { companyName: string }

export type StoredBlob = {
  filename: string
  contentType: string
  sizeBytes: number
  /** The announced MD5 of the bytes in Base64. The upload must match it. */
  checksum: string
  createdMs: number
  isUploaded: boolean
}

export type StoredDocument = {
  name: string
  blob: number
  source: 'upload' | 'api' | 'email' | 'split_document'
  /** SHA-256 of the content in hexadecimal. Documents with the same hash are duplicates. */
  contentHash: string
  createdMs: number
  updatedMs: number
  email: number | null
  /** When processing began: at the submission, or at the last request to process the document again. */
  startedMs: number
  /** Null until the service has read the file. The text is empty if the file has none. */
  reading: { text: string; isReadable: boolean } | null
  /** Ids of the records that the document names by their numbers. Each reading finds them again. */
  links: { shipments: readonly string[]; containers: readonly string[] }
  /** Whether the webhooks have got the result of processing. */
  isAnnounced: boolean
  manualType: string | null
  manualData: Record<string, unknown> | null
  /** The rotation of an image, clockwise. 0 for other files. */
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

/** A span without tracking. `untilMs` is null until a user resumes the tracking. */
export type StoredStop = { shipment: string; fromMs: number; untilMs: number | null }

/** The world time up to which the service has searched for events to notify. There is at most one row. */
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
