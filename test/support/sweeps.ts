import type { Write } from '#engine/db/write.ts'
import type { SweepKind } from '#engine/mirror/kinds.ts'
import { saveMissed } from '#engine/mirror/missed.ts'
import { savePagePosition } from '#engine/mirror/page-writer.ts'
import { loadSweep, startSweep } from '#engine/mirror/records.ts'

type SweepFacts = { kind?: SweepKind; missed?: readonly string[] }

/** Stores a complete sweep of an empty list, which ended at this time. `missed`: ids that it did not list. */
export function createSweep(write: Write, at: string, { kind = 'containers', missed = [] }: SweepFacts = {}): void {
  write((db, announce) => {
    const sweep = loadSweep(db, startSweep(db, kind, at))
    const facts = { rows: 0, total: 0, next: null, unreadable: [], idsDigest: null }
    const leftOut = { count: 0, ids: [] }
    const reading = { requestSeq: 0, readAt: at, next: null, leftOut, isOverrun: false, isCompleteList: false }
    savePagePosition(db, announce, sweep, facts, reading)
    const keys = db.column<number>(
      `UPDATE seen SET missing_count = missing_count + 1 WHERE key IN (
         SELECT key FROM res WHERE type = 'container' AND id IN (SELECT value FROM json_each(?))) RETURNING key`,
      JSON.stringify(missed),
    )
    saveMissed(db, kind, keys)
  })
}
