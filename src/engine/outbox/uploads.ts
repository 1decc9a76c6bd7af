// Rows of uploads. There is one for each content and generation, even if several files have this content. A generation
// (`gen`) is one upload of a content: content whose document was deleted at the service can be uploaded again.
import type { AppError } from '#contract/errors.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { rowIdOf } from './sightings.ts'
import { SENDING_STATES, type UploadState, type UploadStep, uploadStateAfter } from './upload-states.ts'

/** What was read from a spooled file. */
export type Content = {
  /** Hexadecimal; also its name in the spool folder. */
  sha256: string
  /** Base64, as the service wants it. */
  md5: string
  sizeBytes: number
  contentType: string
  /** The name of the first file with this content. */
  name: string
}

/**
 * Adds content to the queue. Known content is not sent again, except if its document was deleted at the service, or if
 * it was refused. Returns the generation that the file belongs to. `isNew`: something will be sent.
 */
export function enqueueContent(
  db: WritableDb,
  { sha256, md5, sizeBytes, contentType, name }: Content,
  at: string,
): { gen: number; isNew: boolean } {
  const newestGen = findNewestGen(db, sha256)
  if (newestGen !== null && isDeletedAtService(db, { sha256, gen: newestGen }))
    return { gen: enqueueAgain(db, { sha256, gen: newestGen }, at), isNew: true }
  if (newestGen !== null) return { gen: newestGen, isNew: retryUpload(db, { sha256, gen: newestGen }, at) }
  db.run(
    `INSERT INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at) VALUES (?, 1, ?, ?, ?, ?, 'QUEUED', ?, ?)`,
    sha256,
    md5,
    sizeBytes,
    contentType,
    name,
    at,
    at,
  )
  return { gen: 1, isNew: true }
}

/** Whether the service answered 404 for the document. A list without the document proves nothing. */
function isDeletedAtService(db: ReadableDb, { sha256, gen }: UploadKey): boolean {
  const sql =
    'SELECT 1 FROM upload CROSS JOIN mirror.document_row document ON document.id = upload.document_id WHERE upload.sha256 = ? AND upload.gen = ? AND document.gone_since IS NOT NULL'
  return db.get(sql, sha256, gen) !== undefined
}

function retryUpload(db: WritableDb, key: UploadKey, at: string): boolean {
  return advanceUpload(db, () => undefined, key, 'resend', { at, renewals: 0, postSentAt: null, searches: 0 })
}

function findNewestGen(db: ReadableDb, sha256: string): number | null {
  return db.value<number | null>('SELECT max(gen) AS gen FROM upload WHERE sha256 = ?', sha256) ?? null
}

export type Upload = {
  sha256: string
  gen: number
  md5: string
  sizeBytes: number
  contentType: string
  name: string
  state: UploadState
  signedId: string | null
  putUrl: string | null
  /** A JSON object. */
  putHeaders: string | null
  blobAt: string | null
  /** Storage addresses that failed in a row. */
  renewals: number
  /** Trusted time of the last request that may have arrived: for the document, or for a new result of one. */
  postSentAt: string | null
  searches: number
  documentId: string | null
  isDuplicate: number
  tries: number
  createdAt: string
}

export type UploadKey = Pick<Upload, 'sha256' | 'gen'>

export const keyText = ({ sha256, gen }: UploadKey) => `${sha256}-${gen}`

const COLUMNS = `sha256, gen, md5, size AS sizeBytes, content_type AS contentType, name, state, signed_id AS signedId, put_url AS putUrl,
  put_headers AS putHeaders, blob_at AS blobAt, blobs AS renewals, post_sent_at AS postSentAt, looks AS searches, document_id AS documentId,
  is_duplicate AS isDuplicate, tries, created_at AS createdAt`

/** Written like the partial index `upload_open`, so that SQLite uses it. */
const IS_OPEN = 'finished_at IS NULL'
const IS_SENDING = `${IS_OPEN} AND state IN (${SENDING_STATES.map((state) => `'${state}'`).join(', ')})`
/** The service does not have the bytes yet, and no request for the document was sent. */
const IS_UNSENT = `state IN ('QUEUED', 'BLOB')`

