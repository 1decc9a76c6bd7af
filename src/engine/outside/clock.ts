// Time, the only file that may touch Date.now, performance and timers.
// Process time can run faster than real time (`rate`), so that tests live through ten minutes in seconds.
import { uptime } from 'node:os'

/** Milliseconds of process time everywhere. */
export interface Clock {
  /** Steady within this process; for durations. */
  mono(): number
  /** Since the machine started; comparable across restarts of this program, never set back by the user. */
  up(): number
  /** What this computer believes the time is (epoch). For display only: it may be wrong or jump. */
  wall(): number
  /** Resolves after `ms`, or at once when the signal is aborted; never rejects: look at the signal afterwards. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs `work` once after `ms`; the answer cancels it. */
  after(ms: number, work: () => void): () => void
}

/** Beyond this setTimeout fires at once. Whoever sleeps for longer (or for ever) looks again after 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function createClock(rate = 1): Clock {
  const wallAtStart = Date.now()
  const monoAtStart = performance.now()
  const afterTurn = createTurns()
  const after = (ms: number, work: () => void) => {
    // A timer takes a millisecond even for a delay of zero: a fifth of the time of work that pauses every five.
    if (ms <= 0) return afterTurn(work)
    const timer = setTimeout(work, Math.min(ms / rate, LONGEST_TIMER_MS))
    return () => {
      clearTimeout(timer)
    }
  }
  let up = { ms: 0, untilMono: 0 }
  return {
    mono: () => (performance.now() - monoAtStart) * rate,
    up: () => {
      const mono = performance.now()
      if (mono >= up.untilMono) up = { ms: uptime() * 1000 * rate, untilMono: mono + UPTIME_STEP_MS }
      return up.ms
    },
    // At rate 1 the computer's own clock, so that a change of it is seen; otherwise carried on from the start.
    wall: () => (rate === 1 ? Date.now() : wallAtStart + (performance.now() - monoAtStart) * rate),
    after,
    sleep: sleepWith(after),
  }
}

/**
 * Runs one piece of work in each turn of the event loop. `setImmediate` alone runs all that wait in the same turn:
 * pieces of 10 ms of the page writer, the alerts and a backup would block timers and calls for 30.
 */
function createTurns(): (work: () => void) => () => void {
  const waiting = new Set<() => void>()
  let isScheduled = false
  const schedule = () => {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(runNext)
  }
  const runNext = () => {
    isScheduled = false
    const [next] = waiting
    if (!next) return
    waiting.delete(next)
    schedule()
    next()
  }
  return (work) => {
    // A function of its own: the same work can wait twice.
    const piece = () => {
      work()
    }
    waiting.add(piece)
    schedule()
    return () => {
      waiting.delete(piece)
    }
  }
}

/**
 * Linux counts it in hundredths of a second, and gives it away by a file: asked twenty times a page, a thirtieth of an
 * idle engine's work.
 */
const UPTIME_STEP_MS = 10

/** Sleep for any clock that can call back. Wakes at the signal too, and never rejects. */
export function sleepWith(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve()
        return
      }
      const finish = () => {
        cancel()
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const cancel = after(ms, finish)
      signal?.addEventListener('abort', finish)
    })
}
