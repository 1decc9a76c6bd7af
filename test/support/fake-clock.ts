// A clock that only the test advances. As on a real computer, program time, uptime and wall clock differ after sleep
// and after the user sets the clock.
import { type Clock, createSleep } from '#engine/outside/clock.ts'
import { HANG_MS } from './hang.ts'

/** The real function, also in a test that fakes the timers of its page. */
const setRealImmediate = globalThis.setImmediate

export type FakeClock = Clock & {
  /** Advances the time, runs due timers in order, and settles all promises after each. */
  advance(ms: number): Promise<void>
  /**
   * Advances in steps of 100 ms until the condition holds. Throws if it is still false after `atMostMs` of program time
   * and HANG_MS of real time. The real time counts because the disk is real.
   */
  advanceUntil(condition: () => boolean | Promise<boolean>, atMostMs?: number): Promise<void>
  /** Like `advanceUntil`, until the promise is settled. Returns its result. */
  advanceUntilSettled<Value>(promise: Promise<Value>, atMostMs?: number): Promise<Value>
  /** Settles all promises without advancing the time. */
  flush(): Promise<void>
  /** Stops the time during work outside the process, such as a query of a real server. Returns its result. */
  pauseDuring<Value>(work: Promise<Value>): Promise<Value>
  /** Advances uptime and wall clock, but not program time, as sleep does. */
  sleepMachine(ms: number): void
  /** Sets the wall clock to this time, as the user does. */
  setWall(ms: number): void
  /** Returns the number of waiting timers. It must be 0 after the engine stopped. */
  countTimers(): number
}

type Timer = { dueMs: number; order: number; work: () => void }

export function createFakeClock(wallMs: number, bootedMsAgo = 3_600_000): FakeClock {
  let mono = 0
  let uptimeOffsetMs = bootedMsAgo
  let wallOffsetMs = wallMs
  let order = 0
  const timers = new Set<Timer>()
  const pauses = new Set<Promise<unknown>>()

  const after = (ms: number, work: () => void) => {
    const timer = { dueMs: mono + Math.max(0, ms), order: order++, work }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  const findNextDue = (untilMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0]
  const settle = async () => {
    await flush()
    while (pauses.size > 0) {
      await Promise.allSettled(pauses)
      await flush()
    }
  }
  const advance = async (ms: number) => {
    const untilMs = mono + ms
    await settle()
    for (let dueTimer = findNextDue(untilMs); dueTimer; dueTimer = findNextDue(untilMs)) {
      mono = Math.max(mono, dueTimer.dueMs)
      timers.delete(dueTimer)
      dueTimer.work()
      await settle()
    }
    mono = untilMs
  }
  const advanceUntil: FakeClock['advanceUntil'] = async (condition, atMostMs = 600_000) => {
    const untilMs = mono + atMostMs
    const startedMs = performance.now()
    while (!(await condition())) {
      if (mono >= untilMs && performance.now() - startedMs > HANG_MS)
        throw new Error(`the condition is still false after ${atMostMs} ms of process time`)
      await advance(100)
    }
  }
  return {
    mono: () => mono,
    up: () => mono + uptimeOffsetMs,
    wall: () => mono + wallOffsetMs,
    after,
    sleep: createSleep((ms, work) => (Number.isFinite(ms) ? after(ms, work) : () => undefined)),
    advance,
    advanceUntil,
    advanceUntilSettled: async (promise, atMostMs = 10_000) => {
      let isSettled = false
      const markSettled = () => {
        isSettled = true
      }
      promise.then(markSettled, markSettled)
      await advanceUntil(() => isSettled, atMostMs)
      return promise
    },
    flush,
    pauseDuring: (work) => {
      pauses.add(work)
      return work.finally(() => pauses.delete(work))
    },
    sleepMachine: (ms) => {
      uptimeOffsetMs += ms
      wallOffsetMs += ms
    },
    setWall: (ms) => {
      wallOffsetMs = ms - mono
    },
    countTimers: () => timers.size,
  }
}

/** Waits for three turns of the real event loop, which settle chains of promises, streams and message ports. */
async function flush(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setRealImmediate(resolve))
}
