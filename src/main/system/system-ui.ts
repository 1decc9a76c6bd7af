// Creates the parts of the program outside of its window: the tray icon, the count in the dock or taskbar, and the
// menu.
import { app } from 'electron'
import type { RequestedScreen, DeepLinkRequest } from '#contract/desktop.ts'
import type { HostDeps } from '#host/host-deps.ts'
import type { Language } from '#contract/rules/language.ts'
import { type DesktopSettings, type KeychainCheck, createDesktopSettings } from './desktop-settings.ts'
import type { Log } from '../log.ts'
import { createLoginItem } from './login-item.ts'
import { type MenuActions, setMenu } from './menu.ts'
import type { PdfMaker } from '../window/page-pdf.ts'
import { type Pending, createPending } from '../window/pending.ts'
import { type Pictures, createPictures } from './pictures.ts'
import type { FileSaver } from './save-file.ts'
import { createTray } from './tray.ts'
import { type UrgentCount, createUrgentCount } from './urgent.ts'
import type { Localization } from './localization.ts'
import type { View } from '../window/window.ts'

/** How the program was built and started. */
export type StartOptions = {
  isPackaged: boolean
  /** Started by the system at sign-in: no window is shown. */
  isHidden: boolean
  /** The file that starts this program again; null for a development build. */
  executable: string | null
  /** Stops this run cleanly and starts another. */
  restart: () => void
  releasesUrl: string | null
  links: Pending<DeepLinkRequest>
  log: Log
}

export type SystemUiOptions = StartOptions & {
  /** The folder with the pictures. */
  resources: string
  settings: HostDeps['settings']
  view: View
  localization: Localization
  openLink: (url: string) => Promise<void>
  saveFile: FileSaver
  makePdf: PdfMaker
  secrets: KeychainCheck
  restarts: Pending<boolean>
  onChange: () => void
}

export type SystemUi = Pick<DesktopSettings, 'desktop' | 'staysInTray'> & {
  urgent: UrgentCount
  /** Screens that a menu item asks the page to show. */
  screens: Pending<RequestedScreen | null>
  /** Opens the first window, unless the program starts without one. */
  openFirstWindow(): void
  /** Updates the texts of menu and tray after the language changed. */
  updateLanguage(): void
}

export function createSystemUi(options: SystemUiOptions): SystemUi {
  const { resources, isPackaged, isHidden, executable, view, localization } = options
  const { platform } = process
  const pictures = createPictures(resources, platform)
  const screens = createPending<RequestedScreen | null>(null)
  const trayActions = { open: view.show, alerts: () => screens.set('alerts'), quit: () => app.quit() }
  const tray = createTray({ platform, pictures, words: localization.words, actions: trayActions })
  const desktopSettings = createDesktopSettings({
    ...options,
    platform,
    loginItem: createLoginItem(platform, executable),
    tray,
    screens,
  })
  const actions: MenuActions = {
    settings: () => screens.set('settings'),
    logs: desktopSettings.openLogs,
    releases: createReleasesOpener(options),
  }
  let shownLanguage: Language | null = null
  const updateLanguage = () => {
    if (shownLanguage === localization.language()) return
    shownLanguage = localization.language()
    setMenu({ platform, isDevelopment: !isPackaged, words: localization.words(), actions })
    tray.redraw()
  }
  updateLanguage()
  return {
    desktop: desktopSettings.desktop,
    staysInTray: desktopSettings.staysInTray,
    screens,
    urgent: createUrgentCount((count) => {
      tray.setUrgent(count)
      showCount(count, platform, view, { icon: pictures.getCount, text: localization.words().urgent })
    }),
    updateLanguage,
    openFirstWindow: () => {
      // A start at sign-in opens no window if there is a tray icon, and otherwise a minimized one.
      const isAtLogin = isHidden || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
      if (!isAtLogin) view.show()
      else if (platform !== 'darwin' && !desktopSettings.staysInTray()) view.openMinimized()
    },
  }
}

function createReleasesOpener({ releasesUrl, openLink, log }: SystemUiOptions): MenuActions['releases'] {
  if (releasesUrl === null) return null
  return () => {
    openLink(releasesUrl).catch((error: unknown) => log.write('warn', 'link not opened', { error: String(error) }))
  }
}

/** Windows has no numeric badge, so it shows a picture. */
function showCount(
  count: number,
  platform: NodeJS.Platform,
  view: View,
  overlay: { icon: Pictures['getCount']; text: (count: number) => string },
): void {
  if (platform !== 'win32') app.setBadgeCount(count)
  else view.setOverlay(count === 0 ? null : { icon: overlay.icon(count), text: overlay.text(count) })
}
