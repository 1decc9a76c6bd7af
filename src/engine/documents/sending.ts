// Performs one step of one upload: announces the file, sends its bytes, requests the document, or searches for it. The
// state that a step may cause is stored before it, so after a crash the document is searched for, not created twice.
import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { ApiClient } from '../api/client.ts'
import { instant, number, text } from '../api/attributes.ts'
import { type Resource, isRecord, withFirstRecordOnly, parseJson } from '../api/decode.ts'
import type { ReadableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { listSightings, isInUnreachableFolder } from '../outbox/sightings.ts'
import { HttpFailure } from '../outside/http.ts'
import type { Outside } from '../outside/index.ts'
import { codeOf } from '../outside/user-files.ts'
import { applyRecords } from '../mirror/apply.ts'
import { markDue } from '../mirror/due.ts'
import type { Progress } from './progress.ts'
import { type StorageDeps, fetchFile, putFile } from './storage.ts'
import { recordFailedBefore } from '../mirror/documents/store.ts'
import {
  MAX_SEARCHES,
  MAX_RENEWALS,
  type UploadStep,
  type Verdict,
  isWithoutFile,
  verdictOfAnnouncing,
  verdictOfCreating,
  verdictOfSearching,
  verdictOfStoring,
} from '../outbox/upload-states.ts'
import { type Upload, type UploadChange, advanceUpload, isOwnDocument } from '../outbox/uploads.ts'

export type SendingDeps = StorageDeps &
  DataDeps & {
    /** The path of the spool's copy of the content with this hash. */
    pathOf: (sha256: string) => string
    outside: Pick<Outside, 'files'>
    progress: Progress
    /** A follower of an office gets the records with the feed. */
    isFollower?: () => boolean
    /** Reads the files of these sightings again; returns how many can be read. */
    retryFiles: (sightingIds: readonly number[]) => Promise<number>
  }

/** Thrown if a step must be retried. The uploader decides when. */
export class RetryNeeded extends Error {
  readonly verdict: Extract<Verdict, { step: 'retry' }>
  readonly failure: AppError
  /** Whether the request certainly had no effect. */
  readonly hadNoEffect: boolean

  constructor(verdict: Extract<Verdict, { step: 'retry' }>, failure: AppError, hadNoEffect: boolean) {
    super('retry needed', { cause: failure })
    this.verdict = verdict
    this.failure = failure
    this.hadNoEffect = hadNoEffect
  }
}

/** A storage address is used for this long. The service lets it expire after 5 minutes. */
const MAX_ADDRESS_AGE_MS = 4 * 60_000
/** Larger files are not downloaded to compare their content. */
const MAX_COMPARED_BYTES = 25 * 1024 * 1024
const CLOCK_SLACK_MS = 5 * 60_000
/** A bound for a service whose list never ends. A page may have far fewer records than requested. */
const MAX_PAGES = 100

/** Returns whether the service got a request and did not refuse it. Throws `RetryNeeded`, or the reason of an abort. */
export async function performStep(deps: SendingDeps, upload: Upload, signal: AbortSignal): Promise<boolean> {
  switch (upload.state) {
    case 'QUEUED':
      await announceFile(deps, upload, signal)
      return true
    case 'BLOB':
      return putBytes(deps, upload, signal)
    case 'PUT_OK':
      if (upload.postSentAt === null) {
        await createDocument(deps, upload, signal)
        return true
      }
      // The request was sent earlier, and its answer was not stored.
      saveStep(deps, upload, 'lose-track', { searches: 0 })
      return false
    case 'UNSURE':
      await searchAndAdvance(deps, upload, signal)
      return true
    default:
      return false
  }
}

function saveStep(
  { write, now }: Pick<SendingDeps, 'write' | 'now'>,
  upload: Upload,
  step: UploadStep,
  change: Omit<UploadChange, 'at'> = {},
): void {
  write((db, announce) => {
    advanceUpload(db, announce, upload, step, { ...change, at: now() })
  })
}

const ANNOUNCE = '/rails/active_storage/direct_uploads'

async function announceFile(deps: SendingDeps, upload: Upload, signal: AbortSignal): Promise<void> {
  const blob = {
    filename: nameDocument(upload.name),
    content_type: upload.contentType,
    byte_size: upload.sizeBytes,
    checksum: upload.md5,
  }
  try {
    const { bytes } = await postBlob(deps.client, { blob }, signal)
    const answer = parseJson(bytes)
    const directUpload = isRecord(answer) && isRecord(answer['direct_upload']) ? answer['direct_upload'] : {}
    const signedId = isRecord(answer) ? answer['signed_id'] : null
    const { url, headers } = directUpload
    if (typeof signedId !== 'string' || typeof url !== 'string' || !isRecord(headers))
      throw new AppError('api/malformed', { reason: 'no place for the file' })
    const pairs = Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === 'string')
    saveStep(deps, upload, 'announce', {
      blob: { signedId, putUrl: url, putHeaders: JSON.stringify(Object.fromEntries(pairs)) },
    })
  } catch (error) {
    onFailure(deps, upload, error, verdictOfAnnouncing)
  }
}

