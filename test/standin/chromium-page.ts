// Shows a page of the one Chromium in each window of the stand-in. A call that comes too early waits for its page.
import type * as Real from 'electron'
import { fromChromiumUrl, toChromiumUrl } from './addresses.ts'
import type { Chromium, TargetSession } from './chromium.ts'
import { decode, encode } from './codec.ts'
import { WebContents } from './web-contents.ts'
import { ipcMain } from './ipc.ts'
import { isPrevented } from './modelled.ts'
import { nativeTheme } from './native.ts'
import { type MessagePortMain, PortLink } from './ports.ts'
import type { FromPage, ToPage } from './page-worlds.ts'
import { BINDING, RECEIVER, PRELOAD_WORLD, createPreloadScript, pageScript } from './scripts.ts'
import { BrowserWindow } from './window.ts'

type Frame = { id: string; parentId?: string; url: string; unreachableUrl?: string }
type Context = { id: number; name: string; auxData: { frameId: string } }
type PausedRequest = { requestId: string; frameId: string; redirectedRequestId?: string; request: { url: string } }
type TargetInfo = { targetId: string; type: string; url: string; openerId?: string }

const PAPER_INCHES: Record<string, { width: number; height: number }> = {
  A4: { width: 8.27, height: 11.7 },
  Letter: { width: 8.5, height: 11 },
}

type Page = { session: TargetSession; targetId: string }

/** Makes every window that opens from now on show a page of this Chromium. */
export function connectWindows(chromium: Chromium): void {
  const { browser } = chromium
  BrowserWindow.openContents = ({ bounds, preload, close }) =>
    new ChromiumPage(chromium, openTarget(chromium, bounds), preload, close)
  nativeTheme.on('updated', () => {
    for (const page of WebContents.all) if (page instanceof ChromiumPage) page.applyTheme()
  })
  // The page belongs to a window of the program, or a link in a page opened it. A page of a link is closed unloaded.
  browser.on(
    'Target.attachedToTarget',
    (attached: { targetInfo: TargetInfo; sessionId: string; waitingForDebugger: boolean }) => {
      const { targetInfo, sessionId, waitingForDebugger } = attached
      if (!waitingForDebugger) return
      const opener = WebContents.findByTargetId(targetInfo.openerId)
      if (opener) {
        browser.post('Target.closeTarget', { targetId: targetInfo.targetId })
        opener.requestWindow(targetInfo.url)
      } else chromium.getSession(sessionId).post('Runtime.runIfWaitingForDebugger')
    },
  )
  browser.on('Target.targetDestroyed', ({ targetId }: { targetId: string }) =>
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.targetId === targetId)
      ?.destroy(),
  )
  browser.post('Target.setDiscoverTargets', { discover: true })
  browser.post('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
}

async function openTarget(chromium: Chromium, { width, height }: Real.Rectangle): Promise<Page> {
  // This sets the size of the window. An override of the page's size would conflict with a size that a test sets.
  const { targetId } = await chromium.browser.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    width,
    height,
  })
  const { sessionId } = await chromium.browser.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  })
  return { session: chromium.getSession(sessionId), targetId }
}

const createColourScheme = () => ({ features: [{ name: 'prefers-color-scheme', value: nativeTheme.forcedScheme }] })

export class ChromiumPage extends WebContents {
  readonly #chromium: Chromium
  readonly #page: Promise<Page>
  readonly #closeWindow: () => void
  #frame: Frame = { id: '', url: '' }
  #context: number | null = null
  #link = this.#newLink()
  #requestedUrl: string | null = null

