// A window without what it shows: its size and its state, as far as a screen that nobody sees has one. What it shows is
// a page of Chromium's, or in unit tests one that is only told of.
import type { EventEmitter } from 'node:events'
import type * as Real from 'electron'
import { app, onlyAfterReady } from './app.ts'
import { Modelled, isPrevented } from './modelled.ts'

type Names =
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

type Shown = EventEmitter & { load(url: string): Promise<void>; destroy(): void }
type Place<Contents> = (window: { bounds: Real.Rectangle; preload: string; close: () => void }) => Contents

export class WindowFrame<Contents extends Shown> extends Modelled implements Pick<Real.BrowserWindow, Names> {
  readonly options: Real.BrowserWindowConstructorOptions
  readonly webContents: Contents
  /** What the program asked for, in its order. */
  readonly calls: string[] = []
  bounds: Real.Rectangle
  shape: 'normal' | 'minimized' | 'maximized' = 'normal'
  background = ''
  /** What the picture over its place in the taskbar says. */
  overlay: string | null = null
  #isVisible = false
  #isFocused = false
  #isDestroyed = false

  constructor(options: Real.BrowserWindowConstructorOptions, open: Place<Contents>) {
    onlyAfterReady('Cannot create BrowserWindow before app is ready')
    super('BrowserWindow')
    const { preload, sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {}
    if (preload === undefined || sandbox !== true || contextIsolation !== true || nodeIntegration !== false)
      throw new Error('not modelled: a window without a sandboxed, isolated preload script')
    this.options = options
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.webContents = open({
      bounds: this.bounds,
      preload,
      close: () => {
        this.close()
      },
    })
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
    this.#takeFocus()
  }
  hide(): void {
    this.calls.push('hide')
    this.#isVisible = false
    this.#blur()
    this.emit('hide')
  }
  focus(): void {
    this.calls.push('focus')
    this.#takeFocus()
  }
  restore(): void {
    this.#become('restore', 'normal')
  }
  minimize(): void {
    this.#blur()
    this.#become('minimize', 'minimized')
  }
  maximize(): void {
    this.#become('maximize', 'maximized')
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
    this.background = colour
  }
  setOverlayIcon(icon: unknown, description: string): void {
    this.overlay = icon === null ? null : description
  }
  /** As the user does it: asked first, and gone unless that was prevented. */
  close(): void {
    if (!this.#isDestroyed && !isPrevented(this, 'close')) this.destroy()
  }
  destroy(): void {
    this.gone()
  }
  /** It is no more, whoever ended it. */
  gone(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    app.windows.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    if (app.windows.size === 0) app.lastWindowClosed()
  }
  #become(call: string, shape: WindowFrame<Contents>['shape']): void {
    this.calls.push(call)
    this.shape = shape
    this.emit(call)
  }
  #takeFocus(): void {
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
