// The one fake of Electron: what main and the preload script call is recorded, what Electron would do a test triggers.
// It keeps Electron's rules about before and after `ready`. Runs under vitest (by alias) and under plain Node.
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type * as Real from 'electron'
import { app, isPrevented, onlyAfterReady, onlyBeforeReady } from './electron-app.ts'
import { Menu, Tray, dialog, nativeImage, shell } from './electron-native.ts'

export { app, isPrevented } from './electron-app.ts'
export { Menu, Tray, dialog, nativeImage, shell } from './electron-native.ts'

type Handler = (...args: never[]) => unknown

export class WebContents extends EventEmitter {
  static count = 0
  readonly id = ++WebContents.count
  readonly mainFrame = { url: 'app://bundle/', parent: null }
  sent: unknown[][] = []
  ports: unknown[] = []
  reloads = 0
  isCrashedNow = false
  openHandler: ((details: { url: string }) => { action: string }) | null = null

  send(...args: unknown[]) {
    this.sent.push(args)
  }
  postMessage(channel: string, message: unknown, ports: unknown[]) {
    if (this.isCrashedNow) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    this.ports.push({ channel, message, ports })
  }
  setWindowOpenHandler(handler: NonNullable<WebContents['openHandler']>) {
    this.openHandler = handler
  }
  reload() {
    this.reloads++
  }
  /** What was asked for; a test says what comes of it. */
  printed: Real.PrintToPDFOptions[] = []
  pdf: () => Buffer = () => Buffer.from('%PDF-1.7')
  printToPDF(options: Real.PrintToPDFOptions): Promise<Buffer> {
    this.printed.push(options)
    return Promise.resolve().then(() => this.pdf())
  }
  /** A page that hangs is ended; Electron tells of it as of any end. */
  forcefullyCrashRenderer() {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 })
  }
  isCrashed() {
    return this.isCrashedNow
  }
  isDestroyed() {
    return false
  }
}

type Bounds = { x: number; y: number; width: number; height: number }

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = []
  readonly webContents = new WebContents()
  readonly calls: string[] = []
  readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> }
  bounds: Bounds = { x: 10, y: 20, width: 1200, height: 800 }
  background = ''
  isMinimizedNow = false
  isMaximizedNow = false
  isVisibleNow = false
  loadError: Error | null = null
  /** What the picture over its place in the taskbar says. */
  overlay: string | null = null

  constructor(options: BrowserWindow['options']) {
    onlyAfterReady('new BrowserWindow')
    super()
    this.options = options
    BrowserWindow.all.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  loadURL(url: string) {
    this.calls.push(`load ${url}`)
    return this.loadError ? Promise.reject(this.loadError) : Promise.resolve()
  }
  show() {
    this.isVisibleNow = true
    this.calls.push('show')
  }
  hide() {
    this.isVisibleNow = false
    this.calls.push('hide')
  }
  minimize() {
    this.calls.push('minimize')
  }
  setOverlayIcon(icon: unknown, description: string) {
    this.overlay = icon === null ? null : description
  }
  /** As the user does it: asked first, and gone unless that was prevented. */
  close() {
    if (!isPrevented(this, 'close')) this.emit('closed')
  }
  focus() {
    this.calls.push('focus')
  }
  restore() {
    this.calls.push('restore')
  }
  maximize() {
    this.calls.push('maximize')
  }
  isMinimized() {
    return this.isMinimizedNow
  }
  isVisible() {
    return this.isVisibleNow
  }
  isMaximized() {
    return this.isMaximizedNow
  }
  isDestroyed() {
    return false
  }
  getNormalBounds() {
    return this.bounds
  }
  setBackgroundColor(colour: string) {
    this.background = colour
  }
}

class IpcMain extends EventEmitter {
  handlers = new Map<string, (...args: unknown[]) => unknown>()

  handle(channel: string, handler: (...args: unknown[]) => unknown) {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }
  /** As a page would: what the handler throws is a rejection. */
  async invoke(channel: string, event: unknown, ...args: unknown[]) {
    await Promise.resolve()
    return this.handlers.get(channel)?.(event, ...args)
  }
}

export const ipcMain = new IpcMain()

