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
  const sent = new Map<string, number>()
  let recent: { mono: number; bytes: number; files: number }[] = []
  let done = 0
  const isPaused = () => clock.mono() - (recent.at(-1)?.mono ?? 0) >= PAUSE_MS
  const record = (bytes: number, files: number) => {
    const mono = clock.mono()
    recent = [
      ...(isPaused() ? [] : recent.filter((entry) => mono - entry.mono < SPEED_WINDOW_MS)),
      { mono, bytes, files },
    ]
  }
  return {
    begin: (key) => {
      const name = keyText(key)
      let announcedMono = clock.mono()
      let unrecordedBytes = 0
      sent.set(name, 0)
      return {
        addBytes: (bytes) => {
          sent.set(name, (sent.get(name) ?? 0) + bytes)
          unrecordedBytes += bytes
          if (clock.mono() - announcedMono < ANNOUNCE_EVERY_MS) return
          announcedMono = clock.mono()
          record(unrecordedBytes, 0)
          unrecordedBytes = 0
          announce(key)
        },
        end: () => {
          if (!sent.delete(name)) return
          record(unrecordedBytes, 0)
        },
      }
    },
    sentBytes: (key) => sent.get(keyText(key)) ?? null,
    getRun: () => ({ done }),
    endRun: () => {
      done = 0
    },
    countFinished: () => {
      done++
      record(0, 1)
    },
    resetSpeed: () => {
      recent = []
    },
    estimateSeconds: (bytes, files) => {
      const mono = clock.mono()
      const inWindow = recent.filter((entry) => mono - entry.mono < SPEED_WINDOW_MS)
      const spanMs = mono - (inWindow[0]?.mono ?? mono)
      const sumBytes = inWindow.reduce((sum, entry) => sum + entry.bytes, 0)
      const sumFiles = inWindow.reduce((sum, entry) => sum + entry.files, 0)
      const isEnough = sumFiles >= MIN_FILES || (sumFiles > 0 && spanMs >= LONG_MS)
      if (spanMs < MIN_MS || !isEnough || isPaused()) return null
      // The request budget limits small files, and the connection limits large ones.
      const byBytes = sumBytes === 0 ? 0 : (bytes / sumBytes) * spanMs
      return Math.ceil(Math.max(byBytes, (files / sumFiles) * spanMs) / 1000)
    },
  }
}
