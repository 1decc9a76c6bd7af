// What the user set for this computer, and what follows from it: the icon beside the clock, what closing does, the
// start at sign-in. The system keeps the last of the three itself.
import { shell } from 'electron'
import type { AskedScreen, DesktopState, TakenLink } from '#contract/desktop.ts'
import type { HostDeps } from '#host/host-deps.ts'
import type { Log } from '../log.ts'
import type { LoginItem } from './login-item.ts'
import type { PdfMaker } from '../window/page-pdf.ts'
import type { Pending } from '../window/pending.ts'
import type { FileSaver } from './save-file.ts'
import type { Secrets } from './secrets.ts'
import type { TrayIcon } from './tray.ts'

export type Keys = Pick<Secrets, 'problem'>

export type ComputerOptions = {
  platform: NodeJS.Platform
  settings: HostDeps['settings']
  loginItem: LoginItem
  tray: TrayIcon
  keychain: Keys
  restart: () => void
  releasesUrl: string | null
  saveFile: FileSaver
  makePdf: PdfMaker
  links: Pending<TakenLink>
  screens: Pending<AskedScreen | null>
  /** Whether the page was loaded again because it failed. */
  restarts: Pending<boolean>
  changed: () => void
  log: Log
}

export type Computer = {
  desktop: NonNullable<HostDeps['desktop']>
  /** Without a window the program goes on, and is reached by its icon. */
  staysInTray: () => boolean
  openLogs: () => void
}

const platforms: Partial<Record<NodeJS.Platform, DesktopState['platform']>> = { darwin: 'mac', win32: 'windows' }

export function createComputer(options: ComputerOptions): Computer {
  const {
    platform,
    settings,
    loginItem,
    tray,
    keychain,
    restart,
    releasesUrl,
    saveFile,
    makePdf,
    links,
    screens,
    restarts,
    changed,
    log,
  } = options
  const chosen = () => {
    const { hasTray, closing } = settings.read()
    return { hasTray, closing: hasTray ? closing : ('quit' as const) }
  }
  const openLogs = () => {
    // Shown beside the others, never opened: a file manager opens folders alone.
    shell.showItemInFolder(log.path)
  }
  tray.show(chosen().hasTray)
  return {
    staysInTray: () => platform !== 'darwin' && chosen().closing === 'tray',
    openLogs,
    desktop: {
      state: async () => ({
        platform: platforms[platform] ?? 'linux',
        startsAtLogin: loginItem.isOn(),
        ...chosen(),
        keychainProblem: await keychain.problem(settings.read().account),
        releasesUrl,
      }),
      handlers: {
        'desktop.set': ({ startsAtLogin, ...choice }) => {
          // First: it may be refused, and then nothing was changed.
          if (startsAtLogin !== undefined) loginItem.set(startsAtLogin)
          const { hasTray, closing } = { ...chosen(), ...choice }
          // Without the icon a hidden window could not be found again.
          settings.save({ ...settings.read(), hasTray, closing: hasTray ? closing : 'quit' })
          tray.show(hasTray)
          changed()
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