export class UtilityProcess extends EventEmitter {
  static all: UtilityProcess[] = []
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly entry: string
  readonly args: string[]
  readonly options: Record<string, unknown>
  readonly posted: { message: unknown; ports: unknown[] }[] = []
  isKilled = false
  /** False: the system has not started it yet, and it cannot be killed. */
  hasSpawned = true
  pid: number | undefined = 4711

  constructor(entry: string, args: string[], options: Record<string, unknown>) {
    super()
    this.entry = entry
    this.args = args
    this.options = options
    UtilityProcess.all.push(this)
  }
  postMessage(message: unknown, ports: unknown[] = []) {
    this.posted.push({ message, ports })
  }
  /** Only asks: the test lets it `end`. */
  kill() {
    this.isKilled ||= this.hasSpawned
    return this.hasSpawned
  }
  spawn() {
    this.hasSpawned = true
    this.emit('spawn')
  }
  /** What is printed after that has no listener but those who come back. */
  end(code: number) {
    this.pid = undefined
    this.hasSpawned = false
    this.emit('exit', code)
    for (const output of [this.stdout, this.stderr]) output.removeAllListeners()
  }
}

export const utilityProcess = {
  fork: (entry: string, args: string[] = [], options: Record<string, unknown> = {}) => {
    onlyAfterReady('utilityProcess.fork')
    return new UtilityProcess(entry, args, options)
  },
}

/** Messages wait until `start`, and arrive as copies. */
export class MessagePortMain extends EventEmitter {
  readonly name: string
  other: MessagePortMain | null = null
  private waiting: unknown[] | null = []

  constructor(name: string) {
    super()
    this.name = name
  }
  postMessage(message: unknown) {
    const copy: unknown = structuredClone(message)
    queueMicrotask(() => this.other?.arrive(copy))
  }
  start() {
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const data of waiting) this.emit('message', { data })
  }
  close() {
    const other = this.other
    this.other = null
    if (!other) return
    other.other = null
    queueMicrotask(() => other.emit('close'))
  }
  private arrive(data: unknown) {
    if (this.waiting) this.waiting.push(data)
    else this.emit('message', { data })
  }
}

export class MessageChannelMain {
  static count = 0
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain

  constructor() {
    const id = ++MessageChannelMain.count
    this.port1 = new MessagePortMain(`engine end ${id}`)
    this.port2 = new MessagePortMain(`page end ${id}`)
    this.port1.other = this.port2
    this.port2.other = this.port1
  }
}

export class Notification extends EventEmitter {
  static all: Notification[] = []
  static isAvailable = true
  /** Whether Windows knows yet whom to hand clicks to. */
  static hasPresenter = false
  /** What an earlier run left in the system's list. */
  static history: Notification[] | Error = []
  static activated: ((details: { type: string; arguments: string }) => void) | null = null
  readonly id: string
  readonly options: { id?: string; title?: string; body?: string; silent?: boolean; toastXml?: string; actions?: unknown[] }
  readonly calls: string[] = []

  constructor(options: Notification['options']) {
    onlyAfterReady('new Notification')
    super()
    this.id = options.id ?? ''
    this.options = options
    Notification.all.push(this)
  }
  static isSupported() {
    Notification.hasPresenter = true
    return Notification.isAvailable
  }
  static getHistory() {
    return Notification.history instanceof Error ? Promise.reject(Notification.history) : Promise.resolve(Notification.history)
  }
  static handleActivation(listener: NonNullable<typeof Notification.activated>) {
    Notification.activated = listener
  }
  show() {
    this.calls.push('show')
  }
  /** As on Windows and macOS, which tell of it whoever closed it. */
  close() {
    this.calls.push('close')
    this.emit('close', { reason: 'applicationHidden' })
  }
}

type Encryptor = { prefix: string; secret: string }

/**
 * The keychain a test arranges, as Electron 45 uses it: the system is asked at the first need, and what it gave then serves
 * to the end of the run, whatever becomes of the keychain meanwhile (electron_api_safe_storage.cc).
 */
