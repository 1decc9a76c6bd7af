// session.defaultSession and protocol: the sources of pages, and their permissions. The program's handler decides once
// for each permission, and Chromium gets the answers.
import type * as Real from 'electron'
import { type Answer, answerScheme, forgetScheme, schemes, toChromium } from './addresses.ts'
import { onlyAfterReady, onlyBeforeReady } from './app.ts'
import type { Chromium } from './chromium.ts'
import { Modelled, isPrevented, failOnUnknownMembers } from './modelled.ts'

/** Electron's name of a permission, and Chromium's. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['midi', { name: 'midi' }],
  ['storage-access', { name: 'storage-access' }],
] as const

type Check = (contents: null, permission: string, origin: string, details: object) => boolean

let chromium: Chromium | null = null
let check: Check | null = null

export function serveSessionIn(running: Chromium): void {
  chromium = running
  running.browser.on('Browser.downloadWillBegin', (download: Parameters<typeof askDownload>[1]) =>
    askDownload(running, download),
  )
  running.browser.post('Browser.setDownloadBehavior', { behavior: 'default', eventsEnabled: true })
}

function applyPermissions(): void {
  if (!chromium || !check) return
  for (const scheme of schemes) {
    const origin = `${scheme}://bundle`
    for (const [name, permission] of PERMISSIONS) {
      const setting = check(null, name, origin, {}) ? 'granted' : 'denied'
      chromium.browser.post('Browser.setPermission', { permission, setting, origin: toChromium(origin) })
    }
  }
}

type Handler = (...args: never[]) => unknown

export class DefaultSession extends Modelled {
  /**
   * The handlers: by scheme, and for requested permissions, checked permissions and devices. No page gets a device.
   */
  readonly handlers = new Map<string, Handler | null>()
  /** The system's proxy answer for every address. */
  proxy: string | Error = 'DIRECT'
  checksSpelling = true
  readonly protocol = failOnUnknownMembers('session.protocol', {
    handle: (scheme: string, answer: Answer) => {
      onlyAfterReady('protocol.handle() can only be called after app is ready')
      answerScheme(scheme, answer)
      this.handlers.set(scheme, answer)
    },
    unhandle: (scheme: string) => {
      forgetScheme(scheme)
      this.handlers.delete(scheme)
    },
  })

  setPermissionRequestHandler(handler: Handler | null): void {
    this.handlers.set('request', handler)
    applyPermissions()
  }
  setPermissionCheckHandler(handler: Check | null): void {
    this.handlers.set('check', handler)
    check = handler
    applyPermissions()
  }
  setDevicePermissionHandler(handler: Handler | null): void {
    this.handlers.set('device', handler)
  }
  setSpellCheckerEnabled(isOn: boolean): void {
    this.checksSpelling = isOn
  }
  resolveProxy(): Promise<string> {
    return this.proxy instanceof Error ? Promise.reject(this.proxy) : Promise.resolve(this.proxy)
  }
}

const defaultSession = new DefaultSession('session.defaultSession')

/** Emitted when a download has begun, as in Electron. A download that is not cancelled is not modelled. */
function askDownload({ browser }: Chromium, { guid }: { guid: string }): void {
  if (!isPrevented(defaultSession, 'will-download')) throw new Error('not modelled: a download that goes on')
  browser.post('Browser.cancelDownload', { guid })
}

export const session = failOnUnknownMembers('session', {
  get defaultSession() {
    onlyAfterReady('Session can only be received when app is ready')
    return defaultSession
  },
})

export const protocol = failOnUnknownMembers('protocol', {
  schemes: [] as Real.CustomScheme[],
  registerSchemesAsPrivileged: (registered: Real.CustomScheme[]) => {
    onlyBeforeReady('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of registered) {
      if (privileges?.standard !== true || privileges.secure !== true)
        throw new Error('not modelled: a scheme that is not standard and secure')
      schemes.add(scheme)
    }
    protocol.schemes.push(...registered)
  },
})
