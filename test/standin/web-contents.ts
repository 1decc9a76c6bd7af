// `webContents` of a window in unit tests, which have no Chromium and load no page. It records the calls of the main
// process, and a test emits the events of the page. The subclass in chromium-page.ts loads a real page in Chromium.
import type * as Real from 'electron'
import { Modelled } from './modelled.ts'

type OpenHandler = (details: { url: string }) => { action: string }
type ImplementedMember =
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

export class WebContents extends Modelled implements Pick<Real.WebContents, ImplementedMember> {
  static #lastId = 0
  static readonly all = new Set<WebContents>()
  static findByTargetId(id: string | undefined): WebContents | undefined {
    return [...WebContents.all].find(({ targetId }) => targetId !== null && targetId === id)
  }
  readonly id = ++WebContents.#lastId
  /** The id of the page in the DevTools protocol. Only the subclass sets it. */
  targetId: string | null = null
  readonly sentMessages: unknown[][] = []
  readonly portMessages: { channel: string; message: unknown; ports: readonly unknown[] }[] = []
  reloadCount = 0
  /** Set by tests and by the subclass. */
  hasCrashed = false
  openHandler: OpenHandler = () => ({ action: 'allow' })
  readonly printOptions: Real.PrintToPDFOptions[] = []
  /** Creates the result of `printToPDF`. */
  createPdf: () => Buffer = () => Buffer.from('%PDF-1.7')
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
    this.sentMessages.push(args)
  }
  postMessage(channel: string, message: unknown, ports: readonly object[] = []): void {
    if (this.hasCrashed) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    this.portMessages.push({ channel, message, ports })
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  /** Simulates a page that wants to open a window, by a call or by a link. The program must refuse it. */
  requestWindow(url: string): void {
    if (this.openHandler({ url }).action !== 'deny') throw new Error('not modelled: a window that a page opens')
  }
  reload(): void {
    this.reloadCount++
  }
  close(): void {
    throw new Error('not modelled: webContents.close without Chromium')
  }
  printToPDF(options: Real.PrintToPDFOptions): Promise<Buffer> {
    this.printOptions.push(options)
    return Promise.resolve().then(() => this.createPdf())
  }
  forcefullyCrashRenderer(): void {
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 1 })
  }
  isCrashed(): boolean {
    return this.hasCrashed
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
