// Content on its way to the service, as rows: one per content, however many files hold it (rel 2.2).
import type { ReadableDb, WritableDb } from '../db/open.ts'

/** What a spooled file is known by. */
export type Content = {
  /** Hexadecimal; also its name in the spool folder. */
  sha256: string
  /** Base64, as the service wants it. */
  md5: string
  sizeBytes: number
  contentType: string
  /** Of the file it was first seen in. */
  name: string
}

/**
 * Content that is here already is joined, not sent again: whoever holds it as well is a duplicate. `gen` names which
 * sending of the content it belongs to.
 */
export function enqueueContent(db: WritableDb, { sha256, md5, sizeBytes, contentType, name }: Content, at: string): { gen: number; isNew: boolean } {
  const known = newestGen(db, sha256)
  if (known !== null) return { gen: known, isNew: false }
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

function newestGen(db: ReadableDb, sha256: string): number | null {
  return db.get<{ gen: number | null }>('SELECT max(gen) AS gen FROM upload WHERE sha256 = ?', sha256)?.gen ?? null
}
