// Sightings of files, for the other folders of the engine: each is a row of the inbox.
import type { ReadableDb } from '../db/open.ts'

/** The folder of what was dropped onto the window: it has no row, and its files are ours. */
export const DROP = 'drop'

export const rowIdOf = (sightingId: number) => `f${sightingId}`

/** Null: a document of the service that no file here became. */
export function sightingIdOf(rowId: string): number | null {
  return /^f\d{1,15}$/.test(rowId) ? Number(rowId.slice(1)) : null
}

/** Files that hold it. */
export function filesWith(db: ReadableDb, sha256: string): number[] {
  return db.all<{ id: number }>('SELECT id FROM sighting WHERE sha256 = ? ORDER BY id', sha256).map(({ id }) => id)
}

/** What lies in a folder that cannot be reached may still be there. */
export function isInFolderAway(db: ReadableDb, sha256: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM sighting s CROSS JOIN folder f ON f.id = s.folder_id WHERE s.sha256 = ? AND f.state <> 'OK'`,
      sha256,
    ) !== undefined
  )
}
