// Deletes the history of containers that were finished long ago, from the mirror and from its copy in `backups/`. Runs
// once a day, and when the user shortens the period. By default history is never deleted.
import { deleteFromCopy } from '../db/backup.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { MS_PER_DAY, instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import { loadSettings } from '../settings/store.ts'
import type { InSlices } from '../db/slices.ts'
import {
  type FinishedContainer,
  type HistoryDeleted,
  listFinishedBefore,
  saveHistoryDeleted,
  removeChangesOf,
} from '../mirror/history/removal.ts'

export type RetentionDeps = {
  db: ReadableDb
  write: Write
  clock: Clock
  files: Files
  dataDir: string
  nowMs: () => number
  inSlices: InSlices
  log: Log
  stopped: AbortSignal
}

/** Do not call `run` at the same time as a backup, because both write the copy. */
export type Retention = { run(): Promise<void> }

const RUN_EVERY_MS = MS_PER_DAY
/**
 * The number of rows in one transaction, unless one container has more. On a computer with two cores and five times
 * their load, 120 rows took 18 ms without the time of the disk.
 */
const ROWS_PER_WRITE = 100
const DAYS_PER_MONTH = 30.44

export function startRetention(deps: RetentionDeps): Retention {
  const { db, clock, log, stopped } = deps
  let lastRun = { atMono: -RUN_EVERY_MS, months: 0 }
  return {
    run: async () => {
      const months = loadSettings(db).retention.historyMonths
      if (months === null || stopped.aborted) return
      if (lastRun.months === months && clock.mono() - lastRun.atMono < RUN_EVERY_MS) return
      try {
        await deleteHistory(deps, { before: computeRetentionStart(deps.nowMs(), months), months })
        lastRun = { atMono: clock.mono(), months }
      } catch (error) {
        // A full disk, or the engine stopped. Retried in the next minute, or after the next start.
        log('warn', 'old history not deleted', { error: String(error) })
      }
    },
  }
}

export function computeRetentionStart(nowMs: number, months: number): string {
  return instantOf(nowMs - months * DAYS_PER_MONTH * MS_PER_DAY)
}

async function deleteHistory(
  { db, write, files, dataDir, inSlices, log, stopped }: RetentionDeps,
  deleted: HistoryDeleted,
): Promise<void> {
  write((db) => saveHistoryDeleted(db, deleted))
  const finishedContainers: FinishedContainer[] = []
  await inSlices(
    processInSteps(listFinishedBefore(db, deleted.before), (finished) => {
      finishedContainers.push(...finished)
    }),
  )
  if (finishedContainers.length === 0) return
  await inSlices(deleteChanges(write, finishedContainers))
  await deleteFromCopy({ folder: dataDir, files }, new Set(finishedContainers.map(({ id }) => id)), stopped)
  log('info', 'old history deleted', { containers: finishedContainers.length })
}

export function* deleteChanges(write: Write, finished: readonly FinishedContainer[]): Generator<void, void> {
  for (let startIndex = 0, endIndex = 0; startIndex < finished.length; startIndex = endIndex) {
    for (let rowCount = 0; endIndex < finished.length && rowCount < ROWS_PER_WRITE; endIndex++)
      rowCount += finished[endIndex]?.changes ?? 0
    write((db, announce) => {
      removeChangesOf(
        db,
        finished.slice(startIndex, endIndex).map(({ id }) => id),
      )
      announce('changes')
    })
    yield
  }
}

/** Calls `process` with each result, and lets other work run in between. */
export function* processInSteps<Found>(
  results: Generator<Found, void>,
  process: (result: Found) => void,
): Generator<void, void> {
  for (const result of results) {
    process(result)
    yield
  }
}
