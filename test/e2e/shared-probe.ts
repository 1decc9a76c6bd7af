// One probe of Electron for all tests of a group, with the messages that main and the page received.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Probe, endProbes, startProbe } from './probe.ts'

export type Main = { probe: { folder: string; open(): void }; log: unknown[] }
export type World = { received: unknown[]; port?: MessagePort }

export let probe: Probe
/** One probe for all tests of a group. Each test begins with an empty log and a reloaded page. */
export function shareProbe(): void {
  beforeAll(async () => {
    probe = await startProbe()
  })
  beforeEach(async () => {
    await probe.app.evaluate(({ app, BrowserWindow }) => {
      ;(globalThis as unknown as Main).log = []
      app.removeAllListeners('child-process-gone')
      BrowserWindow.getAllWindows()[0]!.webContents.removeAllListeners('will-navigate')
    })
    await probe.page.reload()
  })
  afterAll(endProbes)
}

export const log = () => probe.app.evaluate(() => (globalThis as unknown as Main).log)

/** The page stores the port from main and every message on it. */
export async function listenInPage(): Promise<void> {
  await probe.page.evaluate(() => {
    const world = window as unknown as World
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

export const received = () => probe.page.evaluate(() => (window as unknown as World).received)
