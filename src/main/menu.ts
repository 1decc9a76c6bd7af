// The application's menu in each system's habits. macOS has it at the top of the screen, and without its Edit menu no text
// could be copied there. On Windows and Linux it is out of sight until Alt is pressed, and is there for its keys.
import { Menu, type MenuItemConstructorOptions, app } from 'electron'
import { NAME, type Words } from './words.ts'

export type MenuActs = { settings: () => void; logs: () => void; releases: (() => void) | null }

export type MenuParts = { platform: NodeJS.Platform; isDevelopment: boolean; words: Words; acts: MenuActs }

/** Anew for another language: a menu that stands keeps its words. */
export function setMenu(parts: MenuParts): void {
  app.setAboutPanelOptions({ applicationName: NAME, applicationVersion: app.getVersion() })
  Menu.setApplicationMenu(Menu.buildFromTemplate(parts.platform === 'darwin' ? macMenu(parts) : plainMenu(parts)))
}

const line: MenuItemConstructorOptions = { type: 'separator' }

function macMenu({ isDevelopment, words, acts }: MenuParts): MenuItemConstructorOptions[] {
  return [
    {
      label: NAME,
      submenu: [
        { role: 'about' }, line,
        { label: words.menu.settings, accelerator: 'Cmd+,', click: acts.settings }, line,
        { role: 'services' }, line,
        { role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }, line,
        { role: 'quit' },
      ],
    },
    { role: 'fileMenu' },
    { role: 'editMenu' },
    viewMenu(isDevelopment, words),
    { role: 'windowMenu' },
    { role: 'help', submenu: helpItems(acts, words) },
  ]
}

function plainMenu({ isDevelopment, words, acts }: MenuParts): MenuItemConstructorOptions[] {
  return [
    {
      label: words.menu.file,
      submenu: [
        // The page has this key itself; here it is only shown.
        { label: words.menu.settings, accelerator: 'Ctrl+,', registerAccelerator: false, click: acts.settings }, line,
        { role: 'close', accelerator: 'Ctrl+W' },
        { role: 'quit', accelerator: 'Ctrl+Q' },
      ],
    },
    // Undo and redo work by their keys, which this would take from the page.
    { label: words.menu.edit, submenu: [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, line, { role: 'selectAll' }] },
    viewMenu(isDevelopment, words),
    { label: words.menu.help, submenu: [...helpItems(acts, words), line, { role: 'about', label: words.menu.about }] },
  ]
}

/** Loading the page again would lose what was typed; whoever develops wants just that. */
function viewMenu(isDevelopment: boolean, words: Words): MenuItemConstructorOptions {
  const tools: MenuItemConstructorOptions[] = isDevelopment ? [line, { role: 'reload' }, { role: 'toggleDevTools' }] : []
  return { label: words.menu.view, submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, line, { role: 'togglefullscreen' }, ...tools] }
}

function helpItems({ logs, releases }: MenuActs, words: Words): MenuItemConstructorOptions[] {
  return [{ label: words.menu.logs, click: logs }, ...(releases ? [{ label: words.menu.releases, click: releases }] : [])]
}
