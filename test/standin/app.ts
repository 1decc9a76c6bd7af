// Electron's `app`: what may be called before `ready` and what after it, the order in which a program ends, and the lock
// that makes a second instance hand over its command line and go.
import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Real from 'electron'
import { Modelled, isPrevented } from './modelled.ts'
import { record } from './recorded.ts'

type Names =
  | 'getPreferredSystemLanguages' | 'getLocaleCountryCode' | 'isPackaged' | 'whenReady' | 'isReady' | 'getVersion' | 'setName' | 'getPath' | 'setPath' | 'setAppLogsPath' | 'enableSandbox' | 'requestSingleInstanceLock' | 'quit' | 'exit' | 'relaunch'
  | 'setAppUserModelId' | 'setToastActivatorCLSID' | 'setAsDefaultProtocolClient' | 'isDefaultProtocolClient' | 'setBadgeCount' | 'getLoginItemSettings' | 'setLoginItemSettings' | 'setAboutPanelOptions'

export type Windows = { getAllWindows(): { close(): void; destroy(): void }[] }

class App extends Modelled implements Pick<Real.App, Names> {
  readonly isPackaged = false
  version = '0.0.0'
  windows: Windows = { getAllWindows: () => [] }
  readonly children = new Map<number, string>()
  /** The last thing before the process ends. */
  atExit = (): void => undefined
  readonly #ready = Promise.withResolvers<undefined>()
  readonly #paths: Record<string, string>
  /** It quit before it was ready. */
  isShutDown = false
  #isReady = false
  #isQuitting = false

  constructor() {
    super('app')
    const appData = process.platform === 'darwin' ? join(homedir(), 'Library', 'Application Support') : (process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'))
    this.#paths = { appData, home: homedir(), temp: tmpdir(), exe: process.execPath, userData: join(appData, 'Electron') }
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
  /** Tests read English; one that does not says so before it starts the program. */
  getPreferredSystemLanguages(): string[] {
    return (process.env['QUAYWATCH_STANDIN_LANGUAGES'] ?? 'en-US').split(',')
  }
  /** As under Linux where nothing is set. */
  getLocaleCountryCode(): string {
    return ''
  }
  getVersion(): string {
    return this.version
  }
  getPath(name: string): string {
    if (name === 'logs' && this.#paths['logs'] === undefined) return join(this.getPath('userData'), 'logs')
    const path = this.#paths[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setPath(name: string, path: string): void {
    this.#paths[name] = path
  }
  setAppLogsPath(path?: string): void {
    if (path !== undefined) this.#paths['logs'] = path
  }
  enableSandbox(): void {
    onlyBeforeReady('app.enableSandbox() can only be called before app is ready')
  }
  requestSingleInstanceLock(): boolean {
    const folder = join(this.getPath('userData'), 'standin-instance')
    mkdirSync(folder, { recursive: true })
    const lock = join(folder, 'lock')
    if (!takeLock(lock)) {
      writeFileSync(join(folder, `second-${process.pid}`), JSON.stringify({ argv: process.argv, folder: process.cwd() }))
      return false
    }
    for (const name of readdirSync(folder)) if (name !== 'lock') rmSync(join(folder, name))
    watch(folder, (_event, name) => { this.#hearSecond(join(folder, name ?? '')) }).unref()
    process.on('exit', () => { rmSync(lock, { force: true }) })
    return true
  }
  /** Before `ready` nothing ends yet: the main module goes on, and the program ends once it is ready. */
  quit(): void {
    if (this.#isQuitting || isPrevented(this, 'before-quit')) return
    this.#isQuitting = true
    for (const window of this.windows.getAllWindows()) window.close()
    if (this.windows.getAllWindows().length > 0) this.#isQuitting = false
    else this.#leave()
  }
  exit(code = 0): void {
    this.#isQuitting = true
    for (const window of this.windows.getAllWindows()) window.destroy()
    if (this.#isReady) this.emit('quit', {}, code)
    this.atExit()
    process.exit(code)
  }
  lastWindowClosed(): void {
    if (this.#isQuitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }
  relaunch(options?: object): void {
    record('app.relaunch', options)
  }
  setName(name: string): void {
    record('app.setName', name)
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id)
  }
  setToastActivatorCLSID(id: string): void {
    record('app.setToastActivatorCLSID', id)
  }
  setAsDefaultProtocolClient(scheme: string, ...more: unknown[]): boolean {
    record('app.setAsDefaultProtocolClient', scheme, ...more)
    return true
  }
  isDefaultProtocolClient(scheme: string): boolean {
    record('app.isDefaultProtocolClient', scheme)
    return false
  }
  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count)
    return true
  }
  getLoginItemSettings(options?: object): Real.LoginItemSettings {
    record('app.getLoginItemSettings', options)
    return { openAtLogin: false, wasOpenedAtLogin: false, status: 'not-registered', executableWillLaunchAtLogin: false, launchItems: [] }
  }
  setLoginItemSettings(settings: object): void {
    record('app.setLoginItemSettings', settings)
  }
  /** For specs: which process is whose. */
  getAppMetrics(): { pid: number; type: string; name: string }[] {
    return [...this.children].map(([pid, name]) => ({ pid, type: 'Utility', name }))
  }
  setAboutPanelOptions(options: object): void {
    record('app.setAboutPanelOptions', options)
  }
  #leave(): void {
    if (isPrevented(this, 'will-quit')) {
      this.#isQuitting = false
      return
    }
    if (this.#isReady) this.exit(0)
    else {
      this.isShutDown = true
      this.emit('quit', {}, 0)
    }
  }
  #hearSecond(path: string): void {
    if (!/second-\d+$/.test(path)) return
    try {
      const { argv, folder } = JSON.parse(readFileSync(path, 'utf8')) as { argv: string[]; folder: string }
      rmSync(path)
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, folder, null))
    } catch {
      // Half written or read already: the next event is of the whole file, or there is nothing left to do.
    }
  }
}

/** A lock whose holder was killed is nobody's. */
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
