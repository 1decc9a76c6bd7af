// The results of the container sweeps: why none was completed since the last complete one. Stored in memory only,
// because after a start the next sweep finds the reason again.
import { AppError } from '#contract/errors.ts'
import type { SyncStatus } from '#contract/sync.ts'
import type { ReadableDb } from '../db/open.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { type SweepFault, currentUntilMs } from './board-state.ts'
import { syncStateOf } from './health.ts'
import { type Sweep, countSwept, loadSweepTiming, lastCompleteSweep, lastSweep } from '../mirror/records.ts'

export type SweepWatch = {
  /** Null after a complete sweep, and while nothing has failed. */
  fault(): SweepFault | null
  /**
   * Call this when a page could not be read. A failure of the connection is ignored: it says nothing about the list.
   */
  onFailure(error: AppError): void
  /** Call this when the last page was read. `cause`: why the sweep is torn, if it is. */
  onEnd(sweep: Sweep, cause: AppError): void
  /** The pace changed, or the computer slept: from now on the board may be older than it should be. */
  check(): void
  stop(): void
}

export type SweepWatchDeps = {
  clock: Clock
  db: ReadableDb
  now: () => string
  /** The time between two container sweeps, in milliseconds. */
  everyMs: () => number
  /** Called when the state of the board may have changed. */
  onChange: () => void
}

export function createSweepWatch(deps: SweepWatchDeps): SweepWatch {
  const { clock, db, now, everyMs, onChange } = deps
  let fault: SweepFault | null = null
  let cancelTimer: () => void = () => undefined
  const check = () => {
    cancelTimer()
    onChange()
    const leftMs =
      (currentUntilMs({ complete: loadSweepTiming(db, 'containers'), everyMs: everyMs() }) ?? 0) -
      (instantMs(now()) ?? 0)
    if (leftMs >= 0 && Number.isFinite(leftMs)) cancelTimer = clock.after(leftMs + 1, onChange)
  }
  const onFailure = ({ code, details }: AppError) => {
    if (syncStateOf(code) !== 'trouble') return
    fault = { since: fault?.since ?? now(), failure: { code, details }, read: getProgress(db) }
    onChange()
  }
  return {
    fault: () => fault,
    onFailure,
    onEnd: (sweep, cause) => {
      if (sweep.state === 'TORN') {
        if (fault !== null || !hasChangedMeanwhile(db, sweep, cause, now())) onFailure(cause)
      } else {
        fault = null
        check()
      }
    },
    check,
    stop: () => cancelTimer(),
  }
}

/** A list that changes for longer than this without a complete sweep counts as a fault. */
const MAX_CHANGING_MS = 10 * 60_000

/**
 * Whether the sweep missed records only because the list changed while it was read: it grew, as after a number was
 * added, or records were sorted to other pages, so that the list had all of them but some twice. This is no fault: the
 * next sweep is due. It does not extend the time for which the board counts as current.
 */
export function hasChangedMeanwhile(
  db: ReadableDb,
  { id, kind, rows, totalStart, totalEnd }: Sweep,
  { code }: AppError,
  now: string,
): boolean {
  if (code !== 'api/list-short' || totalStart === null || totalEnd === null) return false
  const firstEndSql = 'SELECT ended_at FROM sweep WHERE kind = ? AND ended_at IS NOT NULL ORDER BY id LIMIT 1'
  const sinceMs = instantMs(loadSweepTiming(db, kind)?.endedAt ?? db.value<string>(firstEndSql, kind) ?? '')
  const isRecent = sinceMs !== null && (instantMs(now) ?? 0) - sinceMs < MAX_CHANGING_MS
  const hasGrown = totalEnd > totalStart && countSwept(db, id) >= totalStart
  return isRecent && (hasGrown || rows >= Math.max(totalStart, totalEnd))
}

/** The error for a list that ended before the service listed as many records as it counts. */
export function createIncompleteListError(db: ReadableDb, sweep: Sweep): AppError {
  return new AppError('api/list-short', { ...getProgressOf(db, sweep) })
}

function getProgress(db: ReadableDb): NonNullable<SyncStatus['incomplete']> {
  const last = lastSweep(db, 'containers')
  return last ? getProgressOf(db, last) : { done: 0, total: null }
}

/** If this sweep has no count yet, the count of the last complete one is used. */
function getProgressOf(db: ReadableDb, sweep: Sweep): { done: number; total: number | null } {
  return {
    done: countSwept(db, sweep.id),
    total: sweep.totalEnd ?? sweep.totalStart ?? lastCompleteSweep(db, sweep.kind)?.totalEnd ?? null,
  }
}
