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
  rereadFiles: (sightingIds: readonly number[]) => Promise<number>
}

/** Throws `documents/not-kept` if none of these rows can be retried. */
export async function retry(deps: RetryDeps, rows: readonly StoredDocumentRow[]): Promise<void> {
  const { write, now, online, scanFolders } = deps
  const isLost = await Promise.all(rows.map((row) => isContentLost(deps, row)))
  const lost = rows.filter((_, index) => isLost[index])
  const retryable = rows.filter((_, index) => !isLost[index])
  const keys = retryable.flatMap(uploadKeysOf)
  write((w, announce) => {
    for (const key of keys)
      advanceUpload(w, announce, key, 'resend', { at: now(), renewals: 0, postSentAt: null, searches: 0 })
    const files = retryable.flatMap(({ id }) => sightingIdOf(id) ?? [])
    w.run(
      `UPDATE sighting SET next_at = NULL WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY') AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(files),
    )
    for (const { id } of retryable) announce('documents', id)
  })
  for (const key of keys) online?.uploads.retry(keyText(key))
  if (retryable.length > 0) scanFolders()
  if (lost.length === 0) return
  const read = await deps.rereadFiles(lost.flatMap(({ id }) => sightingIdOf(id) ?? []))
  if (read === 0 && retryable.length === 0) throw new AppError('documents/not-kept')
}

/**
 * Whether the spool has no copy, so that only the user's file can be retried: it was never copied, or the service
 * refused it and the copy was deleted.
 */
async function isContentLost({ db, files, pathOf }: RetryDeps, row: StoredDocumentRow): Promise<boolean> {
  const [key] = uploadKeysOf(row)
  if (!key) return row.state === 'failed' && sightingIdOf(row.id) !== null
  return loadUpload(db, key)?.state === 'REJECTED' && !(await files.exists(pathOf(key.sha256)))
}

function uploadKeysOf({ sha256, gen }: StoredDocumentRow): UploadKey[] {
  return sha256 === null || gen === null ? [] : [{ sha256, gen }]
}

export async function uploadAgain(deps: RetryDeps, row: StoredDocumentRow): Promise<void> {
  const [key] = uploadKeysOf(row)
  const sighting = sightingIdOf(row.id)
  const upload = key && loadUpload(deps.db, key)
  if (!upload || sighting === null) throw new AppError('documents/no-file')
  if (upload.state === 'REJECTED') await retry(deps, [row])
  else if (row.isGone !== 1)
    throw new AppError('contract/invalid-input', { path: 'id', reason: 'its document is still there' })
  else if (await deps.files.exists(deps.pathOf(upload.sha256))) enqueueNewUpload(deps, upload, sighting)
  else if ((await deps.rereadFiles([sighting])) === 0) throw new AppError('documents/not-kept')
}

/** The new upload gets its own generation; the old one keeps the id of its document, which is gone. */
function enqueueNewUpload({ write, now, online }: RetryDeps, upload: Upload, sighting: number): void {
  write((w, announce) => {
    // After a double click the sighting already has the new generation, so the content is sent once.
    if (w.get('SELECT 1 FROM sighting WHERE id = ? AND gen = ?', sighting, upload.gen) === undefined) return
    const gen = enqueueAgain(w, upload, now())
    w.run('UPDATE sighting SET gen = ?, settled_at = NULL WHERE id = ?', gen, sighting)
    announceUpload(w, announce, { ...upload, gen })
    announce('documents')
  })
  online?.uploads.wake()
}
