// The stand-in for Electron (test/standin) as unit tests of main and preload have it: the same modules, but windows
// show no page, and child processes do not run. What they are told is recorded, what they would do a test triggers.
// Runs under vitest (by alias) and under plain Node.
import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type * as Real from 'electron'
import { app, onlyAfterReady } from '../standin/app.ts'
import { ipcMain } from '../standin/ipc.ts'
import { safeStorage } from '../standin/keyring.ts'
import { Modelled, modelled } from '../standin/modelled.ts'
import {
  Menu,
  Notification,
  Tray,
  crashReporter,
  dialog,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
} from '../standin/native.ts'
import { MessageChannelMain } from '../standin/ports.ts'
import { protocol, session } from '../standin/session.ts'
import { WindowFrame } from '../standin/window-frame.ts'

export { app } from '../standin/app.ts'
export { ipcMain } from '../standin/ipc.ts'
export { keyring, safeStorage } from '../standin/keyring.ts'
export { isPrevented } from '../standin/modelled.ts'
export {
  Menu,
  Notification,
  Tray,
  crashReporter,
  dialog,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
} from '../standin/native.ts'
export { MessageChannelMain, MessagePortMain } from '../standin/ports.ts'
export { protocol, session } from '../standin/session.ts'

app.name = 'Quaywatch'
Object.assign(app.paths, { appData: join(tmpdir(), 'fake-app-data'), logs: join(tmpdir(), 'fake-logs') })
dialog.isUserAway = true
Notification.isShownByItself = false

export class WebContents extends Modelled {
  static #ids = 0
  readonly id = ++WebContents.#ids
  readonly mainFrame = { url: 'app://bundle/', parent: null }
  sent: unknown[][] = []
  ports: { channel: string; message: unknown; ports: unknown[] }[] = []
  reloads = 0
  isCrashedNow = false
  openHandler: ((details: { url: string }) => { action: string }) | null = null
  /** What was asked for; a test says what comes of it. */
  printed: Real.PrintToPDFOptions[] = []
  pdf: () => Buffer = () => Buffer.from('%PDF-1.7')
  #isDestroyed = false

  constructor() {
    super('webContents')
  }
  load(): Promise<void> {
    return Promise.resolve()
  }
  send(...args: unknown[]): void {
    this.sent.push(args)
  }
  postMessage(channel: string, message: unknown, ports: unknown[]): void {
    if (this.isCrashedNow) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    this.ports.push({ channel, message, ports })
  }
  setWindowOpenHandler(handler: NonNullable<WebContents['openHandler']>): void {
    this.openHandler = handler
  }
  reload(): void {
    this.reloads++
  }
  printToPDF(options: Real.PrintToPDFOptions): Promise<Buffer> {
    this.printed.push(options)
    return Promise.resolve().then(() => this.pdf())
  }
  /** A page that hangs is ended; Electron tells of it as of any end. */
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 })
  }
  isCrashed(): boolean {
    return this.isCrashedNow
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  destroy(): void {
    this.#isDestroyed = true
  }
}

export class BrowserWindow extends WindowFrame<WebContents> {
  static readonly all: BrowserWindow[] = []
  /** With the least that a window of the program has. */
  static blank(): BrowserWindow {
    return new BrowserWindow({
      show: false,
      webPreferences: { preload: '', sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
  }

  constructor(options: Real.BrowserWindowConstructorOptions) {
    super(options, () => new WebContents())
    BrowserWindow.all.push(this)
  }
}

export class UtilityProcess extends Modelled {
  static readonly all: UtilityProcess[] = []
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly entry: string
  readonly args: string[]
  readonly options: Real.ForkOptions
  readonly posted: { message: unknown; ports: unknown[] }[] = []
  isKilled = false
  /** False: the system has not started it yet, and it cannot be killed. */
  hasSpawned = true
  pid: number | undefined = 4711

  constructor(entry: string, args: string[], options: Real.ForkOptions) {
    super('UtilityProcess')
    this.entry = entry
    this.args = args
    this.options = options
    UtilityProcess.all.push(this)
  }
  postMessage(message: unknown, ports: unknown[] = []): void {
    this.posted.push({ message, ports })
  }
  /** Only asks: the test lets it `end`. */
  kill(): boolean {
    this.isKilled ||= this.hasSpawned
    return this.hasSpawned
  }
  spawn(): void {
    this.hasSpawned = true
    this.emit('spawn')
  }
  /** What is printed after that has no listener but those who come back. */
  end(code: number): void {
    this.pid = undefined
    this.hasSpawned = false
    this.emit('exit', code)
    for (const output of [this.stdout, this.stderr]) output.removeAllListeners()
  }
}

export const utilityProcess = modelled('utilityProcess', {
  fork: (entry: string, args: string[] = [], options: Real.ForkOptions = {}) => {
    onlyAfterReady('utilityProcess cannot be created before app is ready.')
    return new UtilityProcess(entry, args, options)
  },
})

/** What ports carry arrives in later turns, an answer and the answer to it too. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What a preload script has of Electron. */
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
  app,
  BrowserWindow,
  contextBridge,
  crashReporter,
  dialog,
  ipcMain,
  ipcRenderer,
  Menu,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} satisfies { [name in keyof typeof Real]?: unknown }

// electron-store imports the default.
export { electron as default }
