// Finds the file that starts this program, and restarts the program. An AppImage runs from a mount that disappears when
// it ends, so the image itself is started and not the running executable.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { app } from 'electron'
import { HIDDEN } from '../command-line.ts'
import { findLink } from './deep-link.ts'

/**
 * Returns the path of the AppImage; null if this program does not run from one. A terminal that is an AppImage passes
 * its own APPIMAGE and APPDIR to every program that it starts. The variables are therefore used only if this program's
 * executable is within APPDIR.
 */
export function findAppImage({ APPIMAGE: image, APPDIR: folder }: NodeJS.ProcessEnv, execPath: string): string | null {
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
  const args = given.filter((arg) => arg !== HIDDEN && findLink([arg]) === null)
  let isRestarting = false
  return () => {
    // Each call to `app.relaunch` would start one more program.
    if (isRestarting) return
    isRestarting = true
    // The image cannot be mounted while Electron's helper still runs from the mount of this run
    // (electron-builder#1727).
    app.relaunch(appImage === null ? { args } : { execPath: appImage, args: ['--appimage-extract-and-run', ...args] })
    app.quit()
  }
}
