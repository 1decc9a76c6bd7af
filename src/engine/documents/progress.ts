// The progress and the speed of current uploads. For display only, in memory.
import type { Clock } from '../outside/clock.ts'
import { type UploadKey, keyText } from '../outbox/uploads.ts'

export type Progress = {
  begin(key: UploadKey): { addBytes(bytes: number): void; end(): void }
  /** Null: not being sent now. */
  sentBytes(key: UploadKey): number | null
  /** Uploads finished in this run, which began when the queue was last empty. */
  run(): { done: number }
  /** The queue is empty: the next upload begins a new run. */
  rest(): void
  finished(): void
  /** The user paused or resumed: the earlier speed says nothing about the time after. */
  forgetPace(): void
  /** Computed from the speed of the last minutes; null: not known yet, or nothing is being sent. */
  secondsFor(bytes: number, files: number): number | null
}

/** Interval of announcements for each upload. */
const ANNOUNCE_EVERY_MS = 250
const PACE_MS = 3 * 60_000
/** A speed needs some time, and more than one small file. */
const MIN_MS = 5_000
const MIN_FILES = 3
const LONG_MS = 60_000
/** A longer pause does not count for the speed. */
const HALT_MS = 60_000

export function createProgress(clock: Clock, announce: (key: UploadKey) => void): Progress {
  const sent = new Map<string, number>()
  let recent: { mono: number; bytes: number; files: number }[] = []
  let done = 0
  const isHalted = () => clock.mono() - (recent.at(-1)?.mono ?? 0) >= HALT_MS
  const note = (bytes: number, files: number) => {
    const mono = clock.mono()
    recent = [...(isHalted() ? [] : recent.filter((one) => mono - one.mono < PACE_MS)), { mono, bytes, files }]
  }
  return {
    begin: (key) => {
      const name = keyText(key)
      let announcedMono = clock.mono()
      let noted = 0
      sent.set(name, 0)
      return {
        addBytes: (bytes) => {
          sent.set(name, (sent.get(name) ?? 0) + bytes)
          noted += bytes
          if (clock.mono() - announcedMono < ANNOUNCE_EVERY_MS) return
          announcedMono = clock.mono()
          note(noted, 0)
          noted = 0
          announce(key)
        },
        end: () => {
          if (!sent.delete(name)) return
          note(noted, 0)
        },
      }
    },
    sentBytes: (key) => sent.get(keyText(key)) ?? null,
    run: () => ({ done }),
    rest: () => {
      done = 0
    },
    finished: () => {
      done++
      note(0, 1)
    },
    forgetPace: () => {
      recent = []
    },
    secondsFor: (bytes, files) => {
      const mono = clock.mono()
      const inWindow = recent.filter((one) => mono - one.mono < PACE_MS)
      const spanMs = mono - (inWindow[0]?.mono ?? mono)
      const sum = inWindow.reduce((all, one) => ({ bytes: all.bytes + one.bytes, files: all.files + one.files }), {
        bytes: 0,
        files: 0,
      })
      const isKnown = sum.files >= MIN_FILES || (sum.files > 0 && spanMs >= LONG_MS)
      if (spanMs < MIN_MS || !isKnown || isHalted()) return null
      // The request budget limits small files, and the connection limits large ones.
      const byBytes = sum.bytes === 0 ? 0 : (bytes / sum.bytes) * spanMs
      return Math.ceil(Math.max(byBytes, (files / sum.files) * spanMs) / 1000)
    },
  }
}
