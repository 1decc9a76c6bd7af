// The file that starts this program, and starting it once more. An AppImage runs from a mount that is gone when it
// ends, so there it is the image's own file and not the running one.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { app } from 'electron'
import { HIDDEN } from '../command-line.ts'
import { linkIn } from './deep-link.ts'

/**
 * Null where this program runs from no AppImage. A terminal or launcher that is one hands its own APPIMAGE and APPDIR
 * down to whatever it starts, so the variables count only where this program lies within APPDIR.
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
 * Starts the program again once this run has ended in good order (quit.ts): in sight, and without the link it came by.
 * `given`: what this run was started with.
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
