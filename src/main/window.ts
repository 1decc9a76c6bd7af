// The one window: its security options, its place on the screen, its colour before the page is drawn, and what happens
// when the page's process dies.
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import { MIN_HEIGHT, MIN_WIDTH, placementFor } from './bounds.ts'
import type { Log } from './log.ts'
import type { Origin } from './origin.ts'
import type { SettingsStore } from './settings-store.ts'

/** The page's own `canvas` (renderer/src/colours.ts), so that nothing flashes; a test holds the two together. */
export const CANVAS = { light: '#f4f5f7', dark: '#10151b' }
/** Moving and sizing report every pixel. */
const SETTLED_MS = 500
const RELOADS = 3
const RELOADS_WITHIN_MS = 60_000

export type ViewOptions = { preload: string; origin: Origin; settings: SettingsStore; hasDevTools: boolean; log: Log }

export type View = {
  /** Opens the window, or brings the open one to the front. */
  show: () => void
  page: () => WebContents | null
}

export function createView(options: ViewOptions): View {
  let window: BrowserWindow | null = null
  nativeTheme.on('updated', () => {
    window?.setBackgroundColor(canvas())
  })
  return {
    show: () => {
      if (window) {
        if (window.isMinimized()) window.restore()
        window.show()
        window.focus()
        return
      }
      const opened = openWindow(options)
      window = opened
      opened.once('closed', () => {
        window = null
      })
    },
    page: () => (window && !window.webContents.isDestroyed() ? window.webContents : null),
  }
}

function openWindow(options: ViewOptions): BrowserWindow {
  const { preload, origin, settings, hasDevTools, log } = options
  const saved = settings.read().window
  const window = new BrowserWindow({
    ...placementFor(saved, workAreas()),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    title: 'Quaywatch',
    show: false,
    backgroundColor: canvas(),
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: hasDevTools,
    },
  })
  window.once('ready-to-show', () => {
    if (saved?.isMaximized) window.maximize()
    window.show()
  })
  rememberPlace(window, settings, log)
  reloadWhenGone(window, log)
  window.loadURL(origin.pageUrl).catch((error: unknown) => {
    // An empty window can be closed; one that never appeared cannot.
    log.write('error', 'page not loaded', { error: String(error) })
    if (!window.isDestroyed()) window.show()
  })
  return window
}

function rememberPlace(window: BrowserWindow, settings: SettingsStore, log: Log): void {
  let settled: NodeJS.Timeout | undefined
  const save = () => {
    try {
      settings.saveWindow({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
    } catch (error) {
      // A full disk, for instance: no reason to lose more than the place of a window.
      log.write('warn', 'window place not saved', { error: String(error) })
    }
  }
  const saveSoon = () => {
    clearTimeout(settled)
    settled = setTimeout(save, SETTLED_MS)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
  window.once('closed', () => {
    clearTimeout(settled)
  })
}

function reloadWhenGone(window: BrowserWindow, log: Log): void {
  let reloads: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.write('error', 'page ended', { reason, exitCode })
    if (reason === 'clean-exit') return
    const nowMs = performance.now()
    reloads = [...reloads.filter((atMs) => nowMs - atMs < RELOADS_WITHIN_MS), nowMs]
    if (reloads.length <= RELOADS) window.webContents.reload()
  })
}

function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

function canvas(): string {
  return nativeTheme.shouldUseDarkColors ? CANVAS.dark : CANVAS.light
}