export function loadUpload(db: ReadableDb, { sha256, gen }: UploadKey): Upload | null {
  return db.get<Upload>(`SELECT ${COLUMNS} FROM upload WHERE sha256 = ? AND gen = ?`, sha256, gen) ?? null
}

/** The oldest upload that can run. Those in `excludedKeys` (`keyText`) are running or waiting. */
export function findNextUpload(db: ReadableDb, excludedKeys: Iterable<string>, isPaused: boolean): Upload | null {
  const condition = isPaused ? ` AND NOT ${IS_UNSENT}` : ''
  return (
    db.get<Upload>(
      `SELECT ${COLUMNS} FROM upload WHERE ${IS_SENDING}${condition} AND sha256 || '-' || gen NOT IN (SELECT value FROM json_each(?))
       ORDER BY created_at, sha256, gen LIMIT 1`,
      JSON.stringify([...excludedKeys]),
    ) ?? null
  )
}

/** Uploads whose document may exist without our knowledge. */
export function loadUnsureUploads(db: ReadableDb): Upload[] {
  return db.all<Upload>(`SELECT ${COLUMNS} FROM upload WHERE ${IS_OPEN} AND state = 'UNSURE'`)
}

export type UploadChange = {
  at: string
  blob?: { signedId: string; putUrl: string; putHeaders: string }
  postSentAt?: string | null
  searches?: number
  renewals?: number
  document?: { id: string; isDuplicate: boolean; existingName: string | null }
  /** A failed attempt. `nextAt` is only displayed. */
  failed?: { error: AppError; nextAt: string | null }
}

/** After these steps no result is expected, and the content is deleted after a while. */
const LAST_STEPS: readonly UploadStep[] = ['extract', 'reject', 'end']

/** Returns false if the current state does not allow this step. */
export function advanceUpload(
  db: WritableDb,
  announce: Announce,
  key: UploadKey,
  step: UploadStep,
  change: UploadChange,
): boolean {
  const previous = loadUpload(db, key)
  const state = previous && uploadStateAfter(previous.state, step)
  if (!previous || state === null) return false
  const { at, blob, failed, document } = change
  const isRestarted = step === 'resend' || step === 'renew'
  const valueOr = <Value>(value: Value | undefined, previousValue: Value): Value =>
    value === undefined ? previousValue : value
  db.run(
    `UPDATE upload SET state = ?, signed_id = ?, put_url = ?, put_headers = ?, blob_at = ?, blobs = ?, post_sent_at = ?, looks = ?,
       document_id = ?, is_duplicate = ?, existing_name = coalesce(?, existing_name), tries = ?, next_at = ?, error = ?, updated_at = ?,
       finished_at = ? WHERE sha256 = ? AND gen = ?`,
    state,
    isRestarted ? null : (blob?.signedId ?? previous.signedId),
    isRestarted ? null : (blob?.putUrl ?? previous.putUrl),
    isRestarted ? null : (blob?.putHeaders ?? previous.putHeaders),
    isRestarted ? null : blob ? at : previous.blobAt,
    valueOr(change.renewals, previous.renewals),
    valueOr(change.postSentAt, previous.postSentAt),
    valueOr(change.searches, previous.searches),
    document?.id ?? previous.documentId,
    Number(document?.isDuplicate ?? previous.isDuplicate === 1),
    document?.existingName ?? null,
    failed ? previous.tries + 1 : 0,
    failed?.nextAt ?? null,
    failed ? JSON.stringify({ code: failed.error.code, details: failed.error.details }) : null,
    at,
    LAST_STEPS.includes(step) ? at : null,
    key.sha256,
    key.gen,
  )
  announceUpload(db, announce, key)
  return true
}

/** Announces each file with this content. */
export function announceUpload(db: ReadableDb, announce: Announce, key: UploadKey): void {
  for (const id of listRowsOfUpload(db, key)) announce('documents', id)
  announce('folders')
}