/** Tries the path without the `/v2` prefix of all other paths, and with the prefix after a 404 or 405. */
async function postBlob(client: ApiClient, body: unknown, signal: AbortSignal): ReturnType<ApiClient['request']> {
  const request = { method: 'POST', path: ANNOUNCE, priority: 4, body, isPlainJson: true, signal } as const
  try {
    return await client.request({ ...request, isRoot: true })
  } catch (error) {
    const isWrongPath =
      error instanceof AppError && (error.details['status'] === 404 || error.details['status'] === 405)
    if (!isWrongPath) throw error
    return client.request(request)
  }
}

async function putBytes(deps: SendingDeps, upload: Upload, signal: AbortSignal): Promise<boolean> {
  const ageMs = (instantMs(deps.now()) ?? 0) - (instantMs(upload.blobAt ?? '') ?? 0)
  if (ageMs < 0 || ageMs > MAX_ADDRESS_AGE_MS) {
    saveStep(deps, upload, 'renew')
    return false
  }
  const file = deps.pathOf(upload.sha256)
  if (!(await isCopyComplete(deps, upload, file))) return retryFileOrReject(deps, upload, file)
  const sentHash = createHash('md5')
  const progress = deps.progress.begin(upload)
  let sentBytes = 0
  const onSent = (chunk: Uint8Array) => {
    sentBytes += chunk.byteLength
    sentHash.update(chunk)
    progress.addBytes(chunk.byteLength)
  }
  const address = { url: upload.putUrl ?? '', headers: JSON.parse(upload.putHeaders ?? '{}') as Record<string, string> }
  try {
    const status = await putFile(deps, address, { file, sizeBytes: upload.sizeBytes, onSent }, signal)
    // Some storage checks no checksum, so this does. After an early refusal only a part was sent, which proves nothing.
    if (sentBytes === upload.sizeBytes && sentHash.digest('base64') !== upload.md5)
      return await retryFileOrReject(deps, upload, file)
    if (status < 200 || status >= 300)
      onFailure(deps, upload, new AppError('api/server-error', { status }), () =>
        verdictOfStoring(status, upload.renewals),
      )
    else {
      saveStep(deps, upload, 'put', { postSentAt: null })
      return true
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'documents/no-file') throw createCopyError(error.cause)
    onFailure(deps, upload, error, ({ code }) =>
      code === 'api/malformed' ? { step: 'renew', waits: 'row' } : { step: 'retry', waits: 'all' },
    )
  } finally {
    progress.end()
  }
  return false
}

async function isCopyComplete({ outside: { files } }: SendingDeps, upload: Upload, file: string): Promise<boolean> {
  try {
    return (await files.stat(file))?.size === upload.sizeBytes
  } catch (error) {
    throw createCopyError(error)
  }
}

const LOCK_CODES = ['EBUSY', 'EPERM', 'EACCES']

/** The error for a copy that cannot be read at present, for example because a virus scanner has it open. */
function createCopyError(cause: unknown): RetryNeeded {
  const reason = codeOf(cause instanceof HttpFailure ? cause.cause : cause)
  return new RetryNeeded(
    { step: 'retry', waits: 'row' },
    new AppError(LOCK_CODES.includes(reason) ? 'documents/locked' : 'documents/not-readable', { reason }, cause),
    true,
  )
}

