// The one fake of Electron: what main and the preload script call is recorded, what Electron would do a test triggers.
// It keeps Electron's rules about before and after `ready`. Runs under vitest (by alias) and under plain Node.
import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type * as Real from 'electron'

type Handler = (...args: never[]) => unknown

class App extends EventEmitter {
  isPackaged = false
  isReady = false
  isSandboxed = false
  isFirstInstance = true
  hasQuit = false
  exitCode: number | null = null
  paths: Record<string, string> = { appData: join(tmpdir(), 'fake-app-data'), logs: join(tmpdir(), 'fake-logs') }
  private ready = Promise.withResolvers<undefined>()

  whenReady() {
    return this.ready.promise
  }
  becomeReady() {
    this.isReady = true
    this.ready.resolve(undefined)
    this.emit('ready')
  }
  getVersion() {
    return '0.0.0'
  }
  getPath(name: string) {
    const path = this.paths[name]
    if (path === undefined) throw new Error(`No path is known as ${name}.`)
    return path
  }
  setPath(name: string, path: string) {
    this.paths[name] = path
  }
  setAppLogsPath(path: string) {
    this.paths['logs'] = path
  }
  enableSandbox() {
    onlyBeforeReady('app.enableSandbox')
    this.isSandboxed = true
  }
  requestSingleInstanceLock() {
    return this.isFirstInstance
  }
  quit() {
    if (isPrevented(this, 'before-quit')) return
    this.hasQuit = true
  }
  exit(code: number) {
    this.exitCode = code
  }
}

export const app = new App()

function onlyBeforeReady(what: string) {
  if (app.isReady) throw new Error(`${what} is too late after ready.`)
}

function onlyAfterReady(what: string) {
  if (!app.isReady) throw new Error(`${what} is too early before ready.`)
}

/** Emits an event that can be prevented, and says whether it was. */
export function isPrevented(emitter: EventEmitter, name: string, details: Record<string, unknown> = {}): boolean {
  let prevented = false
  emitter.emit(name, { ...details, preventDefault: () => (prevented = true) })
  return prevented
}

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
  loadError: Error | null = null

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
    this.calls.push('show')
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
    this.isKilled = true
    return true
  }
  end(code: number) {
    this.emit('exit', code)
  }
}

export const utilityProcess = {
  fork: (entry: string, args: string[] = [], options: Record<string, unknown> = {}) => {
    onlyAfterReady('utilityProcess.fork')
    return new UtilityProcess(entry, args, options)
  },
}

export class MessageChannelMain {
  static count = 0
  readonly port1: string
  readonly port2: string

  constructor() {
    const id = ++MessageChannelMain.count
    this.port1 = `engine end ${id}`
    this.port2 = `page end ${id}`
  }
}

/** The keyring a test arranges. What was "encrypted" begins with `prefix`, as on Linux. */
export const keyring = {
  prefix: 'v11',
  isAvailable: true,
  shouldReEncrypt: false,
  error: null as Error | null,
  /** Set: nothing is answered before it is resolved. */
  locked: null as Promise<void> | null,
}

async function atKeyring() {
  onlyAfterReady('safeStorage')
  await keyring.locked
  if (keyring.error) throw keyring.error
}

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => {
    await atKeyring()
    return keyring.isAvailable
  },
  encryptStringAsync: async (text: string) => {
    await atKeyring()
    return Buffer.from(keyring.prefix + Buffer.from(text).toString('base64'))
  },
  decryptStringAsync: async (encrypted: Buffer) => {
    await atKeyring()
    return { result: Buffer.from(encrypted.subarray(3).toString(), 'base64').toString(), shouldReEncrypt: keyring.shouldReEncrypt }
  },
}

class Session {
  handlers: Record<string, Handler> = {}
  proxy: string | Error = 'DIRECT'
  protocol = {
    handle: (scheme: string, handler: Handler) => {
      onlyAfterReady('protocol.handle')
      this.handlers[scheme] = handler
    },
  }
  setPermissionRequestHandler = (handler: Handler) => (this.handlers['request'] = handler)
  setPermissionCheckHandler = (handler: Handler) => (this.handlers['check'] = handler)
  setDevicePermissionHandler = (handler: Handler) => (this.handlers['device'] = handler)
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

export const nativeTheme = Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false })
export const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false })

export const screen = {
  displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  getPrimaryDisplay: () => screen.displays[0],
  getAllDisplays: () => screen.displays,
}

export const shell = {
  opened: [] as string[],
  openExternal: (url: string) => {
    shell.opened.push(url)
    return Promise.resolve()
  },
}

export const dialog = { errors: [] as string[][], showErrorBox: (...texts: string[]) => dialog.errors.push(texts) }
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
  app, BrowserWindow, contextBridge, crashReporter, dialog, ipcMain, ipcRenderer, MessageChannelMain, nativeTheme,
  powerMonitor, protocol, safeStorage, screen, session, shell, utilityProcess,
} satisfies { [name in keyof typeof Real]?: unknown }

// electron-store imports the default.
export { electron as default }
