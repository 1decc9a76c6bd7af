// Opens the system's dialog for a folder. The engine watches only folders that the user picked there. It gets the call
// from the page and not through main, so a ticket proves to it that the user picked the folder.
import { createHmac, randomBytes } from 'node:crypto'
import type { BrowserWindow } from 'electron'
import { pickPath } from './dialogs.ts'

export type FolderPicker = {
  /** For the engine; never for a page. */
  ticketKey: string
  pick: () => Promise<PickedFolder>
}

type PickedFolder = { path: string; ticket: string } | null

export function createFolderPicker(window: () => BrowserWindow | null): FolderPicker {
  const ticketKey = randomBytes(32).toString('hex')
  const open = async (): Promise<PickedFolder> => {
    const { filePaths, canceled } = await pickPath(window(), { properties: ['openDirectory', 'createDirectory'] })
    const path = canceled ? undefined : filePaths[0]
    return path === undefined ? null : { path, ticket: createHmac('sha256', ticketKey).update(path).digest('hex') }
  }
  // A second call while the dialog is open gets the same answer.
  let openDialog: Promise<PickedFolder> | null = null
  return {
    ticketKey,
    pick: () =>
      (openDialog ??= open().finally(() => {
        openDialog = null
      })),
  }
}
