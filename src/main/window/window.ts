// Creates the program's only window: its security options, its position, its background colour, what closing does, and
// the count over its icon in the taskbar.
import { app, BrowserWindow, nativeTheme, screen, type NativeImage, type WebContents } from 'electron'
import { MIN_HEIGHT, MIN_WIDTH, findPlacement, withMinimumSize } from './bounds.ts'
import { askBeforeClosing } from './close-question.ts'
import type { Log } from '../log.ts'
import type { Origin } from './origin.ts'
import { recoverPage } from './page-recovery.ts'
import type { SettingsStore } from '../settings-store.ts'
import { addTextMenu } from './text-menu.ts'
import type { Words } from '../words.ts'

/** The page's own `canvas` (renderer/src/ui/colours.ts), so that the window does not flash. A test compares both. */
export const CANVAS = { light: '#f4f5f7', dark: '#10151b' }
/** Moving and resizing emit an event for every pixel, so the position is saved after a pause of this length. */
const SAVE_DELAY_MS = 500

export type ViewOptions = {
  preload: string
  /** Null if the system shows its own icon. */
  icon: NativeImage | null
  origin: Origin
  settings: SettingsStore
  words: () => Words
  hasDevTools: boolean
  isQuitting: () => boolean
  /** Whether closing the window hides it, unless the program quits. */
  staysInTray: () => boolean
  /** Called before a page that failed is reloaded. */
  onRestart: () => void
  log: Log
}

/** The picture over the icon in the taskbar, and its text for screen readers; null for none. */
export type Overlay = { icon: NativeImage; text: string } | null

export type View = {
  /** Opens the window, or brings the open one to the front. */
  show: () => void
  /** Opens the window minimized, unless it is open. */
  openMinimized: () => void
  /** Only for Windows. The overlay is drawn again when the window is created again. */
  setOverlay: (overlay: Overlay) => void
  page: () => WebContents | null
  /** The parent of dialogs. */
  window: () => BrowserWindow | null
}

export function createView(options: ViewOptions): View {
  let window: BrowserWindow | null = null
  let overlay: Overlay = null
  const open = (isMinimized: boolean) => {
    const opened = openWindow(options, isMinimized)
    window = opened
    if (overlay) drawOverlay(opened, overlay)
    opened.once('closed', () => {
      window = null
    })
  }
  nativeTheme.on('updated', () => window?.setBackgroundColor(getCanvasColor()))
  return {
    show: () => {
      if (window) {
        if (window.isMinimized()) window.restore()
        window.show()
        window.focus()
        return
      }
      open(false)
    },
    openMinimized: () => {
      if (!window) open(true)
    },
    setOverlay: (next) => {
      overlay = next
      if (window) drawOverlay(window, next)
    },
    window: () => window,
    page: () => (window && !window.webContents.isDestroyed() ? window.webContents : null),
  }
}

function drawOverlay(window: BrowserWindow, overlay: Overlay): void {
  window.setOverlayIcon(overlay?.icon ?? null, overlay?.text ?? '')
}

function openWindow(options: ViewOptions, isMinimized: boolean): BrowserWindow {
  const { preload, icon, origin, settings, words, hasDevTools, onRestart, log } = options
  const saved = settings.read().window
  const window = new BrowserWindow({
    ...findPlacement(saved, listWorkAreas()),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    title: 'Quaywatch',
    ...(icon ? { icon } : {}),
    show: false,
    backgroundColor: getCanvasColor(),
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  })
  window.once('ready-to-show', () => {
    const maximize = () => {
      if (saved?.isMaximized) window.maximize()
    }
    if (isMinimized) {
      window.once('restore', maximize)
      window.minimize()
      return
    }
    maximize()
    window.show()
  })
  saveBoundsOnChange(window, settings, log)
  hideOnClose(window, options)
  askBeforeClosing(window, options.isQuitting, words)
  recoverPage(window, { onRestart, words, log })
  addTextMenu(window, words)
  window.loadURL(origin.pageUrl).catch((error: unknown) => {
    // The user can close an empty window, but not one that was never shown.
    log.write('error', 'page not loaded', { error: String(error) })
    if (!window.isDestroyed()) window.show()
  })
  return window
}

function hideOnClose(window: BrowserWindow, { isQuitting, staysInTray }: ViewOptions): void {
  window.on('close', (event) => {
    if (isQuitting() || !staysInTray()) return
    event.preventDefault()
    window.hide()
  })
  // When the user signs out of Windows, the usual events are missing. Unfinished work is safe in its transactions.
  window.on('session-end', () => app.quit())
}

function saveBoundsOnChange(window: BrowserWindow, settings: SettingsStore, log: Log): void {
  let saveTimer: NodeJS.Timeout | undefined
  let isMaximized = settings.read().window?.isMaximized ?? false
  const save = () => {
    // A hidden window always reports `isMaximized()` as false.
    if (window.isVisible() && !window.isMinimized()) isMaximized = window.isMaximized()
    try {
      settings.saveWindow(withMinimumSize({ ...window.getNormalBounds(), isMaximized }))
    } catch (error) {
      // For example, the disk is full. Only the position of the window is lost.
      log.write('warn', 'window place not saved', { error: String(error) })
    }
  }
  const scheduleSave = () => {
    clearTimeout(saveTimer)
    saveTimer = setTimeout(save, SAVE_DELAY_MS)
  }
  window.on('resize', scheduleSave)
  window.on('move', scheduleSave)
  window.on('close', save)
  window.once('closed', () => clearTimeout(saveTimer))
}

function listWorkAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

function getCanvasColor(): string {
  return nativeTheme.shouldUseDarkColors ? CANVAS.dark : CANVAS.light
}
