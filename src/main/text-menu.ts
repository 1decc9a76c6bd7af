// The menu of a right click, which Electron does not bring: cutting, copying and pasting, where there is something to cut,
// copy or paste. The page's own menus prevent it.
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'

export function offerTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = itemsFor(params)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}

function itemsFor({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }]
  return [
    { role: 'cut', enabled: editFlags.canCut }, { role: 'copy', enabled: editFlags.canCopy }, { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' }, { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}
