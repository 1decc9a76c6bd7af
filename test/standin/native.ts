// The parts of Electron that need a real desktop. The calls of the program are recorded for tests. A test sets the
// answers of the system and the user beforehand, or emits their events on the recorded objects.
import { existsSync } from 'node:fs'
import type * as Real from 'electron'
import { app, onlyAfterReady } from './app.ts'
import { Modelled, failOnUnknownMembers } from './modelled.ts'

export class Notification
  extends Modelled
  implements Pick<Real.Notification, 'id' | 'title' | 'body' | 'show' | 'close'>
{
  static all: Notification[] = []
  static isAvailable = true
  /** Whether Windows knows the receiver of clicks. */
  static hasPresenter = false
  /** Notifications of an earlier run in the system's list. */
  static history: Notification[] | Error = []
  static activated: ((details: { type: string; arguments: string }) => void) | null = null
  /** Whether the system reports a shown notification by itself; otherwise a test emits `show`. */
  static isShownByItself = false
  readonly id: string
  readonly title: string
  readonly body: string
  readonly options: Real.NotificationConstructorOptions & { toastXml?: string }
  readonly calls: string[] = []
  /** It was shown, and not closed since. */
  isOnScreen = false

  constructor(options: Notification['options'] = {}) {
    onlyAfterReady('Cannot create Notification before app is ready')
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
  /** As on Windows and macOS: the event is also emitted if the program itself closed it. */
  close(): void {
    this.calls.push('close')
    this.isOnScreen = false
    setImmediate(() => this.emit('close', { reason: 'applicationHidden' }))
  }
}

export class Menu {
  static application: Menu | null = null
  /** The menus that a right click opened. */
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
  all(): Real.MenuItemConstructorOptions[] {
    return this.items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? new Menu(item.submenu).all() : [])])
  }
  press(label: string): void {
    const item = this.all().find((candidate) => candidate.label === label)
    if (!item) throw new Error(`No item is called ${label}.`)
    ;(item.click as (() => void) | undefined)?.()
  }
}

export class Tray extends Modelled implements Pick<Real.Tray, 'setToolTip' | 'destroy'> {
  static readonly all: Tray[] = []
  image: unknown
  menu: Menu | null = null
  tip = ''
  isGone = false

  constructor(image: unknown) {
    onlyAfterReady('Cannot create Tray before app is ready')
    super('Tray')
    this.image = image
    Tray.all.push(this)
  }
  setToolTip(text: string): void {
    this.tip = text
  }
  setImage(image: unknown): void {
    this.image = image
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
  }
  destroy(): void {
    this.isGone = true
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

const pictureAt = (path: string) => failOnUnknownMembers('nativeImage', new Picture(path))
export const nativeImage = failOnUnknownMembers('nativeImage', {
  createFromPath: pictureAt,
  createEmpty: () => pictureAt(''),
})

type ThemeSource = Real.NativeTheme['themeSource']

export class NativeTheme
  extends Modelled
  implements Pick<Real.NativeTheme, 'themeSource' | 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>
{
  /** The colours of the system, and those of its taskbar if they differ. */
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
  /** For `prefers-color-scheme`; if empty, Chromium decides. */
  get asked(): string {
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
const displays = () => {
  onlyAfterReady("The 'screen' module can't be used before the app 'ready' event")
  return [display]
}
export const screen = failOnUnknownMembers('screen', {
  getPrimaryDisplay: () => displays()[0] ?? display,
  getAllDisplays: displays,
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

/** The questions to the user, and the user's answers. */
export const dialog = failOnUnknownMembers('dialog', {
  errors: [] as string[][],
  asked: [] as Real.MessageBoxOptions[],
  /** The buttons that are pressed for the next questions. */
  answers: [] as number[],
  /** Whether a question without an answer stays open until it is aborted; otherwise it is unexpected and fails. */
  isUserAway: true,
  /** Whether the checkbox beside the buttons is checked. */
  isTicked: false,
  folders: [] as string[],
  /** The path for the next file; null: the user closes the dialog. */
  saveTo: null as string | null,
  /** The proposed names of the save dialogs. */
  offered: [] as (string | undefined)[],
  /** The windows over which the dialogs were shown, in order. */
  over: [] as unknown[],
  showErrorBox: (title: string, content: string) => {
    dialog.errors.push([title, content])
    if (app.end) process.stderr.write(`${title}: ${content}\n`)
  },
  showMessageBox: (...args: unknown[]): Promise<Real.MessageBoxReturnValue> => {
    const options = asked('dialog.showMessageBox', args) as Real.MessageBoxOptions
    dialog.asked.push(options)
    const response = dialog.answers.shift()
    if (response !== undefined)
      return Promise.resolve({ response, checkboxChecked: dialog.isTicked && options.checkboxLabel !== undefined })
    if (!dialog.isUserAway) return Promise.reject(new Error('No test expected dialog.showMessageBox.'))
    return new Promise((resolve) =>
      options.signal?.addEventListener('abort', () =>
        resolve({ response: options.cancelId ?? 0, checkboxChecked: false }),
      ),
    )
  },
  showOpenDialog: (...args: unknown[]) => {
    asked('dialog.showOpenDialog', args)
    return Promise.resolve({ filePaths: dialog.folders, canceled: dialog.folders.length === 0 })
  },
  showSaveDialog: (...args: unknown[]) => {
    dialog.offered.push((asked('dialog.showSaveDialog', args) as Real.SaveDialogOptions).defaultPath)
    return Promise.resolve({ filePath: dialog.saveTo ?? '', canceled: dialog.saveTo === null })
  },
})

/** The last argument. An argument before it is the window of the dialog. */
function asked(what: string, args: unknown[]): unknown {
  onlyAfterReady(`${what} can only be called after app is ready`)
  dialog.over.push(args.length > 1 ? args[0] : null)
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
