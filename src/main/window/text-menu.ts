// Adds a context menu for text, which Electron does not have: cut, copy and paste, if they are possible. Where the page
// has its own context menu, this one does not open.
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'
import { createRoleItem } from '../system/menu.ts'
import type { Words } from '../words.ts'

export function addTextMenu(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = listItems(params, words())
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function listItems(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  words: Words,
): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [createRoleItem('copy', words)]
  return [
    { ...createRoleItem('cut', words), enabled: editFlags.canCut },
    { ...createRoleItem('copy', words), enabled: editFlags.canCopy },
    { ...createRoleItem('paste', words), enabled: editFlags.canPaste },
    { type: 'separator' },
    { ...createRoleItem('selectAll', words), enabled: editFlags.canSelectAll },
  ]
}
