// Questions in the system's own dialogs, as children of the window. Without a parent they may open behind the window;
// with a hidden parent they would be invisible.
import {
  type BrowserWindow,
  type MessageBoxOptions,
  type MessageBoxReturnValue,
  type OpenDialogOptions,
  type OpenDialogReturnValue,
  type SaveDialogOptions,
  type SaveDialogReturnValue,
  dialog,
} from 'electron'

export function ask(window: BrowserWindow | null, options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  return window ? dialog.showMessageBox(shown(window), options) : dialog.showMessageBox(options)
}

export function askForPath(window: BrowserWindow | null, options: OpenDialogOptions): Promise<OpenDialogReturnValue> {
  return window ? dialog.showOpenDialog(shown(window), options) : dialog.showOpenDialog(options)
}

export function askWhereTo(window: BrowserWindow | null, options: SaveDialogOptions): Promise<SaveDialogReturnValue> {
  return window ? dialog.showSaveDialog(shown(window), options) : dialog.showSaveDialog(options)
}

function shown(window: BrowserWindow): BrowserWindow {
  if (!window.isVisible()) window.show()
  return window
}
