// The user's settings for this computer, and their effects: the tray icon, what closing does, and the start at sign-in.
// The operating system stores the start at sign-in.
import { shell } from 'electron'
import type { RequestedScreen, DesktopState, DeepLinkRequest } from '#contract/desktop.ts'
import type { HostDeps } from '#host/host-deps.ts'
import type { Log } from '../log.ts'
import type { LoginItem } from './login-item.ts'
import type { PdfMaker } from '../window/page-pdf.ts'
import type { Pending } from '../window/pending.ts'
import type { FileSaver } from './save-file.ts'
import type { Secrets } from './secrets.ts'
import type { TrayIcon } from './tray.ts'

export type KeychainCheck = Pick<Secrets, 'findProblem'>

export type DesktopSettingsOptions = {
  platform: NodeJS.Platform
  settings: HostDeps['settings']
  loginItem: LoginItem
  tray: TrayIcon
  secrets: KeychainCheck
  restart: () => void
  releasesUrl: string | null
  saveFile: FileSaver
  makePdf: PdfMaker
  links: Pending<DeepLinkRequest>
  screens: Pending<RequestedScreen | null>
  /** Whether the page was reloaded because it failed. */
  restarts: Pending<boolean>
  onChange: () => void
  log: Log
}

export type DesktopSettings = {
  desktop: NonNullable<HostDeps['desktop']>
  /** The program continues without a window, and the user opens it by its icon. */
  staysInTray: () => boolean
  openLogs: () => void
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, DesktopState['platform']>> = { darwin: 'mac', win32: 'windows' }

export function createDesktopSettings(options: DesktopSettingsOptions): DesktopSettings {
  const {
    platform,
    settings,
    loginItem,
    tray,
    secrets,
    restart,
    releasesUrl,
    saveFile,
    makePdf,
    links,
    screens,
    restarts,
    onChange,
    log,
  } = options
  const readTrayChoice = () => {
    const { hasTray, closing } = settings.read()
    return { hasTray, closing: hasTray ? closing : ('quit' as const) }
  }
  const openLogs = () => {
    // Shows the file in its folder and does not open it: the system might open a log file with any program.
    shell.showItemInFolder(log.path)
  }
  tray.show(readTrayChoice().hasTray)
  return {
    staysInTray: () => platform !== 'darwin' && readTrayChoice().closing === 'tray',
    openLogs,
    desktop: {
      readState: async () => ({
        platform: PLATFORM_NAMES[platform] ?? 'linux',
        startsAtLogin: loginItem.isOn(),
        ...readTrayChoice(),
        keychainProblem: await secrets.findProblem(settings.read().account),
        releasesUrl,
      }),
      handlers: {
        'desktop.set': ({ startsAtLogin, ...choice }) => {
          // The system may refuse this, so it is done before anything else is changed.
          if (startsAtLogin !== undefined) loginItem.set(startsAtLogin)
          const { hasTray, closing } = { ...readTrayChoice(), ...choice }
          // Closing must quit if there is no tray icon, because the user could not open a hidden window.
          settings.save({ ...settings.read(), hasTray, closing: hasTray ? closing : 'quit' })
          tray.show(hasTray)
          onChange()
        },
        'app.restart': restart,
        'deepLink.take': () => links.take(),
        'screen.take': () => ({ screen: screens.take() }),
        'pageRestart.take': () => ({ wasRestarted: restarts.take() }),
        'file.save': async ({ content, name }) => ({ savedAs: await saveFile(content, name) }),
        'page.toPdf': async ({ isLandscape }) => ({ file: await makePdf(isLandscape) }),
        'logs.open': openLogs,
      },
    },
  }
}
