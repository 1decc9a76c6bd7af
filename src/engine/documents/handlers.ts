// Handlers for the calls about documents and the upload queue. They also download files, and ask the service to repeat
// a step or to rotate an image.
import { createHash } from 'node:crypto'
import type { DocumentDetail, DocumentRow } from '#contract/documents.ts'
import type { Edit } from '#contract/edits.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { mayBeChanged, openEdits, saveEdit } from '../mirror/edits/store.ts'
import type { Lists } from '../table/lists.ts'
import type { Outbox } from '../outbox/worker.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Random } from '../outside/random.ts'
import { isDiskFull } from '../outside/user-files.ts'
import { type RetryDeps, retry, uploadAgain } from './retry.ts'
import { loadDetail, findRowId } from './detail.ts'
import type { Inbox } from './inbox.ts'
import type { Progress } from './progress.ts'
import { type SendingBlock, type StoredDocumentRow, formatCode, loadDocumentRows, loadStored } from './rows.ts'
import { sightingIdOf } from '../outbox/sightings.ts'
import { type DocumentType, loadTypes } from '../mirror/documents/store.ts'
import { areUploadsPaused, countQueue, savePaused } from '../outbox/uploads.ts'
import type { Uploads } from './uploads.ts'

type CallNames = Extract<keyof Handlers<EngineContract>, `documents.${string}` | 'folders.queue' | 'folders.pause'>

export type DocumentsDeps = RetryDeps & {
  lists: Lists
  inbox: Inbox
  random: Random
  spoolFolder: string
  progress: Progress
  /** Null without a key. */
  online: { outbox: Outbox; uploads: Uploads } | null
  loadEditsOf: (documentId: string) => Edit[]
  signal: AbortSignal
}

/** A file in the spool. `file`: its hash, by which the host serves it (rules/files.ts). */
type OpenedFile = { file: string; name: string; contentType: string; sizeBytes: number }

export function documentHandlers(deps: DocumentsDeps): Pick<Handlers<EngineContract>, CallNames> {
  const { db, lists, inbox, now, progress } = deps
  /** Downloads in progress, so that two requests for a document share one. */
  const downloads = new Map<string, Promise<OpenedFile>>()
  const context = () => ({ now: now(), block: getSendingBlock(deps), progress })
  return {
    'documents.list': async ({ filter, sort, ...request }) => {
      const { page, ids } = await lists.open(request, ['documents', filter, sort], () => inbox.order(filter, sort))
      const rows = loadDocumentRows(db, ids, context())
      return { ...page, rows, outOf: (await inbox.counts()).all, asOf: listsAsOf(db) }
    },
    'documents.get': ({ id }): DocumentDetail => loadDetail(db, id, { ...context(), loadEditsOf: deps.loadEditsOf }),
    'documents.counts': async () => {
      const { all, needsMe, dropped } = await inbox.counts()
      return { all, needsMe, dropped }
    },
    'documents.types': async () => addCounts(loadTypes(db), await inbox.types()),
    'documents.open': ({ id }) => openDocument(deps, id, downloads),
    'documents.retry': ({ ids }) => retry(deps, loadStored(db, ids, now())),
    'documents.uploadAgain': ({ id }) => uploadAgain(deps, loadExistingRow(deps, id)),
    'documents.review': ({ ids, isReviewed }) =>
      deps.write((db, announce) => {
        for (const id of ids) saveReviewed(db, announce, id, isReviewed ? now() : null)
      }),
    'documents.ask': ({ documentId, act }) => requestAct(deps, documentId, act),
    'folders.queue': () => getQueue(deps),
    'folders.pause': ({ isPaused }) => {
      deps.write((db, announce) => {
        savePaused(db, isPaused)
        announce('folders')
      })
      progress.resetSpeed()
      if (!isPaused) deps.online?.uploads.wake()
    },
  }
}

/** Rows of the inbox that came with an e-mail. */
export function loadRowsOfEmail(deps: DocumentsDeps, emailId: string): DocumentRow[] {
  const { db, now, progress } = deps
  const ids = db
    .all<{ id: string }>('SELECT id FROM document_row WHERE email_id = ? ORDER BY created_at, id', emailId)
    .map(({ id }) => findRowId(db, id))
  return loadDocumentRows(db, ids, { now: now(), block: getSendingBlock(deps), progress })
}

function getSendingBlock({ online, now }: Pick<DocumentsDeps, 'online' | 'now'>): SendingBlock {
  if (!online) return { failure: { code: 'api/no-key', details: {} }, nextTryAt: null }
  const block = online.uploads.block()
  if (!block) return null
  return {
    failure: block.failure,
    nextTryAt: block.forMs === null ? null : instantOf((instantMs(now()) ?? 0) + block.forMs),
  }
}

