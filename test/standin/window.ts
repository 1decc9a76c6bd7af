// BrowserWindow: a target of Chromium's in a frame.
import type * as Real from 'electron'
import type { Chromium } from './chromium.ts'
import { type Page, WebContents } from './contents.ts'
import { WindowFrame } from './window-frame.ts'

let chromium: Chromium | null = null

type TargetInfo = { targetId: string; type: string; url: string; openerId?: string }

/** A window of the program, or one that a link with a target opened past every handler: that one never gets to load. */
export function watchTargets(running: Chromium): void {
  chromium = running
  running.browser.on(
    'Target.attachedToTarget',
    ({
      targetInfo,
      sessionId,
      waitingForDebugger,
    }: {
      targetInfo: TargetInfo
      sessionId: string
      waitingForDebugger: boolean
    }) => {
      if (!waitingForDebugger) return
      const opener = [...WebContents.all].find(({ targetId }) => targetId !== null && targetId === targetInfo.openerId)
      if (opener) {
        running.browser.tell('Target.closeTarget', { targetId: targetInfo.targetId })
        opener.opens(targetInfo.url)
      } else running.session(sessionId).tell('Runtime.runIfWaitingForDebugger')
    },
  )
  running.browser.on('Target.targetDestroyed', ({ targetId }: { targetId: string }) => {
    BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.targetId === targetId)
      ?.gone()
  })
  running.browser.tell('Target.setDiscoverTargets', { discover: true })
  running.browser.tell('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
}

async function openTarget({ width = 800, height = 600 }: { width?: number; height?: number }): Promise<Page> {
  if (!chromium) throw new Error('Chromium is not running.')
  // The size is the window's own. An override of the page's size would fight the one a spec sets, anew after each
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

export class BrowserWindow extends WindowFrame<WebContents> {
  static readonly all: BrowserWindow[] = []

  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.all.filter((window) => !window.isDestroyed())
  }
  static fromWebContents(contents: unknown): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find(({ webContents }) => webContents === contents) ?? null
  }
  constructor(options: Real.BrowserWindowConstructorOptions) {
    super(options, ({ bounds, preload, close }) => new WebContents(openTarget(bounds), preload, close))
    // For every page, as Chromium reports the first drawing of each (electron_render_frame_observer.cc).
    this.webContents.on('did-finish-load', () => {
      this.emit('ready-to-show')
    })
    BrowserWindow.all.push(this)
  }
  override destroy(): void {
    const { targetId } = this.webContents
    if (targetId !== null && !this.isDestroyed()) chromium?.browser.tell('Target.closeTarget', { targetId })
    super.destroy()
  }
}
