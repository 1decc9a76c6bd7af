// The clock. Only this file may use Date.now, performance and timers. Process time can run faster than real time
// (`rate`), so that a test covers ten minutes in seconds.
import { uptime } from 'node:os'

/** Milliseconds of process time everywhere. */
export interface Clock {
  /** Monotonic within this process; for durations. */
  mono(): number
  /** Since the computer started; comparable across restarts of this program, and never set back by the user. */
  up(): number
  /** This computer's time (epoch). For display only: it may be wrong or jump. */
  wall(): number
  /** Resolves after `ms`, or at once when the signal is aborted; never rejects: check the signal afterwards. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs `work` once after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): () => void
}

/** Above this, setTimeout fires at once. A longer wait ends after this time (24 days), and its caller waits again. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function createClock(rate = 1): Clock {
  const wallAtStart = Date.now()
  const monoAtStart = performance.now()
  const runInTurn = createTurnQueue()
  const after = (ms: number, work: () => void) => {
    // A timer takes 1 ms even for a delay of 0: a fifth of the time of work that pauses every 5 ms.
    if (ms <= 0) return runInTurn(work)
    const timer = setTimeout(work, Math.min(ms / rate, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }
  let cachedUptime = { ms: 0, untilMono: 0 }
  return {
    mono: () => (performance.now() - monoAtStart) * rate,
    up: () => {
      const mono = performance.now()
      if (mono >= cachedUptime.untilMono)
        cachedUptime = { ms: uptime() * 1000 * rate, untilMono: mono + UPTIME_STEP_MS }
      return cachedUptime.ms
    },
    // At rate 1 this is the computer's own clock, so that a change of it is noticed; otherwise continued from the
    // start.
    wall: () => (rate === 1 ? Date.now() : wallAtStart + (performance.now() - monoAtStart) * rate),
    after,
    sleep: createSleep(after),
  }
}

/**
 * Runs one piece of work in each turn of the event loop. `setImmediate` alone runs all waiting pieces in the same turn:
 * three pieces of 10 ms (page writer, alerts, backup) would block timers and calls for 30 ms.
 */
function createTurnQueue(): (work: () => void) => () => void {
  const queue = new Set<() => void>()
  let isScheduled = false
  const schedule = () => {
    if (isScheduled || queue.size === 0) return
    isScheduled = true
    setImmediate(runNext)
  }
  const runNext = () => {
    isScheduled = false
    const [nextWork] = queue
    if (!nextWork) return
    queue.delete(nextWork)
    schedule()
    nextWork()
  }
  return (work) => {
    // A separate function, because the same work can wait twice.
    const entry = () => work()
    queue.add(entry)
    schedule()
    return () => {
      queue.delete(entry)
    }
  }
}

/**
 * Cached: Linux counts uptime in hundredths of a second and reads it from a file; 20 reads for each page took a
 * thirtieth of an idle engine's work.
 */
const UPTIME_STEP_MS = 10

/**
 * The uptime of the computer for durations that include its sleep. `mono` stops during sleep and `up` does not; `mono`
 * is finer. The later of the two is right.
 */
export function createUptime(clock: Pick<Clock, 'mono' | 'up'>): () => number {
  const offsetMs = clock.up() - clock.mono()
  return () => Math.max(clock.mono() + offsetMs, clock.up())
}

/** A sleep for any clock with callbacks. It also ends at the signal, and never rejects. */
export function createSleep(after: Clock['after']): Clock['sleep'] {
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
