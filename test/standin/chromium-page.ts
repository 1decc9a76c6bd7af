// Pages of the one Chromium, shown by the windows of the stand-in. Calls made before the page exists wait for it.
import type * as Real from 'electron'
import { fromChromium, toChromium } from './addresses.ts'
import type { Chromium, Session } from './chromium.ts'
import { decode, encode } from './codec.ts'
import { WebContents } from './contents.ts'
import { ipcMain } from './ipc.ts'
import { isPrevented } from './modelled.ts'
import { nativeTheme } from './native.ts'
import { type MessagePortMain, PortLink } from './ports.ts'
import type { FromPage, ToPage } from './page-worlds.ts'
import { BINDING, RECEIVER, WORLD, pageScript, preloadScript } from './scripts.ts'
import { BrowserWindow } from './window.ts'

type Frame = { id: string; parentId?: string; url: string; unreachableUrl?: string }
type Context = { id: number; name: string; auxData: { frameId: string } }
type Paused = { requestId: string; frameId: string; redirectedRequestId?: string; request: { url: string } }
type TargetInfo = { targetId: string; type: string; url: string; openerId?: string }

const PAPER: Record<string, { width: number; height: number }> = {
  A4: { width: 8.27, height: 11.7 },
  Letter: { width: 8.5, height: 11 },
}

type Page = { session: Session; targetId: string }

/** From now on every window shows a page of this Chromium. */
export function showPagesIn(chromium: Chromium): void {
  const { browser } = chromium
  BrowserWindow.openContents = ({ bounds, preload, close }) =>
    new ChromiumPage(chromium, openTarget(chromium, bounds), preload, close)
  nativeTheme.on('updated', () => {
    for (const page of WebContents.all) if (page instanceof ChromiumPage) page.showTheme()
  })
  // A window of the program, or one that a link opened without a handler. The latter never loads.
  browser.on(
    'Target.attachedToTarget',
    (attached: { targetInfo: TargetInfo; sessionId: string; waitingForDebugger: boolean }) => {
      const { targetInfo, sessionId, waitingForDebugger } = attached
      if (!waitingForDebugger) return
      const opener = WebContents.ofTarget(targetInfo.openerId)
      if (opener) {
        browser.post('Target.closeTarget', { targetId: targetInfo.targetId })
        opener.opens(targetInfo.url)
      } else chromium.session(sessionId).post('Runtime.runIfWaitingForDebugger')
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
  // The size is the window's own. Overriding the page's size would conflict with a size set by a spec, again after each
  // reload.
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
  return { session: chromium.session(sessionId), targetId }
}

const colourScheme = () => ({ features: [{ name: 'prefers-color-scheme', value: nativeTheme.asked }] })

export class ChromiumPage extends WebContents {
  readonly #chromium: Chromium
  readonly #page: Promise<Page>
  readonly #closeWindow: () => void
  #frame: Frame = { id: '', url: '' }
  #context: number | null = null
  #link = this.#newLink()
  #asked: string | null = null

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
    return fromChromium(this.#frame.url)
  }
  /** Electron logs values that cannot be cloned, and does not throw. */
  override send(channel: string, ...args: unknown[]): void {
    try {
      this.#post({ event: channel, args: encode(structuredClone(args)), ports: [] })
    } catch (error) {
      process.stderr.write(`Error sending from webFrameMain:  ${String(error)}\n`)
    }
  }
  override postMessage(channel: string, message: unknown, transfer: readonly object[] = []): void {
    if (this.isCrashedNow) throw new Error('Render frame was disposed before WebFrameMain could be accessed')
    const ports = transfer.map((port) => this.#link.give(port as MessagePortMain))
    this.#post({ event: channel, args: encode(structuredClone([message])), ports })
  }
  override reload(): void {
    this.#asked = this.#frame.url
    this.#do('Page.reload')
  }
  override close(): void {
    this.#closeWindow()
  }
  override forcefullyCrashRenderer(): void {
    this.#do('Page.crash')
  }
  /** Chromium's own, as in Electron: paper sizes in inches, and Chromium's default margins. */
  override async printToPDF({
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
  /** The result of `BrowserWindow.loadURL`. */
  override async load(url: string): Promise<void> {
    const { session } = await this.#page
    this.#asked = toChromium(url)
    const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
    const { errorText } = await session.send<{ errorText?: string }>('Page.navigate', { url: this.#asked })
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
  refuse(id: number, thrown: string): void {
    this.#post({ reply: id, thrown })
  }
  override opens(url: string): void {
    super.opens(fromChromium(url))
  }
  showTheme(): void {
    this.#do('Emulation.setEmulatedMedia', colourScheme())
  }
  #do(method: string, params: Record<string, unknown> = {}): void {
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
    // As in Electron: a page that is not loaded yet gets no messages.
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
    session.on('Runtime.executionContextsCleared', () => this.#leave())
    session.on(
      'Runtime.bindingCalled',
      ({ name, payload, executionContextId }: { name: string; payload: string; executionContextId: number }) => {
        if (name === BINDING && executionContextId === this.#context) this.#take(JSON.parse(payload) as FromPage)
      },
    )
    session.on('Fetch.requestPaused', (paused: Paused) => this.#judge(session, paused))
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
      this.isCrashedNow = false
      // The page that Chromium loads in place of a failed page does not count as shown.
      if (this.#frame.unreachableUrl === undefined) this.emit('did-finish-load')
    })
    session.on('Inspector.targetCrashed', () => {
      this.isCrashedNow = true
      this.#leave()
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    })
    // Not awaited, because they are executed in this order.
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload), worldName: WORLD }),
      session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
      session.send('Emulation.setEmulatedMedia', colourScheme()),
    ])
  }
  #leave(): void {
    this.#context = null
    this.#link.closeAll()
    this.#link = this.#newLink()
  }
  /** Navigations by the program itself are allowed; main decides on those by the page. */
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
    if (isRefused) session.post('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    else session.post('Fetch.continueRequest', { requestId })
  }
}
