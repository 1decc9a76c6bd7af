// Builds the application's menu, as is usual on each system. macOS shows it at the top of the screen, and copying text
// needs its Edit menu. On Windows and Linux it provides the shortcuts, and is hidden until the user presses Alt.
import { Menu, type MenuItemConstructorOptions, app } from 'electron'
import { type MenuRole, PRODUCT_NAME, type Words } from '../words.ts'

export type MenuActions = { settings: () => void; logs: () => void; releases: (() => void) | null }

export type MenuParts = { platform: NodeJS.Platform; isDevelopment: boolean; words: Words; actions: MenuActions }

/** Builds the menu again for another language, because a menu cannot change its labels. */
export function setMenu(parts: MenuParts): void {
  app.setAboutPanelOptions({ applicationName: PRODUCT_NAME, applicationVersion: app.getVersion() })
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(parts.platform === 'darwin' ? createMacMenu(parts) : createPlainMenu(parts)),
  )
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Creates a menu item with an action of Electron and our own label. */
export function createRoleItem(role: MenuRole, words: Words): MenuItemConstructorOptions {
  return { role, label: words.roles[role] }
}

function createMacMenu({ isDevelopment, words, actions }: MenuParts): MenuItemConstructorOptions[] {
  const item = (role: MenuRole) => createRoleItem(role, words)
  return [
    {
      label: PRODUCT_NAME,
      submenu: [
        { role: 'about', label: words.menu.about },
        separator,
        { label: words.menu.settings, accelerator: 'Cmd+,', click: actions.settings },
        separator,
        item('services'),
        separator,
        item('hide'),
        item('hideOthers'),
        item('unhide'),
        separator,
        item('quit'),
      ],
    },
    { label: words.menu.file, submenu: [item('close')] },
    {
      label: words.menu.edit,
      submenu: [
        item('undo'),
        item('redo'),
        separator,
        item('cut'),
        item('copy'),
        item('paste'),
        item('delete'),
        item('selectAll'),
      ],
    },
    createViewMenu(isDevelopment, words),
    // This role tells macOS where to list the windows.
    {
      role: 'windowMenu',
      label: words.menu.window,
      submenu: [item('minimize'), item('zoom'), separator, item('front')],
    },
    { role: 'help', label: words.menu.help, submenu: createHelpItems(actions, words) },
  ]
}

function createPlainMenu({ isDevelopment, words, actions }: MenuParts): MenuItemConstructorOptions[] {
  const item = (role: MenuRole) => createRoleItem(role, words)
  return [
    {
      label: words.menu.file,
      submenu: [
        // The page handles this key itself; the menu only shows it.
        { label: words.menu.settings, accelerator: 'Ctrl+,', registerAccelerator: false, click: actions.settings },
        separator,
        { ...item('close'), accelerator: 'Ctrl+W' },
        { ...item('quit'), accelerator: 'Ctrl+Q' },
      ],
    },
    // Undo and redo are missing, because the shortcuts of their items would no longer reach the page.
    { label: words.menu.edit, submenu: [item('cut'), item('copy'), item('paste'), separator, item('selectAll')] },
    createViewMenu(isDevelopment, words),
    {
      label: words.menu.help,
      submenu: [...createHelpItems(actions, words), separator, { role: 'about', label: words.menu.about }],
    },
  ]
}

/** Only a development build has items to reload the page, which loses unsaved input. Their labels are English. */
function createViewMenu(isDevelopment: boolean, words: Words): MenuItemConstructorOptions {
  const tools: MenuItemConstructorOptions[] = isDevelopment
    ? [separator, { role: 'reload' }, { role: 'toggleDevTools' }]
    : []
  const zooms = (['resetZoom', 'zoomIn', 'zoomOut'] as const).map((role) => createRoleItem(role, words))
  return { label: words.menu.view, submenu: [...zooms, separator, createRoleItem('togglefullscreen', words), ...tools] }
}

function createHelpItems({ logs, releases }: MenuActions, words: Words): MenuItemConstructorOptions[] {
  return [
    { label: words.menu.logs, click: logs },
    ...(releases ? [{ label: words.menu.releases, click: releases }] : []),
  ]
}
