// The contents of a window. In unit tests there is no Chromium and no page loads: main's calls are recorded, and a test
// emits the events of a page. For a page of Chromium see chromium-page.ts.
import type * as Real from 'electron'
import { Modelled } from './modelled.ts'

type OpenHandler = (details: { url: string }) => { action: string }
type Names =
  | 'id'
  | 'send'
  | 'postMessage'
  | 'reload'
  | 'isCrashed'
  | 'isDestroyed'
  | 'getURL'
  | 'close'
  | 'printToPDF'
  | 'forcefullyCrashRenderer'

export class WebContents extends Modelled implements Pick<Real.WebContents, Names> {
  static #ids = 0
  static readonly all = new Set<WebContents>()
  static ofTarget(id: string | undefined): WebContents | undefined {
    return [...WebContents.all].find(({ targetId }) => targetId !== null && targetId === id)
  }
  readonly id = ++WebContents.#ids
  targetId: string | null = null
  readonly sent: unknown[][] = []
  readonly ports: { channel: string; message: unknown; ports: readonly unknown[] }[] = []
  reloads = 0
  isCrashedNow = false
  openHandler: OpenHandler = () => ({ action: 'allow' })
  readonly printed: Real.PrintToPDFOptions[] = []
  /** The next result of `printToPDF`. */
  pdf: () => Buffer = () => Buffer.from('%PDF-1.7')
  #url = 'app://bundle/'
  #isDestroyed = false

  constructor() {
    super('webContents')
    WebContents.all.add(this)
  }
  get mainFrame(): Real.WebFrameMain {
    const url = this.getURL()
    const parsed = URL.parse(url)
    return { url, parent: null, origin: parsed ? `${parsed.protocol}//${parsed.host}` : 'null' } as Real.WebFrameMain
  }
  getURL(): string {
    return this.#url
  }
  load(url: string): Promise<void> {
    this.#url = url
    return Promise.resolve()
  }
  send(...args: unknown[]): void {
    this.sent.push(args)
  }
  postMessage(channel: string, message: unknown, ports: readonly object[] = []): void {
    if (this.isCrashedNow) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    this.ports.push({ channel, message, ports })
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  /** Emits a page's request for a window, by a call or by a link. */
  opens(url: string): void {
    if (this.openHandler({ url }).action !== 'deny') throw new Error('not modelled: a window that a page opens')
  }
  reload(): void {
    this.reloads++
  }
  close(): void {
    throw new Error('not modelled: webContents.close without Chromium')
  }
  printToPDF(options: Real.PrintToPDFOptions): Promise<Buffer> {
    this.printed.push(options)
    return Promise.resolve().then(() => this.pdf())
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 })
  }
  isCrashed(): boolean {
    return this.isCrashedNow
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    WebContents.all.delete(this)
    this.emit('destroyed')
  }
}
