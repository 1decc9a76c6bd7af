// Files that were seen, by what everything else calls them: each is a row of the inbox.

/** The folder of what was dropped onto the window: it has no row, and its files are ours. */
export const DROP = 'drop'

export const rowIdOf = (sightingId: number) => `f${sightingId}`

/** Null: a document of the service that no file here became. */
export function sightingIdOf(rowId: string): number | null {
  return /^f\d{1,15}$/.test(rowId) ? Number(rowId.slice(1)) : null
}
