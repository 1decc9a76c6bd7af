// The three clocks of a simulated computer: program time, uptime and wall clock. They differ after sleep, a reboot,
// drift, and a change by the user. A computer can also freeze, while its clocks run on.
import { type Clock, createSleep } from '#engine/outside/clock.ts'
import type { Timeline } from './timeline.ts'

export type Computer = {
  /** Creates the clock of a program that starts now. Its timers no longer fire when `isOver` returns true. */
  createClock(isOver: () => boolean): Clock
  /** Advances uptime and wall clock, but not program time. */
  sleep(ms: number): void
  /** The computer is off for this time. Then its uptime starts again. */
  reboot(offMs: number): void
  /** The user sets the wall clock forward or back by this many milliseconds. */
  adjustWallClock(byMs: number): void
  /** From now on the wall clock gains (or loses, if negative) this many milliseconds an hour. */
  setDrift(msPerHour: number): void
  /** Returns the total time for which the computer was asleep or off. The timeline does not include it. */
  getSkippedMs(): number
  /** From now on no program runs, and its timers do not fire. */
  freeze(): void
  /** What was due meanwhile runs now, in its order. */
  thaw(): void
  isFrozen(): boolean
  /** Runs the work at once, or after the thaw. */
  runUnlessFrozen(work: () => void): void
}

const BOOT_MS = 25_000

export function createComputer(timeline: Timeline, wallMs: number): Computer {
  let uptimeOffsetMs = 3_600_000
  let wallOffsetMs = wallMs
  let skippedMs = 0
  let drift = { sinceMs: 0, rate: 0 }
  let heldWork: (() => void)[] | null = null
  const readWallMs = () => timeline.now() + wallOffsetMs + (timeline.now() - drift.sinceMs) * drift.rate
  const advanceClocks = (ms: number) => {
    uptimeOffsetMs += ms
    wallOffsetMs += ms
    skippedMs += ms
  }
  const runUnlessFrozen = (work: () => void) => {
    if (heldWork) heldWork.push(work)
    else work()
  }
  return {
    createClock: (isOver) => ({
      ...createProgramClock(timeline, isOver, runUnlessFrozen),
      // Some systems report whole seconds. The finest resolution is the strictest test.
      up: () => timeline.now() + uptimeOffsetMs,
      wall: readWallMs,
    }),
    sleep: advanceClocks,
    reboot: (offMs) => {
      advanceClocks(offMs + BOOT_MS)
      uptimeOffsetMs = BOOT_MS - timeline.now()
    },
    adjustWallClock: (byMs) => {
      wallOffsetMs += byMs
    },
    setDrift: (msPerHour) => {
      wallOffsetMs = readWallMs() - timeline.now()
      drift = { sinceMs: timeline.now(), rate: msPerHour / 3_600_000 }
    },
    getSkippedMs: () => skippedMs,
    freeze: () => {
      heldWork ??= []
    },
    thaw: () => {
      const work = heldWork ?? []
      heldWork = null
      for (const item of work) timeline.after(0, () => runUnlessFrozen(item))
    },
    isFrozen: () => heldWork !== null,
    runUnlessFrozen,
  }
}

function createProgramClock(
  timeline: Timeline,
  isOver: () => boolean,
  runUnlessFrozen: Computer['runUnlessFrozen'],
): Pick<Clock, 'mono' | 'after' | 'sleep'> {
  const startedMs = timeline.now()
  // Node also truncates the delay of a timer to whole milliseconds, at least 1. So a timer may fire slightly early.
  const after = (ms: number, work: () => void) => {
    let isCancelled = false
    const fire = () => {
      if (!isOver() && !isCancelled) work()
    }
    const delayMs = Number.isFinite(ms) ? Math.max(1, Math.trunc(ms)) : ms
    const cancel = timeline.after(delayMs, () => runUnlessFrozen(fire))
    return () => {
      isCancelled = true
      cancel()
    }
  }
  return { mono: () => timeline.now() - startedMs, after, sleep: createSleep(after) }
}
