// The end of the program: processes are stopped cleanly first, within a few seconds at most.
import { app } from 'electron'
import type { Log } from './log.ts'

const DRAINED_WITHIN_MS = 5000

/**
 * True after a request to quit: from then on closing a window does not hide it in the tray. This listener must run
 * before other listeners.
 */
export function watchLeaving(): () => boolean {
  let isLeaving = false
  app.on('before-quit', () => {
    isLeaving = true
  })
  return () => isLeaving
}

/** `drain` may be cut short. Unfinished work is safe, because every change is a transaction. */
export function drainBeforeQuit(drain: () => Promise<void>, log: Log): void {
  let state: 'running' | 'draining' | 'drained' = 'running'
  const leave = () => {
    state = 'drained'
    app.quit()
  }
  app.on('before-quit', (event) => {
    if (state === 'drained') return
    event.preventDefault()
    if (state === 'draining') return
    state = 'draining'
    const impatience = setTimeout(() => {
      log.write('warn', 'quit without waiting any longer')
      leave()
    }, DRAINED_WITHIN_MS)
    void drain()
      .catch((error: unknown) => log.bug(error))
      .then(() => {
        clearTimeout(impatience)
        if (state === 'draining') leave()
      })
  })
}
