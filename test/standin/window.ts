// Electron's BrowserWindow without a screen: size, state and events. `openContents` creates the contents, with or
// without Chromium.
import type * as Real from 'electron'
import { app, assertReady } from './app.ts'
import { WebContents } from './web-contents.ts'
import { Modelled, isPrevented } from './modelled.ts'

type ImplementedMember =
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'restore'
  | 'minimize'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isVisible'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setBackgroundColor'
  | 'setOverlayIcon'
  | 'close'
  | 'destroy'

type ContentsOptions = { bounds: Real.Rectangle; preload: string; close: () => void }

export class BrowserWindow extends Modelled implements Pick<Real.BrowserWindow, ImplementedMember> {
  /** Every window of this process, including closed ones. */
  static readonly all: BrowserWindow[] = []
  static openContents: (options: ContentsOptions) => WebContents = () => new WebContents()
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.all.filter((window) => !window.isDestroyed())
  }
  static fromWebContents(contents: unknown): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find(({ webContents }) => webContents === contents) ?? null
  }
  /** A hidden window with the options that every window of the program has. */
  static createBlank(): BrowserWindow {
    return new BrowserWindow({
      show: false,
      webPreferences: { preload: '', sandbox: true, contextIsolation: true, nodeIntegration: false },
    })
  }
  readonly options: Real.BrowserWindowConstructorOptions
  readonly webContents: WebContents
  /** The calls of the program that change the window, in order. */
  readonly calls: string[] = []
  bounds: Real.Rectangle
  shape: 'normal' | 'minimized' | 'maximized' = 'normal'
  backgroundColour = ''
  /** The description of the icon over the taskbar button. */
  overlayDescription: string | null = null
  #isVisible = false
  #isFocused = false
  #isDestroyed = false

  constructor(options: Real.BrowserWindowConstructorOptions) {
    assertReady('Cannot create BrowserWindow before app is ready')
    super('BrowserWindow')
    const { preload, sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {}
    if (preload === undefined || sandbox !== true || contextIsolation !== true || nodeIntegration !== false)
      throw new Error('not modelled: a window without a sandboxed, isolated preload script')
    this.options = options
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.webContents = BrowserWindow.openContents({ bounds: this.bounds, preload, close: () => this.close() })
    // Electron emits this event after every load, not only the first (electron_render_frame_observer.cc).
    this.webContents.on('did-finish-load', () => {
      this.emit('ready-to-show')
    })
    BrowserWindow.all.push(this)
    app.windows.add(this)
    if (options.show !== false) this.show()
    app.emit('web-contents-created', {}, this.webContents)
  }
  loadURL(url: string): Promise<void> {
    this.calls.push(`load ${url}`)
    return this.webContents.load(url)
  }
  show(): void {
    this.calls.push('show')
    if (!this.#isVisible) {
      this.#isVisible = true
      this.emit('show')
    }
    this.#gainFocus()
  }
  hide(): void {
    this.calls.push('hide')
    this.#isVisible = false
    this.#blur()
    this.emit('hide')
  }
  focus(): void {
    this.calls.push('focus')
    this.#gainFocus()
  }
  restore(): void {
    this.#setShape('restore', 'normal')
  }
  minimize(): void {
    this.#blur()
    this.#setShape('minimize', 'minimized')
  }
  maximize(): void {
    this.#setShape('maximize', 'maximized')
  }
  isMinimized(): boolean {
    return this.shape === 'minimized'
  }
  isMaximized(): boolean {
    return this.shape === 'maximized'
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  getNormalBounds(): Real.Rectangle {
    return { ...this.bounds }
  }
  setBackgroundColor(colour: string): void {
    this.backgroundColour = colour
  }
  setOverlayIcon(icon: unknown, description: string): void {
    this.overlayDescription = icon === null ? null : description
  }
  /** Closes the window like the user does. A listener can prevent it. */
  close(): void {
    if (!this.#isDestroyed && !isPrevented(this, 'close')) this.destroy()
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    app.windows.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    if (app.windows.size === 0) app.onLastWindowClosed()
  }
  #setShape(call: string, shape: BrowserWindow['shape']): void {
    this.calls.push(call)
    this.shape = shape
    this.emit(call)
  }
  #gainFocus(): void {
    if (this.#isFocused || !this.#isVisible) return
    this.#isFocused = true
    this.emit('focus')
  }
  #blur(): void {
    if (!this.#isFocused) return
    this.#isFocused = false
    this.emit('blur')
  }
}