/** Handles a missing or damaged copy: reads the user's file again if it exists unchanged, else rejects the upload. */
async function retryFileOrReject(deps: SendingDeps, upload: Upload, file: string): Promise<boolean> {
  try {
    await deps.outside.files.remove(file)
  } catch (error) {
    throw createCopyError(error)
  }
  const willBeRetried =
    (await deps.retryFiles(listSightings(deps.db, upload.sha256))) > 0 || isInUnreachableFolder(deps.db, upload.sha256)
  if (willBeRetried) throw new RetryNeeded({ step: 'retry', waits: 'row' }, new AppError('documents/not-kept'), true)
  saveStep(deps, upload, 'reject', {
    postSentAt: null,
    failed: { error: new AppError('documents/not-kept'), nextAt: null },
  })
  return false
}

async function createDocument(deps: SendingDeps, upload: Upload, signal: AbortSignal): Promise<void> {
  const body = {
    data: { type: 'document', attributes: { name: nameDocument(upload.name), attached_document: upload.signedId } },
  }
  const request = { isSent: false }
  const beforeSend = () => {
    saveStep(deps, upload, 'ask', { postSentAt: deps.now() })
    request.isSent = true
  }
  try {
    const { document, ...answer } = await deps.client.read(
      { method: 'POST', path: '/documents', priority: 1, body, signal, beforeSend },
      'document',
    )
    const [created] = document.data
    if (!created) throw new AppError('api/malformed', { reason: 'no document' })
    saveCreated(deps, upload, { id: created.id, isDuplicate: false, existingName: null })
    if (deps.isFollower?.() === true) return
    deps.write((db, announce) => {
      const reading = { ...answer, readAt: deps.now(), sweepId: null }
      applyRecords(db, announce, withFirstRecordOnly(document), reading)
    })
  } catch (error) {
    if (signal.aborted || error instanceof RetryNeeded) throw error
    onFailure(deps, upload, error, request.isSent ? verdictOfCreating : () => ({ step: 'retry', waits: 'all' }))
  }
}

/** Stores that the document exists. A failure that was reported earlier now counts as a change of this document. */
function saveCreated(
  { write, now }: Pick<SendingDeps, 'write' | 'now'>,
  upload: Upload,
  document: NonNullable<UploadChange['document']>,
): void {
  write((db, announce) => {
    const at = now()
    advanceUpload(db, announce, upload, 'create', { at, document })
    if (!document.isDuplicate && recordFailedBefore(db, document.id, at)) announce('changes')
  })
}

/** Performs the step that a failure leads to. Throws `RetryNeeded` if the upload must be retried. */
function onFailure(deps: SendingDeps, upload: Upload, error: unknown, verdictOf: (failure: AppError) => Verdict): void {
  if (!(error instanceof AppError)) throw error
  const verdict = verdictOf(error)
  const failed = { error, nextAt: null }
  switch (verdict.step) {
    case 'retry':
      throw new RetryNeeded(verdict, error, true)
    case 'lose-track':
      saveStep(deps, upload, 'lose-track', { searches: 0, failed })
      return
    case 'create':
      linkToExisting(deps, upload, verdict.documentId, verdict.name)
      return
    case 'renew':
      restartUpload(deps, upload)
      if (verdict.waits) throw new RetryNeeded({ step: 'retry', waits: verdict.waits }, error, true)
      return
    case 'reject':
      saveStep(deps, upload, 'reject', { postSentAt: null, failed: { error: toRefusal(error), nextAt: null } })
  }
}

/** Starts again with a new storage address, or rejects the file after too many. */
export function restartUpload(deps: Pick<SendingDeps, 'write' | 'now'>, upload: Upload): void {
  const renewals = upload.renewals + 1
  if (renewals < MAX_RENEWALS) saveStep(deps, upload, 'renew', { renewals, postSentAt: null })
  else
    saveStep(deps, upload, 'reject', {
      renewals,
      postSentAt: null,
      failed: { error: new AppError('documents/not-arriving'), nextAt: null },
    })
}

function toRefusal({ code, details }: AppError): AppError {
  if (code.startsWith('documents/') || code.startsWith('office/')) return new AppError(code, details)
  return new AppError('documents/refused', { status: details['status'] ?? null, reason: details['reason'] ?? null })
}

