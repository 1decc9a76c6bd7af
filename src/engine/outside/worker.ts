// Runs work in lanes until the engine stops. Each lane runs one turn after the other. A lane without work sleeps until
// its time has passed or it is woken. A turn that fails is logged and repeated later, because no caller awaits a lane.
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export type WorkerDeps = {
  clock: Clock
  log: Log
  /** For the log. */
  name: string
  /** The number of turns in progress at the same time. */
  lanes?: number
}

/**
 * Does the due work and returns the milliseconds until more is due; 0 if the next turn follows at once. `signal` ends
 * the requests of this turn.
 */
export type Turn = (signal: AbortSignal) => number | Promise<number>

export type Worker = {
  start: (turn: Turn) => void
  /** Sleeping lanes run a turn now; a lane that runs a turn starts another one after it. */
  wake: () => void
  /** Aborts the requests in progress; later turns have a new signal. */
  dropRequests: (reason: Error) => void
  /** The signal for requests that are sent now. */
  readonly requests: AbortSignal
  /** Aborted at the end. */
  readonly stopped: AbortSignal
  /** Aborts the requests in progress and resolves when the last turn is over. */
  stop: (reason: Error) => Promise<void>
}

/** How long a lane sleeps after a turn that failed. */
const RETRY_AFTER_MS = 60_000
/** Without a reason, each wake creates an error with its stack. */
const WOKEN = 'woken'

export function createWorker({ clock, log, name, lanes = 1 }: WorkerDeps): Worker {
  const stopped = new AbortController()
  let requests = new AbortController()
  let wakeUp = new AbortController()
  let lanesDone: Promise<void>[] = []
  const attempt = async (turn: Turn) => {
    try {
      return await turn(requests.signal)
    } catch (error) {
      if (!stopped.signal.aborted)
        log('error', `${name} failed`, { error: String(error), stack: error instanceof Error ? error.stack : null })
      return RETRY_AFTER_MS
    }
  }
  const runLane = async (turn: Turn) => {
    while (!stopped.signal.aborted) {
      // Before the turn, so that a wake during it is not missed.
      const wakeUpOfTurn = wakeUp.signal
      const waitMs = await attempt(turn)
      if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([stopped.signal, wakeUpOfTurn]))
    }
  }
  return {
    start: (turn) => {
      lanesDone = Array.from({ length: lanes }, () => runLane(turn))
    },
    wake: () => {
      wakeUp.abort(WOKEN)
      wakeUp = new AbortController()
    },
    dropRequests: (reason) => {
      requests.abort(reason)
      requests = new AbortController()
    },
    get requests() {
      return requests.signal
    },
    stopped: stopped.signal,
    stop: async (reason) => {
      stopped.abort()
      requests.abort(reason)
      await Promise.all(lanesDone)
    },
  }
}
