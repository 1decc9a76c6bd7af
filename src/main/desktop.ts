// Creates everything that needs Electron to be ready: settings, keys, the two processes, the page and its IPC. How
// these parts work together is decided in host/host.ts.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { app, nativeTheme, powerMonitor, session } from 'electron'
import { SAMPLE_ACCOUNT } from '#host/accounts.ts'
import { type Host, createHost } from '#host/host.ts'
import type { HostDeps } from '#host/host-deps.ts'
import type { EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'
import { type HostSettings, SAMPLE_ACCOUNT_ID } from '#contract/shell.ts'
import { withRunAccount } from '#host/run-account.ts'
import { type EngineProcess, createEngineProcess } from './engine/engine-process.ts'
import { toPort } from './engine/engine-port.ts'
import type { Folders } from './folders.ts'
import type { Log } from './log.ts'
import { guardSession } from './window/guards.ts'
import { withLateKeys } from './engine/late-keys.ts'
import { createLinkOpener } from './system/links.ts'
import { type NotificationOptions, type Notifications, createNotifications } from './system/notifications.ts'
import type { Origin } from './window/origin.ts'
import { servePage } from './window/page.ts'
import { createPdfMaker } from './window/page-pdf.ts'
import { type Pending, createPending } from './window/pending.ts'
import { createFolderPicker } from './system/pick-folder.ts'
import { createWindowPicture } from './system/pictures.ts'
import { watchPower } from './system/power.ts'
import { createProxyFinder } from './system/proxy.ts'
import { watchQuit } from './quit.ts'
import { createSampleService } from './engine/sample-service.ts'
import { createFileSaver } from './system/save-file.ts'
import { createSecrets } from './system/secrets.ts'
import { openSettings } from './settings-store.ts'
import { type ShellApi, serveShell } from './shell-api.ts'
import { createLocalization } from './system/localization.ts'
import { type SystemUiOptions, type StartOptions, type SystemUi, createSystemUi } from './system/system-ui.ts'
import { type View, type ViewOptions, createView } from './window/window.ts'

/** The output of electron-vite, and the files beside it. */
export type Bundles = { engine: string; service: string; preload: string; view: string; resources: string }

type DesktopOptions = StartOptions & { folders: Folders; bundles: Bundles; origin: Origin; useSample: boolean }

export type Desktop = { show: () => void; staysInTray: () => boolean; stop: () => Promise<void> }

export function startDesktop(options: DesktopOptions): Desktop {
  const { folders, bundles, origin, useSample, releasesUrl, links, log } = options
  const stored = openSettings(folders.userData, log)
  const settings = useSample ? withRunAccount(stored, SAMPLE_ACCOUNT) : stored
  const localization = createLocalization(settings)
  const isQuitting = watchQuit()
  const restarts = createPending(false)
  const staysInTray = () => ui.staysInTray()
  const viewParts = { settings: stored, words: localization.words, isQuitting, staysInTray, restarts }
  const view = createMainView(options, viewParts)
  const onChange = () => {
    nativeTheme.themeSource = settings.read().theme
    ui.updateLanguage()
    api.emit('host.changed')
  }
  const secrets = createSecrets({ folder: folders.keys, platform: process.platform, onChange, log })
  const memberships = createSecrets({ folder: folders.memberships, platform: process.platform, onChange, log })
  const openLink = createLinkOpener({ ownUrls: [releasesUrl], window: view.window, words: localization.words })
  const accountFolder = () => folders.getAccountFolder(settings.read().account)
  const uiParts = { settings, view, localization, openLink, secrets, restarts, onChange }
  const ui = createDesktopUi(options, uiParts, accountFolder)
  const clicks = createPending<string | null>(null)
  const isConnected = () => isAnyConnected(settings.read())
  const notifications = createDesktopNotifications(log, { localization, isConnected, onOpen: clicks.set })
  const picker = createFolderPicker(view.window)
  const engine = createEngine(options, { ticketKey: picker.ticketKey, notifications, ui, host: () => host })
  const host = createDesktopHost(options, {
    settings,
    secrets: withLateKeys(secrets, (accountId) => {
      if (!isQuitting() && settings.read().account === accountId) void host.start()
    }),
    memberships,
    engine,
    systemLanguages: localization.systemLanguages,
    openLink,
    pickFolder: picker.pick,
    desktop: ui.desktop,
    takeClickedPopUp: clicks.take,
    announce: onChange,
  })
  const api = serveShell({
    handlers: host.handlers,
    origin,
    page: view.page,
    connectEngine: engine.connect,
    logBug: log.bug,
    checkOutput: !options.isPackaged,
  })
  nativeTheme.themeSource = settings.read().theme
  guardSession(session.defaultSession, origin)
  servePage(session.defaultSession, { view: bundles.view, accountFolder, language: localization.language })
  watchPower(host, engine.resume)
  void host.start()
  ui.openFirstWindow()
  serveRequests(view, api, { 'notification.opened': clicks, 'deepLink.opened': links, 'screen.asked': ui.screens })
  return { show: view.show, staysInTray: ui.staysInTray, stop: () => stopBoth(engine, host) }
}

type Requests = Record<'notification.opened' | 'deepLink.opened' | 'screen.asked', Pick<Pending<unknown>, 'serve'>>

/** Shows the window for each request, and sends the request's event to the page, which then fetches the request. */
function serveRequests(view: View, api: ShellApi, requests: Requests): void {
  const showAndSend = (event: keyof Requests) => () => {
    view.show()
    api.emit(event)
  }
  requests['notification.opened'].serve(showAndSend('notification.opened'))
  requests['deepLink.opened'].serve(showAndSend('deepLink.opened'))
  requests['screen.asked'].serve(showAndSend('screen.asked'))
}

type DesktopUiParts = Pick<
  SystemUiOptions,
  'settings' | 'view' | 'localization' | 'openLink' | 'secrets' | 'restarts' | 'onChange'
>

function createDesktopUi(options: DesktopOptions, parts: DesktopUiParts, accountFolder: () => string): SystemUi {
  const { page, window } = parts.view
  return createSystemUi({
    ...options,
    ...parts,
    resources: options.bundles.resources,
    saveFile: createFileSaver(window, accountFolder),
    makePdf: createPdfMaker(page, accountFolder),
  })
}

type MainViewParts = Pick<ViewOptions, 'settings' | 'words' | 'isQuitting' | 'staysInTray'> & {
  restarts: Pending<boolean>
}

function createMainView(
  { bundles, origin, isPackaged, log }: DesktopOptions,
  { restarts, ...parts }: MainViewParts,
): View {
  const icon = createWindowPicture(bundles.resources, process.platform)
  return createView({
    ...parts,
    preload: bundles.preload,
    icon,
    origin,
    hasDevTools: !isPackaged,
    onRestart: () => restarts.set(true),
    log,
  })
}

type HostParts = Pick<
  HostDeps,
  | 'settings'
  | 'secrets'
  | 'memberships'
  | 'engine'
  | 'systemLanguages'
  | 'openLink'
  | 'pickFolder'
  | 'desktop'
  | 'takeClickedPopUp'
  | 'announce'
>

function createDesktopHost({ bundles, folders, log }: DesktopOptions, parts: HostParts): Host {
  return createHost({
    ...parts,
    host: 'electron',
    version: app.getVersion(),
    sample: createSampleService({
      entry: bundles.service,
      dataDir: join(folders.getAccountFolder(SAMPLE_ACCOUNT_ID), 'service'),
      log,
    }),
    folders: {
      delete: (accountId) => rm(folders.getAccountFolder(accountId), { recursive: true, force: true, maxRetries: 3 }),
    },
    newId: () => `account-${randomBytes(6).toString('hex')}`,
    power: { isOnBattery: powerMonitor.isOnBatteryPower(), isLocked: false },
    logBug: log.bug,
  })
}

function createDesktopNotifications(
  log: Log,
  parts: Pick<NotificationOptions, 'localization' | 'isConnected' | 'onOpen'>,
): Notifications {
  const { platform } = process
  return createNotifications({ ...parts, platform, log: (event, fields) => log.write('warn', event, fields) })
}

function isAnyConnected({ accounts }: HostSettings): boolean {
  return accounts.some(({ id, serviceUrl }) => id === SAMPLE_ACCOUNT_ID || serviceUrl !== '')
}

/** Stops the engine first, so that a start that fails again and again does not delay the end. */
async function stopBoth(engine: EngineProcess, host: Host): Promise<void> {
  await engine.stop()
  await host.stop()
}

type EngineParts = { ticketKey: string; notifications: Notifications; ui: SystemUi; host: () => Host }

/** Creates the engine's process. Main is a client of the engine too, so that alerts work without a page. */
function createEngine(
  { bundles, folders, isPackaged, log }: DesktopOptions,
  { ticketKey, notifications, ui, host }: EngineParts,
): EngineProcess {
  return createEngineProcess({
    entry: bundles.engine,
    startMessage: ({ accountId, serviceUrl, apiKey, isEmbedded = false, membership = null }) => ({
      type: 'start',
      dataDir: folders.getAccountFolder(accountId),
      baseUrl: serviceUrl,
      apiKey,
      isEmbedded,
      membership,
      ticketKey,
      checkOutput: !isPackaged,
    }),
    findProxies: createProxyFinder(log),
    onFailure: (failure) => host().setEngineFailure(failure),
    onWaiting: (accountId, count) => host().setWaitingCount(accountId, count),
    onEnginePort: (port, accountId) => {
      const client = connect<EngineContract>(toPort(port))
      notifications.serve(client, accountId)
      ui.urgent.serve(client, accountId)
    },
    log,
  })
}
