// What Electron has of the system's own: menus, tray, pictures, dialogs, links. Recorders; answers are put in beforehand.
import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions, MessageBoxOptions, SaveDialogOptions } from 'electron'
import { onlyAfterReady } from './electron-app.ts'

export class Menu {
  static application: Menu | null = null
  /** What a right click opened. */
  static opened: Menu[] = []
  readonly items: MenuItemConstructorOptions[]

  constructor(items: MenuItemConstructorOptions[]) {
    this.items = items
  }
  static buildFromTemplate(items: MenuItemConstructorOptions[]) {
    return new Menu(items)
  }
  static setApplicationMenu(menu: Menu | null) {
    Menu.application = menu
  }
  popup() {
    Menu.opened.push(this)
  }
  /** All of them, those of submenus too. */
  all(): MenuItemConstructorOptions[] {
    return this.items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? new Menu(item.submenu).all() : [])])
  }
  press(label: string) {
    const item = this.all().find((each) => each.label === label)
    if (!item) throw new Error(`No item is called ${label}.`)
    ;(item.click as (() => void) | undefined)?.()
  }
}

export const nativeImage = {
  createFromPath: (path: string) => ({ path }),
  createEmpty: () => ({ path: '' }),
}

export class Tray extends EventEmitter {
  static all: Tray[] = []
  image: unknown
  tip = ''
  menu: Menu | null = null
  isGone = false

  constructor(image: unknown) {
    onlyAfterReady('new Tray')
    super()
    this.image = image
    Tray.all.push(this)
  }
  setImage(image: unknown) {
    this.image = image
  }
  setToolTip(tip: string) {
    this.tip = tip
  }
  setContextMenu(menu: Menu) {
    this.menu = menu
  }
  destroy() {
    this.isGone = true
  }
}

export const dialog = {
  errors: [] as string[][],
  asked: [] as MessageBoxOptions[],
  /** Which button is pressed next; none: the question stays open until it is aborted. */
  answers: [] as number[],
  /** Whether the box beside the buttons is ticked. */
  isTicked: false,
  folders: [] as string[],
  /** Where the next copy is to go; none: the dialog is closed. */
  saveTo: null as string | null,
  /** Under which names places for copies were asked for. */
  offered: [] as (string | undefined)[],
  /** Over what each was asked, last one last. */
  over: [] as unknown[],
  showErrorBox: (...texts: string[]) => dialog.errors.push(texts),
  showMessageBox: (...args: unknown[]) => {
    onlyAfterReady('dialog.showMessageBox')
    const options = args.at(-1) as MessageBoxOptions
    dialog.asked.push(options)
    dialog.over.push(args.length > 1 ? args[0] : null)
    const response = dialog.answers.shift()
    if (response !== undefined) return Promise.resolve({ response, checkboxChecked: dialog.isTicked && options.checkboxLabel !== undefined })
    return new Promise<{ response: number; checkboxChecked: boolean }>((resolve) => {
      options.signal?.addEventListener('abort', () => { resolve({ response: options.cancelId ?? 0, checkboxChecked: false }) })
    })
  },
  showOpenDialog: (...args: unknown[]) => {
    dialog.over.push(args.length > 1 ? args[0] : null)
    return Promise.resolve({ filePaths: dialog.folders, canceled: dialog.folders.length === 0 })
  },
  showSaveDialog: (...args: unknown[]) => {
    dialog.over.push(args.length > 1 ? args[0] : null)
    dialog.offered.push((args.at(-1) as SaveDialogOptions).defaultPath)
    return Promise.resolve({ filePath: dialog.saveTo ?? '', canceled: dialog.saveTo === null })
  },
}

export const shell = {
  opened: [] as string[],
  openExternal: (url: string) => {
    shell.opened.push(url)
    return Promise.resolve()
  },
  showItemInFolder: (path: string) => {
    shell.opened.push(path)
  },
}
