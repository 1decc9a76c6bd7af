// Stops the engine and the other processes before the program quits, and waits a few seconds at most.
import { app } from 'electron'
import type { Log } from './log.ts'

const DRAIN_TIMEOUT_MS = 5000

/**
 * Returns a function that is true after a request to quit. From then on, closing a window does not hide it in the tray.
 * Call it before other listeners of `before-quit` are added.
 */
export function watchQuit(): () => boolean {
  let isQuitting = false
  app.on('before-quit', () => {
    isQuitting = true
  })
  return () => isQuitting
}

/** Waits for `drain` before the program quits, up to the time limit. Every change is a transaction, so none is lost. */
export function drainBeforeQuit(drain: () => Promise<void>, log: Log): void {
  let state: 'running' | 'draining' | 'drained' = 'running'
  const quitNow = () => {
    state = 'drained'
    app.quit()
  }
  app.on('before-quit', (event) => {
    if (state === 'drained') return
    event.preventDefault()
    if (state === 'draining') return
    state = 'draining'
    const timeout = setTimeout(() => {
      log.write('warn', 'quit without waiting any longer')
      quitNow()
    }, DRAIN_TIMEOUT_MS)
    void drain()
      .catch((error: unknown) => log.bug(error))
      .then(() => {
        clearTimeout(timeout)
        if (state === 'draining') quitNow()
      })
  })
}
