// The application's menu, as usual on each system. macOS shows it at the top of the screen, and needs its Edit menu for
// copying text. On Windows and Linux it is hidden until Alt is pressed, and provides the shortcuts.
import { Menu, type MenuItemConstructorOptions, app } from 'electron'
import { type MenuRole, NAME, type Words } from '../words.ts'

export type MenuActs = { settings: () => void; logs: () => void; releases: (() => void) | null }

export type MenuParts = { platform: NodeJS.Platform; isDevelopment: boolean; words: Words; acts: MenuActs }

/** Builds the menu again for another language, because a menu cannot change its labels. */
export function setMenu(parts: MenuParts): void {
  app.setAboutPanelOptions({ applicationName: NAME, applicationVersion: app.getVersion() })
  Menu.setApplicationMenu(Menu.buildFromTemplate(parts.platform === 'darwin' ? macMenu(parts) : plainMenu(parts)))
}

const line: MenuItemConstructorOptions = { type: 'separator' }

/** A menu item whose action is Electron's, with our label. */
export function roleItem(role: MenuRole, words: Words): MenuItemConstructorOptions {
  return { role, label: words.roles[role] }
}

function macMenu({ isDevelopment, words, acts }: MenuParts): MenuItemConstructorOptions[] {
  const item = (role: MenuRole) => roleItem(role, words)
  return [
    {
      label: NAME,
      submenu: [
        { role: 'about', label: words.menu.about },
        line,
        { label: words.menu.settings, accelerator: 'Cmd+,', click: acts.settings },
        line,
        item('services'),
        line,
        item('hide'),
        item('hideOthers'),
        item('unhide'),
        line,
        item('quit'),
      ],
    },
    { label: words.menu.file, submenu: [item('close')] },
    {
      label: words.menu.edit,
      submenu: [
        item('undo'),
        item('redo'),
        line,
        item('cut'),
        item('copy'),
        item('paste'),
        item('delete'),
        item('selectAll'),
      ],
    },
    viewMenu(isDevelopment, words),
    // This role tells macOS where to list the windows.
    { role: 'windowMenu', label: words.menu.window, submenu: [item('minimize'), item('zoom'), line, item('front')] },
    { role: 'help', label: words.menu.help, submenu: helpItems(acts, words) },
  ]
}

function plainMenu({ isDevelopment, words, acts }: MenuParts): MenuItemConstructorOptions[] {
  const item = (role: MenuRole) => roleItem(role, words)
  return [
    {
      label: words.menu.file,
      submenu: [
        // The page handles this key itself; the menu only shows it.
        { label: words.menu.settings, accelerator: 'Ctrl+,', registerAccelerator: false, click: acts.settings },
        line,
        { ...item('close'), accelerator: 'Ctrl+W' },
        { ...item('quit'), accelerator: 'Ctrl+Q' },
      ],
    },
    // Undo and redo have no item, because its shortcuts would no longer reach the page.
    { label: words.menu.edit, submenu: [item('cut'), item('copy'), item('paste'), line, item('selectAll')] },
    viewMenu(isDevelopment, words),
    { label: words.menu.help, submenu: [...helpItems(acts, words), line, { role: 'about', label: words.menu.about }] },
  ]
}

/** Reloading the page would lose unsaved input; only developers need it, and in English. */
function viewMenu(isDevelopment: boolean, words: Words): MenuItemConstructorOptions {
  const tools: MenuItemConstructorOptions[] = isDevelopment
    ? [line, { role: 'reload' }, { role: 'toggleDevTools' }]
    : []
  const zooms = (['resetZoom', 'zoomIn', 'zoomOut'] as const).map((role) => roleItem(role, words))
  return { label: words.menu.view, submenu: [...zooms, line, roleItem('togglefullscreen', words), ...tools] }
}

function helpItems({ logs, releases }: MenuActs, words: Words): MenuItemConstructorOptions[] {
  return [
    { label: words.menu.logs, click: logs },
    ...(releases ? [{ label: words.menu.releases, click: releases }] : []),
  ]
}
