// What a window shows: one page of Chromium, its preload script, its way to main, and what it may do according to
// whoever listens. Everything asked before the page is there waits for it.
import type * as Real from 'electron'
import { fromChromium, toChromium } from './addresses.ts'
import type { Session } from './chromium.ts'
import { decode, encode } from './codec.ts'
import { ipcMain } from './ipc.ts'
import { Modelled, isPrevented } from './modelled.ts'
import { nativeTheme } from './native.ts'
import { type MessagePortMain, PortLink } from './ports.ts'
import type { FromPage, ToPage } from './page-worlds.ts'
import { BINDING, RECEIVER, WORLD, pageScript, preloadScript } from './scripts.ts'

type Frame = { id: string; parentId?: string; url: string; unreachableUrl?: string }
type Context = { id: number; name: string; auxData: { frameId: string } }
type Paused = { requestId: string; frameId: string; redirectedRequestId?: string; request: { url: string } }
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

const PAPER: Record<string, { width: number; height: number }> = {
  A4: { width: 8.27, height: 11.7 },
  Letter: { width: 8.5, height: 11 },
}

export type Page = { session: Session; targetId: string }

export class WebContents extends Modelled implements Pick<Real.WebContents, Names> {
  static #ids = 0
  static readonly all = new Set<WebContents>()
  readonly id = ++WebContents.#ids
  targetId: string | null = null
  readonly #page: Promise<Page>
  readonly #closeWindow: () => void
  #frame: Frame = { id: '', url: '' }
  #context: number | null = null
  #link = this.#newLink()
  #isCrashed = false
  #isDestroyed = false
  #asked: string | null = null
  #open: OpenHandler = () => ({ action: 'allow' })

