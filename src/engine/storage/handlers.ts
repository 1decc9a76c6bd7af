// Handlers about how long data is stored.
import { join } from 'node:path'
import type { HandlersOf } from '#contract/index.ts'
import type { ReadableDb } from '../db/open.ts'
import { REBUILD_MARK } from '../db/repair.ts'
import type { Files } from '../outside/files.ts'
import type { InSlices } from '../db/slices.ts'
import { computeRetentionStart, processInSteps } from './retention.ts'
import { listFinishedBefore } from '../mirror/history/removal.ts'

export function storageHandlers({
  db,
  files,
  dataDir,
  nowMs,
  inSlices,
}: {
  db: ReadableDb
  files: Files
  dataDir: string
  nowMs: () => number
  inSlices: InSlices
}): HandlersOf<'storage'> {
  return {
    'storage.preview': async ({ historyMonths }) => {
      const totals = { containers: 0, changes: 0 }
      if (historyMonths === null) return totals
      await inSlices(
        processInSteps(listFinishedBefore(db, computeRetentionStart(nowMs(), historyMonths)), (finished) => {
          totals.containers += finished.length
          totals.changes += finished.reduce((total, { changes }) => total + changes, 0)
        }),
      )
      return totals
    },
    'storage.rebuildMirror': async () => {
      await files.save(join(dataDir, REBUILD_MARK), '')
    },
  }
}