function addCounts(
  types: DocumentType[],
  counts: Map<string, number>,
): { code: string; label: string; count: number }[] {
  const unlisted = [...counts.keys()]
    .filter((code) => !types.some((type) => type.code === code))
    .map((code) => ({ code, label: formatCode(code) }))
  return [...types, ...unlisted]
    .map((type) => ({ ...type, count: counts.get(type.code) ?? 0 }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

function loadExistingRow({ db, now }: DocumentsDeps, id: string): StoredDocumentRow {
  const [row] = loadStored(db, [findRowId(db, id)], now())
  if (!row) throw new AppError('documents/unknown', { id })
  return row
}

/** The largest download. The whole file is in memory until it is stored, and no preview shows a larger file. */
const MAX_OPENED_BYTES = 100 * 1024 * 1024

async function openDocument(
  deps: DocumentsDeps,
  id: string,
  downloads: Map<string, Promise<OpenedFile>>,
): Promise<OpenedFile> {
  const { db, files, pathOf } = deps
  const { sha256, documentId, fileName, contentType } = loadExistingRow(deps, id)
  const nameAndType = { name: fileName, contentType: contentType ?? 'application/octet-stream' }
  const storedSizeBytes = sha256 === null ? null : await files.size(pathOf(sha256))
  const spooledFile =
    sha256 !== null && storedSizeBytes !== null ? { file: sha256, ...nameAndType, sizeBytes: storedSizeBytes } : null
  if (spooledFile && (documentId === null || !mayBeChanged(db, documentId))) return spooledFile
  if (documentId === null) throw new AppError('documents/no-file')
  const download =
    downloads.get(documentId) ?? downloadFile(deps, documentId, nameAndType).finally(() => downloads.delete(documentId))
  downloads.set(documentId, download)
  // If the download fails, the unchanged original is still useful.
  return spooledFile ? download.catch(() => spooledFile) : download
}

async function downloadFile(
  { files, pathOf, online, spoolFolder, signal }: DocumentsDeps,
  documentId: string,
  nameAndType: Pick<OpenedFile, 'name' | 'contentType'>,
): Promise<OpenedFile> {
  if (!online) throw new AppError('api/no-key')
  const bytes = await online.uploads.fetch(documentId, MAX_OPENED_BYTES, signal).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'documents/too-large'
      ? new AppError('documents/too-large-to-open', error.details, error)
      : error
  })
  const file = createHash('sha256').update(bytes).digest('hex')
  try {
    await files.makeFolder(spoolFolder)
    if (!(await files.exists(pathOf(file)))) await files.save(pathOf(file), bytes)
  } catch (error) {
    throw isDiskFull(error) ? new AppError('db/disk-full', {}, error) : error
  }
  return { file, ...nameAndType, sizeBytes: bytes.byteLength }
}

function saveReviewed(db: WritableDb, announce: Announce, id: string, at: string | null): void {
  const sightingId = sightingIdOf(id)
  if (sightingId !== null) db.run('UPDATE sighting SET settled_at = ? WHERE id = ?', at, sightingId)
  else if (at === null) db.run('DELETE FROM settled_document WHERE id = ?', id)
  else db.run('INSERT OR REPLACE INTO settled_document (id, at) VALUES (?, ?)', id, at)
  announce('documents', id)
}

/**
 * Asks the service to repeat a step or to rotate an image. If the same request still waits to be sent, no second one is
 * created. `id`: the id of a document or of its row. Returns the id of the edit.
 */
function requestAct(deps: DocumentsDeps, id: string, act: string): { id: string } {
  const { write, random, now, online } = deps
  const { documentId, contentType } = loadExistingRow(deps, id)
  if (documentId === null) throw new AppError('documents/unknown', { id })
  if (act.startsWith('rotate') && contentType?.startsWith('image/') !== true)
    throw new AppError('documents/not-an-image')
  const target = { type: 'document', id: documentId } as const
  const editId = write((db, announce) => {
    announce('edits')
    announce('documents')
    const waitingEdit = openEdits(db, target).find(
      ({ field, value, state, isUnsure }) => field === 'ask' && value === act && state === 'PENDING' && !isUnsure,
    )
    if (waitingEdit) return waitingEdit.id
    const newId = random.id()
    saveEdit(db, newId, { target, field: 'ask', value: act }, null, now())
    return newId
  })
  online?.outbox.wake()
  return { id: editId }
}

function getQueue(deps: DocumentsDeps): ReturnType<Handlers<EngineContract>['folders.queue']> {
  const { db, progress } = deps
  const { queued, uploading, bytesLeft } = countQueue(db)
  // Files that are not ready for upload yet.
  const settling =
    db.value<number>(
      `SELECT count(*) AS n FROM sighting WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') AND error IS NULL`,
    ) ?? 0
  const remainingFiles = queued + uploading
  const { done } = progress.getRun()
  const block = remainingFiles === 0 ? null : getSendingBlock(deps)
  const isPaused = areUploadsPaused(db)
  return {
    settling,
    queued,
    uploading,
    done: remainingFiles === 0 ? 0 : done,
    total: remainingFiles === 0 ? 0 : done + remainingFiles,
    bytesLeft,
    secondsLeft: remainingFiles === 0 || isPaused || block ? null : progress.estimateSeconds(bytesLeft, remainingFiles),
    isPaused,
    waitsFor: block?.failure ?? null,
    nextTryAt: block?.nextTryAt ?? null,
  }
}
