// Electron's `app`: the calls that are allowed before and after `ready`, the order of events at the end of a program,
// and the lock with which a second instance passes on its command line and ends. Values of the system are fields that a
// test sets.
import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Real from 'electron'
import { Modelled, isPrevented } from './modelled.ts'

type Names =
  | 'getPreferredSystemLanguages'
  | 'getLocaleCountryCode'
  | 'isPackaged'
  | 'whenReady'
  | 'isReady'
  | 'getVersion'
  | 'setName'
  | 'getPath'
  | 'setPath'
  | 'setAppLogsPath'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'setAboutPanelOptions'

type Closable = { close(): void; destroy(): void }

export class App extends Modelled implements Pick<Real.App, Names> {
  readonly isPackaged = false
  version = '0.0.0'
  readonly windows = new Set<Closable>()
  readonly children = new Map<number, string>()
  /** Ends the process as the last step; null if a test runs in it. */
  end: ((code: number) => void) | null = null
  exitCode: number | null = null
  /** The program quits, and no listener prevented that. */
  hasQuit = false
  /** The program quit before it was ready. */
  isShutDown = false
  isSandboxed = false
  name = 'Quaywatch'
  badge = 0
  /** Programs to start when this one has ended; each call adds one. */
  relaunches: Real.RelaunchOptions[] = []
  windowsIds: string[] = []
  /** The programs that open our links, as registered in the system. */
  protocolClients: unknown[][] = []
  /** The program's entry for sign-in in the system; `refusesLogin`: the system refuses a change. */
  loginItem: Real.Settings = { openAtLogin: false }
  refusesLogin = false
  wasOpenedAtLogin = false
  /** Switched off in the Task Manager, which does not remove the entry. */
  isLoginDisabled = false
  systemLanguages = ['en-US']
  /** Empty if the system does not report it. */
  country = ''
  paths: Record<string, string>
  readonly #ready = Promise.withResolvers<undefined>()
  #isReady = false

  constructor() {
    super('app')
    // Unit tests write nothing into the home folder: only boot.ts names the real folder.
    const appData = join(tmpdir(), 'fake-app-data')
    this.paths = {
      appData,
      home: homedir(),
      temp: tmpdir(),
      exe: process.execPath,
      userData: join(appData, 'Electron'),
    }
  }
  whenReady(): Promise<void> {
    return this.#ready.promise
  }
  isReady(): boolean {
    return this.#isReady
  }
  becomeReady(): void {
    this.#isReady = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.#ready.resolve(undefined)
  }
  getPreferredSystemLanguages(): string[] {
    return this.systemLanguages
  }
  getLocaleCountryCode(): string {
    return this.country
  }
  getVersion(): string {
    return this.version
  }
  getPath(name: string): string {
    if (name === 'logs' && this.paths['logs'] === undefined) return join(this.getPath('userData'), 'logs')
    const path = this.paths[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setPath(name: string, path: string): void {
    this.paths[name] = path
  }
  setAppLogsPath(path?: string): void {
    if (path !== undefined) this.paths['logs'] = path
  }
  enableSandbox(): void {
    onlyBeforeReady('app.enableSandbox() can only be called before app is ready')
    this.isSandboxed = true
  }
  requestSingleInstanceLock(): boolean {
    const folder = join(this.getPath('userData'), 'standin-instance')
    mkdirSync(folder, { recursive: true })
    const lock = join(folder, 'lock')
    if (!takeLock(lock)) {
      writeFileSync(
        join(folder, `second-${process.pid}`),
        JSON.stringify({ argv: process.argv, folder: process.cwd() }),
      )
      return false
    }
    for (const name of readdirSync(folder)) if (name !== 'lock') rmSync(join(folder, name))
    watch(folder, (_event, name) => this.#readSecond(join(folder, name ?? ''))).unref()
    process.on('exit', () => rmSync(lock, { force: true }))
    return true
  }
  /** Before `ready` this does not end the process: the main module continues, and the program ends when it is ready. */
  quit(): void {
    if (this.hasQuit || isPrevented(this, 'before-quit')) return
    this.hasQuit = true
    for (const window of [...this.windows]) window.close()
    if (this.windows.size > 0) this.hasQuit = false
    else this.#leave()
  }
  exit(code = 0): void {
    this.hasQuit = true
    for (const window of [...this.windows]) window.destroy()
    if (this.#isReady) this.emit('quit', {}, code)
    this.exitCode = code
    this.end?.(code)
  }
  lastWindowClosed(): void {
    if (this.hasQuit) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }
  relaunch(options: Real.RelaunchOptions = {}): void {
    this.relaunches.push(options)
  }
  setName(name: string): void {
    this.name = name
  }
  setAppUserModelId(id: string): void {
    this.windowsIds.push(id)
  }
  setToastActivatorCLSID(id: string): void {
    this.windowsIds.push(id)
  }
  setAsDefaultProtocolClient(...client: unknown[]): boolean {
    this.protocolClients.push(client)
    return true
  }
  setBadgeCount(count = 0): boolean {
    this.badge = count
    return true
  }
  /** As on Windows, which also compares the arguments. */
  getLoginItemSettings({ args }: Real.LoginItemSettingsOptions = {}): Real.LoginItemSettings {
    const isSame = JSON.stringify(args) === JSON.stringify(this.loginItem.args)
    const openAtLogin = this.loginItem.openAtLogin === true && isSame
    return {
      openAtLogin,
      wasOpenedAtLogin: this.wasOpenedAtLogin,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: this.loginItem.openAtLogin === true && !this.isLoginDisabled,
      launchItems: [],
    }
  }
  setLoginItemSettings(settings: Real.Settings): void {
    if (this.refusesLogin) return
    this.loginItem = settings
    this.isLoginDisabled = false
  }
  /** For specs: the type of each process. */
  getAppMetrics(): { pid: number; type: string; name: string }[] {
    return [...this.children].map(([pid, name]) => ({ pid, type: 'Utility', name }))
  }
  setAboutPanelOptions(): void {
    // No test needs the panel.
  }
  #leave(): void {
    if (isPrevented(this, 'will-quit')) {
      this.hasQuit = false
      return
    }
    if (this.#isReady) this.exit(0)
    else {
      this.isShutDown = true
      this.emit('quit', {}, 0)
    }
  }
  #readSecond(path: string): void {
    if (!/second-\d+$/.test(path)) return
    try {
      const { argv, folder } = JSON.parse(readFileSync(path, 'utf8')) as { argv: string[]; folder: string }
      rmSync(path)
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, folder, null))
    } catch {
      // The file is incomplete, or was read already. The next event is for the complete file, or nothing is left to do.
    }
  }
}

export function appDataFolder(): string {
  return process.platform === 'darwin'
    ? join(homedir(), 'Library', 'Application Support')
    : (process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'))
}

/** The lock of a killed process is free. */
function takeLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holder = Number(readFileSync(path, 'utf8'))
    if (isRunning(holder)) return false
    rmSync(path)
    return takeLock(path)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const app = new App()

export function onlyBeforeReady(problem: string): void {
  if (app.isReady()) throw new Error(problem)
}

export function onlyAfterReady(problem: string): void {
  if (!app.isReady()) throw new Error(problem)
}
