// Asks before the window closes with unsaved input. Then the page prevents its unloading, in
// renderer/src/features/edits/form-draft.ts.
import type { BrowserWindow } from 'electron'
import { showMessage } from '../system/dialogs.ts'
import type { Words } from '../words.ts'

/**
 * Call it after other listeners of `close`, which may prevent it. While the program quits, the engine stops, so nothing
 * could be saved: the window closes without a question.
 */
export function askBeforeClosing(window: BrowserWindow, isQuitting: () => boolean, words: () => Words): void {
  let isAsking = false
  let isConfirmed = false
  /** Whether the page is unloaded because the window closes; a reload, such as after a change of language, goes on. */
  let isClosing = false
  const ask = async () => {
    isAsking = true
    const { response } = await showMessage(window, { type: 'question', ...words().unsavedInput })
    isAsking = false
    isConfirmed = response === 1
    if (isConfirmed && !window.isDestroyed()) window.close()
  }
  window.on('close', ({ defaultPrevented }) => {
    isClosing = !defaultPrevented
    if (defaultPrevented) isConfirmed = false
  })
  window.webContents.on('will-prevent-unload', (event) => {
    // Here this lets the page go.
    if (isQuitting() || isConfirmed || !isClosing) event.preventDefault()
    else {
      isClosing = false
      if (!isAsking) void ask()
    }
  })
}
