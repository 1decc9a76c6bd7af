// Deletes changes that this desktop withdrew (mirror/feed/late.ts) from the copy of the history too, so that a rebuilt
// mirror does not get them back.
import { deleteChangesFromCopy } from '../db/backup.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { forgetWithdrawn, loadWithdrawn } from '../mirror/history/removal.ts'
import type { Files } from '../outside/files.ts'
import type { Log } from '../outside/log.ts'

export type WithdrawnDeps = { db: ReadableDb; write: Write; files: Files; dataDir: string; log: Log }

/** Do not call it at the same time as a backup, because both write the copy. */
export async function deleteWithdrawnFromCopy({ db, write, files, dataDir, log }: WithdrawnDeps): Promise<void> {
  const withdrawn = loadWithdrawn(db)
  if (withdrawn.length === 0) return
  try {
    await deleteChangesFromCopy({ folder: dataDir, files }, withdrawn)
    write((writable) => forgetWithdrawn(writable, withdrawn))
  } catch (error) {
    log('warn', 'withdrawn changes not deleted from the backup', { error: String(error) })
  }
}
