// Sightings of files, for other folders of the engine than folders/. Each one is a row of the inbox.
import type { ReadableDb } from '../db/open.ts'

/** The folder id of files that were dropped onto the window. No folder has a row with this id. */
export const DROP = 'drop'

export const rowIdOf = (sightingId: number) => `f${sightingId}`

/** Null if the row is a document of the service that came from no local file. */
export function sightingIdOf(rowId: string): number | null {
  return /^f\d{1,15}$/.test(rowId) ? Number(rowId.slice(1)) : null
}

/** The ids of the sightings with this content. */
export function listSightings(db: ReadableDb, sha256: string): number[] {
  return db.column<number>('SELECT id FROM sighting WHERE sha256 = ? ORDER BY id', sha256)
}

/** Whether a file with this content is in a folder that cannot be reached now, so it may still exist. */
export function isInUnreachableFolder(db: ReadableDb, sha256: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM sighting CROSS JOIN folder ON folder.id = sighting.folder_id WHERE sighting.sha256 = ? AND folder.state <> 'OK'`,
      sha256,
    ) !== undefined
  )
}
