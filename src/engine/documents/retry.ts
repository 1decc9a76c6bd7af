// Retries the rows that the user selects: content that the service refused or whose document is gone, and files that
// could not be copied. If the copy in the spool was deleted, the user's file is read again, if it still exists.
import { AppError } from '#contract/errors.ts'
import type { DataDeps } from '../db/write.ts'
import type { Files } from '../outside/files.ts'
import type { StoredDocumentRow } from './rows.ts'
import { sightingIdOf } from '../outbox/sightings.ts'
import {
  type Upload,
  type UploadKey,
  advanceUpload,
  announceUpload,
  enqueueAgain,
  keyText,
  loadUpload,
} from '../outbox/uploads.ts'
import type { Uploads } from './uploads.ts'

export type RetryDeps = DataDeps & {
  files: Files
  pathOf: (sha256: string) => string
  online: { uploads: Pick<Uploads, 'retry' | 'wake'> } | null
  /** Checks waiting files now. */
  scanFolders: () => void
  /** Reads the files of these sightings again; returns how many can be read. */
  retryFiles: (sightingIds: readonly number[]) => Promise<number>
}

/** Throws `documents/not-kept` if none of these rows can be retried. */
export async function retry(deps: RetryDeps, rows: readonly StoredDocumentRow[]): Promise<void> {
  const { write, now, online, scanFolders } = deps
  const areLost = await Promise.all(rows.map((row) => isContentLost(deps, row)))
  const lostRows = rows.filter((_, index) => areLost[index])
  const retryableRows = rows.filter((_, index) => !areLost[index])
  const keys = retryableRows.flatMap(listUploadKeys)
  write((db, announce) => {
    for (const key of keys)
      advanceUpload(db, announce, key, 'resend', { at: now(), renewals: 0, postSentAt: null, searches: 0 })
    const sightingIds = retryableRows.flatMap(({ id }) => sightingIdOf(id) ?? [])
    db.run(
      `UPDATE sighting SET next_at = NULL WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(sightingIds),
    )
    for (const { id } of retryableRows) announce('documents', id)
  })
  for (const key of keys) online?.uploads.retry(keyText(key))
  if (retryableRows.length > 0) scanFolders()
  if (lostRows.length === 0) return
  const readableCount = await deps.retryFiles(lostRows.flatMap(({ id }) => sightingIdOf(id) ?? []))
  if (readableCount === 0 && retryableRows.length === 0) throw new AppError('documents/not-kept')
}

/**
 * Whether the spool has no copy, so that only the user's file can be retried: it was never copied, or the service
 * refused it and the copy was deleted.
 */
async function isContentLost({ db, files, pathOf }: RetryDeps, row: StoredDocumentRow): Promise<boolean> {
  const [key] = listUploadKeys(row)
  if (!key) return row.state === 'failed' && sightingIdOf(row.id) !== null
  return loadUpload(db, key)?.state === 'REJECTED' && !(await files.exists(pathOf(key.sha256)))
}

function listUploadKeys({ sha256, gen }: StoredDocumentRow): UploadKey[] {
  return sha256 === null || gen === null ? [] : [{ sha256, gen }]
}

export async function uploadAgain(deps: RetryDeps, row: StoredDocumentRow): Promise<void> {
  const [key] = listUploadKeys(row)
  const sightingId = sightingIdOf(row.id)
  const upload = key && loadUpload(deps.db, key)
  if (!upload || sightingId === null) throw new AppError('documents/no-file')
  if (upload.state === 'REJECTED') await retry(deps, [row])
  else if (row.isGone !== 1)
    throw new AppError('contract/invalid-input', { path: 'id', reason: 'its document is still there' })
  else if (await deps.files.exists(deps.pathOf(upload.sha256))) enqueueNewUpload(deps, upload, sightingId)
  else if ((await deps.retryFiles([sightingId])) === 0) throw new AppError('documents/not-kept')
}

/** The new upload gets its own generation; the old one keeps the id of its document, which is gone. */
function enqueueNewUpload({ write, now, online }: RetryDeps, upload: Upload, sightingId: number): void {
  write((db, announce) => {
    // After a double click the sighting already has the new generation, so the content is sent once.
    if (db.get('SELECT 1 FROM sighting WHERE id = ? AND gen = ?', sightingId, upload.gen) === undefined) return
    const gen = enqueueAgain(db, upload, now())
    db.run('UPDATE sighting SET gen = ?, settled_at = NULL WHERE id = ?', gen, sightingId)
    announceUpload(db, announce, { ...upload, gen })
    announce('documents')
  })
  online?.uploads.wake()
}
