// Sets the moment of the lists each minute, and before data of a new minute is stored. The ticker alone is not enough:
// data read at 14:06 would appear as counted at 14:05, and after a correction of our clock the lists could name a
// future time.
import type { ReadableDb } from '../db/open.ts'
import type { Clock } from '../outside/clock.ts'
import { loadMoment } from '../mirror/containers/moment.ts'

export type MomentUpdateDeps = {
  clock: Pick<Clock, 'mono'>
  db: ReadableDb
  /** The trusted time. */
  nowMs: () => number
  refresh: () => void
}

const MINUTE_MS = 60_000
/** After each refresh every list is counted again, so answers cause a refresh at most this often. */
const MIN_REFRESH_INTERVAL_MS = 10_000

export function createMomentUpdates({ clock, db, nowMs, refresh }: MomentUpdateDeps): {
  onTick: () => void
  onServerAnswer: () => void
} {
  const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS)
  let refreshedAtMs = clock.mono()
  const onTick = () => {
    if (minuteOf(loadMoment(db).ms) === minuteOf(nowMs())) return
    refreshedAtMs = clock.mono()
    refresh()
  }
  return {
    onTick,
    /** Called after the service's time was noted and before the answer is stored. */
    onServerAnswer: () => {
      if (clock.mono() - refreshedAtMs >= MIN_REFRESH_INTERVAL_MS) onTick()
    },
  }
}
