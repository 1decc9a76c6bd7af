// The system's dialog for a folder. Only a folder picked there is watched: the ticket proves it to the engine, which
// gets the call from the page directly and not through main.
import { createHmac, randomBytes } from 'node:crypto'
import type { BrowserWindow } from 'electron'
import { pickPath } from './dialogs.ts'

export type FolderPicker = {
  /** For the engine; never for a page. */
  ticketKey: string
  pick: () => Promise<Picked>
}

type Picked = { path: string; ticket: string } | null

export function createFolderPicker(window: () => BrowserWindow | null): FolderPicker {
  const ticketKey = randomBytes(32).toString('hex')
  const open = async (): Promise<Picked> => {
    const { filePaths, canceled } = await pickPath(window(), { properties: ['openDirectory', 'createDirectory'] })
    const path = canceled ? undefined : filePaths[0]
    return path === undefined ? null : { path, ticket: createHmac('sha256', ticketKey).update(path).digest('hex') }
  }
  // A second call while the dialog is open gets the same answer.
  let opened: Promise<Picked> | null = null
  return {
    ticketKey,
    pick: () =>
      (opened ??= open().finally(() => {
        opened = null
      })),
  }
}
