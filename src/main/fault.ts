// Ends the program after a fatal error. Electron's own handler shows a dialog and lets the process run on forever
// without a window (lib/browser/init.ts), so this handler replaces it.
import { app, dialog } from 'electron'
import { languageOf } from '#contract/rules/language.ts'
import type { Log } from './log.ts'
import { type Words, wordsOf } from './words.ts'

export type Fault = {
  /** Shows the error in a dialog, and ends with exit code 1. */
  fail: (error: unknown) => void
  logTo: (log: Log) => void
}

export function createFault(): Fault {
  let log: Log | null = null
  let isFailing = false
  return {
    logTo: (next) => {
      log = next
    },
    fail: (error) => {
      const logged = log && { id: log.bug(error), path: log.path }
      if (isFailing) return
      isFailing = true
      // Before `ready` Linux would show no dialog.
      void app.whenReady().then(() => {
        // Reading the settings, which contain the language, may be the step that failed.
        const { fault } = wordsOf(languageOf('system', app.getPreferredSystemLanguages()))
        dialog.showErrorBox(fault.title, logged ? fault.detail(logged.id, logged.path) : unlogged(error, fault))
        app.exit(1)
      })
    },
  }
}

/** For errors before the log exists: the data folder may be the reason. */
function unlogged(error: unknown, { folder }: Words['fault']): string {
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof Error && 'syscall' in error ? folder(reason) : reason
}
