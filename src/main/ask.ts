// Questions in the system's own dialogs, over the window: without it they may open behind it, and over one that is out of
// sight nobody would see them.
import { type BrowserWindow, type MessageBoxOptions, type MessageBoxReturnValue, type OpenDialogOptions, type OpenDialogReturnValue, dialog } from 'electron'

export function ask(window: BrowserWindow | null, options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  return window ? dialog.showMessageBox(inSight(window), options) : dialog.showMessageBox(options)
}

export function askForPath(window: BrowserWindow | null, options: OpenDialogOptions): Promise<OpenDialogReturnValue> {
  return window ? dialog.showOpenDialog(inSight(window), options) : dialog.showOpenDialog(options)
}

function inSight(window: BrowserWindow): BrowserWindow {
  if (!window.isVisible()) window.show()
  return window
}
