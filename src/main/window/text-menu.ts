// The context menu for text, which Electron lacks: cut, copy and paste, if they are possible. The page's own menus
// prevent it.
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'
import { roleItem } from '../system/menu.ts'
import type { Words } from '../words.ts'

export function offerTextMenu(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = itemsFor(params, words())
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function itemsFor(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  words: Words,
): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [roleItem('copy', words)]
  return [
    { ...roleItem('cut', words), enabled: editFlags.canCut },
    { ...roleItem('copy', words), enabled: editFlags.canCopy },
    { ...roleItem('paste', words), enabled: editFlags.canPaste },
    { type: 'separator' },
    { ...roleItem('selectAll', words), enabled: editFlags.canSelectAll },
  ]
}
