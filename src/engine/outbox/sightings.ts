// Sightings of files, for other folders of the engine. Each one is a row of the inbox.
import type { ReadableDb } from '../db/open.ts'

/** The folder id of files dropped onto the window: it has no row, and the copies are ours. */
export const DROP = 'drop'

export const rowIdOf = (sightingId: number) => `f${sightingId}`

/** Null if the row is a document of the service that came from no local file. */
export function sightingIdOf(rowId: string): number | null {
  return /^f\d{1,15}$/.test(rowId) ? Number(rowId.slice(1)) : null
}

/** Sightings with this content. */
export function sightingsWith(db: ReadableDb, sha256: string): number[] {
  return db.column<number>('SELECT id FROM sighting WHERE sha256 = ? ORDER BY id', sha256)
}

/** Whether a file with this content is in a folder that cannot be reached now, so it may still exist. */
export function isInUnreachableFolder(db: ReadableDb, sha256: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM sighting s CROSS JOIN folder f ON f.id = s.folder_id WHERE s.sha256 = ? AND f.state <> 'OK'`,
      sha256,
    ) !== undefined
  )
}
