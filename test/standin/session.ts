// Electron's `session.defaultSession` and `protocol`: the handlers of schemes, and the permissions of pages. The
// program's handler is called once for each permission, and Chromium gets the results.
import type * as Real from 'electron'
import { type SchemeHandler, addSchemeHandler, removeSchemeHandler, schemes, toChromiumUrl } from './addresses.ts'
import { assertNotReady, assertReady } from './app.ts'
import type { Chromium } from './chromium.ts'
import { Modelled, isPrevented, failOnUnknownMembers } from './modelled.ts'

/** The names of each permission in Electron and in Chromium. */
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

type CheckHandler = (contents: null, permission: string, origin: string, details: object) => boolean

let chromium: Chromium | null = null
let checkHandler: CheckHandler | null = null

/** Passes the permissions of the program to Chromium, and the downloads of Chromium to the program. */
export function connectSession(connectedChromium: Chromium): void {
  chromium = connectedChromium
  connectedChromium.browser.on('Browser.downloadWillBegin', (download: Parameters<typeof emitWillDownload>[1]) =>
    emitWillDownload(connectedChromium, download),
  )
  connectedChromium.browser.post('Browser.setDownloadBehavior', { behavior: 'default', eventsEnabled: true })
}

function applyPermissions(): void {
  if (!chromium || !checkHandler) return
  for (const scheme of schemes) {
    const origin = `${scheme}://bundle`
    for (const [name, permission] of PERMISSIONS) {
      const setting = checkHandler(null, name, origin, {}) ? 'granted' : 'denied'
      chromium.browser.post('Browser.setPermission', { permission, setting, origin: toChromiumUrl(origin) })
    }
  }
}

type AnyHandler = (...args: never[]) => unknown

export class DefaultSession extends Modelled {
  /**
   * The handlers by scheme, and the handlers of permissions by `request`, `check` and `device`. No page gets a device.
   */
  readonly handlers = new Map<string, AnyHandler | null>()
  /** The result of `resolveProxy` for every address. */
  proxy: string | Error = 'DIRECT'
  isSpellCheckerOn = true
  readonly protocol = failOnUnknownMembers('session.protocol', {
    handle: (scheme: string, handler: SchemeHandler) => {
      assertReady('protocol.handle() can only be called after app is ready')
      addSchemeHandler(scheme, handler)
      this.handlers.set(scheme, handler)
    },
    unhandle: (scheme: string) => {
      removeSchemeHandler(scheme)
      this.handlers.delete(scheme)
    },
  })

  setPermissionRequestHandler(handler: AnyHandler | null): void {
    this.handlers.set('request', handler)
    applyPermissions()
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.handlers.set('check', handler)
    checkHandler = handler
    applyPermissions()
  }
  setDevicePermissionHandler(handler: AnyHandler | null): void {
    this.handlers.set('device', handler)
  }
  setSpellCheckerEnabled(isOn: boolean): void {
    this.isSpellCheckerOn = isOn
  }
  resolveProxy(): Promise<string> {
    return this.proxy instanceof Error ? Promise.reject(this.proxy) : Promise.resolve(this.proxy)
  }
}

const defaultSession = new DefaultSession('session.defaultSession')

/** Emits `will-download` when a download has begun. The program must prevent it. */
function emitWillDownload({ browser }: Chromium, { guid }: { guid: string }): void {
  if (!isPrevented(defaultSession, 'will-download')) throw new Error('not modelled: a download that is not prevented')
  browser.post('Browser.cancelDownload', { guid })
}

export const session = failOnUnknownMembers('session', {
  get defaultSession() {
    assertReady('Session can only be received when app is ready')
    return defaultSession
  },
})

export const protocol = failOnUnknownMembers('protocol', {
  schemes: [] as Real.CustomScheme[],
  registerSchemesAsPrivileged: (registered: Real.CustomScheme[]) => {
    assertNotReady('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of registered) {
      if (privileges?.standard !== true || privileges.secure !== true)
        throw new Error('not modelled: a scheme that is not standard and secure')
      schemes.add(scheme)
    }
    protocol.schemes.push(...registered)
  },
})
