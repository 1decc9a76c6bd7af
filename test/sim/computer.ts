// A desktop computer's three clocks, which sleep, a reboot, drift and its owner pull apart.
import { type Clock, sleepWith } from '#engine/outside/clock.ts'
import type { Timeline } from './timeline.ts'

export type Computer = {
  /** The clock of a program started now: its timers fire until `isOver`. */
  clock(isOver: () => boolean): Clock
  /** Everything but the program's own time moves on. */
  sleep(ms: number): void
  /** Off and on again: uptime begins anew. */
  reboot(offMs: number): void
  /** Somebody sets the clock that much ahead, or back. */
  setWall(byMs: number): void
  /** From now on it gains or loses, milliseconds an hour. */
  drift(msPerHour: number): void
  /** How much more of the world's time has passed than events have taken: sleep and time switched off. */
  skippedMs(): number
}

const BOOT_MS = 25_000

export function createComputer(timeline: Timeline, wallMs: number): Computer {
  let upAhead = 3_600_000
  let wallAhead = wallMs
  let skipped = 0
  let drift = { sinceMs: 0, rate: 0 }
  const wall = () => timeline.now() + wallAhead + (timeline.now() - drift.sinceMs) * drift.rate
  const skip = (ms: number) => {
    upAhead += ms
    wallAhead += ms
    skipped += ms
  }
  return {
    clock: (isOver) => clockOf(timeline, isOver, () => timeline.now() + upAhead, wall),
    sleep: skip,
    reboot: (offMs) => {
      skip(offMs + BOOT_MS)
      upAhead = BOOT_MS - timeline.now()
    },
    setWall: (byMs) => {
      wallAhead += byMs
    },
    drift: (msPerHour) => {
      wallAhead = wall() - timeline.now()
      drift = { sinceMs: timeline.now(), rate: msPerHour / 3_600_000 }
    },
    skippedMs: () => skipped,
  }
}

function clockOf(timeline: Timeline, isOver: () => boolean, up: () => number, wall: () => number): Clock {
  const startedMs = timeline.now()
  // As Node's timers are: whole milliseconds, cut rather than rounded, so that one may fire a little early; never 0.
  const after = (ms: number, work: () => void) =>
    timeline.after(Number.isFinite(ms) ? Math.max(1, Math.trunc(ms)) : ms, () => {
      if (!isOver()) work()
    })
  return {
    mono: () => timeline.now() - startedMs,
    // Whole seconds on some systems; here the finest, which is the strictest.
    up,
    wall,
    after,
    sleep: sleepWith(after),
  }
}
