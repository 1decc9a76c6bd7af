// Opens dialogs of the operating system as children of the window. Without a parent, a dialog may open behind the
// window. With a hidden parent it is invisible, so the window is shown first.
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

/** The first of two buttons is the answer of a user who chose none. */
type Message = Omit<MessageBoxOptions, 'buttons' | 'defaultId' | 'cancelId' | 'noLink'> & {
  buttons: readonly [string, string]
}

export function showMessage(window: BrowserWindow | null, message: Message): Promise<MessageBoxReturnValue> {
  const options = { ...message, buttons: [...message.buttons], defaultId: 0, cancelId: 0, noLink: true }
  return window ? dialog.showMessageBox(showIfHidden(window), options) : dialog.showMessageBox(options)
}

export function pickPath(window: BrowserWindow | null, options: OpenDialogOptions): Promise<OpenDialogReturnValue> {
  return window ? dialog.showOpenDialog(showIfHidden(window), options) : dialog.showOpenDialog(options)
}

export function pickSavePath(window: BrowserWindow | null, options: SaveDialogOptions): Promise<SaveDialogReturnValue> {
  return window ? dialog.showSaveDialog(showIfHidden(window), options) : dialog.showSaveDialog(options)
}

function showIfHidden(window: BrowserWindow): BrowserWindow {
  if (!window.isVisible()) window.show()
  return window
}
