// The parts of Electron that need a desktop. They record the calls of the program. A test sets the answers of the
// system and the user before a call, or emits their events on the recorded objects.
import { existsSync } from 'node:fs'
import type * as Real from 'electron'
import { app, assertReady } from './app.ts'
import { Modelled, failOnUnknownMembers } from './modelled.ts'

export class Notification
  extends Modelled
  implements Pick<Real.Notification, 'id' | 'title' | 'body' | 'show' | 'close'>
{
  static all: Notification[] = []
  static isAvailable = true
  /** Whether the program is registered with Windows as the receiver of clicks. */
  static hasPresenter = false
  /** Notifications of an earlier run that are still in the list of the system. */
  static history: Notification[] | Error = []
  static activated: ((details: { type: string; arguments: string }) => void) | null = null
  /** Whether `show` emits its event by itself. If not, the test emits it. */
  static isShownByItself = false
  readonly id: string
  readonly title: string
  readonly body: string
  readonly options: Real.NotificationConstructorOptions & { toastXml?: string }
  readonly calls: string[] = []
  isOnScreen = false

  constructor(options: Notification['options'] = {}) {
    assertReady('Cannot create Notification before app is ready')
    super('Notification')
    this.options = options
    this.id = options.id ?? ''
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    Notification.all.push(this)
  }
  static isSupported(): boolean {
    Notification.hasPresenter = true
    return Notification.isAvailable
  }
  static getHistory(): Promise<Notification[]> {
    return Notification.history instanceof Error
      ? Promise.reject(Notification.history)
      : Promise.resolve(Notification.history)
  }
  static handleActivation(listener: NonNullable<typeof Notification.activated>): void {
    Notification.activated = listener
  }
  show(): void {
    this.calls.push('show')
    this.isOnScreen = true
    if (Notification.isShownByItself) setImmediate(() => this.emit('show', {}))
  }
  /** Like Windows and macOS, emits `close` even if the program itself closes the notification. */
  close(): void {
    this.calls.push('close')
    this.isOnScreen = false
    setImmediate(() => this.emit('close', { reason: 'applicationHidden' }))
  }
}

export class Menu {
  static application: Menu | null = null
  /** The context menus that were opened, in order. */
  static opened: Menu[] = []
  readonly items: Real.MenuItemConstructorOptions[]

  constructor(items: Real.MenuItemConstructorOptions[]) {
    this.items = items
  }
  static buildFromTemplate(items: Real.MenuItemConstructorOptions[]): Menu {
    return failOnUnknownMembers('Menu', new Menu(items))
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu
  }
  popup(): void {
    Menu.opened.push(this)
  }
  /** All items, including those of submenus. */
  listItems(): Real.MenuItemConstructorOptions[] {
    return this.items.flatMap((item) => [
      item,
      ...(Array.isArray(item.submenu) ? new Menu(item.submenu).listItems() : []),
    ])
  }
  clickItem(label: string): void {
    const item = this.listItems().find((candidate) => candidate.label === label)
    if (!item) throw new Error(`No item is called ${label}.`)
    ;(item.click as (() => void) | undefined)?.()
  }
}

export class Tray extends Modelled implements Pick<Real.Tray, 'setToolTip' | 'destroy'> {
  static readonly all: Tray[] = []
  image: unknown
  menu: Menu | null = null
  toolTip = ''
  isDestroyed = false

  constructor(image: unknown) {
    assertReady('Cannot create Tray before app is ready')
    super('Tray')
    this.image = image
    Tray.all.push(this)
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setImage(image: unknown): void {
    this.image = image
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }
  destroy(): void {
    this.isDestroyed = true
  }
}

export class Picture {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
  isEmpty(): boolean {
    return this.path === '' || !existsSync(this.path)
  }
}

const createPicture = (path: string) => failOnUnknownMembers('nativeImage', new Picture(path))
export const nativeImage = failOnUnknownMembers('nativeImage', {
  createFromPath: createPicture,
  createEmpty: () => createPicture(''),
})

type ThemeSource = Real.NativeTheme['themeSource']

export class NativeTheme
  extends Modelled
  implements Pick<Real.NativeTheme, 'themeSource' | 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>
{
  /** The taskbar of Windows can have other colours than the rest of the system. */
  isSystemDark = false
  isTaskbarDark = false
  #source: ThemeSource = 'system'

  get themeSource(): ThemeSource {
    return this.#source
  }
  set themeSource(source: ThemeSource) {
    if (source === this.#source) return
    this.#source = source
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark' || (this.#source === 'system' && this.isSystemDark)
  }
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.isTaskbarDark
  }
  /** The value for `prefers-color-scheme` in pages. If it is empty, Chromium decides. */
  get forcedScheme(): string {
    return this.#source === 'system' ? '' : this.#source
  }
}

export const nativeTheme = new NativeTheme('nativeTheme')

export class PowerMonitor extends Modelled implements Pick<Real.PowerMonitor, 'isOnBatteryPower'> {
  isOnBattery = false

