// The folders of the program's data. All are below one folder, which the user can choose with --data-dir.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app } from 'electron'

export type Folders = {
  userData: string
  logs: string
  keys: string
  /** Of memberships in offices. */
  memberships: string
  /** Account ids are safe as folder names (contract/shell.ts). */
  getAccountFolder(id: string): string
}

/**
 * Chooses the data folder and creates it. It must run before the single-instance lock and before `ready`, because both
 * depend on the folder. Throws the system's error if the folder cannot be used.
 */
export function chooseFolders(chosen: string | null): Folders {
  const userData = chosen ? resolve(chosen) : join(app.getPath('appData'), 'Quaywatch')
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  // If the folder is not writable, Chromium would not get the single-instance lock, and the program would end without a
  // message.
  accessSync(userData, constants.W_OK)
  app.setPath('userData', userData)
  // Each data folder has its own log; without --data-dir the log is in the system's folder for logs.
  if (chosen) app.setAppLogsPath(join(userData, 'logs'))
  return {
    userData,
    logs: app.getPath('logs'),
    keys: join(userData, 'keys'),
    memberships: join(userData, 'memberships'),
    getAccountFolder: (id) => join(userData, 'accounts', id),
  }
}
