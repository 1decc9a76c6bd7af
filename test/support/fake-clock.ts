// A clock that only a test advances. Process time, uptime and the computer's clock can differ, as on a
// real computer that sleeps or whose user sets the clock.
import { type Clock, sleepWith } from '#engine/outside/clock.ts'
import { HANG_MS } from './hang.ts'

/** The real one, also in a test that fakes the timers of its page. */
const nextTurn = globalThis.setImmediate

export type FakeClock = Clock & {
  /** Advances the time, runs due timers in order, and settles all promises after each. */
  advance(ms: number): Promise<void>
  /**
   * Advances in steps until the condition holds. Throws after `atMostMs` of process time; not before HANG_MS of real
   * time, because the disk is real and answers late on a busy computer.
   */
  advanceUntil(condition: () => boolean | Promise<boolean>, atMostMs?: number): Promise<void>
  /** As advanceUntil, for a call that waits for the real disk as well as for the clock. Returns its result. */
  advanceUntilSettled<Value>(promise: Promise<Value>, atMostMs?: number): Promise<Value>
  /** Settles promises without advancing the time. */
  flush(): Promise<void>
  /** The computer sleeps: all clocks except that of the process advance. */
  sleepMachine(ms: number): void
  /** The user sets the computer's clock. */
  setWall(ms: number): void
  /** Number of waiting timers: each part of the program must cancel its own. */
  pending(): number
}

type Timer = { dueMs: number; order: number; work: () => void }

export function createFakeClock(wallMs: number, bootedMsAgo = 3_600_000): FakeClock {
  let mono = 0
  let uptimeAheadMs = bootedMsAgo
  let wallAheadMs = wallMs
  let order = 0
  const timers = new Set<Timer>()

  const after = (ms: number, work: () => void) => {
    const timer = { dueMs: mono + Math.max(0, ms), order: order++, work }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  const nextDue = (untilMs: number) =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0]
  const advance = async (ms: number) => {
    const untilMs = mono + ms
    await flush()
    for (let due = nextDue(untilMs); due; due = nextDue(untilMs)) {
      mono = Math.max(mono, due.dueMs)
      timers.delete(due)
      due.work()
      await flush()
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
    up: () => mono + uptimeAheadMs,
    wall: () => mono + wallAheadMs,
    after,
    sleep: sleepWith((ms, work) => (Number.isFinite(ms) ? after(ms, work) : () => undefined)),
    advance,
    advanceUntil,
    advanceUntilSettled: async (promise, atMostMs = 10_000) => {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      promise.then(settle, settle)
      await advanceUntil(() => isSettled, atMostMs)
      return promise
    },
    flush,
    sleepMachine: (ms) => {
      uptimeAheadMs += ms
      wallAheadMs += ms
    },
    setWall: (ms) => {
      wallAheadMs = ms - mono
    },
    pending: () => timers.size,
  }
}

/** Three turns of the real event loop: enough for chains of promises, streams and message ports. */
async function flush(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => nextTurn(resolve))
}
