// Ends the program after a fatal error. Electron's own handler shows a dialog and lets the process run on forever
// without a window (lib/browser/init.ts), so this handler replaces it.
import { app, dialog } from 'electron'
import { chooseLanguage } from '#contract/rules/language.ts'
import type { Log } from './log.ts'
import { type Words, getWords } from './words.ts'

export type FatalErrorHandler = {
  /** Shows the error in a dialog, and ends with exit code 1. */
  fail: (error: unknown) => void
  setLog: (log: Log) => void
}

export function createFatalErrorHandler(): FatalErrorHandler {
  let log: Log | null = null
  let isFailing = false
  return {
    setLog: (next) => {
      log = next
    },
    fail: (error) => {
      const logEntry = log && { id: log.bug(error), path: log.path }
      if (isFailing) return
      isFailing = true
      // Linux shows no dialog before `ready`.
      void app.whenReady().then(() => {
        // Uses the system's language: reading the settings, which contain the user's language, may have failed.
        const { fatalError: texts } = getWords(chooseLanguage('system', app.getPreferredSystemLanguages()))
        dialog.showErrorBox(
          texts.title,
          logEntry ? texts.detail(logEntry.id, logEntry.path) : describeUnlogged(error, texts),
        )
        app.exit(1)
      })
    },
  }
}

/** Describes an error from before the log was opened. Errors of the system then come from the data folder. */
function describeUnlogged(error: unknown, { folder }: Words['fatalError']): string {
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof Error && 'syscall' in error ? folder(reason) : reason
}
