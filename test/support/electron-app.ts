// The program as Electron has it, for the fake of it (electron.ts): its life, its paths, its place in the system.
import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class App extends EventEmitter {
  isPackaged = false
  isReady = false
  isSandboxed = false
  isFirstInstance = true
  hasQuit = false
  /** What is started when this program has ended; each call adds one. */
  relaunches: { execPath?: string; args?: string[] }[] = []
  exitCode: number | null = null
  badge = 0
  name = 'Quaywatch'
  windowsIds: string[] = []
  /** What opens links of ours, as the system has it. */
  protocolClients: unknown[][] = []
  /** What starts with the computer, by the system's word; `refusesLogin`: it does not take a change. */
  loginItem: { openAtLogin: boolean; args?: string[] } = { openAtLogin: false }
  refusesLogin = false
  wasOpenedAtLogin = false
  /** Switched off in the Task Manager, which leaves the entry. */
  isLoginDisabled = false
  systemLanguages = ['en-US']
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
  getPreferredSystemLanguages() {
    return this.systemLanguages
  }
  /** Empty where the system does not say. */
  country = ''
  getLocaleCountryCode() {
    return this.country
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
  relaunch(options: { execPath?: string; args?: string[] } = {}) {
    this.relaunches.push(options)
  }
  exit(code: number) {
    this.exitCode = code
  }
  setName(name: string) {
    this.name = name
  }
  setAppUserModelId(id: string) {
    this.windowsIds.push(id)
  }
  setToastActivatorCLSID(id: string) {
    this.windowsIds.push(id)
  }
  setAboutPanelOptions() {}
  setBadgeCount(count: number) {
    this.badge = count
    return true
  }
  setAsDefaultProtocolClient(...client: unknown[]) {
    this.protocolClients.push(client)
    return true
  }
  setLoginItemSettings(settings: App['loginItem']) {
    if (this.refusesLogin) return
    this.loginItem = settings
    this.isLoginDisabled = false
  }
  /** As Windows does, by the arguments as well. */
  getLoginItemSettings({ args }: { args?: string[] } = {}) {
    const isSame = JSON.stringify(args) === JSON.stringify(this.loginItem.args)
    return { openAtLogin: this.loginItem.openAtLogin && isSame, wasOpenedAtLogin: this.wasOpenedAtLogin, executableWillLaunchAtLogin: this.loginItem.openAtLogin && !this.isLoginDisabled }
  }
}

export const app = new App()

export function onlyBeforeReady(what: string) {
  if (app.isReady) throw new Error(`${what} is too late after ready.`)
}

export function onlyAfterReady(what: string) {
  if (!app.isReady) throw new Error(`${what} is too early before ready.`)
}

/** Emits an event that can be prevented, and says whether it was. */
export function isPrevented(emitter: EventEmitter, name: string, details: Record<string, unknown> = {}): boolean {
  let prevented = false
  emitter.emit(name, { ...details, preventDefault: () => (prevented = true) })
  return prevented
}
