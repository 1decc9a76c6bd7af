import type { Write } from '#engine/db/write.ts'
import { savePagePosition } from '#engine/mirror/page-writer.ts'
import { loadSweep, startSweep } from '#engine/mirror/records.ts'

/** Stores a complete sweep of an empty list of containers, which ended at this time. */
export function createSweep(write: Write, at: string): void {
  write((db, announce) => {
    const sweep = loadSweep(db, startSweep(db, 'containers', at))
    const facts = { rows: 0, total: 0, next: null, unreadable: [], idsDigest: null }
    const leftOut = { count: 0, ids: [] }
    const reading = { requestSeq: 0, readAt: at, next: null, leftOut, isOverrun: false, isCompleteList: false }
    savePagePosition(db, announce, sweep, facts, reading)
  })
}
