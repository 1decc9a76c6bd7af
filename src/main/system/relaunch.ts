// The file that starts this program, and the restart. An AppImage runs from a mount that disappears when it ends, so
// there it is the image's own file and not the running one.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { app } from 'electron'
import { HIDDEN } from '../command-line.ts'
import { linkIn } from './deep-link.ts'

/**
 * Null if this program does not run from an AppImage. A terminal or launcher that is an AppImage passes its own
 * APPIMAGE and APPDIR to every program it starts, so the variables count only if this program is within APPDIR.
 */
export function appImageOf({ APPIMAGE: image, APPDIR: folder }: NodeJS.ProcessEnv, execPath: string): string | null {
  if (image === undefined || image === '' || folder === undefined || folder === '') return null
  try {
    return realpathSync(execPath).startsWith(realpathSync(folder) + sep) ? image : null
  } catch {
    return null
  }
}

/**
 * Restarts the program after this run has stopped cleanly (quit.ts): with a visible window, and without the link that
 * started this run. `given`: the arguments of this run.
 */
export function createRestart(appImage: string | null, given: readonly string[]): () => void {
  const args = given.filter((arg) => arg !== HIDDEN && linkIn([arg]) === null)
  let isAsked = false
  return () => {
    // Each call to relaunch would start one more program.
    if (isAsked) return
    isAsked = true
    // The image cannot be mounted while Electron's helper still runs from the mount of this run
    // (electron-builder#1727).
    app.relaunch(appImage === null ? { args } : { execPath: appImage, args: ['--appimage-extract-and-run', ...args] })
    app.quit()
  }
}
