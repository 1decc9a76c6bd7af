// session.defaultSession and protocol: where pages come from and what they may ask the system for. Permissions are asked
// of the program's handler once per kind, and Chromium is told the answers.
import type * as Real from 'electron'
import { type Answer, answerScheme, schemes, toChromium } from './addresses.ts'
import { onlyAfterReady, onlyBeforeReady } from './app.ts'
import type { Chromium } from './chromium.ts'
import { Modelled, isPrevented, modelled } from './modelled.ts'
import { record } from './recorded.ts'

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
  running.browser.on('Browser.downloadWillBegin', (download: Parameters<typeof askDownload>[1]) => { askDownload(running, download) })
  running.browser.tell('Browser.setDownloadBehavior', { behavior: 'default', eventsEnabled: true })
}

function tellPermissions(): void {
  if (!chromium || !check) return
  for (const scheme of schemes) {
    const origin = `${scheme}://bundle`
    for (const [name, permission] of PERMISSIONS) {
      const setting = check(null, name, origin, {}) ? 'granted' : 'denied'
      chromium.browser.tell('Browser.setPermission', { permission, setting, origin: toChromium(origin) })
    }
  }
}

class DefaultSession extends Modelled {
  readonly protocol = modelled('session.protocol', {
    handle: (scheme: string, answer: Answer) => {
      onlyAfterReady('protocol.handle() can only be called after app is ready')
      answerScheme(scheme, answer)
    },
  })

  setPermissionRequestHandler(): void {
    tellPermissions()
  }
  setPermissionCheckHandler(handler: Check | null): void {
    check = handler
    tellPermissions()
  }
  setDevicePermissionHandler(): void {
    // No page is ever given a device here.
  }
  setSpellCheckerEnabled(isOn: boolean): void {
    record('session.setSpellCheckerEnabled', isOn)
  }
  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT')
  }
}

const defaultSession = new DefaultSession('session.defaultSession')

/** Asked of the program when it has begun, as Electron does; what is to become of one that goes on is not modelled. */
function askDownload({ browser }: Chromium, { guid, url, suggestedFilename }: { guid: string; url: string; suggestedFilename: string }): void {
  record('session.will-download', url, suggestedFilename)
  if (!isPrevented(defaultSession, 'will-download')) throw new Error('not modelled: a download that goes on')
  browser.tell('Browser.cancelDownload', { guid })
}

export const session = modelled('session', {
  get defaultSession() {
    onlyAfterReady('Session can only be received when app is ready')
    return defaultSession
  },
})

export const protocol = modelled('protocol', {
  registerSchemesAsPrivileged: (registered: Real.CustomScheme[]) => {
    onlyBeforeReady('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of registered) {
      if (privileges?.standard !== true || privileges.secure !== true) throw new Error('not modelled: a scheme that is not standard and secure')
      schemes.add(scheme)
    }
  },
})
