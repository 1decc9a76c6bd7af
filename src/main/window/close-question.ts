// Asks before the window closes with unsaved input. Then the page prevents its unloading, in
// renderer/src/features/edits/form-draft.ts.
import type { BrowserWindow } from 'electron'
import { showMessage } from '../system/dialogs.ts'
import type { Words } from '../words.ts'

/** While the program quits, the engine stops, so nothing could be saved: the window closes without a question. */
export function askBeforeClosing(window: BrowserWindow, isQuitting: () => boolean, words: () => Words): void {
  let state: 'open' | 'asking' | 'closing' = 'open'
  const ask = async () => {
    state = 'asking'
    const { message, detail, buttons } = words().unsavedInput
    const { response } = await showMessage(window, {
      type: 'question',
      message,
      detail,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    state = response === 1 ? 'closing' : 'open'
    if (state === 'closing' && !window.isDestroyed()) window.close()
  }
  window.webContents.on('will-prevent-unload', (event) => {
    // Here this lets the page go.
    if (isQuitting() || state === 'closing') event.preventDefault()
    else if (state === 'open') void ask()
  })
}
