// The first start with a seed.
import type { ReadableDb } from '../../db/open.ts'
import type { Write } from '../../db/write.ts'
import { projectContainers, saveRowsFingerprint } from '../containers/store.ts'
import { insertStartMark, loadReadMark } from '../history/read-marks.ts'
import { newestChangeId } from '../history/store.ts'
import { lastCompleteSweep } from '../records.ts'
import { deleteSeedRules, loadRowsThatDiffer } from './rules.ts'

/** Rebuilds the rows of a seed that differ on this desktop. Returns false if there is no seed, or all may differ. */
export function adaptSeed(db: ReadableDb, write: Write): boolean {
  const differing = loadRowsThatDiffer(db)
  if (differing === null) return false
  const sweep = lastCompleteSweep(db, 'containers')
  // The history of the seed is not news, as after a first sweep.
  if (sweep && loadReadMark(db) === null)
    write((writable) => insertStartMark(writable, sweep.endedAt ?? sweep.startedAt, newestChangeId(writable)))
  write((writable) => {
    projectContainers(writable, differing, { keepsZones: true })
    deleteSeedRules(writable)
    saveRowsFingerprint(writable)
  })
  return true
}
