// Work that goes on until the engine stops. Lanes take turns; one with nothing to do rests until its time has passed or
// somebody wakes it. A turn that fails is logged and taken again later: nobody awaits a lane.
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export type WorkerDeps = {
  clock: Clock
  log: Log
  /** For the log. */
  name: string
  /** Turns that may be under way at the same time. */
  lanes?: number
}

/**
 * Does what is due and returns for how many milliseconds nothing is; 0: the next turn follows at once. `signal` ends
 * the requests of this turn.
 */
export type Turn = (signal: AbortSignal) => number | Promise<number>

export type Worker = {
  start: (turn: Turn) => void
  /** Lanes at rest take a turn now; one in the middle of a turn takes another after it. */
  wake: () => void
  /** Ends the requests under way; later turns have a signal of their own. */
  dropRequests: (reason: Error) => void
  /** Of the requests that may be sent now. */
  readonly requests: AbortSignal
  /** Aborted at the end. */
  readonly stopped: AbortSignal
  /** Ends the requests under way and resolves when the last turn is over. */
  stop: (reason: Error) => Promise<void>
}

const AFTER_FAILURE_MS = 60_000

export function createWorker({ clock, log, name, lanes = 1 }: WorkerDeps): Worker {
  const stopped = new AbortController()
  let requests = new AbortController()
  let bell = new AbortController()
  let running: Promise<void>[] = []
  const attempt = async (turn: Turn) => {
    try {
      return await turn(requests.signal)
    } catch (error) {
      if (!stopped.signal.aborted)
        log('error', `${name} failed`, { error: String(error), stack: error instanceof Error ? error.stack : null })
      return AFTER_FAILURE_MS
    }
  }
  const runLane = async (turn: Turn) => {
    while (!stopped.signal.aborted) {
      // Before the turn: a bell that rings in the middle of it is not missed.
      const bellOfTurn = bell.signal
      const waitMs = await attempt(turn)
      if (waitMs > 0) await clock.sleep(waitMs, AbortSignal.any([stopped.signal, bellOfTurn]))
    }
  }
  return {
    start: (turn) => {
      running = Array.from({ length: lanes }, () => runLane(turn))
    },
    wake: () => {
      bell.abort()
      bell = new AbortController()
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
      await Promise.all(running)
    },
  }
}
