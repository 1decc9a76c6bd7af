// BrowserWindow: a target of Chromium's with a size and a state, as far as a headless browser has one.
import type * as Real from 'electron'
import { app, onlyAfterReady } from './app.ts'
import type { Chromium } from './chromium.ts'
import { type Page, WebContents } from './contents.ts'
import { Modelled, isPrevented } from './modelled.ts'
import { record } from './recorded.ts'

type Names = 'loadURL' | 'show' | 'hide' | 'focus' | 'restore' | 'minimize' | 'maximize' | 'isMinimized' | 'isMaximized' | 'isVisible' | 'isFocused' | 'isDestroyed' | 'getNormalBounds' | 'setBackgroundColor' | 'setOverlayIcon' | 'flashFrame' | 'close' | 'destroy'

let chromium: Chromium | null = null

type TargetInfo = { targetId: string; type: string; url: string; openerId?: string }

/** A window of the program, or one that a link with a target opened past every handler: that one never gets to load. */
export function watchTargets(running: Chromium): void {
  chromium = running
  running.browser.on('Target.attachedToTarget', ({ targetInfo, sessionId, waitingForDebugger }: { targetInfo: TargetInfo; sessionId: string; waitingForDebugger: boolean }) => {
    if (!waitingForDebugger) return
    const opener = [...WebContents.all].find(({ targetId }) => targetId !== null && targetId === targetInfo.openerId)
    if (opener) {
      running.browser.tell('Target.closeTarget', { targetId: targetInfo.targetId })
      opener.opens(targetInfo.url)
    } else running.session(sessionId).tell('Runtime.runIfWaitingForDebugger')
  })
  running.browser.on('Target.targetDestroyed', ({ targetId }: { targetId: string }) => {
    BrowserWindow.getAllWindows().find(({ webContents }) => webContents.targetId === targetId)?.gone()
  })
  running.browser.tell('Target.setDiscoverTargets', { discover: true })
  running.browser.tell('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{ type: 'page' }] })
}

async function openTarget({ width = 800, height = 600 }: { width?: number; height?: number }): Promise<Page> {
  if (!chromium) throw new Error('Chromium is not running.')
  // The size is the window's own. An override of the page's size would fight the one a spec sets, anew after each reload.
  const { targetId } = await chromium.browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank', newWindow: true, width, height })
  const { sessionId } = await chromium.browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  return { session: chromium.session(sessionId), targetId }
}

export class BrowserWindow extends Modelled implements Pick<Real.BrowserWindow, Names> {
  static readonly #all = new Set<BrowserWindow>()
  readonly webContents: WebContents
  readonly #bounds: Real.Rectangle
  #isVisible = false
  #isFocused = false
  #shape: 'normal' | 'minimized' | 'maximized' = 'normal'
  #isDestroyed = false

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all]
  }
  static fromWebContents(contents: unknown): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find(({ webContents }) => webContents === contents) ?? null
  }
  constructor(options: Real.BrowserWindowConstructorOptions) {
    onlyAfterReady('Cannot create BrowserWindow before app is ready')
    super('BrowserWindow')
    const { preload, sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {}
    if (preload === undefined || sandbox !== true || contextIsolation !== true || nodeIntegration !== false) throw new Error('not modelled: a window without a sandboxed, isolated preload script')
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.webContents = new WebContents(openTarget(this.#bounds), preload, () => { this.close() })
    // For every page, as Chromium reports the first drawing of each (electron_render_frame_observer.cc).
    this.webContents.on('did-finish-load', () => { this.emit('ready-to-show') })
    BrowserWindow.#all.add(this)
    if (options.show !== false) this.show()
    app.emit('web-contents-created', {}, this.webContents)
  }
  loadURL(url: string): Promise<void> {
    return this.webContents.load(url)
  }
  show(): void {
    if (!this.#isVisible) {
      this.#isVisible = true
      this.emit('show')
    }
    this.focus()
  }
  hide(): void {
    this.#isVisible = false
    this.#blur()
    this.emit('hide')
  }
  focus(): void {
    if (this.#isFocused || !this.#isVisible) return
    this.#isFocused = true
    this.emit('focus')
  }
  restore(): void {
    this.#shape = 'normal'
    this.emit('restore')
  }
  minimize(): void {
    this.#shape = 'minimized'
    this.#blur()
    this.emit('minimize')
  }
  maximize(): void {
    this.#shape = 'maximized'
    this.emit('maximize')
  }
  isMinimized(): boolean {
    return this.#shape === 'minimized'
  }
  isMaximized(): boolean {
    return this.#shape === 'maximized'
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isFocused(): boolean {
    return this.#isFocused
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  getNormalBounds(): Real.Rectangle {
    return { ...this.#bounds }
  }
  setBackgroundColor(colour: string): void {
    record('BrowserWindow.setBackgroundColor', colour)
  }
  setOverlayIcon(icon: unknown, description: string): void {
    record('BrowserWindow.setOverlayIcon', icon, description)
  }
  flashFrame(isFlashing: boolean): void {
    record('BrowserWindow.flashFrame', isFlashing)
  }
  close(): void {
    if (!this.#isDestroyed && !isPrevented(this, 'close')) this.destroy()
  }
  destroy(): void {
    const { targetId } = this.webContents
    if (this.#isDestroyed) return
    if (targetId !== null) chromium?.browser.tell('Target.closeTarget', { targetId })
    this.gone()
  }
  /** Its target is no more, whoever ended it. */
  gone(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    BrowserWindow.#all.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    if (BrowserWindow.#all.size === 0) app.lastWindowClosed()
  }
  #blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.emit('blur')
  }
}
