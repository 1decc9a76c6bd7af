// The end of a program that cannot go on. Electron's own handler shows a box and lets the process run on, without a
// window and for ever (lib/browser/init.ts); a handler of ours takes its place.
import { app, dialog } from 'electron'
import { languageOf } from '#contract/rules/language.ts'
import type { Log } from './log.ts'
import { type Words, wordsOf } from './words.ts'

export type Fault = {
  /** Says what happened in a box, and ends with exit code 1. */
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
      // Before `ready` Linux would show nothing.
      void app.whenReady().then(() => {
        // The settings, which would name another language, may be what failed.
        const { fault } = wordsOf(languageOf('system', app.getPreferredSystemLanguages()))
        dialog.showErrorBox(fault.title, logged ? fault.detail(logged.id, logged.path) : unlogged(error, fault))
        app.exit(1)
      })
    },
  }
}

/** Before there is a log: the data folder may be why there is none. */
function unlogged(error: unknown, { folder }: Words['fault']): string {
  const reason = error instanceof Error ? error.message : String(error)
  return error instanceof Error && 'syscall' in error ? folder(reason) : reason
}
