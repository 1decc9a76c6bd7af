// Shares one probe of Electron (probe.ts) between all tests of a group, and reads the messages that main and the page
// received.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { eventually } from './board.ts'
import { type Probe, endProbes, startProbe } from './probe.ts'

export type ProbeMain = { probe: { folder: string; open(): void }; log: unknown[]; isLoaded: boolean }
export type ProbeWindow = { received: unknown[]; port?: MessagePort }

export let probe: Probe
/** One probe for all tests of a group. Each test begins with an empty log and a reloaded page. */
export function shareProbe(): void {
  beforeAll(async () => {
    probe = await startProbe()
  })
  beforeEach(async () => {
    await probe.app.evaluate(({ app, BrowserWindow }) => {
      ;(globalThis as unknown as ProbeMain).log = []
      app.removeAllListeners('child-process-gone')
      BrowserWindow.getAllWindows()[0]!.webContents.removeAllListeners('will-navigate')
    })
    await reloadProbe()
  })
  afterAll(endProbes)
}

/**
 * Playwright and main each get the events of the page, at different times. If main posts a message before it gets the
 * event of the load, the message goes to the old page.
 */
export async function reloadProbe(): Promise<void> {
  await probe.app.evaluate(({ BrowserWindow }) => {
    const main = globalThis as unknown as ProbeMain
    main.isLoaded = false
    BrowserWindow.getAllWindows()[0]!.webContents.once('did-finish-load', () => {
      main.isLoaded = true
    })
  })
  await probe.page.reload()
  await eventually(() => probe.app.evaluate(() => (globalThis as unknown as ProbeMain).isLoaded)).toBe(true)
}

export const readLog = () => probe.app.evaluate(() => (globalThis as unknown as ProbeMain).log)

/** From now on the page stores the port from main and every message on it. */
export async function listenInPage(): Promise<void> {
  await probe.page.evaluate(() => {
    const world = window as unknown as ProbeWindow
    world.received = []
    window.addEventListener('message', ({ data, ports }: MessageEvent<{ probe?: unknown } | null>) => {
      const [port] = ports
      if (!port || !data?.probe) return
      world.port = port
      world.received.push(data.probe)
      port.addEventListener('message', (event) => world.received.push(event.data))
      port.addEventListener('close', () => world.received.push('closed'))
      port.start()
    })
  })
}

export const readReceivedMessages = () => probe.page.evaluate(() => (window as unknown as ProbeWindow).received)
