// Runs a long write in as many transactions as needed, so that the event loop runs other work between them.
import type { WritableDb } from '../db/open.ts'
import type { WalGuard } from '../db/wal-guard.ts'
import type { Announce, Write } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import type { IsEnough } from './apply.ts'

export type WriterDeps = {
  write: Write
  clock: Clock
  /** Null: no other connection reads while this one writes. */
  walGuard: Pick<WalGuard, 'whenIdle'> | null
}

/** Writes until `isEnough` returns true. Returns null if more is left. */
export type WriteSlice<Value> = (db: WritableDb, announce: Announce, isEnough: IsEnough) => { value: Value } | null

/** The signal is checked between two slices. Written slices stay. */
export type SliceWriter = <Value>(writeSlice: WriteSlice<Value>, signal: AbortSignal) => Promise<Value>

/**
 * The duration of one transaction. With the commit and an answer to a screen in the same turn of the event loop, the
 * turn stays below its limit of 40 ms.
 */
const TRANSACTION_MS = 10
/** A slice with less weight is too small to measure. */
const MIN_MEASURED_WEIGHT = 8
/** The time to rebuild the rows of one usual record: the value until it is measured, and the lower limit. */
const USUAL_REBUILD_MS = 0.5
const MIN_REBUILD_MS = 0.1

/**
 * Each slice waits while the write-ahead log is written back: these are the large writes. The wait ends at the latest
 * when a silent reader thread is replaced.
 */
export function createSliceWriter({ write, clock, walGuard }: WriterDeps): SliceWriter {
  // The last slice shows how long the next one takes: neighbouring records are of the same kind.
  let rebuildMs = USUAL_REBUILD_MS
  return async (writeSlice, signal) => {
    for (;;) {
      if (walGuard) {
        await walGuard.whenIdle()
        signal.throwIfAborted()
      }
      const startedMs = clock.mono()
      let lastCheck = { atMs: startedMs, weight: 0 }
      const isEnough: IsEnough = (storedCount, weight) => {
        lastCheck = { atMs: clock.mono(), weight }
        return storedCount > 0 && lastCheck.atMs - startedMs + weight * rebuildMs >= TRANSACTION_MS
      }
      const last = write((db, announce) => writeSlice(db, announce, isEnough))
      // The rows are rebuilt after the last check.
      if (lastCheck.weight >= MIN_MEASURED_WEIGHT)
        rebuildMs = Math.max(MIN_REBUILD_MS, (clock.mono() - lastCheck.atMs) / lastCheck.weight)
      if (last) return last.value
      await clock.sleep(0, signal)
      signal.throwIfAborted()
    }
  }
}