  constructor(chromium: Chromium, page: Promise<Page>, preload: string, closeWindow: () => void) {
    super()
    this.#chromium = chromium
    this.#page = page.then(async (opened) => {
      this.targetId = opened.targetId
      await this.#prepare(opened.session, preload)
      return opened
    })
    this.#closeWindow = closeWindow
  }
  override getURL(): string {
    return fromChromiumUrl(this.#frame.url)
  }
  /** Like Electron, logs a value that cannot be cloned, and does not throw. */
  override send(channel: string, ...args: unknown[]): void {
    try {
      this.#post({ event: channel, args: encode(structuredClone(args)), ports: [] })
    } catch (error) {
      process.stderr.write(`Error sending from webFrameMain:  ${String(error)}\n`)
    }
  }
  override postMessage(channel: string, message: unknown, transfer: readonly object[] = []): void {
    if (this.hasCrashed) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    const ports = transfer.map((port) => this.#link.attach(port as MessagePortMain))
    this.#post({ event: channel, args: encode(structuredClone([message])), ports })
  }
  override reload(): void {
    this.#requestedUrl = this.#frame.url
    this.#sendWhenOpen('Page.reload')
  }
  override close(): void {
    this.#closeWindow()
  }
  override forcefullyCrashRenderer(): void {
    this.#sendWhenOpen('Page.crash')
  }
  /** Prints with Chromium's default margins, as Electron does. */
  override async printToPDF({
    landscape = false,
    printBackground = false,
    pageSize = 'Letter',
  }: Real.PrintToPDFOptions): Promise<Buffer> {
    const paper = typeof pageSize === 'string' ? PAPER_INCHES[pageSize] : undefined
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
  /** Loads the page for `BrowserWindow.loadURL`. Rejects if the navigation fails. */
  override async load(url: string): Promise<void> {
    const { session } = await this.#page
    this.#requestedUrl = toChromiumUrl(url)
    const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
    const { errorText } = await session.send<{ errorText?: string }>('Page.navigate', { url: this.#requestedUrl })
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }
  override destroy(): void {
    if (this.isDestroyed()) return
    if (this.targetId !== null) this.#chromium.browser.post('Target.closeTarget', { targetId: this.targetId })
    this.#link.closeAll()
    super.destroy()
  }
  reply(id: number, value: unknown): void {
    this.#post({ reply: id, value: encode(structuredClone(value)) })
  }
  replyError(id: number, thrown: string): void {
    this.#post({ reply: id, thrown })
  }
  override requestWindow(url: string): void {
    super.requestWindow(fromChromiumUrl(url))
  }
  applyTheme(): void {
    this.#sendWhenOpen('Emulation.setEmulatedMedia', createColourScheme())
  }
  #sendWhenOpen(method: string, params: Record<string, unknown> = {}): void {
    this.#page.then(
      ({ session }) => session.post(method, params),
      () => undefined,
    )
  }
  #newLink(): PortLink {
    return new PortLink((packet) =>
      this.#post('port' in packet ? { port: packet.port, data: encode(packet.data) } : packet),
    )
  }
  #post(packet: ToPage): void {
    const context = this.#context
    // Like Electron, drops messages to a page that is not loaded yet.
    if (context === null) return
    this.#sendWhenOpen('Runtime.callFunctionOn', {
      executionContextId: context,
      functionDeclaration: `function (text) { globalThis[${JSON.stringify(RECEIVER)}](text) }`,
      arguments: [{ value: JSON.stringify(packet) }],
    })
  }
  #receive(packet: FromPage): void {
    if ('invoke' in packet || 'send' in packet) void ipcMain.dispatch(this, packet)
    else if ('open' in packet) this.requestWindow(packet.open)
    else this.#link.receive('port' in packet ? { port: packet.port, data: decode(packet.data) } : packet)
  }
  async #prepare(session: TargetSession, preload: string): Promise<void> {
    session.on('Runtime.executionContextCreated', ({ context }: { context: Context }) => {
      if (context.name === PRELOAD_WORLD && (this.#frame.id === '' || context.auxData.frameId === this.#frame.id))
        this.#context = context.id
    })
    session.on('Runtime.executionContextsCleared', () => this.#disconnectDocument())
    session.on(
      'Runtime.bindingCalled',
      ({ name, payload, executionContextId }: { name: string; payload: string; executionContextId: number }) => {
        if (name === BINDING && executionContextId === this.#context) this.#receive(JSON.parse(payload) as FromPage)
      },
    )
    session.on('Fetch.requestPaused', (pausedRequest: PausedRequest) => this.#decideNavigation(session, pausedRequest))
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
          url: fromChromiumUrl(url),
          isSameDocument,
          isMainFrame: frameId === this.#frame.id,
        })
      },
    )
    session.on('Page.loadEventFired', () => {
      this.hasCrashed = false
      // Chromium's own error page does not count as a load of the page.
      if (this.#frame.unreachableUrl === undefined) this.emit('did-finish-load')
    })
    session.on('Inspector.targetCrashed', () => {
      this.hasCrashed = true
      this.#disconnectDocument()
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    })
    // The calls are sent without a wait between them, because Chromium executes them in this order.
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: createPreloadScript(preload),
        worldName: PRELOAD_WORLD,
      }),
      session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
      session.send('Emulation.setEmulatedMedia', createColourScheme()),
    ])
  }
  #disconnectDocument(): void {
    this.#context = null
    this.#link.closeAll()
    this.#link = this.#newLink()
  }
  /** Allows navigations that the program requested. For those of the page, the program's listeners decide. */
  #decideNavigation(session: TargetSession, { requestId, frameId, redirectedRequestId, request }: PausedRequest): void {
    const isMainFrame = frameId === this.#frame.id || this.#frame.id === ''
    const isRequested =
      isMainFrame && this.#requestedUrl !== null && this.#requestedUrl.split('#')[0] === request.url.split('#')[0]
    const details = { url: fromChromiumUrl(request.url), isMainFrame, isSameDocument: false, frame: null }
    const event = redirectedRequestId !== undefined ? 'will-redirect' : isMainFrame ? 'will-navigate' : null
    let isRefused = false
    if (!isRequested || redirectedRequestId !== undefined) {
      if (redirectedRequestId === undefined) isRefused = isPrevented(this, 'will-frame-navigate', details, details.url)
      if (!isRefused && event !== null) isRefused = isPrevented(this, event, details, details.url)
    }
    if (isRequested) this.#requestedUrl = null
    if (isRefused) session.post('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    else session.post('Fetch.continueRequest', { requestId })
  }
}
