// Threads of our own: the only place that starts one. Where there are none (simulator, most tests), what would run on a
// thread is done where it is asked.
import { Worker } from 'node:worker_threads'

export interface Thread {
  post(message: unknown): void
  /** Ends it in the middle of whatever it does. */
  kill(): void
}

export interface Threads {
  /** `onEnd` is called once, when the thread is gone: with what it threw, or null. */
  start(onMessage: (message: unknown) => void, onEnd: (error: unknown) => void): Thread
}

/** `script`: the bundle, or in the sources the file, of what runs on each of them. */
export function createThreads(script: URL): Threads {
  return {
    start: (onMessage, onEnd) => {
      const worker = new Worker(script)
      let thrown: unknown = null
      worker.on('message', onMessage)
      worker.on('error', (error) => {
        thrown = error
      })
      worker.on('exit', () => {
        onEnd(thrown)
      })
      return {
        post: (message) => {
          worker.postMessage(message)
        },
        kill: () => void worker.terminate(),
      }
    },
  }
}
