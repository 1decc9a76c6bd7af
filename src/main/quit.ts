// The end of the program: what runs is ended in good order first, and no end takes longer than a few seconds.
import { app } from 'electron'
import type { Log } from './log.ts'

const DRAINED_WITHIN_MS = 5000

/**
 * True once the program was told to end: from then on no window stays because of the tray. Asked before any listener of
 * another's.
 */
export function watchLeaving(): () => boolean {
  let isLeaving = false
  app.on('before-quit', () => {
    isLeaving = true
  })
  return () => isLeaving
}

/** `drain` may be cut short: what it leaves is safe, because every change is a transaction. */
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
