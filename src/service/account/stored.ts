// The shapes of what an account's users keep here, as stored. How each is shown: the other files of this folder.

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
  /** Notifications in a row that were given up. */
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
  /** Records that exist only as news: no path leads to them. */
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

/** `number`: of the container it is for, in plain letters; null: for every one. */
export type StoredInitialField = { definition: number; value: unknown; number: string | null }

/** `request`: the row of the request whose shipment they are for. */
export type StoredInitialFields = { request: number; fields: readonly StoredInitialField[] }

export type StoredParty = { companyName: string }

export type StoredBlob = {
  filename: string
  contentType: string
  sizeBytes: number
  /** Base64 of the binary MD5, as announced and checked at the upload. */
  checksum: string
  createdMs: number
  isUploaded: boolean
}

export type StoredDocument = {
  name: string
  blob: number
  source: 'upload' | 'api' | 'email' | 'split_document'
  /** SHA-256 of the content, in hex: the same content is processed once. */
  contentHash: string
  createdMs: number
  updatedMs: number
  email: number | null
  /** When processing began: at submission, or again on request. */
  startedMs: number
  /** Null until the file was read; the text is empty where there is none. */
  reading: { text: string; isReadable: boolean } | null
  /** Ids of what its numbers name, found when it was read or linked anew. */
  links: { shipments: readonly string[]; containers: readonly string[] }
  isAnnounced: boolean
  manualType: string | null
  manualData: Record<string, unknown> | null
  /** Clockwise, of images only. */
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