  isOnBatteryPower(): boolean {
    return this.isOnBattery
  }
}

export const powerMonitor = new PowerMonitor('powerMonitor')

const display = {
  id: 1,
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  scaleFactor: 1,
} as Real.Display
const getDisplays = () => {
  assertReady("The 'screen' module can't be used before the app 'ready' event")
  return [display]
}
export const screen = failOnUnknownMembers('screen', {
  getPrimaryDisplay: () => getDisplays()[0] ?? display,
  getAllDisplays: getDisplays,
}) satisfies Pick<Real.Screen, 'getPrimaryDisplay' | 'getAllDisplays'>

export const shell = failOnUnknownMembers('shell', {
  /** Opened addresses and files, in order. */
  opened: [] as string[],
  openExternal: (url: string) => {
    shell.opened.push(url)
    return Promise.resolve()
  },
  showItemInFolder: (path: string) => {
    shell.opened.push(path)
  },
}) satisfies Pick<Real.Shell, 'openExternal' | 'showItemInFolder'>

/** Records the dialogs that the program shows, and returns the answers that a test has set. */
export const dialog = failOnUnknownMembers('dialog', {
  errors: [] as string[][],
  /** The message boxes that were shown, in order. */
  shownMessageBoxes: [] as Real.MessageBoxOptions[],
  /** The index of the button that the user presses in each of the next message boxes. */
  answers: [] as number[],
  /** Whether a message box without an answer stays open until it is aborted. If not, it fails. */
  isUserAway: true,
  isCheckboxChecked: false,
  /** The folders that the user picks. If it is empty, the user cancels the dialog. */
  folders: [] as string[],
  /** The path that the user picks for a file. Null if the user cancels the dialog. */
  savePath: null as string | null,
  /** The paths that the save dialogs proposed, in order. */
  proposedPaths: [] as (string | undefined)[],
  /** The parent window of each dialog, in order. Null for a dialog without one. */
  parentWindows: [] as unknown[],
  showErrorBox: (title: string, content: string) => {
    dialog.errors.push([title, content])
    if (app.endProcess) process.stderr.write(`${title}: ${content}\n`)
  },
  showMessageBox: (...args: unknown[]): Promise<Real.MessageBoxReturnValue> => {
    const options = readDialogOptions('dialog.showMessageBox', args) as Real.MessageBoxOptions
    dialog.shownMessageBoxes.push(options)
    const response = dialog.answers.shift()
    if (response !== undefined)
      return Promise.resolve({
        response,
        checkboxChecked: dialog.isCheckboxChecked && options.checkboxLabel !== undefined,
      })
    if (!dialog.isUserAway) return Promise.reject(new Error('No test expected dialog.showMessageBox.'))
    return new Promise((resolve) =>
      options.signal?.addEventListener('abort', () =>
        resolve({ response: options.cancelId ?? 0, checkboxChecked: false }),
      ),
    )
  },
  showOpenDialog: (...args: unknown[]) => {
    readDialogOptions('dialog.showOpenDialog', args)
    return Promise.resolve({ filePaths: dialog.folders, canceled: dialog.folders.length === 0 })
  },
  showSaveDialog: (...args: unknown[]) => {
    dialog.proposedPaths.push((readDialogOptions('dialog.showSaveDialog', args) as Real.SaveDialogOptions).defaultPath)
    return Promise.resolve({ filePath: dialog.savePath ?? '', canceled: dialog.savePath === null })
  },
})

/** Records the parent window, which is the first of two arguments, and returns the options of the dialog. */
function readDialogOptions(method: string, args: unknown[]): unknown {
  assertReady(`${method} can only be called after app is ready`)
  dialog.parentWindows.push(args.length > 1 ? args[0] : null)
  return args.at(-1)
}

export const crashReporter = failOnUnknownMembers<{ options: unknown; start: (options: object) => void }>(
  'crashReporter',
  {
    options: null,
    start: (options: object) => {
      crashReporter.options = options
    },
  },
)
