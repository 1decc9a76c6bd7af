// Reloads the page when its process dies. If it dies repeatedly or hangs, a dialog of the system asks the user, because
// no page can ask.
import { app, type BrowserWindow } from 'electron'
import { showMessage } from '../system/dialogs.ts'
import type { Log } from '../log.ts'
import type { Words } from '../words.ts'

const MAX_RELOADS = 3
const RELOAD_PERIOD_MS = 60_000

/** `onRestart`: called before a page that failed is reloaded. */
export type RecoveryDeps = { onRestart: () => void; words: () => Words; log: Log }

export function recoverPage(window: BrowserWindow, parts: RecoveryDeps): void {
  reloadWhenGone(window, parts)
  askWhenUnresponsive(window, parts)
}

function reloadWhenGone(window: BrowserWindow, { onRestart, words, log }: RecoveryDeps): void {
  let reloadTimesMs: number[] = []
  const reload = () => {
    onRestart()
    window.webContents.reload()
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.write('error', 'page ended', { reason, exitCode })
    if (reason === 'clean-exit') return
    const nowMs = performance.now()
    reloadTimesMs = [...reloadTimesMs.filter((atMs) => nowMs - atMs < RELOAD_PERIOD_MS), nowMs]
    if (reloadTimesMs.length <= MAX_RELOADS) reload()
    else if (reloadTimesMs.length === MAX_RELOADS + 1)
      void askToReload(window, words(), log, () => {
        reloadTimesMs = []
        if (!window.isDestroyed()) reload()
      })
  })
}

async function askToReload(window: BrowserWindow, words: Words, log: Log, reload: () => void): Promise<void> {
  const { message, detail, buttons } = words.windowFailed
  const { response } = await showMessage(window, { type: 'error', message, detail: detail(log.path), buttons })
  if (response === 1) {
    app.quit()
    return
  }
  reload()
}

function askWhenUnresponsive(window: BrowserWindow, { words, log }: RecoveryDeps): void {
  let question: AbortController | null = null
  window.on('responsive', () => question?.abort())
  window.on('unresponsive', () => {
    log.write('warn', 'page does not answer')
    if (question) return
    const abort = new AbortController()
    question = abort
    const { message, detail, buttons } = words().windowHangs
    void showMessage(window, { type: 'warning', message, detail, buttons, signal: abort.signal }).then(
      ({ response }) => {
        question = null
        // A page that hangs does not react to a reload, so its process is ended. That causes the reload.
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
      },
    )
  })
}
