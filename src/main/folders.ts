// Where everything this program keeps lies: below one folder, which a person may choose with --data-dir.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app } from 'electron'

export type Folders = {
  userData: string
  logs: string
  keys: string
  /** Account ids are safe as folder names (contract/shell.ts). */
  account(id: string): string
}

/**
 * Before the single-instance lock and before `ready`: both depend on the folder. Throws the system's error where it
 * cannot be used.
 */
export function chooseFolders(chosen: string | null): Folders {
  const userData = chosen ? resolve(chosen) : join(app.getPath('appData'), 'Quaywatch')
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  // In one nobody may write to, Chromium would not get the lock of a single instance and the program would end without
  // a word.
  accessSync(userData, constants.W_OK)
  app.setPath('userData', userData)
  // Each data folder logs for itself; without a choice the log lies where the system keeps logs.
  if (chosen) app.setAppLogsPath(join(userData, 'logs'))
  return {
    userData,
    logs: app.getPath('logs'),
    keys: join(userData, 'keys'),
    account: (id) => join(userData, 'accounts', id),
  }
}
