// The only file that starts threads. Without threads (simulator, most tests), the work runs on the caller's thread.
import { Worker } from 'node:worker_threads'
import { type Clock, createClock } from './clock.ts'

/** The part of a `Worker` that is used. */
export interface Thread {
  postMessage(message: unknown): void
  /** Ends the thread in the middle of its work. */
  terminate(): unknown
}

export interface Threads {
  /** The time of the threads: real time, even if the engine's clock runs faster. */
  clock: Pick<Clock, 'after'>
  /** `onEnd` is called once, when the thread has ended: with its error, or null. */
  start(onMessage: (message: unknown) => void, onEnd: (error: unknown) => void): Thread
}

/** `script`: the bundle that runs on each of them, or the file if the program runs from source. */
export function createThreads(script: URL): Threads {
  return {
    clock: createClock(),
    start: (onMessage, onEnd) => {
      const worker = new Worker(script)
      let threadError: unknown = null
      worker.on('message', onMessage)
      worker.on('error', (error) => {
        threadError = error
      })
      worker.on('exit', () => onEnd(threadError))
      return worker
    },
  }
}