/** The service already has this content. It is our document if our request got no answer and the name is the same. */
function linkToExisting(deps: SendingDeps, upload: Upload, id: string, existingName: string | null): void {
  const isOwn = upload.searches > 0 && existingName === nameDocument(upload.name)
  saveCreated(deps, upload, { id, isDuplicate: !isOwn, existingName })
  deps.write((db) => markDue(db, { type: 'document', id }, 2))
}

async function searchAndAdvance(deps: SendingDeps, upload: Upload, signal: AbortSignal): Promise<void> {
  let foundId: string | null
  try {
    foundId = await searchDocument(deps, upload, signal)
  } catch (error) {
    if (signal.aborted) throw error
    onFailure(deps, upload, error, verdictOfSearching)
    return
  }
  if (foundId !== null) {
    saveCreated(deps, upload, { id: foundId, isDuplicate: false, existingName: null })
    deps.write((db) => markDue(db, { type: 'document', id: foundId }, 2))
    return
  }
  const searches = upload.searches + 1
  saveStep(deps, upload, searches < MAX_SEARCHES ? 'not-found' : 'not-found-again', {
    searches,
    ...(searches < MAX_SEARCHES ? {} : { postSentAt: null }),
  })
}

/** Searches from the newest document to the time of our request. */
async function searchDocument(deps: SendingDeps, upload: Upload, signal: AbortSignal): Promise<string | null> {
  const name = nameDocument(upload.name)
  // It is unknown how the service stores unusual names, so these are not filtered by name.
  const filter = /^[\w .()-]+$/.test(name) ? `&filter[filename]=${encodeURIComponent(name)}` : ''
  const since = instantOf((instantMs(upload.postSentAt ?? upload.createdAt) ?? 0) - CLOCK_SLACK_MS)
  let path: string | null = `/documents?sort=-created_at&page[size]=100${filter}`
  for (let page = 0; path !== null; page++) {
    // An incomplete search proves nothing, and a second request could create a duplicate.
    if (page === MAX_PAGES) throw new AppError('api/malformed', { reason: 'more documents than can be searched' })
    const { document } = await deps.client.read({ path, priority: 1, signal }, 'document')
    if (document.unreadable.length > 0)
      throw new AppError('api/malformed', { reason: 'a document that cannot be read' })
    for (const candidate of document.data) {
      if (
        matchesUpload(deps.db, upload, candidate, name, since) &&
        (await hasSameContent(deps, upload, candidate.id, signal))
      )
        return candidate.id
    }
    const oldest = document.data.at(-1)
    const isPast = oldest === undefined || (instant(oldest.attributes, 'created_at') ?? since) < since
    path = isPast || document.next === path ? null : document.next
  }
  return null
}

function matchesUpload(
  db: ReadableDb,
  upload: Upload,
  { id, attributes }: Resource,
  name: string,
  since: string,
): boolean {
  const isNamed = text(attributes, 'name') === name || text(attributes, 'file_name') === name
  const size = number(attributes, 'file_size_bytes')
  return (
    isNamed &&
    (size === null || size === upload.sizeBytes) &&
    (instant(attributes, 'created_at') ?? since) >= since &&
    !isOwnDocument(db, id)
  )
}

/** Compares the content. For a large file, or a document without a file, the same name, size and time are enough. */
async function hasSameContent(deps: SendingDeps, upload: Upload, id: string, signal: AbortSignal): Promise<boolean> {
  if (upload.sizeBytes > MAX_COMPARED_BYTES) return true
  try {
    // A longer file is not ours, so its download stops.
    const bytes = await fetchFile(deps, id, { maxBytes: upload.sizeBytes, priority: 1, signal })
    return createHash('md5').update(bytes).digest('base64') === upload.md5
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (isWithoutFile(error)) return true
    if (error.code === 'documents/too-large') return false
    // A file that is missing in storage now proves nothing, like storage that is unreachable.
    throw error.code === 'documents/no-file' ? new AppError('api/server-error', error.details, error) : error
  }
}

const MAX_NAME = 255

/** A name that fits a header, a form and a file system: one line, at most MAX_NAME characters, with its extension. */
export function nameDocument(fileName: string): string {
  const singleLine = fileName
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(singleLine)?.[0] ?? ''
  const name = singleLine === '' ? 'file' : singleLine
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - extension.length).toWellFormed()}${extension}`
}
