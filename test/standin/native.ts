// What only a real desktop does, as recorders: the program's wishes are kept, and what the system or the user would do a
// spec triggers by emitting the event on the recorded object.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Real from 'electron'
import { app, onlyAfterReady } from './app.ts'
import { Modelled, modelled } from './modelled.ts'
import { record } from './recorded.ts'

export class Notification extends Modelled implements Pick<Real.Notification, 'id' | 'title' | 'body' | 'show' | 'close'> {
  static readonly all: Notification[] = []
  static activate: ((details: { type: string; arguments: string }) => void) | null = null
  readonly id: string
  readonly title: string
  readonly body: string
  readonly options: Real.NotificationConstructorOptions
  /** What nobody took off it again. */
  isOnScreen = false

  constructor(options: Real.NotificationConstructorOptions = {}) {
    onlyAfterReady('Cannot create Notification before app is ready')
    super('Notification')
    this.options = options
    this.id = options.id ?? ''
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    Notification.all.push(this)
  }
  static isSupported(): boolean {
    return process.env['STANDIN_NOTIFICATIONS'] !== 'none'
  }
  static getHistory(): Promise<Notification[]> {
    return Promise.resolve([])
  }
  static handleActivation(listener: NonNullable<typeof Notification.activate>): void {
    Notification.activate = listener
  }
  show(): void {
    record('Notification.show', this.id)
    this.isOnScreen = true
    setImmediate(() => this.emit('show', {}))
  }
  close(): void {
    record('Notification.close', this.id)
    this.isOnScreen = false
    setImmediate(() => this.emit('close', { reason: 'applicationHidden' }))
  }
}

export class Menu {
  static application: Menu | null = null
  readonly template: Real.MenuItemConstructorOptions[]

  constructor(template: Real.MenuItemConstructorOptions[]) {
    this.template = template
  }
  static buildFromTemplate(template: Real.MenuItemConstructorOptions[]): Menu {
    return modelled('Menu', new Menu(template))
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu
  }
  popup(): void {
    record('Menu.popup', this.template.map(({ role }) => role))
  }
}

export class Tray extends Modelled implements Pick<Real.Tray, 'setToolTip' | 'destroy'> {
  static readonly all: Tray[] = []
  image: unknown
  menu: Menu | null = null
  toolTip = ''
  isGone = false

  constructor(image: unknown) {
    onlyAfterReady('Cannot create Tray before app is ready')
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
    this.isGone = true
  }
}

const imageAt = (path: string) => modelled('nativeImage', { path, isEmpty: () => path === '' || !existsSync(path), setTemplateImage: () => undefined })
export const nativeImage = modelled('nativeImage', { createFromPath: imageAt, createEmpty: () => imageAt('') })

type ThemeSource = Real.NativeTheme['themeSource']

class NativeTheme extends Modelled implements Pick<Real.NativeTheme, 'themeSource' | 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'> {
  isSystemDark = false
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
    return this.isSystemDark
  }
  /** For `prefers-color-scheme`; empty leaves it to Chromium. */
  get asked(): string {
    return this.#source === 'system' ? '' : this.#source
  }
}

export const nativeTheme = new NativeTheme('nativeTheme')

class PowerMonitor extends Modelled implements Pick<Real.PowerMonitor, 'isOnBatteryPower'> {
  isOnBattery = false

  isOnBatteryPower(): boolean {
    return this.isOnBattery
  }
}

export const powerMonitor = new PowerMonitor('powerMonitor')

const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 }, bounds: { x: 0, y: 0, width: 1920, height: 1080 }, scaleFactor: 1 } as Real.Display
const displays = () => {
  onlyAfterReady("The 'screen' module can't be used before the app 'ready' event")
  return [display]
}
export const screen = modelled('screen', { getPrimaryDisplay: () => displays()[0] ?? display, getAllDisplays: displays }) satisfies Pick<Real.Screen, 'getPrimaryDisplay' | 'getAllDisplays'>

const opened = (what: string) => (target: string) => {
  record(what, target)
  return Promise.resolve()
}
export const shell = modelled('shell', {
  openExternal: opened('shell.openExternal'),
  openPath: (path: string) => opened('shell.openPath')(path).then(() => ''),
  showItemInFolder: (path: string) => { record('shell.showItemInFolder', path) },
}) satisfies Pick<Real.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>

/** What the user will answer, next question first. A dialog nobody expected is a failure. */
export const dialogAnswers: unknown[] = []
const ask = (what: string) => (...args: unknown[]) => {
  record(what, ...args)
  if (dialogAnswers.length === 0) return Promise.reject(new Error(`Nobody expected ${what}.`))
  return Promise.resolve(dialogAnswers.shift())
}
export const dialog = modelled('dialog', {
  showErrorBox: (title: string, content: string) => {
    record('dialog.showErrorBox', title, content)
    process.stderr.write(`${title}: ${content}\n`)
  },
  showMessageBox: ask('dialog.showMessageBox'),
  showOpenDialog: ask('dialog.showOpenDialog'),
  showSaveDialog: ask('dialog.showSaveDialog'),
})

export const crashReporter = modelled('crashReporter', { start: (options: object) => { record('crashReporter.start', options) } })

const NOT_ENCRYPTED = 'Error while encrypting the text provided to safeStorage.encryptStringAsync.'
const NOT_DECRYPTED = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'

/** A keyring of one file. STANDIN_KEYRING: `weak` for Chromium's own fixed password, `locked` for a keychain that refuses. */
function keyringKey(problem: string): Buffer {
  onlyAfterReady('safeStorage cannot be used before app is ready')
  if (keyring() === 'locked') throw new Error(problem)
  const path = join(app.getPath('userData'), 'standin-keyring')
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 })
  return readFileSync(path)
}

let taken: string | null = null
/** Electron asks the system at the first use and keeps that answer to its end. */
const keyring = () => (taken ??= process.env['STANDIN_KEYRING'] ?? '')
const prefix = () => (keyring() === 'weak' ? 'v10' : 'v11')
const soon = <Value>(work: () => Value): Promise<Value> => Promise.resolve().then(work)

export const safeStorage = modelled('safeStorage', {
  /** Whatever the keychain says. */
  isAsyncEncryptionAvailable: () => soon(() => app.isReady()),
  encryptStringAsync: (text: string) => soon(() => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyringKey(NOT_ENCRYPTED), iv)
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(prefix()), iv, cipher.getAuthTag(), bytes])
  }),
  decryptStringAsync: (encrypted: Buffer) => soon(() => {
    if (prefix() === 'v10' && encrypted.subarray(0, 3).toString('latin1') === 'v11') throw new Error(NOT_DECRYPTED)
    const decipher = createDecipheriv('aes-256-gcm', keyringKey(NOT_DECRYPTED), encrypted.subarray(3, 15)).setAuthTag(encrypted.subarray(15, 31))
    return { result: decipher.update(encrypted.subarray(31), undefined, 'utf8') + decipher.final('utf8'), shouldReEncrypt: false }
  }),
}) satisfies Pick<Real.SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

