// Electron's `app`: which calls are allowed before and after `ready`, the order of events when the program quits, and
// the lock that lets only one instance run. A second instance passes its command line to the first one and ends. Tests
// set the values of the operating system as fields.
import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Real from 'electron'
import { Modelled, isPrevented } from './modelled.ts'

type ImplementedMember =
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

export class App extends Modelled implements Pick<Real.App, ImplementedMember> {
  readonly isPackaged = false
  version = '0.0.0'
  readonly windows = new Set<Closable>()
  /** The service names of running utility processes, by process id. */
  readonly childNames = new Map<number, string>()
  /** Ends the process as the last step. It is null in unit tests, which run in this process. */
  endProcess: ((code: number) => void) | null = null
  exitCode: number | null = null
  /** `quit` was called, and no listener has prevented it. */
  isQuitting = false
  hasQuitBeforeReady = false
  isSandboxed = false
  name = 'Quaywatch'
  badgeCount = 0
  /** The arguments of each call of `relaunch`. */
  relaunches: Real.RelaunchOptions[] = []
  /** The ids that were set for the Windows taskbar and for Windows notifications. */
  identityIds: string[] = []
  /** The arguments of each call of `setAsDefaultProtocolClient`. */
  protocolClients: unknown[][] = []
  /** The system's entry that starts the program at sign-in. */
  loginItem: Real.Settings = { openAtLogin: false }
  /** Whether the system ignores changes of the login item. */
  ignoresLoginItemChanges = false
  wasOpenedAtLogin = false
  /** The user disabled the login item in the Task Manager, which does not remove it. */
  isLoginItemDisabled = false
  systemLanguages = ['en-US']
  /** The country code of the system. Empty if the system does not report it. */
  countryCode = ''
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
    return this.countryCode
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
    assertNotReady('app.enableSandbox() can only be called before app is ready')
    this.isSandboxed = true
  }
  requestSingleInstanceLock(): boolean {
    const instanceFolder = join(this.getPath('userData'), 'standin-instance')
    mkdirSync(instanceFolder, { recursive: true })
    const lockFile = join(instanceFolder, 'lock')
    if (!acquireLock(lockFile)) {
      writeFileSync(
        join(instanceFolder, `second-${process.pid}`),
        JSON.stringify({ argv: process.argv, folder: process.cwd() }),
      )
      return false
    }
    for (const name of readdirSync(instanceFolder)) if (name !== 'lock') rmSync(join(instanceFolder, name))
    watch(instanceFolder, (_event, name) => this.#readSecondInstance(join(instanceFolder, name ?? ''))).unref()
    process.on('exit', () => rmSync(lockFile, { force: true }))
    return true
  }
  /** Before `ready` the main module still runs to its end, and the process ends when the program becomes ready. */
  quit(): void {
    if (this.isQuitting || isPrevented(this, 'before-quit')) return
    this.isQuitting = true
    for (const window of [...this.windows]) window.close()
    if (this.windows.size > 0) this.isQuitting = false
    else this.#finishQuit()
  }
  exit(code = 0): void {
    this.isQuitting = true
    for (const window of [...this.windows]) window.destroy()
    if (this.#isReady) this.emit('quit', {}, code)
    this.exitCode = code
    this.endProcess?.(code)
  }
  onLastWindowClosed(): void {
    if (this.isQuitting) return
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
    this.identityIds.push(id)
  }
  setToastActivatorCLSID(id: string): void {
    this.identityIds.push(id)
  }
  setAsDefaultProtocolClient(...client: unknown[]): boolean {
    this.protocolClients.push(client)
    return true
  }
  setBadgeCount(count = 0): boolean {
    this.badgeCount = count
    return true
  }
  /** Like Windows, which reports a login item only if its arguments are equal too. */
  getLoginItemSettings({ args }: Real.LoginItemSettingsOptions = {}): Real.LoginItemSettings {
    const isSame = JSON.stringify(args) === JSON.stringify(this.loginItem.args)
    const openAtLogin = this.loginItem.openAtLogin === true && isSame
    return {
      openAtLogin,
      wasOpenedAtLogin: this.wasOpenedAtLogin,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: this.loginItem.openAtLogin === true && !this.isLoginItemDisabled,
      launchItems: [],
    }
  }
  setLoginItemSettings(settings: Real.Settings): void {
    if (this.ignoresLoginItemChanges) return
    this.loginItem = settings
    this.isLoginItemDisabled = false
  }
  /** Only end-to-end tests use this. */
  getAppMetrics(): { pid: number; type: string; name: string }[] {
    return [...this.childNames].map(([pid, name]) => ({ pid, type: 'Utility', name }))
  }
  setAboutPanelOptions(): void {
    // No test needs the panel.
  }
  #finishQuit(): void {
    if (isPrevented(this, 'will-quit')) {
      this.isQuitting = false
      return
    }
    if (this.#isReady) this.exit(0)
    else {
      this.hasQuitBeforeReady = true
      this.emit('quit', {}, 0)
    }
  }
  #readSecondInstance(path: string): void {
    if (!/second-\d+$/.test(path)) return
    try {
      const { argv, folder } = JSON.parse(readFileSync(path, 'utf8')) as { argv: string[]; folder: string }
      rmSync(path)
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, folder, null))
    } catch {
      // The file is incomplete, or an earlier event has read it. A complete file causes another event.
    }
  }
}

export function appDataFolder(): string {
  return process.platform === 'darwin'
    ? join(homedir(), 'Library', 'Application Support')
    : (process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'))
}

/** Returns false if another running process has the lock. A lock of a killed process is replaced. */
function acquireLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const holderPid = Number(readFileSync(path, 'utf8'))
    if (isRunning(holderPid)) return false
    rmSync(path)
    return acquireLock(path)
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

export function assertNotReady(problem: string): void {
  if (app.isReady()) throw new Error(problem)
}

export function assertReady(problem: string): void {
  if (!app.isReady()) throw new Error(problem)
}