export const keyring = {
  /** What the system gives: on Linux a prefix of `v10` is Chromium's own fixed password. Null: it refuses, as macOS can. */
  gives: { prefix: 'v11', secret: 'keyring' } as Encryptor | null,
  shouldReEncrypt: false,
  /** Set: the system asks the user, and nothing is answered before it is resolved. */
  prompt: null as Promise<void> | null,
  /** How often the system was asked in this run. */
  questions: 0,
  encryptor: null as Promise<Encryptor | null> | null,
  /** The program was started again. */
  newRun: () => {
    Object.assign(keyring, { questions: 0, encryptor: null })
  },
  /** As a test finds it. */
  reset: () => {
    Object.assign(keyring, { gives: { prefix: 'v11', secret: 'keyring' }, shouldReEncrypt: false, prompt: null })
    keyring.newRun()
  },
}

async function encryptorOf(what: string): Promise<Encryptor> {
  onlyAfterReady('safeStorage')
  if (!keyring.encryptor) {
    keyring.questions++
    keyring.encryptor = Promise.resolve(keyring.prompt).then(() => keyring.gives)
  }
  const encryptor = await keyring.encryptor
  if (!encryptor) throw new Error(what)
  return encryptor
}

export const safeStorage = {
  /** Never false once the system has answered, whatever it said. */
  isAsyncEncryptionAvailable: async () => {
    await encryptorOf('').catch(() => undefined)
    return true
  },
  encryptStringAsync: async (text: string) => {
    const { prefix, secret } = await encryptorOf('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
    return Buffer.from(`${prefix}${Buffer.from(`${secret}:${text}`).toString('base64')}`)
  },
  decryptStringAsync: async (encrypted: Buffer) => {
    const problem = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'
    const { prefix, secret } = await encryptorOf(problem)
    const text = Buffer.from(encrypted.subarray(3).toString(), 'base64').toString()
    // Another version of the same keychain's key is still known.
    if (!text.startsWith(`${secret}:`) || (prefix === 'v10') !== (encrypted.subarray(0, 3).toString() === 'v10')) throw new Error(problem)
    return { result: text.slice(secret.length + 1), shouldReEncrypt: keyring.shouldReEncrypt }
  },
}

class Session extends EventEmitter {
  handlers: Record<string, Handler> = {}
  proxy: string | Error = 'DIRECT'
  checksSpelling = true
  protocol = {
    handle: (scheme: string, handler: Handler) => {
      onlyAfterReady('protocol.handle')
      this.handlers[scheme] = handler
    },
  }
  setPermissionRequestHandler = (handler: Handler) => (this.handlers['request'] = handler)
  setPermissionCheckHandler = (handler: Handler) => (this.handlers['check'] = handler)
  setDevicePermissionHandler = (handler: Handler) => (this.handlers['device'] = handler)
  setSpellCheckerEnabled = (isOn: boolean) => (this.checksSpelling = isOn)
  resolveProxy = () => (this.proxy instanceof Error ? Promise.reject(this.proxy) : Promise.resolve(this.proxy))
}

export const session = { defaultSession: new Session() }

export const protocol = {
  schemes: [] as unknown[],
  registerSchemesAsPrivileged: (schemes: unknown[]) => {
    onlyBeforeReady('registerSchemesAsPrivileged')
    protocol.schemes.push(...schemes)
  },
}

export const nativeTheme = Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false, shouldUseDarkColorsForSystemIntegratedUI: false })
export const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false })

export const screen = {
  displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  getPrimaryDisplay: () => screen.displays[0],
  getAllDisplays: () => screen.displays,
}

export const crashReporter = { options: null as unknown, start: (options: unknown) => (crashReporter.options = options) }

export const ipcRenderer = Object.assign(new EventEmitter(), {
  sent: [] as unknown[][],
  send: (...args: unknown[]) => ipcRenderer.sent.push(args),
  invoke: (...args: unknown[]) => Promise.resolve({ value: args }),
})

export const contextBridge = {
  worlds: {} as Record<string, unknown>,
  exposeInMainWorld: (name: string, value: unknown) => (contextBridge.worlds[name] = value),
}

const electron = {
  app, BrowserWindow, contextBridge, crashReporter, dialog, ipcMain, ipcRenderer, Menu, MessageChannelMain, nativeImage, nativeTheme, Notification,
  powerMonitor, protocol, safeStorage, screen, session, shell, Tray, utilityProcess,
} satisfies { [name in keyof typeof Real]?: unknown }

// electron-store imports the default.
export { electron as default }
