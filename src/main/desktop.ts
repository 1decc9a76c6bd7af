// Everything that works once Electron is ready, put together: settings, keys, the two processes, the page and its door.
// What these do for one another is decided in contract/host.ts.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog, nativeTheme, powerMonitor, session, shell } from 'electron'
import type { EngineStart } from '#contract/engine-process.ts'
import { SAMPLE_ACCOUNT } from '#contract/accounts.ts'
import { type EngineRun, type Host, createHost, forThisRun } from '#contract/host.ts'
import { SAMPLE_ACCOUNT_ID } from '#contract/shell.ts'
import { createEngineProcess } from './engine-process.ts'
import type { Folders } from './folders.ts'
import { guardSession } from './guards.ts'
import type { Log } from './log.ts'
import type { Origin } from './origin.ts'
import { servePage } from './page.ts'
import { proxyOf } from './proxy.ts'
import { createSampleService } from './sample-service.ts'
import { createSecrets } from './secrets.ts'
import { openSettings } from './settings-store.ts'
import { serveShell } from './shell-api.ts'
import { createView } from './window.ts'

/** What electron-vite built. */
export type Bundles = { engine: string; service: string; preload: string; view: string }

export type DesktopOptions = { folders: Folders; bundles: Bundles; origin: Origin; useSample: boolean; isPackaged: boolean; log: Log }

export type Desktop = { show: () => void; stop: () => Promise<void> }

export function startDesktop({ folders, bundles, origin, useSample, isPackaged, log }: DesktopOptions): Desktop {
  const stored = openSettings(folders.userData, log)
  const settings = useSample ? forThisRun(stored, SAMPLE_ACCOUNT) : stored
  const view = createView({ preload: bundles.preload, origin, settings: stored, hasDevTools: !isPackaged, log })
  const changed = () => {
    nativeTheme.themeSource = settings.read().theme
    api.announce()
  }
  const engine = createEngineProcess({
    entry: bundles.engine,
    startMessage: (run) => startMessage(run, folders, !isPackaged, log),
    failed: (failure) => { host.engineFailed(failure) },
    waiting: (accountId, count) => { host.waiting(accountId, count) },
    log,
  })
  const host = createHost({
    host: 'electron',
    version: app.getVersion(),
    settings,
    secrets: createSecrets({ folder: folders.keys, platform: process.platform, changed, log }),
    sample: createSampleService({ entry: bundles.service, dataDir: join(folders.account(SAMPLE_ACCOUNT_ID), 'service'), log }),
    folders: { delete: (accountId) => rm(folders.account(accountId), { recursive: true, force: true, maxRetries: 3 }) },
    newId: () => `account-${randomBytes(6).toString('hex')}`,
    engine,
    power: { isOnBattery: powerMonitor.isOnBatteryPower(), isLocked: false },
    openLink: (url) => shell.openExternal(url),
    pickFolder: async () => {
      const { filePaths, canceled } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] })
      return canceled ? null : (filePaths[0] ?? null)
    },
    announce: changed,
    logBug: log.bug,
  })
  const api = serveShell({
    handlers: host.handlers,
    origin,
    page: view.page,
    connectEngine: engine.connect,
    logBug: log.bug,
    checkOutput: !isPackaged,
  })
  nativeTheme.themeSource = settings.read().theme
  guardSession(session.defaultSession, origin)
  servePage(session.defaultSession, { view: bundles.view, account: () => folders.account(settings.read().account) })
  watchPower(host, engine.resume)
  void host.start()
  view.show()
  return {
    show: view.show,
    stop: async () => {
      // First, so that a start that keeps failing does not hold up the end.
      await engine.stop()
      await host.stop()
    },
  }
}

/** Locking is told on macOS and Windows only. */
function watchPower(host: Host, resume: () => void): void {
  powerMonitor.on('resume', resume)
  powerMonitor.on('on-battery', () => { host.powerChanged({ isOnBattery: true }) })
  powerMonitor.on('on-ac', () => { host.powerChanged({ isOnBattery: false }) })
  powerMonitor.on('lock-screen', () => { host.powerChanged({ isLocked: true }) })
  powerMonitor.on('unlock-screen', () => { host.powerChanged({ isLocked: false }) })
}

async function startMessage({ accountId, serviceUrl, apiKey }: EngineRun, folders: Folders, checkOutput: boolean, log: Log): Promise<EngineStart> {
  const proxy = serviceUrl === '' ? null : await systemProxy(serviceUrl, log)
  return { type: 'start', dataDir: folders.account(accountId), baseUrl: serviceUrl, apiKey, proxy, checkOutput }
}

async function systemProxy(url: string, log: Log): Promise<string | null> {
  try {
    return proxyOf(await session.defaultSession.resolveProxy(url))
  } catch (error) {
    // Without an answer the engine tries the direct way, and says so when that fails.
    log.write('warn', 'system proxy unknown', { error: String(error) })
    return null
  }
}
