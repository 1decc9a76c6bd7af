// The three clocks of a desktop computer, which differ after sleep, a reboot, drift, and changes by the user.
import { type Clock, sleepWith } from '#engine/outside/clock.ts'
import type { Timeline } from './timeline.ts'

export type Computer = {
  /** The clock of a program that starts now: its timers fire until `isOver`. */
  clock(isOver: () => boolean): Clock
  /** Advances all clocks except the program's own. */
  sleep(ms: number): void
  /** A reboot: the uptime starts again. */
  reboot(offMs: number): void
  /** The user sets the clock forward or back. */
  setWall(byMs: number): void
  /** From now on the clock gains or loses this many milliseconds an hour. */
  drift(msPerHour: number): void
  /** How much of the world's time passed without events: asleep or switched off. */
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
  // Like Node's timers: truncated to whole milliseconds, so that one may fire a little early; never 0.
  const after = (ms: number, work: () => void) =>
    timeline.after(Number.isFinite(ms) ? Math.max(1, Math.trunc(ms)) : ms, () => {
      if (!isOver()) work()
    })
  return {
    mono: () => timeline.now() - startedMs,
    // Some systems report whole seconds; here the finest resolution, which is the strictest test.
    up,
    wall,
    after,
    sleep: sleepWith(after),
  }
}