  constructor(page: Promise<Page>, preload: string, closeWindow: () => void) {
    super('webContents')
    WebContents.all.add(this)
    this.#page = page.then(async (opened) => {
      this.targetId = opened.targetId
      await this.#prepare(opened.session, preload)
      return opened
    })
    this.#closeWindow = closeWindow
  }
  get mainFrame() {
    const url = this.getURL()
    return {
      url,
      parent: null,
      origin: URL.parse(url) ? `${new URL(url).protocol}//${new URL(url).host}` : 'null',
    } as Real.WebFrameMain
  }
  getURL(): string {
    return fromChromium(this.#frame.url)
  }
  isCrashed(): boolean {
    return this.#isCrashed
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler
  }
  /** Electron logs what cannot be cloned, and does not throw. */
  send(channel: string, ...args: unknown[]): void {
    try {
      this.#tell({ event: channel, args: encode(structuredClone(args)), ports: [] })
    } catch (error) {
      process.stderr.write(`Error sending from webFrameMain:  ${String(error)}\n`)
    }
  }
  postMessage(channel: string, message: unknown, transfer: readonly object[] = []): void {
    if (this.#isCrashed) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    const ports = transfer.map((port) => this.#link.give(port as MessagePortMain))
    this.#tell({ event: channel, args: encode(structuredClone([message])), ports })
  }
  reload(): void {
    this.#asked = this.#frame.url
    this.#do('Page.reload')
  }
  close(): void {
    this.#closeWindow()
  }
  forcefullyCrashRenderer(): void {
    this.#do('Page.crash')
  }
  /** Chromium's own, as in Electron: paper in inches, margins as Chromium has them by default. */
  async printToPDF({
    landscape = false,
    printBackground = false,
    pageSize = 'Letter',
  }: Real.PrintToPDFOptions): Promise<Buffer> {
    const paper = typeof pageSize === 'string' ? PAPER[pageSize] : undefined
    if (!paper) throw new Error(`not modelled: paper ${JSON.stringify(pageSize)}`)
    const { session } = await this.#page
    const { data } = await session.send<{ data: string }>('Page.printToPDF', {
      landscape,
      printBackground,
      paperWidth: paper.width,
      paperHeight: paper.height,
    })
    return Buffer.from(data, 'base64')
  }
  /** As `BrowserWindow.loadURL` answers. */
  async load(url: string): Promise<void> {
    const { session } = await this.#page
    this.#asked = toChromium(url)
    const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
    const { errorText } = await session.send<{ errorText?: string }>('Page.navigate', { url: this.#asked })
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    WebContents.all.delete(this)
    this.#link.closeAll()
    this.emit('destroyed')
  }
  reply(id: number, value: unknown): void {
    this.#tell({ reply: id, value: encode(structuredClone(value)) })
  }
  refuse(id: number, thrown: string): void {
    this.#tell({ reply: id, thrown })
  }
  /** A window that the page wants, by a call or by a link. */
  opens(url: string): void {
    if (this.#open({ url: fromChromium(url) }).action !== 'deny')
      throw new Error('not modelled: a window that a page opens')
  }
  emulate(method: string, params: object): void {
    this.#do(method, params as Record<string, unknown>)
  }
  #do(method: string, params: Record<string, unknown> = {}): void {
    this.#page.then(
      ({ session }) => {
        session.tell(method, params)
      },
      () => undefined,
    )
  }
  #newLink(): PortLink {
    return new PortLink((packet) => {
      this.#tell('port' in packet ? { port: packet.port, data: encode(packet.data) } : packet)
    })
  }
  #tell(packet: ToPage): void {
    const context = this.#context
    // As in Electron: what is said to a page that is not there yet is not heard.
    if (context === null) return
    this.#do('Runtime.callFunctionOn', {
      executionContextId: context,
      functionDeclaration: `function (text) { globalThis[${JSON.stringify(RECEIVER)}](text) }`,
      arguments: [{ value: JSON.stringify(packet) }],
    })
  }
  #take(packet: FromPage): void {
    if ('invoke' in packet || 'send' in packet) void ipcMain.take(this, packet)
    else if ('open' in packet) this.opens(packet.open)
    else this.#link.receive('port' in packet ? { port: packet.port, data: decode(packet.data) } : packet)
  }
  async #prepare(session: Session, preload: string): Promise<void> {
    session.on('Runtime.executionContextCreated', ({ context }: { context: Context }) => {
      if (context.name === WORLD && (this.#frame.id === '' || context.auxData.frameId === this.#frame.id))
        this.#context = context.id
    })
    session.on('Runtime.executionContextsCleared', () => {
      this.#leave()
    })
    session.on(
      'Runtime.bindingCalled',
      ({ name, payload, executionContextId }: { name: string; payload: string; executionContextId: number }) => {
        if (name === BINDING && executionContextId === this.#context) this.#take(JSON.parse(payload) as FromPage)
      },
    )
    session.on('Fetch.requestPaused', (paused: Paused) => {
      this.#judge(session, paused)
    })
    session.on('Page.frameNavigated', ({ frame }: { frame: Frame }) => {
      if (frame.parentId === undefined) this.#frame = frame
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) => {
      if (frameId === this.#frame.id) this.#frame.url = url
    })
    session.on(
      'Page.frameStartedNavigating',
      ({ frameId, url, navigationType }: { frameId: string; url: string; navigationType: string }) => {
        const isSameDocument = /SameDocument/i.test(navigationType)
        this.emit('did-start-navigation', {
          url: fromChromium(url),
          isSameDocument,
          isMainFrame: frameId === this.#frame.id,
        })
      },
    )
    session.on('Page.loadEventFired', () => {
      this.#isCrashed = false
      // What is loaded in the place of a page that failed is nothing to show.
      if (this.#frame.unreachableUrl === undefined) this.emit('did-finish-load')
    })
    session.on('Inspector.targetCrashed', () => {
      this.#isCrashed = true
      this.#leave()
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    })
    // In this order and without waiting: it is the order they are done in.
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload), worldName: WORLD }),
      session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
      session.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: nativeTheme.asked }],
      }),
    ])
  }
  #leave(): void {
    this.#context = null
    this.#link.closeAll()
    this.#link = this.#newLink()
  }
  /** Where the program itself sends the page it may go; wherever the page wants to go, main is asked. */
  #judge(session: Session, { requestId, frameId, redirectedRequestId, request }: Paused): void {
    const isMainFrame = frameId === this.#frame.id || this.#frame.id === ''
    const isAsked = isMainFrame && this.#asked !== null && this.#asked.split('#')[0] === request.url.split('#')[0]
    const details = { url: fromChromium(request.url), isMainFrame, isSameDocument: false, frame: null }
    const event = redirectedRequestId !== undefined ? 'will-redirect' : isMainFrame ? 'will-navigate' : null
    let isRefused = false
    if (!isAsked || redirectedRequestId !== undefined) {
      if (redirectedRequestId === undefined) isRefused = isPrevented(this, 'will-frame-navigate', details, details.url)
      if (!isRefused && event !== null) isRefused = isPrevented(this, event, details, details.url)
    }
    if (isAsked) this.#asked = null
    if (isRefused) session.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    else session.tell('Fetch.continueRequest', { requestId })
  }
}