export function listRowsOfUpload(db: ReadableDb, { sha256, gen }: UploadKey): string[] {
  return db
    .all<{ id: number }>('SELECT id FROM sighting WHERE sha256 = ? AND gen = ? ORDER BY id', sha256, gen)
    .map(({ id }) => rowIdOf(id))
}

/** Sends the content again, as a new document. */
export function enqueueAgain(db: WritableDb, { sha256, gen }: UploadKey, at: string): number {
  const nextGen = (findNewestGen(db, sha256) ?? gen) + 1
  db.run(
    `INSERT INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at)
     SELECT sha256, ?, md5, size, content_type, name, 'QUEUED', ?, ? FROM upload WHERE sha256 = ? AND gen = ?`,
    nextGen,
    at,
    at,
    sha256,
    gen,
  )
  return nextGen
}

/** Whether one of our uploads belongs to this document. */
export function isOwnDocument(db: ReadableDb, documentId: string): boolean {
  return db.get('SELECT 1 FROM upload WHERE document_id = ? LIMIT 1', documentId) !== undefined
}

/**
 * When an unfinished upload last requested that the service reads this document; null if no unfinished upload created
 * it.
 */
export function loadLastRequestAt(db: ReadableDb, documentId: string): string | null {
  const sql = `SELECT max(coalesce(post_sent_at, created_at)) AS at FROM upload WHERE document_id = ? AND is_duplicate = 0 AND ${IS_OPEN}`
  return db.value<string | null>(sql, documentId) ?? null
}

export type QueueCounts = { queued: number; uploading: number; bytesLeft: number }

export function countQueue(db: ReadableDb): QueueCounts {
  const counts = db.get<QueueCounts>(
    `SELECT coalesce(sum(state = 'QUEUED'), 0) AS queued, coalesce(sum(state <> 'QUEUED'), 0) AS uploading,
       coalesce(sum(CASE WHEN ${IS_UNSENT} THEN size ELSE 0 END), 0) AS bytesLeft FROM upload WHERE ${IS_SENDING}`,
  )
  return counts ?? { queued: 0, uploading: 0, bytesLeft: 0 }
}

/** Uploads without a known document at the service. */
export function countUnsentUploads(db: ReadableDb): number {
  const { queued, uploading } = countQueue(db)
  return queued + uploading
}

const PAUSED_KEY = 'uploads_paused'

export function areUploadsPaused(db: ReadableDb): boolean {
  return loadMeta(db, 'main', PAUSED_KEY) === '1'
}

export function savePaused(db: WritableDb, isPaused: boolean): void {
  saveMeta(db, 'main', PAUSED_KEY, isPaused ? '1' : '0')
}

/** An upload whose document waits for a result. `sinceAt`: since when. */
export type AwaitedUpload = UploadKey & {
  documentId: string
  state: UploadState
  sinceAt: string
  hasResult: number | null
  type: string | null
  goneSince: string | null
}

export function loadAwaitedUploads(db: ReadableDb): AwaitedUpload[] {
  return db.all<AwaitedUpload>(
    `SELECT upload.sha256, upload.gen, upload.document_id AS documentId, upload.state, coalesce(upload.post_sent_at, upload.updated_at) AS sinceAt,
       document.has_result AS hasResult, document.type, document.gone_since AS goneSince
     FROM upload LEFT JOIN mirror.document_row document ON document.id = upload.document_id
     WHERE ${IS_OPEN} AND state IN ('CREATED', 'CLASSIFIED', 'NO_RESULT') AND upload.document_id IS NOT NULL`,
  )
}

/** Marks the uploads of a document as waiting for a new result. The old result remains until then. */
export function awaitAgain(db: WritableDb, announce: Announce, documentId: string, at: string): void {
  const keys = db.all<UploadKey>('SELECT sha256, gen FROM upload WHERE document_id = ?', documentId)
  for (const key of keys) advanceUpload(db, announce, key, 'read-again', { at, postSentAt: at })
}

/** Whether any upload is unfinished: it was not sent yet, or has no result. */
export function hasOpenUploads(db: ReadableDb): boolean {
  return db.get(`SELECT 1 FROM upload WHERE ${IS_OPEN} LIMIT 1`) !== undefined
}
