// The progress and the speed of current uploads. For display only, in memory.
import type { Clock } from '../outside/clock.ts'
import { type UploadKey, keyText } from '../outbox/uploads.ts'

export type Progress = {
  begin(key: UploadKey): { addBytes(bytes: number): void; end(): void }
  /** Null while the content is not being sent. */
  sentBytes(key: UploadKey): number | null
  /** Uploads finished in this run, which began when the queue was last empty. */
  getRun(): { done: number }
  /** Call this when the queue is empty: the next upload begins a new run. */
  endRun(): void
  countFinished(): void
  /** Call this when the user pauses or resumes: the earlier speed says nothing about the time afterwards. */
  resetSpeed(): void
  /**
   * The expected time for this many bytes and files, by the speed of the last minutes. Null if the speed is not known
   * yet, or nothing is being sent.
   */
  estimateSeconds(bytes: number, files: number): number | null
}

/** Interval of announcements for each upload. */
const ANNOUNCE_EVERY_MS = 250
/** The speed is measured over this time. */
const SPEED_WINDOW_MS = 3 * 60_000
/** The speed is known after this time and this many files, or after a longer time with one file. */
const MIN_MS = 5_000
const MIN_FILES = 3
const LONG_MS = 60_000
/** After a pause of this length the earlier speed is no longer used. */
const PAUSE_MS = 60_000

export function createProgress(clock: Clock, announce: (key: UploadKey) => void): Progress {
  const sentBytesByKey = new Map<string, number>()
  let recentProgress: { mono: number; bytes: number; files: number }[] = []
  let finishedCount = 0
  const isPaused = () => clock.mono() - (recentProgress.at(-1)?.mono ?? 0) >= PAUSE_MS
  const record = (bytes: number, files: number) => {
    const mono = clock.mono()
    recentProgress = [
      ...(isPaused() ? [] : recentProgress.filter((entry) => mono - entry.mono < SPEED_WINDOW_MS)),
      { mono, bytes, files },
    ]
  }
  return {
    begin: (key) => {
      const keyName = keyText(key)
      let announcedMono = clock.mono()
      let unrecordedBytes = 0
      sentBytesByKey.set(keyName, 0)
      return {
        addBytes: (bytes) => {
          sentBytesByKey.set(keyName, (sentBytesByKey.get(keyName) ?? 0) + bytes)
          unrecordedBytes += bytes
          if (clock.mono() - announcedMono < ANNOUNCE_EVERY_MS) return
          announcedMono = clock.mono()
          record(unrecordedBytes, 0)
          unrecordedBytes = 0
          announce(key)
        },
        end: () => {
          if (!sentBytesByKey.delete(keyName)) return
          record(unrecordedBytes, 0)
        },
      }
    },
    sentBytes: (key) => sentBytesByKey.get(keyText(key)) ?? null,
    getRun: () => ({ done: finishedCount }),
    endRun: () => {
      finishedCount = 0
    },
    countFinished: () => {
      finishedCount++
      record(0, 1)
    },
    resetSpeed: () => {
      recentProgress = []
    },
    estimateSeconds: (bytes, files) => {
      const mono = clock.mono()
      const inWindow = recentProgress.filter((entry) => mono - entry.mono < SPEED_WINDOW_MS)
      const spanMs = mono - (inWindow[0]?.mono ?? mono)
      const windowBytes = inWindow.reduce((sum, entry) => sum + entry.bytes, 0)
      const windowFiles = inWindow.reduce((sum, entry) => sum + entry.files, 0)
      const isSpeedKnown = windowFiles >= MIN_FILES || (windowFiles > 0 && spanMs >= LONG_MS)
      if (spanMs < MIN_MS || !isSpeedKnown || isPaused()) return null
      // The request budget limits small files, and the connection limits large ones.
      const byBytesMs = windowBytes === 0 ? 0 : (bytes / windowBytes) * spanMs
      return Math.ceil(Math.max(byBytesMs, (files / windowFiles) * spanMs) / 1000)
    },
  }
}
